//! A user's registration and profile.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::service::{self, Registration};
use super::{User, find};
use crate::app::App;
use crate::identity::actor::Patient;
use crate::identity::login_change::http::{PASSWORD_FIELD, prove_change, saved_message};
use crate::identity::model::{Email, NewPassword};
use crate::identity::person::{
    Gender, Mobile, PersonName, parse_birth_date, parse_district, parse_pincode, parse_state,
};
use crate::identity::texts;
use crate::platform::format;
use crate::platform::http::address::ClientAddress;
use crate::platform::http::body::Body;
use crate::platform::http::input::{FieldErrors, Input};
use crate::platform::http::problem::{Code, Problem, ProblemBody};
use crate::platform::http::{Answer, Done};
use crate::platform::lang::{Lang, Text};

#[derive(Deserialize, ToSchema)]
pub struct RegisterRequest {
    #[serde(default)]
    #[schema(required)]
    username: Input,
    #[serde(default)]
    #[schema(required)]
    email: Input,
    #[serde(default)]
    #[schema(required)]
    phone_number: Input,
    #[serde(default)]
    #[schema(required)]
    password: Input,
}

impl RegisterRequest {
    fn parse(self, lang: Lang) -> Result<Registration, Problem> {
        let mut errors = FieldErrors::default();
        let username = errors.check("username", self.username, |text| PersonName::parse(&text));
        let email = errors.check("email", self.email, |text| Email::parse(&text));
        let phone = errors.check("phone_number", self.phone_number, |text| Mobile::parse(&text));
        let password = errors.check("password", self.password, NewPassword::parse);
        let (Some(username), Some(email), Some(phone), Some(password)) = (username, email, phone, password) else {
            return Err(errors.into());
        };
        Ok(Registration { username, email, phone, password, lang })
    }
}

#[derive(Serialize, ToSchema)]
pub struct NewUser {
    _id: String,
}

/// Register as a user. 201 on success; 200 with a message when the e-mail address is registered already.
#[utoipa::path(
    post, path = "/user/api/register", tag = "identity", request_body = RegisterRequest,
    responses(
        (status = 201, body = Answer<NewUser>),
        (status = 200, body = Done),
        (status = 422, body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn register(
    State(app): State<App>,
    lang: Lang,
    Body(request): Body<RegisterRequest>,
) -> Result<Response, Problem> {
    let registered = service::register(&app, request.parse(lang)?).await?;
    Ok(match registered {
        Some(id) => {
            let answer = Answer { message: texts::registered(lang).into(), data: NewUser { _id: id } };
            (StatusCode::CREATED, answer).into_response()
        }
        None => Done { message: texts::already_registered(lang).into() }.into_response(),
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

async fn own_user(app: &App, caller: &Patient, user_id: &str) -> Result<User, Problem> {
    caller.must_be(user_id)?;
    Ok(app.db.read(async |tx| find(tx, user_id).await).await?.ok_or(Code::NotFound)?)
}

/// A user's own profile.
#[utoipa::path(
    get, path = "/user/api/user/profile/{userId}", tag = "identity", security(("token" = [])),
    params(("userId" = String, Path)), responses((status = 200, body = Answer<UserView>))
)]
pub async fn profile(
    caller: Patient,
    State(app): State<App>,
    Path(user_id): Path<String>,
) -> Result<Answer<UserView>, Problem> {
    let user = own_user(&app, &caller, &user_id).await?;
    Ok(Answer { message: String::new(), data: user.into() })
}

/// What a profile can change. Absent fields stay; an empty one clears what may be empty.
#[derive(Clone, Deserialize, ToSchema)]
pub struct ProfileRequest {
    username: Option<Input>,
    email: Option<Input>,
    phone_number: Option<Input>,
    gender: Option<Input>,
    #[serde(rename = "DOB")]
    dob: Option<Input>,
    state: Option<Input>,
    district: Option<Input>,
    pincode: Option<Input>,
    /// Asked for when the address or the number changes
    current_password: Option<Input>,
}

impl ProfileRequest {
    fn apply(self, user: &mut User, today: jiff::civil::Date) -> Result<(), Problem> {
        let mut errors = FieldErrors::default();
        errors.change("username", self.username, &mut user.username, PersonName::parse);
        errors.change("email", self.email, &mut user.email, Email::parse);
        errors.change("phone_number", self.phone_number, &mut user.phone, Mobile::parse);
        errors.change("gender", self.gender, &mut user.gender, optional(Gender::parse));
        errors.change("DOB", self.dob, &mut user.dob, optional(|text| parse_birth_date(text, today)));
        errors.change("pincode", self.pincode, &mut user.pincode, optional(parse_pincode));
        let state_given = self.state.is_some();
        errors.change("state", self.state, &mut user.state, optional(|text| parse_state(text).map(String::from)));
        let state = user.state.clone().unwrap_or_default();
        // A state without a fitting district must not keep the old one.
        let district =
            self.district.or_else(|| state_given.then(|| Input::from(user.district.take().unwrap_or_default())));
        let district_of = |text: &str| parse_district(&state, text).map(String::from);
        errors.change("district", district, &mut user.district, optional(district_of));
        errors.or(())
    }
}

/// Reads an empty text as "nothing told".
fn optional<T>(parse: impl Fn(&str) -> Result<T, Text>) -> impl Fn(&str) -> Result<Option<T>, Text> {
    move |text| if text.trim().is_empty() { Ok(None) } else { parse(text).map(Some) }
}

/// Change a user's own profile. Another address or number needs the password; the address counts once it is confirmed.
#[utoipa::path(
    put, path = "/user/api/user/profile/{userId}", tag = "identity", security(("token" = [])),
    params(("userId" = String, Path)), request_body = ProfileRequest,
    responses(
        (status = 200, body = Answer<UserView>),
        (status = 409, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn update_profile(
    caller: Patient,
    State(app): State<App>,
    address: ClientAddress,
    lang: Lang,
    Path(user_id): Path<String>,
    Body(mut request): Body<ProfileRequest>,
) -> Result<Answer<UserView>, Problem> {
    let before = own_user(&app, &caller, &user_id).await?;
    let password = request.current_password.take();
    let today = app.clock.india().date();
    let change = move |user: &mut User| request.clone().apply(user, today);
    let mut wanted = before.clone();
    change(&mut wanted)?;
    let (old, new) = ((&before.email, &before.phone), (&wanted.email, &wanted.phone));
    let login = prove_change(&app, &caller, old, new, password, address).await?;
    let message = saved_message(lang, texts::profile_saved(lang), login.as_ref().and_then(|login| login.email()));
    let user = service::save(&app, &caller, login, change).await.map_err(|error| error.at(PASSWORD_FIELD))?;
    Ok(Answer { message, data: user.into() })
}
