//! The header of a submission: `KEY: value` lines under `FILER:`, `ISSUER:` and the like.

use crate::ids::Cik;

/// What the header of a submission says. Dates are as written, `YYYYMMDD`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// `IMS` (to 1994), `SEC`, or empty where there is no wrapper.
    pub wrapper: String,
    /// The accession number as written.
    pub accession: String,
    /// `CONFORMED SUBMISSION TYPE`, else the first `FORM TYPE`.
    pub form_type: String,
    /// `CONFORMED PERIOD OF REPORT`.
    pub period: Option<String>,
    /// `FILED AS OF DATE`.
    pub filed: Option<String>,
    /// `PUBLIC DOCUMENT COUNT`.
    pub document_count: Option<u32>,
    /// Filers, the first one first; the others are co-registrants.
    pub filers: Vec<Filer>,
}

/// One filer, or one other party of the submission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filer {
    /// The block it stands in: `FILER`, `SUBJECT COMPANY`, `FILED BY`, `ISSUER`, `REPORTING-OWNER`.
    pub role: String,
    /// `COMPANY CONFORMED NAME`.
    pub name: String,
    /// `CENTRAL INDEX KEY`.
    pub cik: Option<Cik>,
    /// `STANDARD INDUSTRIAL CLASSIFICATION`: the number, in brackets after a name from 1995 on.
    pub sic: Option<String>,
    /// `FISCAL YEAR END`, `MMDD`.
    pub fiscal_year_end: Option<String>,
    /// Form type of this filer.
    pub form_type: Option<String>,
    /// Former names with the date of the change.
    pub former_names: Vec<(String, Option<String>)>,
}

/// Bytes of header read: real ones with a hundred co-registrants stay under this.
const LONGEST: usize = 1 << 20;

pub(super) fn parse(head: &[u8], warnings: &mut Vec<String>) -> Header {
    let text = String::from_utf8_lossy(head.get(..head.len().min(LONGEST)).unwrap_or(head));
    let mut out = Header::default();
    let mut open: Vec<&str> = Vec::new();
    let mut in_header = false;
    for raw in text.lines() {
        let line = raw.trim();
        if let Some(tag) = line.strip_prefix('<') {
            let (name, rest) = tag.split_once('>').unwrap_or((tag, ""));
            match name {
                "SEC-DOCUMENT" | "IMS-DOCUMENT" | "SEC-HEADER" | "IMS-HEADER" => {
                    name.get(..3).unwrap_or("").clone_into(&mut out.wrapper);
                    in_header |= name.ends_with("HEADER");
                    if out.accession.is_empty() {
                        let accession = rest.trim().split([' ', ':', '.']).next().unwrap_or("");
                        if accession.bytes().filter(u8::is_ascii_digit).count() == 18 {
                            accession.clone_into(&mut out.accession);
                        }
                    }
                }
                "/SEC-HEADER" | "/IMS-HEADER" => in_header = false,
                _ if name.starts_with('/') => {
                    let name = name.trim_start_matches('/');
                    if let Some(at) = open.iter().rposition(|o| *o == name) {
                        open.truncate(at);
                    }
                }
                // A group such as <SERIES>; a bare flag such as <PAPER> closes nothing and is no fault.
                _ if rest.is_empty() && name.len() < 64 && open.len() < 64 => open.push(name),
                "ACCEPTANCE-DATETIME" if out.filed.is_none() => out.filed = rest.get(..8).map(str::to_owned),
                _ => {}
            }
            continue;
        }
        let Some((key, value)) = line.split_once(':') else { continue };
        field(&mut out, key.trim(), value.trim());
    }
    if in_header {
        super::warn(warnings, "header-end-missing");
    }
    if open.iter().any(|name| !matches!(*name, "PAPER" | "PRIVATE-TO-PUBLIC" | "CONFIRMING-COPY")) {
        super::warn(warnings, "header-tag-open");
    }
    if out.form_type.is_empty()
        && let Some(form) = out.filers.iter().find_map(|filer| filer.form_type.clone())
    {
        out.form_type = form;
    }
    out
}

fn field(out: &mut Header, key: &str, value: &str) {
    let text = || (!value.is_empty()).then(|| value.to_owned());
    match key {
        "ACCESSION NUMBER" => value.clone_into(&mut out.accession),
        "CONFORMED SUBMISSION TYPE" => value.clone_into(&mut out.form_type),
        "CONFORMED PERIOD OF REPORT" => out.period = text(),
        "FILED AS OF DATE" => out.filed = text().or(out.filed.take()),
        "PUBLIC DOCUMENT COUNT" => out.document_count = value.parse().ok(),
        "FILER" | "SUBJECT COMPANY" | "FILED BY" | "ISSUER" | "REPORTING-OWNER" | "FILED FOR"
        | "SERIAL COMPANY"
            if value.is_empty() =>
        {
            out.filers.push(Filer { role: key.to_owned(), ..Filer::default() });
        }
        _ => {
            if matches!(key, "COMPANY CONFORMED NAME" | "CENTRAL INDEX KEY") && out.filers.is_empty() {
                out.filers.push(Filer { role: "FILER".to_owned(), ..Filer::default() });
            }
            let Some(filer) = out.filers.last_mut() else { return };
            match key {
                "COMPANY CONFORMED NAME" if filer.name.is_empty() => value.clone_into(&mut filer.name),
                "CENTRAL INDEX KEY" if filer.cik.is_none() => {
                    filer.cik = value.parse::<Cik>().ok();
                }
                "STANDARD INDUSTRIAL CLASSIFICATION" => {
                    let code =
                        value.rsplit_once('[').map_or(value, |(_, code)| code.trim_end_matches(']')).trim();
                    let is_code =
                        code.len() <= 4 && !code.is_empty() && code.bytes().all(|b| b.is_ascii_digit());
                    filer.sic = is_code.then(|| code.to_owned());
                }
                "FISCAL YEAR END" => filer.fiscal_year_end = text(),
                "FORM TYPE" => filer.form_type = text(),
                "FORMER CONFORMED NAME" => filer.former_names.push((value.to_owned(), None)),
                "DATE OF NAME CHANGE" => {
                    if let Some(last) = filer.former_names.last_mut() {
                        last.1 = text();
                    }
                }
                _ => {}
            }
        }
    }
}
