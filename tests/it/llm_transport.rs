//! The model's client against a server on loopback.

use crate::fetch_world::{clock, store};
use afb_build::config::Config;
use afb_build::llm::ask::{Asker, Spent};
use afb_build::llm::budget::Budget;
use afb_build::llm::client::Client;
use afb_build::llm::request::{Message, Question};
use axum::extract::State;
use axum::http::StatusCode;
use std::sync::{Arc, Mutex};

type Bodies = Arc<Mutex<Vec<String>>>;

async fn answer(State(bodies): State<Bodies>, body: String) -> (StatusCode, String) {
    let mut bodies = bodies.lock().unwrap();
    bodies.push(body);
    if bodies.len() == 1 {
        return (StatusCode::SERVICE_UNAVAILABLE, "busy".to_owned());
    }
    let answer = r#"{"choices":[{"index":0,"message":{"role":"assistant","content":"{\"ok\": true}"},"finish_reason":"stop"}],
        "usage":{"prompt_tokens":5,"completion_tokens":3,"total_tokens":8}}"#;
    (StatusCode::OK, answer.to_owned())
}

/// RATE R12: a request that met a 503 goes out again with the very same body; one answer is kept and not asked for
/// a second time.
#[tokio::test]
async fn the_same_body_goes_out_again() {
    let dir = tempfile::tempdir().unwrap();
    let bodies = Bodies::default();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}/v1", listener.local_addr().unwrap());
    let app = axum::Router::new().fallback(answer).with_state(bodies.clone());
    tokio::spawn(async move { axum::serve(listener, app).await });
    let mut config = Config::embedded().unwrap().llm;
    config.base_url = base;
    let keep = store(dir.path());
    let budget = Arc::new(Budget::new(&config));
    let client = Client::new(&config, budget, keep.clone(), Arc::new(clock()), 1).unwrap();
    let asker = Asker::new(Some(Arc::new(client)), keep, config);
    let question = Question {
        model: "m".into(),
        messages: vec![Message::system("Answer in JSON: {\"ok\": true}."), Message::user("x")],
        schema: serde_json::json!({}),
    };
    let check = |_: &str| Ok(());
    let first = asker.ask(&question, &check, Spent::Again).await.unwrap();
    let again = asker.ask(&question, &check, Spent::Again).await.unwrap();
    assert_eq!((first.from_store, again.from_store), (false, true));
    let bodies = bodies.lock().unwrap();
    assert_eq!(bodies.len(), 2);
    assert_eq!(bodies[0], bodies[1]);
}
