//! Bytes to management's discussion, its attributions and its figures, on made reports of doubling size: bytes a
//! second must not fall as the report grows. `scripts/peers/sections.py` measures the real filings beside peers.

use afb_build::filing::{figures, passages, sections};
use afb_build::ids::Form;
use afb_build::text;
use divan::Bencher;
use divan::counter::BytesCount;

fn main() {
    divan::main();
}

/// A report of about so many megabytes: prose, and a table after every fifth paragraph.
fn made(megabytes: usize, html: bool) -> String {
    let prose = "Net sales increased 4% in 2003 primarily due to higher volume in the north. Costs fell because freight was cheaper than in the year before, and the mill ran at its full rate for most of the year. ".repeat(3);
    let items = [
        ("Item 1. Business", 3),
        ("Item 1A. Risk Factors", 2),
        ("Item 7. Management's Discussion and Analysis of Financial Condition and Results of Operations", 3),
        ("Item 8. Financial Statements and Supplementary Data", 2),
    ];
    let mut out = String::with_capacity(megabytes * 1_050_000);
    for (heading, share) in items {
        out += &if html { format!("<p><b>{heading}</b></p>\n") } else { format!("\n\n{heading}\n\n") };
        let end = out.len() + megabytes * share * 100_000;
        let mut n = 0;
        while out.len() < end {
            n += 1;
            if html {
                out += &format!("<p>{n} {prose}</p>\n");
            } else {
                let mut width = 0;
                for word in prose.split(' ') {
                    width += word.len() + 1;
                    out += word;
                    out.push(if width > 75 { '\n' } else { ' ' });
                    width = if width > 75 { 0 } else { width };
                }
                out += "\n\n";
            }
            if n % 5 == 0 {
                for row in 0..12 {
                    out += &if html && row == 0 {
                        "<table>".to_owned()
                    } else if html {
                        format!(
                            "<tr><td>Line {row}</td><td>$</td><td>{}</td><td>{}</td></tr>\n",
                            n * 17,
                            n * 13
                        )
                    } else {
                        format!("Line {row:<40}{:>12}{:>12}\n", n * 17, n * 13)
                    };
                }
                out += if html { "</table>\n" } else { "\n" };
            }
        }
    }
    out
}

fn run(bencher: Bencher, megabytes: usize, html: bool) {
    let source = made(megabytes, html);
    let form = Form::parse("10-K");
    bencher.counter(BytesCount::of_str(&source)).bench(|| {
        let text = text::read(source.as_bytes(), None);
        let discussion = sections::read(&text, &form).mdna();
        let found: usize = discussion.pieces.iter().map(|p| passages::attributions(&text, *p).len()).sum();
        (found, figures::read(source.as_bytes(), &text, &form).len())
    });
}

#[divan::bench(args = [1, 2, 4, 8], sample_count = 3, sample_size = 1)]
fn html_megabytes(bencher: Bencher, megabytes: usize) {
    run(bencher, megabytes, true);
}

#[divan::bench(args = [1, 2, 4, 8], sample_count = 3, sample_size = 1)]
fn plain_megabytes(bencher: Bencher, megabytes: usize) {
    run(bencher, megabytes, false);
}
