//! Invented people: the officers and auditors of an issuer.

use super::{
    dice::Dice,
    words::{GIVEN, SURNAMES},
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

/// The people of an issuer; the same on every call.
pub(super) fn of(firm: &Firm) -> People {
    let mut d = Dice::new(&["people", firm.name]);
    let given = d.some(&GIVEN, 4);
    let family = d.some(&SURNAMES, 6);
    let name = |i: usize, letter: char| {
        format!("{} {letter}. {}", given.get(i).copied().unwrap_or(""), family.get(i).copied().unwrap_or(""))
    };
    let (one, two) = (family.get(4).copied().unwrap_or(""), family.get(5).copied().unwrap_or(""));
    People {
        chief: name(0, 'R'),
        finance: name(1, 'T'),
        controller: name(2, 'L'),
        partner: name(3, 'W'),
        auditor: format!("{one} {two} LLP"),
    }
}

/// The last word of a person's name.
pub(super) fn surname(name: &str) -> &str {
    name.rsplit(' ').next().unwrap_or(name)
}
