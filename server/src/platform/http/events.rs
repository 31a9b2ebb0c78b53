//! Streams that tell an open page: something changed, ask again.

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

use crate::platform::live::Listener;
use crate::platform::places::Place;

/// Shorter than any proxy's patience.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// For how long whoever listens may go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "standing", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Standing {
    Lasting,
    /// In so many seconds it is over, unless it can be prolonged and somebody does.
    Ending {
        seconds: i64,
        can_stay: bool,
    },
}

/// What whoever listens finds when they look up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    pub standing: Standing,
    /// Whether what changed is theirs to know.
    pub concerned: bool,
}

/// What a stream says.
#[derive(Debug, PartialEq, Eq)]
enum Word {
    Open,
    Change,
    StillHere,
    Session(Standing),
}

/// An event of that name for each change that the listener hears and that concerns them. Before each, and with every heartbeat, `look`
/// is told whether something changed, and says how the listener stands: the stream ends when they may hear no more, and an event named
/// `session` tells that this is near.
pub fn stream<Looking>(
    listener: Listener,
    name: &'static str,
    look: impl Fn(bool) -> Looking + Send + 'static,
) -> Response
where
    Looking: Future<Output = Option<Look>> + Send + 'static,
{
    let event = move |word| match word {
        // The first line goes at once, so that the page knows that it is heard.
        Word::Open => Event::default().comment("open"),
        Word::Change => Event::default().event(name).data("{}"),
        Word::StillHere => Event::default().comment(""),
        Word::Session(standing) => {
            let told = serde_json::to_string(&standing).unwrap_or_default();
            Event::default().event("session").data(told)
        }
    };
    Sse::new(words(listener, look, HEARTBEAT).map(move |word| Ok::<_, Infallible>(event(word)))).into_response()
}

/// An event of that name with what was told last, at once, and with each thing that is told from then on. `say` turns it into text, or
/// into nothing yet, or ends the stream; so does whoever tells, by going. The place is held as long as it lasts.
pub fn retell<T: Send + Sync + 'static>(
    mut told: watch::Receiver<T>,
    name: &'static str,
    place: Place,
    say: impl Fn(&T) -> ControlFlow<(), Option<Arc<str>>> + Send + Sync + 'static,
) -> Response {
    told.mark_changed();
    let say = Arc::new(say);
    let events = stream::unfold((told, place), move |(mut told, place)| {
        let say = say.clone();
        async move {
            loop {
                match timeout(HEARTBEAT, told.changed()).await {
                    Ok(Ok(())) => {}
                    Ok(Err(_)) => return None,
                    Err(_) => return Some((Event::default().comment(""), (told, place))),
                }
                let said = say(&told.borrow_and_update());
                match said {
                    ControlFlow::Break(()) => return None,
                    ControlFlow::Continue(None) => {}
                    ControlFlow::Continue(Some(text)) => {
                        return Some((Event::default().event(name).data(&*text), (told, place)));
                    }
                }
            }
        }
    });
    let events = stream::once(async { Event::default().comment("open") }).chain(events);
    Sse::new(events.map(Ok::<_, Infallible>)).into_response()
}

fn words<Looking>(
    listener: Listener,
    look: impl Fn(bool) -> Looking + Send + 'static,
    heartbeat: Duration,
) -> impl Stream<Item = Word> + Send
where
    Looking: Future<Output = Option<Look>> + Send + 'static,
{
    let begin = (listener, look, Standing::Lasting, Instant::now() + heartbeat);
    let after = stream::unfold(begin, move |(mut listener, look, told, beat)| async move {
        loop {
            // Asked first: where something changes all the time, the heartbeat would never come.
            let is_due = Instant::now() >= beat;
            let changed = !is_due
                && match timeout_at(beat, listener.next()).await {
                    Ok(None) => return None,
                    Ok(Some(())) => true,
                    Err(_) => false,
                };
            let Look { standing, concerned } = look(changed).await?;
            match (changed, concerned) {
                (true, true) => return Some((Word::Change, (listener, look, told, beat))),
                (true, false) => {}
                (false, _) => {
                    let word = if standing == told { Word::StillHere } else { Word::Session(standing) };
                    return Some((word, (listener, look, standing, beat + heartbeat)));
                }
            }
        }
    });
    stream::once(async { Word::Open }).chain(after)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::platform::live::Live;

    /// A stream whose listener stands as the test says.
    fn listen(live: &Live, standing: &Arc<Mutex<Option<Standing>>>) -> impl Stream<Item = Word> + Send + Unpin {
        let standing = standing.clone();
        let look = move |_| {
            let standing = *standing.lock().unwrap();
            futures::future::ready(standing.map(|standing| Look { standing, concerned: true }))
        };
        Box::pin(words(live.listen("topic"), look, Duration::from_millis(5)))
    }

    #[tokio::test]
    async fn a_stream_tells_changes_and_lives_until_its_listener_may_hear_no_more() {
        let live = Live::alone(&CancellationToken::new());
        let standing = Arc::new(Mutex::new(Some(Standing::Lasting)));
        let (mut idle, mut busy) = (listen(&live, &standing), listen(&live, &standing));
        assert_eq!((idle.next().await, busy.next().await), (Some(Word::Open), Some(Word::Open)));
        assert_eq!(idle.next().await, Some(Word::StillHere));
        live.publish("topic");
        while busy.next().await != Some(Word::Change) {}
        *standing.lock().unwrap() = None;
        live.publish("topic");
        assert_eq!(busy.next().await, None, "whoever has gone hears of no change");
        assert_eq!(idle.next().await, None, "nor of anything else");
    }

    #[tokio::test]
    async fn the_end_is_told_before_it_comes_and_taken_back_however_much_changes() {
        let live = Live::alone(&CancellationToken::new());
        let standing = Arc::new(Mutex::new(None));
        let mut words = listen(&live, &standing);
        for now in [Standing::Ending { seconds: 170, can_stay: true }, Standing::Lasting] {
            *standing.lock().unwrap() = Some(now);
            while words.next().await != Some(Word::Session(now)) {
                live.publish("topic");
            }
        }
        while words.next().await != Some(Word::StillHere) {}
    }

    #[tokio::test]
    async fn what_does_not_concern_a_listener_is_not_heard() {
        let live = Live::alone(&CancellationToken::new());
        let concerned = Arc::new(Mutex::new(false));
        let seen = concerned.clone();
        let look = move |_| {
            futures::future::ready(Some(Look { standing: Standing::Lasting, concerned: *seen.lock().unwrap() }))
        };
        let mut words = Box::pin(words(live.listen("topic"), look, Duration::from_millis(20)));
        assert_eq!(words.next().await, Some(Word::Open));
        live.publish("topic");
        assert_eq!(words.next().await, Some(Word::StillHere), "the change was another's");
        *concerned.lock().unwrap() = true;
        live.publish("topic");
        while words.next().await != Some(Word::Change) {}
    }

    #[test]
    fn a_standing_is_told_as_json() {
        let ending = serde_json::to_string(&Standing::Ending { seconds: 170, can_stay: true }).unwrap();
        assert_eq!(ending, r#"{"standing":"ending","seconds":170,"canStay":true}"#);
        assert_eq!(serde_json::to_string(&Standing::Lasting).unwrap(), r#"{"standing":"lasting"}"#);
    }
}
