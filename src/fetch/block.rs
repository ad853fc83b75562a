//! Block pages: recognised by what they say, whatever status they come with (aaer-site.md 5).

use memchr::memmem;
use std::borrow::Cow;

/// Real block pages have a few kilobytes.
const LARGEST: usize = 64 << 10;

/// The title of a page that says no to a program; none for anything else.
pub fn block_page(body: &[u8]) -> Option<String> {
    if body.is_empty() || body.len() > LARGEST {
        return None;
    }
    let text = String::from_utf8_lossy(body).to_ascii_lowercase();
    let title = element(&text, "title");
    let heading = element(&text, "h1");
    let named = says_no(&title) || says_no(&heading);
    // A page whose frame changed still holds one of the sentences; long pages may quote them.
    const SENTENCES: [&str; 5] = [
        "undeclared automated tool",
        "maximum allowable requests per second",
        "automated access to our sites must comply",
        "your access to sec.gov will be limited",
        "declare your traffic by updating your user agent",
    ];
    let said = text.len() < 24 << 10 && SENTENCES.iter().any(|s| text.contains(s));
    // A release about automated trading is no block page.
    const RELEASE: [&str; 4] = [
        "litigation release no",
        "accounting and auditing enforcement",
        "united states of america",
        "administrative proceeding",
    ];
    let quoted = || RELEASE.iter().any(|s| text.contains(s));
    if !said && (!named || quoted()) {
        return None;
    }
    let shown = if title.is_empty() { heading } else { title };
    Some(shown.chars().take(120).collect())
}

/// Whether a title or heading says that programs are refused.
fn says_no(text: &str) -> bool {
    let has = |word: &str| text.contains(word);
    (has("rate") && (has("threshold") || has("limit") || has("exceed")) && (has("request") || has("traffic")))
        || has("traffic limit")
        || has("too many requests")
        || has("undeclared")
        || (has("automated") && ["tool", "request", "access", "traffic", "quer"].iter().any(|w| has(w)))
        || (has("unusual") && has("traffic"))
        || (has("request") && has("blocked"))
        || has("are you a robot")
        || has("captcha")
}

/// Whether a page of status 200 says that there is no such page.
pub fn says_not_there(body: &[u8]) -> bool {
    if body.len() > 4 * LARGEST {
        return false;
    }
    let text = String::from_utf8_lossy(body).to_ascii_lowercase();
    let title = element(&text, "title");
    let title = title.rsplit('|').map(str::trim).find(|part| *part != "sec.gov").unwrap_or_default();
    matches!(title, "page not found" | "404 not found" | "not found" | "404" | "error 404" | "file not found")
        || title.starts_with("page not found")
        || title.starts_with("404 ")
}

/// The text of the first element of a name, in lower-case text.
fn element(text: &str, name: &str) -> String {
    let open = format!("<{name}");
    let mut from = 0;
    while let Some(at) = memmem::find(text.as_bytes().get(from..).unwrap_or_default(), open.as_bytes()) {
        let rest = text.get(from + at + open.len()..).unwrap_or_default();
        if rest.starts_with(['>', ' ', '\t', '\n', '\r']) {
            let inner = rest.split_once('>').map_or("", |(_, inner)| inner);
            let inner = inner.split(&format!("</{name}")[..]).next().unwrap_or_default();
            return fold(inner);
        }
        from += at + open.len();
    }
    String::new()
}

/// Text without tags, space folded.
fn fold(html: &str) -> String {
    let mut out = String::new();
    let mut tag = false;
    for c in html.chars().take(2_000) {
        match c {
            '<' => tag = true,
            '>' => tag = false,
            _ if tag => {}
            c if c.is_whitespace() => {
                if !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            c => out.push(c),
        }
    }
    let text: Cow<'_, str> = Cow::Borrowed(out.trim());
    text.into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// CRAWL C03, RATE R15: the saved block pages and one of our own, whatever the status.
    #[test]
    fn block_pages_are_known_by_their_body() {
        let own = format!(
            "<html><head><title>Automated requests are limited</title></head><body>{}</body></html>",
            "Please slow down. ".repeat(260)
        );
        assert!(block_page(own.as_bytes()).is_some());
        let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/pages/blocked");
        let Ok(files) = std::fs::read_dir(dir) else {
            eprintln!("skipped: no shared material");
            return;
        };
        for file in files.map(|f| f.unwrap().path()).filter(|p| p.extension().is_some_and(|e| e == "html")) {
            assert!(block_page(&std::fs::read(&file).unwrap()).is_some(), "{}", file.display());
        }
    }

    #[test]
    fn releases_are_no_block_pages() {
        let release = "<html><head><title>SEC v. Automated Access Tools Inc.</title></head><body><h1>Automated Access Tools</h1>\
            <p>Litigation Release No. 99001</p><p>The Commission alleged that its request for traffic was false.</p></body></html>";
        assert_eq!(block_page(release.as_bytes()), None);
        assert_eq!(block_page(b"<title>Quarterly rate report</title>"), None);
        assert_eq!(block_page(b"%PDF-1.4"), None);
        assert!(says_not_there(b"<html><title>SEC.gov | Page Not Found</title>"));
        assert!(!says_not_there(b"<html><title>Records Not Found at Example Corp</title>"));
    }

    /// No saved release is taken for a block page.
    #[test]
    fn no_saved_release_is_taken_for_one() {
        let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/mirror/releases");
        let Ok(files) = std::fs::read_dir(dir) else {
            eprintln!("skipped: no shared material");
            return;
        };
        for file in files.map(|f| f.unwrap().path()) {
            let bytes = std::fs::read(&file).unwrap();
            assert!(block_page(&bytes).is_none() && !says_not_there(&bytes), "{}", file.display());
        }
    }
}
