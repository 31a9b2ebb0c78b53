//! Idle timeouts. Reads and writes set flags on the connection, and a check every few seconds reads them: a timer per request would cost more
//! than many responses.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Instant;

use super::Limits;
use super::http2_backpressure::{Progress, ResponseTracker};

pub struct ConnectionActivity {
    /// Bytes of a request or a response passed since the last check.
    moved: AtomicBool,
    /// An incomplete request head has arrived.
    has_partial_head: AtomicBool,
    /// At least one request has arrived.
    has_asked: AtomicBool,
    /// Requests without a response so far.
    in_flight: AtomicUsize,
    /// On HTTP/2 control frames pass between requests too, so only consumed response bytes count.
    speaks_http2: AtomicBool,
    pub answers: ResponseTracker,
}

impl ConnectionActivity {
    pub fn of(answers: ResponseTracker) -> Arc<Self> {
        Arc::new(Self {
            moved: AtomicBool::default(),
            has_partial_head: AtomicBool::default(),
            has_asked: AtomicBool::default(),
            in_flight: AtomicUsize::default(),
            speaks_http2: AtomicBool::default(),
            answers,
        })
    }

    /// Records a request with a complete head.
    pub fn begin(self: &Arc<Self>, is_http2: bool) -> RequestGuard {
        self.in_flight.fetch_add(1, Ordering::Relaxed);
        self.has_asked.store(true, Ordering::Relaxed);
        self.has_partial_head.store(false, Ordering::Relaxed);
        self.moved.store(true, Ordering::Relaxed);
        if is_http2 {
            self.speaks_http2.store(true, Ordering::Relaxed);
        }
        RequestGuard(self.clone())
    }

    pub fn has_asked(&self) -> bool {
        self.has_asked.load(Ordering::Relaxed)
    }

    fn note_read(&self) {
        if self.in_flight.load(Ordering::Relaxed) > 0 {
            self.moved.store(true, Ordering::Relaxed);
        } else if !self.speaks_http2.load(Ordering::Relaxed) {
            self.has_partial_head.store(true, Ordering::Relaxed);
        }
    }

    fn note_write(&self) {
        // Otherwise a client that only sends pings would never be idle.
        if !self.speaks_http2.load(Ordering::Relaxed) {
            self.moved.store(true, Ordering::Relaxed);
        }
    }
}

/// Held until the response begins.
pub struct RequestGuard(Arc<ConnectionActivity>);

impl Drop for RequestGuard {
    fn drop(&mut self) {
        self.0.in_flight.fetch_sub(1, Ordering::Relaxed);
    }
}

pub struct IdleTimer {
    limits: Limits,
    activity: Arc<ConnectionActivity>,
    quiet_since: Instant,
    partial_head_since: Option<Instant>,
}

impl IdleTimer {
    pub fn new(limits: Limits, activity: Arc<ConnectionActivity>) -> Self {
        Self { limits, activity, quiet_since: Instant::now(), partial_head_since: None }
    }

    pub fn is_over(&mut self, now: Instant) -> bool {
        let answers = self.activity.answers.look(now, self.limits.idle_timeout);
        if self.activity.moved.swap(false, Ordering::Relaxed) || answers == Progress::Moving {
            self.quiet_since = now;
        }
        let has_partial_head = self.activity.has_partial_head.load(Ordering::Relaxed);
        self.partial_head_since = has_partial_head.then(|| self.partial_head_since.unwrap_or(now));
        let is_quiet = now - self.quiet_since >= self.limits.idle_timeout;
        is_quiet
            || answers == Progress::Stalled
            || self.partial_head_since.is_some_and(|since| now - since >= self.limits.head_timeout)
    }
}

pub struct TrackedStream<S> {
    stream: S,
    activity: Arc<ConnectionActivity>,
}

impl<S> TrackedStream<S> {
    pub fn new(stream: S, activity: Arc<ConnectionActivity>) -> Self {
        Self { stream, activity }
    }

    fn note_written(&self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if matches!(written, Poll::Ready(Ok(1..))) {
            self.activity.note_write();
        }
        written
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for TrackedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            self.activity.note_read();
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for TrackedStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.note_written(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.note_written(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn patience(activity: &Arc<ConnectionActivity>) -> (IdleTimer, impl Fn(u64) -> Instant) {
        let limits = Limits {
            head_timeout: Duration::from_secs(10),
            idle_timeout: Duration::from_mins(1),
            check_interval: Duration::from_secs(5),
            ..Limits::default()
        };
        let patience = IdleTimer::new(limits, activity.clone());
        let begun = patience.quiet_since;
        (patience, move |seconds| begun + Duration::from_secs(seconds))
    }

    #[tokio::test]
    async fn half_a_head_gets_seconds_however_it_trickles_and_silence_a_minute() {
        let activity = ConnectionActivity::of(ResponseTracker::new(false));
        let (mut patience, at) = patience(&activity);
        assert!(!patience.is_over(at(55)) && patience.is_over(at(60)), "nothing was ever sent");
        for (second, is_over) in [(60, false), (65, false), (70, true)] {
            activity.note_write();
            activity.note_read();
            assert_eq!(patience.is_over(at(second)), is_over, "{second}");
        }
        drop(activity.begin(false));
        assert!(!patience.is_over(at(75)), "the head was whole at last");
        assert!(!patience.is_over(at(130)) && patience.is_over(at(135)));
    }

    #[tokio::test]
    async fn a_body_that_comes_and_an_answer_that_goes_are_no_silence() {
        let activity = ConnectionActivity::of(ResponseTracker::new(false));
        let (mut patience, at) = patience(&activity);
        let in_flight = activity.begin(false);
        assert!(!patience.is_over(at(5)) && !patience.is_over(at(60)), "the answer takes a while");
        activity.note_read();
        assert!(!patience.is_over(at(100)) && !patience.is_over(at(155)));
        drop(in_flight);
        activity.note_write();
        assert!(!patience.is_over(at(160)) && !patience.is_over(at(215)) && patience.is_over(at(220)));
    }

    #[tokio::test]
    async fn http2_frames_that_are_no_request_do_not_reset_the_idle_timeout() {
        let activity = ConnectionActivity::of(ResponseTracker::new(false));
        let (mut patience, at) = patience(&activity);
        drop(activity.begin(true));
        for second in [5, 20, 40, 60] {
            activity.note_read();
            activity.note_write();
            assert!(!patience.is_over(at(second)));
        }
        assert!(patience.is_over(at(65)), "and is quiet all the same");
    }
}
