use crate::text::{BlockKind, Media, Text, read};

fn plain(file: &str) -> Text {
    read(file.as_bytes(), Some(Media::Plain))
}

fn rows(text: &Text, table: usize) -> Vec<Vec<&str>> {
    text.tables[table].rows.iter().map(|r| r.cells.iter().map(|c| text.at(c.span)).collect()).collect()
}

#[test]
fn paragraphs_and_pages_of_a_release() {
    let file = "\r\n------------------- BEGINNING OF PAGE #1 -------------------\r\n\r\n                     SECURITIES AND EXCHANGE COMMISSION\r\n\r\n     The Commission announced\r\na filing.\r\n     It alleges more.\r\n\r\n------------------- BEGINNING OF PAGE #2 -------------------\r\nThe end.\x1A";
    let text = plain(file);
    let kinds: Vec<(BlockKind, &str)> = text
        .blocks
        .iter()
        .filter(|b| b.kind != BlockKind::PageBreak)
        .map(|b| (b.kind, text.at(b.span)))
        .collect();
    let p = BlockKind::Paragraph;
    assert_eq!(
        kinds,
        [
            (p, "SECURITIES AND EXCHANGE COMMISSION"),
            (p, "The Commission announced\na filing."),
            (p, "It alleges more."),
            (p, "The end.")
        ]
    );
    assert!(text.blocks[1].centered);
    assert_eq!(text.pages, Some(3));
    assert!(!text.content.contains("BEGINNING") && !text.content.contains('\u{1A}'));
}

#[test]
fn tagged_tables_and_their_cells() {
    let file = "Before.\n<TABLE>\n<CAPTION>\n                         1995       1994\n                       -------    -------\n<S>                    <C>        <C>\nNet sales............  $ 1,234    $    987\nLoss                      (12)        (7 )\n</TABLE>\nAfter.\n";
    let text = plain(file);
    assert_eq!(
        rows(&text, 0),
        [vec!["1995", "1994"], vec!["Net sales", "$ 1,234", "$    987"], vec!["Loss", "(12)", "(7 )"]]
    );
    assert_eq!(text.tables[0].rows[1].cells[1].column, 23);
    assert!(text.tables[0].drawn && !text.content.contains('<'));
}

#[test]
fn tables_without_tags_with_their_heads() {
    let file = "The results are set out below.\n\n                        2003      2002\n                       -----     -----\n\nRevenue                1,000       900\nCost                     400       300\n\nProfit                   600       600\n\nThat was in line with 2001.\n";
    let text = plain(file);
    assert_eq!(text.tables.len(), 1);
    assert_eq!(rows(&text, 0)[0], ["2003", "2002"]);
    assert_eq!(rows(&text, 0).len(), 4);
    let last = text.blocks.last().unwrap();
    assert_eq!((last.kind, text.at(last.span)), (BlockKind::Paragraph, "That was in line with 2001."));
}

#[test]
fn tags_and_entities_of_old_filings() {
    let text = plain("<PAGE>   12\nAT&amp;T &#167;10 &lt;b&gt; <F1> note<FN> and x < y\n\tIndented.\n");
    assert_eq!(text.content, "AT&T \u{A7}10 < b>  note and x < y\n        Indented.\n");
}

/// What was encoded twice is what was meant, and text that spells a tag is no tag when it is read again.
#[test]
fn read_again_it_stays_as_it_is() {
    for (file, want) in [
        ("Use &lt;h1&gt; or &amp;lt;b&amp;gt; or &#38;#60;p&gt;.", "Use < h1> or < b> or < p>.\n"),
        ("<<b>b> AT&amp;amp;T a &amp;c", "< b> AT&T a &c\n"),
        ("Sales\t1,234\t<1%\nCosts\t99\t&", "Sales\t1,234\t<1%\nCosts\t99\t&\n"),
        ("a &#38;<b>lt; b&<i>#<b>3&#56;; c", "a & lt; b& #38; c\n"),
        ("one <ht<b>ml> two <t<i>d> <b<b>>bold", "one < html> two < td> < b>bold\n"),
        ("<TABLE>\nsee Form 8-\nK of it\n</TABLE>\n", "see Form 8-K of it\n"),
        ("on Form 8-\n<PAGE>\nK of it\n", "on Form 8-\n\nK of it\n"),
        ("--<b> END OF PAGE #3 --\nnext <b&nbsp;x", "next < b x\n"),
    ] {
        let once = plain(file).content;
        assert_eq!(once, want);
        assert_eq!(plain(&once).content, once);
    }
    let page = "<p>Use &lt;h1&gt; and &lt;/td&gt;</p>";
    assert_eq!(read(page.as_bytes(), Some(Media::Html)).content.trim_end(), "Use < h1> and < /td>");
    let page = "<h1>One</h1><p>if <a1&amp; x and <b>no more</b> <trust agreement> <end of all&lt;td>";
    let once = read(page.as_bytes(), Some(Media::Html)).content;
    assert_eq!(once, "One\n\nif < a1& x and no more <trust agreement> <end of all< td>\n\n");
    assert_eq!(read(once.as_bytes(), Some(Media::Html)).content.split_whitespace().count(), 14);
    assert_eq!(plain(&once).content, once);
}

/// HTML H11, siblings: a form feed ends a page, odd bytes are told, every kind of line end is one.
#[test]
fn odd_bytes_and_line_ends() {
    let mut file = b"one\rtwo\r\nthree\r\r\nfour \x8D x".to_vec();
    file.extend(b"\x0Cfive");
    let text = read(&file, Some(Media::Plain));
    assert_eq!(text.content, "one\ntwo\nthree\nfour \u{FFFD} x\nfive\n");
    assert!(text.quality.iter().any(|q| q == "decode-warning"));
    assert_eq!(text.pages, Some(2));
}
