//! Pages of the index, rows a second.

use afb_build::sec::aaer_index;
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

/// A page of the current layout as the site sends it: 100 rows, each with the site's own white space.
fn current(rows: usize) -> String {
    let space = " ".repeat(110);
    let row = |n: usize| {
        format!(
            "<tr class=\"pr-list-page-row\">\n{space}<td headers=\"d\" class=\"views-field\">    <time datetime=\"2026-09-{:02}T20:59:30Z\" class=\"datetime\">Sept. {}, 2026</time>\n\n            </td>\n\
             {space}<td headers=\"n\" class=\"views-field\"><div class='release-view__respondents'><a href='/files/litigation/admin/2026/34-{}.pdf'>Example Corp. {n} and Jo Example, CPA</a></div>\n  \
             <div class=\"view-table_subfield view-table_subfield_release_number\">\n    <span class=\"view-table_subfield_label\">Release No.</span>\n    <span class=\"view-table_subfield_value\">33-{}, 34-{}, AAER-{}</span>\n  </div>\n  \
             <div class=\"view-table_subfield view-table_subfield_see_also\"><span class=\"view-table_subfield_value\"><a href=\"/files/litigation/complaints/2026/comp{n}.pdf\">SEC Complaint</a></span></div>\n            </td>\n                  </tr>\n",
            1 + n % 28,
            1 + n % 28,
            99_000 + n,
            11_000 + n,
            99_000 + n,
            4_000 + n,
        )
    };
    let rows: String = (0..rows).map(row).collect();
    format!(
        "<!DOCTYPE html><html><head><title>SEC.gov | Accounting</title></head><body><table class=\"usa-table views-table\"><tbody>{rows}</tbody></table></body></html>"
    )
}

fn older(rows: usize) -> String {
    let row = |n: usize| {
        format!(
            "<tr>\n<td valign=\"top\" nowrap><a href=\"/litigation/admin/34-{}.htm\">AAER-{}</a></td>\n<td valign=\"top\" nowrap>Dec. {}, 2005</td>\n\
             <td valign=\"top\">Example Corp. {n}<br />\n<br />\nOther Release Nos.:&nbsp;34-{}, 33-{}</td>\n</tr>\n",
            49_000 + n,
            2_000 + n,
            1 + n % 28,
            49_000 + n,
            8_000 + n
        )
    };
    let rows: String = (0..rows).map(row).collect();
    format!(
        "<html><head><title>AAER 2005</title></head><body><table><tr><td><table>{rows}</table></td></tr></table></body></html>"
    )
}

#[divan::bench]
fn current_page_of_100_rows(bencher: Bencher<'_, '_>) {
    let page = current(100);
    bencher.counter(ItemsCount::new(100usize)).bench(|| aaer_index::read(page.as_bytes(), None));
}

#[divan::bench]
fn older_page_of_200_rows(bencher: Bencher<'_, '_>) {
    let page = older(200);
    bencher.counter(ItemsCount::new(200usize)).bench(|| aaer_index::read(page.as_bytes(), None));
}
