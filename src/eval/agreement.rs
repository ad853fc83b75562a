//! Agreement of two readers beyond chance: Cohen's kappa and Gwet's AC1.

use serde::Serialize;

/// Agreement figures over one set of doubly labelled things.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Agreement {
    /// Things labelled by both.
    pub n: usize,
    /// Share of equal labels.
    pub observed: f64,
    /// Cohen's kappa: chance from each reader's own shares. None when chance agreement is 1.
    pub kappa: Option<f64>,
    /// Gwet's AC1: chance from the mean shares, stable when one label is rare. None with fewer than two labels.
    pub ac1: Option<f64>,
}

/// Computes agreement of pairs of labels out of `labels` labels.
pub fn agreement(pairs: &[(usize, usize)], labels: usize) -> Agreement {
    let n = pairs.len();
    let mut first = vec![0.0; labels];
    let mut second = vec![0.0; labels];
    let mut equal = 0.0;
    for &(a, b) in pairs {
        if let Some(count) = first.get_mut(a) {
            *count += 1.0;
        }
        if let Some(count) = second.get_mut(b) {
            *count += 1.0;
        }
        equal += f64::from(u8::from(a == b));
    }
    if n == 0 {
        return Agreement { n, observed: 0.0, kappa: None, ac1: None };
    }
    let total = n as f64;
    let observed = equal / total;
    let chance: f64 = first.iter().zip(&second).map(|(a, b)| a / total * (b / total)).sum();
    let spread: f64 = first
        .iter()
        .zip(&second)
        .map(|(a, b)| {
            let share = (a + b) / (2.0 * total);
            share * (1.0 - share)
        })
        .sum();
    let beyond = |chance: f64| (chance < 1.0).then(|| (observed - chance) / (1.0 - chance));
    Agreement {
        n,
        observed,
        kappa: beyond(chance),
        ac1: if labels > 1 { beyond(spread / (labels as f64 - 1.0)) } else { None },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(yes_yes: usize, yes_no: usize, no_yes: usize, no_no: usize) -> Vec<(usize, usize)> {
        [((1, 1), yes_yes), ((1, 0), yes_no), ((0, 1), no_yes), ((0, 0), no_no)]
            .into_iter()
            .flat_map(|(pair, n)| std::iter::repeat_n(pair, n))
            .collect()
    }

    /// Worked by hand: 20 + 15 of 50 equal; chance 0.5 x 0.6 + 0.5 x 0.4 = 0.5; kappa 0.4.
    #[test]
    fn a_table_worked_by_hand() {
        let figures = agreement(&table(20, 5, 10, 15), 2);
        assert!((figures.observed - 0.7).abs() < 1e-12);
        assert!((figures.kappa.unwrap() - 0.4).abs() < 1e-12);
        // Mean share of yes 0.55: chance 2 x 0.55 x 0.45 = 0.495.
        assert!((figures.ac1.unwrap() - (0.7 - 0.495) / 0.505).abs() < 1e-12);
    }

    /// The paradox that AC1 mends: high agreement on a rare label gives a low kappa.
    #[test]
    fn a_rare_label_lowers_kappa_and_not_ac1() {
        let figures = agreement(&table(118, 5, 2, 0), 2);
        assert!((figures.observed - 0.944).abs() < 1e-12);
        assert!(figures.kappa.unwrap() < 0.0);
        assert!(figures.ac1.unwrap() > 0.9);
    }

    #[test]
    fn all_equal_has_no_kappa() {
        let figures = agreement(&table(4, 0, 0, 0), 2);
        assert_eq!((figures.kappa, figures.ac1), (None, Some(1.0)));
    }
}
