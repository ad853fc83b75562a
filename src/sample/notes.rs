//! The items around the discussion and the statements, the auditors' report, and the ordinary notes.

use super::{books::Books, dice::Dice, doc::Doc, filing::Frame, people, say, words, world::Firm};

/// Writes an item that says nothing of results.
pub(super) fn item(doc: &mut Doc, d: &mut Dice, firm: &Firm, number: &str, fy: i16) {
    let w = words::of(firm);
    match (number, firm.foreign) {
        ("1", _) | ("4", true) => {
            doc.para(format!(
                "{} supplies {} to {}. The business was founded in {} and employs about {} people.",
                firm.short(),
                w.goods,
                w.customers,
                1950 + d.range(0, 35),
                say::grouped(d.range(8, 32) * 100)
            ));
            if firm.predecessor.is_some() {
                doc.para("The Company is the successor to the business and the reporting obligations of its former parent after the reorganization of the group, and registers its shares under its own file number.");
            }
            if firm.year_end != (12, 31) {
                doc.para(format!("References to fiscal {fy} are to the year ended {}.", say::long(firm.end(fy))));
            }
            doc.para(w.industry);
            doc.para(format!("Raw materials and services, among them {}, are available from several sources. The business is not seasonal to a significant degree.", w.inputs.join(", ")));
        }
        ("1A", _) => {
            doc.para("Our results could be harmed by lower demand, by competition, by higher costs and by the loss of key employees.");
            doc.para("We rely on estimates in our financial statements. If they prove to be wrong, our results could differ from those reported.");
        }
        ("2", _) => doc.para(format!("The Company owns or leases {} facilities with about {} square feet. They are adequate for present needs.", d.range(4, 19), say::grouped(d.range(210, 940) * 1000))),
        ("3", _) => doc.para("The Company is a party to claims in the ordinary course of business. None is expected to have a material effect."),
        ("4", _) if fy >= 2011 => doc.para("Not applicable."),
        ("4", _) => doc.para("No matter was submitted to a vote in the fourth quarter."),
        ("5", _) => doc.para(format!("The common stock is traded in the United States. There were {} holders of record. Dividends were paid in each quarter.", say::grouped(d.range(700, 3900)))),
        ("7A", _) | ("11", true) => doc.para("The Company is exposed to changes in interest rates on its borrowings. A change of one percentage point would not have a material effect on its results."),
        ("9", _) => doc.para("None."),
        ("9A" | "15", _) if number == "9A" || firm.foreign => doc.para("Management evaluated the disclosure controls and procedures as of the end of the year."),
        ("10" | "11" | "12" | "13", _) => doc.para("The information required by this item is incorporated by reference from the definitive proxy statement for the annual meeting of shareholders."),
        ("6" | "7", true) => doc.para("The supervisory board has five members. No shareholder holds more than 10% of the shares."),
        ("14", _) if fy >= 2003 => doc.para("The information required by this item is incorporated by reference from the definitive proxy statement."),
        _ => doc.para("The exhibits are listed in the index to exhibits. Schedules are omitted because they are not required or the information is given in the statements."),
    }
}

/// The report of the auditors.
pub(super) fn opinion(doc: &mut Doc, frame: &Frame) {
    let people = people::of(frame.firm);
    doc.sub("Report of Independent Auditors");
    doc.para(format!("To the Board of Directors and Shareholders of {}:", frame.firm.name_on(frame.filed)));
    doc.para(format!(
        "We have audited the accompanying consolidated balance sheets as of {} and the end of the preceding year, and the related consolidated statements of operations and cash flows for each of the three years then ended. In our opinion, the statements present fairly, in all material respects, the financial position and the results of operations and cash flows in conformity with generally accepted accounting principles.",
        say::long(frame.period)
    ));
    doc.line(people.auditor);
}

/// The note on policies.
pub(super) fn first(doc: &mut Doc, firm: &Firm, fy: i16) {
    let w = words::of(firm);
    doc.sub("1. Summary of Significant Accounting Policies");
    doc.para(format!("Basis. The statements include the accounts of the Company and its subsidiaries, which supply {}. The latest fiscal year ended on {}.", w.goods, say::long(firm.end(fy))));
    doc.para("Revenue. Revenue is recognized when goods are delivered or services are performed, the price is fixed and collection is probable. Provision is made for returns and allowances.");
    doc.para("Inventories. Inventories are stated at the lower of cost, determined by the first-in, first-out method, or market.");
    doc.para("Property. Property and equipment are stated at cost and depreciated by the straight-line method over three to thirty years. Repairs and maintenance are charged to expense.");
    doc.para("Estimates. The preparation of statements requires management to make estimates that affect reported amounts. Actual results could differ.");
}

/// The remaining notes, numbered from `from`.
pub(super) fn rest(doc: &mut Doc, firm: &Firm, fy: i16, books: &Books, from: usize) {
    let mut d = Dice::new(&["notes", firm.name, &fy.to_string()]);
    doc.sub(format!("{from}. Inventories"));
    let finished = books.inventories * d.range(48, 63) / 100;
    doc.para(format!(
        "Inventories of {} consisted of finished goods of {} and materials and work in process of {}.",
        say::money(books.inventories),
        say::money(finished),
        say::money(books.inventories - finished)
    ));
    doc.sub(format!("{}. Long-Term Debt", from + 1));
    doc.para(format!("Borrowings under the credit agreement were {} at {} and bear interest at rates tied to the prime rate. The agreement requires certain ratios, with which the Company complied.", say::money(books.debt), say::long(firm.end(fy))));
    doc.sub(format!("{}. Income Taxes", from + 2));
    doc.para(format!("The provision for income taxes was {}, of which most was current and federal. The effective rate was {}.", say::money(books.tax), say::share(books.tax, books.pretax())));
    doc.sub(format!("{}. Commitments and Contingencies", from + 3));
    doc.para(format!("The Company leases facilities and equipment. Rental expense was {}. It is a party to claims that are not expected to have a material effect.", say::money(books.revenue * d.range(9, 19) / 1000)));
}
