//! The organisations a release speaks of: full names, short names defined in brackets or by use, and all mentions.

use super::names::{self, After, Found, Mentions, Word};
use super::words;
use crate::span::Span;
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
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

/// Words too common to stand for one organisation when they open its name.
const COMMON_OPENERS: &[&str] = &[
    "american",
    "america",
    "national",
    "united",
    "international",
    "first",
    "general",
    "new",
    "global",
    "royal",
    "china",
    "universal",
    "advanced",
    "north",
    "south",
    "western",
    "eastern",
    "southern",
    "northern",
    "pacific",
    "atlantic",
    "central",
    "bank",
    "digital",
    "federal",
    "world",
    "great",
    "home",
    "health",
    "medical",
    "computer",
    "network",
    "financial",
    "capital",
    "energy",
    "power",
    "integrated",
    "applied",
    "standard",
    "premier",
    "quality",
    "research",
    "church",
    "san",
    "los",
    "golden",
    "food",
    "foods",
    "california",
    "texas",
    "florida",
    "york",
    "delaware",
    "michigan",
    "illinois",
    "colorado",
    "ohio",
    "canadian",
    "european",
    "asia",
    "british",
    "german",
    "swiss",
    "french",
    "israeli",
    "japan",
    "systems",
    "technology",
    "trust",
    "mortgage",
    "insurance",
    "communications",
    "software",
    "data",
    "internet",
    "smart",
    "safety",
    "state",
    "city",
    "county",
    "system",
    "performance",
    "professional",
    "industrial",
    "commercial",
    "consolidated",
    "diversified",
    "allied",
    "associated",
    "continental",
    "intercontinental",
    "children",
    "college",
    "life",
    "family",
    "gold",
    "silver",
    "blue",
    "red",
    "green",
    "sun",
    "star",
    "royal",
    "hanover-",
    "service",
    "services",
    "electronic",
    "electronics",
    "video",
    "media",
    "smith",
    "john",
    "thomas",
    "robert",
    "william",
    "james",
];

static TICKER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\s*(nasdaq|nyse|amex|otc[a-z]*|tsx|lse)[^:)]{0,20}:\s*([A-Z.]{1,6})\b")
        .unwrap_or_else(|e| unreachable!("{e}"))
});

static FORMER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\s*(?:formerly(?:\s+known\s+as)?|f/k/a|n/k/a|d/b/a|a/k/a|now\s+known\s+as|now)\s+")
        .unwrap_or_else(|e| unreachable!("{e}"))
});

/// Nouns before `of`/`at` whose object is the organisation someone serves or that issued something.
static SERVES: &[&str] = &[
    "officer",
    "officers",
    "president",
    "chairman",
    "director",
    "directors",
    "controller",
    "comptroller",
    "treasurer",
    "executive",
    "executives",
    "counsel",
    "employee",
    "employees",
    "manager",
    "managers",
    "auditor",
    "auditors",
    "ceo",
    "cfo",
    "coo",
    "official",
    "officials",
    "subsidiary",
    "subsidiaries",
    "unit",
    "division",
    "shares",
    "stock",
    "securities",
    "behalf",
    "shareholders",
    "statements",
    "insiders",
    "accountant",
    "management",
    "reports",
    "investors",
    "founder",
    "fraud",
    "scheme",
    "cao",
    "finance",
    "operations",
    "sales",
    "accounting",
];

/// Nouns after a possessive that only an organisation with accounts has.
static OWNS: &[&str] = &[
    "financial",
    "revenue",
    "revenues",
    "earnings",
    "income",
    "net",
    "reported",
    "books",
    "quarterly",
    "annual",
    "periodic",
    "stock",
    "common",
    "shares",
    "auditors",
    "outside",
    "independent",
    "accounting",
    "consolidated",
    "publicly",
    "internal",
    "shareholders",
    "filings",
    "board",
    "results",
    "sales",
    "fiscal",
    "audited",
    "form",
    "inventory",
];

/// Finds the organisations of a text. `persons` are names of persons already known, lower-cased.
pub fn find(text: &str, words: &[Word<'_>], persons: &BTreeSet<String>) -> Vec<Entity> {
    let mut entities: Vec<Entity> = Vec::new();
    let mut by_key: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    for found in names::legal_names(words) {
        add(text, words, found, &mut entities, &mut by_key);
    }
    for found in bare_names(text, words, persons) {
        let Some((name, _)) = names::printed(text, words, found) else { continue };
        let key = names::key_of(&name);
        if key.is_empty() || by_key.contains_key(&key) {
            continue;
        }
        // The opening words of a longer name, or a short name already defined, bring nothing new.
        let stands_for_another = entities
            .iter()
            .any(|e| e.key.starts_with(&key) || e.aliases.iter().any(|a| names::key_of(a) == key));
        if stands_for_another {
            continue;
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
    let definition = definition_after(text, span, &name);
    let index = match by_key.get(&key) {
        Some(index) => {
            let known = &mut entities[*index];
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
        if words::GENERIC_NAMES.contains(&lower.as_str()) {
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
    let used: BTreeSet<&str> = words.iter().filter(|w| w.is_capital()).map(|w| w.text).collect();
    for (i, word) in words.iter().enumerate() {
        // `former controller of the timber company NAME`.
        if matches!(word.text, "of" | "at" | "for" | "by" | "with" | "Of" | "At")
            && i > 0
            && words[i - 1].after == After::Nothing
            && SERVES.contains(&words[i - 1].lower().as_str())
        {
            let mut at = i + 1;
            while at < words.len()
                && at - i <= 6
                && !words[at].is_capital()
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
        // `NAMEs financial statements`.
        let next = words.get(i + 1);
        if word.is_capital()
            && word.after == After::Nothing
            && word.text.len() > 3
            && word.text.ends_with('s')
            && next.is_some_and(|n| OWNS.contains(&n.text))
            && let Some(mut name) = names::bare_name_to(words, i)
        {
            if name.possessive == 0 && is_possessive(word.text, &used) {
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
            let person_like = definition.aliases.iter().any(|a| a.to_lowercase().ends_with(&surname))
                && !definition.is_the_company;
            if (!definition.aliases.is_empty() || definition.is_the_company) && !person_like {
                found.push(name);
            }
        }
    }
    found.retain(|f| {
        let Some((name, _)) = names::printed(text, words, *f) else { return false };
        let lower = name.to_lowercase();
        let stem = stem_of(&lower);
        let one_word = f.first == f.last;
        !(persons.contains(&lower) || persons.contains(stem) || is_place(stem))
            && !words[f.first..=f.last].iter().any(|w| persons.contains(stem_of(&w.lower())) && one_word)
            && !(one_word && words::is_stop(stem))
            && !(one_word && words::is_legal_form(stem))
            && !looks_like_person(&words[f.first..=f.last])
            && lower.len() > 2
    });
    found
}

/// Whether a word in `s` before something owned is a possessive that lost its apostrophe: it is, unless the text
/// uses the word with its `s` and never without.
fn is_possessive(word: &str, used: &BTreeSet<&str>) -> bool {
    word.strip_suffix('s').is_some_and(|stem| used.contains(stem) || !stem.ends_with(['s', 'e', 'i', 'u']))
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

const PLACES: &[&str] = &[
    "alabama",
    "alaska",
    "arizona",
    "arkansas",
    "california",
    "colorado",
    "connecticut",
    "delaware",
    "columbia",
    "florida",
    "georgia",
    "hawaii",
    "idaho",
    "illinois",
    "indiana",
    "iowa",
    "kansas",
    "kentucky",
    "louisiana",
    "maine",
    "maryland",
    "massachusetts",
    "michigan",
    "minnesota",
    "mississippi",
    "missouri",
    "montana",
    "nebraska",
    "nevada",
    "new hampshire",
    "new jersey",
    "new mexico",
    "new york",
    "north carolina",
    "north dakota",
    "ohio",
    "oklahoma",
    "oregon",
    "pennsylvania",
    "rhode island",
    "south carolina",
    "south dakota",
    "tennessee",
    "texas",
    "utah",
    "vermont",
    "virginia",
    "washington",
    "west virginia",
    "wisconsin",
    "wyoming",
    "canada",
    "china",
    "mexico",
    "europe",
    "asia",
    "america",
    "united states",
    "japan",
    "israel",
    "germany",
    "france",
    "england",
    "london",
    "hong kong",
    "boston",
    "chicago",
    "houston",
    "dallas",
    "manhattan",
    "brazil",
    "india",
    "puerto rico",
    "united kingdom",
    "the netherlands",
    "netherlands",
    "singapore",
    "taiwan",
    "korea",
    "australia",
    "russia",
    "ireland",
    "italy",
    "spain",
    "switzerland",
    "illinoi",
    "texa",
    "kansa",
    "massachusett",
    "congress",
    "board",
    "audit committee",
    "u.s",
    "us",
    "internet",
    "wall street",
    "christmas",
    "i",
    "ii",
    "iii",
    "u.k",
];

fn is_place(lower: &str) -> bool {
    PLACES.contains(&lower) || PLACES.contains(&lower.trim_end_matches('.'))
}

/// Names without their forms, and opening words that the text uses alone.
fn add_short_names(text: &str, words: &[Word<'_>], entities: &mut [Entity]) {
    let mut used: BTreeSet<String> = BTreeSet::new();
    for word in words.iter().filter(|w| w.is_capital()) {
        used.insert(word.text.to_owned());
        used.insert(stem_case(word.text).to_owned());
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
        let first_two: Vec<&str> = bare.split(' ').take(2).collect();
        if bare.split(' ').count() > 2
            && text.matches(&first_two.join(" ")).count() > 1
            && !first_two.iter().all(|w| COMMON_OPENERS.contains(&w.to_lowercase().as_str()))
        {
            fresh.push(first_two.join(" "));
        }
        let lower = first.to_lowercase();
        if bare.contains(' ')
            && first.len() > 3
            && used.contains(&first)
            && !COMMON_OPENERS.contains(&lower.as_str())
            && !words::is_stop(&lower)
            && !is_place(&lower)
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
mod tests {
    use super::*;

    fn named(text: &str) -> Vec<(String, Vec<String>)> {
        let words = names::words_of(text);
        find(text, &words, &BTreeSet::new()).into_iter().map(|e| (e.name, e.aliases)).collect()
    }

    #[test]
    fn short_names_are_resolved_with_and_without_quotes() {
        for text in [
            "Northvale Financial Corporation (NFC) sold. NFC sold.",
            "Northvale Financial Corporation (\u{201c}NFC\u{201d} or the \u{201c}Company\u{201d}) sold.",
            "Northvale Financial Corporation (\"NFC\") sold.",
        ] {
            let found = named(text);
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!(found[0].0, "Northvale Financial Corporation");
            assert!(found[0].1.contains(&"NFC".to_owned()), "{text}: {found:?}");
        }
    }

    #[test]
    fn names_without_a_form_are_found_by_what_they_own() {
        let text =
            "Jane Doe was a vice president of Harrowgate. Harrowgates financial statements were false.";
        assert_eq!(named(text).len(), 1);
        assert_eq!(named(text)[0].0, "Harrowgate");
    }

    #[test]
    fn a_printed_case_is_preferred_to_capitals() {
        let found = named("SEC SUES NORTHVALE DEVICES, INC.\n\nThe Commission sued Northvale Devices, Inc.");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].0, "Northvale Devices, Inc.");
    }
}
