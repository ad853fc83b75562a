//! ROUGE of pairs of texts, for `scripts/peers/rouge.py`, which holds the figures and the time against those of the
//! Python package.
//!
//! ```sh
//! cargo run --release --example rouge -- PAIRS.jsonl OUT.jsonl [ROUNDS]
//! ```
//! Each line of PAIRS is `{"reference", "prediction"}`; each line of OUT holds the f-measures of ROUGE-1, ROUGE-2,
//! ROUGE-L and ROUGE-Lsum, without and with stems. With ROUNDS the pairs are scored again so often, and the seconds
//! of that are printed.
#![allow(clippy::print_stdout, reason = "its one line of figures is its output")]

use afb_build::eval::rouge::{paper, score};
use serde::Deserialize;
use std::error::Error;
use std::fmt::Write;
use std::time::Instant;

#[derive(Deserialize)]
struct Pair {
    reference: String,
    prediction: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(from), Some(to)) = (arguments.next(), arguments.next()) else {
        return Err("usage: rouge PAIRS.jsonl OUT.jsonl [ROUNDS]".into());
    };
    let text = std::fs::read_to_string(from)?;
    let pairs: Vec<Pair> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let mut out = String::new();
    for pair in &pairs {
        let all = [false, true].map(|stemmer| {
            let scores = score(&pair.reference, &pair.prediction, stemmer);
            [scores.rouge1, scores.rouge2, scores.rouge_l, scores.rouge_l_sum].map(|one| one.fmeasure)
        });
        writeln!(out, "{}", serde_json::to_string(&all)?)?;
    }
    afb_build::fetch::blobs::write_whole(std::path::Path::new(&to), out.as_bytes())?;
    if let Some(rounds) = arguments.next() {
        let rounds: usize = rounds.parse()?;
        let begun = Instant::now();
        let mut sum = 0.0;
        for _ in 0..rounds {
            for pair in &pairs {
                let (one, longest) = paper(&pair.reference, &pair.prediction, false);
                sum += one.fmeasure + longest.fmeasure;
            }
        }
        println!("{} pairs in {:.3} s ({sum:.3})", rounds * pairs.len(), begun.elapsed().as_secs_f64());
    }
    Ok(())
}
