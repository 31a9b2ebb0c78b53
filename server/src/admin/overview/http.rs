//! The first page: figures, what waits, the search as one types, and the stream that says when to look again.

use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::model::{Notifications, SearchResults};
use super::service;
use crate::app::App;
use crate::booking::figures::{self, Revenue};
use crate::identity::callers::Admin;
use crate::identity::second_factor;
use crate::platform::http::{Answer, Field, Params, Result, given};
use crate::platform::live::ADMINISTRATION;

/// What a year earned.
#[derive(Debug, Serialize, ToSchema)]
pub struct YearAmount {
    year: i16,
    amount: i64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct AdminFigures {
    /// Fees of approved visits, up to now
    revenue: Revenue,
    /// This year and the two before it
    yearly: Vec<YearAmount>,
    /// Whether no visit was ever approved
    sample: bool,
    /// How many administrators sign in with a password alone; 0 where a second factor is demanded
    #[serde(rename = "adminsWithoutSecondFactor")]
    admins_without_second_factor: i64,
}

/// What the whole installation earned.
#[utoipa::path(get, path = "/admin/api/dashboard")]
pub async fn admin_dashboard(_: Admin, app: App) -> Result<Answer<AdminFigures>> {
    let all = figures::of_all(&app).await?;
    let yearly = all.yearly.into_iter().map(|(year, amount)| YearAmount { year, amount }).collect();
    let admins_without_second_factor = second_factor::count_admins_without(&app).await?;
    let data = AdminFigures { revenue: all.revenue, yearly, sample: all.sample, admins_without_second_factor };
    Ok(Answer::of(data))
}

/// What waits for the administrator.
#[utoipa::path(get, path = "/admin/api/notifications")]
pub async fn notifications(_: Admin, app: App) -> Result<Answer<Notifications>> {
    Ok(Answer::of(service::count_waiting(&app).await?))
}

/// A stream of events named `news`: something waits or was decided, and the page asks again. It ends with the session;
/// an event named `session` says before that it will, and whether any use prolongs it.
#[utoipa::path(
    get, path = "/admin/api/events",
    responses((status = 200, body = String, content_type = "text/event-stream"), (status = 429))
)]
pub async fn admin_events(caller: Admin, app: App) -> Result<Response> {
    caller.follow(&app, ADMINISTRATION, "news")
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SearchQuery {
    /// Two letters or more: beginnings of words of a name (all must fit), of a number, an e-mail address or an id
    q: Option<Field>,
}

/// Look everywhere at once.
#[utoipa::path(get, path = "/admin/api/search")]
pub async fn admin_search(_: Admin, app: App, Params(query): Params<SearchQuery>) -> Result<Answer<SearchResults>> {
    let data = service::search(&app, given(query.q).as_deref()).await?;
    Ok(Answer::of(data))
}
