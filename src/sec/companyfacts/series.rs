//! One value a period over the years, whatever tag a year used.

use super::Facts;
use crate::ids::LineItem;
use jiff::civil::Date;
use rust_decimal::Decimal;

/// One period of a series.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// First day; None for balances.
    pub start: Option<Date>,
    /// Last day.
    pub end: Date,
    /// In units, as first reported.
    pub value: Decimal,
    /// The tag that gave it.
    pub tag: String,
    /// The unit; a series holds one only.
    pub unit: String,
    /// The accession that first reported it.
    pub accession: String,
    /// `implausible-sign`, `tags-disagree`.
    pub flags: Vec<&'static str>,
}

impl Facts {
    /// The series of an item in one unit: each period once, as first filed; the tag is told for each.
    pub fn series(&self, item: LineItem, unit: &str, months: u32) -> Vec<Point> {
        let mut rows: Vec<(Date, u8, Option<Date>, usize)> = Vec::new();
        for (i, fact) in self.facts.iter().enumerate() {
            if self.name(fact.unit) != unit || fact.value.is_none() {
                continue;
            }
            let fits = if item.is_instant() { fact.start.is_none() } else { fact.is_months(months) };
            let rank = self.items_of(fact).into_iter().find(|(held, _)| *held == item).map(|(_, rank)| rank);
            if let Some(rank) = rank.filter(|_| fits) {
                rows.push((fact.end, rank, fact.filed, i));
            }
        }
        // The first filing of a period counts; of its tags the earlier of the chain.
        rows.sort_by_key(|(end, rank, filed, i)| (*end, *filed, *rank, *i));
        let mut points: Vec<Point> = Vec::new();
        for (end, _, filed, i) in &rows {
            let fact = &self.facts[*i];
            let Some(value) = fact.value else { continue };
            if let Some(last) = points.last_mut().filter(|p| p.end == *end) {
                let same_filing = last.accession == self.name(fact.accession);
                if same_filing
                    && last.value != value
                    && !last.flags.contains(&"tags-disagree")
                    && filed.is_some()
                {
                    last.flags.push("tags-disagree");
                }
                continue;
            }
            points.push(Point {
                start: fact.start,
                end: *end,
                value,
                tag: self.name(fact.tag).to_owned(),
                unit: unit.to_owned(),
                accession: self.name(fact.accession).to_owned(),
                flags: Vec::new(),
            });
        }
        let positive = points.iter().filter(|p| p.value > Decimal::ZERO).count();
        if positive * 2 > points.len()
            && matches!(
                item,
                LineItem::Revenue | LineItem::TotalAssets | LineItem::Receivables | LineItem::Inventories
            )
        {
            for point in points.iter_mut().filter(|p| p.value < Decimal::ZERO) {
                point.flags.push("implausible-sign");
            }
        }
        points
    }
}
