//! The organisations a release speaks of: full names, short names defined in brackets or by use, and all mentions.

use super::names::{self, After, Found, Mentions, Word};
use super::patterns::compile;
use super::words;
use crate::span::Span;
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::LazyLock;

/// One organisation.
#[derive(Clone, Debug)]
pub struct Entity {
    /// The full name as printed, on one line.
    pub name: String,
    /// Where the full name stands first.
    pub span: Span,
    /// The name's own words, see [`names::key_of`].
    pub key: Vec<String>,
    /// Short and former names, and the name without its form.
    pub aliases: Vec<String>,
    /// Whether the name ends in a legal form.
    pub legal: bool,
    /// Whether the text calls it "the Company" or "the Issuer" by definition.
    pub is_the_company: bool,
    /// Exchange and ticker where the text gives them: `NYSE: ABC`.
    pub ticker: Option<String>,
    /// A short name stands in brackets after it.
    pub defined: bool,
}

static TICKER: LazyLock<Regex> =
    LazyLock::new(|| compile(r"(?i)^\s*(nasdaq|nyse|amex|otc[a-z]*|tsx|lse)[^:)]{0,20}:\s*([A-Z.]{1,6})\b"));

static FORMER: LazyLock<Regex> = LazyLock::new(|| {
    compile(r"(?i)^\s*(?:formerly(?:\s+known\s+as)?|f/k/a|n/k/a|d/b/a|a/k/a|now\s+known\s+as|now)\s+")
});

/// Words that name an office or rank.
pub(super) fn is_office(lower: &str) -> bool {
    matches!(
        lower,
        "executive"
            | "executives"
            | "officer"
            | "officers"
            | "vice"
            | "president"
            | "ceo"
            | "cfo"
            | "coo"
            | "chief"
            | "controller"
            | "treasurer"
            | "employee"
            | "employees"
            | "chairman"
            | "director"
            | "directors"
            | "senior"
            | "assistant"
            | "general"
            | "officials"
            | "manager"
            | "managers"
            | "management"
    )
}

/// Finds the organisations of a text. `persons` are names of persons already known, lower-cased.
pub fn find(text: &str, words: &[Word<'_>], persons: &BTreeSet<String>) -> Vec<Entity> {
    let mut entities: Vec<Entity> = Vec::new();
    let mut by_key: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    for found in names::legal_names(words) {
        add(text, words, after_owner(words, found), &mut entities, &mut by_key);
    }
    // Names with a definition first: what they define is no name of its own.
    let mut bare: Vec<(bool, Found, String)> = bare_names(text, words, persons)
        .into_iter()
        .filter_map(|found| {
            let (name, span) = names::printed(text, words, found)?;
            let defines = !definition_after(text, span, &name).aliases.is_empty();
            Some((!defines, found, name))
        })
        .collect();
    bare.sort_by_key(|(plain, found, _)| (*plain, found.first));
    for (plain, found, name) in bare {
        let key = names::key_of(&name);
        if key.is_empty() || (plain && by_key.contains_key(&key)) {
            continue;
        }
        if by_key.contains_key(&key) {
            add(text, words, found, &mut entities, &mut by_key);
            continue;
        }
        // A short name already defined, or the opening words of a longer name, bring nothing new.
        let known = entities.iter().any(|e| e.aliases.iter().any(|a| names::key_of(a) == key));
        let opens_another =
            entities.iter().any(|e| opens(&key, &e.key)) && !is_named_beside(text, &name, &entities);
        if known || opens_another {
            continue;
        }
        // One word of a longer name, and of one only: `Northvale` for `Koninklijke Northvale N.V.`
        if let [word] = key.as_slice()
            && !words::is_common_opener(word)
            && !entities.iter().any(|e| e.key.starts_with(&key))
        {
            let mut inside = entities.iter_mut().filter(|e| e.legal && e.key.contains(word));
            if let (Some(only), None) = (inside.next(), inside.next()) {
                only.aliases.push(name);
                continue;
            }
        }
        add(text, words, found, &mut entities, &mut by_key);
    }
    add_short_names(text, words, &mut entities);
    entities
}

fn add(
    text: &str,
    words: &[Word<'_>],
    found: Found,
    entities: &mut Vec<Entity>,
    by_key: &mut BTreeMap<Vec<String>, usize>,
) {
    let Some((name, span)) = names::printed(text, words, found) else { return };
    let key = names::key_of(&name);
    let lower = name.to_lowercase();
    if key.is_empty() || words::is_body(&lower) || words::is_body(&key.join(" ")) {
        return;
    }
    // `Inc.` alone, where a headline's name was not taken for one.
    if key.len() == 1 && words::is_legal_form(&key[0]) {
        return;
    }
    let definition = definition_after(text, span, &name);
    let index = match by_key.get(&key) {
        Some(index) => {
            let known = &mut entities[*index];
            for spelling in [name.clone(), without_form(&name)] {
                if !known.aliases.contains(&spelling) {
                    known.aliases.push(spelling);
                }
            }
            // Capitals of a headline give way to the printed case of the body.
            if is_all_capitals(&known.name) && !is_all_capitals(&name) {
                known.name = name;
                known.span = span;
            }
            *index
        }
        None => {
            by_key.insert(key.clone(), entities.len());
            entities.push(Entity {
                name,
                span,
                key,
                aliases: Vec::new(),
                legal: found.legal,
                is_the_company: false,
                ticker: None,
                defined: false,
            });
            entities.len() - 1
        }
    };
    let entity = &mut entities[index];
    entity.defined |= !definition.aliases.is_empty();
    entity.is_the_company |= definition.is_the_company;
    entity.ticker = entity.ticker.take().or(definition.ticker);
    for alias in definition.aliases {
        if !entity.aliases.contains(&alias) {
            entity.aliases.push(alias);
        }
    }
}

/// `Northvales Harrow Services, Inc.`: the parent's possessive, its apostrophe lost, is no part of the unit's name. It
/// is one where the text speaks of the parent alone, before a small word, at least twice.
fn after_owner(words: &[Word<'_>], found: Found) -> Found {
    let opener = words[found.first].text;
    let Some(stem) = opener.strip_suffix('s').filter(|s| s.len() > 3 && found.last - found.first >= 2) else {
        return found;
    };
    let stem = stem.trim_end_matches(['\'', '\u{2019}']);
    let alone = words
        .windows(2)
        .filter(|w| w[0].text == stem && w[0].after == After::Nothing && !w[1].is_capital())
        .take(2)
        .count();
    if alone < 2 || words::is_common_opener(&stem.to_lowercase()) {
        return found;
    }
    Found { first: found.first + 1, ..found }
}

/// `NAME materially overstated its revenue`: whether the word at `name` is the subject of such a verb.
fn misstates_its(words: &[Word<'_>], name: usize) -> bool {
    let mut at = name + 1;
    while at <= name + 2 && words.get(at).is_some_and(|w| w.text.ends_with("ly") || w.text == "had") {
        at += 1;
    }
    let verb = words.get(at).is_some_and(|w| {
        matches!(w.text, "overstated" | "understated" | "misstated" | "restated" | "inflated" | "overstating")
    });
    verb && words[at..].iter().skip(1).take(2).any(|w| w.text == "its")
}

/// Whether a name is written in capitals throughout.
pub fn is_all_capitals(name: &str) -> bool {
    name.chars().filter(|c| c.is_alphabetic()).count() > 4 && !name.chars().any(char::is_lowercase)
}

#[derive(Default)]
struct Definition {
    aliases: Vec<String>,
    is_the_company: bool,
    ticker: Option<String>,
}

/// Reads the brackets right after a name: `("Short" or the "Company")`, `(Short)`, `(NYSE: ABC)`, `(f/k/a Old Name)`.
fn definition_after(text: &str, span: Span, name: &str) -> Definition {
    let mut found = Definition::default();
    let Some(rest) = text.get(span.end..) else { return found };
    // The ending of a possessive is left out of the name's place.
    let rest = ["\u{2019}s", "'s", "s"].iter().find_map(|mark| rest.strip_prefix(mark)).unwrap_or(rest);
    let mut rest = rest.trim_start_matches([' ', '\n', '\t', '\r', ',', '\u{a0}']);
    for _ in 0..2 {
        let Some(inner) = rest.strip_prefix('(') else { break };
        let window = &inner[..super::segments::floor(inner, 180)];
        let Some(close) = window.find(')') else { break };
        read_definition(&window[..close], name, &mut found);
        rest = inner[close + 1..].trim_start();
    }
    found
}

fn read_definition(inner: &str, name: &str, found: &mut Definition) {
    if let Some(ticker) = TICKER.captures(inner) {
        found.ticker = Some(format!("{}: {}", ticker[1].to_uppercase(), &ticker[2]));
        return;
    }
    if let Some(former) = FORMER.find(inner) {
        let old = inner[former.end()..].trim_matches(|c: char| !c.is_alphanumeric() && c != '.');
        if old.len() > 2 && old.len() < 80 {
            found.aliases.push(super::header::one_line(old));
        }
        return;
    }
    let key = names::key_of(name);
    for piece in inner.split(" or ").flat_map(|p| p.split(',')) {
        let quoted = piece.contains(['"', '\u{201c}', '\u{201d}']);
        let bare = piece.trim().trim_matches(|c: char| !c.is_alphanumeric() && c != '.' && c != '&');
        let bare = ["collectively ", "hereinafter ", "together ", "the \u{201c}", "the \"", "The ", "the "]
            .iter()
            .fold(bare, |b, lead| b.strip_prefix(lead).unwrap_or(b))
            .trim_matches(|c: char| !c.is_alphanumeric() && c != '.' && c != '&');
        let bare = super::header::one_line(bare);
        let lower = bare.to_lowercase();
        if bare.len() < 2 || bare.len() > 45 || bare.split(' ').count() > 5 {
            continue;
        }
        if words::is_generic(&lower) {
            found.is_the_company |=
                matches!(lower.as_str(), "company" | "issuer" | "corporation" | "relevant entity");
            continue;
        }
        if !bare.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || c.is_lowercase())
            || !bare.chars().any(char::is_uppercase)
            || words::is_body(&lower)
        {
            continue;
        }
        let alias_key = names::key_of(&bare);
        let related =
            alias_key.iter().any(|w| key.contains(w) || key.iter().any(|k| k.starts_with(w.as_str())))
                || is_initials(&bare, &key)
                || key.concat().starts_with(&alias_key.concat());
        if quoted || related {
            found.aliases.push(bare);
        }
    }
}

/// Whether capitals of `short` follow the first letters of the name's words.
fn is_initials(short: &str, key: &[String]) -> bool {
    let mut letters = short.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase());
    let Some(first) = letters.next() else { return false };
    short.chars().filter(|c| c.is_uppercase()).count() >= 2
        && key.first().is_some_and(|w| w.starts_with(first))
}

/// Names without a legal form: objects of roles, owners of accounts, and names with a definition in brackets.
fn bare_names(text: &str, words: &[Word<'_>], persons: &BTreeSet<String>) -> Vec<Found> {
    let mut found = Vec::new();
    let used: HashSet<&str> = words.iter().filter(|w| w.is_capital()).map(|w| w.text).collect();
    for (i, word) in words.iter().enumerate() {
        // `former controller of the timber company NAME`.
        if matches!(word.text, "of" | "at" | "for" | "by" | "with" | "Of" | "At")
            && i > 0
            && words[i - 1].after == After::Nothing
            && words::is_served(&words[i - 1].lower())
        {
            let mut at = i + 1;
            while at < words.len()
                && at - i <= 6
                && (!words[at].is_capital() || words[at].is_seat() || words[at].text == "The")
                && words[at - 1].after == After::Nothing
            {
                at += 1;
            }
            if let Some(name) =
                words.get(at).filter(|w| w.is_capital()).and_then(|_| names::bare_name_from(words, at))
            {
                found.push(name);
            }
        }
        // `a former NAME vice president`.
        if word.is_capital()
            && i > 0
            && matches!(
                words[i - 1].text,
                "former" | "then" | "Former" | "current" | "senior" | "FORMER" | "top" | "other" | "certain"
            )
            && !words[i - 1].opened
            && let Some(name) = names::bare_name_from(words, i)
            && words[name.last].after == After::Nothing
            && words.get(name.last + 1).is_some_and(|n| is_office(&n.lower()))
        {
            found.push(name);
        }
        // `NAMEs financial statements`.
        let next = words.get(i + 1);
        if word.is_capital()
            && word.after == After::Nothing
            && word.text.len() > 2
            && misstates_its(words, i)
            && let Some(name) = names::bare_name_to(words, i)
        {
            found.push(name);
        }
        if word.is_capital()
            && word.after == After::Nothing
            && word.text.len() > 3
            && word.text.ends_with('s')
            && next.is_some_and(|n| words::is_owned(&n.lower()))
            && let Some(mut name) = names::bare_name_to(words, i)
        {
            if name.possessive == 0 && is_possessive(word.text, &used, words) {
                name.possessive = 1;
            }
            found.push(name);
        }
        // `NAME (SHORT)`.
        if word.is_capital()
            && matches!(word.after, After::Nothing)
            && next.is_some_and(|n| n.opened)
            && text.get(word.end..).is_some_and(|t| t.trim_start().starts_with('('))
            && let Some(name) = names::bare_name_to(words, i)
            && name.first < name.last
        {
            let Some((printed, span)) = names::printed(text, words, name) else { continue };
            let definition = definition_after(text, span, &printed);
            let surname = words[name.last].lower();
            let person_like = definition.aliases.iter().any(|a| a.to_lowercase().ends_with(&*surname))
                && !definition.is_the_company;
            if (!definition.aliases.is_empty() || definition.is_the_company) && !person_like {
                found.push(name);
            }
        }
    }
    for name in &mut found {
        let last = words[name.last].text;
        if name.possessive == 0
            && last.len() > 3
            && last.strip_suffix('s').is_some_and(|stem| used.contains(stem))
        {
            name.possessive = 1;
        }
    }
    // A run over a possessive is two names: `Northvales Ohio plant`.
    found.retain(|f| {
        !words[f.first..f.last].iter().any(|w| {
            w.text.ends_with("'s")
                || w.text.ends_with("\u{2019}s")
                || w.text.len() > 3 && w.text.strip_suffix('s').is_some_and(|stem| used.contains(stem))
        })
    });
    found.retain(|f| {
        let Some((name, _)) = names::printed(text, words, *f) else { return false };
        let lower = name.to_lowercase();
        let stem = stem_of(&lower);
        let one_word = f.first == f.last;
        !(persons.contains(&lower) || persons.contains(stem) || words::is_place(stem))
            && !words[f.first..=f.last].iter().any(|w| persons.contains(stem_of(&w.lower())) && one_word)
            && !(one_word && words::is_stop(stem))
            && !(one_word && words::is_legal_form(stem))
            && !looks_like_person(&words[f.first..=f.last])
            && lower.len() > 2
    });
    found
}

/// Whether a word in `s` before something owned is a possessive that lost its apostrophe: it is where the text uses
/// the word without its `s`, and is not where the word stands with its `s` before a comma or a stop.
fn is_possessive(word: &str, used: &HashSet<&str>, words: &[Word<'_>]) -> bool {
    let Some(stem) = word.strip_suffix('s') else { return false };
    used.contains(stem)
        || !words.iter().any(|w| w.text == word && matches!(w.after, After::Comma | After::Stop))
}

/// `anicoms` to `anicom`: the possessive that lost its apostrophe.
fn stem_of(lower: &str) -> &str {
    lower
        .strip_suffix("'s")
        .or_else(|| lower.strip_suffix("\u{2019}s"))
        .or_else(|| lower.strip_suffix('s'))
        .unwrap_or(lower)
}

/// `Jane Q. Doe`: a middle initial among two to four words.
fn looks_like_person(words: &[Word<'_>]) -> bool {
    (3..=4).contains(&words.len())
        && words[1..words.len() - 1]
            .iter()
            .any(|w| w.after == After::Stop && w.text.len() == 1 && w.text.chars().all(char::is_uppercase))
}

/// Whether a short name opens a long one, words cut short included: `Signal Tech` for `Signal Technology Corp.`
fn opens(short: &[String], long: &[String]) -> bool {
    short.len() <= long.len()
        && short
            .iter()
            .zip(long)
            .all(|(s, l)| s == l || s.len() >= 4 && short.len() > 1 && l.starts_with(s.as_str()))
}

/// `Northvale and Northvale Credit Corp.`: the short name stands beside the long one, so it is another organisation.
fn is_named_beside(text: &str, name: &str, entities: &[Entity]) -> bool {
    entities.iter().filter(|e| e.legal && e.name.starts_with(name) && e.name.len() > name.len()).any(|e| {
        [" and ", " and its subsidiary ", " and its subsidiary, ", " and its wholly owned subsidiary "]
            .iter()
            .any(|link| text.contains(&format!("{name}{link}{}", e.name)))
    })
}

/// Names without their forms, and opening words that the text uses alone.
fn add_short_names(text: &str, words: &[Word<'_>], entities: &mut [Entity]) {
    let mut used: HashSet<&str> = HashSet::new();
    for word in words.iter().filter(|w| w.is_capital()) {
        used.insert(word.text);
        used.insert(stem_case(word.text));
    }
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    for (i, entity) in entities.iter().enumerate() {
        for alias in &entity.aliases {
            taken.entry(alias.to_lowercase()).or_insert(i);
        }
    }
    let order: Vec<usize> = {
        let mut order: Vec<usize> = (0..entities.len()).collect();
        order.sort_by_key(|i| (entities[*i].key.len(), entities[*i].span.start));
        order
    };
    for i in order {
        let entity = &entities[i];
        let bare = without_form(&entity.name);
        let first = bare.split(' ').next().unwrap_or("").trim_end_matches(',').to_owned();
        let mut fresh = vec![entity.name.clone(), bare.clone()];
        for cut in ['-', '.'] {
            // `Northvale-TV Guide` and `northvale.com` by their first part.
            if let Some((head, _)) = bare.split_once(cut)
                && head.len() > 3
                && !head.contains(' ')
                && used.contains(head)
                && !words::is_common_opener(&head.to_lowercase())
            {
                fresh.push(head.to_owned());
            }
        }
        let first_two: Vec<&str> = bare.split(' ').take(2).collect();
        let stands = || text.matches(&first_two.join(" ")).take(4).count();
        if bare.split(' ').count() > 2
            && let times @ 2.. = stands()
            && (times > 3 || !first_two.iter().all(|w| words::is_common_opener(&w.to_lowercase())))
        {
            fresh.push(first_two.join(" "));
        }
        let lower = first.to_lowercase();
        if bare.contains(' ')
            && (first.len() > 3 || first.len() > 1 && is_short_mark(&first))
            && used.contains(first.as_str())
            && !words::is_common_opener(&lower)
            && !words::is_stop(&lower)
            && !words::is_place(&lower)
        {
            fresh.push(first);
        }
        for alias in fresh {
            let owner = *taken.entry(alias.to_lowercase()).or_insert(i);
            if owner == i && !entities[i].aliases.contains(&alias) {
                entities[i].aliases.push(alias);
            }
        }
    }
}

/// `NFC`, `n2`: capitals, or letters with a figure, that stand for a name though they are short.
fn is_short_mark(word: &str) -> bool {
    let figure = word.chars().any(|c| c.is_ascii_digit());
    word.chars().all(char::is_uppercase) || figure && word.starts_with(|c: char| c.is_ascii_alphabetic())
}

fn stem_case(word: &str) -> &str {
    word.strip_suffix("'s")
        .or_else(|| word.strip_suffix("\u{2019}s"))
        .or_else(|| word.strip_suffix('s'))
        .unwrap_or(word)
}

/// A printed name without its legal forms.
pub fn without_form(name: &str) -> String {
    let mut parts: Vec<&str> = name.split(' ').collect();
    while parts.len() > 1 {
        let Some(last) = parts.last() else { break };
        let bare: String = last.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
        if words::is_legal_form(&bare) {
            parts.pop();
        } else {
            break;
        }
    }
    parts.join(" ").trim_end_matches([',', '.']).trim_start_matches("The ").to_owned()
}

/// All mentions of the organisations by any of their names, in order of place.
pub fn mentions(text: &str, entities: &[Entity]) -> Vec<names::Mention> {
    let mut aliases: Vec<(String, usize)> = Vec::new();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for (i, entity) in entities.iter().enumerate() {
        for alias in &entity.aliases {
            for form in [alias.clone(), alias.to_uppercase()] {
                if form.len() > 1 && seen.insert(form.clone()) {
                    aliases.push((form, i));
                }
            }
        }
    }
    Mentions::new(&aliases).map(|m| m.find(text)).unwrap_or_default()
}

#[cfg(test)]
mod tests;
