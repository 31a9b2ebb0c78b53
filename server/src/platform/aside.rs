//! Work that takes a core for long, beside answers that must not wait for it (decision 0049).

use std::thread;

use tokio::sync::oneshot;

/// How far a thread stands back where it shares a core with those that answer: a third of their time, or a tenth.
#[derive(Debug, Clone, Copy)]
pub enum StandsBack {
    /// Somebody waits at a login.
    ALittle = 5,
    Far = 10,
}

/// Runs work on a thread of its own; `None` when it panicked. A thread that has stood back cannot come forward again, so it is not kept.
/// How much there is at once is for the caller to bound.
pub async fn run<T: Send + 'static>(how: StandsBack, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (done, result) = oneshot::channel();
    let thread = thread::Builder::new().name("aside".into()).spawn(move || {
        stand_back(how);
        // Whoever asked may have gone.
        let _ = done.send(work());
    });
    thread.ok()?;
    result.await.ok()
}

/// On Linux each thread has its own place; elsewhere it would be the whole program that stands back.
fn stand_back(how: StandsBack) {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(how as i32) {
        tracing::debug!(%error, "a thread could not stand back");
    }
    #[cfg(not(target_os = "linux"))]
    let _ = how;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_is_done_aside_and_a_panic_is_nobodys_but_its_own() {
        assert_eq!(run(StandsBack::Far, || 6 * 7).await, Some(42));
        assert_eq!(run(StandsBack::Far, || -> i32 { panic!("not this time") }).await, None);
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn it_stands_back_and_nobody_else_does() {
        let place = || rustix::process::nice(0).unwrap();
        let before = place();
        assert_eq!(run(StandsBack::Far, place).await, Some((before + 10).min(19)));
        assert_eq!(run(StandsBack::ALittle, place).await, Some((before + 5).min(19)));
        assert_eq!(place(), before);
    }
}
