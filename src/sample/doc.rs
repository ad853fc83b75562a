//! A filing as blocks, written out as 1990s text, as HTML, or as HTML with inline XBRL.

use super::world::MARK;

/// One XBRL fact behind a cell.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    pub(super) tag: &'static str,
    /// `i-2018-12-31` or `d-2018-01-01-2018-12-31`.
    pub(super) context: String,
    pub(super) unit: &'static str,
    pub(super) scale: i8,
}

/// A cell: its shown text and, in the inline era, the fact behind it.
#[derive(Clone, Debug, Default)]
pub(super) struct Cell {
    pub(super) text: String,
    pub(super) fact: Option<Fact>,
}

/// A table row; `total` draws a rule above it.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) label: String,
    pub(super) cells: Vec<Cell>,
    pub(super) total: bool,
}

/// A table with one line of column heads and an optional line above them that spans all columns.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    pub(super) span: String,
    pub(super) heads: Vec<String>,
    pub(super) rows: Vec<Row>,
}

/// One piece of a document.
#[derive(Clone, Debug)]
pub(super) enum Block {
    Center(String),
    Head(String),
    Sub(String),
    Para(String),
    Line(String),
    Page,
    Grid(Grid),
    Contents(Vec<(String, String)>),
}

/// A document under construction.
#[derive(Clone, Debug, Default)]
pub(super) struct Doc {
    pub(super) title: String,
    pub(super) blocks: Vec<Block>,
}

impl Doc {
    pub(super) fn new(title: &str) -> Doc {
        Doc { title: title.into(), blocks: Vec::new() }
    }
    pub(super) fn center(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Center(text.into()));
    }
    pub(super) fn head(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Head(text.into()));
    }
    pub(super) fn sub(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Sub(text.into()));
    }
    pub(super) fn para(&mut self, text: impl Into<String>) {
        // A name that ends in a point takes no second one.
        self.blocks.push(Block::Para(text.into().replace("..", ".")));
    }
    pub(super) fn line(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Line(text.into()));
    }
    pub(super) fn page(&mut self) {
        self.blocks.push(Block::Page);
    }
    pub(super) fn grid(&mut self, grid: Grid) {
        self.blocks.push(Block::Grid(grid));
    }
}

/// Greedy line filling.
pub(super) fn wrap(text: &str, width: usize, first: &str, rest: &str) -> String {
    let mut out = String::new();
    let mut line = String::from(first);
    let mut empty = true;
    for word in text.split_whitespace() {
        if !empty && line.chars().count() + 1 + word.chars().count() > width {
            out.push_str(line.trim_end());
            out.push('\n');
            line = String::from(rest);
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    out.push_str(line.trim_end());
    out.push('\n');
    out
}

fn centered(text: &str) -> String {
    let pad = 72usize.saturating_sub(text.chars().count()) / 2;
    format!("{}{}\n", " ".repeat(pad), text)
}

/// Plain text as registrants sent it in the 1990s, 72 columns wide.
pub(super) fn to_text(doc: &Doc) -> String {
    let mut out = String::new();
    let mut page = 1;
    for block in &doc.blocks {
        match block {
            Block::Center(t) => {
                for line in wrap(t, 66, "", "").lines() {
                    out.push_str(&centered(line));
                }
                out.push('\n');
            }
            Block::Head(t) => out.push_str(&format!("\n{}\n", wrap(&t.to_uppercase(), 72, "", "         "))),
            Block::Sub(t) => out.push_str(&format!("{}\n", wrap(t, 72, "", ""))),
            Block::Para(t) => out.push_str(&format!("{}\n", wrap(t, 72, "     ", ""))),
            Block::Line(t) => out.push_str(&format!("{t}\n\n")),
            Block::Page => {
                page += 1;
                out.push_str(&format!("\n<PAGE>   {page}\n\n"));
            }
            Block::Contents(rows) => {
                for (label, at) in rows {
                    let dots = 66usize.saturating_sub(label.chars().count() + at.len());
                    out.push_str(&format!("{label} {} {at}\n", ".".repeat(dots.max(3))));
                }
                out.push('\n');
            }
            Block::Grid(grid) => out.push_str(&text_grid(grid)),
        }
    }
    out
}

fn text_grid(grid: &Grid) -> String {
    let columns = grid.heads.len().max(1);
    let width = 13usize;
    let label = 76usize.saturating_sub(width * columns).clamp(24, 40);
    let mut out = String::from("<TABLE>\n<CAPTION>\n");
    if !grid.span.is_empty() {
        out.push_str(&format!("{}{:^w$}\n", " ".repeat(label), grid.span, w = width * columns));
    }
    // A head of several words is stacked, as in typed statements.
    let stacked: Vec<Vec<String>> = grid.heads.iter().map(|h| stack(h, width - 2)).collect();
    let deep = stacked.iter().map(Vec::len).max().unwrap_or(0);
    for line in 0..deep {
        out.push_str(&" ".repeat(label));
        for head in &stacked {
            let missing = deep - head.len();
            let text = if line >= missing { head.get(line - missing).map_or("", String::as_str) } else { "" };
            out.push_str(&format!("{text:>width$}"));
        }
        out.push('\n');
    }
    out.push_str(&format!("{:<label$}", "<S>"));
    for _ in 0..columns {
        out.push_str(&format!("{:>width$}", "<C>"));
    }
    out.push('\n');
    for row in &grid.rows {
        if row.total {
            out.push_str(&" ".repeat(label));
            for _ in 0..columns {
                out.push_str(&format!("{:>width$}", "---------"));
            }
            out.push('\n');
        }
        let lines = wrap(&row.label, label.saturating_sub(2), "", "  ");
        let mut labels: Vec<&str> = lines.lines().collect();
        let last = labels.pop().unwrap_or("");
        for l in labels {
            out.push_str(l);
            out.push('\n');
        }
        if row.cells.is_empty() {
            out.push_str(last);
        } else {
            out.push_str(&format!("{last:<label$}"));
            for cell in &row.cells {
                // A bracket stands outside the column, so that digits align.
                let text =
                    if cell.text.ends_with(')') { cell.text.clone() } else { format!("{} ", cell.text) };
                out.push_str(&format!("{text:>width$}"));
            }
        }
        out.push('\n');
    }
    out.push_str("</TABLE>\n\n");
    out
}

fn stack(head: &str, width: usize) -> Vec<String> {
    wrap(head, width, "", "").lines().map(str::to_string).collect()
}

/// Escapes text for HTML.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn anchor(text: &str) -> String {
    let mut out = String::from("a");
    for c in text.chars().take(28).filter(char::is_ascii_alphanumeric) {
        out.push(c.to_ascii_lowercase());
    }
    out
}

/// HTML; `inline` adds the XBRL header and wraps facts.
pub(super) fn to_html(doc: &Doc, inline: Option<&str>) -> String {
    let mut out = String::new();
    if inline.is_some() {
        out.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:ix=\"http://www.xbrl.org/2013/inlineXBRL\" xmlns:ixt=\"http://www.xbrl.org/inlineXBRL/transformation/2015-02-26\" xmlns:xbrli=\"http://www.xbrl.org/2003/instance\" xmlns:iso4217=\"http://www.xbrl.org/2003/iso4217\" xmlns:us-gaap=\"http://fasb.org/us-gaap/2018-01-31\" xmlns:dei=\"http://xbrl.sec.gov/dei/2018-01-31\">\n");
    } else {
        out.push_str("<HTML>\n");
    }
    out.push_str(&format!(
        "<head>\n<title>{}</title>\n</head>\n<body>\n<!-- {MARK} -->\n",
        escape(&doc.title)
    ));
    if let Some(header) = inline {
        out.push_str(header);
    }
    let mut page = 1;
    for block in &doc.blocks {
        match block {
            Block::Center(t) => {
                out.push_str(&format!("<p style=\"text-align:center\"><b>{}</b></p>\n", escape(t)));
            }
            Block::Head(t) => {
                out.push_str(&format!("<p><a name=\"{}\"></a><b>{}</b></p>\n", anchor(t), escape(t)));
            }
            Block::Sub(t) => out.push_str(&format!("<p><b><i>{}</i></b></p>\n", escape(t))),
            Block::Para(t) | Block::Line(t) => out.push_str(&format!("<p>{}</p>\n", escape(t))),
            Block::Page => {
                out.push_str(&format!("<p style=\"text-align:center\">{page}</p>\n<hr>\n"));
                page += 1;
            }
            Block::Contents(rows) => {
                out.push_str("<table width=\"90%\">\n");
                for (label, at) in rows {
                    let (to, label) = (anchor(label), escape(label));
                    out.push_str(&format!(
                        "<tr><td><a href=\"#{to}\">{label}</a></td><td align=\"right\">{at}</td></tr>\n"
                    ));
                }
                out.push_str("</table>\n");
            }
            Block::Grid(grid) => out.push_str(&html_grid(grid, inline.is_some())),
        }
    }
    out.push_str("</body>\n</html>\n");
    if inline.is_some() { out.replace("<hr>", "<hr/>") } else { out }
}

fn html_grid(grid: &Grid, inline: bool) -> String {
    let mut out = String::from("<table cellspacing=\"0\" cellpadding=\"0\" width=\"100%\">\n");
    let columns = grid.heads.len();
    if !grid.span.is_empty() {
        let span = escape(&grid.span);
        out.push_str(&format!(
            "<tr><td></td><td colspan=\"{}\" align=\"center\"><b>{span}</b></td></tr>\n",
            columns * 3
        ));
    }
    out.push_str("<tr><td></td>");
    for head in &grid.heads {
        out.push_str(&format!("<td colspan=\"3\" align=\"center\"><b>{}</b></td>", escape(head)));
    }
    out.push_str("</tr>\n");
    for row in &grid.rows {
        out.push_str(&format!("<tr><td>{}</td>", escape(&row.label)));
        for cell in &row.cells {
            out.push_str(&html_cell(cell, row.total, inline));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table>\n");
    out
}

fn html_cell(cell: &Cell, total: bool, inline: bool) -> String {
    let (dollar, rest) = match cell.text.strip_prefix('$') {
        Some(rest) => ("$", rest.trim()),
        None => ("", cell.text.as_str()),
    };
    let (body, close) = match rest.strip_suffix(')') {
        Some(body) => (body, ")"),
        None => (rest, ""),
    };
    let (open, digits) = match body.strip_prefix('(') {
        Some(digits) => ("(", digits),
        None => ("", body),
    };
    let style = if total { " style=\"border-top:1pt solid black\"" } else { "" };
    let shown = match &cell.fact {
        Some(f) if inline && digits != "--" => {
            let sign = if open.is_empty() { "" } else { " sign=\"-\"" };
            let decimals = if f.unit == "usdps" { "2".to_string() } else { format!("-{}", f.scale) };
            format!(
                "{open}<ix:nonFraction name=\"us-gaap:{}\" contextRef=\"{}\" unitRef=\"{}\" decimals=\"{decimals}\" scale=\"{}\" format=\"ixt:num-dot-decimal\"{sign}>{digits}</ix:nonFraction>",
                f.tag, f.context, f.unit, f.scale
            )
        }
        _ => format!("{open}{digits}"),
    };
    format!("<td>{dollar}</td><td align=\"right\"{style}>{shown}</td><td>{close}</td>")
}
