//! Annual and interim reports: cover, contents, items, statements.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::{
    books::Books,
    correct,
    dice::Dice,
    doc::Doc,
    filing::{Era, Filing, Frame},
    history::{History, Version, alone, restated_in, seen, to_date, year_name},
    mdna::{self, Talk},
    notes, say,
    tables::{self, Column},
    words,
    world::{Firm, MARK, Road},
};

/// Columns for the years `of`, `of - 1`...
pub(super) fn columns(firm: &Firm, history: &History, of: i16, version: Version, n: i16) -> Vec<Column> {
    (0..n)
        .map(|back| {
            let fy = of - back;
            let end = firm.end(fy);
            let head = if firm.weeks { say::long(end) } else { end.year().to_string() };
            let head = if restated_in(firm, version, fy) { format!("{head} (as restated)") } else { head };
            Column {
                head,
                start: firm.start(fy),
                end,
                books: seen(firm, history, of, version, fy),
                opening: seen(firm, history, of, version, fy - 1),
            }
        })
        .collect()
}

fn span(firm: &Firm, fy: i16) -> String {
    match (firm.weeks, firm.year_end) {
        (true, _) => "Fiscal year ended".into(),
        (_, (12, 31)) => "Years ended December 31,".into(),
        _ => format!("Fiscal years ended {},", say::month_day(firm.end(fy))),
    }
}

fn form_of(firm: &Firm, filed: Date, version: Version) -> &'static str {
    let old = Era::on(filed) == Era::Text && firm.cik.is_multiple_of(2);
    match (firm.foreign, version == Version::Amended) {
        (true, false) => "20-F",
        (true, true) => "20-F/A",
        (false, false) if old => "10-K405",
        (false, false) => "10-K",
        (false, true) if old => "10-K405/A",
        (false, true) => "10-K/A",
    }
}

fn cover(doc: &mut Doc, frame: &Frame, shares: i64, amendment: u8) {
    let firm = frame.firm;
    let shown = frame.form.trim_end_matches("/A").trim_end_matches("405");
    doc.line(format!("[{MARK}.]"));
    doc.center("UNITED STATES");
    doc.center("SECURITIES AND EXCHANGE COMMISSION");
    doc.center("WASHINGTON, D.C. 20549");
    let form = if amendment > 0 { format!("FORM {shown}/A") } else { format!("FORM {shown}") };
    doc.center(form);
    if amendment > 0 {
        doc.center(format!("(Amendment No. {amendment})"));
    }
    let end = say::long(frame.period);
    if frame.quarter == 0 {
        doc.para("[X] ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934");
        doc.center(format!("For the fiscal year ended {end}"));
    } else {
        doc.para(
            "[X] QUARTERLY REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934",
        );
        doc.center(format!("For the quarterly period ended {end}"));
    }
    doc.center(format!("Commission file number 1-{}", firm.cik % 100_000));
    doc.center(firm.name_on(frame.filed).to_uppercase());
    doc.center("(Exact name of registrant as specified in its charter)");
    doc.center(format!("{}, {}", firm.city, firm.state));
    doc.center("(Address of principal executive offices)");
    doc.para("Securities registered pursuant to Section 12(b) of the Act: Common Stock, $.01 par value.");
    doc.para("Indicate by check mark whether the registrant (1) has filed all reports required to be filed by Section 13 or 15(d) of the Securities Exchange Act of 1934 during the preceding 12 months and (2) has been subject to such filing requirements for the past 90 days. Yes [X] No [ ]");
    doc.para(format!(
        "The registrant had {} shares of common stock outstanding at {}.",
        say::grouped(shares * 1000),
        say::long(say::after(frame.filed, -12))
    ));
}

struct Item {
    number: &'static str,
    title: &'static str,
}

const fn item(number: &'static str, title: &'static str) -> Item {
    Item { number, title }
}

fn items(firm: &Firm, fy: i16) -> Vec<Item> {
    if firm.foreign {
        return vec![
            item("3", "Key Information"),
            item("4", "Information on the Company"),
            item("5", "Operating and Financial Review and Prospects"),
            item("6", "Directors, Senior Management and Employees"),
            item("7", "Major Shareholders and Related Party Transactions"),
            item("11", "Quantitative and Qualitative Disclosures About Market Risk"),
            item("15", "Controls and Procedures"),
            item("18", "Financial Statements"),
            item("19", "Exhibits"),
        ];
    }
    let mut out = vec![item("1", "Business")];
    if fy >= 2005 {
        out.push(item("1A", "Risk Factors"));
    }
    out.extend([
        item("2", "Properties"),
        item("3", "Legal Proceedings"),
        item(
            "4",
            if fy >= 2011 {
                "Mine Safety Disclosures"
            } else {
                "Submission of Matters to a Vote of Security Holders"
            },
        ),
        item("5", "Market for Registrant's Common Equity and Related Stockholder Matters"),
        item("6", "Selected Financial Data"),
        item("7", "Management's Discussion and Analysis of Financial Condition and Results of Operations"),
    ]);
    if fy >= 1997 {
        out.push(item("7A", "Quantitative and Qualitative Disclosures About Market Risk"));
    }
    out.extend([
        item("8", "Financial Statements and Supplementary Data"),
        item("9", "Changes in and Disagreements with Accountants on Accounting and Financial Disclosure"),
    ]);
    if fy >= 2003 {
        out.push(item("9A", "Controls and Procedures"));
    }
    out.extend([
        item("10", "Directors and Executive Officers of the Registrant"),
        item("11", "Executive Compensation"),
        item("12", "Security Ownership of Certain Beneficial Owners and Management"),
        item("13", "Certain Relationships and Related Transactions"),
        item(
            "14",
            if fy >= 2003 {
                "Principal Accountant Fees and Services"
            } else {
                "Exhibits, Financial Statement Schedules and Reports on Form 8-K"
            },
        ),
    ]);
    if fy >= 2003 {
        out.push(item("15", "Exhibits and Financial Statement Schedules"));
    }
    out
}

fn contents(doc: &mut Doc, items: &[Item]) {
    doc.center("TABLE OF CONTENTS");
    let rows = items
        .iter()
        .enumerate()
        .map(|(n, i)| (format!("Item {}. {}", i.number, i.title), (2 + n * 3).to_string()));
    doc.blocks.push(super::doc::Block::Contents(rows.collect()));
    doc.page();
}

/// Writes an annual report.
pub(super) fn annual(
    firm: &'static Firm,
    history: &History,
    fy: i16,
    version: Version,
    number: u8,
) -> Filing {
    let filed = if version == Version::Amended { firm.corrected_on(fy) } else { firm.annual_filed(fy) };
    let form = form_of(firm, filed, version);
    let frame = Frame { firm, form, filed, period: firm.end(fy), fy, quarter: 0, items: "" };
    let cols = columns(firm, history, fy, version, 3);
    let now = cols.first().map(|c| c.books).unwrap_or_default();
    let items = items(firm, fy);
    let mut doc = Doc::new(&format!("{} {}", firm.name, form));
    cover(&mut doc, &frame, now.shares, if version == Version::Amended { number } else { 0 });
    if version == Version::Amended {
        correct::explanatory(&mut doc, firm, history);
    }
    contents(&mut doc, &items);
    let mut exhibit = firm.exhibit13.then(|| Doc::new("Annual Report to Shareholders"));
    for (n, i) in items.iter().enumerate() {
        if let (false, Some(part)) = (firm.foreign, part_of(i.number)) {
            doc.center(part);
        }
        doc.head(format!("Item {}. {}", i.number, i.title));
        body(&mut doc, exhibit.as_mut(), &frame, history, version, i.number);
        if n % 3 == 2 {
            doc.page();
        }
    }
    signatures(&mut doc, &frame);
    let mut docs = vec![(form.to_string(), doc)];
    if let Some(exhibit) = exhibit {
        docs.push(("EX-13".into(), exhibit));
    }
    frame.finish(docs, Some((&now, version == Version::Amended)))
}

fn part_of(number: &str) -> Option<&'static str> {
    match number {
        "1" => Some("PART I"),
        "5" => Some("PART II"),
        "10" => Some("PART III"),
        "15" => Some("PART IV"),
        _ => None,
    }
}

fn body(
    doc: &mut Doc,
    exhibit: Option<&mut Doc>,
    frame: &Frame,
    history: &History,
    version: Version,
    number: &str,
) {
    let (firm, fy) = (frame.firm, frame.fy);
    let w = words::of(firm);
    let mut d = Dice::new(&["item", firm.name, &fy.to_string(), number]);
    let pointer = "The information required by this item is incorporated by reference from the Company's annual report to shareholders, portions of which are filed as Exhibit 13.";
    match (number, exhibit) {
        ("7" | "8" | "6", Some(exhibit)) => {
            doc.para(pointer);
            match number {
                "6" => {
                    exhibit.center(firm.name_on(frame.filed).to_uppercase());
                    exhibit.center(format!("{} ANNUAL REPORT TO SHAREHOLDERS", fy));
                    exhibit.head("Selected Financial Data");
                    exhibit.grid(tables::selected(&columns(firm, history, fy, version, 3), w));
                }
                "7" => {
                    exhibit.head("Management's Discussion and Analysis of Financial Condition and Results of Operations");
                    discussion(exhibit, frame, history, version);
                }
                _ => {
                    exhibit.head("Consolidated Financial Statements");
                    statements(exhibit, frame, history, version);
                }
            }
        }
        ("7", None) if !firm.foreign => discussion(doc, frame, history, version),
        ("5", None) if firm.foreign => discussion(doc, frame, history, version),
        ("8" | "18", None) => statements(doc, frame, history, version),
        ("6", None) if !firm.foreign => {
            doc.para("The following data should be read with the consolidated financial statements. Amounts are in thousands.");
            doc.grid(tables::selected(&columns(firm, history, fy, version, 3), w));
        }
        ("3", None) if firm.foreign => {
            doc.para("Selected financial data, in thousands of U.S. dollars, follow.");
            doc.grid(tables::selected(&columns(firm, history, fy, version, 3), w));
        }
        _ => notes::item(doc, &mut d, firm, number, fy),
    }
}

fn discussion(doc: &mut Doc, frame: &Frame, history: &History, version: Version) {
    let (firm, fy) = (frame.firm, frame.fy);
    if version != Version::Original {
        correct::discussion(doc, firm, history);
    }
    let columns = columns(firm, history, fy, version, 3);
    let names = (0..3).map(|back| year_name(firm, fy - back)).collect();
    let talk = Talk {
        firm,
        columns: &columns,
        names,
        seed: fy.to_string(),
        policies: fy >= 2001,
        interim: false,
        to_date: None,
    };
    mdna::write(doc, &talk);
}

fn statements(doc: &mut Doc, frame: &Frame, history: &History, version: Version) {
    let (firm, fy) = (frame.firm, frame.fy);
    let w = words::of(firm);
    let mut d = Dice::new(&["statements", firm.name]);
    let over = span(firm, fy);
    let three = columns(firm, history, fy, version, 3);
    let two = columns(firm, history, fy, version, 2);
    notes::opinion(doc, frame);
    doc.center(firm.name_on(frame.filed).to_uppercase());
    doc.center(d.pick(&["CONSOLIDATED STATEMENTS OF OPERATIONS", "CONSOLIDATED STATEMENTS OF INCOME"]));
    doc.center("(In thousands, except per share amounts)");
    doc.grid(tables::income(&three, w, &over));
    doc.page();
    doc.center("CONSOLIDATED BALANCE SHEETS");
    doc.center("(In thousands)");
    let mut balance = tables::balance(&two);
    balance.span = match (firm.weeks, firm.year_end) {
        (true, _) => "As of".into(),
        _ => format!("{},", say::month_day(firm.end(fy))),
    };
    doc.grid(balance);
    doc.page();
    doc.center("CONSOLIDATED STATEMENTS OF CASH FLOWS");
    doc.center("(In thousands)");
    doc.grid(tables::cash(&three, &over));
    doc.center("The accompanying notes are an integral part of these statements.");
    doc.page();
    doc.center("NOTES TO CONSOLIDATED FINANCIAL STATEMENTS");
    notes::first(doc, firm, fy);
    if version != Version::Original {
        correct::note(doc, firm, history);
    }
    let books = two.first().map(|c| c.books).unwrap_or_default();
    notes::rest(doc, firm, fy, &books, if version == Version::Original { 2 } else { 3 });
}

fn signatures(doc: &mut Doc, frame: &Frame) {
    doc.center("SIGNATURES");
    doc.para("Pursuant to the requirements of Section 13 or 15(d) of the Securities Exchange Act of 1934, the registrant has duly caused this report to be signed on its behalf by the undersigned, thereunto duly authorized.");
    doc.line(frame.firm.name_on(frame.filed).to_uppercase());
    doc.line(format!("Date: {}", say::long(frame.filed)));
    let people = super::people::of(frame.firm);
    doc.line(format!("By: /s/ {}", people.finance));
    doc.line("Vice President and Chief Financial Officer");
}

/// Writes an interim report.
pub(super) fn quarterly(
    firm: &'static Firm,
    history: &History,
    fy: i16,
    quarter: u8,
    version: Version,
) -> Filing {
    let amended = version == Version::Amended;
    let period = firm.quarter_end(fy, quarter);
    let days = if amended { 175 - i64::from(quarter) * 30 } else { 41 };
    // Where the year was restated too, all amendments came together.
    let filed = match firm.fault {
        Some(fault) if amended && !fault.years.is_empty() => firm.corrected_on(fy),
        _ => say::working_day(period, days),
    };
    let form = if amended { "10-Q/A" } else { "10-Q" };
    let frame = Frame { firm, form, filed, period, fy, quarter, items: "" };
    let w = words::of(firm);
    let view = |pair: (Books, Books)| if amended { pair.0 } else { pair.1 };
    let opening = |fy: i16| history.get(&(fy - 1)).map(|y| y.truth).unwrap_or_default();
    let column = |fy: i16, start: Date, books: Books| {
        let end = firm.quarter_end(fy, quarter);
        let at_fault = firm.fault.is_some_and(|f| f.quarter(fy, quarter) != 0);
        let head = if amended && at_fault {
            format!("{} (as restated)", end.year())
        } else {
            end.year().to_string()
        };
        Column { head, start, end, books, opening: opening(fy) }
    };
    let start = |fy: i16| {
        if quarter <= 1 { firm.start(fy) } else { say::after(firm.quarter_end(fy, quarter - 1), 1) }
    };
    let single: Vec<Column> =
        [fy, fy - 1].iter().map(|y| column(*y, start(*y), view(alone(firm, history, *y, quarter)))).collect();
    let long: Vec<Column> = [fy, fy - 1]
        .iter()
        .map(|y| column(*y, firm.start(*y), view(to_date(firm, history, *y, quarter))))
        .collect();
    let months = say::capitalised(&say::counted(usize::from(quarter) * 3));
    let day = say::month_day(period);
    let mut doc = Doc::new(&format!("{} {}", firm.name, form));
    let now = long.first().map(|c| c.books).unwrap_or_default();
    cover(&mut doc, &frame, now.shares, u8::from(amended));
    if amended {
        correct::interim_explanatory(&mut doc, firm, fy, quarter);
    }
    doc.center("PART I. FINANCIAL INFORMATION");
    doc.head("Item 1. Financial Statements");
    doc.center("CONDENSED CONSOLIDATED STATEMENTS OF OPERATIONS");
    doc.center("(In thousands, except per share amounts; unaudited)");
    doc.grid(tables::income(&single, w, &format!("Three months ended {day},")));
    if quarter > 1 {
        doc.grid(tables::income(&long, w, &format!("{months} months ended {day},")));
    }
    doc.page();
    doc.center("CONDENSED CONSOLIDATED BALANCE SHEETS");
    doc.center("(In thousands; unaudited)");
    let year_end = firm.end(fy - 1);
    let mut ends: Vec<Column> = long.iter().take(1).cloned().collect();
    if let Some(c) = ends.first_mut() {
        c.head = say::long(period);
    }
    ends.push(Column {
        head: say::long(year_end),
        start: firm.start(fy - 1),
        end: year_end,
        books: opening(fy),
        opening: opening(fy - 1),
    });
    doc.grid(tables::balance(&ends));
    doc.center("CONDENSED CONSOLIDATED STATEMENTS OF CASH FLOWS");
    doc.center("(In thousands; unaudited)");
    doc.grid(tables::cash(&long, &format!("{months} months ended {day},")));
    doc.center("NOTES TO CONDENSED CONSOLIDATED FINANCIAL STATEMENTS");
    doc.sub("1. Basis of Presentation");
    doc.para("The interim statements are unaudited and contain all adjustments, consisting of normal recurring items, that management considers necessary for a fair presentation. They should be read with the annual report.");
    if amended {
        correct::interim_note(&mut doc, firm, history, fy, quarter);
    }
    doc.head("Item 2. Management's Discussion and Analysis of Financial Condition and Results of Operations");
    if amended {
        doc.para("The following discussion gives effect to the restatement described in Note 2.");
    }
    let ordinal = ["first", "second", "third"].get(usize::from(quarter) - 1).copied().unwrap_or("fourth");
    let names =
        (0..2).map(|back| format!("the {ordinal} quarter of {}", year_name(firm, fy - back))).collect();
    let months_of =
        format!("the first {} months of {}", say::counted(usize::from(quarter) * 3), year_name(firm, fy));
    let to_date = long.first().map(|c| (c.clone(), months_of));
    let seed = format!("{fy}-Q{quarter}");
    mdna::write(
        &mut doc,
        &Talk { firm, columns: &single, names, seed, policies: false, interim: true, to_date },
    );
    doc.head("Item 3. Quantitative and Qualitative Disclosures About Market Risk");
    doc.para("There has been no material change since the annual report.");
    doc.head("Item 4. Controls and Procedures");
    doc.para("Management evaluated the disclosure controls and procedures as of the end of the period.");
    doc.center("PART II. OTHER INFORMATION");
    doc.head("Item 1. Legal Proceedings");
    doc.para("None that are material.");
    doc.head("Item 6. Exhibits and Reports on Form 8-K");
    doc.para("Exhibits 31 and 32, certifications.");
    signatures(&mut doc, &frame);
    frame.finish(vec![(form.to_string(), doc)], Some((&now, amended)))
}

/// All filings of an issuer in order of date, with their accession numbers.
pub(super) fn filings(firm: &'static Firm) -> Vec<Filing> {
    let history = super::books::history(firm);
    let mut out = Vec::new();
    for fy in firm.first..=firm.last {
        let next = firm.fault.is_some_and(|f| f.road == Road::NextReport && fy == f.last() + 1);
        out.push(annual(firm, &history, fy, if next { Version::Next } else { Version::Original }, 0));
        if firm.interim.contains(&fy) {
            for quarter in 1..=3 {
                out.push(quarterly(firm, &history, fy, quarter, Version::Original));
                if firm.fault.is_some_and(|f| f.road == Road::Amended && f.quarter(fy, quarter) != 0) {
                    out.push(quarterly(firm, &history, fy, quarter, Version::Amended));
                }
            }
        }
        if firm.part_three.contains(&fy) {
            out.push(correct::part_three(firm, fy));
        }
        if !firm.foreign && firm.annual_filed(fy).year() >= 2004 {
            out.push(correct::results(firm, &history, fy));
        }
    }
    if let Some(fault) = firm.fault {
        if fault.road == Road::Amended && !fault.years.is_empty() {
            let number = 1 + u8::from(firm.part_three.contains(&fault.last()));
            out.push(annual(firm, &history, fault.last(), Version::Amended, number));
        }
        if fault.road != Road::Nothing && !firm.foreign {
            out.extend(correct::non_reliance(firm));
        }
    }
    out.sort_by(|a, b| (a.filed, &a.form).cmp(&(b.filed, &b.form)));
    let mut count: BTreeMap<i16, u32> = BTreeMap::new();
    for filing in &mut out {
        let n = count.entry(filing.filed.year()).or_insert(10);
        *n += 1;
        filing.accession = format!("{:010}-{:02}-{:06}", firm.cik, filing.filed.year().rem_euclid(100), n);
    }
    out
}
