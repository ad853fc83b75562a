//! Chooses headings as a whole: the chain of candidates in the form's order that explains the document best.

use super::candidates::{Candidate, Style};
use super::catalog::Slot;
use super::lines::Line;

/// Candidates beyond this number are left aside, weakest first: no real filing comes near.
const MOST: usize = 1_500;

/// Picks the best chain among the candidates of the body; returns indexes into `found`, in reading order.
///
/// Each heading brings its own score and a little for the length of what it heads, so that a table of contents
/// that was not told as one loses against the body; a heading that repeats the one before it (a running head)
/// pays, so that the first of a row is taken.
pub(crate) fn choose(lines: &[Line<'_>], slots: &[Slot], found: &[Candidate]) -> (Vec<usize>, f32) {
    let mut nodes = eligible(slots, found);
    if nodes.len() > MOST {
        nodes.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        nodes.truncate(MOST);
        nodes.sort_by_key(|n| n.0);
    }
    let end = lines.last().map_or(0, |l| l.span.end);
    let mut best: Vec<(f32, usize)> = Vec::with_capacity(nodes.len());
    for &(at, score) in &nodes {
        let own = &found[at];
        let mut top = (score, usize::MAX);
        for (m, (node, reached)) in nodes.iter().zip(&best).enumerate() {
            let before = &found[node.0];
            if before.line < own.line && before.last < own.first {
                let total = reached.0 + score + weight(before, own.span.start);
                if total > top.0 + 1e-4 {
                    top = (total, m);
                }
            }
        }
        best.push(top);
    }
    let mut top: Option<(f32, usize)> = None;
    for (n, own) in best.iter().enumerate() {
        let total = own.0 + weight(&found[nodes[n].0], end);
        if top.is_none_or(|(t, _)| total > t + 1e-4) {
            top = Some((total, n));
        }
    }
    let Some((total, mut n)) = top else { return (Vec::new(), 0.0) };
    let mut chain = Vec::new();
    while n != usize::MAX {
        chain.push(nodes[n].0);
        n = best[n].1;
    }
    chain.reverse();
    (chain, total)
}

/// What the length of a section adds to its heading's score.
fn weight(head: &Candidate, next: usize) -> f32 {
    let words = next.saturating_sub(head.span.end) / 6;
    0.6 * ((1 + words) as f32).ln()
}

/// The body's candidates with their scores after running heads have paid.
fn eligible(slots: &[Slot], found: &[Candidate]) -> Vec<(usize, f32)> {
    let body = |c: &Candidate| !c.contents && c.score > 0.0;
    let labelled = count_items(found.iter().filter(|c| body(c) && c.style == Style::Labelled));
    let bare = count_items(found.iter().filter(|c| body(c) && c.style == Style::Bare));
    let discussion =
        |c: &Candidate| (c.first..=c.last).any(|s| slots[s].kind == Some(super::SectionKind::Mdna));
    let has_discussion =
        found.iter().any(|c| body(c) && discussion(c) && matches!(c.style, Style::Labelled | Style::Bare));
    let mut nodes: Vec<(usize, f32)> = Vec::new();
    let mut last: Option<usize> = None;
    for (at, candidate) in found.iter().enumerate() {
        if !body(candidate) {
            continue;
        }
        let welcome = match candidate.style {
            Style::Labelled => true,
            // One style a document: titles alone count where labels are few.
            Style::Bare => labelled < 6 || bare >= 3,
            Style::Linked => labelled < 4 || (discussion(candidate) && !has_discussion),
            Style::Titled => {
                labelled + bare < 4
                    || slots[candidate.first].number.0 == 0
                    || (discussion(candidate) && !has_discussion)
            }
        };
        if !welcome {
            continue;
        }
        let mut score = candidate.score;
        if let Some(before) = last.map(|b| &found[b])
            && before.line != candidate.line
            && before.first == candidate.first
            && before.score + 2.0 >= candidate.score
        {
            score -= 4.0;
        }
        last = Some(at);
        nodes.push((at, score));
    }
    nodes
}

/// How many different items candidates name.
fn count_items<'a>(candidates: impl Iterator<Item = &'a Candidate>) -> usize {
    let mut items: Vec<usize> = candidates.map(|c| c.first).collect();
    items.sort_unstable();
    items.dedup();
    items.len()
}
