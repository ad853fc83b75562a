//! Who asks: the SEC wants a name and an address that a person reads with every request (aaer-site.md 5).

/// Domains set aside for examples (RFC 2606); nobody reads mail there.
const OF_EXAMPLES: [&str; 3] = ["example.com", "example.net", "example.org"];

/// What is wrong with a contact for live runs, in words that go on from the contact; none when it will do.
pub fn problem(contact: &str) -> Option<&'static str> {
    let contact = contact.trim();
    if contact.len() > 200 || !contact.bytes().all(|b| (0x20..0x7f).contains(&b)) {
        return Some("is not printable ASCII of at most 200 characters");
    }
    let address = contact.split_whitespace().find(|word| word.contains('@'));
    let Some(address) = address.filter(|_| contact.contains(' ')) else {
        return Some("is no name with an address");
    };
    let domain =
        address.rsplit('@').next().unwrap_or_default().trim_matches(|c: char| !c.is_ascii_alphanumeric());
    OF_EXAMPLES
        .contains(&domain.to_ascii_lowercase().as_str())
        .then_some("has the address of the example; put in one that you read")
}

/// The User-Agent: the contact on live runs, and the program's name where only loopback servers are asked.
pub(super) fn identity(given: Option<&str>, live: bool) -> Result<String, String> {
    match given.map(str::trim).filter(|text| !text.is_empty()) {
        None if !live => Ok(concat!("afb-build/", env!("CARGO_PKG_VERSION"), " (loopback)").to_owned()),
        None => Err("the SEC asks every program for a name and a contact address: set AFB_CONTACT in the environment, or `contact` under [sec] in the configuration, \
                     for example contact = \"Jane Doe, Some University, jane.doe@some.edu\""
            .to_owned()),
        Some(text) => match problem(text) {
            Some(problem) if live || !text.bytes().all(|b| (0x20..0x7f).contains(&b)) => {
                Err(format!("the contact `{}` {problem}: set AFB_CONTACT to your name and your own address", text.escape_debug()))
            }
            _ => Ok(text.to_owned()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contact_names_a_person_that_can_be_reached() {
        assert_eq!(problem("Invented Lab lab@invented.test"), None);
        assert_eq!(problem("Lab (lab@invented.test) of Invented"), None);
        for bad in [
            "",
            "x",
            "lab@invented.test",
            "Jane Doe",
            "Jane Doe jane@example.org",
            "Jane <jane@Example.COM>",
            "Jän j@i.test",
        ] {
            assert!(problem(bad).is_some(), "{bad}");
        }
        assert!(identity(Some("Jane Doe jane@example.org"), true).is_err());
        assert!(identity(Some("a\r\nb c@d.test"), false).is_err());
        assert!(identity(None, true).is_err());
        assert!(identity(None, false).unwrap().starts_with("afb-build/"));
    }
}
