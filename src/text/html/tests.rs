use super::read;
use crate::text::{BlockKind, Text};

fn blocks(text: &Text) -> Vec<&str> {
    text.blocks.iter().map(|b| text.at(b.span)).collect()
}

/// HTML H01: words at the borders of blocks and cells stay apart.
#[test]
fn blocks_and_cells_are_parted() {
    let page = "<h2>Findings</h2><p>Sales rose.</p><ul><li>One</li><li>Two</li></ul>\
        <table><tr><td>Year</td><td>2004</td></tr></table>End";
    let text = read(page);
    assert_eq!(blocks(&text), ["Findings", "Sales rose.", "One", "Two", "Year\t2004", "End"]);
    assert_eq!(text.content, "Findings\n\nSales rose.\n\nOne\n\nTwo\n\nYear\t2004\n\nEnd\n\n");
}

/// HTML H01, siblings: no end tags, capitals, definition lists, options, line breaks.
#[test]
fn broken_and_old_markup_parts_blocks_too() {
    let text =
        read("<P>One<P>Two<BR>Three<LI>Four<DL><DT>Five<DD>Six</DL><CENTER>Seven</CENTER>Eight<HR>Nine");
    assert_eq!(blocks(&text), ["One", "Two\nThree", "Four", "Five", "Six", "Seven", "Eight", "Nine"]);
    assert!(text.blocks[5].centered);
    let text = read("<TABLE><TR><TD>a<TD>1<TR><TD>b<TD>2</TABLE>after");
    assert_eq!(text.content, "a\t1\nb\t2\n\nafter\n\n");
}

/// A character beyond ASCII behind a bare `&` or `<`, which the tokenizer hands over byte by byte.
#[test]
fn characters_behind_a_bare_ampersand_are_whole() {
    let page = "<p>R&\u{e9}D &\u{2019}s &amp;\u{e9} 1 <\u{2014}2 &\u{1f3e6}&</p>";
    let text = read(page);
    assert_eq!(text.content, "R&\u{e9}D &\u{2019}s &\u{e9} 1 <\u{2014}2 &\u{1f3e6}&\n\n");
    for (at, c) in text.content.char_indices().filter(|(_, c)| !c.is_ascii()) {
        assert!(page[text.source.source_of(at)..].starts_with(c), "{c} at {at}");
    }
}

/// HTML H03: script, style and navigation are not text.
#[test]
fn page_furniture_is_not_text() {
    let page = "<head><title>Fraud page</title><style>.fraud{}</style></head><nav>Enforcement</nav>\
        <script>var k=\"fraud scheme\";</script><noscript>fraud</noscript><p>A neutral paragraph.</p>\
        <textarea>fraud</textarea><template>fraud</template><!-- fraud -->";
    assert_eq!(read(page).content, "A neutral paragraph.\n\n");
}

/// HTML H03, siblings: hidden by style or attribute, and the hidden header of inline XBRL.
#[test]
fn hidden_parts_are_not_text() {
    let page = "<div style='DISPLAY : none'>a<div>b</div></div><ix:header><ix:hidden>c</ix:hidden></ix:header>\
        <p hidden>d</p><span style='visibility:hidden'>e</span><p>Net <ix:nonfraction id='f1'>5</ix:nonfraction></p>";
    let text = read(page);
    assert_eq!(text.content, "Net 5\n\n");
    assert!(text.anchors.is_empty());
}

/// HTML H09: 20,000 open elements, closed and not, on a small stack; and 100,000 tables in one another.
#[test]
fn nesting_has_no_limit() {
    let run = || {
        for (open, close) in [
            ("<div>", "</div>"),
            ("<div>", ""),
            ("<b>", ""),
            ("<table><tr><td>", "</td></tr></table>"),
            ("<table>", ""),
        ] {
            let page = format!("{}core text{}", open.repeat(100_000), close.repeat(100_000));
            let text = read(&page);
            assert_eq!(text.content.trim(), "core text", "{open}");
        }
    };
    std::thread::Builder::new().stack_size(256 * 1024).spawn(run).unwrap().join().unwrap();
}

#[test]
fn entities_of_every_kind() {
    let text =
        read("<p>Corp&#146;s &#147;x&#148; &amp;&nbsp;Co&#8217;s &sect;10(b) a&#160;b &bogus; AT&T</p>");
    assert_eq!(
        text.content,
        "Corp\u{2019}s \u{201C}x\u{201D} & Co\u{2019}s \u{A7}10(b) a b &bogus; AT&T\n\n"
    );
}

#[test]
fn raised_marks_stand_apart() {
    let text = read(
        "<p>the Commission finds<sup>1</sup> that 1,234<sup>(2)</sup>, on the 20<sup>th</sup> of May</p>",
    );
    assert_eq!(text.content, "the Commission finds 1 that 1,234 (2), on the 20th of May\n\n");
    let marks: Vec<&str> = text.marks.iter().map(|m| text.at(*m)).collect();
    assert_eq!(marks, ["1", "(2)", "th"]);
    let text = read("<p>Total<span style='vertical-align:super;font-size:6pt'>a</span>assets</p>");
    assert_eq!(text.content, "Total a assets\n\n");
}

#[test]
fn a_data_table_keeps_its_grid() {
    let page = "<table><tr><td rowspan=2>Item</td><td colspan=2>2004</td><td>2003</td></tr>\
        <tr><td></td><td>Q1</td><th>Q2</th></tr><tr><td>Revenue</td><td>$</td><td>10</td><td>9</td></tr></table>";
    let text = read(page);
    let table = &text.tables[0];
    let grid: Vec<Vec<(&str, u32, u32)>> = table
        .rows
        .iter()
        .map(|row| row.cells.iter().map(|c| (text.at(c.span), c.column, c.width)).collect())
        .collect();
    assert_eq!(grid[0], [("Item", 0, 1), ("2004", 1, 2), ("2003", 3, 1)]);
    assert_eq!(grid[1], [("Q1", 2, 1), ("Q2", 3, 1)]);
    assert_eq!(grid[2], [("Revenue", 0, 1), ("$", 1, 1), ("10", 2, 1), ("9", 3, 1)]);
    assert!(table.rows[1].cells[1].header);
}

#[test]
fn layout_tables_are_dissolved() {
    let page = "<table><tr><td><p>Site</p></td><td><p>One.</p><p>Two.</p>\
        <table><tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></table><p id=x>Three.</p></td></tr></table>";
    let text = read(page);
    assert_eq!(blocks(&text), ["Site", "One.", "Two.", "a\t1\nb\t2", "Three."]);
    assert_eq!(text.tables.len(), 1);
    assert_eq!(&text.content[text.anchors[0].at..][..5], "Three");
    let bullets = read(
        "<table><tr><td>&#149;</td><td>First point.</td></tr><tr><td>&#149;</td><td>Second point.</td></tr></table>",
    );
    assert!(bullets.blocks.iter().all(|b| b.kind == BlockKind::ListItem));
    assert_eq!(bullets.content, "\u{2022}\tFirst point.\n\n\u{2022}\tSecond point.\n\n");
}

#[test]
fn the_body_of_a_site_page_is_kept() {
    let body = "The Commission announced a settled action. ".repeat(8);
    for page in [
        format!("<p>Home | Search</p><!-- BEGIN TEXT --><p>{body}</p><!-- END TEXT --><p>Modified: 2005</p>"),
        format!(
            "<div class=top>Home</div><div class='clearfix field field--name-body'><p>{body}</p></div><div>Related</div>"
        ),
        format!("<div>Home</div><div class='grid_7 alpha'><div><p>{body}</p></div></div><div>Contact</div>"),
        format!(
            "<div class='node-details-layout__main-region__content'><p>{body}</p></div><footer>Site map</footer>"
        ),
    ] {
        assert_eq!(read(&page).content.trim(), body.trim(), "{page}");
    }
}

#[test]
fn look_of_blocks() {
    let text = read(
        "<p align=center><b>ITEM 7.</b></p><p><u>Overview</u></p><p><b>Bold</b> and not</p>\
        <div style='font-weight:bold;text-align:center'>Both</div><h3>Head</h3><p><font style='font-weight:700'>Heavy</font></p>",
    );
    let look: Vec<(bool, bool, bool)> =
        text.blocks.iter().map(|b| (b.bold, b.centered, b.underlined)).collect();
    assert_eq!(
        look,
        [
            (true, true, false),
            (false, false, true),
            (false, false, false),
            (true, true, false),
            (true, false, false),
            (true, false, false)
        ]
    );
    assert_eq!(text.blocks[4].kind, BlockKind::Heading(3));
}

#[test]
fn links_anchors_and_source() {
    let page = "<p>See <a href='#it7'>Item&nbsp; 7</a>.</p><a name=it7></a><p>Item 7</p>";
    let text = read(page);
    assert_eq!(text.links[0].href, "#it7");
    assert_eq!(text.at(text.links[0].span), "Item 7");
    assert_eq!(text.anchors[0].name, "it7");
    assert_eq!(text.content.find("Item 7\n").unwrap(), text.anchors[0].at);
    for (at, c) in text.content.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
        assert_eq!(page[text.source.source_of(at)..].chars().next(), Some(c));
    }
}

#[test]
fn preformatted_text_keeps_its_lines() {
    let page = "<p>Before</p><pre>\n     First line\nsecond line.\n\nRevenue    10     9\nProfit      2     1\n</pre><p>After</p>";
    let text = read(page);
    let kinds: Vec<BlockKind> = text.blocks.iter().map(|b| b.kind).collect();
    assert_eq!(
        kinds,
        [BlockKind::Paragraph, BlockKind::Paragraph, BlockKind::Table(0), BlockKind::Paragraph]
    );
    assert_eq!(text.at(text.blocks[1].span), "First line\nsecond line.");
    let table = &text.tables[0];
    assert_eq!((table.rows.len(), table.rows[0].cells.len(), table.drawn), (2, 3, true));
}

#[test]
fn a_stray_bracket_eats_no_text() {
    let text = read("<p>if sales x<y and margins z>w then</p>");
    assert_eq!(text.content, "if sales x<y and margins z>w then\n\n");
    assert!(text.quality.iter().any(|q| q == "stray-angle-bracket"));
}

/// A file cut inside of its last tag: words behind a stray bracket are text, a tag of its own is told.
#[test]
fn the_last_tag_is_never_closed() {
    let text = read("<p>Sales rose if a <bread and butter &amp; more");
    assert_eq!(text.content, "Sales rose if a <bread and butter & more\n\n");
    let cut = read("<p>Sales rose.<td align=");
    assert_eq!(cut.content, "Sales rose.\n\n");
    assert!(cut.quality.iter().any(|q| q == "ends-inside-a-tag"), "{:?}", cut.quality);
    assert!(read("<p>Whole.</p>").quality.iter().all(|q| q != "ends-inside-a-tag"));
}

/// A table of a page whose frame is cut stands where its block does.
#[test]
fn tables_move_with_what_is_kept() {
    let page = format!(
        "<p>Site</p><table><tr><td>a</td><td>1</td></tr></table><!-- BEGIN TEXT --><p>{}</p>\
         <table><tr><td>Revenue</td><td>5</td></tr><tr><td>Costs</td><td>4</td></tr></table>\
         <!-- END TEXT --><table><tr><td>b</td><td>2</td></tr></table>",
        "Sales rose in the year. ".repeat(20)
    );
    let text = read(&page);
    assert!(text.quality.iter().any(|q| q == "page-furniture-cut"));
    let cells: Vec<&str> =
        text.tables.iter().flat_map(|t| &t.rows).flat_map(|r| &r.cells).map(|c| text.at(c.span)).collect();
    assert_eq!(cells, ["Revenue", "5", "Costs", "4"]);
    let block = text.blocks.iter().find(|b| b.kind == BlockKind::Table(0)).unwrap();
    assert_eq!(block.span, text.tables[0].span);
}
