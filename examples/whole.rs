//! The cost of the whole: a run over the invented site made large, served on loopback by a process of its own and
//! without a pace, so that what is measured is this program and not the SEC's limit.
//!
//! ```sh
//! cargo run --release --example whole -- 10 DIR     # 10 % of the full size, in the data directory DIR
//! cargo run --release --example whole -- 10 DIR     # again: what a second run takes
//! cargo run --release --example whole -- 10 DIR 1200 # filings with so many kilobytes of made text behind their own
//! ```
//! The full size is 3,400 releases, 1,200 issuers and 20,000 filings, of which a run needs about 3,300: with 1,200 kilobytes
//! each about 4 GB. Figures are printed as one JSON object.
#![allow(clippy::print_stdout, reason = "its one line of figures is its output")]

use afb_build::cli;
use afb_build::sample::{self, ScaledSite};
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{Response, StatusCode, header};
use rand::{RngExt, SeedableRng};
use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Instant;

const FULL: (usize, usize, usize) = (3_400, 1_200, 20_000);

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        // The library starts its own program with this argument to read PDFs, and here the program is this one.
        ["pdf-worker"] => {
            cli::main();
            Ok(())
        }
        ["serve", percent, kilobytes] => serve(percent.parse()?, kilobytes.parse()?),
        [percent, dir] => measure(percent.parse()?, Path::new(dir), 0),
        [percent, dir, kilobytes] => measure(percent.parse()?, Path::new(dir), kilobytes.parse()?),
        _ => Err("usage: whole PERCENT DIR [KILOBYTES]".into()),
    }
}

fn site(percent: usize) -> ScaledSite {
    let (releases, issuers, filings) = FULL;
    sample::scaled((releases * percent / 100).max(1), (issuers * percent / 100).max(1), filings / issuers, 1)
}

/// Serves the site and prints its address.
fn serve(percent: usize, kilobytes: usize) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await?;
        let mut out = std::io::stdout();
        writeln!(out, "http://{}", listener.local_addr()?)?;
        out.flush()?;
        let app = Router::new().fallback(answer).with_state(Arc::new((site(percent), kilobytes)));
        axum::serve(listener, app).await?;
        Ok(())
    })
}

async fn answer(State(of): State<Arc<(ScaledSite, usize)>>, request: Request) -> Response<Body> {
    let (site, kilobytes) = of.as_ref();
    let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
    let page = afb_build::sec::urls::HOSTS.iter().find_map(|host| site.get(&format!("https://{host}{path}")));
    let Some(page) = page else {
        let mut response = Response::new(Body::from("<html><title>Not found</title>no such page</html>"));
        *response.status_mut() = StatusCode::NOT_FOUND;
        return response;
    };
    let filing = page.status == 200 && path.contains("/Archives/edgar/data/");
    let body = if filing { filled(page.body, kilobytes << 10, path) } else { page.body };
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = StatusCode::from_u16(page.status).unwrap_or(StatusCode::NOT_FOUND);
    if let Ok(value) = page.content_type.parse() {
        response.headers_mut().insert(header::CONTENT_TYPE, value);
    }
    response
}

/// A filing with text at the end of its main document, as long as real ones are: paragraphs of made words, and every
/// tenth of them a table.
fn filled(body: Vec<u8>, bytes: usize, path: &str) -> Vec<u8> {
    const WORDS: [&str; 24] = [
        "the",
        "lease",
        "of",
        "premises",
        "and",
        "quarry",
        "term",
        "notice",
        "shall",
        "party",
        "tenant",
        "payment",
        "in",
        "period",
        "agreement",
        "to",
        "amended",
        "building",
        "rent",
        "clause",
        "upon",
        "delivery",
        "goods",
        "schedule",
    ];
    let end = [&b"</TEXT>"[..], b"</body>", b"</BODY>"]
        .into_iter()
        .find_map(|marker| body.windows(marker.len()).position(|window| window == marker));
    let Some(at) = end.filter(|_| bytes > 0) else { return body };
    let opening = if path.ends_with(".txt") { "\n" } else { "<p>" };
    let mut seed = [0; 32];
    path.bytes().enumerate().for_each(|(n, byte)| seed[n % 32] ^= byte.rotate_left((n / 32) as u32));
    let mut random = rand_chacha::ChaCha8Rng::from_seed(seed);
    let mut text = String::with_capacity(bytes + 1_000);
    for paragraph in 0.. {
        if text.len() >= bytes {
            break;
        }
        text.push_str(opening);
        for n in 0..90 {
            let word = WORDS[random.random_range(0..WORDS.len())];
            text.push_str(word);
            match (paragraph % 10, n % 12) {
                (0, 11) => text.push_str(&format!(
                    "    {:>9}   {:>9}\n",
                    random.random::<u16>(),
                    random.random::<u16>()
                )),
                (_, 11) => text.push_str(".\n"),
                _ => text.push(' '),
            }
        }
        text.push('\n');
    }
    let mut filled = body;
    filled.splice(at..at, text.into_bytes());
    filled
}

fn measure(percent: usize, dir: &Path, kilobytes: usize) -> Result<()> {
    let mut server = Command::new(std::env::current_exe()?)
        .args(["serve", &percent.to_string(), &kilobytes.to_string()])
        .stdout(Stdio::piped())
        .spawn()?;
    let mut base = String::new();
    BufReader::new(server.stdout.take().ok_or("no output of the server")?).read_line(&mut base)?;
    let base = base.trim();
    let origins = afb_build::sec::urls::HOSTS.iter().map(|h| ((*h).to_owned(), base.to_owned())).collect();
    afb_build::text::pdf::use_workers();
    let begun = Instant::now();
    let code = cli::run_against(dir, origins);
    let wall = begun.elapsed().as_secs_f64();
    server.kill()?;
    server.wait()?;
    let own = usage(libc::RUSAGE_SELF)?;
    let workers = usage(libc::RUSAGE_CHILDREN)?;
    let (files, bytes) = size_of(dir)?;
    let database = std::fs::metadata(dir.join("afb.sqlite"))?.len();
    println!(
        "{{\"percent\": {percent}, \"exit\": {}, \"wall_s\": {wall:.1}, \"cpu_s\": {:.1}, \"peak_mb\": {}, \
         \"cpu_of_server_and_workers_s\": {:.1}, \"files\": {files}, \"disk_mb\": {}, \"database_mb\": {}}}",
        code as u8,
        own.0,
        own.1 / 1024,
        workers.0,
        bytes / 1_000_000,
        database / 1_000_000
    );
    Ok(())
}

/// Seconds of CPU, and kilobytes at the peak.
fn usage(who: i32) -> Result<(f64, i64)> {
    let mut found = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the structure is as large as the call expects, and is read after success.
    let found = unsafe {
        if libc::getrusage(who, found.as_mut_ptr()) != 0 {
            return Err(std::io::Error::last_os_error().into());
        }
        found.assume_init()
    };
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 / 1e6;
    Ok((seconds(found.ru_utime) + seconds(found.ru_stime), found.ru_maxrss))
}

fn size_of(dir: &Path) -> Result<(u64, u64)> {
    let (mut files, mut bytes) = (0, 0);
    let mut open = vec![dir.to_owned()];
    while let Some(dir) = open.pop() {
        for entry in std::fs::read_dir(dir)? {
            let entry = entry?;
            let metadata = entry.metadata()?;
            if metadata.is_dir() {
                open.push(entry.path());
            } else {
                files += 1;
                bytes += metadata.len();
            }
        }
    }
    Ok((files, bytes))
}
