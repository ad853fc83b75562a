//! The sample is only of use where all its views agree.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{
    books::{self, Books, Flow},
    charge,
    doc::Block,
    dockets::{DOCKETS, Kind, Media},
    firms::FIRMS,
    history::{self, Version},
    report,
    world::{Firm, Lever, MARK},
    *,
};

fn adds_up(firm: &Firm, what: &str, b: &Books, opening: &Books) {
    assert_eq!(b.total_assets(), b.total_claims(), "{} {what}", firm.name);
    let flow = Flow::between(opening, b);
    assert_eq!(flow.change(), flow.closing - flow.opening, "{} {what}", firm.name);
    assert!(b.net() > 0 && b.cash > 0 && b.receivables > 0 && b.debt >= 0, "{} {what}: {b:?}", firm.name);
}

#[test]
fn two_builds_are_the_same_bytes() {
    let (one, two) = (site(), site());
    assert!(one.pages().eq(two.pages()));
    assert!(one.pages().count() > 300);
}

#[test]
fn statements_add_up_as_reported_and_as_restated() {
    for firm in FIRMS {
        let history = books::history(firm);
        for (fy, year) in &history {
            let Some(before) = history.get(&(fy - 1)) else { continue };
            let last = firm.fault.map_or(0, |f| f.last());
            let opening = if *fy > last { before.truth } else { before.reported };
            adds_up(firm, "reported", &year.reported, &opening);
            adds_up(firm, "restated", &year.truth, &before.truth);
            assert_eq!(year.truth.cash, year.reported.cash);
            let at_fault = firm
                .fault
                .is_some_and(|f| f.lever != Lever::Omission && f.years.iter().any(|(y, _)| y == fy));
            assert_eq!(year.truth != year.reported, at_fault, "{} {fy}", firm.name);
            if firm.interim.contains(fy) {
                for quarter in 1..=3 {
                    let (truth, reported) = history::to_date(firm, &history, *fy, quarter);
                    adds_up(firm, "interim", &truth, &before.truth);
                    adds_up(firm, "interim", &reported, &before.truth);
                    assert_eq!(truth != reported, firm.fault.is_some_and(|f| f.quarter(*fy, quarter) != 0));
                }
            }
        }
    }
}

#[test]
fn every_road_is_there() {
    let at_fault: Vec<&Firm> = FIRMS.iter().filter(|f| f.fault.is_some()).collect();
    assert!(at_fault.len() >= 16 && FIRMS.len() - at_fault.len() >= 8);
    assert!(DOCKETS.len() >= 34);
    let mut families: BTreeMap<&str, usize> = BTreeMap::new();
    let mut roads = BTreeSet::new();
    for fault in at_fault.iter().filter_map(|f| f.fault) {
        *families.entry(fault.lever.category()).or_default() += 1;
        roads.insert(format!("{:?}", fault.road));
        if fault.years.is_empty() {
            roads.insert("quarters only".into());
        }
    }
    assert_eq!(families.len(), 5);
    assert!(families.values().all(|n| *n >= 3), "{families:?}");
    assert_eq!(roads.len(), 5, "{roads:?}");
    for firm in &at_fault {
        assert!(DOCKETS.iter().any(|d| d.firms.contains(&firm.cik)), "{} is in no release", firm.name);
    }
    for media in [
        Media::OrderHtml,
        Media::OrderText,
        Media::Pdf,
        Media::Scan,
        Media::Cut,
        Media::Html,
        Media::Text,
        Media::Missing,
    ] {
        assert!(DOCKETS.iter().any(|d| d.media == media), "{media:?}");
    }
    for kind in [
        Kind::Issuer,
        Kind::Officers,
        Kind::Complaint,
        Kind::IssuerComplaint,
        Kind::Judgment,
        Kind::Auditor,
        Kind::Reinstatement,
        Kind::Extension,
    ] {
        assert!(DOCKETS.iter().any(|d| d.kind == kind), "{kind:?}");
    }
    assert!(DOCKETS.iter().any(|d| d.firms.len() == 2));
    let forms: BTreeSet<String> = FIRMS.iter().flat_map(report::filings).map(|f| f.form).collect();
    for form in ["10-K", "10-K405", "10-K/A", "10-K405/A", "20-F", "20-F/A", "10-Q", "10-Q/A", "8-K"] {
        assert!(forms.contains(form), "{form}");
    }
    assert!(FIRMS.iter().any(|f| f.exhibit13) && FIRMS.iter().any(|f| f.successor.is_some()));
    assert!(FIRMS.iter().any(|f| !f.former.is_empty()) && FIRMS.iter().any(|f| f.year_end.0 == 1 && f.weeks));
}

#[test]
fn controls_match_an_issuer_at_fault_in_division_and_years() {
    for control in FIRMS.iter().filter(|f| f.fault.is_none() && f.predecessor.is_none()) {
        let matched = FIRMS.iter().filter(|f| f.fault.is_some()).any(|f| {
            f.sic / 1000 == control.sic / 1000 && f.first <= control.last && control.first <= f.last
        });
        assert!(matched, "{}", control.name);
        assert!(!DOCKETS.iter().any(|d| d.firms.contains(&control.cik)));
    }
}

fn links(page: &str) -> Vec<String> {
    page.split("href=")
        .skip(1)
        .filter_map(|rest| {
            let quote = rest.chars().next()?;
            rest.get(1..)?.split(quote).next().map(str::to_string)
        })
        .collect()
}

#[test]
fn every_link_leads_to_a_page() {
    let site = site();
    let mut dead = Vec::new();
    let mut next = 0;
    for page in site.pages().filter(|p| p.url.starts_with(pages::INDEX)) {
        for link in links(&String::from_utf8_lossy(&page.body)) {
            let url = match (link.starts_with('?'), link.starts_with('/')) {
                (true, _) => format!("{}{link}", pages::INDEX),
                (_, true) => format!("https://www.sec.gov{link}"),
                _ => link,
            };
            next += usize::from(url.contains("?page="));
            let found = site.get(&url).unwrap_or_else(|| panic!("no page for {url}"));
            if found.status == 404 {
                dead.push(found.url.clone());
            }
        }
    }
    dead.sort();
    dead.dedup();
    assert_eq!(dead.len(), 1, "the one release that the site has lost: {dead:?}");
    assert!(next > 4);
}

fn json(site: &Site, url: &str) -> Value {
    let page = site.get(url).unwrap_or_else(|| panic!("no page for {url}"));
    serde_json::from_slice(&page.body).unwrap()
}

#[test]
fn submissions_lead_to_documents_and_facts_to_accessions() {
    let site = site();
    let names = String::from_utf8(
        site.get("https://www.sec.gov/Archives/edgar/cik-lookup-data.txt").unwrap().body.clone(),
    )
    .unwrap();
    let mut older = 0;
    for firm in FIRMS {
        assert!(names.contains(&format!(":{:010}:", firm.cik)));
        let main = json(&site, &format!("https://data.sec.gov/submissions/CIK{:010}.json", firm.cik));
        let mut tables = vec![main["filings"]["recent"].clone()];
        for file in main["filings"]["files"].as_array().unwrap() {
            older += 1;
            tables.push(json(
                &site,
                &format!("https://data.sec.gov/submissions/{}", file["name"].as_str().unwrap()),
            ));
        }
        let mut accessions = BTreeSet::new();
        for table in &tables {
            let rows = table["accessionNumber"].as_array().unwrap();
            for column in table.as_object().unwrap().values() {
                assert_eq!(column.as_array().unwrap().len(), rows.len());
            }
            for (n, accession) in rows.iter().enumerate() {
                let accession = accession.as_str().unwrap();
                assert!(accessions.insert(accession.to_string()));
                let base = format!("https://www.sec.gov/Archives/edgar/data/{}", firm.cik);
                assert!(site.get(&format!("{base}/{accession}.txt")).is_some());
                let document = table["primaryDocument"][n].as_str().unwrap();
                if !document.is_empty() {
                    let url = format!("{base}/{}/{document}", accession.replace('-', ""));
                    assert!(site.get(&url).is_some(), "{url}");
                }
            }
        }
        let url = format!("https://data.sec.gov/api/xbrl/companyfacts/CIK{:010}.json", firm.cik);
        let facts = site.get(&url).unwrap();
        assert_eq!(facts.status == 200, firm.last >= 2009, "{}", firm.name);
        if facts.status == 200 {
            let value = json(&site, &url);
            let rows = value["facts"]["us-gaap"]["NetIncomeLoss"]["units"]["USD"].as_array().unwrap();
            assert!(rows.iter().all(|r| accessions.contains(r["accn"].as_str().unwrap())));
        }
    }
    assert!(older >= 5);
}

/// A restated issuer of the XBRL years: the original value under one accession, the restated under another.
#[test]
fn companyfacts_hold_both_values_of_a_restated_year() {
    for firm in FIRMS.iter().filter(|f| f.first >= 2009) {
        let Some(fault) = firm.fault else { continue };
        let filings = report::filings(firm);
        let history = books::history(firm);
        let facts = edgar::companyfacts(firm, &filings).unwrap();
        for (fy, _) in fault.years {
            let year = history.get(fy).unwrap();
            let end = firm.end(*fy).to_string();
            let mut values = BTreeSet::new();
            for tag in ["NetIncomeLoss", "OperatingIncomeLoss"] {
                for row in facts["facts"]["us-gaap"][tag]["units"]["USD"].as_array().unwrap() {
                    let long = row["start"].as_str().unwrap() == firm.start(*fy).to_string();
                    if row["end"] == end.as_str() && long {
                        values.insert(row["val"].as_i64().unwrap());
                    }
                }
            }
            let all = [year.reported, year.truth].map(|b| [b.net() * 1000, b.operating() * 1000]);
            assert_eq!(values, all.into_iter().flatten().collect(), "{} {fy}", firm.name);
        }
    }
}

#[test]
fn a_release_names_the_periods_and_amounts_of_its_filings() {
    for docket in DOCKETS.iter().filter(|d| !matches!(d.kind, Kind::Reinstatement | Kind::Extension)) {
        let doc = charge::write(docket);
        let text: Vec<&str> = doc
            .blocks
            .iter()
            .filter_map(|b| match b {
                Block::Para(t) | Block::Line(t) | Block::Center(t) => Some(t.as_str()),
                _ => None,
            })
            .collect();
        let text = text.join("\n");
        assert!(!text.contains('{') && text.contains(MARK));
        assert!(text.contains(&docket.aaer.to_string()));
        for firm in charge::firms(docket) {
            let fault = firm.fault.unwrap();
            let history = books::history(firm);
            for (fy, _) in fault.years {
                let year = history.get(fy).unwrap();
                assert!(text.contains(&say::long(firm.end(*fy))), "{} {fy}", docket.aaer);
                if year.truth.net() != year.reported.net() {
                    assert!(text.contains(&say::money(year.truth.net())), "{} {fy}", docket.aaer);
                }
            }
            for (fy, quarter, _) in fault.quarters {
                assert!(text.contains(&say::long(firm.quarter_end(*fy, *quarter))), "{}", docket.aaer);
            }
        }
    }
}

#[test]
fn orders_in_pdf_are_read_but_for_the_scan_and_the_cut_file() {
    for docket in DOCKETS {
        let (_, _, body) = pages::release(docket, str::to_string);
        match docket.media {
            Media::Pdf => {
                let text = pdf_extract::extract_text_from_mem(&body).unwrap();
                assert!(text.contains("ACCOUNTING AND AUDITING ENFORCEMENT"), "{}", docket.aaer);
                assert!(text.contains(&format!("Release No. {}", docket.aaer)), "{}", docket.aaer);
            }
            Media::Scan => {
                assert!(body.starts_with(b"%PDF"));
                assert_eq!(pdf_extract::extract_text_from_mem(&body).unwrap().trim(), "");
            }
            Media::Cut => {
                assert!(body.starts_with(b"%PDF") && !body.windows(5).any(|w| w == b"%%EOF"));
            }
            _ => {}
        }
    }
}

#[test]
fn every_page_says_that_it_is_invented() {
    for page in site().pages() {
        let text = String::from_utf8_lossy(&page.body).to_lowercase();
        if page.content_type != "application/pdf"
            && !page.url.ends_with("company_tickers.json")
            && !page.url.contains("submissions-0")
        {
            assert!(text.contains(&MARK.to_lowercase()), "{}", page.url);
        }
    }
}

/// Words of the discussion of an original annual report, without digits and names.
fn discussion(firm: &'static Firm, fy: i16) -> Vec<String> {
    let history = books::history(firm);
    let columns = report::columns(firm, &history, fy, Version::Original, 3);
    let names = (0..3).map(|back| history::year_name(firm, fy - back)).collect();
    let mut doc = doc::Doc::new("");
    let talk = mdna::Talk {
        firm,
        columns: &columns,
        names,
        seed: fy.to_string(),
        policies: fy >= 2001,
        interim: false,
        to_date: None,
    };
    mdna::write(&mut doc, &talk);
    let paras =
        doc.blocks.iter().filter_map(|b| if let Block::Para(t) = b { Some(t.as_str()) } else { None });
    let text = paras.collect::<Vec<_>>().join(" ");
    assert!((8..=30).contains(&doc.blocks.iter().filter(|b| matches!(b, Block::Para(_))).count()));
    text.split(|c: char| !c.is_ascii_alphabetic()).map(str::to_lowercase).filter(|w| w.len() > 2).collect()
}

/// No word, length or growth rate tells the years at fault: the label has to come from the record.
#[test]
fn nothing_on_the_surface_separates_years_at_fault() {
    let mut df: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    let mut count = [0_usize; 2];
    let mut words = [0_usize; 2];
    let mut growth = [0_i64; 2];
    for firm in FIRMS {
        let history = books::history(firm);
        for fy in firm.first..=firm.last {
            let fault = usize::from(firm.fault.is_some_and(|f| f.years.iter().any(|(y, _)| *y == fy)));
            let all = discussion(firm, fy);
            count[fault] += 1;
            words[fault] += all.len();
            let seen = |fy: i16| history::seen(firm, &history, fy, Version::Original, fy).revenue;
            growth[fault] += say::change(seen(fy - 1), seen(fy));
            for word in all.into_iter().filter(|w| *w != firm.short().to_lowercase()).collect::<BTreeSet<_>>()
            {
                df.entry(word).or_default()[fault] += 1;
            }
        }
    }
    assert!(count[1] >= 20 && count[0] > 3 * count[1], "{count:?}");
    let mean = [words[0] / count[0], words[1] / count[1]];
    assert!(mean[0].abs_diff(mean[1]) * 12 < mean[0], "words a discussion: {mean:?}");
    let mean = [growth[0] / count[0] as i64, growth[1] / count[1] as i64];
    assert!(mean[0].abs_diff(mean[1]) < 40, "growth in tenths of a percent: {mean:?}");
    for (word, [clean, fault]) in df {
        let share = [clean * 100 / count[0], fault * 100 / count[1]];
        assert!(fault < 4 || clean > 0, "{word} stands only in years at fault");
        assert!(share[0].abs_diff(share[1]) < 45, "{word}: {share:?}");
    }
}

#[test]
fn a_scaled_site_makes_every_page_that_it_names() {
    let site = scaled(90, 70, 12, 7);
    let mut kinds = [0_usize; 3];
    for url in site.urls() {
        let page = site.get(&url).unwrap_or_else(|| panic!("no page for {url}"));
        assert_eq!(page.url, url);
        kinds[usize::from(page.status != 200)] += 1;
        if url.ends_with(".json") && page.status == 200 {
            let value: Value = serde_json::from_slice(&page.body).unwrap();
            for file in value["filings"]["files"].as_array().into_iter().flatten() {
                kinds[2] += 1;
                let name = file["name"].as_str().unwrap();
                assert!(site.get(&format!("https://data.sec.gov/submissions/{name}")).is_some(), "{name}");
            }
        }
    }
    assert!(kinds.iter().all(|n| *n > 0), "{kinds:?}");
    let first = site.get(pages::INDEX).unwrap();
    let text = String::from_utf8(first.body).unwrap();
    assert_eq!(text.matches("pr-list-page-row").count(), 90);
    for link in links(&text).iter().filter(|l| l.contains("litig")) {
        let url = if link.starts_with('/') { format!("https://www.sec.gov{link}") } else { link.clone() };
        assert!(site.get(&url).is_some(), "{url}");
    }
    assert_eq!(scaled(90, 70, 12, 7).get(pages::INDEX), site.get(pages::INDEX));
    assert_ne!(scaled(90, 70, 12, 9).get(pages::INDEX), site.get(pages::INDEX));
    assert!(site.get("https://data.sec.gov/submissions/CIK0000320193.json").is_none());
}
