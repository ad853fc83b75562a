//! Drawing for spot checks, and the error rate that follows from them (requirements R32).

use sha2::{Digest, Sha256};

/// Draws `n` of `ids` without a generator: by the digest of seed and id, so that the same seed draws the same on
/// every machine, and a larger draw holds the smaller one. In order of id.
pub fn draw<'a>(ids: impl IntoIterator<Item = &'a str>, n: usize, seed: u64) -> Vec<&'a str> {
    let mut ranked: Vec<([u8; 32], &str)> = ids
        .into_iter()
        .map(|id| {
            let mut hash = Sha256::new();
            hash.update(seed.to_le_bytes());
            hash.update(id.as_bytes());
            (hash.finalize().into(), id)
        })
        .collect();
    ranked.sort_unstable();
    ranked.truncate(n);
    let mut drawn: Vec<&str> = ranked.into_iter().map(|(_, id)| id).collect();
    drawn.sort_unstable();
    drawn
}

/// Wilson's 95 % interval of a share of `hits` among `n`; none without any.
pub fn interval(hits: usize, n: usize) -> Option<(f64, f64)> {
    if n == 0 {
        return None;
    }
    // The 97.5 % point of the normal distribution.
    const Z: f64 = 1.959_963_984_540_054;
    let total = n as f64;
    let share = hits as f64 / total;
    let below = 1.0 + Z * Z / total;
    let middle = (share + Z * Z / (2.0 * total)) / below;
    let half = Z / below * (share * (1.0 - share) / total + Z * Z / (4.0 * total * total)).sqrt();
    Some(((middle - half).max(0.0), (middle + half).min(1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_the_same_everywhere_and_grows() {
        let ids: Vec<String> = (0..500).map(|n| format!("pattern:CASE-{n}")).collect();
        let of = |n, seed| draw(ids.iter().map(String::as_str), n, seed);
        assert_eq!(of(3, 7), of(3, 7));
        assert_ne!(of(20, 7), of(20, 8));
        assert!(of(10, 7).iter().all(|id| of(40, 7).contains(id)));
        assert_eq!(of(1000, 7).len(), 500);
        let reversed = draw(ids.iter().rev().map(String::as_str), 10, 7);
        assert_eq!(reversed, of(10, 7), "the order of the ids does not matter");
    }

    /// Wilson's interval of 10 in 100, as printed in tables: 0.0552 to 0.1744.
    #[test]
    fn an_interval_worked_by_hand() {
        let (low, high) = interval(10, 100).unwrap();
        assert!((low - 0.0552).abs() < 5e-5 && (high - 0.1744).abs() < 5e-5, "{low} {high}");
        let (low, high) = interval(0, 50).unwrap();
        assert!(low == 0.0 && (high - 0.0714).abs() < 5e-4);
        assert_eq!(interval(0, 0), None);
    }
}
