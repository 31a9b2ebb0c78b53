//! Tells a doctor's open pages that a booking came or changed.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures::{Stream, StreamExt, stream};

use crate::app::App;
use crate::booking::service::topic;
use crate::identity::actor::Doctor;
use crate::platform::http::problem::Problem;
use crate::platform::live::Heard;

/// Shorter than any proxy's patience.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// A stream of events named `bookings`: the doctor's appointments changed, and the page asks for them again.
#[utoipa::path(
    get, path = "/user/api/doctor/events/{docId}", tag = "practice", security(("token" = [])),
    params(("docId" = String, Path)), responses((status = 200, body = String, content_type = "text/event-stream"))
)]
pub async fn events(
    caller: Doctor,
    State(app): State<App>,
    Path(doctor_id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    caller.must_be(&doctor_id)?;
    let listener = app.live.listen(topic(&doctor_id));
    let changes = stream::unfold(listener, async |mut listener| match listener.next().await {
        Heard::Changed => Some((Ok(Event::default().event("bookings").data("{}")), listener)),
        Heard::Ended => None,
    });
    // The first line goes at once, so that the page knows that it is heard.
    let opened = stream::once(async { Ok(Event::default().comment("open")) });
    Ok(Sse::new(opened.chain(changes)).keep_alive(KeepAlive::new().interval(HEARTBEAT)))
}
