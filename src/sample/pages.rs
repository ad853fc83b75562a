//! The pages of the enforcement site: the index in its current layout, and one page a release.

use super::{
    charge,
    doc::{self, Block, Doc, escape, wrap},
    dockets::{DOCKETS, Docket, Media},
    pdf, say,
    world::MARK,
};

/// Rows a page of the index; the real site has 100, the sample fewer so that it has pages.
pub(super) const ROWS_A_PAGE: usize = 16;

/// The index without a page number.
pub(super) const INDEX: &str =
    "https://www.sec.gov/enforcement-litigation/accounting-auditing-enforcement-releases";

/// One row of the index as it will be shown.
pub(super) struct IndexRow {
    pub(super) date: jiff::civil::Date,
    pub(super) respondents: String,
    pub(super) numbers: String,
    pub(super) url: String,
    /// Label and URL of further documents.
    pub(super) see_also: Vec<(String, String)>,
}

/// All rows, newest first.
pub(super) fn rows() -> Vec<IndexRow> {
    let mut all: Vec<&Docket> = DOCKETS.iter().collect();
    all.sort_by_key(|d| std::cmp::Reverse((d.date, d.aaer)));
    all.into_iter().map(row).collect()
}

fn row(docket: &Docket) -> IndexRow {
    let sisters = DOCKETS.iter().filter(|other| {
        other.aaer != docket.aaer && other.date == docket.date && other.firms == docket.firms
    });
    IndexRow {
        date: say::day(docket.date.0, docket.date.1, docket.date.2),
        respondents: charge::respondents(docket),
        numbers: charge::numbers(docket),
        url: docket.url(),
        see_also: sisters
            .map(|s| (if s.is_litigation() { "Litigation Release" } else { "Order" }.into(), s.url()))
            .collect(),
    }
}

/// One page of the index; `next` where another follows.
pub(super) fn index(rows: &[IndexRow], page: usize, pages: usize) -> String {
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n<title>SEC.gov | Accounting and Auditing Enforcement</title>\n<!-- {MARK} -->\n</head>\n<body>\n<main id=\"main-content\">\n<h1>Accounting and Auditing Enforcement Releases</h1>\n<table class=\"usa-table views-table views-view-table cols-2\">\n<thead>\n<tr><th id=\"view-field-publish-date-table-column\" class=\"views-field\" scope=\"col\">Date</th><th id=\"view-nothing-1-table-column\" class=\"views-field\" scope=\"col\">Respondents</th></tr>\n</thead>\n<tbody>\n"
    );
    for row in rows {
        out.push_str(&index_row(row));
    }
    out.push_str("</tbody></table>\n<nav class=\"usa-pagination\" role=\"navigation\" aria-labelledby=\"pagination-heading\">\n<ul class=\"usa-pagination__list pager__items js-pager__items\">\n");
    for n in 0..pages {
        let current = if n == page { " usa-current\" aria-current=\"page" } else { "" };
        out.push_str(&format!("<li class=\"usa-pagination__item usa-pagination__page-no\"><a class=\"usa-pagination__button{current}\" href=\"?page={n}\">{}</a></li>\n", n + 1));
    }
    if page + 1 < pages {
        out.push_str(&format!("<li class=\"usa-pagination__item usa-pagination__arrow\"><a class=\"usa-pagination__link usa-pagination__next-page\" aria-label=\"Next page\" href=\"?page={}\" title=\"Go to next page\" rel=\"next\"><span class=\"usa-pagination__link-text\"> Next </span></a></li>\n", page + 1));
    }
    out.push_str("</ul>\n</nav>\n</main>\n</body></html>\n");
    out
}

fn index_row(row: &IndexRow) -> String {
    // Published in the New York afternoon, which the time in UTC shows.
    let stamp = format!("{}T20:15:00Z", row.date);
    let href = row
        .url
        .strip_prefix("https://www.sec.gov")
        .filter(|p| p.starts_with("/enforcement"))
        .unwrap_or(&row.url);
    let mut out = format!(
        "<tr class=\"pr-list-page-row\">\n<td headers=\"view-field-publish-date-table-column\" class=\"views-field views-field-field-publish-date is-active\">    <time datetime=\"{stamp}\" class=\"datetime\">{}</time>\n\n            </td>\n<td headers=\"view-nothing-1-table-column\" class=\"views-field views-field-field-release-file-number views-field-nothing-1\"><div class='release-view__respondents'><a href='{href}'>{}</a></div>\n  <div class=\"view-table_subfield view-table_subfield_release_number\">\n    <span class=\"view-table_subfield_label\">Release No.</span>\n    <span class=\"view-table_subfield_value\">{}</span>\n  </div>\n",
        say::index_date(row.date),
        row.respondents,
        row.numbers,
    );
    if !row.see_also.is_empty() {
        let links: Vec<String> = row
            .see_also
            .iter()
            .map(|(label, url)| format!("<span class=\"media media--type-link media--view-mode-release-see-also-files\">\n            <a href=\"{url}\">{label}</a>\n  </span>"))
            .collect();
        out.push_str(&format!("  <div class=\"view-table_subfield view-table_subfield_see_also\">\n    <span class=\"view-table_subfield_label\">See Also: </span>\n    <span class=\"view-table_subfield_value\">{}\n</span>\n  </div>\n", links.join(", ")));
    }
    out.push_str("            </td>\n                  </tr>\n");
    out
}

/// Status, content type and body of a release.
pub(super) fn release(docket: &Docket) -> (u16, &'static str, Vec<u8>) {
    if docket.media == Media::Missing {
        return (404, "text/html; charset=UTF-8", missing().into_bytes());
    }
    let text = charge::write(docket);
    match docket.media {
        Media::Pdf => (200, "application/pdf", pdf::text(&text)),
        Media::Scan => (200, "application/pdf", pdf::scan(&text)),
        Media::Cut => (200, "application/pdf", pdf::cut(&text)),
        Media::Text | Media::OrderText => (200, "text/plain", plain(&text).into_bytes()),
        _ => (200, "text/html; charset=UTF-8", html(docket, &text).into_bytes()),
    }
}

/// The page of the site for what it lacks.
pub(super) fn missing() -> String {
    format!(
        "<!DOCTYPE html>\n<html><head><title>SEC.gov | Page not found</title></head><body><!-- {MARK} --><h1>Page not found</h1><p>The page that was asked for is not on this site.</p></body></html>\n"
    )
}

fn plain(doc: &Doc) -> String {
    let body = doc::to_text(doc);
    let mut out = String::new();
    for (n, chunk) in body.lines().collect::<Vec<_>>().chunks(58).enumerate() {
        out.push_str(&format!("\n-------------------- BEGINNING OF PAGE #{} -------------------\n\n", n + 1));
        out.push_str(&chunk.join("\n"));
        out.push('\n');
    }
    out.push('\u{1a}');
    out
}

fn html(docket: &Docket, text: &Doc) -> String {
    let mut body = String::new();
    for block in &text.blocks {
        match block {
            Block::Center(t) if docket.is_litigation() => body.push_str(&format!("<h2>{}</h2>\n", escape(t))),
            Block::Center(t) => body.push_str(&format!("<p align=\"center\"><b>{}</b></p>\n", escape(t))),
            Block::Sub(t) | Block::Head(t) => body.push_str(&format!("<h3>{}</h3>\n", escape(t))),
            Block::Line(t) => body.push_str(&format!("<p>{}</p>\n", escape(t))),
            Block::Para(t) => {
                body.push_str(&format!("<p>{}</p>\n", wrap(&escape(t), 110, "", "").trim_end()))
            }
            _ => {}
        }
    }
    let (open, close) = if docket.is_litigation() {
        (
            "<div class=\"clearfix text-formatted field field--name-body field--type-text-with-summary\">\n",
            "</div>\n",
        )
    } else {
        ("<!-- BEGIN TEXT -->\n", "<!-- END TEXT -->\n")
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n<title>SEC.gov | {}</title>\n<!-- {MARK} -->\n</head>\n<body>\n<nav><ul><li><a href=\"{INDEX}\">Accounting and Auditing Enforcement Releases</a></li></ul></nav>\n<main>\n{open}{body}{close}</main>\n<footer><p>Return to top</p></footer>\n</body></html>\n",
        escape(&charge::respondents(docket)),
    )
}
