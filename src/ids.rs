//! Identities of the domain as small types: CIK, accession, AAER number, release number, form, line item.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A text that is not the identity it was taken for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not {what}")]
pub struct IdError {
    /// The text as given, cut to 60 characters.
    pub text: String,
    /// What was expected, with an article: "a CIK".
    pub what: &'static str,
}

fn id_error(text: &str, what: &'static str) -> IdError {
    IdError { text: text.chars().take(60).collect(), what }
}

/// A Central Index Key: the SEC's number of a filer. One form everywhere, whatever padding the source had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cik(pub u64);

impl FromStr for Cik {
    type Err = IdError;
    fn from_str(text: &str) -> Result<Self, IdError> {
        let digits = text.trim();
        let digits = digits.strip_prefix("CIK").unwrap_or(digits);
        if digits.is_empty() || digits.len() > 10 || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(id_error(text, "a CIK (one to ten digits)"));
        }
        digits.parse().map(Cik).map_err(|_| id_error(text, "a CIK (one to ten digits)"))
    }
}

impl fmt::Display for Cik {
    /// Ten digits with leading zeros, as in `CIK0000320193.json`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:010}", self.0)
    }
}

/// An accession number, `0001193125-09-214859`: the SEC's key of one filing.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Accession(String);

impl Accession {
    /// The dashed form.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Without dashes, as in archive folder names.
    pub fn bare(&self) -> String {
        self.0.replace('-', "")
    }
}

impl FromStr for Accession {
    type Err = IdError;
    fn from_str(text: &str) -> Result<Self, IdError> {
        let digits: String = text.trim().chars().filter(|c| *c != '-').collect();
        if digits.len() != 18 || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(id_error(text, "an accession number (like 0001193125-09-214859)"));
        }
        Ok(Self(format!("{}-{}-{}", &digits[..10], &digits[10..12], &digits[12..])))
    }
}

impl fmt::Display for Accession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An AAER number with its letter suffix, if any: `AAER-3578A` is not `AAER-3578`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct AaerNumber {
    /// The number in the SEC's one series since 1982.
    pub number: u32,
    /// An upper-case letter of an amended release.
    pub suffix: Option<char>,
}

impl FromStr for AaerNumber {
    type Err = IdError;
    fn from_str(text: &str) -> Result<Self, IdError> {
        let what = "an AAER number (like AAER-3578A)";
        let bare = text.trim();
        let head = bare.get(..5).filter(|h| h.eq_ignore_ascii_case("AAER-"));
        let bare = if head.is_some() { &bare[5..] } else { bare };
        let end = bare.find(|c: char| !c.is_ascii_digit()).unwrap_or(bare.len());
        let number = bare[..end].parse().map_err(|_| id_error(text, what))?;
        let suffix = match bare[end..].chars().collect::<Vec<_>>()[..] {
            [] => None,
            [letter] if letter.is_ascii_alphabetic() => Some(letter.to_ascii_uppercase()),
            _ => return Err(id_error(text, what)),
        };
        Ok(Self { number, suffix })
    }
}

impl fmt::Display for AaerNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AAER-{}", self.number)?;
        self.suffix.map_or(Ok(()), |letter| write!(f, "{letter}"))
    }
}

impl From<AaerNumber> for String {
    fn from(number: AaerNumber) -> Self {
        number.to_string()
    }
}

impl TryFrom<String> for AaerNumber {
    type Error = IdError;
    fn try_from(text: String) -> Result<Self, IdError> {
        text.parse()
    }
}

/// A line of the statements that instances carry (requirements R2); "item" alone means a 10-K Item here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineItem {
    /// Total revenue or net sales of the income statement.
    Revenue,
    /// Trade receivables, net.
    Receivables,
    /// Net income or loss.
    NetIncome,
    /// Revenue less cost of revenue.
    GrossProfit,
    /// Operating income or loss.
    OperatingIncome,
    /// Cost of sales or revenue.
    CostOfRevenue,
    /// Total assets.
    TotalAssets,
    /// Inventories, net.
    Inventories,
    /// Allowance for doubtful accounts.
    Allowance,
    /// Accrued liabilities, current.
    AccruedLiabilities,
    /// Basic (before 1997: primary) earnings a share.
    EpsBasic,
    /// Diluted (before 1997: fully diluted) earnings a share.
    EpsDiluted,
    /// Net cash from operating activities.
    OperatingCashFlow,
}

impl LineItem {
    /// All of them, in the order of the datasets' columns.
    pub const ALL: [LineItem; 13] = [
        LineItem::Revenue,
        LineItem::Receivables,
        LineItem::NetIncome,
        LineItem::GrossProfit,
        LineItem::OperatingIncome,
        LineItem::CostOfRevenue,
        LineItem::TotalAssets,
        LineItem::Inventories,
        LineItem::Allowance,
        LineItem::AccruedLiabilities,
        LineItem::EpsBasic,
        LineItem::EpsDiluted,
        LineItem::OperatingCashFlow,
    ];

    /// The name in datasets, SQL and messages.
    pub fn as_str(self) -> &'static str {
        match self {
            LineItem::Revenue => "revenue",
            LineItem::Receivables => "receivables",
            LineItem::NetIncome => "net-income",
            LineItem::GrossProfit => "gross-profit",
            LineItem::OperatingIncome => "operating-income",
            LineItem::CostOfRevenue => "cost-of-revenue",
            LineItem::TotalAssets => "total-assets",
            LineItem::Inventories => "inventories",
            LineItem::Allowance => "allowance",
            LineItem::AccruedLiabilities => "accrued-liabilities",
            LineItem::EpsBasic => "eps-basic",
            LineItem::EpsDiluted => "eps-diluted",
            LineItem::OperatingCashFlow => "operating-cash-flow",
        }
    }

    /// Whether the item is a balance at one date (no start date).
    pub fn is_instant(self) -> bool {
        matches!(
            self,
            LineItem::Receivables
                | LineItem::TotalAssets
                | LineItem::Inventories
                | LineItem::Allowance
                | LineItem::AccruedLiabilities
        )
    }
}

impl FromStr for LineItem {
    type Err = IdError;
    fn from_str(text: &str) -> Result<Self, IdError> {
        Self::ALL.into_iter().find(|item| item.as_str() == text).ok_or_else(|| id_error(text, "a line item"))
    }
}

/// The family of a periodic report, whatever its variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormFamily {
    /// 10-K, 10-K405, 10-KSB, 10-KSB40, 10-KT and their like.
    Annual,
    /// 10-Q, 10-QSB, 10-QT.
    Quarterly,
    /// 20-F.
    ForeignAnnual,
    /// 40-F.
    CanadianAnnual,
    /// 8-K.
    Current,
    /// Anything else, NT 10-K and 10-D among them.
    Other,
}

/// A form type as EDGAR spells it, read by whole names and never by prefix (edgar.md 1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Form {
    /// The base form in today's spelling, without `/A`: `10-K405`.
    pub base: String,
    /// Whether it is an amendment.
    pub amendment: bool,
    /// The family of the base form.
    pub family: FormFamily,
}

impl Form {
    /// Reads any spelling: `10-K405/A`, `10KSB`, ` 10-k `, `10-KT405`.
    pub fn parse(text: &str) -> Form {
        let upper = text.trim().to_ascii_uppercase();
        let (base, amendment) = match upper.strip_suffix("/A") {
            Some(base) => (base.trim(), true),
            None => (upper.as_str(), false),
        };
        let bare: String = base.chars().filter(|c| *c != '-' && *c != ' ').collect();
        let (base, family) = match bare.as_str() {
            "10K" => ("10-K", FormFamily::Annual),
            "10K405" => ("10-K405", FormFamily::Annual),
            "10KSB" => ("10-KSB", FormFamily::Annual),
            "10KSB40" => ("10-KSB40", FormFamily::Annual),
            "10KT" => ("10-KT", FormFamily::Annual),
            "10KT405" | "10K405T" => ("10-KT405", FormFamily::Annual),
            "10KTSB" | "10KSBT" => ("10-KTSB", FormFamily::Annual),
            "10Q" => ("10-Q", FormFamily::Quarterly),
            "10QSB" => ("10-QSB", FormFamily::Quarterly),
            "10QT" => ("10-QT", FormFamily::Quarterly),
            "20F" => ("20-F", FormFamily::ForeignAnnual),
            "40F" => ("40-F", FormFamily::CanadianAnnual),
            "8K" => ("8-K", FormFamily::Current),
            _ => (base, FormFamily::Other),
        };
        Form { base: base.to_owned(), amendment, family }
    }

    /// Whether it is an annual report of any kind.
    pub fn is_annual(&self) -> bool {
        matches!(self.family, FormFamily::Annual | FormFamily::ForeignAnnual | FormFamily::CanadianAnnual)
    }

    /// Whether it is a quarterly report.
    pub fn is_quarterly(&self) -> bool {
        self.family == FormFamily::Quarterly
    }

    /// Whether it is the small-business form of before 2009, whose MD&A is Item 6.
    pub fn is_small_business(&self) -> bool {
        self.base.contains("SB")
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.base)?;
        if self.amendment { f.write_str("/A") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_cik_whatever_the_padding() {
        for text in ["0009990040", "9990040", "9990040 ", "CIK0009990040"] {
            assert_eq!(text.parse::<Cik>(), Ok(Cik(9_990_040)));
        }
        assert!("99x".parse::<Cik>().is_err());
        assert_eq!(Cik(320_193).to_string(), "0000320193");
    }

    #[test]
    fn a_suffix_makes_another_release() {
        let plain: AaerNumber = "AAER-3578".parse().unwrap();
        let amended: AaerNumber = "aaer-3578a".parse().unwrap();
        assert_ne!(plain, amended);
        assert_eq!(amended.to_string(), "AAER-3578A");
        assert!("AAER-x2218".parse::<AaerNumber>().is_err());
    }

    /// Form fields matched by whole name, never by prefix or substring (PAIR).
    #[test]
    fn forms_by_whole_name() {
        let families: Vec<_> = [
            "10-K",
            "10-K/A",
            "10-K405",
            "10-K405/A",
            "10-KSB",
            "10-KT",
            "NT 10-K",
            "NT 10-K/A",
            "10-D",
            "10-12G",
        ]
        .iter()
        .map(|f| {
            let form = Form::parse(f);
            (form.is_annual(), form.amendment)
        })
        .collect();
        assert_eq!(
            families,
            [
                (true, false),
                (true, true),
                (true, false),
                (true, true),
                (true, false),
                (true, false),
                (false, false),
                (false, true),
                (false, false),
                (false, false)
            ]
        );
        assert_eq!(Form::parse("10KSB").base, "10-KSB");
    }
}
