use super::*;
use crate::config::Config;
use crate::llm::answer;
use crate::llm::reply::{Completion, Usage};
use crate::store::StoreError;
use futures_util::future::BoxFuture;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// A model that plays a list of answers and notes what it was asked.
#[derive(Default)]
struct Played {
    answers: Mutex<Vec<(&'static str, &'static str)>>,
    asked: Mutex<Vec<Request>>,
}

impl Played {
    fn new(answers: &[(&'static str, &'static str)]) -> Arc<Played> {
        let mut answers = answers.to_vec();
        answers.reverse();
        Arc::new(Played { answers: Mutex::new(answers), asked: Mutex::default() })
    }

    fn calls(&self) -> usize {
        self.asked.lock().unwrap().len()
    }
}

impl ChatModel for Played {
    fn complete<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Completed, LlmError>> {
        self.asked.lock().unwrap().push(request.clone());
        let next = self.answers.lock().unwrap().pop();
        Box::pin(async move {
            let (content, finish) = next.ok_or_else(|| LlmError::Rejected("no more".into()))?;
            let now = "2026-10-05T12:00:00Z".parse().unwrap();
            Ok(Completed {
                completion: Completion {
                    content: content.into(),
                    finish_reason: Some(finish.into()),
                    usage: Some(Usage { input: 400, cached: 0, output: 200, estimated: false }),
                    ..Completion::default()
                },
                asked_at: now,
                answered_at: now,
                cost_usd: None,
            })
        })
    }
}

#[derive(Default)]
struct Memory {
    answers: Mutex<BTreeMap<String, Kept>>,
    calls: Mutex<Vec<Call>>,
}

impl Keep for Memory {
    fn kept(&self, digest: &str) -> Result<Option<Kept>, StoreError> {
        Ok(self.answers.lock().unwrap().get(digest).cloned())
    }
    fn keep(&self, kept: &Kept, call: &Call) -> Result<(), StoreError> {
        self.answers.lock().unwrap().insert(kept.digest.clone(), kept.clone());
        self.calls.lock().unwrap().push(call.clone());
        Ok(())
    }
    fn log(&self, call: &Call) -> Result<(), StoreError> {
        self.calls.lock().unwrap().push(call.clone());
        Ok(())
    }
}

const GOOD: (&str, &str) = ("{\"ok\": true}", "stop");
const BAD: (&str, &str) = ("I would rather not say.", "stop");
const CUT: (&str, &str) = ("{\"ok\": tr", "length");

fn check(raw: &str) -> Result<(), AnswerError> {
    answer::boolean(&answer::unwrap(raw)?, "ok").map(|_| ())
}

fn question() -> Question {
    Question {
        model: "m".into(),
        messages: vec![Message::system("Answer in JSON: {\"ok\": true}."), Message::user("x")],
        schema: serde_json::json!({}),
    }
}

fn asker(model: &Arc<Played>, keep: &Arc<Memory>, repairs: u32) -> Asker {
    let mut config = Config::embedded().unwrap().llm;
    config.repair_requests = repairs;
    let model: Arc<dyn ChatModel> = model.clone();
    Asker::new(Some(model), keep.clone(), config)
}

async fn ask(asker: &Asker) -> Result<Answer, LlmError> {
    asker.ask(&question(), &check, Spent::Again).await
}

/// LLM L13: always invalid, with 0, 1, 2 repairs allowed: 1, 2, 3 calls, and a repair does not grow by the earlier ones.
#[tokio::test]
async fn calls_are_one_and_the_repairs() {
    for repairs in 0..3u32 {
        let (model, keep) = (Played::new(&[BAD; 9]), Arc::new(Memory::default()));
        let error = ask(&asker(&model, &keep, repairs)).await.unwrap_err();
        assert!(matches!(error, LlmError::NotUsable { .. }), "{error}");
        assert_eq!(model.calls(), 1 + repairs as usize);
        let asked = model.asked.lock().unwrap();
        assert!(asked.iter().skip(1).all(|request| request.body.len() == asked[1].body.len()));
        let used: u64 =
            keep.calls.lock().unwrap().iter().filter_map(|c| c.usage).map(|u| u.input + u.output).sum();
        assert_eq!(used, 600 * (1 + u64::from(repairs)), "usage is noted of bad answers too");
    }
}

/// LLM L02: a bad answer is never taken from the store; a good one is asked for once.
#[tokio::test]
async fn bad_answers_are_not_kept_as_good() {
    let keep = Arc::new(Memory::default());
    let first = Played::new(&[BAD]);
    assert!(ask(&asker(&first, &keep, 0)).await.is_err());
    let second = Played::new(&[GOOD]);
    assert!(!ask(&asker(&second, &keep, 0)).await.unwrap().from_store);
    let third = Played::new(&[]);
    assert!(ask(&asker(&third, &keep, 0)).await.unwrap().from_store);
    assert_eq!((first.calls(), second.calls(), third.calls()), (1, 1, 0));
}

/// LLM L03: a cut answer is asked for once more with room, and is never an answer.
#[tokio::test]
async fn a_cut_answer_gets_more_room_once() {
    let (model, keep) = (Played::new(&[CUT, GOOD]), Arc::new(Memory::default()));
    assert!(ask(&asker(&model, &keep, 1)).await.is_ok());
    let asked = model.asked.lock().unwrap().clone();
    assert_eq!(asked[1].max_tokens, 2 * asked[0].max_tokens);
    assert_ne!(asked[0].digest, asked[1].digest);
    let (model, keep) = (Played::new(&[CUT, CUT, GOOD]), Arc::new(Memory::default()));
    let error = ask(&asker(&model, &keep, 1)).await.unwrap_err().to_string();
    assert!(error.contains("truncated"), "{error}");
    assert_eq!(model.calls(), 2);
    assert!(keep.answers.lock().unwrap().values().all(|kept| kept.status != Status::Good));
    assert!(keep.calls.lock().unwrap().iter().all(|call| call.outcome == "truncated"));
}

/// A run killed between an answer and its repair goes on with the repair; the answered request is not sent again.
#[tokio::test]
async fn a_series_is_resumed_where_it_stopped() {
    for (stopped, sent_again) in [(BAD, "Repair number 1"), (CUT, "\"max_tokens\":8192")] {
        let keep = Arc::new(Memory::default());
        let killed = Played::new(&[stopped]);
        assert!(matches!(ask(&asker(&killed, &keep, 1)).await, Err(LlmError::Rejected(_))));
        let resumed = Played::new(&[GOOD]);
        let answer = ask(&asker(&resumed, &keep, 1)).await.unwrap();
        assert_eq!(resumed.calls(), 1);
        assert!(resumed.asked.lock().unwrap()[0].body.contains(sent_again));
        assert_eq!(answer.kept.digest, killed.asked.lock().unwrap()[0].digest);
    }
}

/// A replay gives what is kept and fails on anything else; a spent series can be given as it is.
#[tokio::test]
async fn replay_never_asks() {
    let keep = Arc::new(Memory::default());
    let config = Config::embedded().unwrap().llm;
    let replay = Asker::new(None, keep.clone(), config);
    assert!(matches!(ask(&replay).await, Err(LlmError::NotKept { .. })));
    ask(&asker(&Played::new(&[GOOD]), &keep, 1)).await.unwrap();
    assert!(ask(&replay).await.unwrap().from_store);
    let other = Arc::new(Memory::default());
    let bad = Played::new(&[BAD, BAD]);
    assert!(ask(&asker(&bad, &other, 1)).await.is_err());
    let given = asker(&bad, &other, 1).ask(&question(), &check, Spent::Give).await.unwrap_err();
    assert!(matches!(given, LlmError::NotUsable { raw, .. } if raw == BAD.0));
    assert_eq!(bad.calls(), 2);
}

/// LLM L16: a bad answer is shown cut between characters.
#[test]
fn cuts_lie_between_characters() {
    let text = format!("{}\u{2019}\u{a0}", "a".repeat(499));
    assert_eq!(cut(&text, 500).chars().count(), 500);
    assert_eq!(cut(&text, 499).len(), 499);
    assert_eq!(cut("\u{a0}", 500), "\u{a0}");
}
