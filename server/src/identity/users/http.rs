//! A user's registration and profile.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::User;
use super::service::{self, Registration};
use crate::app::App;
use crate::identity::actor::Patient;
use crate::identity::model::{Email, NewPassword};
use crate::identity::person::{
    Gender, Mobile, PersonName, parse_birth_date, parse_district, parse_pincode, parse_state,
};
use crate::identity::profiles::http::{Sent, own, save};
use crate::identity::texts;
use crate::platform::format;
use crate::platform::http::address::ClientAddress;
use crate::platform::http::body::Body;
use crate::platform::http::fields::{Field, FieldErrors, optional};
use crate::platform::http::problem::Problem;
use crate::platform::http::{Answer, Done};
use crate::platform::lang::Lang;

#[derive(Deserialize, ToSchema)]
pub struct RegisterRequest {
    username: Field,
    email: Field,
    phone_number: Field,
    password: Field,
}

impl RegisterRequest {
    fn parse(self, lang: Lang) -> Result<Registration, Problem> {
        let mut errors = FieldErrors::default();
        let username = errors.check(self.username, PersonName::parse);
        let email = errors.check(self.email, Email::parse);
        let phone = errors.check(self.phone_number, Mobile::parse);
        let password = errors.check(self.password, NewPassword::parse);
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
    post, path = "/user/api/register", tag = "identity", request_body = RegisterRequest,
    responses((status = 201, body = Answer<NewUser>), (status = 200, body = Done))
)]
pub async fn register(
    State(app): State<App>,
    lang: Lang,
    Body(request): Body<RegisterRequest>,
) -> Result<Response, Problem> {
    let registered = service::register(&app, request.parse(lang)?).await?;
    Ok(match registered {
        Some(id) => {
            let answer = Answer { message: texts::REGISTERED.in_lang(lang).into(), data: NewUser { _id: id } };
            (StatusCode::CREATED, answer).into_response()
        }
        None => Done { message: texts::ALREADY_REGISTERED.in_lang(lang).into() }.into_response(),
    })
}

/// A user as their own pages and the administrator see them.
#[derive(Serialize, ToSchema)]
pub struct UserView {
    _id: String,
    username: String,
    email: String,
    phone_number: String,
    #[serde(rename = "accountCreatedDate")]
    account_created_date: String,
    #[serde(rename = "isDeleted")]
    is_deleted: bool,
    gender: Option<&'static str>,
    #[serde(rename = "DOB")]
    dob: Option<String>,
    state: Option<String>,
    district: Option<String>,
    pincode: Option<String>,
}

impl From<User> for UserView {
    fn from(user: User) -> Self {
        Self {
            _id: user.id,
            username: user.username.as_str().into(),
            email: user.email.as_str().into(),
            phone_number: user.phone.as_str().into(),
            account_created_date: format::rfc3339(user.created_at),
            is_deleted: user.blocked,
            gender: user.gender.map(Gender::as_str),
            dob: user.dob.map(|day| day.to_string()),
            state: user.state,
            district: user.district,
            pincode: user.pincode,
        }
    }
}

/// A user's own profile.
#[utoipa::path(
    get, path = "/user/api/user/profile/{userId}", tag = "identity", security(("token" = [])),
    params(("userId" = String, Path)), responses((status = 200, body = Answer<UserView>))
)]
pub async fn profile(caller: Patient, State(app): State<App>) -> Result<Answer<UserView>, Problem> {
    let user: User = own(&app, &caller).await?;
    Ok(Answer { message: String::new(), data: user.into() })
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
}

impl ProfileRequest {
    fn apply(self, user: &mut User, today: jiff::civil::Date) -> Result<(), Problem> {
        let mut errors = FieldErrors::default();
        errors.change(self.username, &mut user.username, PersonName::parse);
        errors.change(self.email, &mut user.email, Email::parse);
        errors.change(self.phone_number, &mut user.phone, Mobile::parse);
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
#[utoipa::path(
    put, path = "/user/api/user/profile/{userId}", tag = "identity", security(("token" = [])),
    params(("userId" = String, Path)), request_body = ProfileRequest,
    responses((status = 200, body = Answer<UserView>), (status = 409), (status = 429))
)]
pub async fn update_profile(
    caller: Patient,
    State(app): State<App>,
    address: ClientAddress,
    lang: Lang,
    Body(mut request): Body<ProfileRequest>,
) -> Result<Answer<UserView>, Problem> {
    let before = own(&app, &caller).await?;
    let password = request.current_password.take();
    let sent = Sent { password, photo: None, email: None, address, lang };
    let today = app.clock.india().date();
    let change = move |user: &mut User| request.clone().apply(user, today);
    save(&app, &caller, &before, sent, change, async |_, user| Ok(UserView::from(user))).await
}
