//! The paper's Table 1 for this build beside the paper's own numbers, and the tables around it.

use super::build::Build;
use super::tally::Tally;
use crate::tasks::Task;
use serde::Serialize;

/// A table of counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Table {
    /// Short name, fit for a file or a key.
    pub name: &'static str,
    /// What it shows.
    pub title: String,
    /// Heads of the columns.
    pub columns: Vec<String>,
    /// Rows; the first cell names the row.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    fn new(name: &'static str, title: impl Into<String>, columns: &[&str]) -> Table {
        Table {
            name,
            title: title.into(),
            columns: columns.iter().map(|&column| column.to_owned()).collect(),
            rows: Vec::new(),
        }
    }

    fn row(&mut self, cells: impl IntoIterator<Item = impl ToString>) {
        self.rows.push(cells.into_iter().map(|cell| cell.to_string()).collect());
    }
}

/// The numbers of the paper's Table 1, in its order; its task 1 and 2 labels are constant.
const PAPER: [(&str, usize); 15] = [
    ("issuers", 84),
    ("releases (unique AAER cases)", 84),
    ("fiscal periods", 85),
    ("10-K filings", 143),
    ("10-Q filings", 136),
    ("20-F filings", 16),
    ("task 1 instances", 34),
    ("task 2 instances", 294),
    ("task 3 instances", 295),
    ("REVENUE_TIMING", 110),
    ("ACCOUNTING_ESTIMATE", 107),
    ("EXPENSE_DEFERRAL", 37),
    ("NARRATIVE_DISTORTION", 23),
    ("EARNINGS_SMOOTHING", 18),
    ("total of task 3", 295),
];

/// All tables of a build.
pub fn tables(tally: &Tally, build: &Build) -> Vec<Table> {
    let mut tables = vec![table_one(tally), labels(tally), controls(tally)];
    tables.push(by_label("label-by-era", "Labels by era of the period", "era", tally.by_era.iter()));
    tables.push(by_label("label-by-form", "Labels by form", "form", tally.by_form.iter()));
    tables.push(by_label(
        "label-by-source",
        "Labels by source of the figures",
        "source",
        tally.by_source.iter(),
    ));
    let mut funnel = Table::new("funnel", "From the index to instances", &["count", "of"]);
    for line in &build.funnel {
        funnel.row([line.n.to_string(), line.what.clone()]);
    }
    tables.push(funnel);
    let mut flags = Table::new("flags", "Quality flags", &["flag", "weight", "instances"]);
    for ((flag, severity), n) in &tally.flags {
        flags.row([flag.clone(), severity.clone(), n.to_string()]);
    }
    tables.push(flags);
    if !tally.removed.is_empty() {
        let mut removed =
            Table::new("left-out", "Instances left out by the filters", &["reason", "instances"]);
        for (why, n) in &tally.removed {
            removed.row([why.clone(), n.to_string()]);
        }
        tables.push(removed);
    }
    tables
}

/// Instances at fault only, as in the paper, which has no negatives.
fn table_one(tally: &Tally) -> Table {
    let mut table = Table::new(
        "table-1",
        "Table 1 of the paper: instances at fault of this build beside the paper's",
        &["item", "this build", "paper"],
    );
    let pattern = tally.faulty(Task::Pattern);
    let label = |name: &str| tally.categories.get(name).copied().unwrap_or(0);
    for (item, paper) in PAPER {
        let here = match item {
            "issuers" => tally.issuers.len(),
            "releases (unique AAER cases)" => tally.releases.len(),
            "fiscal periods" => tally.periods.len(),
            "10-K filings" => tally.filings_of("10-K"),
            "10-Q filings" => tally.filings_of("10-Q"),
            "20-F filings" => tally.filings_of("20-F"),
            "task 1 instances" => tally.faulty(Task::Attribution),
            "task 2 instances" => tally.faulty(Task::Narrative),
            "task 3 instances" | "total of task 3" => pattern,
            category => label(category),
        };
        table.row([item.to_owned(), here.to_string(), paper.to_string()]);
    }
    table.row([
        "cases (releases of one matter joined)".to_owned(),
        tally.cases.len().to_string(),
        String::new(),
    ]);
    table.row(["periods by issuer".to_owned(), tally.issuer_periods.len().to_string(), String::new()]);
    table.row(["40-F filings".to_owned(), tally.filings_of("40-F").to_string(), String::new()]);
    let negatives = tally.total() - Task::ALL.iter().map(|task| tally.faulty(*task)).sum::<usize>();
    table.row(["negatives, all tasks".to_owned(), negatives.to_string(), "0".to_owned()]);
    table
}

fn labels(tally: &Tally) -> Table {
    let mut table =
        Table::new("labels", "Labels by task and split", &["task", "split", "label", "instances"]);
    for ((task, split, label), n) in &tally.by_split {
        table.row([task.as_str().to_owned(), super::schema::name(split), label.clone(), n.to_string()]);
    }
    table
}

fn controls(tally: &Tally) -> Table {
    let mut table =
        Table::new("controls", "Instances at fault and negatives by kind", &["task", "kind", "instances"]);
    for ((task, kind), n) in &tally.by_control {
        table.row([task.as_str().to_owned(), kind.clone(), n.to_string()]);
    }
    table
}

fn by_label<'a>(
    name: &'static str,
    title: &str,
    head: &str,
    counts: impl Iterator<Item = (&'a (Task, String, String), &'a usize)>,
) -> Table {
    let mut table = Table::new(name, title, &["task", head, "label", "instances"]);
    for ((task, by, label), n) in counts {
        table.row([task.as_str().to_owned(), by.clone(), label.clone(), n.to_string()]);
    }
    table
}

/// The tables as text for a terminal.
pub fn text(tables: &[Table]) -> String {
    let mut out = String::new();
    for table in tables {
        let widths: Vec<usize> = (0..table.columns.len())
            .map(|at| {
                let cells = table.rows.iter().filter_map(|row| row.get(at));
                cells.chain(table.columns.get(at)).map(|cell| cell.chars().count()).max().unwrap_or(0)
            })
            .collect();
        out.push_str(&format!("{}\n", table.title));
        for row in std::iter::once(&table.columns).chain(&table.rows) {
            let cells: Vec<String> =
                row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
            out.push_str(&format!("  {}\n", cells.join("  ").trim_end()));
        }
        out.push('\n');
    }
    out
}

/// The tables as one CSV: name of the table, then row by row the column and its cell.
pub fn csv(tables: &[Table]) -> Result<String, csv::Error> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(["table", "row", "column", "value"])?;
    for table in tables {
        for (number, row) in table.rows.iter().enumerate() {
            for (column, cell) in table.columns.iter().zip(row) {
                let cell = super::accounting::neutral(cell);
                out.write_record([table.name, &(number + 1).to_string(), column, &cell])?;
            }
        }
    }
    let bytes = out.into_inner().map_err(|error| error.into_error())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
