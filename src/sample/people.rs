//! Invented people: the officers and auditors of an issuer.

use super::{
    dice::Dice,
    firms::FIRMS,
    words::{GIVEN, SURNAME_HEADS, SURNAME_TAILS},
    world::Firm,
};

/// Who ran, kept and audited the books.
pub(super) struct People {
    pub(super) chief: String,
    pub(super) finance: String,
    pub(super) controller: String,
    pub(super) partner: String,
    pub(super) auditor: String,
}

/// The people of an issuer; the same on every call, and different from those of any other issuer.
pub(super) fn of(firm: &Firm) -> People {
    let at = FIRMS.iter().position(|f| f.cik == firm.cik).unwrap_or(0);
    let mut d = Dice::new(&["people", firm.name]);
    let given = d.some(&GIVEN, 4);
    // 17 shares no factor with the number of pairs, so no surname comes twice.
    let family = |k: usize| {
        let pair = (at * 6 + k) * 17 % (SURNAME_HEADS.len() * SURNAME_TAILS.len());
        let head = SURNAME_HEADS.get(pair % SURNAME_HEADS.len()).copied().unwrap_or("");
        let tail = SURNAME_TAILS.get(pair / SURNAME_HEADS.len()).copied().unwrap_or("");
        format!("{head}{tail}")
    };
    let name =
        |k: usize, letter: char| format!("{} {letter}. {}", given.get(k).copied().unwrap_or(""), family(k));
    People {
        chief: name(0, 'R'),
        finance: name(1, 'T'),
        controller: name(2, 'L'),
        partner: name(3, 'W'),
        auditor: format!("{} {} LLP", family(4), family(5)),
    }
}

/// The last word of a person's name.
pub(super) fn surname(name: &str) -> &str {
    name.rsplit(' ').next().unwrap_or(name)
}
