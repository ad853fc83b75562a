//! Seeded choice: the same words give the same numbers on every machine, so that the site never changes.

/// A small generator (splitmix64) seeded from text.
pub(super) struct Dice(u64);

impl Dice {
    /// Seeds from the parts, in order.
    pub(super) fn new(parts: &[&str]) -> Dice {
        let mut state: u64 = 0xcbf2_9ce4_8422_2325;
        for part in parts {
            for byte in part.bytes().chain(std::iter::once(0x1f)) {
                state = (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
        Dice(state)
    }

    /// The next 64 bits.
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`; 0 where `n` is 0.
    pub(super) fn below(&mut self, n: usize) -> usize {
        if n == 0 { 0 } else { (self.next() % n as u64) as usize }
    }

    /// A number from `low` to `high`, both included.
    pub(super) fn range(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1).max(1) as usize) as i64
    }

    /// One of the phrases; empty where there is none.
    pub(super) fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of.get(self.below(of.len())).copied().unwrap_or("")
    }

    /// `n` different phrases, in a drawn order.
    pub(super) fn some<'a>(&mut self, of: &[&'a str], n: usize) -> Vec<&'a str> {
        let mut left = of.to_vec();
        let mut out = Vec::new();
        while out.len() < n && !left.is_empty() {
            let at = self.below(left.len());
            out.push(left.remove(at));
        }
        out
    }

    /// True `of_ten` times in ten.
    pub(super) fn chance(&mut self, of_ten: usize) -> bool {
        self.below(10) < of_ten
    }
}
