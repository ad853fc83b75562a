//! What a pattern cannot do without: stems of its groups, by which most sentences are passed over unread.

/// Shorter stems stand in every sentence.
const SHORTEST: usize = 3;

/// Groups of stems of which a text must hold one each, or the pattern fits nowhere in it. Nothing is concluded from
/// a pattern with alternatives at its top, from optional groups, or from a group with an alternative that opens
/// with fewer than three letters.
pub(super) fn required(pattern: &str) -> Vec<Vec<String>> {
    let Some(groups) = groups(pattern) else { return Vec::new() };
    groups
        .into_iter()
        .filter_map(|group| alternatives(group).into_iter().map(stem).collect::<Option<Vec<String>>>())
        .collect()
}

/// The bodies of groups at the top of a pattern that must fit; none where alternatives stand at its top.
fn groups(pattern: &str) -> Option<Vec<&str>> {
    let bytes = pattern.as_bytes();
    let (mut depth, mut class, mut start) = (0usize, false, 0);
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'[' if !class => class = true,
            b']' => class = false,
            _ if class => {}
            b'(' => {
                if depth == 0 {
                    start = at + 1;
                }
                depth += 1;
            }
            b')' => {
                depth = depth.checked_sub(1)?;
                let optional = matches!(bytes.get(at + 1), Some(b'?' | b'*' | b'{'));
                if depth == 0 && !optional {
                    found.extend(pattern.get(start..at).and_then(|body| body.strip_prefix("?:")));
                }
            }
            b'|' if depth == 0 => return None,
            _ => {}
        }
        at += 1;
    }
    Some(found)
}

/// The alternatives of a group's body.
fn alternatives(body: &str) -> Vec<&str> {
    let bytes = body.as_bytes();
    let (mut depth, mut class, mut start) = (0usize, false, 0);
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'[' if !class => class = true,
            b']' => class = false,
            _ if class => {}
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b'|' if depth == 0 => {
                found.extend(body.get(start..at));
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    found.extend(body.get(start..));
    found
}

/// The letters that an alternative opens with.
fn stem(alternative: &str) -> Option<String> {
    let body = alternative.strip_prefix("\\b").unwrap_or(alternative);
    let mut len = body.bytes().take_while(u8::is_ascii_alphabetic).count();
    // A letter that may be missing is no part of the stem.
    if matches!(body.as_bytes().get(len), Some(b'?' | b'*' | b'{')) {
        len = len.saturating_sub(1);
    }
    (len >= SHORTEST).then(|| body[..len].to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::required;

    fn stems(pattern: &str) -> Vec<String> {
        required(pattern).into_iter().map(|group| group.join(" ")).collect()
    }

    #[test]
    fn what_must_stand_in_a_sentence() {
        for (pattern, want) in [
            (
                r"\b(?:early|accelerat\w+)\b[^.;]{0,40}?\b(?:recogni[sz]\w+|books?)\b",
                &["early accelerat", "recogni book"][..],
            ),
            (r"\bside (?:letters?|deals?)|channel", &[]),
            (r"(?:very )?(?:false|bogus) (?:in|sales?)", &["false bogus"]),
            (r"\b(?:non-?existent|sham)\b", &["non sham"]),
            (r"\(?(?:sales|[ab]ooks)", &[]),
        ] {
            assert_eq!(stems(pattern), want, "{pattern}");
        }
    }
}
