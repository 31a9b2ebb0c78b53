//! How workers come to the directory: they apply, and the administrator lets them in or not.

use axum::body::Bytes;

use super::facilities::{self, Category, Facility, NewFacility};
use super::mails::{self, Verdict};
use super::model::{NewDoctor, Profile};
use super::store;
use crate::app::App;
use crate::identity::callers::{Admin, Hold, SignedOut};
use crate::identity::person::Mobile;
use crate::identity::{self, AccountState, Email, NewAccount, NewPassword, Role};
use crate::platform::audit::Subject;
use crate::platform::db::{self, Tx};
use crate::platform::lang::Lang;
use crate::platform::list::{Page, Part};
use crate::platform::live::ADMINISTRATION;
use crate::platform::outbox;
use crate::platform::photos::PhotoError;

/// What an applicant signs in with once they are let in.
pub struct Credentials {
    pub email: Email,
    pub phone: Mobile,
    pub password: NewPassword,
    pub lang: Lang,
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the address is registered")]
    EmailTaken,
    /// The doctor's number or the licence.
    #[error("the number is registered")]
    NumberTaken,
    #[error(transparent)]
    Photo(#[from] PhotoError),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Takes a doctor's application and returns their id.
pub async fn apply_as_doctor(
    app: &App,
    credentials: Credentials,
    mut doctor: NewDoctor,
    photo: Bytes,
) -> Result<String, Error> {
    let (number, email) = (doctor.doctor_id.clone(), credentials.email.clone());
    let taken = app.db.read(async |tx| {
        let free = identity::is_email_free(tx, Role::Doctor, &email).await?;
        Ok::<_, db::Error>((!free, store::is_number_taken(tx, &number).await?))
    });
    refuse_taken(taken.await?)?;
    doctor.image = Some(app.photos.accept(photo).await?.to_string());
    let account = account(app, Role::Doctor, credentials).await?;
    let now = app.clock.now();
    let id = app
        .db
        .write(async move |tx| {
            let id = identity::insert_account(tx, account, now).await?.ok_or(Error::EmailTaken)?;
            confirm_receipt(tx, &id, now).await?;
            store::insert(tx, &id, &doctor, None).await.map_err(number_taken)?;
            Ok::<_, Error>(id)
        })
        .await?;
    app.mail_waits();
    app.live.publish(ADMINISTRATION);
    Ok(id)
}

/// Takes a hospital's or pharmacy's application and returns its id.
pub async fn apply_as_facility(
    app: &App,
    credentials: Credentials,
    mut facility: NewFacility,
    photo: Bytes,
) -> Result<String, Error> {
    let role = facility.category.role();
    let (license, email) = (facility.license_number.clone(), credentials.email.clone());
    let taken = app.db.read(async |tx| {
        let free = identity::is_email_free(tx, role, &email).await?;
        Ok::<_, db::Error>((!free, facilities::is_license_taken(tx, &license).await?))
    });
    refuse_taken(taken.await?)?;
    facility.image = Some(app.photos.accept(photo).await?.to_string());
    let account = account(app, role, credentials).await?;
    let now = app.clock.now();
    let id = app
        .db
        .write(async move |tx| {
            let id = identity::insert_account(tx, account, now).await?.ok_or(Error::EmailTaken)?;
            confirm_receipt(tx, &id, now).await?;
            facilities::insert(tx, &id, &facility, None).await.map_err(number_taken)?;
            Ok::<_, Error>(id)
        })
        .await?;
    app.mail_waits();
    app.live.publish(ADMINISTRATION);
    Ok(id)
}

/// Asked before the photo is kept and the password hashed, so that a refused form leaves nothing behind and costs little;
/// the indexes decide in the end.
fn refuse_taken((email, number): (bool, bool)) -> Result<(), Error> {
    match (email, number) {
        (true, _) => Err(Error::EmailTaken),
        (_, true) => Err(Error::NumberTaken),
        _ => Ok(()),
    }
}

fn number_taken(error: db::Error) -> Error {
    match error {
        error if error.is_conflict("doctors_number") || error.is_conflict("facilities_license") => Error::NumberTaken,
        error => error.into(),
    }
}

async fn account(app: &App, role: Role, credentials: Credentials) -> db::Result<NewAccount> {
    let password_hash = app.passwords.hash_of_newcomer(credentials.password.expose()).await?;
    let Credentials { email, phone, lang, .. } = credentials;
    Ok(NewAccount { role, email, phone: Some(phone), password_hash, lang })
}

async fn confirm_receipt(tx: &mut Tx<'_>, id: &str, now: jiff::Timestamp) -> db::Result<()> {
    if let Some(contact) = identity::find_contact(tx, id).await? {
        outbox::enqueue(tx, &mails::received(&contact), now).await?;
    }
    Ok(())
}

/// What kind of worker an application is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Doctor,
    Facility(Category),
}

impl Kind {
    /// `Doctor`, `Hospital` or `Pharmacy`, in any case of letters.
    pub fn parse(text: &str) -> Option<Self> {
        if text.eq_ignore_ascii_case("doctor") { Some(Self::Doctor) } else { Category::parse(text).map(Self::Facility) }
    }

    pub fn role(self) -> Role {
        match self {
            Self::Doctor => Role::Doctor,
            Self::Facility(category) => category.role(),
        }
    }
}

pub enum Applicant {
    Doctor(Box<Profile>),
    Facility(Box<Facility>),
}

impl Applicant {
    fn name(&self) -> &str {
        match self {
            Self::Doctor(profile) => &profile.doctor.full_name,
            Self::Facility(facility) => facility.name.as_str(),
        }
    }
}

/// Who waits for the administrator, the newest first.
pub async fn list_pending(app: &App, kind: Kind, part: Part<'_>) -> db::Result<Page<Applicant>> {
    app.db
        .read(async |tx| {
            Ok(match kind {
                Kind::Doctor => store::list_pending(tx, part).await?.map(|row| Applicant::Doctor(row.into())),
                Kind::Facility(category) => {
                    facilities::list_pending(tx, category, part).await?.map(|row| Applicant::Facility(row.into()))
                }
            })
        })
        .await
}

/// How the administrator decides.
pub enum Decision {
    Approve,
    Reject { reason: Option<String> },
}

#[derive(Debug, thiserror::Error)]
pub enum DecisionError {
    #[error("no such worker")]
    Unknown,
    /// Somebody was faster.
    #[error("decided already")]
    Decided,
    #[error(transparent)]
    SignedOut(#[from] SignedOut),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Lets a worker in, or removes the application so that its address and number are free again. Either works once.
pub async fn decide(
    app: &App,
    caller: &Admin,
    kind: Kind,
    id: String,
    decision: Decision,
) -> Result<(), DecisionError> {
    let (now, login_page) = (app.clock.now(), format!("{}/forbusiness/doclogin", app.config.public_url));
    caller
        .write(app, Hold::Shared, async move |tx, admin| {
            tx.lock(identity::lock_of(kind.role(), &id)).await?;
            match identity::find_state(tx, kind.role(), &id).await? {
                None => return Err(DecisionError::Unknown),
                Some(AccountState::Pending) => {}
                Some(_) => return Err(DecisionError::Decided),
            }
            let applicant = find(tx, kind, &id).await?.ok_or(DecisionError::Unknown)?;
            let (action, reason, verdict) = match &decision {
                Decision::Approve => ("approve", None, Verdict::Approved { login_page: &login_page }),
                Decision::Reject { reason } => {
                    let reason = reason.as_deref();
                    ("reject", reason, Verdict::Rejected { reason })
                }
            };
            if let Some(contact) = identity::find_contact(tx, &id).await? {
                outbox::enqueue(tx, &mails::decided(&contact, applicant.name(), &verdict), now).await?;
            }
            let subject = Subject { kind: kind.role().as_str(), id: &id, name: applicant.name() };
            admin.record(tx, action, subject, reason, now).await?;
            match decision {
                Decision::Approve => let_in(tx, kind, &id, now.as_millisecond()).await?,
                Decision::Reject { .. } => remove(tx, kind, &id).await?,
            }
            Ok(())
        })
        .await?;
    app.mail_waits();
    app.live.publish(ADMINISTRATION);
    Ok(())
}

/// Somebody who waits for the administrator.
pub async fn find_pending(tx: &mut Tx<'_>, kind: Kind, id: &str) -> db::Result<Option<Applicant>> {
    match identity::find_state(tx, kind.role(), id).await? {
        Some(AccountState::Pending) => find(tx, kind, id).await,
        _ => Ok(None),
    }
}

async fn find(tx: &mut Tx<'_>, kind: Kind, id: &str) -> db::Result<Option<Applicant>> {
    Ok(match kind {
        Kind::Doctor => store::find_profile(tx, id).await?.map(|profile| Applicant::Doctor(profile.into())),
        Kind::Facility(_) => facilities::find(tx, id).await?.map(|facility| Applicant::Facility(facility.into())),
    })
}

async fn let_in(tx: &mut Tx<'_>, kind: Kind, id: &str, now: i64) -> db::Result<()> {
    identity::admit(tx, id, now).await?;
    match kind {
        Kind::Doctor => store::list(tx, id, now).await,
        Kind::Facility(_) => facilities::list(tx, id, now).await,
    }
}

async fn remove(tx: &mut Tx<'_>, kind: Kind, id: &str) -> db::Result<()> {
    match kind {
        Kind::Doctor => store::remove(tx, id).await?,
        Kind::Facility(_) => facilities::remove(tx, id).await?,
    }
    identity::remove_account(tx, id).await
}
