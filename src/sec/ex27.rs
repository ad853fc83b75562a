//! EX-27 financial data schedules of 1993 to 2001 (edgar.md 3 and 6): tags in columns, a multiplier, a currency.
//!
//! Articles 5 (commercial), 6 (funds), 7 (insurers), 9 (banks), BD (brokers), UT (utilities) and CT share a
//! form; one submission may hold a schedule for each restated year, and one schedule several columns.

use crate::ids::LineItem;
use jiff::civil::Date;
use rust_decimal::Decimal;

/// One schedule.
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    /// `EX-27`, `EX-27.1`; empty where the submission's tags are gone.
    pub document_type: String,
    /// `5`, `9`, `UT`; empty when not given.
    pub article: String,
    /// Whether `<RESTATED>` stands in it.
    pub restated: bool,
    /// What amounts are multiplied by; 1 where the tag is absent.
    pub multiplier: Decimal,
    /// Whether the multiplier is printed.
    pub multiplier_given: bool,
    /// The currency as printed, when given.
    pub currency: Option<String>,
    /// Its columns, left to right.
    pub columns: Vec<Column>,
}

/// One column of a schedule.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Column {
    /// `YEAR`, `12-MOS`, `9-MOS`...
    pub period_type: String,
    /// The end of the fiscal year that it belongs to.
    pub fiscal_year_end: Option<Date>,
    /// First day, when given.
    pub period_start: Option<Date>,
    /// Last day.
    pub period_end: Option<Date>,
    /// Tag and amount as printed, before the multiplier; None where it is no number.
    pub values: Vec<(String, Option<Decimal>)>,
}

impl Column {
    /// Months of the period; None when the type is not known.
    pub fn months(&self) -> Option<u32> {
        let kind = self.period_type.to_ascii_uppercase();
        match kind.as_str() {
            "YEAR" => Some(12),
            "QTR" | "QUARTER" => Some(3),
            _ => {
                let digits: String = kind.chars().take_while(char::is_ascii_digit).collect();
                digits.parse().ok().filter(|n| (1..=18).contains(n))
            }
        }
    }

    /// The printed amount of a tag.
    pub fn get(&self, tag: &str) -> Option<Decimal> {
        self.values.iter().find(|(name, _)| name == tag).and_then(|(_, value)| *value)
    }
}

/// Which tags give an item; amounts a share are not multiplied.
fn tags(item: LineItem) -> &'static [&'static str] {
    match item {
        LineItem::Revenue => {
            &["TOTAL-REVENUES", "TOTAL-REVENUE", "GROSS-OPERATING-REVENUE", "TOTAL-OPERATING-REVENUE"]
        }
        LineItem::Receivables => &["RECEIVABLES", "CURRENT-RECEIVABLES"],
        LineItem::NetIncome => &["NET-INCOME"],
        LineItem::OperatingIncome => &["OPERATING-INCOME-LOSS"],
        LineItem::CostOfRevenue => &["CGS"],
        LineItem::TotalAssets => &["TOTAL-ASSETS"],
        LineItem::Inventories => &["INVENTORY"],
        LineItem::Allowance => &["ALLOWANCES"],
        LineItem::EpsBasic => &["EPS-PRIMARY", "EPS-BASIC"],
        LineItem::EpsDiluted => &["EPS-DILUTED"],
        LineItem::OperatingCashFlow => &["CASH-FLOW-OPERATIONS"],
        LineItem::GrossProfit | LineItem::AccruedLiabilities => &[],
    }
}

impl Schedule {
    /// The amount of an item in one column, in units.
    pub fn item(&self, column: &Column, item: LineItem) -> Option<(&'static str, Decimal)> {
        let (tag, printed) = tags(item).iter().find_map(|tag| column.get(tag).map(|v| (*tag, v)))?;
        let share = matches!(item, LineItem::EpsBasic | LineItem::EpsDiluted);
        let value = if share { printed } else { printed.checked_mul(self.multiplier)? };
        Some((tag, value))
    }

    /// `USD` unless another currency is printed.
    pub fn unit(&self) -> String {
        match self.currency.as_deref().map(|c| c.to_ascii_uppercase().replace(['.', ' '], "")) {
            None => "USD".to_owned(),
            Some(c)
                if c.is_empty()
                    || c.starts_with("USD")
                    || c.starts_with("US")
                    || c == "1"
                    || c.starts_with('$')
                    || c == "DOLLARS" =>
            {
                "USD".to_owned()
            }
            Some(c) => c.chars().take(12).collect(),
        }
    }
}

/// Most schedules and columns that are believed.
const MOST_COLUMNS: usize = 12;

/// All schedules of a submission, in its order.
pub fn read(submission: &str) -> Vec<Schedule> {
    let mut found = Vec::new();
    let mut document_type = String::new();
    let mut open: Option<Schedule> = None;
    let mut foot = false;
    for line in submission.lines() {
        let line = line.trim();
        let Some(rest) = line.strip_prefix('<') else { continue };
        let Some((name, value)) = rest.split_once('>') else { continue };
        let name = name.trim().to_ascii_uppercase();
        let value = value.trim();
        match name.as_str() {
            "TYPE" => document_type = value.split_whitespace().next().unwrap_or("").to_ascii_uppercase(),
            "/DOCUMENT" | "DOCUMENT" | "/TEXT" => {
                finish(&mut open, &mut found);
                foot = false;
            }
            "ARTICLE" => {
                finish(&mut open, &mut found);
                foot = false;
                open = Some(Schedule {
                    document_type: document_type.clone(),
                    article: strip_notes(value).trim_start_matches("ART.").trim().to_ascii_uppercase(),
                    restated: false,
                    multiplier: Decimal::ONE,
                    multiplier_given: false,
                    currency: None,
                    columns: Vec::new(),
                });
            }
            "FN" => foot = true,
            "/FN" => foot = false,
            _ if foot => {}
            _ => {
                if let Some(schedule) = &mut open {
                    take(schedule, &name, value);
                }
            }
        }
    }
    finish(&mut open, &mut found);
    found
}

fn finish(open: &mut Option<Schedule>, found: &mut Vec<Schedule>) {
    if let Some(schedule) = open.take()
        && schedule.columns.iter().any(|c| !c.values.is_empty())
    {
        found.push(schedule);
    }
}

/// Takes footnote marks such as `<F1>` and `(1)` glued to a value away.
fn strip_notes(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut tag = false;
    for c in value.chars() {
        match c {
            '<' => tag = true,
            '>' => {
                tag = false;
                out.push(' ');
            }
            c if !tag => out.push(c),
            _ => {}
        }
    }
    out.trim().to_owned()
}

fn take(schedule: &mut Schedule, name: &str, value: &str) {
    let value = strip_notes(value);
    match name {
        "RESTATED" => schedule.restated = true,
        "MULTIPLIER" => {
            let bare: String = value.split_whitespace().next().unwrap_or("").replace(',', "");
            if let Some(multiplier) = bare
                .parse::<Decimal>()
                .ok()
                .filter(|m| *m >= Decimal::ONE && *m <= Decimal::from(1_000_000_000))
            {
                schedule.multiplier = multiplier;
                schedule.multiplier_given = true;
            }
        }
        "CURRENCY" => schedule.currency = Some(value).filter(|v| !v.is_empty()),
        "CIK" | "NAME" | "S" | "C" | "LEGEND" | "/LEGEND" | "PAGE" | "TABLE" | "CAPTION" | "BOOK-VALUE"
        | "EXCHANGE-RATE" | "SERIES" | "NUMBER" => {}
        _ if name.starts_with('/')
            || name.starts_with('F') && name[1..].chars().all(|c| c.is_ascii_digit()) && name.len() < 4 => {}
        "PERIOD-TYPE" | "FISCAL-YEAR-END" | "PERIOD-START" | "PERIOD-END" => {
            for (k, word) in value.split_whitespace().enumerate().take(MOST_COLUMNS) {
                let Some(column) = column(schedule, k) else { break };
                match name {
                    "PERIOD-TYPE" => column.period_type = word.to_ascii_uppercase(),
                    "FISCAL-YEAR-END" => column.fiscal_year_end = date_of(word),
                    "PERIOD-START" => column.period_start = date_of(word),
                    _ => column.period_end = date_of(word),
                }
            }
        }
        _ => {
            for (k, number) in numbers(&value).into_iter().enumerate().take(MOST_COLUMNS) {
                let Some(column) = column(schedule, k) else { break };
                column.values.push((name.to_owned(), number));
            }
        }
    }
}

/// The column at `k`; a new one only beside the last.
fn column(schedule: &mut Schedule, k: usize) -> Option<&mut Column> {
    if k == schedule.columns.len() && k < MOST_COLUMNS {
        schedule.columns.push(Column::default());
    }
    schedule.columns.get_mut(k)
}

/// The numbers of one line: `(26,457)`, `.45`, `( 1,158)`; what is no number is None.
fn numbers(value: &str) -> Vec<Option<Decimal>> {
    let joined = value.replace("( ", "(").replace(" )", ")").replace("$ ", "").replace('$', "");
    joined.split_whitespace().filter(|w| !is_note(w)).map(number).collect()
}

/// A footnote mark on its own: `(1)`, `(a)`, `*`.
fn is_note(word: &str) -> bool {
    let inner = word.strip_prefix('(').and_then(|w| w.strip_suffix(')'));
    word.chars().all(|c| c == '*')
        || inner.is_some_and(|i| i.len() == 1 && i.chars().all(|c| c.is_ascii_alphabetic()))
}

fn number(word: &str) -> Option<Decimal> {
    let negative =
        word.starts_with('(') || word.starts_with('-') || word.ends_with('-') || word.ends_with(')');
    let mut bare: String = word.trim_matches(['(', ')', '-', '*']).replace(',', "");
    if let Some(at) = bare.find('(') {
        // A footnote mark glued to the amount.
        bare.truncate(at);
    }
    if bare.len() > 20 || bare.is_empty() || !bare.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
        return None;
    }
    let value: Decimal = bare.trim_end_matches('.').parse().ok()?;
    Some(if negative { -value } else { value })
}

/// `DEC-31-1997`, `DEC-31-97`, `12-31-1997`.
fn date_of(word: &str) -> Option<Date> {
    let parts: Vec<&str> = word.split(['-', '/']).collect();
    let [month, day, year] = parts[..] else { return None };
    let month: i8 = match month.parse() {
        Ok(month) => month,
        Err(_) => {
            let head = month.get(..3)?.to_ascii_lowercase();
            let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
            months.iter().position(|m| *m == head)? as i8 + 1
        }
    };
    let day: i8 = day.parse().ok()?;
    let year: i16 = match year.parse().ok()? {
        y @ 0..=49 => 2000 + y,
        y @ 50..=99 => 1900 + y,
        y => y,
    };
    (day.saturating_sub(3).max(1)..=day).rev().find_map(|d| Date::new(year, month, d).ok())
}

#[cfg(test)]
mod tests;
