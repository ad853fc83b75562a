use super::*;
use crate::text::{self, Media};

fn plain(body: &str) -> Text {
    text::read(body.as_bytes(), Some(Media::Plain))
}

fn labels(r: &Restatement) -> Vec<&str> {
    r.periods.iter().map(|p| p.label.as_str()).collect()
}

#[test]
fn an_explanatory_note() {
    let text = plain(
        "FORM 10-K/A\n\nEXPLANATORY NOTE\n\nThis Amendment No. 1 restates our consolidated financial statements for the fiscal years ended \
         June 30, 2003 and June 30, 2002. An internal review determined that revenue on shipments to two distributors was recorded in error before \
         title had passed, and that accounts receivable and net income were overstated as a result.\n\nThe earlier report should no longer be relied upon.\n\n\
         PART I\n\nItem 1. Business\n\nWe make pumps.\n",
    );
    let found = read(&text, &Form::parse("10-K/A")).unwrap();
    assert_eq!(found.kind, RestatementKind::ExplanatoryNote);
    assert_eq!(labels(&found), ["FY2002", "FY2003"]);
    assert_eq!(found.items, [LineItem::Revenue, LineItem::Receivables, LineItem::NetIncome]);
    assert!(text.at(found.cause.unwrap()).starts_with("An internal review determined"));
    assert!(found.non_reliance);
    assert!(!text.at(found.span).contains("We make pumps"));
}

#[test]
fn a_note_of_the_statements_ends_at_the_next_note() {
    let text = plain(
        "NOTES TO CONSOLIDATED FINANCIAL STATEMENTS\n\nNOTE 1 - BASIS\n\nThe statements include all subsidiaries.\n\nNOTE 2 - RESTATEMENT\n\n\
         The Company has restated its statements for 1997 and 1998 because inventories at one plant were counted twice, which is an error.\n\n\
         NOTE 3 - LEASES\n\nThe Company leases two offices.\n",
    );
    let found = read(&text, &Form::parse("10-K")).unwrap();
    assert_eq!(found.kind, RestatementKind::StatementNote);
    assert_eq!(labels(&found), ["FY1997", "FY1998"]);
    assert!(text.at(found.span).starts_with("NOTE 2") && !text.at(found.span).contains("leases two offices"));
    assert!(text.at(found.cause.unwrap()).contains("counted twice"));
}

#[test]
fn a_notice_of_non_reliance() {
    let text = plain(
        "Item 4.02 Non-Reliance on Previously Issued Financial Statements or a Related Audit Report or Completed Interim Review.\n\n\
         On May 3, 2005 the Audit Committee concluded that the financial statements for the quarters ended June 30, 2004 and September 30, 2004 \
         should no longer be relied upon because of errors in the accounting for returns.\n\nItem 9.01 Financial Statements and Exhibits\n\nNone.\n",
    );
    let found = read(&text, &Form::parse("8-K")).unwrap();
    assert_eq!(found.kind, RestatementKind::NonReliance);
    assert!(found.non_reliance);
    assert_eq!(labels(&found), ["Q-2004-06-30", "Q-2004-09-30"]);
    assert!(!text.at(found.span).contains("Item 9.01"));
}

#[test]
fn what_restates_nothing() {
    for body in [
        "EXPLANATORY NOTE\n\nThis Amendment No. 1 is filed to add the information required by Part III of Form 10-K.\n\nPART III\n\nItem 10. Directors\n",
        "EXPLANATORY NOTE\n\nColumns of a table did not display. The numbers themselves are the same; there is no restatement.\n\nPART I\n",
        "Item 1. Business\n\nWe make pumps. Our articles were amended and restated in 1990.\n",
        "Indicate by check mark whether any of those error corrections are restatements that required a recovery analysis.\n\nItem 1. Business\n\nPumps.\n",
    ] {
        assert!(read(&plain(body), &Form::parse("10-K/A")).is_none(), "{body}");
    }
}

#[test]
fn figures_before_and_after_without_a_heading() {
    let text = plain(
        "The effect of the restatement on the year ended December 31, 1999 is as follows, as previously reported and as restated:\n\n\
         Revenues      $ 412.6    $ 401.9\nNet income    $ 19.7     $ 8.4\n\nOther matters follow here.\n",
    );
    let found = read(&text, &Form::parse("10-K")).unwrap();
    assert_eq!(found.kind, RestatementKind::Comparison);
    assert_eq!(labels(&found), ["FY1999"]);
}
