//! How good a text is (R11): figures measured on the characters, and the flags that follow from them.

use super::{BlockKind, Media, Text};

/// What is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    /// Characters that are not blank.
    pub characters: usize,
    /// Words: runs of letters.
    pub words: usize,
    /// Letters among the characters that are not blank, 0 to 1.
    pub letters_share: f64,
    /// Letters in a word, on average.
    pub mean_word_length: f64,
    /// Words too long to be one, or with a capital inside after small letters, 0 to 1 of all words.
    pub glued_share: f64,
    /// U+FFFD and private-use characters.
    pub replacements: usize,
    /// Words that are among the commonest of English, 0 to 1 of all words.
    pub dictionary_share: f64,
}

/// Where a figure becomes a flag.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// Fewer characters: `unusable-short` (requirements R11).
    pub unusable: usize,
    /// Fewer characters: `short` (requirements R11).
    pub short: usize,
    /// Smaller share of letters: `few-letters`. Statements of figures have about 0.5, prose 0.9.
    pub letters_share: f64,
    /// Larger share of glued words: `glued-words`. Clean filings stay under 0.01 (names such as "McKesson").
    pub glued_share: f64,
    /// Larger share of lost characters: `lost-characters`.
    pub replacement_share: f64,
    /// Smaller share of common words: `not-english`. Prose has about 0.4, pages of tables 0.1.
    pub dictionary_share: f64,
    /// Mean word length outside of these: `odd-words`. English has 4.5 to 6, letter-spaced text 1 to 2.
    pub word_length: (f64, f64),
    /// Words needed before shares mean anything.
    pub enough_words: usize,
}

impl Default for Thresholds {
    fn default() -> Self {
        Thresholds {
            unusable: 200,
            short: 2000,
            letters_share: 0.3,
            glued_share: 0.05,
            replacement_share: 0.001,
            dictionary_share: 0.05,
            word_length: (2.5, 9.0),
            enough_words: 100,
        }
    }
}

/// The commonest words of English prose: articles, prepositions, pronouns, auxiliaries.
const COMMON: [&str; 64] = [
    "a", "about", "after", "all", "also", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by",
    "during", "each", "for", "from", "had", "has", "have", "he", "her", "his", "if", "in", "into", "is",
    "it", "its", "may", "more", "no", "not", "of", "on", "or", "other", "our", "over", "she", "such", "than",
    "that", "the", "their", "there", "these", "they", "this", "those", "to", "under", "was", "we", "were",
    "which", "who", "will", "with", "within", "would", "you",
];
/// Letters after which a word cannot be one word of English.
const LONGEST_WORD: usize = 22;

/// Measures a text, in one pass.
pub fn measure(content: &str) -> Figures {
    let common: Vec<u64> = COMMON.iter().filter_map(|word| packed(word.as_bytes())).collect();
    let mut figures = Figures::default();
    let (mut letters, mut known, mut glued) = (0_usize, 0_usize, 0_usize);
    let bytes = content.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte.is_ascii_alphabetic() || byte >= 0x80 {
            let end = bytes.iter().skip(at).position(|b| !b.is_ascii_alphabetic() && *b < 0x80);
            let end = end.map_or(bytes.len(), |n| at + n);
            let run = content.get(at..end).unwrap_or("");
            at = end;
            if run.is_ascii() {
                letters += run.len();
                figures.characters += run.len();
                figures.words += 1;
                known +=
                    usize::from(packed(run.as_bytes()).is_some_and(|p| common.binary_search(&p).is_ok()));
                glued += usize::from(run.len() > 7 && is_glued(run));
                continue;
            }
            for c in run.chars() {
                figures.characters += usize::from(!c.is_whitespace());
                letters += usize::from(c.is_alphabetic());
                figures.replacements +=
                    usize::from(c == '\u{FFFD}' || ('\u{E000}'..='\u{F8FF}').contains(&c));
            }
            for word in run.split(|c: char| !c.is_alphabetic()).filter(|w| !w.is_empty()) {
                figures.words += 1;
                known +=
                    usize::from(packed(word.as_bytes()).is_some_and(|p| common.binary_search(&p).is_ok()));
                glued += usize::from(is_glued(word));
            }
        } else {
            figures.characters += usize::from(byte > b' ');
            at += 1;
        }
    }
    let share = |part: usize, whole: usize| if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
    figures.letters_share = share(letters, figures.characters);
    figures.mean_word_length = share(letters, figures.words);
    figures.glued_share = share(glued, figures.words);
    figures.dictionary_share = share(known, figures.words);
    figures
}

/// A short word in small letters as one number; words keep their order.
fn packed(word: &[u8]) -> Option<u64> {
    (word.len() <= 8).then(|| {
        let packed = word.iter().fold(0, |n: u64, b| n << 8 | u64::from(b.to_ascii_lowercase()));
        packed << (8 * (8 - word.len()) as u32 % 64)
    })
}

/// Two words without a blank: too long, or two small letters, a capital and more small ones ("reportRevenue").
fn is_glued(word: &str) -> bool {
    let length = word.chars().count();
    if length > LONGEST_WORD {
        return true;
    }
    let bytes = word.as_bytes();
    length > 7
        && bytes.windows(4).any(|w| {
            w[0].is_ascii_lowercase()
                && w[1].is_ascii_lowercase()
                && w[2].is_ascii_uppercase()
                && w[3].is_ascii_lowercase()
        })
}

/// Sentences of the pages that the SEC's site serves in place of a document when it blocks a client.
const BLOCK_PAGE: [&str; 6] = [
    "request rate threshold exceeded",
    "undeclared automated tool",
    "automated access to our sites must comply",
    "exceeded the sec's traffic limit",
    "managed until action is taken to declare your traffic",
    "access denied",
];
/// Words of pages that say that there is no such document.
const MISSING_PAGE: [&str; 6] = [
    "page not found",
    "file not found",
    "404 not found",
    "the page you requested",
    "nosuchkey",
    "this page cannot be found",
];
/// A page that blocks or misses is shorter than this, in bytes: a document may quote such words.
const LONGEST_NOTICE: usize = 6000;

/// Adds the flags that follow from the figures.
pub fn judge(text: &mut Text, thresholds: &Thresholds) {
    let figures = measure(&text.content);
    for flag in flags(text, &figures, thresholds) {
        if !text.quality.iter().any(|q| q == flag) {
            text.quality.push(flag.to_owned());
        }
    }
}

/// The flags of a text with these figures, kebab-case.
pub fn flags(text: &Text, figures: &Figures, thresholds: &Thresholds) -> Vec<&'static str> {
    let mut flags = Vec::new();
    if text.content.len() < LONGEST_NOTICE && text.media != Media::Submission {
        let notice = format!("{} {}", text.title, text.content).replace('\u{2019}', "'").to_lowercase();
        if BLOCK_PAGE.iter().any(|phrase| notice.contains(phrase)) {
            flags.push("block-page");
        } else if MISSING_PAGE.iter().any(|phrase| notice.contains(phrase)) {
            flags.push("wrong-document");
        }
    }
    if figures.characters == 0 {
        flags.push("no-text");
    }
    if figures.characters < thresholds.unusable {
        flags.push("unusable-short");
    } else if figures.characters < thresholds.short {
        flags.push("short");
    }
    let lost = figures.replacements as f64 / figures.characters.max(1) as f64;
    if lost > thresholds.replacement_share {
        flags.push("lost-characters");
    }
    if figures.characters >= thresholds.unusable && figures.letters_share < thresholds.letters_share {
        flags.push("few-letters");
    }
    if figures.words >= thresholds.enough_words {
        if figures.glued_share > thresholds.glued_share {
            flags.push("glued-words");
        }
        if figures.dictionary_share < thresholds.dictionary_share {
            flags.push("not-english");
        }
        let (least, most) = thresholds.word_length;
        if !(least..=most).contains(&figures.mean_word_length) {
            flags.push("odd-words");
        }
    }
    // Rows of links and nothing else: an index page served in place of a document.
    let words_of_links: usize = text.links.iter().map(|link| link.span.len()).sum();
    let prose = text.blocks.iter().any(|b| b.kind == BlockKind::Paragraph && b.span.len() > 200);
    if text.media == Media::Html && !prose && words_of_links * 2 > text.content.len() && text.links.len() > 10
    {
        flags.push("wrong-document");
    }
    flags
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::read;

    fn quality(file: &str) -> Vec<String> {
        read(file.as_bytes(), None).quality
    }

    #[test]
    fn common_words_are_sorted() {
        assert!(COMMON.is_sorted());
    }

    #[test]
    fn a_prose_page_has_no_flags() {
        let file = format!(
            "<p>{}</p>",
            "The Commission found that the issuer had overstated its revenue. ".repeat(60)
        );
        assert_eq!(quality(&file), Vec::<String>::new());
    }

    #[test]
    fn short_and_empty_texts_are_told() {
        assert_eq!(quality("<html><body></body></html>"), ["no-text", "unusable-short"]);
        assert_eq!(quality("<p>Not much.</p>"), ["unusable-short"]);
        assert_eq!(quality(&format!("<p>{}</p>", "A sentence in a row. ".repeat(20))), ["short"]);
    }

    #[test]
    fn a_notice_is_no_document() {
        let page = "<html><head><title>SEC.gov | Request Rate Threshold Exceeded</title></head><body><p>Wait.</p></body></html>";
        assert!(quality(page).contains(&"block-page".to_owned()));
        assert!(quality("<html><h1>Page not found</h1></html>").contains(&"wrong-document".to_owned()));
    }

    #[test]
    fn gibberish_is_told() {
        assert!(quality(&"qzx vrtk plmn wqrs ".repeat(200)).contains(&"not-english".to_owned()));
        assert!(
            quality(&"overstatedrevenueinthefiscalyear theReportRevenue ".repeat(100))
                .contains(&"glued-words".to_owned())
        );
        assert!(quality(&"T h e C o m m i s s i o n ".repeat(100)).contains(&"odd-words".to_owned()));
        let lost: Vec<u8> = b"the company was \x8D\x8D\x8D ".repeat(100);
        assert!(read(&lost, None).quality.contains(&"lost-characters".to_owned()));
    }

    /// Real block pages, whatever their status was.
    #[test]
    fn saved_block_pages_are_known() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/pages/blocked");
        let Ok(entries) = std::fs::read_dir(&folder) else {
            eprintln!("skipped: no ../shared/pages/blocked");
            return;
        };
        for entry in entries.flatten().filter(|e| e.path().extension().is_some_and(|x| x == "html")) {
            let text = read(&std::fs::read(entry.path()).unwrap(), None);
            assert!(text.quality.contains(&"block-page".to_owned()), "{:?} {:?}", entry.path(), text.quality);
        }
    }
}
