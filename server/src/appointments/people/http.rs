//! HTTP handlers of the people that a user books for.

use axum::extract::Path;
use jiff::Timestamp;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Details, Person, service};
use crate::app::App;
use crate::appointments::texts;
use crate::identity::callers::Patient;
use crate::identity::person::{Mobile, PersonName};
use crate::platform::http::{Answer, Body, Created, Done, Field, FieldErrors, Result, Rows};
use crate::platform::lang::Lang;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonRequest {
    name: Field,
    phone_number: Field,
    /// Whether the person is under 18; then `guardian` is needed
    #[schema(value_type = Option<bool>)]
    under18: Option<Field>,
    /// That the user is the parent or guardian of a person under 18
    #[schema(value_type = Option<bool>)]
    guardian: Option<Field>,
}

impl PersonRequest {
    fn parse(self, now: Timestamp) -> Result<Details> {
        let mut errors = FieldErrors::default();
        let name = errors.check(self.name, PersonName::parse);
        let phone = errors.check(self.phone_number, Mobile::parse);
        let under18 = errors.flag(self.under18);
        let is_guardian = errors.flag(self.guardian).unwrap_or(false);
        if under18 == Some(true) && !is_guardian {
            errors.add("guardian", texts::GUARDIAN_MISSING);
        }
        // Clients of before do not say how old the person is.
        let guardian_at = (is_guardian && under18 != Some(false)).then_some(now);
        errors.all(|| Some(Details { name: name?, phone: phone?, guardian_at }))
    }
}

/// The people whom a user books for.
#[utoipa::path(get, path = "/user/api/user/people/{userId}")]
pub async fn own_people(caller: Patient, app: App) -> Result<Rows<Person>> {
    Ok(Rows::of(service::list(&app, &caller).await?))
}

/// Save somebody whom the user books for, up to 20. Sent again, it answers with the person that it saved.
#[utoipa::path(post, path = "/user/api/user/people/{userId}", responses((status = 409)))]
pub async fn add_person(
    caller: Patient,
    app: App,
    lang: Lang,
    Body(request): Body<PersonRequest>,
) -> Result<Created<Answer<Person>>> {
    let added = service::add(&app, &caller, request.parse(app.clock.now())?).await?;
    Ok(Created(Answer::saying(texts::PERSON_SAVED, lang, added)))
}

/// Change somebody whom the user books for: what is left out is emptied. Their bookings stay as they are.
#[utoipa::path(put, path = "/user/api/user/people/{userId}/{id}")]
pub async fn update_person(
    caller: Patient,
    app: App,
    lang: Lang,
    Path((_own, id)): Path<(String, String)>,
    Body(request): Body<PersonRequest>,
) -> Result<Answer<Person>> {
    let changed = service::change(&app, &caller, id, request.parse(app.clock.now())?).await?;
    Ok(Answer::saying(texts::PERSON_SAVED, lang, changed))
}

/// Remove somebody whom the user books for. Their bookings stay as they are.
#[utoipa::path(delete, path = "/user/api/user/people/{userId}/{id}")]
pub async fn remove_person(
    caller: Patient,
    app: App,
    lang: Lang,
    Path((_own, id)): Path<(String, String)>,
) -> Result<Done> {
    service::remove(&app, &caller, id).await?;
    Ok(Done::saying(texts::PERSON_REMOVED, lang))
}
