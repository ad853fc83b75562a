//! A site that means harm, on loopback: whatever it answers, the client ends in a named error, keeps nothing of it
//! that is no document, and writes nowhere but into its own directory.

use crate::fetch_world::{AGENT, World, clock, config, files, release_page, release_path, release_url};
use crate::sec::{Document, Fault, Sec, gzip};
use afb_build::fetch::{Expect, FetchError, Fetched, Request};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// What one raw answer does with its connection after the request's head was read.
type Answer = fn(TcpStream) -> futures_util::future::BoxFuture<'static, ()>;

/// A server that answers every connection with the same raw bytes; gives its base address.
async fn raw(answer: Answer) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut head = Vec::new();
                let mut buffer = [0; 4096];
                while !head.ends_with(b"\r\n\r\n") {
                    match stream.read(&mut buffer).await {
                        Ok(n) if n > 0 => head.extend_from_slice(&buffer[..n]),
                        _ => return,
                    }
                }
                answer(stream).await;
            });
        }
    });
    base
}

fn origins(base: &str) -> BTreeMap<String, String> {
    ["www.sec.gov", "data.sec.gov"].map(|host| (host.to_owned(), base.to_owned())).into()
}

/// One request to a raw server, within a short limit of time; what the cache holds afterwards.
async fn ask(answer: Answer) -> (Result<Fetched, FetchError>, Vec<String>) {
    let dir = tempfile::tempdir().unwrap();
    let base = raw(answer).await;
    let world = World::with(dir.path(), config(dir.path(), origins(&base)), &clock());
    let started = Instant::now();
    let result = tokio::time::timeout(Duration::from_secs(20), world.get(&release_url(0)))
        .await
        .expect("a hostile answer holds the client");
    assert!(started.elapsed() < Duration::from_secs(20));
    (result, files(&dir.path().join("cache")))
}

async fn send(stream: &mut TcpStream, bytes: &[u8]) -> bool {
    stream.write_all(bytes).await.is_ok()
}

const HEAD: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";

async fn endless(mut stream: TcpStream, head: &[u8]) {
    if !send(&mut stream, head).await {
        return;
    }
    let page = [b'x'; 65_536];
    // 64 MB, 64 times what the client may take; it hangs up long before.
    for _ in 0..1024 {
        if !send(&mut stream, &page).await {
            return;
        }
    }
}

/// CRAWL, hostile: a body without end is cut at the cap, chunked or bare, and what came of it is not kept.
#[tokio::test]
async fn a_body_without_end_is_cut_at_the_cap() {
    let bare: Answer = |s| Box::pin(async move { endless(s, &[HEAD, b"\r\n<html>"].concat()).await });
    let chunked: Answer = |s| {
        Box::pin(async move {
            let head = b"Transfer-Encoding: chunked\r\n\r\nfffffff\r\n<html>";
            endless(s, &[HEAD, head].concat()).await;
        })
    };
    for answer in [bare, chunked] {
        let (result, kept) = ask(answer).await;
        assert!(matches!(result, Err(FetchError::Unsafe { .. })), "{result:?}");
        assert!(kept.is_empty(), "{kept:?}");
    }
}

/// CRAWL, hostile: headers without end, in number and in length, end in an error of transport.
#[tokio::test]
async fn floods_of_headers_are_cut() {
    let many: Answer = |mut s| {
        Box::pin(async move {
            send(&mut s, HEAD).await;
            for n in 0..200_000 {
                if !send(&mut s, format!("X-Filler-{n}: {n}\r\n").as_bytes()).await {
                    return;
                }
            }
        })
    };
    let long: Answer = |mut s| {
        Box::pin(async move {
            send(&mut s, &[HEAD, b"X-Filler: "].concat()).await;
            endless(s, b"").await;
        })
    };
    for answer in [many, long] {
        let (result, kept) = ask(answer).await;
        assert!(matches!(result, Err(FetchError::Transient { .. })), "{result:?}");
        assert!(kept.is_empty(), "{kept:?}");
    }
}

/// RATE R08, R09, siblings: lengths and encodings that lie give a named error and no document.
#[tokio::test]
async fn lies_about_length_and_encoding_are_found_out() {
    fn answer(head: &'static [u8], body: &'static [u8]) -> impl Future<Output = Vec<u8>> {
        async move { [HEAD, head, b"\r\n", body].concat() }
    }
    macro_rules! lie {
        ($head:literal, $body:expr) => {
            (|mut s| {
                Box::pin(async move {
                    let bytes = answer($head, $body).await;
                    send(&mut s, &bytes).await;
                    let _ = s.shutdown().await;
                })
            }) as Answer
        };
    }
    let lies: [(Answer, &str); 9] = [
        (lie!(b"Content-Length: 9000000000000000000\r\n", b"<html>x</html>"), "larger than a document"),
        (lie!(b"Content-Length: 4000\r\n", b"<html>x</html>"), "longer than sent"),
        (lie!(b"Content-Length: 99999999999999999999999\r\n", b"<html>x</html>"), "no number"),
        (lie!(b"Content-Length: -1\r\n", b"<html>x</html>"), "below nothing"),
        (lie!(b"Content-Length: 5\r\nContent-Length: 7\r\n", b"<html>x</html>"), "two lengths"),
        (lie!(b"Content-Encoding: gzip\r\n", b"<html>no gzip</html>"), "false gzip"),
        (lie!(b"Content-Encoding: deflate\r\n", b"\x78\x9c\xff\xff\xff\xff"), "false deflate"),
        (lie!(b"Content-Encoding: br\r\n", b"<html>x</html>"), "never asked for"),
        (lie!(b"Transfer-Encoding: chunked\r\n", b"ffffffffffffffffff\r\nx"), "false chunks"),
    ];
    for (lie, name) in lies {
        let (result, kept) = ask(lie).await;
        assert!(
            matches!(result, Err(FetchError::Transient { .. } | FetchError::Unsafe { .. })),
            "{name}: {result:?}"
        );
        assert!(kept.is_empty(), "{name}: {kept:?}");
    }
}

/// A zip bomb in several layers of encoding does not unfold.
#[tokio::test]
async fn a_bomb_under_two_encodings_is_refused() {
    let answer: Answer = |mut s| {
        Box::pin(async move {
            let bomb = gzip(&gzip(&vec![b'0'; 32 << 20]));
            send(&mut s, &[HEAD, b"Content-Encoding: gzip, gzip\r\n\r\n", bomb.as_slice()].concat()).await;
            let _ = s.shutdown().await;
        })
    };
    let (result, kept) = ask(answer).await;
    assert!(
        matches!(result, Err(FetchError::Unsafe { .. } | FetchError::Transient { .. })),
        "{:?}",
        result.map(|fetched| fetched.kind)
    );
    assert!(kept.is_empty(), "{kept:?}");
}

/// Something other than HTTP, and a line of HTTP that is none.
#[tokio::test]
async fn what_is_no_http_is_an_error_of_transport() {
    let answers: [Answer; 3] = [
        |mut s| {
            Box::pin(async move {
                let _ = send(&mut s, b"SSH-2.0-Example\r\n").await;
            })
        },
        |mut s| {
            Box::pin(async move {
                let _ = send(&mut s, b"HTTP/1.1 99999 OK\r\n\r\n").await;
            })
        },
        |s| Box::pin(async move { drop(s) }),
    ];
    for answer in answers {
        let (result, kept) = ask(answer).await;
        assert!(matches!(result, Err(FetchError::Transient { .. })), "{result:?}");
        assert!(kept.is_empty());
    }
}

/// Redirects to other hosts, other schemes, private addresses and forms that only look like the SEC's: none is
/// followed, each is named, and no other server hears of it.
#[tokio::test]
async fn redirects_leave_the_site_for_nothing() {
    let trap = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = trap.local_addr().unwrap().port();
    let targets: Vec<String> = [
        "file:///etc/hostname",
        "ftp://www.sec.gov/x",
        "data:text/html,<p>x</p>",
        "javascript:alert(1)",
        "gopher://127.0.0.1/x",
        "http://10.0.0.1/x",
        "http://169.254.169.254/latest/meta-data",
        "http://[::1]/x",
        "http://2130706433/x",
        "http://0x7f.1/x",
        "https://localhost/x",
        "https://www.sec.gov.example.test/x",
        "https://www.sec.gov@example.test/x",
        "https://user:secret@www.sec.gov/x",
        "https://example.test\\@www.sec.gov/x",
        "//example.test/x",
        "https://www.sec.gov:22/x",
        "https://wwẇ.sec.gov/x",
        "https://",
        "http://\u{0}/x",
    ]
    .iter()
    .map(|to| (*to).to_owned())
    .chain([format!("http://127.0.0.1:{port}/x"), format!("//127.0.0.1:{port}/x")])
    .collect();
    let dir = tempfile::tempdir().unwrap();
    let clock = clock();
    let planned: BTreeMap<String, String> =
        targets.iter().enumerate().map(|(n, to)| (format!("/r{n}"), to.clone())).collect();
    let plan = move |path: &str, _: usize| {
        // A header cannot carry every target; those come percent-coded, as a server would send them.
        planned.get(path).map(|to| {
            let sent: String = to
                .chars()
                .map(|c| if (' '..'\u{7f}').contains(&c) { c.to_string() } else { "%00".to_owned() })
                .collect();
            Fault::Redirect(sent)
        })
    };
    let sec = Sec::start([], Arc::new(clock.clone()), false, plan).await;
    let world = World::new(dir.path(), &sec, &clock);
    for (n, to) in targets.iter().enumerate() {
        let result = world.fetcher.get(&Request::new(format!("https://www.sec.gov/r{n}"), Expect::Any)).await;
        assert!(matches!(result, Err(FetchError::Unsafe { .. })), "{to}: {result:?}");
    }
    assert_eq!(sec.journal().len(), targets.len(), "something was followed");
    assert!(
        tokio::time::timeout(Duration::ZERO, trap.accept()).await.is_err(),
        "a private address was asked"
    );
    assert!(files(&dir.path().join("cache")).is_empty());
}

/// Addresses with dots, NUL and backslashes are one path below the SEC's host, and their bytes a file named by digest.
#[tokio::test]
async fn no_address_becomes_a_path() {
    let outside = tempfile::tempdir().unwrap();
    let dir = outside.path().join("deep").join("data");
    std::fs::create_dir_all(&dir).unwrap();
    let clock = clock();
    // Whatever is asked for is served.
    let sec = Sec::start([], Arc::new(clock.clone()), false, |_, _| None).await;
    for path in ["/etc/passwd", "/x", "/%00/x", "/%2e%2e/%2e%2e/x", "/..%2f..%2fx"] {
        sec.put(path, Document::html(format!("<html>{path}</html>")));
    }
    let world = World::new(&dir, &sec, &clock);
    for url in [
        "https://www.sec.gov/../../../../etc/passwd",
        "https://www.sec.gov/%00/x",
        "https://www.sec.gov/%2e%2e/%2e%2e/x",
        "https://www.sec.gov/..%2f..%2fx",
        "https://www.sec.gov/..\\..\\x",
        "https://www.sec.gov/a\u{0}/../../x",
    ] {
        // Served or missing: both are answers; what matters is where the bytes went.
        let _ = world.fetcher.get(&Request::new(url, Expect::Any)).await;
    }
    let cache = dir.join("cache").display().to_string();
    let data = dir.join("data").display().to_string();
    let all = files(outside.path());
    assert!(!all.is_empty());
    for file in all {
        assert!(file.starts_with(&cache) || file.starts_with(&data), "{file}");
        let name = Path::new(&file).file_name().unwrap().to_string_lossy().into_owned();
        let digest = name.split('.').next().unwrap_or_default();
        let hex = digest.len() == 64 && digest.bytes().all(|b| b.is_ascii_hexdigit());
        assert!(hex || file.starts_with(&data) || name == "live.lock", "{file}");
    }
}

/// CRAWL C12, hostile: names in submissions that would leave the filing's folder give no address.
#[test]
fn names_from_submissions_leave_no_folder() {
    use afb_build::ids::{Accession, Cik};
    use afb_build::sec::urls;
    let accession: Accession = "0009990001-04-000003".parse().unwrap();
    let folder = "https://www.sec.gov/Archives/edgar/data/9990001/000999000104000003/";
    for name in [
        "../../../../etc/passwd",
        "..",
        ".",
        "",
        "/etc/passwd",
        "a/../b.htm",
        "a\0b.htm",
        "a\r\nHost: example.test",
        "a\\..\\b.htm",
        "https://example.test/x.htm",
        "x.htm?y=1",
        "x.htm#y",
        "%2e%2e/%2e%2e/x.htm",
        "%2E%2e",
        "a/%2e%2e/%2e%2e/x.htm",
    ] {
        let url = urls::archive_file(Cik(9_990_001), &accession, name);
        assert!(url.as_deref().is_none_or(|url| url.starts_with(folder)), "{name:?}: {url:?}");
    }
    for name in [
        "CIK0009990001-submissions-001.json/../../x",
        "../CIK0009990001-submissions-001.json",
        "CIK../-submissions-1.json",
        "CIK1-submissions-1.json\0",
        "https://example.test/CIK1-submissions-1.json",
    ] {
        assert_eq!(urls::submissions_page(name), None, "{name:?}");
    }
}

/// A slow drip does not hold up anybody else, and ends with its connection.
#[tokio::test]
async fn a_drip_holds_up_nobody() {
    let answer: Answer = |mut s| {
        Box::pin(async move {
            send(&mut s, &[HEAD, b"Content-Length: 900\r\n\r\n<html>"].concat()).await;
            for _ in 0..30 {
                tokio::time::sleep(Duration::from_millis(10)).await;
                if !send(&mut s, b"x").await {
                    return;
                }
            }
        })
    };
    let dir = tempfile::tempdir().unwrap();
    let drip = raw(answer).await;
    let clock = clock();
    let sec = Sec::start(
        [(release_path(1), Document::html(release_page(1)))],
        Arc::new(clock.clone()),
        false,
        |_, _| None,
    )
    .await;
    let mut mixed = origins(&sec.base);
    mixed.insert("data.sec.gov".to_owned(), drip);
    let world = World::with(dir.path(), config(dir.path(), mixed), &clock);
    let slow = Request::new("https://data.sec.gov/submissions/CIK0009990001.json", Expect::Json);
    let (slow, quick) = tokio::join!(world.fetcher.get(&slow), async {
        let started = Instant::now();
        world.get(&release_url(1)).await.map(|_| started.elapsed())
    });
    assert!(matches!(slow, Err(FetchError::Transient { .. })), "{slow:?}");
    assert!(quick.is_ok());
    assert_eq!(sec.journal()[0].agent.as_deref(), Some(AGENT));
}
