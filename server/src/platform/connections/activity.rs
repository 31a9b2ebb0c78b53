//! What moves on a connection. Noted where the bytes pass, for next to nothing, and looked at every few seconds: a timer for
//! each request would cost more than many an answer.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Instant;

use super::Limits;
use super::answers::{Answers, Standing};

pub struct Activity {
    /// Something of a request or an answer passed since the last look.
    moved: AtomicBool,
    /// Bytes came that are no request yet.
    has_half_a_head: AtomicBool,
    /// A request has come.
    has_asked: AtomicBool,
    /// Requests whose answer has not begun.
    under_way: AtomicUsize,
    /// There, bytes come and go between requests too: only what is taken of the answers counts.
    speaks_http2: AtomicBool,
    /// Those over HTTP/2.
    pub answers: Answers,
}

impl Activity {
    pub fn of(answers: Answers) -> Arc<Self> {
        Arc::new(Self {
            moved: AtomicBool::default(),
            has_half_a_head: AtomicBool::default(),
            has_asked: AtomicBool::default(),
            under_way: AtomicUsize::default(),
            speaks_http2: AtomicBool::default(),
            answers,
        })
    }

    /// Notes a request whose head is whole.
    pub fn begin(self: &Arc<Self>, is_http2: bool) -> UnderWay {
        self.under_way.fetch_add(1, Ordering::Relaxed);
        self.has_asked.store(true, Ordering::Relaxed);
        self.has_half_a_head.store(false, Ordering::Relaxed);
        self.moved.store(true, Ordering::Relaxed);
        if is_http2 {
            self.speaks_http2.store(true, Ordering::Relaxed);
        }
        UnderWay(self.clone())
    }

    pub fn has_asked(&self) -> bool {
        self.has_asked.load(Ordering::Relaxed)
    }

    fn read_some(&self) {
        if self.under_way.load(Ordering::Relaxed) > 0 {
            self.moved.store(true, Ordering::Relaxed);
        } else if !self.speaks_http2.load(Ordering::Relaxed) {
            self.has_half_a_head.store(true, Ordering::Relaxed);
        }
    }

    fn wrote_some(&self) {
        // Else whoever pings and is answered would never be quiet.
        if !self.speaks_http2.load(Ordering::Relaxed) {
            self.moved.store(true, Ordering::Relaxed);
        }
    }
}

/// Held until the answer begins.
pub struct UnderWay(Arc<Activity>);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.under_way.fetch_sub(1, Ordering::Relaxed);
    }
}

/// How long a connection has been waited for.
pub struct Patience {
    limits: Limits,
    activity: Arc<Activity>,
    quiet_since: Instant,
    half_a_head_since: Option<Instant>,
}

impl Patience {
    pub fn new(limits: Limits, activity: Arc<Activity>) -> Self {
        Self { limits, activity, quiet_since: Instant::now(), half_a_head_since: None }
    }

    /// Whether the connection has had its time.
    pub fn is_over(&mut self, now: Instant) -> bool {
        let answers = self.activity.answers.look(now, self.limits.quiet);
        if self.activity.moved.swap(false, Ordering::Relaxed) || answers == Standing::Moving {
            self.quiet_since = now;
        }
        let has_half_a_head = self.activity.has_half_a_head.load(Ordering::Relaxed);
        self.half_a_head_since = has_half_a_head.then(|| self.half_a_head_since.unwrap_or(now));
        let is_quiet = now - self.quiet_since >= self.limits.quiet;
        is_quiet
            || answers == Standing::Abandoned
            || self.half_a_head_since.is_some_and(|since| now - since >= self.limits.head)
    }
}

/// A stream whose bytes are noted.
pub struct Watched<S> {
    stream: S,
    activity: Arc<Activity>,
}

impl<S> Watched<S> {
    pub fn new(stream: S, activity: Arc<Activity>) -> Self {
        Self { stream, activity }
    }

    fn note_written(&self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if matches!(written, Poll::Ready(Ok(1..))) {
            self.activity.wrote_some();
        }
        written
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            self.activity.read_some();
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Watched<S> {
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

    fn patience(activity: &Arc<Activity>) -> (Patience, impl Fn(u64) -> Instant) {
        let limits = Limits {
            head: Duration::from_secs(10),
            quiet: Duration::from_mins(1),
            look: Duration::from_secs(5),
            ..Limits::default()
        };
        let patience = Patience::new(limits, activity.clone());
        let begun = patience.quiet_since;
        (patience, move |seconds| begun + Duration::from_secs(seconds))
    }

    #[tokio::test]
    async fn half_a_head_gets_seconds_however_it_trickles_and_silence_a_minute() {
        let activity = Activity::of(Answers::new(false));
        let (mut patience, at) = patience(&activity);
        assert!(!patience.is_over(at(55)) && patience.is_over(at(60)), "nothing was ever sent");
        for (second, is_over) in [(60, false), (65, false), (70, true)] {
            activity.wrote_some();
            activity.read_some();
            assert_eq!(patience.is_over(at(second)), is_over, "{second}");
        }
        drop(activity.begin(false));
        assert!(!patience.is_over(at(75)), "the head was whole at last");
        assert!(!patience.is_over(at(130)) && patience.is_over(at(135)));
    }

    #[tokio::test]
    async fn a_body_that_comes_and_an_answer_that_goes_are_no_silence() {
        let activity = Activity::of(Answers::new(false));
        let (mut patience, at) = patience(&activity);
        let under_way = activity.begin(false);
        assert!(!patience.is_over(at(5)) && !patience.is_over(at(60)), "the answer takes a while");
        activity.read_some();
        assert!(!patience.is_over(at(100)) && !patience.is_over(at(155)));
        drop(under_way);
        activity.wrote_some();
        assert!(!patience.is_over(at(160)) && !patience.is_over(at(215)) && patience.is_over(at(220)));
    }

    #[tokio::test]
    async fn between_requests_http2_may_send_what_is_no_request() {
        let activity = Activity::of(Answers::new(false));
        let (mut patience, at) = patience(&activity);
        drop(activity.begin(true));
        for second in [5, 20, 40, 60] {
            activity.read_some();
            activity.wrote_some();
            assert!(!patience.is_over(at(second)));
        }
        assert!(patience.is_over(at(65)), "and is quiet all the same");
    }
}
