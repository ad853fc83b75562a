//! The Porter stemmer in the variant that NLTK uses by default, which is the one behind `rouge_score`.
//!
//! After M. F. Porter, "An algorithm for suffix stripping" (1980), with NLTK's extensions: a list of irregular
//! forms, a vowel test that treats `y` by its neighbour, short words left alone, and later rules of step 2.

/// Irregular forms, each with the stem that it shares.
const IRREGULAR: &[(&str, &str)] = &[
    ("sky", "sky"),
    ("skies", "sky"),
    ("dying", "die"),
    ("lying", "lie"),
    ("tying", "tie"),
    ("news", "news"),
    ("innings", "inning"),
    ("inning", "inning"),
    ("outings", "outing"),
    ("outing", "outing"),
    ("cannings", "canning"),
    ("canning", "canning"),
    ("howe", "howe"),
    ("proceed", "proceed"),
    ("exceed", "exceed"),
    ("succeed", "succeed"),
];

/// Stems a token of lower-case ASCII letters and digits.
pub fn stem(word: &str) -> String {
    if let Some((_, stem)) = IRREGULAR.iter().find(|(form, _)| *form == word) {
        return (*stem).to_owned();
    }
    if word.len() <= 2 {
        return word.to_owned();
    }
    let mut w = word.to_owned();
    for step in [step_1a, step_1b, step_1c, step_2, step_3, step_4, step_5a, step_5b] {
        w = step(&w);
    }
    w
}

fn is_consonant(word: &[u8], at: usize) -> bool {
    match word[at] {
        b'a' | b'e' | b'i' | b'o' | b'u' => false,
        // `y` is the opposite of the letter before it, so a run of them alternates.
        b'y' => {
            let run = word[..at].iter().rev().take_while(|letter| **letter == b'y').count();
            let first = at == run || matches!(word[at - run - 1], b'a' | b'e' | b'i' | b'o' | b'u');
            first == run.is_multiple_of(2)
        }
        _ => true,
    }
}

/// The measure m: how many times a vowel run is followed by a consonant run.
fn measure(stem: &str) -> usize {
    let bytes = stem.as_bytes();
    let mut m = 0;
    for at in 1..bytes.len() {
        if is_consonant(bytes, at) && !is_consonant(bytes, at - 1) {
            m += 1;
        }
    }
    m
}

fn has_vowel(stem: &str) -> bool {
    (0..stem.len()).any(|at| !is_consonant(stem.as_bytes(), at))
}

fn ends_double_consonant(word: &str) -> bool {
    let b = word.as_bytes();
    b.len() >= 2 && b[b.len() - 1] == b[b.len() - 2] && is_consonant(b, b.len() - 1)
}

fn ends_cvc(word: &str) -> bool {
    let b = word.as_bytes();
    let n = b.len();
    (n >= 3
        && is_consonant(b, n - 3)
        && !is_consonant(b, n - 2)
        && is_consonant(b, n - 1)
        && !matches!(b[n - 1], b'w' | b'x' | b'y'))
        || (n == 2 && !is_consonant(b, 0) && is_consonant(b, 1))
}

/// Applies the first rule whose suffix fits; a rule whose condition fails ends the step.
fn first_rule(word: &str, rules: &[(&str, &str)], condition: impl Fn(&str, &str) -> bool) -> String {
    for (suffix, replacement) in rules {
        if let Some(stem) = word.strip_suffix(suffix) {
            return if condition(stem, suffix) { format!("{stem}{replacement}") } else { word.to_owned() };
        }
    }
    word.to_owned()
}

fn step_1a(word: &str) -> String {
    if word.ends_with("ies") && word.len() == 4 {
        return format!("{}ie", &word[..1]);
    }
    first_rule(word, &[("sses", "ss"), ("ies", "i"), ("ss", "ss"), ("s", "")], |_, _| true)
}

fn step_1b(word: &str) -> String {
    if let Some(stem) = word.strip_suffix("ied") {
        return if word.len() == 4 { format!("{stem}ie") } else { format!("{stem}i") };
    }
    if let Some(stem) = word.strip_suffix("eed") {
        return if measure(stem) > 0 { format!("{stem}ee") } else { word.to_owned() };
    }
    let stem =
        ["ed", "ing"].iter().find_map(|suffix| word.strip_suffix(suffix).filter(|stem| has_vowel(stem)));
    let Some(stem) = stem else { return word.to_owned() };
    if stem.ends_with("at") || stem.ends_with("bl") || stem.ends_with("iz") {
        return format!("{stem}e");
    }
    if ends_double_consonant(stem) {
        return if stem.ends_with(['l', 's', 'z']) {
            stem.to_owned()
        } else {
            stem[..stem.len() - 1].to_owned()
        };
    }
    if measure(stem) == 1 && ends_cvc(stem) { format!("{stem}e") } else { stem.to_owned() }
}

fn step_1c(word: &str) -> String {
    match word.strip_suffix('y') {
        Some(stem) if stem.len() > 1 && is_consonant(stem.as_bytes(), stem.len() - 1) => format!("{stem}i"),
        _ => word.to_owned(),
    }
}

fn step_2(word: &str) -> String {
    if let Some(stem) = word.strip_suffix("alli")
        && measure(stem) > 0
    {
        return step_2(&format!("{stem}al"));
    }
    const RULES: &[(&str, &str)] = &[
        ("ational", "ate"),
        ("tional", "tion"),
        ("enci", "ence"),
        ("anci", "ance"),
        ("izer", "ize"),
        ("bli", "ble"),
        ("alli", "al"),
        ("entli", "ent"),
        ("eli", "e"),
        ("ousli", "ous"),
        ("ization", "ize"),
        ("ation", "ate"),
        ("ator", "ate"),
        ("alism", "al"),
        ("iveness", "ive"),
        ("fulness", "ful"),
        ("ousness", "ous"),
        ("aliti", "al"),
        ("iviti", "ive"),
        ("biliti", "ble"),
        ("fulli", "ful"),
    ];
    for (suffix, replacement) in RULES {
        if let Some(stem) = word.strip_suffix(suffix) {
            return if measure(stem) > 0 { format!("{stem}{replacement}") } else { word.to_owned() };
        }
    }
    if let Some(stem) = word.strip_suffix("logi") {
        return if measure(&word[..word.len() - 3]) > 0 { format!("{stem}log") } else { word.to_owned() };
    }
    word.to_owned()
}

fn step_3(word: &str) -> String {
    const RULES: &[(&str, &str)] = &[
        ("icate", "ic"),
        ("ative", ""),
        ("alize", "al"),
        ("iciti", "ic"),
        ("ical", "ic"),
        ("ful", ""),
        ("ness", ""),
    ];
    first_rule(word, RULES, |stem, _| measure(stem) > 0)
}

fn step_4(word: &str) -> String {
    const RULES: &[(&str, &str)] = &[
        ("al", ""),
        ("ance", ""),
        ("ence", ""),
        ("er", ""),
        ("ic", ""),
        ("able", ""),
        ("ible", ""),
        ("ant", ""),
        ("ement", ""),
        ("ment", ""),
        ("ent", ""),
        ("ion", ""),
        ("ou", ""),
        ("ism", ""),
        ("ate", ""),
        ("iti", ""),
        ("ous", ""),
        ("ive", ""),
        ("ize", ""),
    ];
    first_rule(word, RULES, |stem, suffix| {
        measure(stem) > 1 && (suffix != "ion" || stem.ends_with(['s', 't']))
    })
}

fn step_5a(word: &str) -> String {
    match word.strip_suffix('e') {
        Some(stem) if measure(stem) > 1 || (measure(stem) == 1 && !ends_cvc(stem)) => stem.to_owned(),
        _ => word.to_owned(),
    }
}

fn step_5b(word: &str) -> String {
    match word.strip_suffix('l') {
        Some(stem) if stem.ends_with('l') && measure(stem) > 1 => stem.to_owned(),
        _ => word.to_owned(),
    }
}
