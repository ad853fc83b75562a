//! How two names stand to each other, by their tokens.

use super::normal::{Normal, stem};
use super::words::Form;

/// The least score at which the words of two names agree.
pub(super) const AGREES: f64 = 0.85;

/// A score and its reason; none when the words differ.
pub(super) fn of(query: &Normal, name: &Normal) -> Option<(f64, &'static str)> {
    if query.core_len() == 0 || name.core_len() == 0 {
        return None;
    }
    let bonus = form_score(query, name);
    if query.core().eq(name.core()) {
        if bonus == Forms::Same {
            return Some(match (query.qualifier() == name.qualifier(), name.qualifier()) {
                (true, _) => (0.99, "same words and legal form"),
                (false, "old" | "new") => (0.97, "same words and legal form, marked new or old"),
                (false, _) => (0.98, "same words and legal form, other suffix"),
            });
        }
        return Some(match bonus {
            Forms::Same | Forms::OneSilent => (0.95, "same words, legal form on one side only"),
            Forms::SilentPartnership => (0.90, "same words, a partnership or LLC"),
            Forms::OtherStock => (0.92, "same words, other legal form"),
            Forms::Foreign => (0.78, "same words, but a partnership or LLC against a stock company"),
        });
    }
    let down = match bonus {
        Forms::Same => 0.0,
        Forms::OneSilent | Forms::OtherStock => 0.02,
        Forms::SilentPartnership => 0.05,
        Forms::Foreign => 0.15,
    };
    let joined = |n: &Normal| n.core().collect::<String>();
    if joined(query) == joined(name) {
        return Some((0.93 - down, "same letters, words parted otherwise"));
    }
    let stems = |n: &Normal| {
        n.core()
            .map(|t| {
                let (a, b) = stem(t);
                [a, b].concat()
            })
            .collect::<Vec<_>>()
    };
    let (mut a, mut b) = (stems(query), stems(name));
    if a == b {
        return Some((0.88 - down, "same words but for a plural"));
    }
    if a.len() > 1 {
        a.sort();
        b.sort();
        if a == b {
            return Some((0.91 - down, "same words in another order"));
        }
    }
    if let Some((head, bit)) = name.head() {
        let head: Vec<&str> = head.collect();
        let fits = query.core().eq(head.iter().copied());
        if fits && (query.forms() == 0 || query.forms() & bit != 0) {
            return Some((0.87, "the name before a legal form inside a longer one"));
        }
    }
    None
}

#[derive(PartialEq, Eq)]
enum Forms {
    Same,
    OneSilent,
    SilentPartnership,
    OtherStock,
    Foreign,
}

fn form_score(query: &Normal, name: &Normal) -> Forms {
    if query.form_tokens().eq(name.form_tokens()) {
        return Forms::Same;
    }
    let (a, b) = (query.forms(), name.forms());
    let limited = Form::Llc.bit() | Form::Partnership.bit() | Form::Professional.bit();
    if a == 0 || b == 0 {
        return if b & limited != 0 && b & Form::stock() == 0 {
            Forms::SilentPartnership
        } else {
            Forms::OneSilent
        };
    }
    let kind = |bits: u16| bits & limited != 0 && bits & Form::stock() == 0;
    if kind(a) == kind(b) { Forms::OtherStock } else { Forms::Foreign }
}
