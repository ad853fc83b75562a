//! What a job goes on without: noted while it runs, saved beside its result.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::future::Future;

tokio::task_local! {
    static NOTED: RefCell<BTreeSet<String>>;
}

/// Notes that the running job goes on without something that is not at hand now and may be later, such as a
/// document that an offline cache lacks. Outside a job it does nothing.
pub fn without(what: &str) {
    // Outside a job nothing is saved that would have to be done again.
    let _ = NOTED.try_with(|noted| noted.borrow_mut().insert(what.to_owned()));
}

/// Runs a job; gives what it noted beside its result.
pub(super) async fn noting<T>(job: impl Future<Output = T>) -> (T, BTreeSet<String>) {
    NOTED
        .scope(RefCell::default(), async {
            let result = job.await;
            (result, NOTED.with(RefCell::take))
        })
        .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn each_job_has_its_own_notes() {
        without("outside");
        let job = |name: &'static str| {
            noting(async move {
                without(name);
                tokio::task::yield_now().await;
                without(name);
                7
            })
        };
        let (a, b) = tokio::join!(job("a"), job("b"));
        assert_eq!(a, (7, BTreeSet::from(["a".to_owned()])));
        assert_eq!(b.1, BTreeSet::from(["b".to_owned()]));
    }
}
