use super::*;
use proptest::prelude::*;

/// EVAL: variants are told apart and named; the figures are those of the Python package.
#[test]
fn line_wise_and_whole_text_differ() {
    let scores =
        score("alpha beta gamma.\nsales were restated.", "sales were restated.\nalpha beta gamma.", false);
    assert_eq!(scores.rouge1.fmeasure, 1.0);
    assert!((scores.rouge2.fmeasure - 0.8).abs() < 1e-12);
    assert_eq!(scores.rouge_l.fmeasure, 0.5);
    assert_eq!(scores.rouge_l_sum.fmeasure, 1.0);
}

/// EVAL: identical, disjoint and empty texts give 1 or 0, never NaN.
#[test]
fn edge_cases_are_numbers() {
    for (reference, prediction, expected) in [
        ("same words", "same words", 1.0),
        ("one", "two", 0.0),
        ("one", "", 0.0),
        ("", "two", 0.0),
        ("", "", 0.0),
    ] {
        let scores = score(reference, prediction, false);
        for figure in [scores.rouge1, scores.rouge_l, scores.rouge_l_sum] {
            assert_eq!(figure.fmeasure, expected, "{reference:?} {prediction:?}");
        }
    }
}

#[test]
fn tokens_are_those_of_the_package() {
    assert_eq!(
        tokens("$1.2M restated, the Company’s", false),
        ["1", "2m", "restated", "the", "company", "s"]
    );
    assert_eq!(tokens("_under_score", false), ["under", "score"]);
}

/// The plain table, to hold the bit-parallel form.
fn plain_length(a: &[u32], b: &[u32]) -> usize {
    subsequence_positions(a, b).len()
}

proptest! {
    #[test]
    fn the_fast_length_is_the_plain_one(
        a in proptest::collection::vec(0u32..6, 0..200),
        b in proptest::collection::vec(0u32..6, 0..200),
    ) {
        prop_assert_eq!(subsequence_length(&a, &b), plain_length(&a, &b));
    }
}

#[derive(serde::Deserialize)]
struct Golden {
    reference: String,
    prediction: String,
    stemmer: bool,
    fmeasure: [f64; 4],
    precision: [f64; 4],
    recall: [f64; 4],
}

/// Equal to `rouge_score` 0.1.2 to 1e-9 on 400 pairs, half of them with stems (scripts/peers/eval_golden.py).
#[test]
fn equal_to_the_python_package() {
    let golden: Vec<Golden> =
        serde_json::from_str(include_str!("../../../tests/golden/eval/rouge.json")).unwrap();
    assert_eq!(golden.len(), 400);
    for pair in golden {
        let scores = score(&pair.reference, &pair.prediction, pair.stemmer);
        let short = paper(&pair.reference, &pair.prediction, pair.stemmer);
        assert_eq!(short, (scores.rouge1, scores.rouge_l));
        for (i, got) in
            [scores.rouge1, scores.rouge2, scores.rouge_l, scores.rouge_l_sum].into_iter().enumerate()
        {
            for (got, want) in [
                (got.fmeasure, pair.fmeasure[i]),
                (got.precision, pair.precision[i]),
                (got.recall, pair.recall[i]),
            ] {
                assert!(
                    (got - want).abs() < 1e-9,
                    "variant {i} of {:?} / {:?}: {got} {want}",
                    pair.reference,
                    pair.prediction
                );
            }
        }
    }
}
