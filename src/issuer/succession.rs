//! Predecessor or successor: the CIK that filed the reports of the affected periods is the issuer
//! (requirements R21, edgar.md 2).

use super::{Decision, Status};
use crate::filing::pairing;
use crate::ids::Cik;
use crate::period::Period;
use crate::sec::submissions::FilingRow;

/// Decides among the candidates of an ambiguous answer, and looks a matched one over, by what each filed.
///
/// `filings` gives the rows of a candidate, or none when its submissions are not at hand. A candidate wins
/// when it filed originals for more of the periods than every other; without such a lead nothing changes.
pub fn choose<'a>(
    mut decision: Decision,
    periods: &[Period],
    filings: impl Fn(Cik) -> Option<&'a [FilingRow]>,
) -> Decision {
    let mut counts: Vec<(usize, Cik)> = decision
        .candidates
        .iter()
        .filter(|c| c.score >= super::relation::AGREES)
        .filter_map(|c| {
            let rows = filings(c.cik)?;
            let calendar = pairing::Calendar::of(rows, None);
            let covered =
                periods.iter().filter(|p| pairing::pair(rows, p, &calendar).original.is_some()).count();
            Some((covered, c.cik))
        })
        .collect();
    counts.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    for (covered, cik) in &counts {
        let note = format!("filed the reports of {covered} of {} affected periods", periods.len());
        if let Some(candidate) = decision.candidates.iter_mut().find(|c| c.cik == *cik) {
            candidate.reasons.push(note);
        }
    }
    match counts.as_slice() {
        [(best, cik), rest @ ..] if *best > 0 && rest.first().is_none_or(|(next, _)| next < best) => {
            let known = counts.len()
                == decision.candidates.iter().filter(|c| c.score >= super::relation::AGREES).count();
            // A candidate whose filings are unknown might have filed them too.
            if known || decision.status == Status::Matched {
                decision.status = Status::Matched;
                decision.cik = Some(*cik);
                decision.reasons.push(format!("{cik} filed the reports of the affected periods"));
            }
            decision
        }
        [(0, cik), ..] if decision.cik == Some(*cik) && !periods.is_empty() => {
            decision.reasons.push("filed no report of the affected periods".to_owned());
            decision
        }
        _ => decision,
    }
}
