//! Citations: `Sections 13(a), 13(b)(2)(A) and (B) of the Exchange Act`, `Rules 12b-20, 13a-1 and 13a-13
//! thereunder`, expanded to one item for each provision named.

use crate::release::patterns;
use crate::span::Span;
use regex::Regex;
use std::sync::LazyLock;

/// Which law a list of sections belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    Securities,
    Exchange,
    SarbanesOxley,
    Other,
}

/// One provision as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    /// Number with its letters: `13`, `10A`, `13a`, `13b2`.
    pub number: String,
    /// Behind a dash: `13a-13` has 13.
    pub rule: Option<String>,
    /// What stands in brackets, in order.
    pub groups: Vec<String>,
    /// Where it stands; an expanded item has the place of the range.
    pub span: Span,
    /// The law named with it.
    pub act: Option<Act>,
}

/// A head word with all that hangs on it.
#[derive(Clone, Debug)]
pub(super) struct Citation {
    pub items: Vec<Item>,
    /// From the head word to the end of the last item.
    pub span: Span,
}

static HEAD: LazyLock<Regex> = LazyLock::new(|| {
    patterns::compile(
        r"(?i)(?:sections?|secs?\.|rules?)[\s]|§+\s*|violat(?:ions?\s+(?:of\s+)?|ed\s+|ing\s+)\(?|(?:exchange|securities)\s+act\s+|(?-u:\b)sox\s+(?:section\s+)?[13]0[0-9]|regulation\s+(?:fd|g)(?-u:\b)",
    )
});

/// A law's name behind a list, with what is said about it in brackets.
static ACT: LazyLock<Regex> = LazyLock::new(|| {
    patterns::compile(
        r#"(?xi)^[,\s]*(?:(?:promulgated\s+)?thereunder[,\s]*)?(?:of|under)\s+(?:the\s+|Title\s+\w+\s+of\s+the\s+)*
        (?P<act>(?:U\.?S\.?\s+)?Securities\s+(?:and\s+)?Exchange\s+Act|Exchange\s+Act|Securities\s+Act|'34\s+Act|1934\s+Act|'33\s+Act|1933\s+Act
          |Sarbanes[-\s]+Oxley(?:\s+Act)?|SOX|Investment\s+Advisers\s+Act|Advisers\s+Act|Investment\s+Company\s+Act
          |Foreign\s+Corrupt\s+Practices\s+Act|Regulation\s+[A-Z][-\w]*|[A-Z][a-z']+'?s?\s+Rules\s+of\s+Practice|(?:Securities|Exchange)\s+Acts)
        (?:\s+of\s+(?:19|20)\d\d)?(?:,?\s+as\s+amended,?)?(?:\s*[(\[][^()\[\]]{1,60}[)\]]){0,2}"#,
    )
});

/// The same before a head: `Exchange Act Sections`, `Sarbanes-Oxley Section`.
static ACT_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    patterns::compile(
        r"(?i)(exchange\s+act|securities\s+act|sarbanes[-\s]+oxley(?:\s+act)?|advisers\s+act|company\s+act|sox)(?:\s+of\s+(?:19|20)\d\d)?['’s]*,?\s*$",
    )
});

fn act_of(name: &str) -> Act {
    let lower = name.to_ascii_lowercase();
    if lower.contains("exchange") || lower.contains("34 act") || lower.contains("1934") {
        Act::Exchange
    } else if lower.contains("sarbanes") || lower.contains("sox") {
        Act::SarbanesOxley
    } else if lower.starts_with("securities act") || lower.contains("33 act") || lower.contains("1933") {
        Act::Securities
    } else {
        Act::Other
    }
}

/// All citations of a text, in order.
pub(super) fn citations(text: &str) -> Vec<Citation> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(head) = HEAD.find_at(text, from) {
        from = head.end();
        let word = head.as_str();
        // "SOX 304" and "Regulation G" are head and item in one.
        if word.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("sox")) {
            let digits: String = word.chars().filter(char::is_ascii_digit).collect();
            found.push(single(&digits, Act::SarbanesOxley, head.start(), head.end()));
            continue;
        }
        if word.to_ascii_lowercase().starts_with("regulation") {
            let letter: String = word.chars().skip(10).filter(|c| !c.is_whitespace()).collect();
            let number = format!("Reg{}", letter.to_ascii_uppercase());
            found.push(single(&number, Act::Other, head.start(), head.end()));
            continue;
        }
        let mut start = head.start().saturating_sub(60);
        while !text.is_char_boundary(start) {
            start += 1;
        }
        let before = text.get(start..head.start()).unwrap_or("");
        let act = ACT_BEFORE.captures(before).and_then(|c| c.get(1)).map(|m| act_of(m.as_str()));
        let items = list(text, head.end(), act);
        // Without "Section" only what can be nothing else: "violations of 10(b)", "Exchange Act 20(a)".
        let bare = !(word.contains('§')
            || ["sec", "sub", "rul"]
                .iter()
                .any(|start| word.get(..3).is_some_and(|w| w.eq_ignore_ascii_case(start))))
            || word.to_ascii_lowercase().starts_with("securities");
        if bare && items.first().is_none_or(|item| item.groups.is_empty() && item.rule.is_none()) {
            continue;
        }
        let act = bare.then(|| act_of(word)).filter(|act| *act != Act::Other);
        let items: Vec<Item> = items.into_iter().map(|item| Item { act: item.act.or(act), ..item }).collect();
        if let Some(last) = items.last() {
            from = last.span.end;
            found.push(Citation { span: Span::new(head.start(), last.span.end), items });
        }
    }
    found
}

fn single(number: &str, act: Act, start: usize, end: usize) -> Citation {
    let span = Span::new(start, end);
    let item = Item { number: number.to_owned(), rule: None, groups: Vec::new(), span, act: Some(act) };
    Citation { items: vec![item], span }
}

/// Reads items from `at` on, over separators and over the names of laws.
fn list(text: &str, at: usize, act_before: Option<Act>) -> Vec<Item> {
    let bytes = text.as_bytes();
    let mut items: Vec<Item> = Vec::new();
    let mut unnamed = 0;
    let mut at = at;
    let mut range = false;
    while items.len() < 80 {
        let Some((mut item, end)) = item(bytes, at, items.last()) else { break };
        item.act = act_before;
        if range && let Some(first) = items.last().cloned() {
            between(&first, &item, &mut items);
        }
        items.push(item);
        at = end;
        // A law's name closes the items before it; "and" with a digit behind it goes on.
        if let Some(act) = text
            .get(at..(at + 220).min(text.len()))
            .or_else(|| text.get(at..))
            .and_then(|rest| ACT.captures(rest))
            && let (Some(whole), Some(name)) = (act.get(0), act.name("act"))
        {
            for item in &mut items[unnamed..] {
                item.act = Some(act_of(name.as_str()));
            }
            at += whole.end();
            unnamed = items.len();
        }
        let Some((next, is_range)) = separator(bytes, at) else { break };
        at = next;
        range = is_range;
    }
    items
}

/// What stands between two items: the place behind it and whether it means all between.
fn separator(bytes: &[u8], at: usize) -> Option<(usize, bool)> {
    let mut next = remark_end(bytes, at);
    let mut seen = false;
    let mut range = false;
    for _ in 0..6 {
        let space = skip_space(bytes, next);
        let rest = bytes.get(space..)?;
        let dash = rest.first() == Some(&b'-')
            || rest.starts_with("–".as_bytes())
            || rest.starts_with("—".as_bytes());
        let (width, is_range) = match rest.first()? {
            b',' | b';' | b'&' | b'/' => (1, false),
            _ if dash && rest.first() == Some(&b'-') => (1, true),
            _ if dash => (3, true),
            _ if word(rest, b"and") => (3, false),
            _ if word(rest, b"or") => (2, false),
            _ if word(rest, b"through") => (7, true),
            _ if word(rest, b"to") => (2, true),
            _ if word(rest, b"of") && seen => (2, false),
            _ => break,
        };
        // "13a-1, -11": the dash belongs to the item.
        if rest.first() == Some(&b'-') && seen {
            break;
        }
        seen = true;
        range |= is_range;
        next = space + width;
    }
    seen.then_some((next, range))
}

/// The end of a remark in brackets on who is charged: `13a-11 (Doe only), 13a-14`.
fn remark_end(bytes: &[u8], at: usize) -> usize {
    let open = skip_space(bytes, at);
    if bytes.get(open) != Some(&b'(') {
        return at;
    }
    let close = bytes.iter().skip(open + 1).take(60).position(|b| matches!(b, b')' | b'(' | b'.'));
    match close.map(|length| open + 1 + length) {
        Some(end) if bytes.get(end) == Some(&b')') => end + 1,
        _ => at,
    }
}

fn word(rest: &[u8], expected: &[u8]) -> bool {
    rest.get(..expected.len()).is_some_and(|start| start.eq_ignore_ascii_case(expected))
        && !rest.get(expected.len()).is_some_and(u8::is_ascii_alphanumeric)
}

fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    loop {
        match bytes.get(at) {
            Some(b) if b.is_ascii_whitespace() => at += 1,
            // A no-break space is two bytes.
            Some(0xC2) if bytes.get(at + 1) == Some(&0xA0) => at += 2,
            _ => return at,
        }
    }
}

/// One item at `at`; a short one (`(B)`, `-13`) takes what it lacks from the one before.
fn item(bytes: &[u8], at: usize, previous: Option<&Item>) -> Option<(Item, usize)> {
    let start = skip_space(bytes, at);
    let mut next = start;
    match bytes.get(start)? {
        b'(' => {
            let previous = previous?;
            let (groups, end) = brackets(bytes, start);
            let keep = previous.groups.len().checked_sub(groups.len())?;
            let mut all = previous.groups[..keep].to_vec();
            // "(B)" behind "(b)(2)(A)"; not "(collectively ...)".
            if groups.is_empty() || groups.iter().any(|g| g.len() > 3) {
                return None;
            }
            all.extend(groups);
            let item = Item { groups: all, span: Span::new(start, end), ..previous.clone() };
            return Some((item, end));
        }
        b'-' => {
            let previous = previous.filter(|p| p.rule.is_some())?;
            let (digits, end) = digits(bytes, start + 1)?;
            let item = Item {
                rule: Some(digits),
                groups: Vec::new(),
                span: Span::new(start, end),
                ..previous.clone()
            };
            return Some((item, end));
        }
        b if b.is_ascii_digit() => {}
        _ => return None,
    }
    let (mut number, end) = digits(bytes, start)?;
    next = next.max(end);
    // "240.10b-5" is the rule of the code of regulations.
    if matches!(number.as_str(), "240" | "230" | "244" | "249") && bytes.get(next) == Some(&b'.') {
        let (rest, end) = digits(bytes, next + 1)?;
        number = rest;
        next = end;
    }
    if number.len() > 4 {
        return None;
    }
    while bytes.get(next).is_some_and(u8::is_ascii_alphanumeric) && number.len() < 6 {
        number.push(char::from(*bytes.get(next)?));
        next += 1;
    }
    if bytes.get(next).is_some_and(u8::is_ascii_alphanumeric) {
        return None;
    }
    // A line may break behind the dash: "13a-\n1".
    let mut rule = None;
    if bytes.get(next) == Some(&b'-') && number.bytes().any(|b| b.is_ascii_alphabetic()) {
        let after = skip_space(bytes, next + 1);
        if let Some((found, end)) = digits(bytes, after)
            && found.len() <= 2
        {
            rule = Some(found);
            next = end;
            if bytes.get(next).is_some_and(u8::is_ascii_alphabetic)
                && !bytes.get(next + 1).is_some_and(u8::is_ascii_alphanumeric)
            {
                next += 1;
            }
        }
    }
    let (groups, end) = brackets(bytes, next);
    let item = Item { number, rule, groups, span: Span::new(start, end), act: None };
    Some((item, end))
}

fn digits(bytes: &[u8], at: usize) -> Option<(String, usize)> {
    let mut end = at;
    while bytes.get(end).is_some_and(u8::is_ascii_digit) && end - at < 5 {
        end += 1;
    }
    let found = std::str::from_utf8(bytes.get(at..end)?).ok()?;
    (!found.is_empty()).then(|| (found.to_owned(), end))
}

/// `(b)(2)(A)`, also with a bracket missing: `(b)(2(A)`. Longer words in brackets are no part of a citation.
fn brackets(bytes: &[u8], at: usize) -> (Vec<String>, usize) {
    let mut groups = Vec::new();
    let mut end = at;
    while groups.len() < 6 {
        let space = skip_space(bytes, end);
        // A space may stand before a bracket where a line broke.
        let open = if bytes.get(space) == Some(&b'(') && (space == end || space - end <= 12) {
            space
        } else {
            break;
        };
        let inside = skip_space(bytes, open + 1);
        let mut close = inside;
        while bytes.get(close).is_some_and(u8::is_ascii_alphanumeric) && close - inside < 4 {
            close += 1;
        }
        let Some(text) = bytes.get(inside..close).and_then(|b| std::str::from_utf8(b).ok()) else { break };
        let after = skip_space(bytes, close);
        let closed = match bytes.get(after) {
            Some(b')') => after + 1,
            Some(b'(') if after == close => after,
            _ => break,
        };
        let fits = !text.is_empty()
            && (text.len() == 1
                || text.len() <= 2 && text.bytes().all(|b| b.is_ascii_digit())
                || matches!(text, "ii" | "iii" | "iv" | "vi"));
        if !fits {
            break;
        }
        groups.push(text.to_owned());
        end = closed;
    }
    (groups, end)
}

/// What a range names between its ends: `(A)-(C)`, `(1) through (3)`, `13a-1 through 13a-13`.
fn between(first: &Item, last: &Item, items: &mut Vec<Item>) {
    let span = Span::new(first.span.start, last.span.end);
    if let (Some(a), Some(b)) = (&first.rule, &last.rule) {
        if let (Ok(a), Ok(b)) = (a.parse::<u8>(), b.parse::<u8>())
            && first.number == last.number
            && b > a
            && b - a < 30
        {
            // Of the rules between, those on reports; others of the number are not meant by such ranges.
            for rule in (a + 1..b).filter(|r| matches!(r, 11 | 13..=16)) {
                items.push(Item { rule: Some(rule.to_string()), span, ..first.clone() });
            }
        }
        return;
    }
    let (Some(a), Some(b)) = (first.groups.last(), last.groups.last()) else { return };
    let ([a], [b]) = (a.as_bytes(), b.as_bytes()) else { return };
    if first.groups.len() != last.groups.len()
        || a.is_ascii_digit() != b.is_ascii_digit()
        || b <= a
        || b - a > 8
    {
        return;
    }
    for middle in a + 1..*b {
        let mut groups = first.groups.clone();
        if let Some(last) = groups.last_mut() {
            *last = char::from(middle).to_string();
        }
        items.push(Item { groups, span, ..first.clone() });
    }
}
