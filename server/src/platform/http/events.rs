//! Server-sent events that tell an open page to fetch again.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use futures::{Stream, StreamExt, stream};
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::{Instant, timeout, timeout_at};

use crate::platform::concurrency_limit::ConcurrencyPermit;
use crate::platform::pubsub::Subscription;

/// Shorter than the idle timeout of any proxy.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(20);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "standing", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SessionState {
    Lasting,
    /// The session ends in `seconds`. `can_stay` says whether the user can prolong it before that.
    Ending {
        seconds: i64,
        can_stay: bool,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StreamCheck {
    pub standing: SessionState,
    /// Whether the listener may know of the change.
    pub concerned: bool,
}

#[derive(Debug, PartialEq, Eq)]
enum StreamItem {
    Open,
    Change,
    StillHere,
    Session(SessionState),
}

/// A stream with an event `name` for each change that concerns the listener. Before each, and with every heartbeat, `look` is called with
/// whether something changed: the stream ends if it returns `None`, and an event `session` announces an end that is near.
pub fn stream<Checking>(
    listener: Subscription,
    name: &'static str,
    look: impl Fn(bool) -> Checking + Send + 'static,
) -> Response
where
    Checking: Future<Output = Option<StreamCheck>> + Send + 'static,
{
    let event = move |word| match word {
        // Sent at once, so that the page knows that it is connected.
        StreamItem::Open => Event::default().comment("open"),
        StreamItem::Change => Event::default().event(name).data("{}"),
        StreamItem::StillHere => Event::default().comment(""),
        StreamItem::Session(standing) => {
            let told = serde_json::to_string(&standing).unwrap_or_default();
            Event::default().event("session").data(told)
        }
    };
    Sse::new(stream_items(listener, look, HEARTBEAT_INTERVAL).map(move |word| Ok::<_, Infallible>(event(word))))
        .into_response()
}

/// A stream with an event `name` for the latest value, at once and after each change of its text. `say` returns the text, or skips it, or
/// ends the stream, which also ends when the sender is dropped. The permit is held until then.
pub fn stream_latest<T: Send + Sync + 'static>(
    mut told: watch::Receiver<T>,
    name: &'static str,
    place: ConcurrencyPermit,
    say: impl Fn(&T) -> ControlFlow<(), Option<Arc<str>>> + Send + Sync + 'static,
) -> Response {
    told.mark_changed();
    let say = Arc::new(say);
    let events = stream::unfold((told, place, None), move |(mut told, place, last)| {
        let say = say.clone();
        async move {
            loop {
                match timeout(HEARTBEAT_INTERVAL, told.changed()).await {
                    Ok(Ok(())) => {}
                    Ok(Err(_)) => return None,
                    Err(_) => return Some((Event::default().comment(""), (told, place, last))),
                }
                let said = say(&told.borrow_and_update());
                match said {
                    ControlFlow::Break(()) => return None,
                    // The change concerns other listeners only.
                    ControlFlow::Continue(None) => {}
                    ControlFlow::Continue(Some(text)) if last.as_ref() == Some(&text) => {}
                    ControlFlow::Continue(Some(text)) => {
                        let event = Event::default().event(name).data(&*text);
                        return Some((event, (told, place, Some(text))));
                    }
                }
            }
        }
    });
    let events = stream::once(async { Event::default().comment("open") }).chain(events);
    Sse::new(events.map(Ok::<_, Infallible>)).into_response()
}

fn stream_items<Checking>(
    listener: Subscription,
    look: impl Fn(bool) -> Checking + Send + 'static,
    heartbeat: Duration,
) -> impl Stream<Item = StreamItem> + Send
where
    Checking: Future<Output = Option<StreamCheck>> + Send + 'static,
{
    let begin = (listener, look, SessionState::Lasting, Instant::now() + heartbeat);
    let after = stream::unfold(begin, move |(mut listener, look, told, beat)| async move {
        loop {
            // Checked first: with constant changes the heartbeat would never be sent.
            let is_due = Instant::now() >= beat;
            let changed = !is_due
                && match timeout_at(beat, listener.next()).await {
                    Ok(None) => return None,
                    Ok(Some(())) => true,
                    Err(_) => false,
                };
            let StreamCheck { standing, concerned } = look(changed).await?;
            match (changed, concerned) {
                (true, true) => return Some((StreamItem::Change, (listener, look, told, beat))),
                (true, false) => {}
                (false, _) => {
                    let word = if standing == told { StreamItem::StillHere } else { StreamItem::Session(standing) };
                    return Some((word, (listener, look, standing, beat + heartbeat)));
                }
            }
        }
    });
    stream::once(async { StreamItem::Open }).chain(after)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::platform::pubsub::PubSub;

    /// A stream whose listener is in the state that the test sets.
    fn listen(
        live: &PubSub,
        standing: &Arc<Mutex<Option<SessionState>>>,
    ) -> impl Stream<Item = StreamItem> + Send + Unpin {
        let standing = standing.clone();
        let look = move |_| {
            let standing = *standing.lock().unwrap();
            futures::future::ready(standing.map(|standing| StreamCheck { standing, concerned: true }))
        };
        Box::pin(stream_items(live.subscribe("topic"), look, Duration::from_millis(5)))
    }

    #[tokio::test]
    async fn a_stream_sends_changes_until_its_listener_loses_access() {
        let live = PubSub::alone(&CancellationToken::new());
        let standing = Arc::new(Mutex::new(Some(SessionState::Lasting)));
        let (mut idle, mut busy) = (listen(&live, &standing), listen(&live, &standing));
        assert_eq!((idle.next().await, busy.next().await), (Some(StreamItem::Open), Some(StreamItem::Open)));
        assert_eq!(idle.next().await, Some(StreamItem::StillHere));
        live.publish("topic");
        while busy.next().await != Some(StreamItem::Change) {}
        *standing.lock().unwrap() = None;
        live.publish("topic");
        assert_eq!(busy.next().await, None, "whoever has gone hears of no change");
        assert_eq!(idle.next().await, None, "nor of anything else");
    }

    #[tokio::test]
    async fn the_end_is_announced_before_and_withdrawn_even_under_many_changes() {
        let live = PubSub::alone(&CancellationToken::new());
        let standing = Arc::new(Mutex::new(None));
        let mut stream_items = listen(&live, &standing);
        for now in [SessionState::Ending { seconds: 170, can_stay: true }, SessionState::Lasting] {
            *standing.lock().unwrap() = Some(now);
            while stream_items.next().await != Some(StreamItem::Session(now)) {
                live.publish("topic");
            }
        }
        while stream_items.next().await != Some(StreamItem::StillHere) {}
    }

    #[tokio::test]
    async fn changes_outside_a_listeners_scope_are_not_sent() {
        let live = PubSub::alone(&CancellationToken::new());
        let concerned = Arc::new(Mutex::new(false));
        let seen = concerned.clone();
        let look = move |_| {
            futures::future::ready(Some(StreamCheck {
                standing: SessionState::Lasting,
                concerned: *seen.lock().unwrap(),
            }))
        };
        let mut stream_items = Box::pin(stream_items(live.subscribe("topic"), look, Duration::from_millis(20)));
        assert_eq!(stream_items.next().await, Some(StreamItem::Open));
        live.publish("topic");
        assert_eq!(stream_items.next().await, Some(StreamItem::StillHere), "the change was another's");
        *concerned.lock().unwrap() = true;
        live.publish("topic");
        while stream_items.next().await != Some(StreamItem::Change) {}
    }

    #[test]
    fn the_session_state_is_sent_as_json() {
        let ending = serde_json::to_string(&SessionState::Ending { seconds: 170, can_stay: true }).unwrap();
        assert_eq!(ending, r#"{"standing":"ending","seconds":170,"canStay":true}"#);
        assert_eq!(serde_json::to_string(&SessionState::Lasting).unwrap(), r#"{"standing":"lasting"}"#);
    }
}
