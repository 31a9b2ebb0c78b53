//! Shared by the profile handlers of all roles.

use super::{OwnProfile, service};
use crate::app::App;
use crate::identity::callers::{Caller, SignedOut};
use crate::identity::contact_change::ContactChange;
use crate::identity::credentials::http::{FirstFactorFields, PASSWORD_FIELD};
use crate::identity::second_factor::TypedCode;
use crate::identity::{Error, FirstFactor, StepUp, texts};
use crate::platform::db::{self, Tx};
use crate::platform::http::{Answer, ClientAddress, Code, Field, FieldErrors, Photo, Problem, Result};
use crate::platform::lang::Lang;

pub async fn own<P: OwnProfile>(app: &App, caller: &Caller) -> Result<P> {
    Ok(app.db.read(async |tx| P::find(tx, &caller.id).await).await?.ok_or(SignedOut)?)
}

/// What a profile form sends besides the fields of the profile.
pub struct ProfileUpdate {
    /// Needed when the address or the number changes.
    pub password: Option<Field>,
    /// Of a code to the own number, which takes the place of the password where there is none.
    pub challenge: Option<Field>,
    /// That code, or the one that is needed with the password where a second factor is set up.
    pub code: Option<Field>,
    pub photo: Option<Photo>,
    /// The form's field for the address: a taken one is reported there.
    pub email: &'static str,
    pub address: ClientAddress,
    pub lang: Lang,
}

/// Changes the caller's profile. The form is first applied to a copy, so that invalid fields are refused before the password is checked and
/// the photo stored. Returns what `conclude` makes of the saved profile in the same transaction.
pub async fn save<P: OwnProfile, T: Send + 'static>(
    app: &App,
    caller: &Caller,
    before: &P,
    sent: ProfileUpdate,
    change: impl Fn(&mut P) -> Result<(), Problem> + Send + 'static,
    conclude: impl AsyncFnOnce(&mut Tx<'_>, P) -> db::Result<T> + Send + 'static,
) -> Result<Answer<T>> {
    let mut wanted = before.clone();
    change(&mut wanted)?;
    let mut errors = FieldErrors::default();
    let first = FirstFactorFields { password: sent.password, challenge: sent.challenge, code: sent.code.clone() };
    let first = first.read(&mut errors);
    let code = match &first {
        Some(FirstFactor::Password(_)) => errors.optional(sent.code, TypedCode::parse),
        _ => Some(None),
    };
    let step_up = errors.all(|| Some(StepUp { first: first?, code: code?, address: sent.address }))?;
    let refused = |error| match error {
        Error::EmailTaken => Problem::at(Code::AlreadyRegistered, sent.email, texts::ALREADY_REGISTERED),
        error => error.at(PASSWORD_FIELD),
    };
    let login = match ContactChange::between(before.login(), wanted.login()) {
        Some(login) => Some(login.prove(app, caller, step_up).await.map_err(refused)?),
        None => None,
    };
    let mut message = texts::PROFILE_SAVED.in_lang(sent.lang).to_owned();
    if let Some(email) = login.as_ref().and_then(|login| login.email()) {
        let is_first = before.login().0.as_str().is_empty();
        let link_sent = if is_first { texts::first_link_sent } else { texts::link_sent };
        message = format!("{message} {}", link_sent(sent.lang, email.as_str()));
    }
    let image = match sent.photo.and_then(|photo| photo.0) {
        Some(photo) => Some(app.photos.accept(photo).await?.to_string()),
        None => None,
    };
    let change = move |profile: &mut P| {
        if let Some(image) = image {
            profile.set_image(image);
        }
        change(profile).map_err(Error::Refused)
    };
    let saved = Box::pin(service::save(app, caller, login, change, conclude));
    Ok(Answer { message, data: saved.await.map_err(refused)? })
}
