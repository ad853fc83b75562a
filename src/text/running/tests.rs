use crate::text::{Media, read};

fn pages(head: &str, foot: impl Fn(usize) -> String, end: &str) -> String {
    (1..=8)
        .map(|n| format!("{head}<p>Text of page {n} {}</p>{}{end}", "with words enough ".repeat(30), foot(n)))
        .collect()
}

#[test]
fn heads_feet_and_numbers_leave_the_running_text() {
    let page = pages(
        "<p>Meridian Tool Works</p>",
        |n| format!("<p>{n}</p>"),
        "<hr style='page-break-after:always'>",
    );
    let text = read(page.as_bytes(), Some(Media::Html));
    assert_eq!(text.content.matches("Meridian Tool Works").count(), 1, "the first one stays");
    assert!(!text.content.lines().any(|line| line.parse::<u32>().is_ok()));
    assert_eq!(text.removed.iter().filter(|r| r.text == "Meridian Tool Works").count(), 7);
    assert_eq!(text.removed.iter().filter(|r| r.text.parse::<u32>().is_ok()).count(), 8);
    for removed in &text.removed {
        assert_eq!(&page[removed.source.start..removed.source.end], removed.text);
    }
}

#[test]
fn numbers_that_count_up_are_pages_without_any_break() {
    let page = pages("", |n| format!("<p>- {} -</p>", n + 20), "");
    let text = read(page.as_bytes(), Some(Media::Html));
    assert_eq!(text.removed.len(), 8);
    let list: String = (1..9).map(|n| format!("<p>{n}</p><p>Point {n}</p>")).collect();
    assert!(read(list.as_bytes(), Some(Media::Html)).removed.is_empty(), "a list is no page");
}

#[test]
fn plain_pages_lose_their_numbers_too() {
    let file: String = (1..=6)
        .map(|n| {
            format!(
                "{}\n\n                         {n}\n<PAGE>\n",
                "     A paragraph of words that fills lines.\n".repeat(12)
            )
        })
        .collect();
    let text = read(file.as_bytes(), Some(Media::Plain));
    assert_eq!(text.removed.len(), 6);
    assert!(text.content.lines().all(|l| l.trim().parse::<u32>().is_err()));
    assert_eq!(text.pages, Some(7));
}
