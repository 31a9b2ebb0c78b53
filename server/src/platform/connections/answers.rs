//! Answers on their way over HTTP/2, where a client says of each how much it takes. What it does not take stays in memory, so
//! that of large answers only a few are made at a time, and whoever takes nothing of one for too long is given up.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Body;
use hyper::body::{Body as _, Buf, Bytes, Frame, SizeHint};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

/// Requests of a connection that are worked on, or whose large answer is not taken yet. A browser has six connections where each
/// has one.
const AT_ONCE: usize = 8;
/// Answers up to this size are made without an end.
const SMALL: u64 = 16 * 1024;
/// A slow line carries one answer after the other: one that waits behind others has so many times the patience.
const BEHIND_OTHERS: u32 = 10;

/// The answers of one connection.
pub struct Answers {
    open: Mutex<Open>,
    places: Arc<Semaphore>,
    /// Everybody comes through our proxies: one who does not read must not end the others' answers.
    is_shared: bool,
}

#[derive(Default)]
struct Open {
    /// Each with the time since when nothing of it was taken.
    answers: Vec<(Arc<Answer>, Option<Instant>)>,
    /// When something of any of them was taken last.
    moved_at: Option<Instant>,
}

#[derive(Default)]
struct Answer {
    /// What the client could take and has not.
    untaken: AtomicUsize,
    /// Something was taken since the last look.
    moved: AtomicBool,
}

/// What a look at the answers shows.
#[derive(Debug, PartialEq, Eq)]
pub enum Standing {
    Still,
    Moving,
    /// Of one nothing was taken for too long.
    Abandoned,
}

impl Answers {
    pub fn new(is_shared: bool) -> Self {
        let places = if is_shared { super::MOST_STREAMS as usize } else { AT_ONCE };
        Self { open: Mutex::default(), places: Arc::new(Semaphore::new(places)), is_shared }
    }

    /// Waits until another request may be worked on.
    pub async fn place(&self) -> Option<OwnedSemaphorePermit> {
        self.places.clone().acquire_owned().await.ok()
    }

    /// Watches what becomes of an answer. Its place is free when it is small, or taken.
    pub fn watch(&self, body: Body, place: Option<OwnedSemaphorePermit>) -> WatchedBody {
        let place = place.filter(|_| body.size_hint().lower() > SMALL).map(Arc::new);
        let answer = Arc::<Answer>::default();
        let open = &mut self.open().answers;
        // Those that are gone are forgotten with every look, and here if many come in between.
        if open.len() >= 2 * super::MOST_STREAMS as usize {
            open.retain(|(answer, _)| is_open(answer));
        }
        open.push((answer.clone(), None));
        WatchedBody { body, answer: Some(answer), place }
    }

    pub fn look(&self, now: Instant, patience: Duration) -> Standing {
        let (mut open, mut abandoned) = (self.open(), false);
        let moving = open.answers.iter().any(|(answer, _)| answer.moved.load(Ordering::Relaxed));
        if moving {
            open.moved_at = Some(now);
        }
        let is_stuck = open.moved_at.is_none_or(|at| now - at >= patience);
        let patience = if is_stuck { patience } else { patience * BEHIND_OTHERS };
        open.answers.retain_mut(|(answer, still_since)| {
            let moved = answer.moved.swap(false, Ordering::Relaxed);
            let is_still = !moved && answer.untaken.load(Ordering::Relaxed) > 0;
            *still_since = is_still.then_some(still_since.unwrap_or(now));
            abandoned |= still_since.is_some_and(|since| now - since >= patience);
            is_open(answer)
        });
        match (abandoned && !self.is_shared, moving) {
            (true, _) => Standing::Abandoned,
            (false, true) => Standing::Moving,
            (false, false) => Standing::Still,
        }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether anybody but the list has it.
fn is_open(answer: &Arc<Answer>) -> bool {
    Arc::strong_count(answer) > 1
}

/// The body of an answer; over HTTP/1 nobody watches it.
pub struct WatchedBody {
    body: Body,
    answer: Option<Arc<Answer>>,
    place: Option<Arc<OwnedSemaphorePermit>>,
}

impl WatchedBody {
    pub fn by_nobody(body: Body) -> Self {
        Self { body, answer: None, place: None }
    }

    fn part(&self, bytes: Bytes) -> Part {
        if let Some(answer) = &self.answer {
            answer.untaken.fetch_add(bytes.len(), Ordering::Relaxed);
        }
        Part { bytes, answer: self.answer.clone(), _place: self.place.clone() }
    }
}

impl hyper::body::Body for WatchedBody {
    type Data = Part;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Part>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        frame.map(|frame| frame.map(|frame| frame.map(|frame| frame.map_data(|bytes| self.part(bytes)))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Bytes of an answer, kept until the client has let them go out.
pub struct Part {
    bytes: Bytes,
    answer: Option<Arc<Answer>>,
    _place: Option<Arc<OwnedSemaphorePermit>>,
}

impl Buf for Part {
    fn remaining(&self) -> usize {
        self.bytes.len()
    }

    fn chunk(&self) -> &[u8] {
        &self.bytes
    }

    fn advance(&mut self, count: usize) {
        self.bytes.advance(count);
        if let Some(answer) = &self.answer {
            answer.untaken.fetch_sub(count, Ordering::Relaxed);
            answer.moved.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if let Some(answer) = &self.answer {
            answer.untaken.fetch_sub(self.bytes.len(), Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;
    use futures::future::poll_fn;
    use futures::{StreamExt, stream};

    use super::*;

    async fn next_part(body: &mut WatchedBody) -> Option<Part> {
        let frame = poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await;
        frame.map(|frame| frame.unwrap().into_data().ok().unwrap())
    }

    const PATIENCE: Duration = Duration::from_mins(1);

    #[tokio::test]
    async fn an_answer_of_which_nothing_is_taken_is_abandoned_and_one_that_has_nothing_to_say_is_not() {
        let (answers, begun) = (Answers::new(false), Instant::now());
        let at = |seconds| begun + Duration::from_secs(seconds);
        let words = stream::iter([Ok::<_, axum::Error>("one"), Ok("two")]).chain(stream::pending());
        let mut body = answers.watch(Body::from_stream(words), None);
        let mut first = next_part(&mut body).await.unwrap();
        assert_eq!(answers.look(at(0), PATIENCE), Standing::Still);
        first.advance(1);
        assert_eq!(answers.look(at(59), PATIENCE), Standing::Moving);
        assert_eq!(answers.look(at(60), PATIENCE), Standing::Still);
        assert_eq!(answers.look(at(119), PATIENCE), Standing::Still);
        assert_eq!(answers.look(at(120), PATIENCE), Standing::Abandoned);
        drop((first, next_part(&mut body).await));
        assert!(next_part(&mut body).now_or_never().is_none(), "it waits for us");
        assert_eq!(answers.look(at(130), PATIENCE), Standing::Still);
        assert_eq!(answers.look(at(600), PATIENCE), Standing::Still);
        drop(body);
        assert_eq!(answers.look(at(700), PATIENCE), Standing::Still);
        assert!(answers.open().answers.is_empty());
    }

    #[tokio::test]
    async fn an_answer_behind_others_that_are_taken_is_waited_for_longer_and_not_without_an_end() {
        let (answers, begun) = (Answers::new(false), Instant::now());
        let at = |minutes| begun + PATIENCE * minutes;
        let _never = next_part(&mut answers.watch(Body::from("never"), None)).await;
        let mut taken = next_part(&mut answers.watch(Body::from("bit by bit"), None)).await.unwrap();
        for minute in 0..9 {
            taken.advance(1);
            assert_eq!(answers.look(at(minute), PATIENCE), Standing::Moving);
        }
        assert_eq!(answers.look(at(8) + PATIENCE / 2, PATIENCE), Standing::Still);
        taken.advance(1);
        assert_eq!(answers.look(at(10), PATIENCE), Standing::Abandoned);
    }

    #[tokio::test]
    async fn a_proxy_is_not_given_up_for_one_of_its_clients() {
        let (answers, begun) = (Answers::new(true), Instant::now());
        let mut body = answers.watch(Body::from("word"), None);
        let _part = next_part(&mut body).await;
        assert_eq!(answers.look(begun, PATIENCE), Standing::Still);
        assert_eq!(answers.look(begun + 2 * PATIENCE, PATIENCE), Standing::Still);
    }

    #[tokio::test]
    async fn large_answers_hold_their_place_until_they_are_taken() {
        let answers = Answers::new(false);
        let mut held = Vec::new();
        for _ in 0..AT_ONCE {
            let mut large = answers.watch(Body::from(vec![0; 100_000]), answers.place().await);
            held.push(next_part(&mut large).await);
        }
        assert!(answers.place().now_or_never().is_none());
        held.pop();
        for _ in 0..100 {
            let place = answers.place().now_or_never().expect("small answers hold none");
            drop(answers.watch(Body::from("small"), place));
        }
    }
}
