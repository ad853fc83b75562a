//! Who is in the sample: one row an issuer, and what was wrong with its books.
//!
//! All names are invented; CIKs lie in 9900000..9999999, where no real filer is.

use super::world::{Fault, Firm, Lever, Road, Trade};

const PLAIN: Firm = Firm {
    cik: 0,
    name: "",
    former: &[],
    sic: 0,
    state: "DE",
    city: "",
    trade: Trade::Parts,
    year_end: (12, 31),
    weeks: false,
    first: 0,
    last: 0,
    base: 0,
    foreign: false,
    exhibit13: false,
    ticker: None,
    interim: &[],
    part_three: &[],
    successor: None,
    predecessor: None,
    fault: None,
};

type Place = (&'static str, &'static str);
type Span = (i16, i16, i64);

const fn firm(cik: u64, name: &'static str, sic: u16, trade: Trade, place: Place, span: Span) -> Firm {
    Firm {
        cik,
        name,
        sic,
        trade,
        city: place.0,
        state: place.1,
        first: span.0,
        last: span.1,
        base: span.2,
        ..PLAIN
    }
}

const fn fault(lever: Lever, road: Road, years: &'static [(i16, i64)]) -> Fault {
    Fault { lever, years, quarters: &[], road }
}

const F01: Fault = fault(Lever::BillAndHold, Road::Amended, &[(1997, 11_400)]);
const F02: Fault = fault(Lever::CapitalisedCosts, Road::NextReport, &[(1998, 6_350)]);
const F03: Fault = fault(Lever::Allowance, Road::Amended, &[(1998, 7_820)]);
const F04: Fault = fault(Lever::CookieJar, Road::Amended, &[(1998, -6_900), (1999, 0)]);
const F05: Fault = fault(Lever::SideLetters, Road::Amended, &[(2002, 9_760)]);
const F06: Fault = fault(Lever::Obsolescence, Road::NextReport, &[(2003, 8_240)]);
const F07: Fault = fault(Lever::OpenQuarter, Road::NonReliance, &[(2004, 12_300), (2005, 21_900)]);
const F08: Fault = Fault {
    lever: Lever::ChannelStuffing,
    years: &[],
    quarters: &[(2003, 2, 4_680), (2003, 3, 7_150)],
    road: Road::Amended,
};
const F09: Fault = fault(Lever::Rebates, Road::Amended, &[(2002, -5_400), (2003, 0)]);
const F10: Fault = fault(Lever::Warranty, Road::Amended, &[(2004, 9_050)]);
const F11: Fault = fault(Lever::RoundTrip, Road::Amended, &[(2001, 7_300)]);
const F12: Fault = fault(Lever::RoundTrip, Road::NextReport, &[(2001, 8_450)]);
const F13: Fault = Fault {
    lever: Lever::BillAndHold,
    years: &[(2012, 14_800)],
    quarters: &[(2012, 2, 6_200), (2012, 3, 9_900)],
    road: Road::Amended,
};
const F14: Fault = fault(Lever::Returns, Road::Amended, &[(2013, 10_600)]);
const F15: Fault = fault(Lever::UnrecordedInvoices, Road::NextReport, &[(2014, 5_150), (2015, 9_900)]);
const F16: Fault = fault(Lever::OneTimeGain, Road::Amended, &[(2018, 13_700)]);
const F17: Fault = fault(Lever::CookieJar, Road::Amended, &[(2017, -8_100), (2018, 0)]);
const F18: Fault = fault(Lever::CapitalisedPlant, Road::Amended, &[(2019, 9_300)]);
const F19: Fault = fault(Lever::Omission, Road::Nothing, &[(1999, 0)]);
const F20: Fault = fault(Lever::OneTimeGain, Road::NextReport, &[(2006, 11_250)]);
const F21: Fault = fault(Lever::CapitalisedPlant, Road::Amended, &[(2001, 6_700), (2002, 13_900)]);

/// The issuer of a CIK.
pub(super) fn by_cik(cik: u64) -> Option<&'static Firm> {
    FIRMS.iter().find(|f| f.cik == cik)
}

/// All issuers: the ones at fault first, then matched ones that no release names.
pub(super) const FIRMS: &[Firm] = &[
    Firm {
        ticker: None,
        fault: Some(&F01),
        ..firm(
            9900101,
            "Tarnwick Instruments, Inc.",
            3825,
            Trade::Instruments,
            ("Nashua", "NH"),
            (1995, 1999, 148_000),
        )
    },
    Firm {
        year_end: (1, 31),
        fault: Some(&F02),
        ..firm(
            9900102,
            "Brellan Foods Corporation",
            2030,
            Trade::Food,
            ("Toledo", "OH"),
            (1996, 2000, 196_000),
        )
    },
    Firm {
        exhibit13: true,
        fault: Some(&F03),
        ..firm(
            9900103,
            "Quenmore Health Systems, Inc.",
            8060,
            Trade::Health,
            ("Macon", "GA"),
            (1996, 2000, 172_000),
        )
    },
    Firm {
        former: &[("Ostervale Paging Corporation", 1994, 2000)],
        fault: Some(&F04),
        ..firm(
            9900104,
            "Cadmoor Communications, Inc.",
            4813,
            Trade::Telecom,
            ("Tulsa", "OK"),
            (1996, 2001, 155_000),
        )
    },
    Firm {
        year_end: (6, 30),
        part_three: &[2001, 2002],
        fault: Some(&F05),
        ..firm(
            9900105,
            "Pellgrave Software, Inc.",
            7372,
            Trade::Software,
            ("Reston", "VA"),
            (2000, 2004, 104_000),
        )
    },
    Firm {
        year_end: (1, 31),
        weeks: true,
        fault: Some(&F06),
        ..firm(
            9900106,
            "Harrowgate Stores, Inc.",
            5331,
            Trade::Retail,
            ("Dayton", "OH"),
            (2001, 2005, 268_000),
        )
    },
    Firm {
        fault: Some(&F07),
        ..firm(
            9900107,
            "Velloran Energy Services, Inc.",
            1389,
            Trade::Energy,
            ("Midland", "TX"),
            (2002, 2005, 231_000),
        )
    },
    Firm {
        interim: &[2002, 2003],
        fault: Some(&F08),
        ..firm(
            9900108,
            "Dunmarrow Devices Corp.",
            3841,
            Trade::Instruments,
            ("Lowell", "MA"),
            (2001, 2004, 122_000),
        )
    },
    Firm {
        successor: Some(9900110),
        fault: Some(&F09),
        ..firm(
            9900109,
            "Ashcombe Industries, Inc.",
            3714,
            Trade::Parts,
            ("Flint", "MI"),
            (2000, 2003, 184_000),
        )
    },
    Firm {
        predecessor: Some(9900109),
        ticker: Some("ASHB"),
        ..firm(9900110, "Ashcombe Holdings Corp.", 3714, Trade::Parts, ("Flint", "MI"), (2004, 2007, 241_000))
    },
    Firm {
        foreign: true,
        fault: Some(&F10),
        ..firm(
            9900111,
            "Norvantis N.V.",
            3829,
            Trade::Instruments,
            ("Eindhoven", "P7"),
            (2002, 2006, 213_000),
        )
    },
    Firm {
        fault: Some(&F11),
        ..firm(
            9900112,
            "Kelstrand Components, Inc.",
            3674,
            Trade::Parts,
            ("San Jose", "CA"),
            (1999, 2003, 138_000),
        )
    },
    Firm {
        fault: Some(&F12),
        ..firm(
            9900113,
            "Morivane Networks, Inc.",
            3576,
            Trade::Telecom,
            ("Irvine", "CA"),
            (1999, 2003, 161_000),
        )
    },
    Firm {
        interim: &[2011, 2012],
        ticker: Some("ORLT"),
        fault: Some(&F13),
        ..firm(
            9900114,
            "Orlanthe Systems Corp.",
            3825,
            Trade::Instruments,
            ("Aurora", "CO"),
            (2010, 2014, 217_000),
        )
    },
    Firm {
        part_three: &[2013],
        fault: Some(&F14),
        ..firm(
            9900115,
            "Grendale Therapeutics, Inc.",
            2834,
            Trade::Health,
            ("Durham", "NC"),
            (2011, 2015, 188_000),
        )
    },
    Firm {
        year_end: (9, 30),
        ticker: Some("SRLX"),
        fault: Some(&F15),
        ..firm(
            9900116,
            "Sorrelbank Retail Group, Inc.",
            5651,
            Trade::Retail,
            ("Omaha", "NE"),
            (2012, 2017, 226_000),
        )
    },
    Firm {
        ticker: Some("WXMR"),
        fault: Some(&F16),
        ..firm(
            9900117,
            "Wexmoor Payments, Inc.",
            7374,
            Trade::Software,
            ("Boise", "ID"),
            (2016, 2020, 205_000),
        )
    },
    Firm {
        ticker: Some("TLWR"),
        fault: Some(&F17),
        ..firm(
            9900118,
            "Tollerwick Brands Company",
            2050,
            Trade::Food,
            ("Fargo", "ND"),
            (2015, 2020, 249_000),
        )
    },
    Firm {
        year_end: (1, 31),
        weeks: true,
        ticker: Some("CPLQ"),
        fault: Some(&F18),
        ..firm(
            9900119,
            "Copperlane Markets, Inc.",
            5411,
            Trade::Retail,
            ("Tacoma", "WA"),
            (2017, 2021, 274_000),
        )
    },
    Firm {
        fault: Some(&F19),
        ..firm(
            9900120,
            "Lindmoor Telephone Corp.",
            4812,
            Trade::Telecom,
            ("Duluth", "MN"),
            (1997, 2000, 143_000),
        )
    },
    Firm {
        fault: Some(&F20),
        ..firm(
            9900121,
            "Averstone Energy Corp.",
            1381,
            Trade::Energy,
            ("Lafayette", "LA"),
            (2004, 2008, 192_000),
        )
    },
    Firm {
        fault: Some(&F21),
        ..firm(9900122, "Birchgate Parts Corp.", 3711, Trade::Parts, ("Akron", "OH"), (1999, 2004, 178_000))
    },
    firm(
        9900201,
        "Drayforth Instruments Corp.",
        3825,
        Trade::Instruments,
        ("Nashua", "NH"),
        (1995, 2000, 151_000),
    ),
    Firm {
        year_end: (1, 31),
        ..firm(9900202, "Elmscott Foods, Inc.", 2030, Trade::Food, ("Akron", "OH"), (1996, 2000, 189_000))
    },
    Firm {
        exhibit13: true,
        ..firm(
            9900203,
            "Garrowby Hospitals, Inc.",
            8060,
            Trade::Health,
            ("Augusta", "GA"),
            (1996, 2000, 166_000),
        )
    },
    Firm {
        former: &[("Haldmere Cellular, Inc.", 1993, 1998)],
        ..firm(
            9900204,
            "Haldmere Wireless Corp.",
            4813,
            Trade::Telecom,
            ("Norman", "OK"),
            (1996, 2002, 158_000),
        )
    },
    Firm {
        year_end: (6, 30),
        part_three: &[2002],
        ..firm(
            9900205,
            "Ivelmoor Software Corp.",
            7372,
            Trade::Software,
            ("Herndon", "VA"),
            (2000, 2005, 109_000),
        )
    },
    Firm {
        year_end: (1, 31),
        weeks: true,
        ..firm(
            9900206,
            "Jarrowby Stores Corporation",
            5331,
            Trade::Retail,
            ("Canton", "OH"),
            (2001, 2006, 259_000),
        )
    },
    firm(9900207, "Tavisholm Drilling, Inc.", 1381, Trade::Energy, ("Odessa", "TX"), (2002, 2008, 208_000)),
    Firm {
        interim: &[2002, 2003],
        ..firm(
            9900208,
            "Stannick Medical Corp.",
            3841,
            Trade::Instruments,
            ("Salem", "MA"),
            (2000, 2006, 127_000),
        )
    },
    firm(9900209, "Roxmere Automotive, Inc.", 3714, Trade::Parts, ("Saginaw", "MI"), (1999, 2005, 181_000)),
    Firm {
        interim: &[2011, 2012],
        ticker: Some("ULVB"),
        ..firm(
            9900210,
            "Ulverby Measurement, Inc.",
            3825,
            Trade::Instruments,
            ("Boulder", "CO"),
            (2010, 2016, 211_000),
        )
    },
    Firm {
        ticker: Some("FNMR"),
        part_three: &[2018],
        ..firm(
            9900211,
            "Fennimore Software, Inc.",
            7372,
            Trade::Software,
            ("Provo", "UT"),
            (2014, 2020, 198_000),
        )
    },
    Firm {
        ticker: Some("OSWD"),
        ..firm(9900212, "Osmerwold Foods Company", 2050, Trade::Food, ("Moline", "IL"), (2012, 2020, 238_000))
    },
];
