//! Tells a doctor's open pages that a booking came or changed.

use axum::extract::{Path, State};
use axum::response::IntoResponse;

use crate::app::App;
use crate::booking::service::topic;
use crate::identity::callers::Doctor;
use crate::platform::http::events;
use crate::platform::http::problem::Problem;

/// A stream of events named `bookings`: the doctor's appointments changed, and the page asks for them again.
#[utoipa::path(
    get, path = "/user/api/doctor/events/{docId}", tag = "practice", security(("token" = [])),
    params(("docId" = String, Path)), responses((status = 200, body = String, content_type = "text/event-stream"))
)]
pub async fn events(
    caller: Doctor,
    State(app): State<App>,
    Path(doctor_id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    caller.must_be(&doctor_id)?;
    Ok(events::stream(app.live.listen(topic(&doctor_id)), "bookings"))
}
