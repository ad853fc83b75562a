//! A loopback chat server: plays an answer for each request, keeps a journal, can hold requests back.

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Response, header};
use futures_util::stream;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

/// How one request is answered.
#[derive(Clone, Debug)]
pub enum Play {
    /// The answer's words, as a whole completion.
    Say(String),
    /// The same, behind blank lines and comments that keep a connection alive.
    SayLate(String),
    /// The same, as a stream of events.
    Stream(String),
    /// Words cut by their length.
    Cut(String),
    /// A whole completion without words.
    Empty,
    /// Status 200 and nothing but blank lines.
    Blank,
    /// A status with a Retry-After.
    Status(u16, Option<String>),
    /// The connection breaks off in the body.
    Reset(String),
    /// The request is held until the server ends.
    Hold,
}

/// One request, as the server saw it.
#[derive(Clone, Debug)]
pub struct Asked {
    pub body: String,
    pub key: Option<String>,
    pub answered: bool,
}

/// What to play for a request: its body, how often this very body came (from 1), how many came at all.
pub type Plan = dyn Fn(&Value, usize, usize) -> Play + Send + Sync;

#[derive(Clone)]
pub struct Chat {
    pub base: String,
    inner: Arc<Inner>,
}

struct Inner {
    journal: Mutex<Vec<Asked>>,
    plan: Box<Plan>,
}

impl Chat {
    /// Starts on a free port of 127.0.0.1; ends with its runtime.
    pub async fn start(plan: impl Fn(&Value, usize, usize) -> Play + Send + Sync + 'static) -> Chat {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}/v1", listener.local_addr().unwrap());
        let inner = Arc::new(Inner { journal: Mutex::default(), plan: Box::new(plan) });
        let app = Router::new().fallback(answer).with_state(inner.clone());
        tokio::spawn(async move { axum::serve(listener, app).await });
        Chat { base, inner }
    }

    pub fn journal(&self) -> Vec<Asked> {
        self.inner.journal.lock().unwrap().clone()
    }

    pub fn calls(&self) -> usize {
        self.inner.journal.lock().unwrap().len()
    }
}

/// The text of the last message of a request.
pub fn last_message(body: &Value) -> String {
    let messages = body["messages"].as_array().cloned().unwrap_or_default();
    messages.last().and_then(|m| m["content"].as_str()).unwrap_or_default().to_owned()
}

pub fn completion(words: &str, finish: &str) -> String {
    json!({
        "id": "c", "object": "chat.completion", "model": "played-1", "system_fingerprint": "fp-1",
        "choices": [{"index": 0, "finish_reason": finish,
            "message": {"role": "assistant", "content": words, "reasoning_content": "thinking {\"category\": \"OTHER\"}"}}],
        "usage": {"prompt_tokens": 400, "completion_tokens": 200, "prompt_cache_hit_tokens": 300},
    })
    .to_string()
}

async fn answer(State(inner): State<Arc<Inner>>, headers: HeaderMap, body: Bytes) -> Response<Body> {
    let body = String::from_utf8_lossy(&body).into_owned();
    let value: Value = serde_json::from_str(&body).unwrap_or_default();
    let key = headers.get(header::AUTHORIZATION).map(|v| String::from_utf8_lossy(v.as_bytes()).into_owned());
    let play = {
        let mut journal = inner.journal.lock().unwrap();
        let nth = journal.iter().filter(|asked| asked.body == body).count() + 1;
        let play = (inner.plan)(&value, nth, journal.len() + 1);
        let answered = matches!(play, Play::Say(_) | Play::SayLate(_) | Play::Stream(_) | Play::Cut(_));
        journal.push(Asked { body, key, answered });
        play
    };
    let json = |text: String| {
        Response::builder().header(header::CONTENT_TYPE, "application/json").body(Body::from(text)).unwrap()
    };
    match play {
        Play::Say(words) => json(completion(&words, "stop")),
        Play::SayLate(words) => json(format!("\n\n\n: keep-alive\n\n\n{}", completion(&words, "stop"))),
        Play::Cut(words) => json(completion(&words, "length")),
        Play::Empty => json(completion("", "stop")),
        Play::Blank => json("\n".repeat(12)),
        Play::Stream(words) => {
            let half = words.char_indices().nth(words.chars().count() / 2).map_or(0, |(at, _)| at);
            let mut text = String::from(": ping\n\n");
            for part in [&words[..half], &words[half..]] {
                text.push_str(&format!(
                    "data: {}\n\n",
                    json!({"model": "played-1", "choices": [{"delta": {"content": part}}]})
                ));
            }
            let usage = json!({"prompt_tokens": 400, "completion_tokens": 200});
            let end = json!({"choices": [{"delta": {}, "finish_reason": "stop"}], "usage": usage});
            text.push_str(&format!("data: {end}\n\ndata: [DONE]\n\n"));
            Response::builder()
                .header(header::CONTENT_TYPE, "text/event-stream")
                .body(Body::from(text))
                .unwrap()
        }
        Play::Status(status, retry_after) => {
            let mut response = Response::builder().status(status);
            if let Some(text) = retry_after {
                response = response.header(header::RETRY_AFTER, text);
            }
            // Servers repeat the key and the prompt in their errors.
            let error =
                json!({"error": {"code": "played_error", "message": format!("{value} {:?}", headers)}});
            response.body(Body::from(error.to_string())).unwrap()
        }
        Play::Reset(words) => {
            let text = completion(&words, "stop");
            let half = Bytes::from(text.as_bytes()[..text.len() / 2].to_vec());
            let chunks = [Ok(half), Err(std::io::Error::other("reset"))];
            Response::builder().body(Body::from_stream(stream::iter(chunks))).unwrap()
        }
        Play::Hold => std::future::pending().await,
    }
}
