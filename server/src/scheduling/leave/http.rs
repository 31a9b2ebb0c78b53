//! A doctor's leave over HTTP: how it is shown, read and taken back.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use axum::extract::Path;
use jiff::Span;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::service::{self, LeaveTime};
use crate::app::App;
use crate::directory::schedule::http::check_both;
use crate::directory::{self, DayTime, Leave};
use crate::identity::callers::Doctor;
use crate::platform::http::{Code, Done, Field, FieldErrors, Result};
use crate::platform::lang::Lang;
use crate::scheduling::http::parse_day;
use crate::scheduling::texts;

#[derive(Debug, Serialize, ToSchema)]
pub struct LeaveView {
    _id: String,
    /// As in `2024-01-05`
    from: String,
    to: String,
    /// Only from this time of each day on; `null` is the whole day
    startTime: Option<String>,
    endTime: Option<String>,
    note: String,
}

impl From<Leave> for LeaveView {
    fn from(leave: Leave) -> Self {
        let (startTime, endTime) = leave.hours.map(|(from, to)| (from.to_string(), to.to_string())).unzip();
        let (from, to) = (leave.first.to_string(), leave.last.to_string());
        Self { _id: leave.id, from, to, startTime, endTime, note: leave.note }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DaysQuery {
    /// As in `2024-01-05`
    pub from: Field,
    /// The last day, included; the first without it
    pub to: Option<Field>,
    /// Only from this time of each day on
    pub startTime: Option<Field>,
    pub endTime: Option<Field>,
}

/// Days, both included, that are not over and not more than a year, and the hours of each of them.
pub fn parse_leave(
    errors: &mut FieldErrors,
    (from, to): (Field, Option<Field>),
    (start, end): (Option<Field>, Option<Field>),
    today: Date,
) -> Option<LeaveTime> {
    let (start, end) = (errors.optional(start, DayTime::parse), errors.optional(end, DayTime::parse));
    let hours = check_both(errors, (start.flatten(), end.flatten()), ("endTime", directory::texts::HOURS_INCOMPLETE));
    if hours.is_some_and(|(start, end)| start == end) {
        errors.add("endTime", directory::texts::END_BEFORE_START);
    }
    let (first, last) = (errors.check(from, parse_day), errors.optional(to, parse_day));
    let first = first?;
    let last = last?.unwrap_or(first);
    let latest = first.checked_add(Span::new().years(1)).unwrap_or(first);
    let wrong =
        [(last < first, texts::LEAVE_ORDER), (last < today, texts::LEAVE_PAST), (last > latest, texts::LEAVE_LONG)];
    if let Some((_, text)) = wrong.into_iter().find(|(is_wrong, _)| *is_wrong) {
        errors.add("to", text);
    }
    Some(LeaveTime { first, last, hours })
}

/// Take leave back: its slots are free again.
#[utoipa::path(delete, path = "/user/api/doctor/leave/{docId}/{leaveId}")]
pub async fn remove_leave(
    caller: Doctor,
    app: App,
    lang: Lang,
    Path((_own, leave_id)): Path<(String, String)>,
) -> Result<Done> {
    if !service::remove_leave(&app, &caller, leave_id).await? {
        return Err(Code::NotFound.into());
    }
    Ok(Done::saying(texts::LEAVE_REMOVED, lang))
}
