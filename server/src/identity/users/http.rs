//! A user's registration and profile.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::User;
use super::service::{self, Registration};
use crate::app::App;
use crate::identity::callers::Patient;
use crate::identity::model::Email;
use crate::identity::passwords::{NewPassword, Owner};
use crate::identity::person::{
    Gender, Mobile, PersonName, parse_birth_date, parse_district, parse_pincode, parse_state,
};
use crate::identity::profiles::http::{ProfileUpdate, own, save};
use crate::identity::texts;
use crate::platform::http::{Answer, Body, ClientAddress, Done, Field, FieldErrors, Result, optional};
use crate::platform::lang::Lang;

#[derive(Deserialize, ToSchema)]
pub struct RegisterRequest {
    username: Field,
    email: Field,
    phone_number: Field,
    password: Field,
}

impl RegisterRequest {
    fn parse(self, lang: Lang) -> Result<Registration> {
        let mut errors = FieldErrors::default();
        let username = errors.check(self.username, PersonName::parse);
        let email = errors.check(self.email, Email::parse);
        let phone = errors.check(self.phone_number, Mobile::parse);
        let owner = Owner::from_form(username.as_ref(), email.as_ref(), phone.as_ref());
        let password = errors.check(self.password, |text| NewPassword::parse(text, &owner));
        errors
            .all(|| Some(Registration { username: username?, email: email?, phone: phone?, password: password?, lang }))
    }
}

#[derive(Serialize, ToSchema)]
pub struct NewUser {
    _id: String,
}

/// Register as a user. 201 on success; 200 with a message when the e-mail address is registered already.
#[utoipa::path(
    post, path = "/user/api/register", responses((status = 201, body = Answer<NewUser>), (status = 200, body = Done))
)]
pub async fn register(app: App, lang: Lang, Body(request): Body<RegisterRequest>) -> Result<Response> {
    let registered = service::register(&app, request.parse(lang)?).await?;
    Ok(match registered {
        Some(id) => {
            let answer: Answer<NewUser> = Answer::saying(texts::REGISTERED, lang, NewUser { _id: id });
            (StatusCode::CREATED, answer).into_response()
        }
        None => Done::saying(texts::ALREADY_REGISTERED, lang).into_response(),
    })
}

/// A user's own profile.
#[utoipa::path(get, path = "/user/api/user/profile/{userId}")]
pub async fn profile(caller: Patient, app: App) -> Result<Answer<User>> {
    Ok(Answer::of(own::<User>(&app, &caller).await?))
}

/// What a profile can change. Absent fields stay; an empty one clears what may be empty.
#[derive(Clone, Deserialize, ToSchema)]
pub struct ProfileRequest {
    username: Option<Field>,
    email: Option<Field>,
    phone_number: Option<Field>,
    gender: Option<Field>,
    #[serde(rename = "DOB")]
    dob: Option<Field>,
    state: Option<Field>,
    district: Option<Field>,
    pincode: Option<Field>,
    /// Asked for when the address or the number changes
    current_password: Option<Field>,
    /// Instead of the password, of an account without a password or without an address: what came when a code to the own number was
    /// asked for
    challenge: Option<Field>,
    /// The six digits of that message
    code: Option<Field>,
}

impl ProfileRequest {
    fn apply(self, user: &mut User, today: jiff::civil::Date) -> Result<()> {
        let mut errors = FieldErrors::default();
        errors.change(self.username, &mut user.username, PersonName::parse);
        // A form that shows that there is none sends it back empty.
        let is_none = |field: &Field, own: &str| field.is_blank() && own.is_empty();
        let email = self.email.filter(|field| !is_none(field, user.email.as_str()));
        let phone = self.phone_number.filter(|field| !is_none(field, user.phone.as_str()));
        errors.change(email, &mut user.email, Email::parse);
        errors.change(phone, &mut user.phone, Mobile::parse);
        errors.change(self.gender, &mut user.gender, optional(Gender::parse));
        errors.change(self.dob, &mut user.dob, optional(|text| parse_birth_date(text, today)));
        errors.change(self.pincode, &mut user.pincode, optional(parse_pincode));
        let state_given = self.state.is_some();
        errors.change(self.state, &mut user.state, optional(|text| parse_state(text).map(String::from)));
        let state = user.state.clone().unwrap_or_default();
        // A state without a fitting district must not keep the old one.
        let kept = || Field::new("district", user.district.clone().unwrap_or_default());
        let district = self.district.or_else(|| state_given.then(kept));
        let district_of = |text: &str| parse_district(&state, text).map(String::from);
        errors.change(district, &mut user.district, optional(district_of));
        errors.or(())
    }
}

/// Change a user's own profile. Another address or number needs the password; the address counts once it is confirmed.
#[utoipa::path(put, path = "/user/api/user/profile/{userId}", responses((status = 409), (status = 429)))]
pub async fn update_profile(
    caller: Patient,
    app: App,
    address: ClientAddress,
    lang: Lang,
    Body(mut request): Body<ProfileRequest>,
) -> Result<Answer<User>> {
    let before = own(&app, &caller).await?;
    let (password, challenge) = (request.current_password.take(), request.challenge.take());
    let code = request.code.take();
    let sent = ProfileUpdate { password, challenge, code, photo: None, email: "email", address, lang };
    let today = app.clock.india().date();
    let change = move |user: &mut User| request.clone().apply(user, today);
    Box::pin(save(&app, &caller, &before, sent, change, async |_, user| Ok(user))).await
}
