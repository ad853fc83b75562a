//! Hosts and what stands in for them: loopback servers in tests and in the sample.

use crate::sec::urls;
use std::collections::BTreeMap;
use std::net::Ipv6Addr;
use url::{Host, Url};

/// Which base address is asked in place of a host.
#[derive(Clone, Debug, Default)]
pub(super) struct Origins(BTreeMap<String, Url>);

impl Origins {
    /// Checks that stand-ins are for known hosts and on this machine.
    pub fn new(given: &BTreeMap<String, String>) -> Result<Origins, String> {
        let mut origins = BTreeMap::new();
        for (host, base) in given {
            if !urls::HOSTS.contains(&host.as_str()) {
                return Err(format!("`{host}` is no host of the SEC ({})", urls::HOSTS.join(", ")));
            }
            let url = Url::parse(base).map_err(|error| format!("`{base}` is no address: {error}"))?;
            let loopback = match url.host() {
                Some(Host::Ipv4(ip)) => ip.is_loopback(),
                Some(Host::Ipv6(ip)) => ip == Ipv6Addr::LOCALHOST,
                _ => false,
            };
            let plain = url.username().is_empty() && url.query().is_none() && matches!(url.path(), "" | "/");
            if url.scheme() != "http" || !loopback || !plain {
                return Err(format!(
                    "`{base}` cannot stand in for {host}: only http://127.0.0.1:PORT or http://[::1]:PORT"
                ));
            }
            origins.insert(host.clone(), url);
        }
        Ok(Origins(origins))
    }

    /// Whether no request can leave the machine.
    pub fn are_complete(&self) -> bool {
        urls::HOSTS.iter().all(|host| self.0.contains_key(*host))
    }

    /// Where a canonical address is asked for. With any stand-in, hosts that have none are not asked at all.
    pub fn target(&self, url: &str) -> Result<Url, String> {
        let url = Url::parse(url).map_err(|error| format!("`{url}`: {error}"))?;
        if self.0.is_empty() {
            return Ok(url);
        }
        let host = url.host_str().unwrap_or_default();
        let Some(base) = self.0.get(host) else {
            return Err(format!("no loopback server stands in for {host}"));
        };
        let mut target = base.clone();
        target.set_path(url.path());
        target.set_query(url.query());
        Ok(target)
    }

    /// An address that a stand-in gave, as the host would have given it.
    pub fn logical(&self, location: &str) -> String {
        for (host, base) in &self.0 {
            let base = base.as_str().trim_end_matches('/');
            if let Some(path) =
                location.strip_prefix(base).filter(|rest| rest.is_empty() || rest.starts_with('/'))
            {
                return format!("https://{host}{path}");
            }
        }
        location.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_stands_in() {
        let of = |host: &str, base: &str| Origins::new(&[(host.to_owned(), base.to_owned())].into());
        for base in ["http://127.0.0.1:8080", "http://[::1]:9", "http://127.0.0.1:1/"] {
            assert!(of("www.sec.gov", base).is_ok(), "{base}");
        }
        for base in [
            "http://example.test",
            "https://127.0.0.1",
            "http://10.0.0.1",
            "http://127.0.0.1.example.test",
            "http://localhost:1",
            "x",
        ] {
            assert!(of("www.sec.gov", base).is_err(), "{base}");
        }
        assert!(of("example.test", "http://127.0.0.1:1").is_err());
        let origins = of("www.sec.gov", "http://127.0.0.1:81").unwrap();
        assert!(!origins.are_complete());
        assert_eq!(
            origins.target("https://www.sec.gov/a?b=c").unwrap().as_str(),
            "http://127.0.0.1:81/a?b=c"
        );
        assert!(origins.target("https://data.sec.gov/a").is_err());
        assert_eq!(origins.logical("http://127.0.0.1:81/z"), "https://www.sec.gov/z");
        assert_eq!(origins.logical("http://127.0.0.1:8100/z"), "http://127.0.0.1:8100/z");
    }
}
