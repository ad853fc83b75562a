//! Task 1: which of management's attributions is asked about (requirements R33).

use super::fit::is_fit;
use super::material::Span;
use super::misstated::{Misstated, is_of};
use crate::filing::reading::{Attribution, FilingReading};

/// Steps of length from which a text is too long or too short to stand against another.
pub(super) const FAR: usize = 3;

/// How well an attribution fits; the smallest is chosen.
type Fit = (bool, usize, bool, usize, usize);

/// The attribution of a misstated item, of the period rather than of an earlier one; of an item that is not
/// known only where there is no other.
pub fn misstated<'a>(
    reading: &'a FilingReading,
    misstated: &Misstated,
    span: &Span,
) -> Option<&'a Attribution> {
    let fit = |at: usize, attribution: &Attribution| -> Option<Fit> {
        if !is_fit(&attribution.quote.text) {
            return None;
        }
        let rank = match attribution.item {
            Some(item) => misstated.rank(item)?,
            None => usize::MAX,
        };
        Some((
            is_of(&attribution.quote.text, attribution.item.as_slice(), span, &reading.figures) == 0,
            rank,
            is_derived(&attribution.cause),
            0,
            at,
        ))
    };
    reading
        .attributions
        .iter()
        .enumerate()
        .filter_map(|(at, attribution)| Some((fit(at, attribution)?, attribution)))
        .min_by_key(|(fit, _)| *fit)
        .map(|(_, attribution)| attribution)
}

/// Attributions that can be asked about where nothing, or not their item, was misstated: of the period, the
/// nearest to `like` first, which is item and length of the instance it stands against.
pub fn sound<'a>(
    reading: &'a FilingReading,
    span: &Span,
    like: &Like,
    admits: impl Fn(&Attribution) -> bool,
) -> Vec<&'a Attribution> {
    let mut found: Vec<(Fit, &Attribution)> = reading
        .attributions
        .iter()
        .enumerate()
        .filter(|(_, attribution)| is_fit(&attribution.quote.text) && admits(attribution))
        .filter(|(_, attribution)| {
            is_of(&attribution.quote.text, attribution.item.as_slice(), span, &reading.figures) > 0
        })
        .map(|(at, attribution)| {
            let apart = like.apart(&attribution.quote.text);
            let fit = (
                apart >= FAR,
                usize::from(attribution.item != like.items.first().copied()),
                is_derived(&attribution.cause) != like.derived,
                apart,
                at,
            );
            (fit, attribution)
        })
        .collect();
    found.sort_by_key(|(fit, _)| *fit);
    found.into_iter().map(|(_, attribution)| attribution).collect()
}

/// What a negative should resemble, so that neither subject nor length tells it apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Like {
    /// Items of the positive, its main one first.
    pub items: Vec<crate::ids::LineItem>,
    /// Its length in characters, blanks folded.
    pub characters: usize,
    /// Its cause is a line of the statements.
    pub derived: bool,
}

impl Like {
    /// Difference in length, in steps of a fifth of the positive's.
    pub fn apart(&self, text: &str) -> usize {
        let characters = super::evidence::folded(text).chars().count();
        characters.abs_diff(self.characters) * 5 / self.characters.max(1)
    }
}

/// Whether a cause only points at another line of the statements.
pub fn is_derived(cause: &str) -> bool {
    let cause = super::evidence::folded(cause).to_lowercase();
    cause.split_whitespace().count() <= 9
        && ["operating income", "net income", "gross profit", "gross margin", "income before", "foregoing"]
            .iter()
            .any(|line| cause.contains(line))
}
