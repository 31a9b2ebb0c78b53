//! The first page: figures, what waits, the search as one types, and the stream that says when to look again.

use axum::extract::State;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::admin::lists::{BookingRow, DoctorRow, FacilityRow, UserRow};
use crate::admin::overview::{self, Results, Waiting};
use crate::app::App;
use crate::blood::donors::Donor;
use crate::booking::figures::{self, Revenue};
use crate::identity::actor::Admin;
use crate::platform::format;
use crate::platform::http::fields::{Field, Params, given};
use crate::platform::http::problem::Problem;
use crate::platform::http::{Answer, events};
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
}

/// What the whole installation earned.
#[utoipa::path(
    get, path = "/admin/api/dashboard", tag = "admin", security(("token" = [])),
    responses((status = 200, body = Answer<AdminFigures>))
)]
pub async fn admin_dashboard(_: Admin, State(app): State<App>) -> Result<Answer<AdminFigures>, Problem> {
    let all = figures::of_all(&app).await?;
    let yearly = all.yearly.into_iter().map(|(year, amount)| YearAmount { year, amount }).collect();
    let data = AdminFigures { revenue: all.revenue, yearly, sample: all.sample };
    Ok(Answer { message: String::new(), data })
}

/// Applications that wait, by category.
#[derive(Debug, Serialize, ToSchema)]
pub struct WaitingWorkers {
    #[serde(rename = "Doctor")]
    doctor: i64,
    #[serde(rename = "Hospital")]
    hospital: i64,
    #[serde(rename = "Pharmacy")]
    pharmacy: i64,
}

/// What waits for the administrator.
#[derive(Debug, Serialize, ToSchema)]
pub struct Notifications {
    pending: WaitingWorkers,
    #[serde(rename = "bloodRequests")]
    blood_requests: i64,
    messages: i64,
    total: i64,
}

impl From<Waiting> for Notifications {
    fn from(waiting: Waiting) -> Self {
        Self {
            pending: WaitingWorkers {
                doctor: waiting.doctors,
                hospital: waiting.hospitals,
                pharmacy: waiting.pharmacies,
            },
            blood_requests: waiting.blood_requests,
            messages: waiting.messages,
            total: waiting.total(),
        }
    }
}

/// What waits for the administrator.
#[utoipa::path(
    get, path = "/admin/api/notifications", tag = "admin", security(("token" = [])),
    responses((status = 200, body = Answer<Notifications>))
)]
pub async fn notifications(_: Admin, State(app): State<App>) -> Result<Answer<Notifications>, Problem> {
    let waiting = overview::count_waiting(&app).await?;
    Ok(Answer { message: String::new(), data: waiting.into() })
}

/// A stream of events named `news`: something waits or was decided, and the page asks again.
#[utoipa::path(
    get, path = "/admin/api/events", tag = "admin", security(("token" = [])),
    responses((status = 200, body = String, content_type = "text/event-stream"))
)]
pub async fn admin_events(_: Admin, State(app): State<App>) -> impl IntoResponse {
    events::stream(app.live.listen(ADMINISTRATION), "news")
}

/// One line of a search.
#[derive(Debug, Serialize, ToSchema)]
pub struct SearchResult {
    _id: String,
    title: String,
    detail: String,
}

impl From<UserRow> for SearchResult {
    fn from(row: UserRow) -> Self {
        Self { _id: row.id, title: row.username, detail: format!("{} · {}", row.email, row.phone) }
    }
}

impl From<DoctorRow> for SearchResult {
    fn from(row: DoctorRow) -> Self {
        let detail = format!("{} · {} · {}", row.doctor_id, row.specialization, row.district);
        Self { _id: row.id, title: row.full_name, detail }
    }
}

impl From<FacilityRow> for SearchResult {
    fn from(row: FacilityRow) -> Self {
        Self { _id: row.id, title: row.name, detail: format!("{} · {}", row.license_number, row.district) }
    }
}

impl From<Donor> for SearchResult {
    fn from(donor: Donor) -> Self {
        let details = donor.details;
        let detail = format!("{} · {} · {}", details.group, details.phone.as_str(), details.district);
        Self { _id: donor.id, title: details.name.as_str().into(), detail }
    }
}

impl From<BookingRow> for SearchResult {
    fn from(row: BookingRow) -> Self {
        let (day, time) = (format::spec_date(row.slot.day), row.slot.time);
        Self { _id: row.id, title: row.patient_name, detail: format!("{day} {time} · Dr. {}", row.doctor_name) }
    }
}

/// At most five of each kind.
#[derive(Debug, Serialize, ToSchema)]
pub struct SearchResults {
    users: Vec<SearchResult>,
    doctors: Vec<SearchResult>,
    hospitals: Vec<SearchResult>,
    pharmacies: Vec<SearchResult>,
    donors: Vec<SearchResult>,
    bookings: Vec<SearchResult>,
}

fn lines<T: Into<SearchResult>>(rows: Vec<T>) -> Vec<SearchResult> {
    rows.into_iter().map(T::into).collect()
}

impl From<Results> for SearchResults {
    fn from(results: Results) -> Self {
        Self {
            users: lines(results.users),
            doctors: lines(results.doctors),
            hospitals: lines(results.hospitals),
            pharmacies: lines(results.pharmacies),
            donors: lines(results.donors),
            bookings: lines(results.bookings),
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SearchQuery {
    /// Two letters or more: beginnings of words of a name (all must fit), of a number, an e-mail address or an id
    q: Option<Field>,
}

/// Look everywhere at once.
#[utoipa::path(
    get, path = "/admin/api/search", tag = "admin", security(("token" = [])), params(SearchQuery),
    responses((status = 200, body = Answer<SearchResults>))
)]
pub async fn admin_search(
    _: Admin,
    State(app): State<App>,
    Params(query): Params<SearchQuery>,
) -> Result<Answer<SearchResults>, Problem> {
    let results = overview::search(&app, given(query.q).as_deref()).await?;
    Ok(Answer { message: String::new(), data: results.into() })
}
