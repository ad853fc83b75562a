//! How dates and amounts are said in filings and releases.

use jiff::{ToSpan, civil::Date};

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A calendar day; a day that a month lacks becomes its last one.
pub(super) fn day(year: i16, month: i8, day: i8) -> Date {
    let first = Date::new(year, month.clamp(1, 12), 1).unwrap_or(Date::ZERO);
    let last = first.days_in_month();
    Date::new(year, month.clamp(1, 12), day.clamp(1, last)).unwrap_or(first)
}

/// A date `days` later (or earlier), moved off the weekend as filings are.
pub(super) fn working_day(date: Date, days: i64) -> Date {
    let moved = after(date, days);
    match moved.weekday() {
        jiff::civil::Weekday::Saturday => after(moved, 2),
        jiff::civil::Weekday::Sunday => after(moved, 1),
        _ => moved,
    }
}

/// A date `days` later (or earlier).
pub(super) fn after(date: Date, days: i64) -> Date {
    date.saturating_add(days.days())
}

/// `December 31, 1997`.
pub(super) fn long(date: Date) -> String {
    format!("{} {}, {}", month(date), date.day(), date.year())
}

/// `December 31`.
pub(super) fn month_day(date: Date) -> String {
    format!("{} {}", month(date), date.day())
}

/// `December`.
pub(super) fn month(date: Date) -> &'static str {
    MONTHS.get((date.month() - 1) as usize).copied().unwrap_or("January")
}

/// As the index shows it: `Oct. 1, 2026`, `Sept. 3, 2024`, `May 2, 2001`.
pub(super) fn index_date(date: Date) -> String {
    let name = match date.month() {
        1 => "Jan.",
        2 => "Feb.",
        8 => "Aug.",
        9 => "Sept.",
        10 => "Oct.",
        11 => "Nov.",
        12 => "Dec.",
        _ => month(date),
    };
    format!("{name} {}, {}", date.day(), date.year())
}

/// `19971231`.
pub(super) fn compact(date: Date) -> String {
    format!("{:04}{:02}{:02}", date.year(), date.month(), date.day())
}

/// Digits in groups of three: `12,345`.
pub(super) fn grouped(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut out = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A table amount: `1,234`, `(1,234)`, `--`.
pub(super) fn amount(value: i64) -> String {
    match value {
        0 => "--".into(),
        v if v < 0 => format!("({})", grouped(v)),
        v => grouped(v),
    }
}

/// Cents as dollars: `1.04`, `(0.12)`.
pub(super) fn cents(value: i64) -> String {
    let text = format!("{}.{:02}", value.abs() / 100, value.abs() % 100);
    if value < 0 { format!("({text})") } else { text }
}

/// Thousands of dollars in a sentence: `$412.6 million`, `$850,000`.
pub(super) fn money(thousands: i64) -> String {
    let value = thousands.abs();
    if value >= 1_000 {
        format!("${}.{} million", grouped((value + 50) / 1000), ((value + 50) % 1000) / 100)
    } else {
        format!("${}", grouped(value * 1000))
    }
}

/// The change from `old` to `new` in tenths of a percent, of the size of `old`.
pub(super) fn change(old: i64, new: i64) -> i64 {
    if old == 0 { 0 } else { (new - old) * 1000 / old.abs() }
}

/// Tenths of a percent without a sign: `24.1%`.
pub(super) fn percent(tenths: i64) -> String {
    format!("{}.{}%", tenths.abs() / 10, tenths.abs() % 10)
}

/// `a share of b` as `42.7%`.
pub(super) fn share(part: i64, whole: i64) -> String {
    percent(if whole == 0 { 0 } else { part * 1000 / whole })
}

/// Names joined as in a caption: `A`, `A and B`, `A, B, and C`.
pub(super) fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [one, two] => format!("{one} and {two}"),
        [many @ .., last] => format!("{}, and {last}", many.join(", ")),
    }
}

/// `one`, `two`... up to twelve, then digits.
pub(super) fn counted(n: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    WORDS.get(n).map_or_else(|| n.to_string(), |w| (*w).to_string())
}

/// The first letter in upper case.
pub(super) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}
