//! The calls about users.

use axum::extract::Path;
use axum::response::Response;
use futures::stream;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::model::{AdminUserDetails, Blocking, UserOrder};
use super::{AdminUser, service};
use crate::admin::bookings::Coming;
use crate::admin::people::Typed;
use crate::admin::texts;
use crate::app::App;
use crate::identity::callers::Admin;
use crate::identity::step_up::http::StepUpRequest;
use crate::platform::csv;
use crate::platform::http::reason::parse_reason;
use crate::platform::http::{
    Answer, Body, ClientAddress, Code, Field, FieldErrors, OptionalBody, Page, Paging, Params, Result, filter, given,
};
use crate::platform::lang::{Lang, Text};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct UsersQuery {
    /// Beginnings of words of the name (all must fit), of the e-mail address, of the number or of the id; of each at most
    /// 5,000 are found
    q: Option<Field>,
    /// newest (the default), oldest or name
    sort: Option<Field>,
}

fn parse_order(text: &str) -> Result<UserOrder, Text> {
    match text.trim() {
        "newest" => Ok(UserOrder::Newest),
        "oldest" => Ok(UserOrder::Oldest),
        "name" => Ok(UserOrder::Name),
        _ => Err(texts::SORT_WRONG),
    }
}

/// The users, blocked ones included.
#[utoipa::path(get, path = "/admin/api/userdata")]
pub async fn all_users(
    _: Admin,
    app: App,
    Params(query): Params<UsersQuery>,
    paging: Paging,
) -> Result<Page<AdminUser>> {
    let order = filter(query.sort, parse_order)?.unwrap_or_default();
    let typed = Typed::parse(given(query.q).as_deref());
    Ok(service::list(&app, typed, order, paging).await?)
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ExportQuery {
    /// As in the list
    q: Option<Field>,
}

/// All users, or those of a search, as a table for spreadsheets. Asks for the own password and second factor.
#[utoipa::path(
    post, path = "/admin/api/users/export",
    responses((status = 200, body = String, content_type = "text/csv"), (status = 429))
)]
pub async fn export_users(
    caller: Admin,
    app: App,
    address: ClientAddress,
    lang: Lang,
    Params(query): Params<ExportQuery>,
    Body(request): Body<StepUpRequest>,
) -> Result<Response> {
    request.prove_export(&app, &caller, address, "users").await?;
    let header: [Text; 5] =
        [texts::COLUMN_NAME, texts::COLUMN_EMAIL, texts::COLUMN_PHONE, texts::COLUMN_CREATED, texts::COLUMN_BLOCKED];
    let first = (app, Typed::parse(given(query.q).as_deref()), Some(String::new()));
    let pages = stream::try_unfold(first, async |(app, typed, after)| {
        let Some(after) = after else { return Ok(None) };
        let rows = service::export_page(&app, typed.clone(), after).await?;
        let next = rows.last().map(|row| row.id.clone());
        Ok::<_, crate::platform::db::Error>(Some((rows, (app, typed, next))))
    });
    let pages =
        futures::TryStreamExt::map_ok(pages, move |rows| rows.into_iter().map(|row| cells(row, lang)).collect());
    Ok(csv::download("users.csv", &header.map(|text| text.in_lang(lang)), pages))
}

fn cells(user: AdminUser, lang: Lang) -> Vec<String> {
    let blocked = if user.blocked { texts::YES } else { texts::NO };
    vec![user.username, user.email, user.phone_number, user.created_at.day(), blocked.in_lang(lang).into()]
}

/// Everything about a user.
#[utoipa::path(get, path = "/admin/api/users/{id}")]
pub async fn user_details(_: Admin, app: App, Path(id): Path<String>) -> Result<Answer<AdminUserDetails>> {
    let data = service::find(&app, &id).await?.ok_or(Code::NotFound)?;
    Ok(Answer::of(data))
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
#[utoipa::path(patch, path = "/admin/api/blockandunblock/{id}")]
pub async fn block_user(
    caller: Admin,
    app: App,
    lang: Lang,
    Path(user_id): Path<String>,
    OptionalBody(request): OptionalBody<BlockRequest>,
) -> Result<Answer<Blocked>> {
    let mut errors = FieldErrors::default();
    let reason = errors.optional(request.reason, parse_reason);
    let coming = errors.optional(request.bookings, Coming::parse);
    let wanted = errors.flag(request.is_deleted);
    let (reason, coming) = errors.all(|| Some((reason?, coming?.unwrap_or_default())))?;
    let blocking = Blocking { user_id, wanted, reason, coming };
    let is_deleted = service::block(&app, &caller, blocking).await?.ok_or(Code::NotFound)?;
    let text = if is_deleted { texts::BLOCKED } else { texts::UNBLOCKED };
    Ok(Answer::saying(text, lang, Blocked { is_deleted }))
}
