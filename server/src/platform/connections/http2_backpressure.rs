//! Backpressure on HTTP/2: a client that does not read leaves its responses in memory, so only a few large responses per connection are made
//! at a time, and a connection with a stalled response is closed.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Body;
use hyper::body::{Body as _, Buf, Bytes, Frame, SizeHint};
use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

/// Requests per connection that are in progress or have a large unread response. With HTTP/1 a browser uses six connections.
const MAX_CONCURRENT_RESPONSES: usize = 8;
/// Responses up to this size are not limited.
const SMALL_RESPONSE_BYTES: u64 = 16 * 1024;
/// On a slow connection one response follows the other: while others make progress the timeout is longer by this factor.
const QUEUED_TIMEOUT_FACTOR: u32 = 10;

pub struct ResponseTracker {
    open: Mutex<Open>,
    permits: Arc<Semaphore>,
    /// A connection of a trusted proxy carries many clients: one that does not read must not end the others.
    is_shared: bool,
}

#[derive(Default)]
struct Open {
    /// Each with the time since which nothing of it was read.
    answers: Vec<(Arc<TrackedResponse>, Option<Instant>)>,
    /// When any of them last made progress.
    moved_at: Option<Instant>,
}

#[derive(Default)]
struct TrackedResponse {
    /// Bytes sent to the connection and not read by the client.
    untaken: AtomicUsize,
    /// Bytes were read since the last check.
    moved: AtomicBool,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Progress {
    Idle,
    Moving,
    /// One response was not read for too long.
    Stalled,
}

impl ResponseTracker {
    pub fn new(is_shared: bool) -> Self {
        let permits = if is_shared { super::MAX_CONCURRENT_STREAMS as usize } else { MAX_CONCURRENT_RESPONSES };
        Self { open: Mutex::default(), permits: Arc::new(Semaphore::new(permits)), is_shared }
    }

    /// Waits for a permit to work on another request.
    pub async fn permit(&self) -> Option<OwnedSemaphorePermit> {
        self.permits.clone().acquire_owned().await.ok()
    }

    /// Tracks a response. Its permit is released when it is small, or has been read.
    pub fn watch(&self, body: Body, permit: Option<OwnedSemaphorePermit>) -> TrackedBody {
        let permit = permit.filter(|_| body.size_hint().lower() > SMALL_RESPONSE_BYTES).map(Arc::new);
        let answer = Arc::<TrackedResponse>::default();
        let open = &mut self.open.lock().answers;
        // Closed responses are removed by each check, and here if there are many in between.
        if open.len() >= 2 * super::MAX_CONCURRENT_STREAMS as usize {
            open.retain(|(answer, _)| is_open(answer));
        }
        open.push((answer.clone(), None));
        TrackedBody { body, answer: Some(answer), permit }
    }

    pub fn look(&self, now: Instant, timeout: Duration) -> Progress {
        let (mut open, mut abandoned) = (self.open.lock(), false);
        let moving = open.answers.iter().any(|(answer, _)| answer.moved.load(Ordering::Relaxed));
        if moving {
            open.moved_at = Some(now);
        }
        let is_stuck = open.moved_at.is_none_or(|at| now - at >= timeout);
        let timeout = if is_stuck { timeout } else { timeout * QUEUED_TIMEOUT_FACTOR };
        open.answers.retain_mut(|(answer, still_since)| {
            let moved = answer.moved.swap(false, Ordering::Relaxed);
            let is_still = !moved && answer.untaken.load(Ordering::Relaxed) > 0;
            *still_since = is_still.then_some(still_since.unwrap_or(now));
            abandoned |= still_since.is_some_and(|since| now - since >= timeout);
            is_open(answer)
        });
        match (abandoned && !self.is_shared, moving) {
            (true, _) => Progress::Stalled,
            (false, true) => Progress::Moving,
            (false, false) => Progress::Idle,
        }
    }
}

/// Whether it is still referenced outside the list.
fn is_open(answer: &Arc<TrackedResponse>) -> bool {
    Arc::strong_count(answer) > 1
}

pub struct TrackedBody {
    body: Body,
    answer: Option<Arc<TrackedResponse>>,
    permit: Option<Arc<OwnedSemaphorePermit>>,
}

impl TrackedBody {
    pub fn untracked(body: Body) -> Self {
        Self { body, answer: None, permit: None }
    }

    fn part(&self, bytes: Bytes) -> BodyChunk {
        if let Some(answer) = &self.answer {
            answer.untaken.fetch_add(bytes.len(), Ordering::Relaxed);
        }
        BodyChunk { bytes, answer: self.answer.clone(), _place: self.permit.clone() }
    }
}

impl hyper::body::Body for TrackedBody {
    type Data = BodyChunk;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<BodyChunk>, axum::Error>>> {
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

/// Bytes of a response that are still in memory.
pub struct BodyChunk {
    bytes: Bytes,
    answer: Option<Arc<TrackedResponse>>,
    _place: Option<Arc<OwnedSemaphorePermit>>,
}

impl Buf for BodyChunk {
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

impl Drop for BodyChunk {
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

    async fn next_part(body: &mut TrackedBody) -> Option<BodyChunk> {
        let frame = poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await;
        frame.map(|frame| frame.unwrap().into_data().ok().unwrap())
    }

    const IDLE_TIMEOUT: Duration = Duration::from_mins(1);

    #[tokio::test]
    async fn an_answer_of_which_nothing_is_taken_is_abandoned_and_one_that_has_nothing_to_say_is_not() {
        let (answers, begun) = (ResponseTracker::new(false), Instant::now());
        let at = |seconds| begun + Duration::from_secs(seconds);
        let words = stream::iter([Ok::<_, axum::Error>("one"), Ok("two")]).chain(stream::pending());
        let mut body = answers.watch(Body::from_stream(words), None);
        let mut first = next_part(&mut body).await.unwrap();
        assert_eq!(answers.look(at(0), IDLE_TIMEOUT), Progress::Idle);
        first.advance(1);
        assert_eq!(answers.look(at(59), IDLE_TIMEOUT), Progress::Moving);
        assert_eq!(answers.look(at(60), IDLE_TIMEOUT), Progress::Idle);
        assert_eq!(answers.look(at(119), IDLE_TIMEOUT), Progress::Idle);
        assert_eq!(answers.look(at(120), IDLE_TIMEOUT), Progress::Stalled);
        drop((first, next_part(&mut body).await));
        assert!(next_part(&mut body).now_or_never().is_none(), "it waits for us");
        assert_eq!(answers.look(at(130), IDLE_TIMEOUT), Progress::Idle);
        assert_eq!(answers.look(at(600), IDLE_TIMEOUT), Progress::Idle);
        drop(body);
        assert_eq!(answers.look(at(700), IDLE_TIMEOUT), Progress::Idle);
        assert!(answers.open.lock().answers.is_empty());
    }

    #[tokio::test]
    async fn an_answer_behind_others_that_are_taken_is_waited_for_longer_and_not_without_an_end() {
        let (answers, begun) = (ResponseTracker::new(false), Instant::now());
        let at = |minutes| begun + IDLE_TIMEOUT * minutes;
        let _never = next_part(&mut answers.watch(Body::from("never"), None)).await;
        let mut taken = next_part(&mut answers.watch(Body::from("bit by bit"), None)).await.unwrap();
        for minute in 0..9 {
            taken.advance(1);
            assert_eq!(answers.look(at(minute), IDLE_TIMEOUT), Progress::Moving);
        }
        assert_eq!(answers.look(at(8) + IDLE_TIMEOUT / 2, IDLE_TIMEOUT), Progress::Idle);
        taken.advance(1);
        assert_eq!(answers.look(at(10), IDLE_TIMEOUT), Progress::Stalled);
    }

    #[tokio::test]
    async fn a_proxy_is_not_given_up_for_one_of_its_clients() {
        let (answers, begun) = (ResponseTracker::new(true), Instant::now());
        let mut body = answers.watch(Body::from("word"), None);
        let _part = next_part(&mut body).await;
        assert_eq!(answers.look(begun, IDLE_TIMEOUT), Progress::Idle);
        assert_eq!(answers.look(begun + 2 * IDLE_TIMEOUT, IDLE_TIMEOUT), Progress::Idle);
    }

    #[tokio::test]
    async fn large_answers_hold_their_place_until_they_are_taken() {
        let answers = ResponseTracker::new(false);
        let mut held = Vec::new();
        for _ in 0..MAX_CONCURRENT_RESPONSES {
            let mut large = answers.watch(Body::from(vec![0; 100_000]), answers.permit().await);
            held.push(next_part(&mut large).await);
        }
        assert!(answers.permit().now_or_never().is_none());
        held.pop();
        for _ in 0..100 {
            let permit = answers.permit().now_or_never().expect("small answers hold none");
            drop(answers.watch(Body::from("small"), permit));
        }
    }
}
