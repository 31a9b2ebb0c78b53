//! Streams that tell an open page: something changed, ask again.

use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures::{StreamExt, stream};

use crate::platform::live::Listener;

/// Shorter than any proxy's patience.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// An event of that name for each change that the listener hears.
pub fn stream(listener: Listener, name: &'static str) -> Response {
    let changes = stream::unfold(listener, async |mut listener| listener.next().await.map(|()| ((), listener)));
    let changes = changes.map(move |()| Ok::<_, Infallible>(Event::default().event(name).data("{}")));
    // The first line goes at once, so that the page knows that it is heard.
    let opened = stream::once(async { Ok(Event::default().comment("open")) });
    Sse::new(opened.chain(changes)).keep_alive(KeepAlive::new().interval(HEARTBEAT)).into_response()
}
