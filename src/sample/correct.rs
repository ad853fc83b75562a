//! How a misstatement is set right: notes, explanatory notes, amendments and 8-Ks.

use super::{
    books::Books,
    doc::Doc,
    filing::{Filing, Frame},
    history::{self, History, Version, year_name},
    mechanism, say, tables, words,
    world::{Fault, Firm, Lever, MARK, Road},
};

/// The years at fault as a phrase: `fiscal year ended December 31, 1997`.
pub(super) fn years(firm: &Firm, fault: &Fault) -> String {
    let ends: Vec<String> = fault.years.iter().map(|(y, _)| say::long(firm.end(*y))).collect();
    let noun = if ends.len() == 1 { "fiscal year ended" } else { "fiscal years ended" };
    format!("{noun} {}", say::listed(&ends))
}

/// The largest amount of the misstatement.
pub(super) fn size(fault: &Fault) -> i64 {
    let all = fault.years.iter().map(|(_, a)| a.abs());
    all.chain(fault.quarters.iter().map(|(_, _, a)| a.abs())).max().unwrap_or(0)
}

fn both(history: &History, fy: i16) -> (Books, Books) {
    history.get(&fy).map(|y| (y.reported, y.truth)).unwrap_or_default()
}

fn effect(name: &str, words: &words::Words, reported: &Books, truth: &Books) -> String {
    let verb = |old: i64, new: i64| if new <= old { "reduced" } else { "increased" };
    let mut parts = Vec::new();
    if reported.revenue != truth.revenue {
        let label = words.revenue.to_lowercase();
        parts.push(format!(
            "{} {label} by {}",
            verb(reported.revenue, truth.revenue),
            say::money(truth.revenue - reported.revenue)
        ));
    }
    if reported.operating() != truth.operating() {
        parts.push(format!(
            "{} operating income by {}",
            verb(reported.operating(), truth.operating()),
            say::money(truth.operating() - reported.operating())
        ));
    }
    if reported.net() != truth.net() {
        parts.push(format!(
            "{} net income by {}, from {} to {}",
            verb(reported.net(), truth.net()),
            say::money(truth.net() - reported.net()),
            say::money(reported.net()),
            say::money(truth.net())
        ));
    } else {
        parts.push("did not change net income".into());
    }
    format!("For {name}, the restatement {}.", say::listed(&parts))
}

/// The explanatory note of a restating amendment.
pub(super) fn explanatory(doc: &mut Doc, firm: &Firm, history: &History) {
    let Some(fault) = firm.fault else { return };
    let what = mechanism::of(fault.lever).note;
    doc.center("EXPLANATORY NOTE");
    doc.para(format!(
        "{} is filing this amendment to restate its consolidated financial statements for the {}. After the original report was filed, an inquiry by the audit committee found that {what}.",
        firm.name_on(firm.corrected_on(fault.last())),
        years(firm, fault)
    ));
    let w = words::of(firm);
    for (fy, _) in fault.years {
        let (reported, truth) = both(history, *fy);
        doc.para(effect(&year_name(firm, *fy), w, &reported, &truth));
    }
    doc.para("This amendment contains the complete report. The financial statements, the selected financial data and Management's Discussion and Analysis have been restated; other information speaks as of the date of the original report. The previously issued statements should no longer be relied upon.");
}

/// The paragraph before a restated discussion.
pub(super) fn discussion(doc: &mut Doc, firm: &Firm, history: &History) {
    let Some(fault) = firm.fault else { return };
    let what = mechanism::of(fault.lever).note;
    doc.sub("Restatement");
    doc.para(format!("The following discussion gives effect to the restatement described in Note 2 to the consolidated financial statements for the {}. The restatement was needed because {what}.", years(firm, fault)));
    let w = words::of(firm);
    for (fy, amount) in fault.years {
        let (reported, truth) = both(history, *fy);
        doc.para(effect(&year_name(firm, *fy), w, &reported, &truth));
        if fault.lever == Lever::OneTimeGain {
            doc.para(format!("Other income in {} included a non-recurring gain of {} on the sale of a portfolio of contracts. Without it, growth would have been lower than the growth discussed in the original report.", year_name(firm, *fy), say::money(*amount)));
        }
    }
}

/// The restatement note with its tables.
pub(super) fn note(doc: &mut Doc, firm: &Firm, history: &History) {
    let Some(fault) = firm.fault else { return };
    let what = mechanism::of(fault.lever).note;
    doc.sub("2. Restatement of Previously Issued Financial Statements");
    doc.para(format!("The Company has restated its consolidated financial statements for the {}. The restatement corrects errors and irregularities that were found after the statements had been issued. Specifically, {what}.", years(firm, fault)));
    let w = words::of(firm);
    for (fy, _) in fault.years {
        let (reported, truth) = both(history, *fy);
        doc.para(effect(&year_name(firm, *fy), w, &reported, &truth));
        doc.para("The following table shows the effect on the consolidated financial statements (in thousands, except per share amounts).");
        doc.grid(tables::restatement(
            &reported,
            &truth,
            w,
            &format!("Year ended {}", say::long(firm.end(*fy))),
        ));
    }
}

/// The explanatory note of an amended interim report.
pub(super) fn interim_explanatory(doc: &mut Doc, firm: &Firm, fy: i16, quarter: u8) {
    let Some(fault) = firm.fault else { return };
    doc.center("EXPLANATORY NOTE");
    doc.para(format!(
        "This amendment restates the condensed consolidated financial statements for the quarter ended {}. The audit committee found that {}. See Note 2.",
        say::long(firm.quarter_end(fy, quarter)),
        mechanism::of(fault.lever).note
    ));
}

/// The restatement note of an amended interim report.
pub(super) fn interim_note(doc: &mut Doc, firm: &Firm, history: &History, fy: i16, quarter: u8) {
    let Some(fault) = firm.fault else { return };
    let (truth, reported) = history::alone(firm, history, fy, quarter);
    let end = say::long(firm.quarter_end(fy, quarter));
    doc.sub("2. Restatement");
    doc.para(format!(
        "The Company has restated its results for the quarter ended {end} because {}.",
        mechanism::of(fault.lever).note
    ));
    let w = words::of(firm);
    doc.para(effect(&format!("the quarter ended {end}"), w, &reported, &truth));
    doc.grid(tables::restatement(&reported, &truth, w, &format!("Three months ended {end}")));
}

/// An amendment that only adds Part III.
pub(super) fn part_three(firm: &'static Firm, fy: i16) -> Filing {
    let filed = say::working_day(firm.end(fy), 119);
    let frame = Frame { firm, form: "10-K/A", filed, period: firm.end(fy), fy, quarter: 0, items: "" };
    let people = super::people::of(firm);
    let mut doc = Doc::new(&format!("{} 10-K/A", firm.name));
    doc.line(format!("[{MARK}.]"));
    doc.center("UNITED STATES");
    doc.center("SECURITIES AND EXCHANGE COMMISSION");
    doc.center("WASHINGTON, D.C. 20549");
    doc.center("FORM 10-K/A");
    doc.center("(Amendment No. 1)");
    doc.center(format!("For the fiscal year ended {}", say::long(firm.end(fy))));
    doc.center(firm.name_on(filed).to_uppercase());
    doc.center("EXPLANATORY NOTE");
    doc.para("This Amendment No. 1 is filed solely to provide the information required by Items 10, 11, 12 and 13 of Part III, because the definitive proxy statement will not be filed within 120 days of the end of the fiscal year. No other part of the report is changed.");
    doc.center("PART III");
    doc.head("Item 10. Directors and Executive Officers of the Registrant");
    doc.para(format!("{}, 54, has been Chief Executive Officer and a director since 1996. {}, 47, has been Chief Financial Officer since 1998.", people.chief, people.finance));
    doc.head("Item 11. Executive Compensation");
    doc.para(format!(
        "The chief executive officer received a salary of ${} and no bonus.",
        say::grouped(310_000 + i64::from(fy % 9) * 12_500)
    ));
    doc.head("Item 12. Security Ownership of Certain Beneficial Owners and Management");
    doc.para("Directors and officers as a group own 3.8% of the common stock.");
    doc.head("Item 13. Certain Relationships and Related Transactions");
    doc.para("None.");
    doc.center("SIGNATURES");
    doc.line(format!("Date: {}", say::long(filed)));
    doc.line(format!("By: /s/ {}", people.finance));
    frame.finish(vec![("10-K/A".into(), doc)], None)
}

/// The 8-K with the results of a year, as every issuer files it.
pub(super) fn results(firm: &'static Firm, history: &History, fy: i16) -> Filing {
    let filed = say::working_day(firm.end(fy), 45);
    let books = history::seen(firm, history, fy, Version::Original, fy);
    let w = words::of(firm);
    let items = if filed.year() >= 2005 { "2.02,9.01" } else { "12" };
    let mut doc = current(firm, filed);
    doc.head(if items == "12" {
        "Item 12. Results of Operations and Financial Condition"
    } else {
        "Item 2.02 Results of Operations and Financial Condition"
    });
    doc.para(format!("On {} the registrant announced its results for {}. {} were {}, and net income was {}, or ${} per diluted share.", say::long(filed), year_name(firm, fy), w.revenue, say::money(books.revenue), say::money(books.net()), say::cents(books.eps_diluted())));
    let frame = Frame { firm, form: "8-K", filed, period: filed, fy, quarter: 0, items };
    frame.finish(vec![("8-K".into(), doc)], None)
}

fn current(firm: &'static Firm, filed: jiff::civil::Date) -> Doc {
    let mut doc = Doc::new(&format!("{} 8-K", firm.name));
    doc.line(format!("[{MARK}.]"));
    doc.center("UNITED STATES");
    doc.center("SECURITIES AND EXCHANGE COMMISSION");
    doc.center("WASHINGTON, D.C. 20549");
    doc.center("FORM 8-K");
    doc.center("CURRENT REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934");
    doc.center(format!("Date of report: {}", say::long(filed)));
    doc.center(firm.name_on(filed).to_uppercase());
    doc
}

/// The 8-K that says which statements should not be relied on; Item 4.02 dates from August 2004.
pub(super) fn non_reliance(firm: &'static Firm) -> Option<Filing> {
    let fault = firm.fault?;
    let last = fault.last();
    let filed = match fault.road {
        Road::NonReliance => say::working_day(firm.annual_filed(last), 64),
        _ => say::working_day(firm.corrected_on(last), -37),
    };
    if filed < jiff::civil::date(2004, 8, 23) {
        return None;
    }
    let mut doc = current(firm, filed);
    doc.head("Item 4.02(a) Non-Reliance on Previously Issued Financial Statements or a Related Audit Report or Completed Interim Review");
    doc.para(format!(
        "On {} the audit committee of the board of directors of {} concluded, after discussion with management, that the financial statements for the {} should no longer be relied upon. The inquiry found that {}.",
        say::long(say::after(filed, -3)),
        firm.name_on(filed),
        years(firm, fault),
        mechanism::of(fault.lever).note
    ));
    doc.para(match fault.road {
        Road::NonReliance => "The registrant has not determined the full extent of the errors. It has sought protection under Chapter 11 of the Bankruptcy Code and does not expect to issue restated financial statements.",
        Road::NextReport => "The registrant does not intend to amend the earlier reports. The comparative amounts will be restated in its next annual report on Form 10-K.",
        _ => "The registrant intends to file an amended report with restated financial statements as soon as practicable.",
    });
    let frame = Frame { firm, form: "8-K", filed, period: filed, fy: last, quarter: 0, items: "4.02" };
    Some(frame.finish(vec![("8-K".into(), doc)], None))
}
