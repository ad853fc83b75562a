//! A loopback SEC: serves given documents, enforces the manners, misbehaves by plan, keeps a journal.

use afb_build::fetch::clock::Clock;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Request, Response, StatusCode, header};
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::stream;
use jiff::Timestamp;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, Mutex};

/// What is served at a path.
#[derive(Clone, Debug)]
pub struct Document {
    pub content_type: &'static str,
    pub body: Vec<u8>,
    pub etag: Option<String>,
}

impl Document {
    pub fn html(body: impl Into<Vec<u8>>) -> Document {
        Document { content_type: "text/html; charset=UTF-8", body: body.into(), etag: None }
    }
}

/// How a request goes wrong.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// A status with a body and perhaps a Retry-After.
    Status(u16, Option<&'static str>, &'static str),
    /// The block page for too many requests, with this status.
    Block(u16),
    /// A body shorter than its Content-Length.
    Short,
    /// The connection breaks off in the body.
    Reset,
    /// A gzip body without its last bytes.
    CutGzip,
    /// A plain body that says it is gzip.
    FalseGzip,
    /// No body.
    Empty,
    /// A redirect.
    Redirect(String),
}

/// One request, as the server saw it.
#[derive(Clone, Debug)]
pub struct Entry {
    pub at: Timestamp,
    pub path: String,
    pub agent: Option<String>,
    pub encoding: Option<String>,
    pub conditional: bool,
    pub status: u16,
}

/// Which fault the nth request (from 1) of a path meets.
pub type Plan = dyn Fn(&str, usize) -> Option<Fault> + Send + Sync;

/// The server; it ends with its runtime.
#[derive(Clone)]
pub struct Sec {
    pub base: String,
    inner: Arc<Inner>,
}

struct Inner {
    documents: Mutex<BTreeMap<String, Document>>,
    journal: Mutex<Vec<Entry>>,
    plan: Box<Plan>,
    clock: Arc<dyn Clock>,
    gzip: bool,
}

pub const THRESHOLD: &str = "<html><head><title>SEC.gov | Request Rate Threshold Exceeded</title></head><body><h1>You've Exceeded the SEC's Traffic Limit</h1><p>Wait ten minutes.</p></body></html>";
const UNDECLARED: &str = "<html><head><title>SEC.gov | Your Request Originates from an Undeclared Automated Tool</title></head><body></body></html>";

impl Sec {
    /// Starts on a free port of 127.0.0.1.
    pub async fn start(
        documents: impl IntoIterator<Item = (String, Document)>,
        clock: Arc<dyn Clock>,
        gzip: bool,
        plan: impl Fn(&str, usize) -> Option<Fault> + Send + Sync + 'static,
    ) -> Sec {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let inner = Arc::new(Inner {
            documents: Mutex::new(documents.into_iter().collect()),
            journal: Mutex::default(),
            plan: Box::new(plan),
            clock,
            gzip,
        });
        let app = Router::new().fallback(answer).with_state(inner.clone());
        tokio::spawn(async move { axum::serve(listener, app).await });
        Sec { base, inner }
    }

    /// Replaces what is served at a path.
    pub fn put(&self, path: &str, document: Document) {
        self.inner.documents.lock().unwrap().insert(path.to_owned(), document);
    }

    /// All requests so far.
    pub fn journal(&self) -> Vec<Entry> {
        self.inner.journal.lock().unwrap().clone()
    }

    /// Requests of one path.
    pub fn asked(&self, path: &str) -> usize {
        self.journal().iter().filter(|entry| entry.path == path).count()
    }

    /// Both hosts of the SEC, answered by this server.
    pub fn origins(&self) -> BTreeMap<String, String> {
        ["www.sec.gov", "data.sec.gov"].map(|host| (host.to_owned(), self.base.clone())).into()
    }
}

/// The largest number of requests in any window of one second.
pub fn busiest_second(journal: &[Entry]) -> usize {
    let mut times: Vec<i128> = journal.iter().map(|entry| entry.at.as_nanosecond()).collect();
    times.sort_unstable();
    let mut most = 0;
    let mut start = 0;
    for end in 0..times.len() {
        while times[end] - times[start] >= 1_000_000_000 {
            start += 1;
        }
        most = most.max(end - start + 1);
    }
    most
}

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<String> {
    headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
}

async fn answer(State(inner): State<Arc<Inner>>, request: Request<Body>) -> Response<Body> {
    let path = request.uri().path_and_query().map_or(String::new(), ToString::to_string);
    let headers = request.headers();
    let agent = text(headers, header::USER_AGENT);
    let (nth, fault) = {
        let journal = inner.journal.lock().unwrap();
        let nth = journal.iter().filter(|entry| entry.path == path).count() + 1;
        (nth, (inner.plan)(&path, nth))
    };
    let _ = nth;
    let document = inner.documents.lock().unwrap().get(&path).cloned();
    let fresh = document
        .as_ref()
        .and_then(|document| document.etag.clone())
        .is_some_and(|etag| text(headers, header::IF_NONE_MATCH) == Some(etag));
    let response = if !agent.as_deref().is_some_and(|agent| agent.contains('@')) {
        page(403, UNDECLARED)
    } else if let Some(fault) = fault {
        faulty(fault, document.map(|document| document.body).unwrap_or_default())
    } else if fresh {
        Response::builder().status(304).body(Body::empty()).unwrap()
    } else if let Some(document) = document {
        let mut response =
            Response::builder().status(200).header(header::CONTENT_TYPE, document.content_type);
        if let Some(etag) = &document.etag {
            response = response.header(header::ETAG, etag);
        }
        if inner.gzip {
            let body = gzip(&document.body);
            response.header(header::CONTENT_ENCODING, "gzip").body(Body::from(body)).unwrap()
        } else {
            response.body(Body::from(document.body)).unwrap()
        }
    } else {
        page(404, "<html><head><title>SEC.gov | Page Not Found</title></head></html>")
    };
    inner.journal.lock().unwrap().push(Entry {
        at: inner.clock.now(),
        path,
        agent,
        encoding: text(headers, header::ACCEPT_ENCODING),
        conditional: headers.contains_key(header::IF_NONE_MATCH)
            || headers.contains_key(header::IF_MODIFIED_SINCE),
        status: response.status().as_u16(),
    });
    response
}

fn page(status: u16, body: &'static str) -> Response<Body> {
    Response::builder()
        .status(StatusCode::from_u16(status).unwrap())
        .header(header::CONTENT_TYPE, "text/html")
        .body(Body::from(body))
        .unwrap()
}

fn faulty(fault: Fault, body: Vec<u8>) -> Response<Body> {
    let builder = Response::builder().header(header::CONTENT_TYPE, "text/html");
    let half = body.len() / 2;
    match fault {
        Fault::Status(status, retry_after, body) => {
            let mut response = page(status, body);
            if let Some(text) = retry_after {
                response.headers_mut().insert(header::RETRY_AFTER, text.parse().unwrap());
            }
            response
        }
        Fault::Block(status) => page(status, THRESHOLD),
        Fault::Short => {
            let chunk = Ok::<_, std::io::Error>(Bytes::from(body[..half].to_vec()));
            let length = body.len();
            builder
                .header(header::CONTENT_LENGTH, length)
                .body(Body::from_stream(stream::iter([chunk])))
                .unwrap()
        }
        Fault::Reset => {
            let chunks = [Ok(Bytes::from(body[..half].to_vec())), Err(std::io::Error::other("reset"))];
            builder.body(Body::from_stream(stream::iter(chunks))).unwrap()
        }
        Fault::CutGzip => {
            let mut cut = gzip(&body);
            cut.truncate(cut.len().saturating_sub(20));
            builder.header(header::CONTENT_ENCODING, "gzip").body(Body::from(cut)).unwrap()
        }
        Fault::FalseGzip => builder.header(header::CONTENT_ENCODING, "gzip").body(Body::from(body)).unwrap(),
        Fault::Empty => builder.body(Body::empty()).unwrap(),
        Fault::Redirect(to) => builder.status(302).header(header::LOCATION, to).body(Body::empty()).unwrap(),
    }
}
