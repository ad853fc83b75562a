//! Bootstrap intervals clustered by issuer: instances of one issuer are not independent, so issuers are drawn,
//! never instances.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

/// A percentile interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// 2.5th percentile.
    pub low: f64,
    /// 97.5th percentile.
    pub high: f64,
}

/// Draws clusters with replacement `rounds` times and gives, for each figure that `measure` computes from the
/// drawn members, its 95 % interval.
///
/// `clusters` lists the members of each cluster. `measure` gets, for every member, how often it was drawn.
pub fn intervals<const N: usize>(
    clusters: &[Vec<usize>],
    members: usize,
    rounds: usize,
    seed: u64,
    mut measure: impl FnMut(&[u32]) -> [f64; N],
) -> [Option<Interval>; N] {
    if clusters.len() < 2 || rounds == 0 {
        return [None; N];
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut drawn: Vec<[f64; N]> = Vec::with_capacity(rounds);
    let mut times = vec![0u32; members];
    for _ in 0..rounds {
        times.fill(0);
        for _ in 0..clusters.len() {
            for member in &clusters[random.random_range(0..clusters.len())] {
                times[*member] += 1;
            }
        }
        drawn.push(measure(&times));
    }
    std::array::from_fn(|figure| {
        let mut values: Vec<f64> =
            drawn.iter().map(|row| row[figure]).filter(|value| !value.is_nan()).collect();
        values.sort_by(f64::total_cmp);
        (!values.is_empty())
            .then(|| Interval { low: percentile(&values, 0.025), high: percentile(&values, 0.975) })
    })
}

/// Linear interpolation between the two nearest ranks.
fn percentile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let below = place.floor() as usize;
    let above = place.ceil() as usize;
    sorted[below] + (sorted[above] - sorted[below]) * (place - below as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(values: &[f64], times: &[u32]) -> f64 {
        let n: f64 = times.iter().map(|t| f64::from(*t)).sum();
        values.iter().zip(times).map(|(value, t)| value * f64::from(*t)).sum::<f64>() / n
    }

    #[test]
    fn the_same_seed_gives_the_same_interval() {
        let values: Vec<f64> = (0..100).map(|i| f64::from(i % 2)).collect();
        let clusters: Vec<Vec<usize>> = (0..50).map(|c| vec![2 * c, 2 * c + 1]).collect();
        let run = |seed| intervals(&clusters, 100, 200, seed, |times| [mean(&values, times)]);
        assert_eq!(run(1), run(1));
    }

    /// When all members of an issuer share their outcome, fifty issuers carry fifty facts and not five hundred.
    #[test]
    fn clusters_widen_the_interval() {
        let values: Vec<f64> = (0..500).map(|i| f64::from((i / 10) % 2)).collect();
        let by_issuer: Vec<Vec<usize>> = (0..50).map(|c| (10 * c..10 * c + 10).collect()).collect();
        let alone: Vec<Vec<usize>> = (0..500).map(|i| vec![i]).collect();
        let width = |clusters: &[Vec<usize>]| {
            let [interval] = intervals(clusters, 500, 400, 7, |times| [mean(&values, times)]);
            let interval = interval.unwrap();
            interval.high - interval.low
        };
        let ratio = width(&by_issuer) / width(&alone);
        assert!((2.4..4.2).contains(&ratio), "about the square root of ten, not {ratio}");
    }

    #[test]
    fn one_issuer_gives_no_interval() {
        assert_eq!(intervals(&[vec![0, 1]], 2, 100, 1, |_| [0.5]), [None]);
    }
}
