//! Users: the list, the table for spreadsheets, each of them, and who is kept out.

use axum::extract::{Path, State};
use axum::response::Response;
use futures::stream;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::audit::AuditRow;
use super::parse_coming;
use crate::admin::lists::{self, BookingRow, Sort, UserRow};
use crate::admin::sought::Sought;
use crate::admin::texts;
use crate::admin::users::{self, Blocking, Coming, Details};
use crate::app::App;
use crate::identity::callers::Admin;
use crate::identity::users::User;
use crate::platform::format::rfc3339;
use crate::platform::http::Answer;
use crate::platform::http::body::OptionalBody;
use crate::platform::http::fields::{Field, FieldErrors, Params, given};
use crate::platform::http::paging::{Page, Paging};
use crate::platform::http::problem::{Code, Problem};
use crate::platform::http::reason::parse_reason;
use crate::platform::lang::{Lang, Text};
use crate::platform::{csv, format};

/// A user, in the list and alone.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminUser {
    _id: String,
    username: String,
    email: String,
    phone_number: String,
    #[serde(rename = "accountCreatedDate")]
    account_created_date: String,
    /// Whether the user is blocked
    #[serde(rename = "isDeleted")]
    is_deleted: bool,
    gender: Option<String>,
    /// `YYYY-MM-DD`
    #[serde(rename = "DOB")]
    dob: Option<String>,
    state: Option<String>,
    district: Option<String>,
    pincode: Option<String>,
}

impl From<UserRow> for AdminUser {
    fn from(row: UserRow) -> Self {
        Self {
            _id: row.id,
            username: row.username,
            email: row.email,
            phone_number: row.phone,
            account_created_date: rfc3339(row.created_at),
            is_deleted: row.blocked,
            gender: row.gender,
            dob: row.dob,
            state: row.state,
            district: row.district,
            pincode: row.pincode,
        }
    }
}

impl From<User> for AdminUser {
    fn from(user: User) -> Self {
        Self {
            _id: user.id,
            username: user.username.as_str().into(),
            email: user.email.as_str().into(),
            phone_number: user.phone.as_str().into(),
            account_created_date: rfc3339(user.created_at),
            is_deleted: user.blocked,
            gender: user.gender.map(|gender| gender.as_str().into()),
            dob: user.dob.map(|day| day.to_string()),
            state: user.state,
            district: user.district,
            pincode: user.pincode,
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct UsersQuery {
    /// Beginnings of words of the name (all must fit), of the e-mail address, of the number or of the id; of each at most
    /// 5,000 are found
    q: Option<Field>,
    /// newest (the default), oldest or name
    sort: Option<Field>,
}

fn parse_sort(text: &str) -> Result<Sort, Text> {
    match text.trim() {
        "newest" => Ok(Sort::Newest),
        "oldest" => Ok(Sort::Oldest),
        "name" => Ok(Sort::Name),
        _ => Err(texts::SORT_WRONG),
    }
}

/// The users, blocked ones included.
#[utoipa::path(
    get, path = "/admin/api/userdata", tag = "admin", security(("token" = [])), params(UsersQuery, Paging),
    responses((status = 200, body = Page<AdminUser>))
)]
pub async fn all_users(
    _: Admin,
    State(app): State<App>,
    Params(query): Params<UsersQuery>,
    paging: Paging,
) -> Result<Page<AdminUser>, Problem> {
    let mut errors = FieldErrors::default();
    let sort = errors.filter(query.sort, parse_sort);
    let sort = errors.all(|| sort)?.unwrap_or(Sort::Newest);
    let sought = Sought::parse(given(query.q).as_deref());
    Ok(lists::users(&app, sought.as_ref(), sort, paging.part()).await?.map(AdminUser::from))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ExportQuery {
    /// As in the list
    q: Option<Field>,
}

/// All users, or those of a search, as a table for spreadsheets.
#[utoipa::path(
    get, path = "/admin/api/users/export", tag = "admin", security(("token" = [])), params(ExportQuery),
    responses((status = 200, body = String, content_type = "text/csv"))
)]
pub async fn export_users(
    _: Admin,
    State(app): State<App>,
    lang: Lang,
    Params(query): Params<ExportQuery>,
) -> Result<Response, Problem> {
    let header: [Text; 5] =
        [texts::COLUMN_NAME, texts::COLUMN_EMAIL, texts::COLUMN_PHONE, texts::COLUMN_CREATED, texts::COLUMN_BLOCKED];
    let first = (app, Sought::parse(given(query.q).as_deref()), Some(String::new()));
    let pages = stream::try_unfold(first, async |(app, sought, after)| {
        let Some(after) = after else { return Ok(None) };
        let rows = users::export_page(&app, sought.clone(), after).await?;
        let next = rows.last().map(|row| row.id.clone());
        Ok::<_, crate::platform::db::Error>(Some((rows, (app, sought, next))))
    });
    let pages =
        futures::TryStreamExt::map_ok(pages, move |rows| rows.into_iter().map(|row| cells(row, lang)).collect());
    Ok(csv::download("users.csv", &header.map(|text| text.in_lang(lang)), pages))
}

fn cells(row: UserRow, lang: Lang) -> Vec<String> {
    let blocked = if row.blocked { texts::YES.in_lang(lang) } else { texts::NO.in_lang(lang) };
    vec![row.username, row.email, row.phone, india_day(row.created_at), blocked.into()]
}

/// `2024-01-05`, by India's clock.
fn india_day(millis: i64) -> String {
    jiff::Timestamp::from_millisecond(millis)
        .map_or_else(|_| String::new(), |at| at.to_zoned(crate::platform::clock::india()).date().to_string())
}

/// A user with what an administrator wants to know before deciding about them.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminUserDetails {
    #[serde(flatten)]
    user: AdminUser,
    bookings: UserBookings,
    /// What was done to the user, the latest first
    audit: Vec<AuditRow>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct UserBookings {
    /// All that the user ever made
    total: i64,
    coming: Vec<UserVisit>,
}

/// A visit that has not started.
#[derive(Debug, Serialize, ToSchema)]
pub struct UserVisit {
    _id: String,
    /// The doctor's name
    doctor: String,
    patient_name: String,
    date: String,
    time: String,
    #[serde(rename = "startsAt")]
    starts_at: String,
    status: &'static str,
}

impl From<BookingRow> for UserVisit {
    fn from(row: BookingRow) -> Self {
        Self {
            date: format::spec_date(row.slot.day),
            time: row.slot.time.to_string(),
            starts_at: row.slot.rfc3339(),
            status: row.status.as_str(),
            _id: row.id,
            doctor: row.doctor_name,
            patient_name: row.patient_name,
        }
    }
}

impl From<Details> for AdminUserDetails {
    fn from(details: Details) -> Self {
        let coming = details.coming.into_iter().map(UserVisit::from).collect();
        Self {
            user: details.user.into(),
            bookings: UserBookings { total: details.bookings, coming },
            audit: details.deeds.into_iter().map(AuditRow::from).collect(),
        }
    }
}

/// Everything about a user.
#[utoipa::path(
    get, path = "/admin/api/users/{id}", tag = "admin", security(("token" = [])), params(("id" = String, Path)),
    responses((status = 200, body = Answer<AdminUserDetails>))
)]
pub async fn user_details(
    _: Admin,
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Answer<AdminUserDetails>, Problem> {
    let details = users::find(&app, &id).await?.ok_or(Code::NotFound)?;
    Ok(Answer { message: String::new(), data: details.into() })
}

#[derive(Deserialize, ToSchema)]
pub struct BlockRequest {
    /// Why, in a sentence; whose bookings are cancelled read it too
    reason: Option<Field>,
    /// What becomes of coming bookings: keep (the default) or cancel
    bookings: Option<Field>,
    /// The state that is wanted; without it, the other one than now
    #[serde(rename = "isDeleted")]
    #[schema(value_type = Option<bool>)]
    is_deleted: Option<Field>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Blocked {
    #[serde(rename = "isDeleted")]
    is_deleted: bool,
}

/// Block a user, or let a blocked one in again. A block ends every session at once.
#[utoipa::path(
    patch, path = "/admin/api/blockandunblock/{id}", tag = "admin", security(("token" = [])),
    params(("id" = String, Path)), request_body = Option<BlockRequest>,
    responses((status = 200, body = Answer<Blocked>))
)]
pub async fn block_user(
    caller: Admin,
    State(app): State<App>,
    lang: Lang,
    Path(user_id): Path<String>,
    OptionalBody(request): OptionalBody<BlockRequest>,
) -> Result<Answer<Blocked>, Problem> {
    let mut errors = FieldErrors::default();
    let reason = errors.optional(request.reason, parse_reason);
    let coming = errors.optional(request.bookings, parse_coming);
    let wanted = errors.flag(request.is_deleted);
    let (reason, coming) = errors.all(|| Some((reason?, coming?.unwrap_or(Coming::Keep))))?;
    let blocking = Blocking { user_id, wanted, reason, coming };
    let is_deleted = users::block(&app, &caller, blocking).await?.ok_or(Code::NotFound)?;
    let text = if is_deleted { texts::BLOCKED } else { texts::UNBLOCKED };
    Ok(Answer { message: text.in_lang(lang).into(), data: Blocked { is_deleted } })
}
