//! A run without a network: told within seconds, once, with what to do; and nothing is lost by it.

use crate::fetch_world::{World, clock, config, release_url};
use afb_build::error::ExitCode;
use afb_build::fetch::FetchError;
use afb_build::sec::urls;
use afb_build::store::Store;
use std::collections::BTreeMap;

/// Every host on a port of this machine where nobody listens.
fn nobody() -> BTreeMap<String, String> {
    // Bound and let go again: the system does not give the port to the next that asks.
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    urls::HOSTS.iter().map(|host| ((*host).to_owned(), base.clone())).collect()
}

/// CRAWL and RATE, sibling of a host that is down: when nothing at all is reached, the third try says so.
#[tokio::test]
async fn three_refused_connections_are_no_network() {
    let dir = tempfile::tempdir().unwrap();
    let world = World::with(dir.path(), config(dir.path(), nobody()), &clock());
    for n in 0..2 {
        let error = world.get(&release_url(n)).await.unwrap_err();
        assert!(matches!(error, FetchError::Transient { .. }), "{error}");
    }
    let error = world.get(&release_url(2)).await.unwrap_err();
    let FetchError::Unreachable { host, tries, .. } = &error else { panic!("{error}") };
    assert_eq!((host.as_str(), *tries), ("www.sec.gov", 3));
    let text = error.to_string();
    for told in ["www.sec.gov", "--offline", "--sample", "same command", "HTTPS_PROXY"] {
        assert!(text.contains(told), "{told}: {text}");
    }
}

/// The whole run ends with exit 3 after a few seconds, and its jobs wait for the next.
#[test]
fn a_run_without_a_network_ends_soon() {
    let dir = tempfile::tempdir().unwrap();
    for _ in 0..2 {
        let begun = std::time::Instant::now();
        assert_eq!(afb_build::cli::run_against(dir.path(), nobody()), ExitCode::Partial);
        assert!(begun.elapsed().as_secs() < 30, "{:?}", begun.elapsed());
    }
    let store = Store::open(dir.path(), "test").unwrap();
    let counts = store.read(|c| afb_build::store::jobs::counts(c, "index")).unwrap();
    assert_eq!((counts.pending, counts.failed), (1, 0), "{counts:?}");
}
