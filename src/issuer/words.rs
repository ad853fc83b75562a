//! Words that names share without being the same: legal forms, abbreviations, states, generic words.

/// A legal form in EDGAR's short spelling, or none. Only at a name's end does it count as one.
pub(super) fn legal_form(token: &str) -> Option<Form> {
    Some(match token {
        "inc" | "incorporated" => Form::Inc,
        "corp" | "corporation" | "corporations" => Form::Corp,
        "co" | "company" | "companies" | "cos" => Form::Co,
        "ltd" | "limited" | "ltda" => Form::Ltd,
        "plc" => Form::Plc,
        "sa" | "nv" | "bv" | "ag" | "se" | "spa" | "ab" | "as" | "asa" | "oyj" | "oy" | "gmbh" | "kgaa"
        | "kk" | "sab" | "sarl" | "srl" | "sas" | "bhd" => Form::Foreign,
        "pty" | "pte" | "pvt" => Form::Private,
        "llc" | "lc" => Form::Llc,
        "lp" | "llp" | "lllp" => Form::Partnership,
        "pc" | "pa" => Form::Professional,
        _ => return None,
    })
}

/// Legal forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Inc,
    Corp,
    Co,
    Ltd,
    Plc,
    Foreign,
    Private,
    Llc,
    Partnership,
    Professional,
}

impl Form {
    /// A bit of its own.
    pub fn bit(self) -> u16 {
        1 << (self as u16)
    }

    /// Bits of the forms of stock companies, between which releases and EDGAR waver.
    pub fn stock() -> u16 {
        Form::Inc.bit()
            | Form::Corp.bit()
            | Form::Co.bit()
            | Form::Ltd.bit()
            | Form::Plc.bit()
            | Form::Foreign.bit()
    }

    /// The short spelling that names are compared by.
    pub fn short(self, token: &str) -> &str {
        match self {
            Form::Inc => "inc",
            Form::Corp => "corp",
            Form::Co => "co",
            Form::Ltd => "ltd",
            _ => token,
        }
    }
}

/// The full word of an abbreviation that conformed names use; other words as they are.
pub(super) fn spelled_out(token: &str) -> &str {
    match token {
        "intl" | "internatl" | "intern" => "international",
        "natl" => "national",
        "mfg" | "mfrs" => "manufacturing",
        "tech" => "technology",
        "techs" | "technols" => "technologies",
        "sys" | "syst" => "systems",
        "svc" | "serv" => "service",
        "svcs" | "servs" => "services",
        "grp" => "group",
        "hldg" | "hldgs" | "hldings" => "holdings",
        "fin" | "finl" => "financial",
        "inds" => "industries",
        "ind" => "industries",
        "labs" => "laboratories",
        "lab" => "laboratory",
        "pharm" | "pharma" | "pharms" => "pharmaceuticals",
        "mgmt" | "mgt" => "management",
        "dev" | "devel" => "development",
        "ents" => "enterprises",
        "commun" | "comm" | "comms" => "communications",
        "telecomm" | "telecom" => "telecommunications",
        "elec" => "electric",
        "prods" => "products",
        "assn" => "association",
        "assocs" | "assoc" => "associates",
        "amer" => "american",
        "bancshs" => "bancshares",
        "props" => "properties",
        "ins" => "insurance",
        "intergrp" => "intergroup",
        "bros" => "brothers",
        "ctr" | "ctrs" => "centers",
        "univ" => "universal",
        "chem" | "chems" => "chemicals",
        "equip" => "equipment",
        "govt" => "government",
        "dept" => "department",
        "st" => "saint",
        "mt" => "mount",
        "ft" => "fort",
        other => other,
    }
}

/// Words that say nothing alone: a name of such words only is no name.
pub(super) fn is_generic(token: &str) -> bool {
    matches!(
        token,
        "company"
            | "corporation"
            | "issuer"
            | "bank"
            | "group"
            | "holdings"
            | "holding"
            | "international"
            | "industries"
            | "fund"
            | "trust"
            | "partnership"
            | "firm"
            | "registrant"
            | "respondent"
            | "the"
            | "of"
            | "parent"
            | "subsidiary"
            | "subsidiaries"
            | "global"
            | "services"
            | "systems"
            | "technologies"
            | "partners"
            | "enterprises"
            | "capital"
            | "financial"
    )
}

/// Words of pooled vehicles, which publish no statements of the kind that releases are about.
pub(super) fn is_fund_word(token: &str) -> bool {
    matches!(
        token,
        "fund"
            | "funds"
            | "trust"
            | "trusts"
            | "etf"
            | "etfs"
            | "portfolio"
            | "portfolios"
            | "series"
            | "annuity"
            | "receivables"
            | "certificates"
    )
}

/// Suffixes between strokes that EDGAR adds to tell filers apart, and endings of several letters.
pub(super) fn is_long_qualifier(word: &str) -> bool {
    matches!(
        word,
        "canada"
            | "cayman"
            | "bermuda"
            | "israel"
            | "delaware"
            | "nevada"
            | "new"
            | "old"
            | "adr"
            | "florida"
            | "texas"
            | "ohio"
            | "can"
            | "et al"
            | "bd"
            | "ta"
            | "fi"
            | "eng"
            | "gfn"
            | "brazil"
            | "mexico"
            | "ireland"
            | "uk"
            | "england"
            | "predecessor"
            | "successor"
    )
}
