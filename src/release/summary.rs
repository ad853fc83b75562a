//! What later stages keep of a reading: every field as a value with its span, fit to be stored.

use super::category::Category;
use super::select::{Candidate, is_traceable};
use super::{Reading, amounts, outcome, relief};
use crate::ids::AaerNumber;
use crate::period::Period;
use crate::span::Span;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// A value with the place that says it; offsets are bytes of the clean text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Option<Span>,
}

/// A party as charged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartyRole {
    /// Name as printed.
    pub name: String,
    /// `issuer`, `officer`, `auditor-firm`...
    pub role: String,
}

/// An issuer whose statements were false.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedIssuer {
    /// Full name as printed.
    pub name: String,
    /// Short names and defined terms.
    pub aliases: Vec<String>,
    /// Ticker, where given.
    pub ticker: Option<String>,
}

/// A sum of money.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Money {
    /// As written.
    pub text: String,
    /// In whole units; negative for a loss.
    pub value: f64,
    /// `USD`, `percent`...
    pub unit: String,
    /// What it measures, where said.
    pub measure: Option<String>,
    /// `overstated` or `understated`, where said.
    pub direction: Option<String>,
}

/// A payment ordered or agreed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Paid {
    /// Who pays, where said.
    pub party: Option<String>,
    /// `civil-penalty`, `disgorgement`...
    pub kind: String,
    /// Amount.
    pub value: f64,
    /// Its unit.
    pub unit: String,
}

/// One release, read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// AAER numbers printed in the document.
    pub aaer_numbers: Vec<String>,
    /// Other release numbers printed.
    pub release_numbers: Vec<String>,
    /// Date printed.
    pub date: Option<Date>,
    /// `order`, `litigation-release`, `opinion`, `other`.
    pub kind: String,
    /// Administrative file and court case numbers.
    pub files: Vec<String>,
    /// Releases it points at.
    pub references: Vec<String>,
    /// Why it is no new action; none for a substantive release.
    pub procedural_reason: Option<String>,
    /// Who is charged.
    pub parties: Vec<At<PartyRole>>,
    /// The paper's party type.
    pub party_type: String,
    /// Issuers whose statements were false.
    pub issuers: Vec<At<NamedIssuer>>,
    /// First day of the conduct.
    pub conduct_start: Option<Date>,
    /// Last day of the conduct.
    pub conduct_end: Option<Date>,
    /// What is unsure about the conduct's dates.
    pub conduct_flags: Vec<String>,
    /// Where the conduct's dates stand.
    pub conduct_span: Option<Span>,
    /// Affected periods.
    pub periods: Vec<At<Period>>,
    /// The issuer's year end, where the text says it.
    pub fiscal_year_end: Option<(u8, u8)>,
    /// Codes of the provisions charged.
    pub provisions: Vec<At<String>>,
    /// Whether a provision with intent is among them.
    pub scienter: bool,
    /// The dominant category.
    pub category: Category,
    /// Further categories.
    pub secondary: Vec<Category>,
    /// Of the category, 0 to 1.
    pub category_confidence: f64,
    /// Of the whole reading, computed from evidence, 0 to 1.
    pub confidence: f64,
    /// The sentences that say what was misstated and how.
    pub mechanism: Vec<Span>,
    /// Score of the mechanism.
    pub mechanism_score: f64,
    /// Amounts.
    pub amounts: Vec<At<Money>>,
    /// Payments.
    pub payments: Vec<At<Paid>>,
    /// Relief ordered or sought.
    pub relief: Vec<At<String>>,
    /// Other authorities that acted.
    pub parallel_actions: Vec<At<String>>,
    /// Whether it was settled.
    pub settled: bool,
    /// Whether the respondent admitted; none where the text does not say.
    pub admitted: Option<bool>,
    /// Whether the misconduct is tied to reports of an issuer.
    pub traceable: bool,
}

/// The kebab-case name of an enum value.
fn name<T: Serialize>(value: &T) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

fn weight(value: f32) -> f64 {
    (f64::from(value) * 1000.0).round() / 1000.0
}

impl Summary {
    /// Sums up a reading of `text`.
    pub fn of(text: &str, reading: &Reading) -> Summary {
        let header = &reading.header;
        let sums = amounts::read(text);
        let ended = outcome::read(text);
        let at = |span| Some(span);
        Summary {
            aaer_numbers: header.aaer_numbers.iter().map(ToString::to_string).collect(),
            release_numbers: header.release_numbers.clone(),
            date: header.date,
            kind: name(&header.kind),
            files: header.file_numbers.iter().chain(&header.case_numbers).cloned().collect(),
            references: header.references.clone(),
            procedural_reason: reading.procedural.as_ref().map(|procedural| procedural.reason.to_owned()),
            parties: reading
                .parties
                .iter()
                .map(|party| At {
                    value: PartyRole { name: party.name.clone(), role: name(&party.role) },
                    span: party.span,
                })
                .collect(),
            party_type: reading.party_type.to_owned(),
            issuers: reading
                .issuers
                .iter()
                .map(|issuer| At {
                    value: NamedIssuer {
                        name: issuer.name.clone(),
                        aliases: issuer.aliases.clone(),
                        ticker: issuer.ticker.clone(),
                    },
                    span: at(issuer.span),
                })
                .collect(),
            conduct_start: reading.periods.conduct.start,
            conduct_end: reading.periods.conduct.end,
            conduct_flags: reading.periods.conduct.flags.clone(),
            conduct_span: reading.periods.conduct.span,
            periods: reading
                .periods
                .periods
                .iter()
                .map(|found| At { value: found.period.clone(), span: at(found.span) })
                .collect(),
            fiscal_year_end: reading.periods.fiscal_year_end,
            provisions: reading
                .provisions
                .iter()
                .map(|provision| At { value: provision.code.clone(), span: at(provision.span) })
                .collect(),
            scienter: super::provisions::scienter(&reading.provisions),
            category: reading.verdict.category,
            secondary: reading.verdict.secondary.clone(),
            category_confidence: weight(reading.verdict.confidence),
            confidence: weight(reading.confidence),
            mechanism: reading
                .mechanism
                .as_ref()
                .map(|mechanism| mechanism.sentences.clone())
                .unwrap_or_default(),
            mechanism_score: reading.mechanism.as_ref().map_or(0.0, |mechanism| weight(mechanism.score)),
            payments: relief::payments(text, &sums)
                .into_iter()
                .map(|payment| At {
                    value: Paid {
                        party: payment.party.map(|span| span.of(text).to_owned()),
                        kind: name(&payment.kind),
                        value: payment.value,
                        unit: payment.unit.to_owned(),
                    },
                    span: at(payment.span),
                })
                .collect(),
            amounts: sums
                .into_iter()
                .map(|sum| At {
                    span: at(sum.span),
                    value: Money {
                        measure: sum.measure.map(|measure| name(&measure)),
                        direction: sum.direction.map(|direction| name(&direction)),
                        text: sum.text,
                        value: sum.value,
                        unit: sum.unit.to_owned(),
                    },
                })
                .collect(),
            relief: relief::read(text)
                .into_iter()
                .map(|r| At { value: name(&r.kind), span: at(r.span) })
                .collect(),
            parallel_actions: outcome::parallel_actions(text)
                .into_iter()
                .map(|action| At { value: name(&action.authority), span: at(action.span) })
                .collect(),
            settled: ended.settled,
            admitted: ended.admitted,
            traceable: is_traceable(reading, text),
        }
    }

    /// What selection needs to know. `number` is the release's number in the index.
    pub fn candidate(&self, number: AaerNumber, usable_text: bool) -> Candidate {
        Candidate {
            aaer: number,
            usable_text,
            substantive: self.procedural_reason.is_none(),
            category: self.category,
            party_type: self.party_type.clone(),
            issuers: self.issuers.len(),
            mapped: None,
            periods: self.periods.iter().filter(|period| period.value.end.is_some()).count(),
            periods_found: self.periods.len(),
            mechanism_chars: self.mechanism.iter().map(Span::len).sum(),
            mechanism_score: self.mechanism_score as f32,
            traceable: self.traceable,
            confidence: self.confidence as f32,
            materiality: self.materiality(),
        }
    }

    /// The largest misstatement amount in dollars; 0 where none is given.
    fn materiality(&self) -> f64 {
        self.amounts
            .iter()
            .filter(|money| {
                money.value.unit == "USD"
                    && (money.value.measure.is_some() || money.value.direction.is_some())
            })
            .map(|money| money.value.value.abs())
            .fold(0.0, f64::max)
    }

    /// All fields one by one: name, value, span. What has no place in the text has no span.
    pub fn fields(&self) -> Vec<(&'static str, String, Option<Span>)> {
        let mut fields: Vec<(&'static str, String, Option<Span>)> = vec![
            ("kind", self.kind.clone(), None),
            ("category", name(&self.category), None),
            ("party-type", self.party_type.clone(), None),
        ];
        if let Some(reason) = &self.procedural_reason {
            fields.push(("procedural", reason.clone(), None));
        }
        let conduct = |date: Option<Date>| date.map_or("?".to_owned(), |date| date.to_string());
        if self.conduct_span.is_some() {
            let value = format!("{} to {}", conduct(self.conduct_start), conduct(self.conduct_end));
            fields.push(("conduct", value, self.conduct_span));
        }
        let mut add = |field, value: String, span| fields.push((field, value, span));
        for party in &self.parties {
            add("party", format!("{}: {}", party.value.name, party.value.role), party.span);
        }
        for issuer in &self.issuers {
            add("issuer", issuer.value.name.clone(), issuer.span);
        }
        for period in &self.periods {
            let end = period.value.end.map_or(String::new(), |end| format!(", ended {end}"));
            add("period", format!("{}{end}", period.value.label), period.span);
        }
        for provision in &self.provisions {
            add("provision", provision.value.clone(), provision.span);
        }
        for sentence in &self.mechanism {
            add("mechanism", String::new(), Some(*sentence));
        }
        for money in &self.amounts {
            let what = money.value.measure.as_deref().unwrap_or("not said");
            add("amount", format!("{} {} ({what})", money.value.value, money.value.unit), money.span);
        }
        for paid in &self.payments {
            add(
                "payment",
                format!("{}: {} {}", paid.value.kind, paid.value.value, paid.value.unit),
                paid.span,
            );
        }
        for relief in &self.relief {
            add("relief", relief.value.clone(), relief.span);
        }
        for action in &self.parallel_actions {
            add("parallel-action", action.value.clone(), action.span);
        }
        fields
    }
}
