//! Which paths of the SEC's site its robots.txt leaves to programs (aaer-site.md 5).

/// The rules of www.sec.gov for all agents, as far as they concern paths this program could ask for.
const SEC_RULES: &str = "User-agent: *\nAllow: /core/*.css$\nDisallow: /core/\nDisallow: /profiles/\n\
    Disallow: /search/\nAllow: /Archives/edgar/data\nDisallow: /cgi-bin\nDisallow: /Archives/edgar/vprr/bin\n";

/// The rules of one robots.txt that hold for every agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Robots {
    rules: Vec<(bool, String)>,
}

impl Robots {
    /// The known rules of the SEC.
    pub fn sec() -> Robots {
        Robots::parse(SEC_RULES)
    }

    /// Reads a robots.txt. An empty line does not end a group: the SEC's own file has one inside the `*` group.
    pub fn parse(text: &str) -> Robots {
        let mut rules = Vec::new();
        let (mut ours, mut naming) = (false, false);
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or_default().trim();
            let Some((field, value)) = line.split_once(':') else { continue };
            let value = value.trim();
            match field.trim().to_ascii_lowercase().as_str() {
                "user-agent" => {
                    ours = (naming && ours) || value == "*";
                    naming = true;
                }
                field @ ("allow" | "disallow") => {
                    naming = false;
                    if ours && !value.is_empty() {
                        rules.push((field == "allow", value.to_owned()));
                    }
                }
                _ => {}
            }
        }
        Robots { rules }
    }

    /// Whether a path (with its query) may be asked for: the longest matching rule decides, `Allow` on a tie.
    pub fn allows(&self, path: &str) -> bool {
        self.rules
            .iter()
            .filter(|(_, pattern)| matches(pattern, path))
            .max_by_key(|(allow, pattern)| (pattern.len(), *allow))
            .is_none_or(|(allow, _)| *allow)
    }
}

/// Matches a pattern with `*` and a closing `$` against the start of a path.
fn matches(pattern: &str, path: &str) -> bool {
    let (pattern, whole) = match pattern.strip_suffix('$') {
        Some(pattern) => (pattern, true),
        None => (pattern, false),
    };
    let mut parts = pattern.split('*');
    let Some(mut rest) = path.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let parts: Vec<&str> = parts.collect();
    for (i, part) in parts.iter().enumerate() {
        if whole && i + 1 == parts.len() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(at) => rest = rest.get(at + part.len()..).unwrap_or_default(),
            None => return false,
        }
    }
    !whole || rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The empty line inside the group ends nothing; the longest rule wins.
    #[test]
    fn rules_survive_an_empty_line_and_the_longest_wins() {
        let text = "User-agent: *\nDisallow: /core/\nAllow: /core/*.css$\n\n# ours\nAllow: /Archives/edgar/data\nDisallow: /cgi-bin\n\nUser-agent: other\nDisallow: /\n";
        let robots = Robots::parse(text);
        assert!(!robots.allows("/cgi-bin/browse-edgar?action=getcompany"));
        assert!(!robots.allows("/core/a.js"));
        assert!(robots.allows("/core/a/b.css"));
        assert!(robots.allows("/Archives/edgar/data/1/x.txt"));
        assert!(robots.allows("/files/litigation/admin/2010/34-1.pdf"));
    }

    #[test]
    fn the_known_rules_agree_with_the_saved_file() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/pages/blocked/robots_sec_gov_partial.txt");
        let Ok(text) = std::fs::read_to_string(path) else {
            eprintln!("skipped: no shared material");
            return;
        };
        assert_eq!(Robots::parse(&text), Robots::sec());
    }
}
