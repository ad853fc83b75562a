//! `croissant.json`: the dataset described for machines (MLCommons Croissant 1.0 with the RAI vocabulary).

use super::DataFile;
use crate::export::build::CaseRow;
use crate::export::schema::{self, Column, Kind};
use crate::export::source::Dataset;
use crate::tasks::Task;
use serde_json::{Value, json};

/// The document, indented.
pub fn document(dataset: &Dataset<'_>, files: &[DataFile]) -> String {
    let document = json!({
        "@context": context(),
        "@type": "sc:Dataset",
        "conformsTo": ["http://mlcommons.org/croissant/1.0", "http://mlcommons.org/croissant/RAI/1.0"],
        "name": "auditfraudbench-rebuilt",
        "description": super::card::SUMMARY,
        "version": env!("CARGO_PKG_VERSION"),
        "license": "https://www.sec.gov/about/privacy-information#dissemination",
        "url": "https://www.sec.gov/enforcement-litigation/accounting-auditing-enforcement-releases",
        "keywords": ["auditing", "accounting", "restatement", "SEC", "financial misstatement"],
        "inLanguage": "en",
        "isLiveDataset": false,
        "citeAs": super::card::CITE,
        "rai:dataCollection": "Accounting and Auditing Enforcement Releases of the U.S. Securities and Exchange Commission and the EDGAR filings of the affected fiscal periods, fetched at the SEC's permitted pace; each document is kept with its SHA-256.",
        "rai:dataCollectionType": "Others",
        "rai:dataAnnotationProtocol": "Labels follow from the enforcement record by published rules; every field is held by a quote with character offsets into a kept document, and a quality score is computed from evidence and flags.",
        "rai:dataUseCases": "Measuring models on audit judgment: attribution of profit, misleading narrative, pattern of misconduct. Not for judging persons or issuers, and not for training.",
        "rai:dataLimitations": "Only matters that the Commission pursued are positive; matched negatives are not enforced against, which does not say that their statements were right. Figures of before 2009 are read from schedules and tables.",
        "rai:dataBiases": "Enforcement is selective by year, size, industry and kind of misconduct.",
        "rai:personalSensitiveInformation": "Names of respondents as published by the Commission. Most matters were settled without admitting or denying; nothing here says that a person committed fraud.",
        "rai:dataReleaseMaintenancePlan": "Rebuilt from the public record by one command; a change of the record, of a rule or of a prompt gives a new build with its own digest.",
        "afb:configurationDigest": dataset.build.fact("configuration_digest"),
        "afb:canary": dataset.build.fact("canary"),
        "distribution": files.iter().map(file).collect::<Vec<_>>(),
        "recordSet": files.iter().map(record_set).collect::<Vec<_>>(),
    });
    // A value made of texts and lists always has a JSON form.
    serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
}

fn file(file: &DataFile) -> Value {
    json!({
        "@type": "cr:FileObject",
        "@id": file.path,
        "name": format!("{}-{}", file.config, file.split),
        "contentUrl": file.path,
        "contentSize": format!("{} B", file.size),
        "encodingFormat": "application/x-parquet",
        "sha256": file.sha256,
    })
}

fn record_set(file: &DataFile) -> Value {
    let set = format!("{}-{}", file.config, file.split);
    let columns = match Task::ALL.into_iter().find(|task| task.as_str() == file.config) {
        Some(task) => schema::columns(task),
        None => CaseRow::columns(),
    };
    json!({
        "@type": "cr:RecordSet",
        "@id": set,
        "name": set,
        "description": format!("{}, split {}", file.config, file.split),
        "key": {"@id": format!("{set}/id")},
        "field": columns.iter().map(|column| field(&set, file, column)).collect::<Vec<_>>(),
    })
}

fn field(set: &str, file: &DataFile, column: &Column) -> Value {
    let kind = match column.kind {
        Kind::Text | Kind::Json => "sc:Text",
        Kind::Integer => "sc:Integer",
        Kind::Real => "sc:Float",
        Kind::Bool => "sc:Boolean",
    };
    json!({
        "@type": "cr:Field",
        "@id": format!("{set}/{}", column.name),
        "name": column.name,
        "description": column.about,
        "dataType": kind,
        "source": {"fileObject": {"@id": file.path}, "extract": {"column": column.name}},
    })
}

fn context() -> Value {
    json!({
        "@language": "en",
        "@vocab": "https://schema.org/",
        "afb": "https://www.sec.gov/enforcement-litigation/accounting-auditing-enforcement-releases#",
        "citeAs": "cr:citeAs",
        "column": "cr:column",
        "conformsTo": "dct:conformsTo",
        "cr": "http://mlcommons.org/croissant/",
        "rai": "http://mlcommons.org/croissant/RAI/",
        "data": {"@id": "cr:data", "@type": "@json"},
        "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
        "dct": "http://purl.org/dc/terms/",
        "equivalentProperty": "cr:equivalentProperty",
        "examples": {"@id": "cr:examples", "@type": "@json"},
        "extract": "cr:extract",
        "field": "cr:field",
        "fileProperty": "cr:fileProperty",
        "fileObject": "cr:fileObject",
        "fileSet": "cr:fileSet",
        "format": "cr:format",
        "includes": "cr:includes",
        "isLiveDataset": "cr:isLiveDataset",
        "jsonPath": "cr:jsonPath",
        "key": "cr:key",
        "md5": "cr:md5",
        "parentField": "cr:parentField",
        "path": "cr:path",
        "recordSet": "cr:recordSet",
        "references": "cr:references",
        "regex": "cr:regex",
        "repeated": "cr:repeated",
        "replace": "cr:replace",
        "samplingRate": "cr:samplingRate",
        "sc": "https://schema.org/",
        "separator": "cr:separator",
        "source": "cr:source",
        "subField": "cr:subField",
        "transform": "cr:transform"
    })
}
