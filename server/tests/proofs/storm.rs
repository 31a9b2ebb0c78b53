//! The load driver: concurrent callers, each one call after the other.

use std::sync::Arc;

use futures::future::join_all;

/// A caller, which chooses its next call at random.
pub trait Caller<S>: Send + 'static {
    /// Makes one call, or a few that belong together.
    fn step(&mut self, storm: &S) -> impl Future<Output = ()> + Send;
}

/// Runs all callers at once. Each goes on as long as `goes_on` returns true; its argument is the number of steps that caller has made.
pub async fn blow<S: Send + Sync + 'static, C: Caller<S>>(
    storm: &Arc<S>,
    callers: Vec<C>,
    goes_on: impl Fn(&S, usize) -> bool + Copy + Send + 'static,
) -> Vec<C> {
    let busy = callers.into_iter().map(|mut caller| {
        let storm = storm.clone();
        tokio::spawn(async move {
            let mut steps = 0;
            while goes_on(&storm, steps) {
                caller.step(&storm).await;
                steps += 1;
            }
            caller
        })
    });
    join_all(busy).await.into_iter().map(|caller| caller.unwrap()).collect()
}
