//! The text of a release: what the Commission found or alleged, and how the matter was settled.

use super::{
    books,
    dice::Dice,
    doc::{Block, Doc},
    dockets::{Docket, Kind},
    firms::by_cik,
    history, mechanism, people, say, words,
    world::{Fault, Firm, MARK, Road},
};

/// The issuers of a release.
pub(super) fn firms(docket: &Docket) -> Vec<&'static Firm> {
    docket.firms.iter().filter_map(|c| by_cik(*c)).collect()
}

fn name_at_fault(firm: &Firm, fault: &Fault) -> &'static str {
    firm.name_on(firm.end(fault.last()))
}

/// All release numbers as the index shows them.
pub(super) fn numbers(docket: &Docket) -> String {
    let series = if docket.is_litigation() { "LR" } else { "34" };
    let both = format!("{series}-{}, AAER-{}", docket.number(), docket.aaer);
    let offering = firms(docket).first().and_then(|f| f.fault).is_some_and(|f| !fraud(f));
    if docket.kind == Kind::Issuer && offering {
        format!("33-{}, {both}", docket.offering_number())
    } else {
        both
    }
}

/// The issuer with its other names, as a release introduces it.
fn introduced(firm: &Firm) -> String {
    let Some(fault) = firm.fault else { return firm.name.into() };
    let then = name_at_fault(firm, fault);
    let successor = firm.successor.and_then(by_cik);
    match successor {
        Some(next) => format!("{} (n/k/a {})", firm.name, next.name),
        None if then != firm.name => format!("{} (f/k/a {then})", firm.name),
        None => firm.name.into(),
    }
}

/// The respondents as the index lists them.
pub(super) fn respondents(docket: &Docket) -> String {
    let firms = firms(docket);
    let mut names: Vec<String> = Vec::new();
    for firm in &firms {
        let p = people::of(firm);
        match docket.kind {
            Kind::Issuer => names.push(introduced(firm)),
            Kind::IssuerComplaint => names.extend([introduced(firm), p.finance]),
            Kind::Officers => names.extend([format!("{}, CPA", p.finance), p.controller]),
            Kind::Complaint | Kind::Judgment => names.extend([p.chief, p.finance]),
            Kind::Auditor => names.extend([p.auditor, format!("{}, CPA", p.partner)]),
            Kind::Reinstatement => names.push(format!("{}, CPA", p.partner)),
            Kind::Extension => names.push(firm.name.into()),
        }
    }
    let list = if docket.is_litigation() && names.len() > 2 { names.join("; ") } else { say::listed(&names) };
    match docket.kind {
        Kind::Reinstatement => format!("{list} (Order Granting Application for Reinstatement)"),
        Kind::Extension => format!("{list} (Order Granting Extension of Time)"),
        _ => list,
    }
}

/// The periods at fault in a sentence: `the fiscal year ended December 31, 1997`.
fn periods(firm: &Firm, fault: &Fault) -> String {
    if fault.years.is_empty() {
        let ends: Vec<String> =
            fault.quarters.iter().map(|(y, q, _)| say::long(firm.quarter_end(*y, *q))).collect();
        let noun = if ends.len() == 1 { "quarter" } else { "quarters" };
        return format!("the {noun} ended {}", say::listed(&ends));
    }
    format!("the {}", super::correct::years(firm, fault))
}

/// The reports at fault in a sentence.
fn reports(firm: &Firm, fault: &Fault) -> String {
    let quarters: Vec<String> =
        fault.quarters.iter().map(|(y, q, _)| say::long(firm.quarter_end(*y, *q))).collect();
    let quarterly = match quarters.as_slice() {
        [] => None,
        [one] => Some(format!("its quarterly report on Form 10-Q for the quarter ended {one}")),
        many => {
            Some(format!("its quarterly reports on Form 10-Q for the quarters ended {}", say::listed(many)))
        }
    };
    let form = if firm.foreign { "20-F" } else { "10-K" };
    let annual = match fault.years {
        [] => None,
        [_] => Some(format!("its annual report on Form {form} for {}", periods(firm, fault))),
        _ => Some(format!("its annual reports on Form {form} for {}", periods(firm, fault))),
    };
    match (annual, quarterly) {
        (Some(a), Some(q)) => format!("{a} and {q}"),
        (a, q) => a.or(q).unwrap_or_default(),
    }
}

fn fill(text: &str, firm: &Firm, fault: &Fault, when: &str) -> String {
    let p = people::of(firm);
    text.replace("{C}", firm_word(firm, fault))
        .replace("{A}", &say::money(super::correct::size(fault)))
        .replace("{P}", when)
        .replace("{O}", people::surname(&p.finance))
}

fn firm_word(firm: &Firm, fault: &Fault) -> &'static str {
    super::world::brief(name_at_fault(firm, fault))
}

fn effects(firm: &Firm, fault: &Fault) -> Vec<String> {
    let history = books::history(firm);
    let mut out = Vec::new();
    let label = words::of(firm).revenue.to_lowercase();
    let mut say_one = |when: String, old: &books::Books, new: &books::Books| {
        if old.net() != new.net() {
            let over = old.net() > new.net();
            let by = say::percent(say::change(new.net(), old.net()));
            let mut text = format!(
                "For {when}, the report showed net income of {} when the correct amount was {}, an {} of {by}.",
                say::money(old.net()),
                say::money(new.net()),
                if over { "overstatement" } else { "understatement" }
            );
            if old.revenue != new.revenue {
                text.push_str(&format!(
                    " Reported {label} of {} should have been {}.",
                    say::money(old.revenue),
                    say::money(new.revenue)
                ));
            }
            out.push(text);
        } else if old.revenue != new.revenue {
            out.push(format!("For {when}, reported {label} of {} included about {} that did not belong there. Net income was not affected.", say::money(old.revenue), say::money(old.revenue - new.revenue)));
        }
    };
    for (fy, _) in fault.years {
        if let Some(year) = history.get(fy) {
            say_one(
                format!("the fiscal year ended {}", say::long(firm.end(*fy))),
                &year.reported,
                &year.truth,
            );
        }
    }
    for (fy, quarter, _) in fault.quarters {
        let (truth, reported) = history::alone(firm, &history, *fy, *quarter);
        say_one(
            format!("the quarter ended {}", say::long(firm.quarter_end(*fy, *quarter))),
            &reported,
            &truth,
        );
    }
    out
}

fn aftermath(firm: &Firm, fault: &Fault) -> String {
    let word = firm_word(firm, fault);
    let last = fault.last();
    let when = say::long(firm.corrected_on(last));
    let form = if firm.foreign { "20-F/A" } else { "10-K/A" };
    match fault.road {
        Road::Amended if fault.years.is_empty() => format!(
            "{word} later filed amended quarterly reports on Form 10-Q/A that restated its results for {}.",
            periods(firm, fault)
        ),
        Road::Amended => format!(
            "On {when}, {word} filed an amended annual report on Form {form} that restated its financial statements for {}.",
            periods(firm, fault)
        ),
        Road::NextReport => format!(
            "{word} did not amend its reports. It restated its results for {} in its next annual report on Form 10-K, which it filed on {when}.",
            periods(firm, fault)
        ),
        Road::NonReliance => format!(
            "In a Form 8-K {word} announced that its financial statements for {} should no longer be relied upon. It has not issued restated statements.",
            periods(firm, fault)
        ),
        Road::Nothing => format!("{word} has not restated its financial statements."),
    }
}

fn fraud(fault: &Fault) -> bool {
    matches!(fault.lever.category(), "REVENUE_TIMING" | "EARNINGS_SMOOTHING" | "EXPENSE_DEFERRAL")
}

fn rules(firm: &Firm, fault: &Fault) -> String {
    let mut all = vec!["12b-20".to_string(), "13a-1".to_string()];
    if firm.foreign {
        all.push("13a-16".into());
    } else if !fault.quarters.is_empty() {
        all.push("13a-13".into());
    }
    if all.len() == 2 { all.join(" and ") } else { say::listed(&all) }
}

fn issuer_provisions(firm: &Firm, fault: &Fault) -> String {
    let reporting = format!(
        "Sections 13(a), 13(b)(2)(A) and 13(b)(2)(B) of the Securities Exchange Act of 1934 (\"Exchange Act\") and Rules {} thereunder",
        rules(firm, fault)
    );
    if fraud(fault) {
        format!("Section 10(b) of the Exchange Act and Rule 10b-5 thereunder, and {reporting}")
    } else {
        format!(
            "Sections 17(a)(2) and 17(a)(3) of the Securities Act of 1933 (\"Securities Act\"), and {reporting}"
        )
    }
}

fn officer_provisions(firm: &Firm, fault: &Fault) -> String {
    let first = if fraud(fault) {
        "Section 10(b) of the Exchange Act and Rule 10b-5 thereunder, and Section 13(b)(5) of the Exchange Act and Rules 13b2-1 and 13b2-2 thereunder"
    } else {
        "Section 13(b)(5) of the Exchange Act and Rule 13b2-1 thereunder"
    };
    format!(
        "{first}, and caused violations of Sections 13(a), 13(b)(2)(A) and 13(b)(2)(B) of the Exchange Act and Rules {} thereunder",
        rules(firm, fault)
    )
}

/// Writes the release.
pub(super) fn write(docket: &Docket) -> Doc {
    let mut doc = Doc::new(&format!("AAER-{}", docket.aaer));
    let date = say::long(say::day(docket.date.0, docket.date.1, docket.date.2));
    if docket.is_litigation() {
        litigation(&mut doc, docket, &date);
    } else {
        order(&mut doc, docket, &date);
    }
    reword(&mut doc, docket);
    doc.para(format!("{MARK}."));
    doc
}

/// Other words for the same, drawn for each release, so that two releases of one kind do not read alike.
const OTHER_WORDS: [(&str, &str); 22] = [
    ("At the direction of", "On instructions from"),
    ("at the direction of", "on instructions from"),
    ("directed that", "gave orders that"),
    (" instructed ", " told "),
    ("outside auditors", "independent auditors"),
    ("in several cases", "in some instances"),
    ("nevertheless", "even so"),
    ("did not disclose", "failed to disclose"),
    ("As a result", "In consequence"),
    ("as a result", "in consequence"),
    ("about $", "approximately $"),
    ("accounting staff", "accounting department"),
    ("Because of", "On account of"),
    ("employees", "staff members"),
    ("a like sum", "a similar amount"),
    ("was short of", "had fallen behind"),
    ("in excess of", "greater than"),
    ("ordinary operating", "routine operating"),
    ("materially misleading", "misleading in material respects"),
    ("the close of", "the end of"),
    ("This matter concerns", "These proceedings concern"),
    ("were not disclosed", "went undisclosed"),
];

fn reword(doc: &mut Doc, docket: &Docket) {
    let mut d = Dice::new(&["words", &docket.aaer.to_string()]);
    for (from, to) in OTHER_WORDS {
        if d.chance(5) {
            for block in &mut doc.blocks {
                if let Block::Para(text) = block {
                    *text = text.replace(from, to);
                }
            }
        }
    }
}

fn litigation(doc: &mut Doc, docket: &Docket, date: &str) {
    let firms = firms(docket);
    let mut d = Dice::new(&["release", &docket.aaer.to_string()]);
    doc.center("U.S. SECURITIES AND EXCHANGE COMMISSION");
    doc.center(format!("Litigation Release No. {} / {date}", docket.number()));
    doc.center(format!("Accounting and Auditing Enforcement Release No. {} / {date}", docket.aaer));
    let court = d.pick(&[
        "Northern District of Ohio",
        "Southern District of New York",
        "District of Columbia",
        "Northern District of California",
    ]);
    let title = respondents(docket).replace("; ", ", ");
    doc.center(format!("Securities and Exchange Commission v. {title}, Civil Action No. {:02}-CV-9{} (United States District Court for the {court})", docket.date.0.rem_euclid(100), docket.aaer));
    let found = if docket.kind == Kind::Judgment { "had alleged" } else { "alleges" };
    let names: Vec<String> = firms.iter().map(|f| introduced(f)).collect();
    let officers: Vec<String> = firms.iter().map(|f| people::of(f).finance).collect();
    match docket.kind {
        Kind::Judgment => doc.para(format!("The Commission announced that a final judgment was entered against former officers of {} in an action that charged them with causing the company's false reports.", say::listed(&names))),
        Kind::IssuerComplaint => doc.para(format!("The Securities and Exchange Commission today filed a civil injunctive action against {}, and against {}, charging violations of the reporting, books-and-records and antifraud provisions of the federal securities laws.", say::listed(&names), say::listed(&officers))),
        _ => {
            let p = firms.first().map(|f| people::of(f));
            let (chief, finance) = p.map(|p| (p.chief, p.finance)).unwrap_or_default();
            doc.para(format!("The Securities and Exchange Commission today announced the filing of a complaint against {chief}, the former chief executive officer, and {finance}, the former chief financial officer, of {}.", say::listed(&names)));
        }
    }
    for firm in &firms {
        let Some(fault) = firm.fault else { continue };
        let m = mechanism::of(fault.lever);
        let when = periods(firm, fault);
        let word = firm_word(firm, fault);
        doc.para(format!("The Commission's complaint {found} that {}. The complaint {found} that, as a result, {}, which {word} filed with the Commission, contained materially false and misleading statements.", fill(m.summary, firm, fault, &when), reports(firm, fault)));
        for fact in m.facts {
            doc.para(format!("According to the complaint, {}", lower_first(&fill(fact, firm, fault, &when))));
        }
        for text in effects(firm, fault) {
            doc.para(format!("The complaint {found}: {}", lower_first(&text)));
        }
        doc.para(aftermath(firm, fault));
    }
    let (Some(firm), Some(fault)) = (firms.first(), firms.first().and_then(|f| f.fault)) else { return };
    let settled = docket.kind != Kind::Complaint || d.chance(6);
    let charged = match docket.kind {
        Kind::IssuerComplaint => issuer_provisions(firm, fault),
        _ => officer_provisions(firm, fault),
    };
    doc.para(format!(
        "The complaint {} that the defendants violated {charged}.",
        if docket.kind == Kind::Judgment { "charged" } else { "charges" }
    ));
    if settled {
        doc.para(format!("Without admitting or denying the allegations of the complaint, the defendants consented to the entry of judgments that permanently enjoin them from future violations of these provisions. {} agreed to pay a civil penalty of ${} and disgorgement of ${}, and is barred for five years from serving as an officer or director of a public company.", officers.first().map_or("The defendant", String::as_str), say::grouped(d.range(4, 20) * 12_500), say::grouped(d.range(30, 400) * 1_000)));
    } else {
        doc.para("The Commission seeks permanent injunctions, disgorgement of ill-gotten gains with prejudgment interest, civil penalties and officer and director bars. The litigation is pending.");
    }
}

fn lower_first(text: &str) -> String {
    let first = text.split(' ').next().unwrap_or("");
    // Only articles and prepositions lose their capital; names keep it.
    if matches!(
        first,
        "As" | "The"
            | "To"
            | "In"
            | "At"
            | "By"
            | "When"
            | "During"
            | "Most"
            | "Because"
            | "For"
            | "From"
            | "Rather"
            | "No"
            | "Each"
            | "Field"
            | "An"
    ) {
        let mut chars = text.chars();
        chars.next().map_or_else(String::new, |c| c.to_lowercase().chain(chars).collect())
    } else {
        text.into()
    }
}

fn order(doc: &mut Doc, docket: &Docket, date: &str) {
    let Some(firm) = firms(docket).first().copied() else { return };
    let Some(fault) = firm.fault else { return };
    let p = people::of(firm);
    let discipline = matches!(docket.kind, Kind::Auditor | Kind::Officers | Kind::Reinstatement);
    doc.center("UNITED STATES OF AMERICA");
    doc.center("Before the");
    doc.center("SECURITIES AND EXCHANGE COMMISSION");
    let offering = docket.kind == Kind::Issuer && !fraud(fault);
    if offering {
        doc.line("SECURITIES ACT OF 1933");
        doc.line(format!("Release No. {} / {date}", docket.offering_number()));
    }
    doc.line("SECURITIES EXCHANGE ACT OF 1934");
    doc.line(format!("Release No. {} / {date}", docket.number()));
    doc.line("ACCOUNTING AND AUDITING ENFORCEMENT");
    doc.line(format!("Release No. {} / {date}", docket.aaer));
    doc.line("ADMINISTRATIVE PROCEEDING");
    doc.line(format!("File No. 3-9{}", docket.aaer));
    doc.line("In the Matter of");
    let who = respondents(docket);
    let who = who.split(" (Order").next().unwrap_or("").to_string();
    doc.line(format!(
        "{who}, {}.",
        if matches!(docket.kind, Kind::Officers | Kind::Auditor) { "Respondents" } else { "Respondent" }
    ));
    match docket.kind {
        Kind::Reinstatement => return reinstatement(doc, firm, fault, docket),
        Kind::Extension => return extension(doc, firm),
        _ => {}
    }
    let title = if discipline {
        "ORDER INSTITUTING PUBLIC ADMINISTRATIVE AND CEASE-AND-DESIST PROCEEDINGS PURSUANT TO SECTIONS 4C AND 21C OF THE SECURITIES EXCHANGE ACT OF 1934 AND RULE 102(e) OF THE COMMISSION'S RULES OF PRACTICE, MAKING FINDINGS, AND IMPOSING REMEDIAL SANCTIONS AND A CEASE-AND-DESIST ORDER"
    } else if offering {
        "ORDER INSTITUTING CEASE-AND-DESIST PROCEEDINGS PURSUANT TO SECTION 8A OF THE SECURITIES ACT OF 1933 AND SECTION 21C OF THE SECURITIES EXCHANGE ACT OF 1934, MAKING FINDINGS, AND IMPOSING A CEASE-AND-DESIST ORDER"
    } else {
        "ORDER INSTITUTING CEASE-AND-DESIST PROCEEDINGS PURSUANT TO SECTION 21C OF THE SECURITIES EXCHANGE ACT OF 1934, MAKING FINDINGS, AND IMPOSING A CEASE-AND-DESIST ORDER"
    };
    doc.center(title);
    doc.center("I.");
    let charged = match docket.kind {
        Kind::Issuer => format!("{} (\"{}\" or \"Respondent\")", introduced(firm), firm_word(firm, fault)),
        Kind::Auditor => format!("{} and {}, CPA (\"Respondents\")", p.auditor, p.partner),
        _ => format!("{}, CPA, and {} (\"Respondents\")", p.finance, p.controller),
    };
    doc.para(format!("The Securities and Exchange Commission (\"Commission\") deems it appropriate that proceedings be, and hereby are, instituted pursuant to Section 21C of the Securities Exchange Act of 1934 (\"Exchange Act\") against {charged}."));
    doc.center("II.");
    doc.para("In anticipation of the institution of these proceedings, an Offer of Settlement has been submitted which the Commission has determined to accept. Solely for the purpose of these proceedings, and without admitting or denying the findings herein, except as to the Commission's jurisdiction, which is admitted, consent is given to the entry of this Order.");
    doc.center("III.");
    doc.para("On the basis of this Order and the Offer, the Commission finds that:");
    findings(doc, docket, firm, fault);
    doc.center("IV.");
    sanctions(doc, docket, firm, fault);
    doc.para("By the Commission.");
    doc.line("Jonathan-Quill Harbottle-Wren");
    doc.line("Secretary");
}

fn findings(doc: &mut Doc, docket: &Docket, firm: &Firm, fault: &Fault) {
    let p = people::of(firm);
    let m = mechanism::of(fault.lever);
    let when = periods(firm, fault);
    let word = firm_word(firm, fault);
    let filed = reports(firm, fault);
    doc.sub("Summary");
    match docket.kind {
        Kind::Auditor => doc.para(format!("This matter concerns improper professional conduct in the audit of the financial statements of {} for {when}. The auditors did not obtain sufficient evidence for amounts that were later found to be wrong, because {}.", introduced(firm), fill(m.summary, firm, fault, &when))),
        _ => doc.para(format!("This matter concerns false reports filed by {}. In {filed}, {}.", introduced(firm), fill(m.summary, firm, fault, &when))),
    }
    let respondents = if docket.kind == Kind::Issuer { "Respondent" } else { "Respondents" };
    doc.sub(respondents);
    let about = format!(
        "{} sells {} and has its principal offices in {}. Its common stock is registered under Section 12(b) of the Exchange Act, and its fiscal year ends on {}.",
        introduced(firm),
        words::of(firm).goods,
        firm.city,
        say::month_day(firm.end(fault.last()))
    );
    match docket.kind {
        Kind::Issuer => doc.para(about.clone()),
        Kind::Auditor => {
            doc.para(format!("{} is a firm of certified public accountants. It audited {word}'s financial statements and issued reports with unqualified opinions.", p.auditor));
            doc.para(format!(
                "{}, CPA, was a partner of {} and the engagement partner on the audit of {word}.",
                p.partner, p.auditor
            ));
        }
        _ => {
            doc.para(format!(
                "{}, CPA, was chief financial officer of {word} during the relevant period.",
                p.finance
            ));
            doc.para(format!(
                "{} was controller of {word} and reported to {}.",
                p.controller,
                people::surname(&p.finance)
            ));
        }
    }
    if docket.kind != Kind::Issuer {
        doc.sub("Relevant Entity");
        doc.para(about);
    }
    doc.sub("Facts");
    for fact in m.facts {
        doc.para(fill(fact, firm, fault, &when));
    }
    doc.para(m.rule);
    for text in effects(firm, fault) {
        doc.para(text);
    }
    doc.para(aftermath(firm, fault));
    if docket.kind == Kind::Auditor {
        doc.para(format!("{} and the engagement team noted unusual entries in their working papers, relied on the representations of {word}'s management without further work, and so failed to exercise professional skepticism and to obtain sufficient competent evidential matter.", people::surname(&p.partner)));
    }
    doc.sub("Violations");
    doc.para(match docket.kind {
        Kind::Issuer => format!("As a result of the conduct described above, {word} violated {}.", issuer_provisions(firm, fault)),
        Kind::Auditor => "As a result of the conduct described above, Respondents engaged in improper professional conduct within the meaning of Section 4C of the Exchange Act and Rule 102(e)(1)(ii) of the Commission's Rules of Practice.".to_string(),
        _ => format!("As a result of the conduct described above, Respondents violated {}.", officer_provisions(firm, fault)),
    });
}

fn sanctions(doc: &mut Doc, docket: &Docket, firm: &Firm, fault: &Fault) {
    let p = people::of(firm);
    let mut d = Dice::new(&["sanction", &docket.aaer.to_string()]);
    let word = firm_word(firm, fault);
    doc.para("In view of the foregoing, the Commission deems it appropriate to impose the sanctions agreed to in the Offer. Accordingly, it is hereby ORDERED that:");
    match docket.kind {
        Kind::Issuer => {
            doc.para(format!("A. {word} cease and desist from committing or causing any violations and any future violations of {}.", issuer_provisions(firm, fault)));
            if docket.date.0 >= 2003 {
                doc.para(format!("B. {word} shall, within 14 days of the entry of this Order, pay a civil money penalty in the amount of ${} to the Securities and Exchange Commission.", say::grouped(d.range(3, 24) * 250_000)));
            }
        }
        Kind::Auditor => {
            doc.para(format!("A. {} is censured.", p.auditor));
            doc.para(format!("B. {} is denied the privilege of appearing or practicing before the Commission as an accountant, with a right to apply for reinstatement after {} years.", p.partner, say::counted(d.range(1, 5) as usize)));
        }
        _ => {
            doc.para("A. Respondents cease and desist from committing or causing any violations and any future violations of the provisions named above.");
            doc.para(format!("B. {} is suspended from appearing or practicing before the Commission as an accountant and shall pay a civil money penalty in the amount of ${}.", p.finance, say::grouped(d.range(3, 16) * 12_500)));
        }
    }
}

fn reinstatement(doc: &mut Doc, firm: &Firm, fault: &Fault, docket: &Docket) {
    let p = people::of(firm);
    let last = people::surname(&p.partner);
    doc.center("ORDER GRANTING APPLICATION FOR REINSTATEMENT TO APPEAR AND PRACTICE BEFORE THE COMMISSION AS AN ACCOUNTANT");
    doc.para(format!("{}, CPA, was suspended from appearing or practicing before the Commission in an earlier proceeding that concerned the audit of {}. {last} has now applied for reinstatement under Rule 102(e)(5) of the Commission's Rules of Practice.", p.partner, introduced(firm)));
    doc.para(format!("The application states that {last} has completed the required continuing professional education, holds a current license, and will have work on the statements of public companies reviewed. The Commission has verified these statements and is not aware of any information that {last} has violated the securities laws since the suspension, which arose from reports for {}.", periods(firm, fault)));
    doc.para(format!("Accordingly, it is ORDERED pursuant to Rule 102(e)(5)(i) that {last} is hereby reinstated to appear and practice before the Commission as an accountant responsible for the preparation or review of financial statements. This order is AAER-{}.", docket.aaer));
    doc.para("By the Commission.");
}

fn extension(doc: &mut Doc, firm: &Firm) {
    doc.center("ORDER GRANTING EXTENSION OF TIME");
    doc.para(format!("The Division of Enforcement has asked for an extension of time to submit a proposed plan for the distribution of the civil penalty paid by {} in this proceeding. The request states that the fund administrator needs more time to review claims.", firm.name));
    doc.para("It appearing that good cause has been shown, it is ORDERED, pursuant to Rule 1101(a) of the Commission's Rules on Fair Fund and Disgorgement Plans, that the time is extended by 90 days. Nothing in this order is a new finding.");
    doc.para("For the Commission, by its Secretary, pursuant to delegated authority.");
}
