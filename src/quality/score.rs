//! The score of an instance: computed from evidence and flags, never a model's own opinion of itself.

use crate::flag::Severity;
use crate::tasks::{Input, Instance, PartKind};

/// What one flag of a severity leaves of the score.
fn left(severity: Severity) -> f64 {
    match severity {
        Severity::Note => 0.98,
        Severity::Warning => 0.85,
        Severity::Error => 0.3,
    }
}

/// From 0 to 1, to three places. `confidence` is that of the case's reading and pairing. A placeholder is 0:
/// there is nothing to answer.
pub fn score(instance: &Instance, confidence: f64) -> f64 {
    if matches!(instance.input, Input::Placeholder(_)) {
        return 0.0;
    }
    let mut score = confidence.clamp(0.0, 1.0);
    for flag in &instance.flags {
        score *= left(flag.severity);
    }
    let quoted = instance.explanation.parts.iter().any(|part| part.kind == PartKind::Quote);
    if !quoted && instance.control.is_none() {
        score *= 0.8;
    }
    (score * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graver_flags_leave_less() {
        assert!(left(Severity::Note) > left(Severity::Warning));
        assert!(left(Severity::Warning) > left(Severity::Error));
    }
}
