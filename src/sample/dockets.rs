//! The releases of the sample, one row each, oldest first.

/// What a release is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A settled order against the issuer.
    Issuer,
    /// A settled order against officers only, which names the issuer.
    Officers,
    /// A complaint against officers.
    Complaint,
    /// A complaint against the issuer (or issuers) and officers.
    IssuerComplaint,
    /// A final judgment in an earlier action.
    Judgment,
    /// A settled order against the auditors only.
    Auditor,
    /// Leave to practise again: no new action.
    Reinstatement,
    /// More time for a step of a proceeding: no new action.
    Extension,
}

/// How the document is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Media {
    OrderHtml,
    OrderText,
    Pdf,
    /// Pages are pictures.
    Scan,
    /// The file ends in the middle.
    Cut,
    Html,
    Text,
    /// The index names it and the site has lost it.
    Missing,
}

/// One release.
#[derive(Clone, Copy, Debug)]
pub(super) struct Docket {
    pub(super) aaer: u32,
    pub(super) date: (i16, i8, i8),
    pub(super) kind: Kind,
    pub(super) media: Media,
    pub(super) firms: &'static [u64],
}

const fn row(aaer: u32, date: (i16, i8, i8), kind: Kind, media: Media, firms: &'static [u64]) -> Docket {
    Docket { aaer, date, kind, media, firms }
}

use Kind::{Auditor, Complaint, Extension, Issuer, IssuerComplaint, Judgment, Officers, Reinstatement};
use Media::{Cut, Html, Missing, OrderHtml, OrderText, Pdf, Scan, Text};

/// All releases, by date.
pub(super) const DOCKETS: &[Docket] = &[
    row(9001, (1999, 3, 18), Complaint, Text, &[9900101]),
    row(9002, (1999, 9, 28), Issuer, OrderHtml, &[9900101]),
    row(9003, (2000, 12, 14), Issuer, OrderText, &[9900102]),
    row(9004, (2001, 2, 8), Complaint, Html, &[9900102]),
    row(9005, (2001, 3, 6), Issuer, OrderHtml, &[9900103]),
    row(9006, (2001, 3, 6), Auditor, OrderHtml, &[9900103]),
    row(9007, (2001, 11, 14), Issuer, OrderHtml, &[9900104]),
    row(9008, (2002, 1, 22), Complaint, Html, &[9900104]),
    row(9009, (2002, 4, 17), Officers, OrderHtml, &[9900120]),
    row(9010, (2003, 6, 25), IssuerComplaint, Html, &[9900112, 9900113]),
    row(9011, (2003, 9, 30), Officers, OrderHtml, &[9900112]),
    row(9012, (2004, 8, 11), Issuer, Pdf, &[9900105]),
    row(9013, (2004, 8, 11), Complaint, Html, &[9900105]),
    row(9014, (2005, 2, 15), Issuer, Pdf, &[9900109]),
    row(9015, (2005, 3, 9), Issuer, OrderHtml, &[9900122]),
    row(9016, (2005, 3, 9), Complaint, Html, &[9900122]),
    row(9017, (2005, 7, 19), IssuerComplaint, Html, &[9900108]),
    row(9018, (2005, 9, 22), Officers, Pdf, &[9900106]),
    row(9019, (2006, 5, 16), Issuer, Pdf, &[9900106]),
    row(9020, (2007, 6, 12), Issuer, Pdf, &[9900107]),
    row(9021, (2007, 6, 12), Complaint, Html, &[9900107]),
    row(9022, (2007, 11, 7), Auditor, Pdf, &[9900107]),
    row(9023, (2008, 3, 26), Issuer, Pdf, &[9900111]),
    row(9024, (2010, 2, 18), Issuer, Pdf, &[9900121]),
    row(9025, (2010, 2, 18), Complaint, Html, &[9900121]),
    row(9026, (2010, 9, 14), Reinstatement, Pdf, &[9900103]),
    row(9027, (2015, 1, 21), Issuer, Pdf, &[9900114]),
    row(9028, (2015, 1, 21), Complaint, Html, &[9900114]),
    row(9029, (2016, 2, 9), Officers, Scan, &[9900115]),
    row(9030, (2016, 2, 9), Issuer, Pdf, &[9900115]),
    row(9031, (2018, 8, 28), Issuer, Pdf, &[9900116]),
    row(9032, (2018, 9, 26), Extension, Pdf, &[9900116]),
    row(9033, (2019, 3, 13), Judgment, Html, &[9900116]),
    row(9034, (2021, 5, 19), Issuer, Pdf, &[9900117]),
    row(9035, (2021, 5, 19), Officers, Pdf, &[9900117]),
    row(9036, (2021, 9, 15), Issuer, Pdf, &[9900118]),
    row(9037, (2021, 9, 15), Officers, Cut, &[9900118]),
    row(9038, (2022, 6, 8), Issuer, Pdf, &[9900119]),
    row(9039, (2022, 6, 8), Complaint, Missing, &[9900119]),
    row(9040, (2022, 8, 23), Auditor, Pdf, &[9900119]),
    row(9041, (2023, 1, 10), Reinstatement, Pdf, &[9900104]),
];

impl Docket {
    /// A litigation release rather than an order.
    pub(super) fn is_litigation(&self) -> bool {
        matches!(self.kind, Complaint | IssuerComplaint | Judgment)
    }

    /// The number in the series of orders or of litigation releases.
    pub(super) fn number(&self) -> u32 {
        if self.is_litigation() { 99_000 + self.aaer - 9_000 } else { 990_000 + self.aaer - 9_000 }
    }

    /// Where the document is.
    pub(super) fn url(&self) -> String {
        let (n, year) = (self.number(), self.date.0);
        let site = "https://www.sec.gov";
        match self.media {
            Html | Missing => format!("{site}/enforcement-litigation/litigation-releases/lr-{n}"),
            Text => format!("{site}/litigation/litreleases/lr{n}.txt"),
            OrderHtml => format!("{site}/files/litigation/admin/34-{n}.htm"),
            OrderText => format!("{site}/files/litigation/admin/34{n}.txt"),
            Pdf | Scan | Cut if year <= 2005 => format!("{site}/files/litigation/admin/34-{n}.pdf"),
            Pdf | Scan | Cut => format!("{site}/files/litigation/admin/{year}/34-{n}.pdf"),
        }
    }

    /// The number in the series under the Securities Act.
    pub(super) fn offering_number(&self) -> u32 {
        91_000 + self.aaer - 9_000
    }
}
