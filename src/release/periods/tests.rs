//! Phrases of the kinds that releases use, with the periods they name.

use super::*;
use jiff::civil::date;

/// Phrase, fiscal year end (month, day; 0 for none), labels in any order.
type Case = (&'static str, (u8, u8), &'static str);

const NONE: (u8, u8) = (0, 0);
const DECEMBER: (u8, u8) = (12, 31);
const JUNE: (u8, u8) = (6, 30);
const MARCH: (u8, u8) = (3, 31);
const JANUARY: (u8, u8) = (1, 31);
const SEPTEMBER: (u8, u8) = (9, 30);

fn labels(text: &str, end: (u8, u8)) -> Vec<String> {
    let mut labels: Vec<String> = read(text, (end != NONE).then_some(end))
        .periods
        .into_iter()
        .map(|found| {
            // Every span quotes words of the phrase.
            assert!(!found.span.of(text).is_empty(), "{text}");
            found.period.label
        })
        .collect();
    labels.sort();
    labels
}

fn check(cases: &[Case]) {
    let mut wrong = Vec::new();
    for (text, end, expected) in cases {
        let mut expected: Vec<&str> = expected.split_whitespace().collect();
        expected.sort_unstable();
        let found = labels(text, *end);
        if found != expected {
            wrong.push(format!("{text:?}\n  want {expected:?}\n  have {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} wrong:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[test]
fn years_in_lists_and_ranges() {
    check(&[
        ("overstated its net income for fiscal years 1998, 1999 and 2000", DECEMBER, "FY1998 FY1999 FY2000"),
        ("its annual reports for 2003 and 2005", DECEMBER, "FY2003 FY2005"),
        (
            "annual reports on Form 10-K for the years 2001 through 2004",
            DECEMBER,
            "FY2001 FY2002 FY2003 FY2004",
        ),
        ("between 1999 and 2002", DECEMBER, "FY1999 FY2000 FY2001 FY2002"),
        ("from fiscal 1996 until fiscal 1998", JUNE, "FY1996 FY1997 FY1998"),
        ("beginning in 1992 and continuing through 1994", DECEMBER, "FY1992 FY1993 FY1994"),
        ("FY 2004-06", DECEMBER, "FY2004 FY2005 FY2006"),
        ("FY2004-2006", DECEMBER, "FY2004 FY2005 FY2006"),
        ("FY04 through FY06", MARCH, "FY2004 FY2005 FY2006"),
        ("fiscal '99 through '01", NONE, "FY1999 FY2000 FY2001"),
        ("fiscal years 2003-2005", JUNE, "FY2003 FY2004 FY2005"),
        ("its 2001 annual report and its 2002 annual report", DECEMBER, "FY2001 FY2002"),
        ("the 1997 fiscal year", DECEMBER, "FY1997"),
        (
            "restated its results for 2001, 2002, and the first half of 2003",
            DECEMBER,
            "FY2001 FY2002 FY2003-Q1 FY2003-Q2",
        ),
        ("in each of its fiscal years 2000, 2001 and 2002", DECEMBER, "FY2000 FY2001 FY2002"),
        ("in each of its fiscal years from 2000 to 2002", DECEMBER, "FY2000 FY2001 FY2002"),
        ("during calendar years 2006 and 2007", DECEMBER, "FY2006 FY2007"),
        ("for the four years ended December 31, 2001", DECEMBER, "FY1998 FY1999 FY2000 FY2001"),
        ("throughout 2004", DECEMBER, "FY2004"),
        ("by year-end 2002 and fiscal year-end 2003", DECEMBER, "FY2002 FY2003"),
        ("from at least as early as 2001 through at least 2003", DECEMBER, "FY2001 FY2002 FY2003"),
        ("from in or about 1998 to in or about 2000", DECEMBER, "FY1998 FY1999 FY2000"),
    ]);
}

/// LLM L21: two years in a list are no range.
#[test]
fn a_quarter_and_the_year_it_ends() {
    check(&[
        ("inflated its fourth quarter and fiscal 2002 income", DECEMBER, "FY2002-Q4 FY2002"),
        ("in the first quarter of fiscal 2001 and 2002", DECEMBER, "FY2001-Q1 FY2002-Q1"),
    ]);
}

#[test]
fn lists_are_not_ranges() {
    check(&[
        ("in fiscal 2007 and 2009", DECEMBER, "FY2007 FY2009"),
        ("from 2001 through 2003", DECEMBER, "FY2001 FY2002 FY2003"),
        ("fiscal years ended June 30, 2004 and 2005", NONE, "FY2004 FY2005"),
        ("in 1998 and 2001", DECEMBER, "FY1998 FY2001"),
        ("in fiscal years 2002, 2004, and 2006", DECEMBER, "FY2002 FY2004 FY2006"),
        ("fiscal 2010 as well as 2012", DECEMBER, "FY2010 FY2012"),
        ("the quarters ended March 31, 2001 and September 30, 2001", DECEMBER, "FY2001-Q1 FY2001-Q3"),
        ("in Q1 2005 and Q4 2005", DECEMBER, "FY2005-Q1 FY2005-Q4"),
        ("fiscal years ended September 30, 1997 or 1999", NONE, "FY1997 FY1999"),
        ("March 2004 and December 2004", DECEMBER, "FY2004-Q1 FY2004-Q4"),
        ("fiscal 2001 & 2003", DECEMBER, "FY2001 FY2003"),
    ]);
}

#[test]
fn quarters_in_words_and_codes() {
    check(&[
        ("the first quarter of 2001", DECEMBER, "FY2001-Q1"),
        ("the third fiscal quarter of 2001", DECEMBER, "FY2001-Q3"),
        ("first, second, and third quarters of fiscal 2002", JUNE, "FY2002-Q1 FY2002-Q2 FY2002-Q3"),
        ("the second through fourth quarters of 1999", DECEMBER, "FY1999-Q2 FY1999-Q3 FY1999-Q4"),
        ("the last two quarters of 2003", DECEMBER, "FY2003-Q3 FY2003-Q4"),
        ("the first two quarters of fiscal year 2004", MARCH, "FY2004-Q1 FY2004-Q2"),
        ("the final quarter of 2000", DECEMBER, "FY2000-Q4"),
        (
            "the fourth quarter of 2000 through the second quarter of 2001",
            DECEMBER,
            "FY2000-Q4 FY2001-Q1 FY2001-Q2",
        ),
        (
            "from the first quarter through the third quarter of 2006",
            DECEMBER,
            "FY2006-Q1 FY2006-Q2 FY2006-Q3",
        ),
        ("Q3'04 and Q4'04", DECEMBER, "FY2004-Q3 FY2004-Q4"),
        ("3Q 2001 and 4Q 2001", DECEMBER, "FY2001-Q3 FY2001-Q4"),
        ("Q2 FY2010 and Q3 FY2010", JUNE, "FY2010-Q2 FY2010-Q3"),
        ("Q4-2012 through Q2-2013", DECEMBER, "FY2012-Q4 FY2013-Q1 FY2013-Q2"),
        ("the second half of 2001", DECEMBER, "FY2001-Q3 FY2001-Q4"),
        ("2H99", DECEMBER, "FY1999-Q3 FY1999-Q4"),
        ("H1 2005", DECEMBER, "FY2005-Q1 FY2005-Q2"),
        ("the first nine months of 2002", DECEMBER, "FY2002-Q1 FY2002-Q2 FY2002-Q3"),
        ("the first six months of fiscal 2002", JUNE, "FY2002-Q1 FY2002-Q2"),
        ("each quarter of 2003", DECEMBER, "FY2003-Q1 FY2003-Q2 FY2003-Q3 FY2003-Q4"),
        ("each of the first three quarters of 2003", DECEMBER, "FY2003-Q1 FY2003-Q2 FY2003-Q3"),
        ("all four quarters of fiscal 2001", DECEMBER, "FY2001-Q1 FY2001-Q2 FY2001-Q3 FY2001-Q4"),
        ("the first quarter of 2000 and 2001", DECEMBER, "FY2000-Q1 FY2001-Q1"),
        ("fiscal 2004 second and third quarters", NONE, "FY2004-Q2 FY2004-Q3"),
        ("Northvale's 2003 fourth quarter", DECEMBER, "FY2003-Q4"),
        ("the fourth quarter and fiscal year 2000", DECEMBER, "FY2000 FY2000-Q4"),
        ("the June, September and December quarters of 1998", DECEMBER, "FY1998-Q2 FY1998-Q3 FY1998-Q4"),
        ("the June 2003 quarter", DECEMBER, "FY2003-Q2"),
        ("the second quarter of Northvale's fiscal year 2001", DECEMBER, "FY2001-Q2"),
        (
            "in five consecutive quarters from Q2 2006 to Q2 2007",
            DECEMBER,
            "FY2006-Q2 FY2006-Q3 FY2006-Q4 FY2007-Q1 FY2007-Q2",
        ),
        ("second quarter ended June 30, 2005", DECEMBER, "FY2005-Q2"),
        ("its third-quarter 2008 results", DECEMBER, "FY2008-Q3"),
        ("1Q03 through 3Q03", DECEMBER, "FY2003-Q1 FY2003-Q2 FY2003-Q3"),
        (
            "the first quarter of fiscal 2003 and the second quarter of fiscal 2004",
            DECEMBER,
            "FY2003-Q1 FY2004-Q2",
        ),
        (
            "quarterly reports on Form 10-Q for each of the first three quarters of 2011",
            DECEMBER,
            "FY2011-Q1 FY2011-Q2 FY2011-Q3",
        ),
        ("annual and quarterly reports for fiscal 1999", DECEMBER, "FY1999 FY1999-Q1 FY1999-Q2 FY1999-Q3"),
        (
            "quarterly reports on Form 10-Q for 2002 and 2003",
            DECEMBER,
            "FY2002-Q1 FY2002-Q2 FY2002-Q3 FY2003-Q1 FY2003-Q2 FY2003-Q3",
        ),
    ]);
}

#[test]
fn ends_that_are_written_out() {
    check(&[
        ("the fiscal year ended September 30, 1999", NONE, "FY1999"),
        ("for the quarter ended November 30, 2002", (5, 31), "FY2002-Q2"),
        ("the quarter ended September 30, 2004", JUNE, "FY2005-Q1"),
        (
            "quarters ended March 31, June 30 and September 30, 2000",
            DECEMBER,
            "FY2000-Q1 FY2000-Q2 FY2000-Q3",
        ),
        (
            "the year ended December 31, 2000 and the quarters ended March 31, 2001 and June 30, 2001",
            DECEMBER,
            "FY2000 FY2001-Q1 FY2001-Q2",
        ),
        ("the three months ended March 31, 2005", DECEMBER, "FY2005-Q1"),
        ("the six months ended June 30, 2005", DECEMBER, "FY2005-Q2"),
        ("the three and nine months ended September 30, 2005 and 2004", DECEMBER, "FY2004-Q3 FY2005-Q3"),
        ("the thirteen weeks ended May 1, 1999", JANUARY, "FY1999-Q1"),
        ("the fifty-two weeks ended January 29, 2000", JANUARY, "FY1999"),
        ("the twelve months ended December 31, 2002", DECEMBER, "FY2002"),
        ("the 26-week period ended July 31, 1999", JANUARY, "FY1999-Q2"),
        ("year ended 31 March 2004", NONE, "FY2003"),
        ("the fiscal year ended January 30, 1999 (fiscal 1998)", NONE, "FY1998"),
        ("fiscal year ended February 3, 2001 (\u{201c}fiscal 2000\u{201d})", NONE, "FY2000"),
        ("fiscal 2016, which ended January 30, 2016", JANUARY, "FY2016"),
        ("the quarter ended 9/30/2004", DECEMBER, "FY2004-Q3"),
        ("fiscal years ending June 30, 1997, 1998, 1999, and 2000", NONE, "FY1997 FY1998 FY1999 FY2000"),
        (
            "quarterly periods ended April 30, 2000, July 31, 2000 and October 31, 2000",
            JANUARY,
            "FY2000-Q1 FY2000-Q2 FY2000-Q3",
        ),
        ("its Form 10-K for December 31, 1999", DECEMBER, "FY1999"),
        ("Form 10-Q for the period ended June 30, 2001", DECEMBER, "FY2001-Q2"),
        ("the period ended December 31, 2001", DECEMBER, "FY2001"),
        ("fiscal years ended June 30, 1997 through June 30, 2000", NONE, "FY1997 FY1998 FY1999 FY2000"),
        (
            "the quarter ended March 31, 2003 through the quarter ended December 31, 2003",
            DECEMBER,
            "FY2003-Q1 FY2003-Q2 FY2003-Q3 FY2003-Q4",
        ),
        ("the six-month transition period ended December 31, 1999", JUNE, "T1999-12-31"),
        ("transition period from April 1, 2002 through December 31, 2002", MARCH, "T2002-12-31"),
    ]);
}

#[test]
fn spans_of_days_and_months() {
    check(&[
        ("from January 2001 through December 2002", DECEMBER, "FY2001 FY2002"),
        ("between July 2003 and June 2004", JUNE, "FY2004"),
        ("from April 2001 through September 2001", DECEMBER, "FY2001-Q2 FY2001-Q3"),
        ("from October 1, 2005 to March 31, 2006", SEPTEMBER, "FY2006-Q1 FY2006-Q2"),
        ("late 2000 through early 2002", DECEMBER, "FY2000-Q4 FY2001 FY2002-Q1"),
        ("from late 1999 until mid-2001", DECEMBER, "FY1999-Q4 FY2000 FY2001-Q1 FY2001-Q2"),
        ("from early 2003 through the end of 2004", DECEMBER, "FY2003 FY2004"),
        (
            "from approximately March 2007 until approximately August 2007",
            DECEMBER,
            "FY2007-Q1 FY2007-Q2 FY2007-Q3",
        ),
        ("from 2001 through the first quarter of 2004", DECEMBER, "FY2001 FY2002 FY2003 FY2004-Q1"),
        ("from the third quarter of 2001 through fiscal 2003", DECEMBER, "FY2001-Q3 FY2001-Q4 FY2002 FY2003"),
        (
            "from in or about June 2000 to in or about February 2001",
            DECEMBER,
            "FY2000-Q2 FY2000-Q3 FY2000-Q4 FY2001-Q1",
        ),
    ]);
}

#[test]
fn what_is_no_period_of_account() {
    check(&[
        ("Section 10(b) of the Securities Exchange Act of 1934", DECEMBER, ""),
        ("the Sarbanes-Oxley Act of 2002", DECEMBER, ""),
        ("Litigation Release No. 19673 / April 27, 2006", DECEMBER, ""),
        ("Private Securities Litigation Reform Act of 1995", DECEMBER, ""),
        ("was the controller of Northvale from June 1999 to May 2002", DECEMBER, ""),
        ("Roe, age 52, served as chief financial officer between 1998 and 2001", DECEMBER, ""),
        ("On May 3, 2005, the Commission filed a civil action", DECEMBER, ""),
        ("In 2006, the issuer announced that it would restate", DECEMBER, ""),
        ("SAS No. 82 (February 1997)", DECEMBER, ""),
        ("employed by the audit firm from 1990 through 1997", DECEMBER, ""),
        ("sold 2,000 shares for $1,999 on 10-K filings of 2001 customers", DECEMBER, ""),
        ("Exchange Act Release No. 34-51234 (June 2005)", DECEMBER, ""),
        ("failed to file its annual report for 2011", DECEMBER, ""),
        ("from 1997 to 2000, Roe served as a director", DECEMBER, ""),
        ("", DECEMBER, ""),
    ]);
}

#[test]
fn the_fiscal_year_end_is_read_from_the_text() {
    for (text, end) in [
        ("Northvale's fiscal year ends on June 30.", (6, 30)),
        ("its fiscal year ended September 30, 1999", (9, 30)),
        ("fiscal year is April 1 to March 31", (3, 31)),
        ("fiscal year runs from February 1 through January 31", (1, 31)),
        ("with a May 31 fiscal year-end", (5, 31)),
        ("its fiscal year 2000, which ran from April 1, 1999 through March 31, 2000", (3, 31)),
    ] {
        assert_eq!(read(text, None).fiscal_year_end, Some(end), "{text}");
    }
    let found = read("fiscal year ended June 30, 1999", None);
    assert_eq!(found.periods[0].period.start, Some(date(1998, 7, 1)));
    assert_eq!(found.periods[0].period.end, Some(date(1999, 6, 30)));
}

#[test]
fn conduct_and_its_flags() {
    let found = read("from at least January 2002 to approximately March 2004", Some(DECEMBER));
    assert_eq!(found.conduct.start, Some(date(2002, 1, 1)));
    assert_eq!(found.conduct.end, Some(date(2004, 3, 31)));
    assert_eq!(found.conduct.flags, ["at-least-start", "approximate-end"]);
    let found = read("no later than early 2003 through late 2005", Some(DECEMBER));
    assert_eq!(found.conduct.start, Some(date(2003, 1, 1)));
    assert_eq!(found.conduct.end, Some(date(2005, 12, 31)));
    let found = read("August 1997 to January 2000; restatement for fiscal 2000", None);
    assert_eq!(found.conduct.start, Some(date(1997, 8, 1)));
    assert_eq!(found.conduct.end, Some(date(2000, 1, 31)));
    assert_eq!(found.periods.len(), 1);
}

fn in_release(text: &str) -> Found {
    read_release(text, &crate::release::segments::segment(text))
}

#[test]
fn a_defined_period_is_the_conduct() {
    let found = in_release(
        "The Commission announced a settled action. From January 2001 through June 2003 (the \"Relevant Period\"), \
         Northvale overstated its revenue. Roe was its controller from 1995 to 2005. From 1999 to 2004 Roe sold \
         shares on false statements.",
    );
    assert_eq!(found.conduct.start, Some(date(2001, 1, 1)));
    assert_eq!(found.conduct.end, Some(date(2003, 6, 30)));
}

/// Periods that only the conduct spans say so; statements that are named do not; where bribes are the matter and no
/// statements are named there are none. A range of years ends where the quarters of its last year are named.
#[test]
fn periods_of_the_conduct_are_told_from_those_of_statements() {
    let labels = |found: &Found| found.periods.iter().map(|p| p.period.label.clone()).collect::<Vec<_>>();
    let derived = |found: &Found| {
        found.periods.iter().all(|p| p.period.flags.iter().any(|flag| flag == super::FROM_CONDUCT))
    };
    let head = "Litigation Release No. 19999 / May 4, 2006\n\nThe Commission charged Roe. ";
    let spans = in_release(&format!("{head}From January 2001 through December 2002 Roe falsified invoices."));
    assert_eq!(labels(&spans), ["FY2001", "FY2002"]);
    assert!(derived(&spans));
    let named = in_release(&format!(
        "{head}Roe overstated revenue in the financial statements for the years 1997 through 2000. Roe overstated \
         revenue by $3 million in the first three quarters of fiscal 2000."
    ));
    assert_eq!(labels(&named), ["FY1997", "FY1998", "FY1999", "FY2000-Q1", "FY2000-Q2", "FY2000-Q3"]);
    assert!(!derived(&named));
    let bribes = format!(
        "{head}From 1999 to 2003 Northvale, Inc. paid bribes to foreign officials in violation of the Foreign Corrupt \
         Practices Act. The bribes to officials of the government were recorded as fees under the FCPA."
    );
    let reading = crate::release::read(&bribes, None);
    assert!(reading.periods.periods.is_empty() && reading.periods.conduct.start.is_some());
}

#[test]
fn careers_and_headers_give_nothing() {
    let found = in_release(
        "Litigation Release No. 19999 / May 4, 2006\n\nThe Commission announced that on May 3, 2006 it filed an \
         action against Jane Roe. Roe, age 47, was chief financial officer of Northvale, Inc. from 1996 until 2001. \
         The complaint alleges that Roe overstated Northvale's income for fiscal 1999 and 2000.",
    );
    let labels: Vec<&str> = found.periods.iter().map(|p| p.period.label.as_str()).collect();
    assert_eq!(labels, ["FY1999", "FY2000"]);
    assert_eq!(found.conduct.end, Some(date(2000, 12, 31)));
}

fn conduct_of(text: &str) -> (Option<Date>, Option<Date>) {
    let conduct = in_release(text).conduct;
    (conduct.start, conduct.end)
}

/// The time of the conduct, told in ways that neither name a range nor a fiscal year.
#[test]
fn conduct_without_one_range() {
    let span = |from: (i16, i8), to: (i16, i8)| {
        (Some(date(from.0, from.1, 1)), Some(date(to.0, to.1, 1).last_of_month()))
    };
    for (text, want) in [
        // The clause of an allegation opens with its time.
        (
            "The case involves illicit payments by a unit during 1994. The order finds that, during 1994 and 1995, the \
             unit paid a contractor.",
            span((1994, 1), (1995, 12)),
        ),
        // Single acts in single months; a whole year is no vaguer word for one of its quarters.
        (
            "In March 2001, Roe improperly deferred expenses for the quarter ended March 31, 2001. In September 2001, \
             Northvale misstated its results. During 2001, Northvale misclassified other expenses.",
            span((2001, 1), (2001, 12)),
        ),
        // Months tell closer what years of the same span tell roughly.
        (
            "The Commission sued Northvale for falsifying its income by backdating options from 1998 to 2003. The \
             complaint alleges that from June 1998 to May 2003, Northvale backdated options.",
            span((1998, 6), (2003, 5)),
        ),
        // The day of an event before a range is no part of it.
        (
            "According to the complaint filed in March 2005, from at least April 1999 through March 2002, Roe and \
             others engaged in a fraud.",
            span((1999, 4), (2002, 3)),
        ),
    ] {
        assert_eq!(conduct_of(text), want, "{text}");
    }
}

/// A copy without a header still prints its address, whose year bounds what is said to go on.
#[test]
fn an_open_end_is_bounded_by_the_address() {
    let text = "Since at least 1998, units of Northvale paid bribes and hid them., http://www.sec.gov/litigation/\
                litreleases/2011/lr29999.htm";
    assert_eq!(conduct_of(text), (Some(date(1998, 1, 1)), Some(date(2011, 12, 31))));
    assert_eq!(conduct_of("Since at least 1998, units of Northvale paid bribes and hid them.").1, None);
}

/// LLM L16: no cut inside a character, whatever the text.
#[test]
fn odd_texts_do_not_panic() {
    for text in [
        "\u{2019}\u{a0}2001\u{2013}2003\u{a0}through",
        "from \u{201c}January\u{201d} 2001\u{2014}\u{e9}2003",
        "Q1\u{2013}Q3\u{a0}2004",
        "ended ended June 99, 2001 through through",
        "February 30, 2001 to June 31, 2001 restated",
        "fiscal fiscal fiscal year year '",
        "9999999999 0000-00-00 13/45/2001",
    ] {
        let found = read(text, Some((2, 29)));
        for period in found.periods {
            assert!(!period.span.of(text).is_empty());
        }
        in_release(text);
    }
    let long = "through the quarter ended the first and second and ".repeat(4000);
    read(&long, None);
}

/// Every span quotes what it names: the two digits of a year or a word for the period stand in it.
#[test]
fn spans_quote_their_periods_over_the_mirror() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/mirror/releases");
    let Ok(entries) = std::fs::read_dir(folder) else {
        eprintln!("skipped: {folder} is not there");
        return;
    };
    let mut periods = 0;
    for entry in entries.flatten() {
        let Ok(bytes) = std::fs::read(entry.path()) else { continue };
        let text = crate::text::read(&bytes, None).content;
        let found = in_release(&text);
        for found in &found.periods {
            let quote = found.span.of(&text);
            assert!(quote.bytes().any(|b| b.is_ascii_digit()), "{:?}: {quote:?}", entry.path());
            assert!(quote.len() < 600, "{:?}: {quote:?}", entry.path());
            periods += 1;
        }
        if let (Some(start), Some(end)) = (found.conduct.start, found.conduct.end) {
            assert!(start <= end, "{:?}", entry.path());
            let quote = found.conduct.span.map(|span| span.of(&text)).unwrap_or("");
            assert!(quote.bytes().any(|b| b.is_ascii_digit()), "{:?}: {quote:?}", entry.path());
        }
    }
    assert!(periods > 500, "{periods}");
}
