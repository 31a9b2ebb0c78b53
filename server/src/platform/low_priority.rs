//! Runs CPU-heavy work on a thread with a raised nice value, so that it does not slow down requests (decision 0049: reads per second during
//! hashing 2,705 → 3,437, bookings 204 → 293).

use std::thread;

use tokio::sync::oneshot;

/// Nice value of the thread: it gets about a third, or a tenth, of the time of a request thread on the same core.
#[derive(Debug, Clone, Copy)]
pub enum Niceness {
    /// For password hashes: a person waits for the login.
    Low = 5,
    Lowest = 10,
}

/// Runs work on a new thread; `None` if it panicked. A nice value cannot be lowered again, so threads are not reused. The caller limits how
/// many run at once.
pub async fn run<T: Send + 'static>(how: Niceness, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (done, result) = oneshot::channel();
    let thread = thread::Builder::new().name("low-priority".into()).spawn(move || {
        lower_priority(how);
        // The caller may be gone.
        let _ = done.send(work());
    });
    thread.ok()?;
    result.await.ok()
}

/// Only Linux has a nice value per thread; elsewhere it would apply to the whole process.
fn lower_priority(how: Niceness) {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(how as i32) {
        tracing::debug!(%error, "could not lower the thread's priority");
    }
    #[cfg(not(target_os = "linux"))]
    let _ = how;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_is_done_aside_and_a_panic_is_nobodys_but_its_own() {
        assert_eq!(run(Niceness::Lowest, || 6 * 7).await, Some(42));
        assert_eq!(run(Niceness::Lowest, || -> i32 { panic!("not this time") }).await, None);
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn it_lowers_the_priority_of_its_thread_only() {
        let place = || rustix::process::nice(0).unwrap();
        let before = place();
        assert_eq!(run(Niceness::Lowest, place).await, Some((before + 10).min(19)));
        assert_eq!(run(Niceness::Low, place).await, Some((before + 5).min(19)));
        assert_eq!(place(), before);
    }
}
