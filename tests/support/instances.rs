//! Made-up instances in all shapes an export has to carry: Unicode, quotes, line ends, formulas, nothing.

use afb_build::flag::Severity;
use afb_build::ids::{Cik, LineItem};
use afb_build::tasks::{
    AttributionInput, Control, Evidence, EvidenceRole, Explanation, Figure, FigureSource, Input, Instance,
    NarrativeInput, Part, PartKind, PatternInput, Placeholder, RaisedFlag, Split, Task,
};
use jiff::civil::date;

/// Texts that break careless writers.
pub const TEXTS: [&str; 8] = [
    "Revenue rose 12% because of \"strong demand\" for new products.",
    "Line one,\nline two;\ttab \\ backslash 'quote'.",
    "=1+1",
    "Zürich – Société Générale ‘quoted’ 株式会社 🏦 \u{0} nul",
    "@SUM(A1:A2) | pipe & ampersand <b>tag</b>",
    "-5 percent; trailing space ",
    "\u{feff}byte order mark and \u{2028} separator",
    "plain",
];

/// The document that all quotes of [`instance`] come from.
pub fn document(n: usize) -> String {
    format!("Head.\n{}\nThe Commission found that items\nwere recorded early.\nFoot.", TEXTS[n % TEXTS.len()])
}

/// The `n`th instance; ids sort in the order of `n`.
pub fn instance(n: usize) -> Instance {
    let task = Task::ALL[n % 3];
    let text = TEXTS[n % TEXTS.len()];
    let document = document(n);
    let start = "Head.\n".len();
    let quote = "The Commission found that items\nwere recorded early.";
    let after = start + text.chars().count() + 1;
    let blob = afb_build::store::sha256(document.as_bytes());
    let evidence = |role, quote: &str, start: usize| Evidence {
        role,
        url: format!("https://www.sec.gov/Archives/{n}.txt"),
        blob: blob.clone(),
        start,
        end: start + quote.chars().count(),
        quote: quote.to_owned(),
    };
    let cik = Cik(9_990_000 + (n as u64 / 6) % 400);
    let fault = n % 4 != 3;
    let label = match (task, fault) {
        (Task::Pattern, _) => task.labels()[n / 3 % 5],
        (_, true) => "misleading",
        (Task::Attribution, false) => "correct",
        (Task::Narrative, false) => "not-misleading",
    };
    let input = match task {
        _ if n % 17 == 5 => Input::Placeholder(Placeholder {
            status: "placeholder".into(),
            reason: "no-passage".into(),
            searched: vec!["0009990001-03-000001".into(), "Item 7".into()],
        }),
        Task::Attribution => Input::Attribution(AttributionInput { management_attribution: text.into() }),
        Task::Narrative => Input::Narrative(NarrativeInput { passage: text.into() }),
        Task::Pattern => Input::Pattern(PatternInput { input_text: text.into() }),
    };
    let year = 1996 + (n % 20) as i16;
    Instance {
        id: format!("{}|CASE-AAER-{}|{}|FY{year}|{n:07}", task.as_str(), 9000 + n / 6, cik),
        task,
        case_id: format!("CASE-AAER-{}", 9000 + n / 6),
        releases: vec![format!("AAER-{}|34-{}", 9000 + n / 6, 50_000 + n)],
        cik,
        issuer: format!("Quarrystone {} \"Widgets\", Inc.", n % 400),
        form: ["10-K", "10-K405", "10-Q", "20-F"][n % 4].into(),
        accession: format!("{:010}-{:02}-{:06}", 9_990_000 + n / 1_000_000, year % 100, n % 1_000_000)
            .parse()
            .unwrap(),
        url: format!("https://www.sec.gov/Archives/edgar/data/{}/{n}.txt", cik.0),
        restating_accession: (n % 2 == 0).then(|| format!("0009990099-05-{:06}", n % 1000).parse().unwrap()),
        basis: "amendment".into(),
        period_label: format!("FY{year}"),
        period_start: Some(date(year, 1, 1)),
        period_end: (n % 13 != 0).then(|| date(year, 12, 31)),
        input,
        label: label.into(),
        secondary: if n % 2 == 0 { vec!["EXPENSE_DEFERRAL".into()] } else { Vec::new() },
        explanation: Explanation {
            parts: vec![
                Part { kind: PartKind::Quote, text: quote.replace('\n', " "), evidence: Some(1) },
                Part {
                    kind: PartKind::Computed,
                    text: "Revenue fell by 12.5 percent.".into(),
                    evidence: None,
                },
            ],
        },
        control: (!fault).then_some(Control::SameIssuer),
        figures: figures(n, year),
        evidence: vec![
            evidence(EvidenceRole::Input, text, start),
            evidence(EvidenceRole::Mechanism, quote, after),
        ],
        flags: match n % 5 {
            0 => vec![RaisedFlag {
                flag: "toc-debris".into(),
                severity: Severity::Warning,
                detail: "12 of 30 lines \"dotted\",\nover a page".into(),
                stage: "assemble".into(),
            }],
            _ => Vec::new(),
        },
        score: (n % 11) as f64 / 10.0,
        group: cik.0,
        split: [Split::Train, Split::Validation, Split::Test][(n / 6) % 3],
        time_split: Split::Train,
    }
}

fn figures(n: usize, year: i16) -> Vec<Figure> {
    let figure = |item, reported: Option<f64>, restated: Option<f64>, unit: &str| Figure {
        item,
        reported,
        restated,
        unit: unit.into(),
        period_start: Some(date(year, 1, 1)),
        period_end: date(year, 12, 31),
        reported_source: Some(FigureSource::Ex27),
        restated_source: restated.map(|_| FigureSource::RestatementTable),
        reported_accession: None,
        restated_accession: None,
        reported_cell: "TOTAL-REVENUES".into(),
        restated_cell: String::new(),
        flags: Vec::new(),
    };
    vec![
        figure(
            LineItem::Revenue,
            Some(1e9 + n as f64 * 0.25),
            (n % 3 == 0).then_some(-0.1 + n as f64),
            "USD",
        ),
        figure(LineItem::EpsBasic, Some(0.37), None, "USD/shares"),
    ]
}

/// `n` instances in order of id.
pub fn instances(n: usize) -> Vec<Instance> {
    let mut all: Vec<Instance> = (0..n).map(instance).collect();
    all.sort_by(|a, b| a.id.cmp(&b.id));
    all
}
