use super::*;
use crate::ids::LineItem;
use crate::span::Span;
use crate::text::{self, Media, Text};

fn plain(text: &str) -> Text {
    text::read(text.as_bytes(), Some(Media::Plain))
}

fn read(words: &str) -> Vec<(Option<LineItem>, Direction, String, String)> {
    let text = plain(words);
    attributions(&text, Span::new(0, text.content.len()))
        .into_iter()
        .map(|a| (a.item, a.direction, text.at(a.cause).to_owned(), text.at(a.span).to_owned()))
        .collect()
}

#[test]
fn one_sentence_attributions() {
    let found = read(
        "Net sales increased 12% to $40.1 million in 2001, primarily due to higher unit volume in Europe.\n",
    );
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].0, Some(LineItem::Revenue));
    assert_eq!(found[0].1, Direction::Increase);
    assert_eq!(found[0].2, "higher unit volume in Europe");
    let found =
        read("As a result of plant closures, cost of sales declined to 61% of net sales from 66% in 2000.\n");
    assert_eq!((found[0].0, found[0].1), (Some(LineItem::CostOfRevenue), Direction::Decrease));
    assert_eq!(found[0].2, "plant closures");
    let found = read(
        "The closing of two mills resulted in a decrease in operating income of $4 million during 1999.\n",
    );
    assert_eq!((found[0].0, found[0].1), (Some(LineItem::OperatingIncome), Direction::Decrease));
    assert_eq!(found[0].2, "The closing of two mills");
}

#[test]
fn the_sentence_before_names_the_result() {
    let found = read(
        "Gross profit rose to $12 million in fiscal 1998 from $10 million. The increase was attributable to a better mix of products.\n",
    );
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].0, Some(LineItem::GrossProfit));
    assert!(found[0].3.starts_with("Gross profit rose") && found[0].3.ends_with("products."));
}

#[test]
fn a_change_alone_leans_on_the_sentence_before() {
    let found = read(
        "Interest expense fell by $2 million in 2008 from $9 million. The decrease in 2008 reflected reduced borrowing costs. \
         The decline in shipments was due to a strike at the port.\n",
    );
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].0, found[0].1), (None, Direction::Decrease));
    let found = read(
        "Net loss increased to $5 million in 1999 from $3 million in 1998 because of lower prices for ore.\n",
    );
    assert_eq!((found[0].0, found[0].1), (Some(LineItem::NetIncome), Direction::Decrease));
}

#[test]
fn what_is_no_attribution() {
    for words in [
        "We expect that net sales will increase in 2002 due to new products being launched abroad.",
        "A hypothetical 10% increase in rates would have reduced net income by $2 million due to our variable debt.",
        "These forward-looking statements may prove wrong because net sales declined or costs increased.",
        "Net sales increased 12% to $40.1 million in 2001 from $35.8 million in 2000.",
        "Revenue is recognized when goods are shipped because title passes to the buyer at that time.",
        "The information on increases in net sales due to acquisitions is incorporated by reference to page 12.",
    ] {
        assert!(read(&format!("{words}\n")).is_empty(), "{words}");
    }
}

#[test]
fn wrapped_lines_stay_verbatim() {
    let found = read(
        "Net revenues decreased by $3 million in 1995 because\nof lower prices   in the\nWest. Other text follows here.\n",
    );
    assert_eq!(
        found[0].3,
        "Net revenues decreased by $3 million in 1995 because\nof lower prices   in the\nWest."
    );
}

#[test]
fn passages_are_ranked_and_exclusions_kept() {
    let text = plain(
        "Net sales......................................25\nResults of Operations..........................27\n\n\
         These forward-looking statements about net sales are subject to risks. Net sales may differ from what we say.\n\n\
         Net sales grew 30% to a record $90 million, driven by strong demand for our meters. Shipments to distributors rose.\n\n\
         The office in Reno has 40 employees and was opened in May of that year by the president.\n",
    );
    let target = Target { items: vec![LineItem::Revenue], terms: vec!["distributors".into()] };
    let found = candidates(&text, Span::new(0, text.content.len()), &target);
    assert!(text.at(found[0].span).starts_with("Net sales grew 30%"));
    assert!(text.at(found[0].span).ends_with("distributors rose."));
    assert_eq!(found[0].excluded, None);
    let excluded: Vec<_> = found.iter().filter_map(|p| p.excluded).collect();
    assert!(excluded.contains(&Exclusion::ForwardLookingDisclaimer), "{found:?}");
    assert!(!found.iter().any(|p| text.at(p.span).contains("Reno")));
}
