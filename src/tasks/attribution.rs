//! Task 1: which of management's attributions is asked about (requirements R33).

use super::fit::is_fit;
use super::material::Span;
use super::misstated::{Misstated, is_of};
use crate::filing::reading::{Attribution, FilingReading};

/// Logarithm of the ratio of lengths from which a text is too long or too short to stand against another.
const FAR: f64 = 0.5;

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
            let look = Look::of(&attribution.quote.text);
            let fit = (
                like.is_far(&look),
                usize::from(attribution.item != like.items.first().copied()),
                is_derived(&attribution.cause) != like.derived,
                like.apart(&look),
                at,
            );
            (fit, attribution)
        })
        .collect();
    found.sort_by_key(|(fit, _)| *fit);
    found.into_iter().map(|(_, attribution)| attribution).collect()
}

/// What a negative should resemble, so that neither subject nor surface tells it apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Like {
    /// Items of the positive, its main one first.
    pub items: Vec<crate::ids::LineItem>,
    /// How it looks.
    pub look: Look,
    /// Its cause is a line of the statements.
    pub derived: bool,
}

impl Like {
    /// Whether a text is so much longer or shorter that it cannot stand against the positive.
    pub fn is_far(&self, look: &Look) -> bool {
        (look.characters - self.look.characters).abs() >= FAR
    }

    /// Difference in looks, in tenths of a factor of e.
    pub fn apart(&self, look: &Look) -> usize {
        let apart = [
            2.0 * (look.characters - self.look.characters),
            look.digits - self.look.digits,
            look.capitals - self.look.capitals,
            look.marks - self.look.marks,
        ];
        (apart.iter().map(|part| part.abs()).sum::<f64>() * 10.0).round() as usize
    }
}

/// The surface of a text: logarithms of counts, so that differences are ratios.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Look {
    characters: f64,
    digits: f64,
    capitals: f64,
    marks: f64,
}

impl Look {
    /// Of a text, blanks folded.
    pub fn of(text: &str) -> Look {
        let text = super::evidence::folded(text);
        let log = |admits: fn(char) -> bool| (1.0 + text.chars().filter(|c| admits(*c)).count() as f64).ln();
        Look {
            characters: log(|_| true),
            digits: log(|c| c.is_ascii_digit()),
            capitals: log(char::is_uppercase),
            marks: log(|c| c.is_ascii_punctuation()),
        }
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
