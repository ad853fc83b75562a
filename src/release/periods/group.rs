//! Items joined by `and`, commas and `through`: lists and ranges, with years and heads shared among them.

use super::item::{Grammar, Head, Item, Part, Shape};
use super::lex::Word;

/// How an item hangs on the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Link {
    /// First of its group.
    Start,
    /// `and`, `or`, a comma: both, nothing between them.
    List,
    /// `through`, `to`, a dash: all from the one to the other.
    Range,
}

/// One list or range of items.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// The items with their links, in the order of the text.
    pub items: Vec<(Item, Link)>,
    /// First token, and the one past the last.
    pub first: usize,
    pub next: usize,
    /// `beginning in ...` or `since ...`: open at the end unless an item follows.
    pub begins: bool,
    /// `until ...`, `through ...` with no start: open at the start.
    pub ends: bool,
}

impl Group {
    /// Whether any two items are the ends of a range.
    pub fn has_range(&self) -> bool {
        self.items.iter().any(|(_, link)| *link == Link::Range)
    }
}

/// More items than any sentence of a release names.
const MOST_ITEMS: usize = 64;

/// All groups of a text, from left to right.
pub(super) fn groups(grammar: &Grammar) -> Vec<Group> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < grammar.tokens.len() {
        if !can_start(grammar.word(at)) {
            at += 1;
            continue;
        }
        match group(grammar, at) {
            Some(group) => {
                at = group.next.max(at + 1);
                found.push(group);
            }
            None => at += 1,
        }
    }
    found
}

/// Words an item can start with; the cheap check before the grammar.
fn can_start(word: Word) -> bool {
    !matches!(
        word,
        Word::Other
            | Word::Amount
            | Word::Misconduct
            | Word::Charge
            | Word::Career
            | Word::Event
            | Word::Law
            | Word::Report
            | Word::Restate
            | Word::Of
            | Word::And
            | Word::Or
            | Word::Mark(_)
            | Word::In
            | Word::On
            | Word::For
            | Word::During
            | Word::Throughout
            | Word::Its
            | Word::The
            | Word::As
            | Word::Which
            | Word::Was
            | Word::Ran
            | Word::Ended
    )
}

fn group(grammar: &Grammar, at: usize) -> Option<Group> {
    let mut first = at;
    let (mut between, mut begins, mut ends) = (false, false, false);
    for _ in 0..3 {
        match grammar.word(first) {
            Word::From => first += 1,
            Word::Between => {
                between = true;
                first += 1;
            }
            Word::Since => {
                begins = true;
                first += 1;
            }
            // "beginning in 1992" starts a range; "the beginning of 1992" is a part of the year.
            Word::Begin if !matches!(grammar.word(first + 1), Word::Of) => {
                begins = true;
                first += 1;
            }
            Word::Through if first == at => {
                ends = true;
                first += 1;
            }
            _ => break,
        }
    }
    let item = grammar.item(first)?;
    let mut next = item.next;
    // "From at least October 2009" with no end.
    let from = grammar.word(at) == Word::From && (item.at_least || item.about);
    let mut items = vec![(item, Link::Start)];
    while items.len() < MOST_ITEMS {
        let Some((mut link, lead)) = connector(grammar, next) else { break };
        if between && items.len() == 1 && grammar.word(lead - 1) == Word::And {
            link = Link::Range;
        }
        let previous = items[items.len() - 1].0;
        let Some(item) = follow(grammar, lead, link, &previous) else { break };
        next = item.next;
        items.push((item, link));
    }
    let begins = begins || from && items.len() == 1;
    let mut group = Group { items, first: at, next, begins, ends };
    share_units(grammar, &mut group);
    let yearless: Vec<bool> = group.items.iter().map(|(item, _)| lacks_year(item)).collect();
    share_years(&mut group);
    share_heads(&mut group, &yearless);
    group.items.retain(|(item, _)| !lacks_year(item));
    if let Some(start) = group.items.first_mut() {
        start.1 = Link::Start;
    }
    (!group.items.is_empty()).then_some(group)
}

fn lacks_year(item: &Item) -> bool {
    matches!(
        item.shape,
        Shape::Day { year: None, .. } | Shape::Month { year: None, .. } | Shape::Quarters { year: None, .. }
    )
}

/// What joins two items: the link and the place behind it.
fn connector(grammar: &Grammar, first: usize) -> Option<(Link, usize)> {
    let mut at = first;
    let mut link = None;
    let mut joined = false;
    for _ in 0..9 {
        match grammar.word(at) {
            Word::Mark(b',' | b';') if link.is_none() => link = Some(Link::List),
            Word::Mark(b',') => {}
            Word::Mark(b'&') | Word::And | Word::Or => {
                joined = true;
                link = link.or(Some(Link::List));
            }
            Word::Mark(b'/') if link == Some(Link::List) => {}
            Word::Mark(b'-') | Word::Through | Word::To => {
                // "through" after "through" ("through and including", "up to and through") stays a range.
                link = Some(Link::Range);
            }
            Word::Continue => link = Some(Link::Range),
            Word::Into if link == Some(Link::Range) => {}
            Word::Ended
                if link.is_some()
                    && matches!(
                        grammar.word(at + 1),
                        Word::In | Word::On | Word::Number(..) | Word::Month(_)
                    ) =>
            {
                link = Some(Link::Range);
            }
            Word::As if grammar.word(at + 2) == Word::As && text_is(grammar, at + 1, "well") => {
                link = link.or(Some(Link::List));
                at += 2;
            }
            Word::Other if link == Some(Link::Range) && text_is(grammar, at, "including") => {}
            Word::Other
                if text_is(grammar, at, "up") && matches!(grammar.word(at + 1), Word::To | Word::Through) => {
            }
            Word::For | Word::In | Word::During | Word::Of if link == Some(Link::List) => {}
            // "filed in March 2005, from April 1999 through March 2002": the day of an event and a range of its own.
            Word::From if link == Some(Link::List) && joined => {}
            Word::At if link == Some(Link::Range) && grammar.word(at + 1) != Word::Least => {}
            _ => break,
        }
        at += 1;
    }
    // An item's own lead-in ("in or about") is read with the item.
    link.map(|link| (link, at))
}

fn text_is(grammar: &Grammar, at: usize, word: &str) -> bool {
    grammar.tokens.get(at).is_some_and(|token| token.span.of(grammar.text).eq_ignore_ascii_case(word))
}

/// The item behind a connector; years may be shorter here than at the start of a group.
fn follow(grammar: &Grammar, at: usize, link: Link, previous: &Item) -> Option<Item> {
    if let Some(item) = grammar.item(at) {
        // "in 2000, 1999 shares": refused by the item. "December 31, 2000, and on March 5 ..." is another matter.
        return Some(item);
    }
    let number = at + usize::from(grammar.mark(at, b'\''));
    let Word::Number(value, digits) = grammar.word(number) else { return None };
    let (year, fiscal) = match previous.shape {
        Shape::Year { year, fiscal } => (year, fiscal),
        Shape::Quarters { year: Some(year), fiscal, .. } => (year, fiscal),
        _ => return None,
    };
    // "'97 and '98", "FY12-13", "2004-05".
    let shortened = matches!(grammar.word(previous.next - 1), Word::Number(_, 2));
    let short = digits == 2
        && (number > at
            || fiscal && shortened
            || (link == Link::Range && grammar.glued(at) && previous.next + 1 == at));
    if !short || grammar.mark(number + 1, b'%') {
        return None;
    }
    let century = year - year.rem_euclid(100);
    let mut full = century + value as i16;
    if full < year && link == Link::Range {
        full += 100;
    }
    if full - year > 40 {
        full -= 100;
    }
    Some(Item {
        shape: Shape::Year { year: full, fiscal },
        part: Part::Whole,
        head: None,
        at_least: false,
        about: false,
        ends: None,
        label: None,
        first: at,
        next: number + 1,
    })
}

/// `June, September and December quarters of 1998`: the months close quarters.
fn share_units(grammar: &Grammar, group: &mut Group) {
    let months =
        group.items.iter().all(|(item, _)| matches!(item.shape, Shape::Month { .. } | Shape::Day { .. }));
    if !months {
        return;
    }
    let mut at = group.next;
    if grammar.word(at) == Word::Fiscal {
        at += 1;
    }
    let quarter = match grammar.word(at) {
        Word::Quarter(_) => true,
        Word::Year(_) if grammar.word(group.next) == Word::Fiscal => false,
        _ => return,
    };
    let mut year = None;
    let of = at + 1 + usize::from(matches!(grammar.word(at + 1), Word::Of | Word::In));
    group.next = at + 1;
    if let Some(Item { shape: Shape::Year { year: found, .. }, next, .. }) = grammar.item(of) {
        year = Some(found);
        group.next = next;
    }
    for (item, _) in &mut group.items {
        match &mut item.shape {
            Shape::Month { year: slot, .. } | Shape::Day { year: slot, .. } => *slot = slot.or(year),
            _ => {}
        }
        item.head = Some(Head { quarter, year: !quarter, ..Head::default() });
    }
}

/// A year that stands once serves the items before it; a bare year behind a day or a quarter repeats that.
fn share_years(group: &mut Group) {
    let mut later: Option<(i16, bool)> = None;
    for (item, _) in group.items.iter_mut().rev() {
        match &mut item.shape {
            Shape::Year { year, fiscal } => later = Some((*year, *fiscal)),
            Shape::Day { year, .. } | Shape::Month { year, .. } => {
                *year = year.or(later.map(|(y, _)| y));
                later = year.map(|y| (y, false));
            }
            Shape::Quarters { year, fiscal, .. } => {
                if let (None, Some((y, f))) = (*year, later) {
                    *year = Some(y);
                    *fiscal |= f;
                }
                later = year.map(|y| (y, *fiscal));
            }
        }
    }
    // "first quarter of 2000 and the third quarter": the year before serves where none follows.
    let mut earlier = None;
    for (item, _) in &mut group.items {
        match &mut item.shape {
            Shape::Year { year, .. } => earlier = Some(*year),
            Shape::Quarters { year, .. } | Shape::Month { year, .. } | Shape::Day { year, .. } => {
                *year = year.or(earlier);
                earlier = *year;
            }
        }
    }
}

/// `years ended June 30, 1999 and 2000`, `the first quarter of 2000 and 2001`, `all quarters of 2011 through 2015`.
fn share_heads(group: &mut Group, yearless: &[bool]) {
    let mut form: Option<Item> = None;
    let mut form_at = 0;
    let mut fiscal_before = false;
    let mut spread_from: Option<(i16, Shape)> = None;
    let mut spread_items: Vec<(usize, i16, i16, Shape)> = Vec::new();
    for index in 0..group.items.len() {
        let (item, link) = group.items[index];
        match item.shape {
            Shape::Year { year, fiscal } => {
                let plain = item.part == Part::Whole && item.head.is_none() && item.label.is_none();
                match form {
                    Some(Item { shape: Shape::Day { month, day, .. }, head: Some(head), .. })
                        if plain && !fiscal =>
                    {
                        let last = if (month, day) == (2, 28) || (month, day) == (2, 29) { 28 } else { day };
                        group.items[index].0.shape = Shape::Day { year: Some(year), month, day: last };
                        group.items[index].0.head = Some(head);
                    }
                    Some(Item { shape: Shape::Month { month, count, .. }, head: Some(head), .. })
                        if plain && !fiscal =>
                    {
                        group.items[index].0.shape = Shape::Month { year: Some(year), month, count };
                        group.items[index].0.head = Some(head);
                    }
                    Some(Item { shape: shape @ Shape::Quarters { mask, spread, .. }, .. })
                        if plain
                            && bare_year(&group.items[index].0)
                            // "the fourth quarter and fiscal 2002": that quarter, and the year.
                            && !(fiscal && yearless.get(form_at) == Some(&true)) =>
                    {
                        let several = mask.count_ones() > 1 || spread;
                        if link == Link::List {
                            group.items[index].0.shape =
                                Shape::Quarters { year: Some(year), mask, fiscal, spread };
                        } else if several && let Some((from, _)) = spread_from {
                            spread_items.push((index, from, year, shape));
                        }
                    }
                    // "fiscal years 1999 through 2002": all of them are fiscal.
                    None if bare_year(&group.items[index].0) => {
                        let called = fiscal || fiscal_before;
                        group.items[index].0.shape = Shape::Year { year, fiscal: called };
                        fiscal_before = called;
                    }
                    None => fiscal_before = fiscal,
                    _ => {}
                }
                spread_from = Some((year, item.shape));
            }
            Shape::Quarters { year, .. } => {
                form = Some(item);
                form_at = index;
                spread_from = year.map(|y| (y, item.shape));
            }
            // A month without a head is no pattern for a year behind it.
            Shape::Day { .. } | Shape::Month { .. } => {
                if let (None, Some(Item { head: Some(head), .. })) = (item.head, form) {
                    group.items[index].0.head = Some(head);
                }
                form = Some(group.items[index].0);
                spread_from = None;
            }
        }
    }
    // "all three quarters of fiscal years 2011 through 2015": one item a year, none of them a range's end.
    for (index, from, to, shape) in spread_items.into_iter().rev() {
        let Shape::Quarters { mask, fiscal, spread, .. } = shape else { continue };
        if to <= from || to - from > 40 {
            continue;
        }
        let model = group.items[index].0;
        let years = (from + 1..=to).map(|year| {
            let shape = Shape::Quarters { year: Some(year), mask, fiscal, spread };
            (Item { shape, ..model }, Link::List)
        });
        group.items.splice(index..=index, years);
    }
}

/// Two tokens at most: a year that is not called fiscal or calendar on its own.
fn bare_year(item: &Item) -> bool {
    item.next - item.first <= 2 && matches!(item.shape, Shape::Year { .. })
}
