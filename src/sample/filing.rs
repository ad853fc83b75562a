//! A filing of the sample: its form, dates and documents, and how it is wrapped as one submission.

use std::collections::BTreeSet;

use jiff::civil::Date;

use super::{
    books::Books,
    doc::{self, Block, Doc},
    say,
    world::{Firm, MARK},
};

/// How documents of a time look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Era {
    /// One text file a submission, with a financial data schedule.
    Text,
    /// HTML documents.
    Html,
    /// HTML, and facts in companyfacts.
    Xbrl,
    /// HTML with the facts inside.
    Inline,
}

impl Era {
    pub(super) fn on(filed: Date) -> Era {
        match filed.year() {
            ..=2000 => Era::Text,
            2001..=2009 => Era::Html,
            2010..=2018 => Era::Xbrl,
            _ => Era::Inline,
        }
    }
}

/// One document of a submission.
#[derive(Clone, Debug)]
pub(super) struct Document {
    pub(super) kind: String,
    pub(super) file: String,
    pub(super) body: String,
}

/// One fact as companyfacts has it.
#[derive(Clone, Debug)]
pub(super) struct Filed {
    pub(super) tag: &'static str,
    pub(super) unit: &'static str,
    pub(super) start: Option<String>,
    pub(super) end: String,
    /// Value in hundredths for amounts a share, in units otherwise.
    pub(super) value: i64,
}

/// One submission.
#[derive(Clone, Debug)]
pub(super) struct Filing {
    pub(super) firm: &'static Firm,
    pub(super) form: String,
    pub(super) filed: Date,
    pub(super) period: Date,
    pub(super) fy: i16,
    pub(super) quarter: u8,
    pub(super) items: &'static str,
    pub(super) era: Era,
    pub(super) documents: Vec<Document>,
    pub(super) facts: Vec<Filed>,
    /// Given when all filings of the issuer are in order.
    pub(super) accession: String,
}

/// What a filing is, before its documents are made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) firm: &'static Firm,
    pub(super) form: &'static str,
    pub(super) filed: Date,
    pub(super) period: Date,
    pub(super) fy: i16,
    pub(super) quarter: u8,
    pub(super) items: &'static str,
}

impl Frame {
    pub(super) fn era(&self) -> Era {
        Era::on(self.filed)
    }

    /// Makes the filing of its documents; `schedule` is the books for an EX-27 and whether they are restated.
    pub(super) fn finish(self, mut docs: Vec<(String, Doc)>, schedule: Option<(&Books, bool)>) -> Filing {
        let era = self.era();
        let stem: String =
            self.firm.short().to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
        let facts = match era {
            Era::Xbrl | Era::Inline => docs.iter().flat_map(|(_, d)| facts(d)).collect(),
            _ => Vec::new(),
        };
        let mut documents = Vec::new();
        for (n, (kind, doc)) in docs.iter_mut().enumerate() {
            let code: String = kind.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
            let (body, extension) = match era {
                Era::Text => (doc::to_text(doc), "txt"),
                Era::Inline if n == 0 && !facts.is_empty() => {
                    (doc::to_html(doc, Some(&header(&facts))), "htm")
                }
                _ => (doc::to_html(doc, None), "htm"),
            };
            documents.push(Document {
                kind: kind.clone(),
                file: format!("{stem}-{code}-{}.{extension}", say::compact(self.filed)),
                body,
            });
        }
        if let (Era::Text, Some((books, restated))) = (era, schedule) {
            documents.push(Document {
                kind: "EX-27".into(),
                file: String::new(),
                body: schedule_text(&self, books, restated),
            });
        }
        Filing {
            firm: self.firm,
            form: self.form.into(),
            filed: self.filed,
            period: self.period,
            fy: self.fy,
            quarter: self.quarter,
            items: self.items,
            era,
            documents,
            facts,
            accession: String::new(),
        }
    }
}

/// Reads the facts back out of the tables, so that both views agree.
fn facts(doc: &Doc) -> Vec<Filed> {
    let mut out: Vec<Filed> = Vec::new();
    let mut seen = BTreeSet::new();
    for block in &doc.blocks {
        let Block::Grid(grid) = block else { continue };
        for cell in grid.rows.iter().flat_map(|r| &r.cells) {
            let Some(fact) = &cell.fact else { continue };
            if !seen.insert((fact.tag, fact.context.clone())) {
                continue;
            }
            let digits: String = cell.text.chars().filter(char::is_ascii_digit).collect();
            let size: i64 = digits.parse().unwrap_or(0);
            let size = if fact.scale == 3 { size * 1000 } else { size };
            let value = if cell.text.contains('(') { -size } else { size };
            let parts = fact.context.split_once('-').unwrap_or(("", ""));
            let (start, end) = match parts.0 {
                "d" => (parts.1.get(..10).map(str::to_string), parts.1.get(11..).unwrap_or("").to_string()),
                _ => (None, parts.1.to_string()),
            };
            let unit = if fact.unit == "usdps" { "USD/shares" } else { "USD" };
            out.push(Filed { tag: fact.tag, unit, start, end, value });
        }
    }
    out
}

/// The hidden header of an inline document: contexts and units.
fn header(facts: &[Filed]) -> String {
    let mut contexts = BTreeSet::new();
    for fact in facts {
        contexts.insert((fact.start.clone(), fact.end.clone()));
    }
    let mut out = String::from("<div style=\"display:none\"><ix:header><ix:resources>\n");
    for (start, end) in contexts {
        let (id, period) = match start {
            Some(s) => (
                format!("d-{s}-{end}"),
                format!("<xbrli:startDate>{s}</xbrli:startDate><xbrli:endDate>{end}</xbrli:endDate>"),
            ),
            None => (format!("i-{end}"), format!("<xbrli:instant>{end}</xbrli:instant>")),
        };
        out.push_str(&format!("<xbrli:context id=\"{id}\"><xbrli:entity><xbrli:identifier scheme=\"http://www.sec.gov/CIK\">0009900000</xbrli:identifier></xbrli:entity><xbrli:period>{period}</xbrli:period></xbrli:context>\n"));
    }
    out.push_str("<xbrli:unit id=\"usd\"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>\n<xbrli:unit id=\"usdps\"><xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unitNumerator><xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unitDenominator></xbrli:divide></xbrli:unit>\n</ix:resources></ix:header></div>\n");
    out
}

/// A financial data schedule (article 5 of Regulation S-X).
fn schedule_text(frame: &Frame, b: &Books, restated: bool) -> String {
    let date = |d: Date| {
        format!("{}-{:02}-{}", say::month(d).get(..3).unwrap_or("").to_uppercase(), d.day(), d.year())
    };
    let year = frame.firm.end(frame.fy);
    let kind = match frame.quarter {
        0 => "YEAR",
        1 => "3-MOS",
        2 => "6-MOS",
        _ => "9-MOS",
    };
    let mut out = format!(
        "<ARTICLE> 5\n<LEGEND>\nTHIS SCHEDULE CONTAINS SUMMARY FINANCIAL INFORMATION EXTRACTED FROM THE\nSTATEMENTS IN THIS REPORT AND IS QUALIFIED IN ITS ENTIRETY BY REFERENCE TO\nTHEM. {}.\n</LEGEND>\n",
        MARK.to_uppercase()
    );
    if restated {
        out.push_str("<RESTATED>\n");
    }
    out.push_str("<MULTIPLIER> 1,000\n<S>                             <C>\n");
    let mut line = |tag: &str, value: String| {
        out.push_str(&format!("{:<32}{value:>16}\n", format!("<{tag}>")));
    };
    line("PERIOD-TYPE", kind.into());
    line("FISCAL-YEAR-END", date(year));
    line("PERIOD-END", date(frame.period));
    let amounts = [
        ("CASH", b.cash),
        ("SECURITIES", 0),
        ("RECEIVABLES", b.receivables + b.allowance),
        ("ALLOWANCES", b.allowance),
        ("INVENTORY", b.inventories),
        ("CURRENT-ASSETS", b.current_assets()),
        ("PP&E", b.property),
        ("DEPRECIATION", 0),
        ("TOTAL-ASSETS", b.total_assets()),
        ("CURRENT-LIABILITIES", b.current_liabilities()),
        ("BONDS", b.debt),
        ("PREFERRED-MANDATORY", 0),
        ("PREFERRED", 0),
        ("COMMON", b.capital),
        ("OTHER-SE", b.retained),
        ("TOTAL-LIABILITY-AND-EQUITY", b.total_claims()),
        ("SALES", b.revenue),
        ("TOTAL-REVENUES", b.revenue),
        ("CGS", b.cost),
        ("TOTAL-COSTS", b.cost),
        ("OTHER-EXPENSES", b.selling + b.research - b.other),
        ("LOSS-PROVISION", 0),
        ("INTEREST-EXPENSE", b.interest),
        ("INCOME-PRETAX", b.pretax()),
        ("INCOME-TAX", b.tax),
        ("INCOME-CONTINUING", b.net()),
        ("DISCONTINUED", 0),
        ("EXTRAORDINARY", 0),
        ("CHANGES", 0),
        ("NET-INCOME", b.net()),
    ];
    for (tag, value) in amounts {
        let text = say::grouped(value);
        line(tag, if value < 0 { format!("({text})") } else { text });
    }
    line("EPS-PRIMARY", say::cents(b.eps()));
    line("EPS-DILUTED", say::cents(b.eps_diluted()));
    out
}

impl Filing {
    /// The main document's URL; none where only the full text is on file.
    pub(super) fn primary(&self) -> &str {
        match self.era {
            Era::Text => "",
            _ => self.documents.first().map_or("", |d| d.file.as_str()),
        }
    }

    /// Folder of the documents.
    pub(super) fn folder(&self) -> String {
        let bare: String = self.accession.chars().filter(char::is_ascii_digit).collect();
        format!("https://www.sec.gov/Archives/edgar/data/{}/{bare}", self.firm.cik)
    }

    /// The whole submission as one text.
    pub(super) fn submission(&self) -> String {
        let filed = say::compact(self.filed);
        let name = conformed(self.firm.name_on(self.filed));
        let year_end = self.firm.year_end;
        let mut out = format!(
            "<SEC-DOCUMENT>{a}.txt : {filed}\n<SEC-HEADER>{a}.hdr.sgml : {filed}\nACCESSION NUMBER:\t\t{a}\nCONFORMED SUBMISSION TYPE:\t{}\nPUBLIC DOCUMENT COUNT:\t\t{}\nCONFORMED PERIOD OF REPORT:\t{}\n",
            self.form,
            self.documents.len(),
            say::compact(self.period),
            a = self.accession,
        );
        for item in self.items.split(',').filter(|i| !i.is_empty()) {
            let text = match item {
                "4.02" => {
                    "Non-Reliance on Previously Issued Financial Statements or a Related Audit Report or Completed Interim Review"
                }
                "2.02" => "Results of Operations and Financial Condition",
                _ => "Financial Statements and Exhibits",
            };
            out.push_str(&format!("ITEM INFORMATION:\t\t{text}\n"));
        }
        out.push_str(&format!(
            "FILED AS OF DATE:\t\t{filed}\n\nFILER:\n\n\tCOMPANY DATA:\t\n\t\tCOMPANY CONFORMED NAME:\t\t\t{name}\n\t\tCENTRAL INDEX KEY:\t\t\t{:010}\n\t\tSTANDARD INDUSTRIAL CLASSIFICATION:\tINVENTED [{}]\n\t\tSTATE OF INCORPORATION:\t\t\t{}\n\t\tFISCAL YEAR END:\t\t\t{:02}{:02}\n\n\tFILING VALUES:\n\t\tFORM TYPE:\t\t{}\n\t\tSEC ACT:\t\t1934 Act\n\t\tSEC FILE NUMBER:\t001-{}\n\n\tBUSINESS ADDRESS:\t\n\t\tCITY:\t\t\t{}\n\t\tSTATE:\t\t\t{}\n",
            self.firm.cik,
            self.firm.sic,
            self.firm.state,
            year_end.0,
            year_end.1,
            self.form,
            self.firm.cik % 100_000,
            self.firm.city.to_uppercase(),
            self.firm.state,
        ));
        for (former, _, to) in self.firm.former.iter().filter(|(_, _, to)| *to < self.filed.year()) {
            out.push_str(&format!(
                "\n\tFORMER COMPANY:\t\n\t\tFORMER CONFORMED NAME:\t{}\n\t\tDATE OF NAME CHANGE:\t{to}1231\n",
                conformed(former)
            ));
        }
        out.push_str(&format!("</SEC-HEADER>\n<!-- {MARK} -->\n"));
        for (n, document) in self.documents.iter().enumerate() {
            out.push_str(&format!("<DOCUMENT>\n<TYPE>{}\n<SEQUENCE>{}\n", document.kind, n + 1));
            if self.era != Era::Text {
                out.push_str(&format!("<FILENAME>{}\n", document.file));
            }
            out.push_str(&format!("<TEXT>\n{}</TEXT>\n</DOCUMENT>\n", document.body));
        }
        out.push_str("</SEC-DOCUMENT>\n");
        out
    }
}

/// A name as EDGAR conforms it: capitals, no points or commas, short legal forms.
pub(super) fn conformed(name: &str) -> String {
    let plain: String = name.to_uppercase().chars().filter(|c| !matches!(c, '.' | ',')).collect();
    plain.replace("CORPORATION", "CORP").replace(" COMPANY", " CO").replace(" N V", " NV")
}
