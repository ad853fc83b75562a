use super::*;
use crate::store::Store;
use proptest::prelude::*;

fn time(second: i64) -> Timestamp {
    Timestamp::from_second(1_700_000_000 + second).unwrap()
}

fn planned(keys: &[&str], fingerprint: &str) -> Vec<Planned> {
    keys.iter().map(|key| Planned { key: (*key).to_owned(), fingerprint: fingerprint.to_owned() }).collect()
}

fn store() -> (tempfile::TempDir, Store) {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path(), "test").unwrap();
    (dir, store)
}

#[test]
fn only_a_new_fingerprint_makes_a_done_job_pending() {
    let (_dir, store) = store();
    store
        .write(|tx| {
            let run = begin_run(tx, "run", "{}", time(0))?;
            plan(tx, "clean", &planned(&["a", "b"], "1"))?;
            for _ in 0..2 {
                let claim = claim(tx, "clean", run, time(1))?.unwrap();
                finish(tx, &claim, &Ending::Done { digest: "d".into() }, time(2))?;
            }
            assert_eq!(plan(tx, "clean", &planned(&["a", "b"], "1"))?.pending, 0);
            assert_eq!(plan(tx, "clean", &planned(&["a", "b"], "2"))?.pending, 2);
            let change = plan(tx, "clean", &planned(&["b"], "2"))?;
            assert_eq!(change.withdrawn, ["a"]);
            assert_eq!(plan(tx, "clean", &planned(&["a", "b"], "2"))?.pending, 1);
            Ok(())
        })
        .unwrap();
}

#[test]
fn passing_faults_wait_and_end_as_failed_when_the_tries_are_used_up() {
    let (_dir, store) = store();
    store
        .write(|tx| {
            let run = begin_run(tx, "run", "{}", time(0))?;
            plan(tx, "download", &planned(&["a"], "1"))?;
            let fault = |until| Ending::Transient { until, why: "503".into(), max_attempts: 2 };
            let first = claim(tx, "download", run, time(0))?.unwrap();
            finish(tx, &first, &fault(time(10)), time(1))?;
            assert_eq!(claim(tx, "download", run, time(9))?, None);
            assert_eq!(next_time(tx, "download")?, Some(time(10)));
            let second = claim(tx, "download", run, time(10))?.unwrap();
            assert_eq!(second.attempts, 2);
            finish(tx, &second, &fault(time(30)), time(11))?;
            let counted = counts(tx, "download")?;
            assert_eq!((counted.failed, counted.reasons), (1, vec![("503".to_owned(), 1)]));
            assert_eq!(retry(tx, None, Some("a"), false)?, 1);
            Ok(())
        })
        .unwrap();
}

#[test]
fn a_deferred_job_does_not_use_up_a_try() {
    let (_dir, store) = store();
    store
        .write(|tx| {
            let run = begin_run(tx, "run", "{}", time(0))?;
            plan(tx, "download", &planned(&["a"], "1"))?;
            for n in 0..5 {
                let claim = claim(tx, "download", run, time(n * 10))?.unwrap();
                assert_eq!(claim.attempts, 1);
                finish(
                    tx,
                    &claim,
                    &Ending::Deferred { until: time(n * 10 + 10), why: "blocked".into() },
                    time(n * 10),
                )?;
            }
            Ok(())
        })
        .unwrap();
}

#[derive(Clone, Debug)]
enum Step {
    Claim,
    Finish(u8),
    Crash,
    Plan(u8),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    proptest::collection::vec(
        prop_oneof![
            4 => Just(Step::Claim),
            4 => (0u8..4).prop_map(Step::Finish),
            1 => Just(Step::Crash),
            1 => (0u8..3).prop_map(Step::Plan),
        ],
        0..60,
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    /// Whatever the order of claims, ends, crashes and new plans: no job is lost, and when all is worked off
    /// every job has an end.
    #[test]
    fn no_job_is_ever_lost(steps in steps()) {
        let (_dir, store) = store();
        let keys = ["a", "b", "c", "d"];
        let counted = store.write(|tx| {
            let mut run = begin_run(tx, "run", "{}", time(0))?;
            let mut now = 0;
            let mut held = Vec::new();
            plan(tx, "s", &planned(&keys, "0"))?;
            let end = |which: u8, now| match which {
                0 => Ending::Done { digest: "x".into() },
                1 => Ending::Dropped { reason: "r".into(), digest: "x".into() },
                2 => Ending::Transient { until: time(now + 1), why: "t".into(), max_attempts: 3 },
                _ => Ending::Permanent { why: "p".into() },
            };
            for step in steps {
                now += 1;
                match step {
                    Step::Claim => held.extend(claim(tx, "s", run, time(now))?),
                    Step::Finish(which) => if let Some(claim) = held.pop() {
                        finish(tx, &claim, &end(which, now), time(now))?;
                    },
                    Step::Crash => { held.clear(); run = begin_run(tx, "run", "{}", time(now))?; }
                    Step::Plan(version) => { held.clear(); run = begin_run(tx, "run", "{}", time(now))?;
                        plan(tx, "s", &planned(&keys, &version.to_string()))?; }
                }
            }
            run = begin_run(tx, "run", "{}", time(now))?;
            while let Some(claim) = claim(tx, "s", run, time(now + 100))? {
                finish(tx, &claim, &Ending::Done { digest: "x".into() }, time(now))?;
            }
            counts(tx, "s")
        }).unwrap();
        prop_assert_eq!(counted.pending, 0);
        prop_assert_eq!(counted.done + counted.dropped + counted.failed, 4);
    }
}
