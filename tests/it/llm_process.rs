//! Models through the program itself: killed twice, replayed offline, several side by side, batch files in and out.

use crate::chat::{Chat, Play, completion, last_message};
use afb_build::store::{Store, llm_calls, releases};
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

fn is_classify(body: &Value) -> bool {
    body["messages"][0]["content"].as_str().unwrap_or_default().contains("REVENUE_TIMING")
}

/// The program killed twice by force while requests are in flight, then run to its end: what the database holds is not
/// asked again, nothing held is lost; replayed it gives the same bytes, and neither key nor prompt stands anywhere.
#[test]
fn the_program_killed_by_force_asks_nothing_again_that_it_kept() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let server = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let chat = server.block_on(Chat::start(|body, _, all| match all {
        12 | 40 => Play::Hold,
        _ => Play::Say(good_any(body)),
    }));
    let settings = dir.path().join("fast.toml");
    #[allow(clippy::disallowed_methods, reason = "a file of the test")]
    std::fs::write(&settings, "[llm]\nrequests_per_minute = 100000\n").unwrap();
    let command = |llm: &str| {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("afb-build"));
        command
            .args(["run", "--sample", "--models", "m", "--llm", llm, "--data"])
            .arg(&data)
            .arg("--config")
            .arg(&settings)
            .env("AFB_LLM_BASE_URL", &chat.base)
            .env("AFB_LLM_API_KEY", "sk-planted-key-4711")
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped());
        command
    };
    let mut outputs = Vec::new();
    let times = |body: &String| chat.journal().iter().filter(|asked| asked.body == *body).count();
    // Each body that was kept when the program was killed, with how often it had been asked by then.
    let mut kept: Vec<(String, usize)> = Vec::new();
    for calls in [25, 55] {
        let mut child = command("on").spawn().unwrap();
        while chat.calls() < calls {
            assert!(child.try_wait().unwrap().is_none(), "ended too early");
            std::thread::sleep(Duration::from_millis(2));
        }
        child.kill().unwrap();
        outputs.push(child.wait_with_output().unwrap());
        let store = Store::open(&data.join("sample"), "test").unwrap();
        let is_kept = |body: &String| {
            let digest = afb_build::store::sha256(body.as_bytes());
            store.read(|c| llm_calls::answer(c, &digest)).unwrap().is_some()
        };
        assert!(kept.iter().all(|(body, _)| is_kept(body)), "an answer was lost");
        assert!(kept.iter().all(|(body, asked)| times(body) == *asked), "asked again after it was kept");
        let bodies: std::collections::BTreeSet<String> =
            chat.journal().into_iter().map(|asked| asked.body).collect();
        kept = bodies
            .into_iter()
            .filter(is_kept)
            .map(|body| (times(&body), body))
            .map(|(n, body)| (body, n))
            .collect();
        assert!(kept.len() >= calls / 2, "{} kept of {calls}", kept.len());
    }
    let on = command("on").output().unwrap();
    assert!(kept.iter().all(|(body, asked)| times(body) == *asked), "asked again after it was kept");
    let dataset = |name: &str| std::fs::read(data.join("sample").join("datasets").join(name)).unwrap();
    let first = dataset("auditfraudbench.sqlite");
    let calls = chat.calls();
    let replay = command("replay").output().unwrap();
    assert_eq!(chat.calls(), calls);
    assert!(first == dataset("auditfraudbench.sqlite"), "a replay makes another dataset");
    let off = command("off").output().unwrap();
    for (name, output) in [("on", &on), ("replay", &replay), ("off", &off)] {
        let code = output.status.code();
        assert!(matches!(code, Some(0 | 3)), "{name}: {code:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    // Neither the key nor the instructions are anywhere but on the wire.
    assert!(chat.journal().iter().all(|asked| asked.key.as_deref() == Some("Bearer sk-planted-key-4711")));
    let mut all: Vec<Vec<u8>> = Vec::new();
    for output in outputs.into_iter().chain([on, replay, off]) {
        all.extend([output.stdout, output.stderr]);
    }
    let mut open = vec![data.clone()];
    while let Some(dir) = open.pop() {
        for entry in std::fs::read_dir(&dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { open.push(path) } else { all.push(std::fs::read(&path).unwrap()) }
        }
    }
    for (n, bytes) in all.iter().enumerate() {
        for secret in ["sk-planted-key", "You read one enforcement release", "<release_text>"] {
            assert!(memchr::memmem::find(bytes, secret.as_bytes()).is_none(), "{secret} in output {n}");
        }
    }
}

/// A good answer about any release: quotes from its own text.
fn good_any(body: &Value) -> String {
    let text = last_message(body);
    let inner = text.strip_prefix("<release_text>\n").unwrap_or(&text);
    let quote: String =
        inner.lines().find(|line| line.len() > 60).unwrap_or(inner).chars().take(80).collect();
    if is_classify(body) {
        return json!({"category": "REVENUE_TIMING", "substantive": true, "confidence": 0.9, "quote": quote})
            .to_string();
    }
    json!({"issuers": [], "periods": [], "parties": [], "mechanism": [{"quote": quote}], "amounts": [],
        "provisions": [], "conduct": null, "traceable": false, "traceable_quote": null})
    .to_string()
}

fn told(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// An answer of a batch: the form of the files that providers give back.
fn answered(request: &Value, words: &str) -> String {
    let body: Value = serde_json::from_str(&completion(words, "stop")).unwrap();
    json!({"id": "b", "custom_id": request["custom_id"], "error": null,
        "response": {"status_code": 200, "request_id": "r", "body": body}})
    .to_string()
}

/// Two models by batch files: out, back in another order with faults among them, and voted on beside the rules; what
/// was at fault is asked for again, and only that.
#[test]
fn batches_of_two_models_go_out_and_come_back() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let program = |arguments: &[&str]| {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("afb-build"));
        command.env_remove("AFB_LLM_API_KEY").env_remove("AFB_LLM_BASE_URL").args(arguments).output().unwrap()
    };
    let at = data.display().to_string();
    let sample = data.join("sample").display().to_string();
    let file = |name: &str| dir.path().join(name).display().to_string();
    assert_eq!(program(&["run", "--sample", "--data", &at]).status.code(), Some(0));
    let export = |name: &str| {
        let output = program(&["llm", "export-batch", &file(name), "--models", "a,b", "--data", &sample]);
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
        lines(Path::new(&file(name)))
    };
    let import = |name: &str, answers: &[String]| {
        afb_build::export::place::text(Path::new(&file(name)), &answers.join("\n")).unwrap();
        program(&["llm", "import-batch", &file(name), "--models", "a,b", "--data", &sample])
    };
    let requests = export("requests.jsonl");
    assert!(requests.len() > 100 && requests.len().is_multiple_of(4), "{}", requests.len());
    let words = |request: &Value| {
        let body = &request["body"];
        let said = good_any(body);
        if body["model"] == "b" { said.replace("REVENUE_TIMING", "EXPENSE_DEFERRAL") } else { said }
    };
    for request in &requests {
        assert_eq!(
            (request["method"].as_str(), request["url"].as_str()),
            (Some("POST"), Some("/v1/chat/completions"))
        );
        assert!(request["body"]["messages"].as_array().is_some_and(|messages| messages.len() == 2));
    }
    // Backwards, with a fence, and with five lines that cannot be taken.
    let mut answers: Vec<String> =
        requests.iter().rev().map(|request| answered(request, &words(request))).collect();
    let n = answers.len();
    answers[0] = answered(&requests[n - 1], &format!("```json\n{}\n```", words(&requests[n - 1])));
    answers[1] = answered(&requests[n - 2], "I cannot say.");
    answers[2] = answers[2].replace("\"stop\"", "\"length\"");
    answers[3] =
        json!({"custom_id": requests[n - 4]["custom_id"], "response": null, "error": {"code": "expired"}})
            .to_string();
    answers[4] = answers[4].replace("\"status_code\":200", "\"status_code\":500");
    answers.push("{ torn".to_owned());
    answers.push(answers[5].replace(requests[n - 6]["custom_id"].as_str().unwrap(), &"0".repeat(64)));
    let output = import("answers.jsonl", &answers);
    assert_eq!(output.status.code(), Some(3));
    let said = told(&output);
    assert!(said.contains(&format!("{} answers kept, 1 that do not validate", n - 4)), "{said}");
    assert!(
        said.contains("5 lines at fault") && said.contains("expired") && said.contains("truncated"),
        "{said}"
    );

    let replay = || program(&["run", "--sample", "--llm", "replay", "--models", "a,b", "--data", &at]);
    assert_eq!(replay().status.code(), Some(3), "a replay that lacks answers says so");
    let open = export("open.jsonl");
    assert_eq!(open.len(), 4, "only what has no good answer goes out again");
    let again: Vec<String> = open.iter().map(|request| answered(request, &words(request))).collect();
    let output = import("again.jsonl", &again);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    let output = replay();
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    assert!(export("none.jsonl").is_empty());

    let store = Store::open(&data.join("sample"), "test").unwrap();
    let decisions = store.read(releases::decisions).unwrap();
    let kept = decisions.iter().find(|decision| decision.kept).unwrap().release.clone();
    let votes = store.read(|c| llm_calls::votes(c, &kept)).unwrap();
    let of = |voter: &str| {
        votes.iter().find(|v| v.voter == voter && v.field == "category").map(|v| v.value.as_str())
    };
    assert_eq!((of("a"), of("b")), (Some("REVENUE_TIMING"), Some("EXPENSE_DEFERRAL")));
    assert!(of("rules").is_some());
    drop(store);
    let output = program(&["explain", &kept, "--data", &sample]);
    let explained = told(&output);
    let from = explained.find("voters on    category").unwrap_or_else(|| panic!("{explained}"));
    let side_by_side: Vec<&str> = explained[from..].lines().skip(1).take(3).collect();
    for (voter, value) in [("rules", ""), ("a", "REVENUE_TIMING"), ("b", "EXPENSE_DEFERRAL")] {
        let line = side_by_side.iter().find(|line| line.split_whitespace().next() == Some(voter));
        assert!(line.is_some_and(|line| line.contains(value)), "{voter}: {side_by_side:?}");
    }
    assert!(explained.contains("voters disagree"), "{explained}");
}
