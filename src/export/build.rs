//! What stands beside the instances: cases, releases, issuers, filings, and facts about the build.

use super::schema::{Column, Kind, Value};
use crate::store::funnel;

/// All of it; rows sorted by their keys.
#[derive(Clone, Debug, Default)]
pub struct Build {
    /// Name and value of each fact about the build.
    pub meta: Vec<(String, String)>,
    /// Cases.
    pub cases: Vec<CaseRow>,
    /// Releases of the index, kept or not.
    pub releases: Vec<ReleaseRow>,
    /// Issuers matched.
    pub issuers: Vec<IssuerRow>,
    /// Filings that a pair or an instance names.
    pub filings: Vec<FilingRow>,
    /// Rows of the CSV for accountants.
    pub accounting: Vec<AccountingRow>,
    /// From rows of the index to instances.
    pub funnel: Vec<funnel::Line>,
}

impl Build {
    /// A fact about the build.
    pub fn fact(&self, name: &str) -> &str {
        self.meta.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// Leaves out quotes; facts, offsets and addresses stay.
    pub fn without_texts(mut self) -> Build {
        for case in &mut self.cases {
            case.mechanism.clear();
        }
        for row in &mut self.accounting {
            for quote in [
                &mut row.issuer_quote,
                &mut row.period_quote,
                &mut row.category_quote,
                &mut row.amounts_quote,
            ] {
                quote.clear();
            }
            row.provisions_quote.clear();
        }
        self
    }
}

/// One case: the releases of one matter joined.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CaseRow {
    /// Its id.
    pub id: String,
    /// Keys of its releases.
    pub releases: Vec<String>,
    /// Days of its releases, ISO, oldest first.
    pub dates: Vec<String>,
    /// Addresses of its releases.
    pub urls: Vec<String>,
    /// Respondents as the index lists them.
    pub respondents: String,
    /// Issuers whose statements were false, as matched.
    pub issuers: Vec<String>,
    /// Their CIKs.
    pub ciks: Vec<String>,
    /// Labels of the affected periods.
    pub periods: Vec<String>,
    /// Dominant category.
    pub category: String,
    /// Further categories.
    pub secondary: Vec<String>,
    /// The paper's party type.
    pub party_type: String,
    /// First day of the conduct.
    pub conduct_start: Option<String>,
    /// Last day of the conduct.
    pub conduct_end: Option<String>,
    /// Provisions charged.
    pub provisions: Vec<String>,
    /// What the first release says of the conduct.
    pub mechanism: String,
    /// Whether it was settled.
    pub settled: bool,
    /// Whether the respondent admitted; none where no release says.
    pub admitted: Option<bool>,
    /// How the matter stands, in the words that may be used of it.
    pub standing: String,
    /// Lowest confidence of its readings.
    pub confidence: f64,
}

impl CaseRow {
    /// Columns of the table of cases.
    pub fn columns() -> Vec<Column> {
        use Kind::{Bool, Json, Real, Text};
        vec![
            Column::new("id", Text, "Case: the releases of one matter joined"),
            Column::new("releases", Json, "Keys of its releases"),
            Column::new("dates", Json, "Days of its releases"),
            Column::new("urls", Json, "Addresses of its releases"),
            Column::new("respondents", Text, "Respondents as the SEC's index lists them"),
            Column::new("issuers", Json, "Issuers whose statements were false, as matched"),
            Column::new("ciks", Json, "Their CIKs in ten digits"),
            Column::new("periods", Json, "Affected fiscal periods"),
            Column::new("category", Text, "Dominant category"),
            Column::new("secondary", Json, "Further categories"),
            Column::new("party_type", Text, "issuer, auditor, mixed or other"),
            Column::maybe("conduct_start", Text, "First day of the conduct, ISO"),
            Column::maybe("conduct_end", Text, "Last day of the conduct, ISO"),
            Column::new("provisions", Json, "Provisions charged"),
            Column::new("mechanism", Text, "What the release says of the conduct, quoted"),
            Column::new("settled", Bool, "Whether it was settled"),
            Column::maybe("admitted", Bool, "Whether the respondent admitted; empty where not said"),
            Column::new("standing", Text, "How the matter stands"),
            Column::new("confidence", Real, "Confidence of the reading, computed from evidence"),
        ]
    }

    /// Values in the order of [`CaseRow::columns`].
    pub fn values(&self) -> Vec<Value<'_>> {
        vec![
            Value::text(&self.id),
            Value::json(&self.releases),
            Value::json(&self.dates),
            Value::json(&self.urls),
            Value::text(&self.respondents),
            Value::json(&self.issuers),
            Value::json(&self.ciks),
            Value::json(&self.periods),
            Value::text(&self.category),
            Value::json(&self.secondary),
            Value::text(&self.party_type),
            Value::maybe(self.conduct_start.as_ref()),
            Value::maybe(self.conduct_end.as_ref()),
            Value::json(&self.provisions),
            Value::text(&self.mechanism),
            Value::Bool(self.settled),
            self.admitted.map_or(Value::Null, Value::Bool),
            Value::text(&self.standing),
            Value::real(Some(self.confidence)),
        ]
    }
}

/// One release of the index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReleaseRow {
    /// Its key.
    pub key: String,
    /// AAER numbers.
    pub aaer_numbers: Vec<String>,
    /// Other release numbers.
    pub release_numbers: Vec<String>,
    /// Date of the index, ISO.
    pub date: Option<String>,
    /// Respondents as listed.
    pub respondents: String,
    /// Its document.
    pub url: Option<String>,
    /// SHA-256 of the document.
    pub sha256: Option<String>,
    /// Its case, when kept.
    pub case_id: Option<String>,
    /// Kept for the datasets; none where it was not read.
    pub kept: Option<bool>,
    /// Why not.
    pub reason: Option<String>,
    /// Confidence of the reading.
    pub confidence: Option<f64>,
}

/// One issuer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IssuerRow {
    /// CIK.
    pub cik: u64,
    /// Name today.
    pub name: String,
    /// Standard Industrial Classification.
    pub sic: Option<i64>,
    /// State of incorporation.
    pub state: Option<String>,
    /// Former names, JSON.
    pub former_names: String,
}

/// One filing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FilingRow {
    /// Accession.
    pub accession: String,
    /// Registrant.
    pub cik: u64,
    /// Form.
    pub form: String,
    /// Day of filing, ISO.
    pub filed: Option<String>,
    /// Last day of the period reported, ISO.
    pub report_date: Option<String>,
    /// Its document.
    pub url: String,
    /// SHA-256 of the document, where it was read.
    pub sha256: Option<String>,
}

/// One row for accountants: release by issuer by period.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AccountingRow {
    /// Key of the release.
    pub release: String,
    /// AAER numbers.
    pub aaer_numbers: String,
    /// Day of the release.
    pub release_date: String,
    /// Its address.
    pub release_url: String,
    /// Case.
    pub case_id: String,
    /// Issuer as named.
    pub issuer: String,
    /// Where the release names it.
    pub issuer_quote: String,
    /// Score of the match with a CIK.
    pub issuer_confidence: Option<f64>,
    /// CIK in ten digits.
    pub cik: String,
    /// Fiscal period.
    pub period_label: String,
    /// Its last day.
    pub fiscal_period_end: String,
    /// Where the release names it.
    pub period_quote: String,
    /// Confidence of the pair of filings.
    pub period_confidence: Option<f64>,
    /// Form of the original.
    pub form: String,
    /// Accession of the original.
    pub accession: String,
    /// Its address.
    pub filing_url: String,
    /// Accession of the restating filing.
    pub restating_accession: String,
    /// Its address.
    pub restating_url: String,
    /// How the restatement is known.
    pub basis: String,
    /// Dominant category.
    pub category: String,
    /// What the release says of the conduct.
    pub category_quote: String,
    /// Confidence of the category.
    pub category_confidence: Option<f64>,
    /// Further categories.
    pub secondary: String,
    /// Accounts misstated, with the direction where said.
    pub accounts: String,
    /// Amounts as written.
    pub amounts: String,
    /// The first of them in its sentence.
    pub amounts_quote: String,
    /// Share of the amounts whose words stand in the text.
    pub amounts_confidence: Option<f64>,
    /// Provisions charged.
    pub provisions: String,
    /// Where the first is charged.
    pub provisions_quote: String,
    /// Share of the provisions with a place in the text.
    pub provisions_confidence: Option<f64>,
    /// The paper's party type.
    pub party_type: String,
    /// How the matter stands.
    pub standing: String,
    /// Confidence of the reading of the release.
    pub confidence: Option<f64>,
}
