//! The current layout: one row a release, a date cell and a respondents cell (aaer-site.md 1).

use super::cells::{self, Cell};
use super::{Draft, Problem, ProblemKind as Kind, dates, numbers, respondents, selector};
use crate::sec::urls::{self, Target};
use scraper::{ElementRef, Html, Selector};
use std::sync::LazyLock;

const SUBFIELDS: [&str; 2] = ["view-table_subfield_release_number", "view-table_subfield_see_also"];

static RESPONDENTS: LazyLock<Selector> = LazyLock::new(|| selector(".release-view__respondents"));
static ROWS: LazyLock<Selector> = LazyLock::new(|| {
    selector("tr.pr-list-page-row, table.views-table > tbody > tr, table.usa-table > tbody > tr")
});

/// Whether the page is of this layout: a row of it, not only its frame.
pub(super) fn is_current(html: &Html) -> bool {
    html.select(&ROWS).any(|row| is_row(row))
}

fn is_row(row: ElementRef<'_>) -> bool {
    static TIME: LazyLock<Selector> = LazyLock::new(|| selector("time"));
    let cells = cells::direct_cells(row);
    cells.len() >= 2
        && (row.value().classes().any(|class| class == "pr-list-page-row")
            || row.select(&RESPONDENTS).next().is_some()
            || row.select(&TIME).next().is_some())
}

/// All rows.
pub(super) fn rows(html: &Html, base: &str) -> Vec<Draft> {
    html.select(&ROWS).filter(|row| is_row(*row)).map(|row| read(row, base)).collect()
}

fn read(row: ElementRef<'_>, base: &str) -> Draft {
    static NUMBERS: LazyLock<Selector> =
        LazyLock::new(|| selector(".view-table_subfield_release_number .view-table_subfield_value"));
    static SEE_ALSO: LazyLock<Selector> = LazyLock::new(|| selector(".view-table_subfield_see_also"));
    let mut draft = Draft::default();
    draft.row.raw = cells::fold(&Cell::read(row, &[]).text);
    date(row, &mut draft);
    let cells = cells::direct_cells(row);
    let Some(action) = row.select(&RESPONDENTS).next().or(cells.last().copied()) else { return draft };
    let action = Cell::read(action, &SUBFIELDS);
    let parted = respondents::part(&action.text);
    draft.notes.extend(parted.notes);
    draft.row.respondents = parted.names;
    draft.row.procedural = parted.procedural;

    let mut found = numbers::Numbers::default();
    let mut labelled = false;
    for value in row.select(&NUMBERS) {
        labelled = true;
        found.add(&Cell::read(value, &[]).text);
    }
    if labelled && found.aaer.is_empty() && found.release.is_empty() && found.notes.is_empty() {
        draft.notes.push((Kind::EmptyLabel, "Release No.".to_owned()));
    }
    if let Some(more) = parted.numbers {
        found.add(&more);
    }
    draft.row.aaer_numbers = found.aaer;
    draft.row.release_numbers = found.release;
    draft.notes.extend(found.notes);

    for field in row.select(&SEE_ALSO) {
        let field = Cell::read(field, &[]);
        let (found, bad) = cells::see_also(field.links.iter(), base);
        draft.row.see_also.extend(found);
        draft.notes.extend(bad.into_iter().map(|detail| (Kind::BadLink, detail)));
    }
    let from = parted.see_also.unwrap_or(usize::MAX);
    let (more, _) =
        cells::see_also(action.links.iter().filter(|link| (from..parted.footer).contains(&link.at)), base);
    draft.row.see_also.extend(more);
    let link = action.links.iter().find(|link| link.at < from && !link.href.trim().is_empty());
    link_of(&mut draft, link.map(|link| link.href.as_str()), base);
    draft
}

/// Sets the address of the release.
pub(super) fn link_of(draft: &mut Draft, href: Option<&str>, base: &str) {
    match href.map(|href| urls::canonical(Some(base), href)) {
        None => draft.notes.push((Kind::NoLink, String::new())),
        Some(Err(error)) => draft.notes.push((Kind::BadLink, error.to_string())),
        Some(Ok(url)) => {
            if urls::target_of(&url) == Target::Stub {
                draft.notes.push((Kind::StubLink, url.clone()));
            }
            draft.row.url = Some(url);
        }
    }
}

fn date(row: ElementRef<'_>, draft: &mut Draft) {
    static TIME: LazyLock<Selector> = LazyLock::new(|| selector("time"));
    let time = row.select(&TIME).next();
    let text = match (time, cells::direct_cells(row).first()) {
        (Some(time), _) => time.text().collect::<String>(),
        (None, Some(cell)) => Cell::read(*cell, &[]).text,
        (None, None) => String::new(),
    };
    let stamp = time.and_then(|time| time.value().attr("datetime")).and_then(dates::new_york);
    let shown = dates::shown(&text);
    if let (Some(shown), Some(stamp)) = (shown, stamp)
        && shown != stamp
    {
        draft.notes.push((Kind::DateConflict, format!("{shown} shown, {stamp} by the time stamp")));
    }
    draft.row.date = shown.or(stamp);
    let text = cells::fold(&text);
    if shown.is_none() && !text.is_empty() {
        draft.notes.push((Kind::DateUnreadable, text));
    }
}

/// The next page of the listing, on the listing's own host and path.
pub(super) fn next(html: &Html, base: &str, problems: &mut Vec<Problem>) -> Option<String> {
    static NEXT: LazyLock<Selector> =
        LazyLock::new(|| selector("a[rel~=next], link[rel~=next], a[title='Go to next page']"));
    let href = html.select(&NEXT).find_map(|link| link.value().attr("href"))?;
    match urls::canonical(Some(base), href) {
        Ok(next) if urls::canonical(None, base).as_ref() != Ok(&next) => Some(next),
        Ok(_) => None,
        Err(error) => {
            problems.push(Problem { row: None, kind: Kind::BadLink, detail: format!("next page: {error}") });
            None
        }
    }
}
