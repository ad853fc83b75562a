//! Original and restated values of one period, each from its own accession.

use super::{Fact, Facts, Name};
use crate::ids::{Accession, LineItem};
use jiff::civil::Date;
use rust_decimal::Decimal;

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Query {
    /// The accession of the original filing.
    pub original: Accession,
    /// The accession of the restating filing; None: the first later filing that gives another value, amendments first.
    pub restated: Option<Accession>,
    /// Last day of the period.
    pub period_end: Date,
    /// Length in months.
    pub months: u32,
}

/// One item of one period with both values.
#[derive(Clone, Debug, PartialEq)]
pub struct AlignedItem {
    /// Which line.
    pub item: LineItem,
    /// The tag that gave it.
    pub tag: String,
    /// `USD`, `USD/shares`, `CAD`...
    pub unit: String,
    /// First day; None for balances.
    pub start: Option<Date>,
    /// Last day.
    pub end: Date,
    /// The value of the original accession; None where it is absent or null there.
    pub original: Option<Decimal>,
    /// The value of the restating accession.
    pub restated: Option<Decimal>,
    /// When the original was filed.
    pub original_filed: Option<Date>,
    /// When the restating filing was filed.
    pub restated_filed: Option<Date>,
    /// The restating accession that was used.
    pub restated_accession: Option<String>,
    /// What is to be known: `revenue-tags-disagree`, `inconsistent-duplicates`, `derived-from-year-to-date`,
    /// `not-usd`, `several-currencies`, `implausible-sign`, `split`, `rounding`, `comparative`, `null-value`...
    pub flags: Vec<String>,
}

/// One value of one accession, chosen among its duplicates.
#[derive(Clone, Debug)]
struct Found {
    tag: Name,
    unit: Name,
    rank: u8,
    start: Option<Date>,
    value: Option<Decimal>,
    filed: Option<Date>,
    flags: Vec<&'static str>,
}

impl Facts {
    /// Aligns the items of one period. Where tags of one item disagree, the chosen one comes first and the others
    /// follow with the flag `alternative`.
    pub fn align(&self, query: &Query) -> Vec<AlignedItem> {
        let mut aligned = Vec::new();
        let original = self.find_name(query.original.as_str());
        let given = query.restated.as_ref().map(|a| self.find_name(a.as_str()));
        for item in LineItem::ALL {
            self.align_item(item, query, original, given, &mut aligned);
        }
        self.flag_reclassified(&mut aligned);
        aligned
    }

    fn find_name(&self, text: &str) -> Option<Name> {
        self.names.iter().position(|n| n == text).map(|at| Name(at as u32))
    }

    fn align_item(
        &self,
        item: LineItem,
        query: &Query,
        original: Option<Name>,
        given: Option<Option<Name>>,
        aligned: &mut Vec<AlignedItem>,
    ) {
        let first = original.map_or(Vec::new(), |accession| self.values(item, accession, query));
        let automatic = given.is_none();
        let restating = match given {
            Some(given) => given,
            None => self.restating(item, query, original, &first),
        };
        let second = restating.map_or(Vec::new(), |accession| self.values(item, accession, query));
        if first.is_empty() && second.is_empty() {
            return;
        }
        let (chosen, mut flags) = self.choose(item, &first, &second);
        let mut order: Vec<(Name, Name)> = vec![chosen];
        for found in first.iter().chain(&second) {
            let key = (found.tag, found.unit);
            let differs = |held: &[Found]| {
                let a = held.iter().find(|f| (f.tag, f.unit) == chosen).and_then(|f| f.value);
                let b = held.iter().find(|f| (f.tag, f.unit) == key).and_then(|f| f.value);
                a.is_some() && b.is_some() && a != b
            };
            let other_currency = found.unit != chosen.1;
            if !order.contains(&key)
                && (other_currency || item == LineItem::Revenue && (differs(&first) || differs(&second)))
            {
                order.push(key);
            }
        }
        let currencies = order.iter().any(|(_, unit)| *unit != chosen.1);
        for (k, (tag, unit)) in order.into_iter().enumerate() {
            let pick = |held: &[Found]| {
                held.iter()
                    .find(|f| (f.tag, f.unit) == (tag, unit))
                    .or_else(|| {
                        // The tag changed between the two filings.
                        held.iter().filter(|f| f.unit == unit && k == 0).min_by_key(|f| f.rank)
                    })
                    .cloned()
            };
            let (a, b) = (pick(&first), pick(&second));
            let mut own: Vec<String> = flags.drain(..).map(str::to_owned).collect();
            if k > 0 {
                own.push("alternative".to_owned());
                if aligned.last().is_some_and(|l| l.flags.iter().any(|f| f == "revenue-tags-disagree"))
                    && tag != chosen.0
                {
                    own.push("revenue-tags-disagree".to_owned());
                }
            }
            if currencies {
                own.push("several-currencies".to_owned());
            }
            if let (Some(a), Some(b)) = (&a, &b)
                && a.tag != b.tag
            {
                own.push("tag-changed".to_owned());
            }
            for found in a.iter().chain(&b) {
                own.extend(found.flags.iter().map(|f| (*f).to_owned()));
            }
            if !self.name(unit).starts_with("USD") {
                own.push("not-usd".to_owned());
            }
            let one = a.as_ref().or(b.as_ref());
            let mut row = AlignedItem {
                item,
                tag: one.map_or(String::new(), |f| self.name(f.tag).to_owned()),
                unit: self.name(unit).to_owned(),
                start: one.and_then(|f| f.start),
                end: query.period_end,
                original: a.as_ref().and_then(|f| f.value),
                restated: b.as_ref().and_then(|f| f.value),
                original_filed: a.as_ref().and_then(|f| f.filed),
                restated_filed: b.as_ref().and_then(|f| f.filed),
                restated_accession: restating.filter(|_| b.is_some()).map(|r| self.name(r).to_owned()),
                flags: own,
            };
            self.compare(&mut row, restating, automatic);
            row.flags.sort();
            row.flags.dedup();
            aligned.push(row);
        }
    }

    /// The values of an item's tags in one accession for the period, one a tag and unit.
    fn values(&self, item: LineItem, accession: Name, query: &Query) -> Vec<Found> {
        let mut found: Vec<Found> = Vec::new();
        let own: Vec<(&Fact, u8)> = self
            .facts
            .iter()
            .filter(|f| f.accession == accession)
            .filter_map(|f| {
                let rank = self.items_of(f).into_iter().find(|(i, _)| *i == item)?.1;
                (item.is_instant() == f.start.is_none()).then_some((f, rank))
            })
            .collect();
        for (fact, rank) in &own {
            let fits = fact.end == query.period_end && (item.is_instant() || fact.is_months(query.months));
            if fits && !found.iter().any(|f| (f.tag, f.unit) == (fact.tag, fact.unit)) {
                let copies: Vec<&Fact> = own
                    .iter()
                    .map(|(f, _)| *f)
                    .filter(|f| {
                        (f.tag, f.unit, f.start, f.end) == (fact.tag, fact.unit, fact.start, fact.end)
                    })
                    .collect();
                let (value, flags) = settle(&copies);
                found.push(Found {
                    tag: fact.tag,
                    unit: fact.unit,
                    rank: *rank,
                    start: fact.start,
                    value,
                    filed: fact.filed,
                    flags,
                });
            }
        }
        if !item.is_instant()
            && query.months == 3
            && item != LineItem::EpsBasic
            && item != LineItem::EpsDiluted
        {
            self.derive_quarter(&own, query, &mut found);
        }
        found.sort_by_key(|f| f.rank);
        found
    }

    /// A quarter as the difference of two year-to-date values of the same accession, tag and unit.
    fn derive_quarter(&self, own: &[(&Fact, u8)], query: &Query, found: &mut Vec<Found>) {
        for (whole, rank) in own
            .iter()
            .filter(|(f, _)| f.end == query.period_end && [6, 9, 12].iter().any(|m| f.is_months(*m)))
        {
            if found.iter().any(|f| (f.tag, f.unit) == (whole.tag, whole.unit)) {
                continue;
            }
            let part = own.iter().map(|(f, _)| *f).find(|f| {
                (f.tag, f.unit, f.start) == (whole.tag, whole.unit, whole.start)
                    && whole.days().zip(f.days()).is_some_and(|(w, p)| (80..=101).contains(&(w - p)))
            });
            if let Some(part) = part
                && let Some(value) = whole.value.zip(part.value).and_then(|(w, p)| w.checked_sub(p))
            {
                found.push(Found {
                    tag: whole.tag,
                    unit: whole.unit,
                    rank: *rank,
                    start: part.end.tomorrow().ok(),
                    value: Some(value),
                    filed: whole.filed,
                    flags: vec!["derived-from-year-to-date"],
                });
            }
        }
    }

    /// The tag and unit that stand for an item. Revenue: the largest of tags that disagree, and a flag.
    fn choose(&self, item: LineItem, first: &[Found], second: &[Found]) -> ((Name, Name), Vec<&'static str>) {
        let base = if first.is_empty() { second } else { first };
        // The reporting currency is the one with most values in the accession: dollars on a tie.
        let unit = base
            .iter()
            .map(|f| f.unit)
            .max_by_key(|unit| {
                (base.iter().filter(|f| f.unit == *unit).count(), self.name(*unit).starts_with("USD"))
            })
            .unwrap_or(base[0].unit);
        let of_unit: Vec<&Found> = base.iter().filter(|f| f.unit == unit).collect();
        let mut flags = Vec::new();
        let disagree = of_unit
            .iter()
            .any(|f| f.value.is_some() && of_unit.iter().any(|g| g.value.is_some() && f.value != g.value));
        let both = |f: &&&Found| {
            first.is_empty() || second.is_empty() || second.iter().any(|s| (s.tag, s.unit) == (f.tag, f.unit))
        };
        let chosen = if item == LineItem::Revenue && disagree {
            flags.push("revenue-tags-disagree");
            flags.push("chosen-largest");
            of_unit.iter().max_by(|a, b| {
                a.value.map(|v| v.abs()).cmp(&b.value.map(|v| v.abs())).then(b.rank.cmp(&a.rank))
            })
        } else {
            of_unit
                .iter()
                .filter(both)
                .min_by_key(|f| f.rank)
                .or_else(|| of_unit.iter().min_by_key(|f| f.rank))
        };
        (chosen.map_or((base[0].tag, unit), |f| (f.tag, f.unit)), flags)
    }

    /// The later accession whose value differs: an amendment before a later report, the earliest of each.
    fn restating(
        &self,
        item: LineItem,
        query: &Query,
        original: Option<Name>,
        first: &[Found],
    ) -> Option<Name> {
        let base = first.first()?;
        let original = original?;
        let mut later: Vec<(bool, Option<Date>, Name)> = self
            .facts
            .iter()
            .filter(|f| {
                f.accession != original && (f.tag, f.unit, f.end) == (base.tag, base.unit, query.period_end)
            })
            .filter(|f| f.filed > base.filed && f.value.is_some() && f.value != base.value)
            .filter(|f| {
                item.is_instant() == f.start.is_none() && (item.is_instant() || f.is_months(query.months))
            })
            .map(|f| (!self.name(f.form).ends_with("/A"), f.filed, f.accession))
            .collect();
        later.sort_unstable();
        later.first().map(|l| l.2)
    }

    /// Tells a restatement from what only looks like one.
    fn compare(&self, row: &mut AlignedItem, restating: Option<Name>, automatic: bool) {
        for value in [row.original, row.restated].into_iter().flatten() {
            let never_negative = matches!(
                row.item,
                LineItem::Revenue
                    | LineItem::TotalAssets
                    | LineItem::Receivables
                    | LineItem::Inventories
                    | LineItem::CostOfRevenue
            );
            if never_negative && value < Decimal::ZERO {
                row.flags.push("implausible-sign".to_owned());
            }
        }
        if let (Some(a), Some(b)) = (row.original_filed, row.restated_filed)
            && b < a
        {
            row.flags.push("restated-filed-before-original".to_owned());
        }
        let (Some(a), Some(b)) = (row.original, row.restated) else { return };
        if a == b {
            return;
        }
        if row.unit.ends_with("shares") && is_split(a, b) {
            row.flags.push("split".to_owned());
        } else if is_drift(a, b) {
            row.flags.push("rounding".to_owned());
        }
        let amendment = restating.is_some_and(|accession| {
            self.facts.iter().any(|f| f.accession == accession && self.name(f.form).ends_with("/A"))
        });
        if !amendment {
            // From a later report: a comparative, which may also be a reclassification.
            row.flags.push("comparative".to_owned());
        }
        if automatic {
            row.flags.push("restating-accession-found".to_owned());
        }
    }

    /// Lines above net income that moved while net income did not: moved between lines, not restated.
    fn flag_reclassified(&self, aligned: &mut [AlignedItem]) {
        let unchanged = aligned
            .iter()
            .any(|r| r.item == LineItem::NetIncome && r.original.is_some() && r.original == r.restated);
        if !unchanged {
            return;
        }
        for row in aligned.iter_mut() {
            let moved = row.original.is_some() && row.restated.is_some() && row.original != row.restated;
            if moved && !row.flags.iter().any(|f| f == "split" || f == "rounding") {
                row.flags.push("net-income-unchanged".to_owned());
            }
        }
    }
}

/// One value of several copies: the finest; finest ones that differ beyond the rounding of the coarser are flagged.
fn settle(copies: &[&Fact]) -> (Option<Decimal>, Vec<&'static str>) {
    let mut values: Vec<Decimal> = copies.iter().filter_map(|f| f.value).collect();
    values.sort_unstable_by_key(|v| (trailing_zeros(*v), *v));
    values.dedup();
    let Some(finest) = values.first().copied() else {
        return (None, vec!["null-value"]);
    };
    let mut flags = Vec::new();
    if copies.iter().any(|f| f.value.is_none()) {
        flags.push("null-value");
    }
    // Rounded copies agree with the finest; two of one precision that differ contradict each other.
    if values.iter().skip(1).any(|v| !is_rounding(finest, *v)) {
        flags.push("inconsistent-duplicates");
    }
    (Some(finest), flags)
}

/// Zeros before the point at the end of a number; 0 for numbers with digits after it.
pub(super) fn trailing_zeros(value: Decimal) -> u32 {
    let mut rest = value.normalize();
    if rest.scale() > 0 || rest.is_zero() {
        return 0;
    }
    let mut zeros = 0;
    while zeros < 20 && (rest % Decimal::TEN).is_zero() {
        rest /= Decimal::TEN;
        zeros += 1;
    }
    zeros
}

/// Whether one value is the other at a coarser rounding.
pub(super) fn is_rounding(a: Decimal, b: Decimal) -> bool {
    a == b || rounding_step(a, b).is_some_and(|step| step <= a.abs().max(b.abs()))
}

/// Whether two filings differ by rounding only: at least two digits of the coarser stand.
pub(super) fn is_drift(a: Decimal, b: Decimal) -> bool {
    a != b && rounding_step(a, b).is_some_and(|step| step * Decimal::TEN <= a.abs().max(b.abs()))
}

/// The step of the coarser of two values that differ by no more than half of it.
fn rounding_step(a: Decimal, b: Decimal) -> Option<Decimal> {
    let (za, zb) = (trailing_zeros(a), trailing_zeros(b));
    if za == zb {
        return None;
    }
    let mut step = Decimal::ONE;
    for _ in 0..za.max(zb) {
        step *= Decimal::TEN;
    }
    (a.checked_sub(b)?.abs() <= step / Decimal::TWO).then_some(step)
}

/// Whether two amounts a share (or counts of shares) differ by a whole factor, as after a split.
pub(super) fn is_split(a: Decimal, b: Decimal) -> bool {
    let (small, large) = if a.abs() < b.abs() { (a.abs(), b.abs()) } else { (b.abs(), a.abs()) };
    if small.is_zero() || (a < Decimal::ZERO) != (b < Decimal::ZERO) {
        return false;
    }
    let Some(ratio) = large.checked_div(small).filter(|ratio| *ratio <= Decimal::from(1_000)) else {
        return false;
    };
    // Half a unit of the smaller's last printed digit is what rounding can move.
    let mut step = Decimal::ONE;
    for _ in 0..small.scale().min(6) {
        step /= Decimal::TEN;
    }
    let Some(slack) = (ratio * step).checked_div(small) else { return false };
    let slack = slack.max(Decimal::new(1, 2));
    [2u32, 3, 4, 5, 6, 7, 8, 10, 15, 20, 25, 28, 30, 50, 100]
        .iter()
        .any(|n| (ratio - Decimal::from(*n)).abs() <= slack)
        || (ratio - Decimal::new(15, 1)).abs() <= slack
}
