//! Tells a section that only points elsewhere, or says that it is left out, from one that has something to say.

use super::Status;
use super::lines::is_blank;

/// Wording by which a text is taken in from elsewhere.
const POINTS: [&str; 31] = [
    "incorporated by reference",
    "incorporated herein",
    "incorporated in this",
    "incorporated into this",
    "incorporated from",
    "herein by reference",
    "hereby incorporated",
    "by reference to",
    "reported on pages",
    "set forth on page",
    "set forth under",
    "set forth in",
    "appears on page",
    "appearing on page",
    "appears in the",
    "appears under",
    "appearing under",
    "on pages",
    "included on page",
    "included in exhibit",
    "included in an exhibit",
    "filed as exhibit",
    "filed as an exhibit",
    "exhibit 13",
    "annual report to share",
    "annual report to stock",
    "annual report, page",
    "is contained in",
    "is contained on",
    "is included in",
    "see pages",
];

/// Wording by which an item is left out.
const OMITS: [&str; 10] = [
    "omitted",
    "omitted pursuant",
    "omitted in accordance",
    "omitted under",
    "has been omitted",
    "is omitted",
    "reduced disclosure",
    "not applicable",
    "not required",
    "no disclosure",
];

/// Words that leave an item out where hardly more is said.
const ALONE: [&str; 2] = ["none", "reserved"];

/// More words than this make no pointer, whatever they say.
const LONGEST_POINTER: usize = 330;

/// What the text under a heading is: found, a pointer, or an omission.
pub(crate) fn judge(body: &str) -> Status {
    // Only the beginning of a long text is looked at.
    let words = body
        .split(is_blank)
        .filter(|w| w.chars().any(char::is_alphanumeric))
        .take(LONGEST_POINTER + 1)
        .count();
    if words > LONGEST_POINTER {
        return Status::Found;
    }
    let flat: String =
        body.split(is_blank).filter(|w| !w.is_empty()).collect::<Vec<_>>().join(" ").to_lowercase();
    let (mut pointing, mut pointers, mut all, mut omitted) = (0usize, 0usize, 0usize, 0usize);
    for sentence in sentences(&flat) {
        let words = sentence.split(' ').filter(|w| w.chars().any(char::is_alphanumeric)).count();
        if words == 0 {
            continue;
        }
        all += words;
        // "May be found in the annual report under ...", but not "this annual report", which is the filing itself.
        let elsewhere = sentence.contains("annual report")
            && !sentence.contains("this annual report")
            && ["found in", "found under", "caption", "heading", "entitled", "contained", "included", "page"]
                .iter()
                .any(|w| sentence.contains(w));
        if elsewhere
            || POINTS.iter().any(|p| sentence.contains(p))
            || sentence.starts_with("see ")
            || sentence.contains(" see \"")
        {
            pointing += words;
            pointers += 1;
        } else if words <= 60 && OMITS.iter().any(|p| sentence.contains(p))
            || words <= 6 && ALONE.iter().any(|p| sentence.contains(p))
        {
            omitted += words;
        }
    }
    if omitted > 0 && omitted * 2 >= all && all <= 160 {
        Status::Omitted
    } else if pointing > 0
        && (pointing * 2 >= all
            || (pointing * 3 >= all && all <= 130)
            || (pointers >= 3 && pointing * 5 >= all))
    {
        Status::IncorporatedByReference
    } else if all == 0 {
        Status::NotFound
    } else {
        Status::Found
    }
}

/// Rough sentences: enough to weigh wording.
fn sentences(flat: &str) -> impl Iterator<Item = &str> {
    flat.split_inclusive(". ").map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// MDNA M09: a pointer is told as such, however long its wording.
    #[test]
    fn pointers_and_omissions() {
        let pointer = "The information required by this item is incorporated by reference to pages 20 through 45 of the \
                       Registrant's 1999 Annual Report to Shareholders, which is filed as Exhibit 13 hereto. ";
        assert_eq!(judge(pointer), Status::IncorporatedByReference);
        assert_eq!(judge(&pointer.repeat(5)), Status::IncorporatedByReference);
        assert_eq!(
            judge("See \"Financial Review\" on pages A-26 through A-50 of the attached Appendix."),
            Status::IncorporatedByReference
        );
        assert_eq!(judge("Omitted pursuant to General Instruction J(2)(a) of Form 10-K."), Status::Omitted);
        assert_eq!(judge("Not applicable."), Status::Omitted);
        assert_eq!(judge("[Reserved]"), Status::Omitted);
        assert_eq!(
            judge(
                "Information on this item may be found in the annual report to holders under \"Financial Review.\" \
                 None of the other parts of that report is deemed filed."
            ),
            Status::IncorporatedByReference
        );
        let real = "Sales rose 12 percent to $40 million because two plants opened. Costs fell as well, as freight was cheaper. \
                    See Note 4, which is incorporated herein by reference.";
        assert_eq!(judge(real), Status::Found);
    }
}
