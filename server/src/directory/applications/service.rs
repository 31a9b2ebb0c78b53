//! Applying, and deciding about applications.

use axum::body::Bytes;
use jiff::Timestamp;

use super::mails;
use super::model::{Applicant, Registrant};
use crate::app::App;
use crate::directory::doctors::store as doctors;
use crate::directory::{Decision, WorkerKind, facilities, listing, texts};
use crate::identity::callers::{AccountLock, Admin};
use crate::identity::consents::{self, Purpose};
use crate::identity::person::Mobile;
use crate::identity::{self, AccountState, Email, NewAccount, NewPassword};
use crate::platform::audit::Subject;
use crate::platform::db::{self, Tx};
use crate::platform::http::{Code, Problem};
use crate::platform::lang::Lang;
use crate::platform::list::{Page, Part};
use crate::platform::outbox;
use crate::platform::photos::PhotoError;
use crate::platform::pubsub::ADMINISTRATION;

/// An application, with the login that becomes active on approval.
pub struct Application {
    pub email: Email,
    pub phone: Mobile,
    pub password: NewPassword,
    pub lang: Lang,
    pub registrant: Registrant,
    pub photo: Bytes,
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

/// Stores an application and returns its id.
pub async fn apply(app: &App, application: Application) -> Result<String, Error> {
    let Application { email, phone, password, lang, mut registrant, photo } = application;
    let role = registrant.role();
    // Checked before the photo is stored and the password hashed, so that a refused form costs little; the unique indexes decide in
    // the end.
    let free = app.db.read(async |tx| {
        let number_taken = match &registrant {
            Registrant::Doctor(doctor) => doctors::is_number_taken(tx, &doctor.doctor_id).await?,
            Registrant::Facility(facility) => facilities::find_licensed(tx, &facility.license_number).await?.is_some(),
        };
        match identity::is_email_free(tx, role, &email).await? {
            false => Err(Error::EmailTaken),
            true if number_taken => Err(Error::NumberTaken),
            true => Ok(()),
        }
    });
    free.await?;
    let image = Some(app.photos.accept(photo).await?.to_string());
    match &mut registrant {
        Registrant::Doctor(doctor) => doctor.image = image,
        Registrant::Facility(facility) => facility.image = image,
    }
    let password_hash = app.passwords.hash_for_registration(password.expose()).await?;
    let account = NewAccount { role, email, phone: Some(phone), password_hash, lang };
    let (now, notice) = (app.clock.now(), app.config.notices.privacy.clone());
    let (site, email) = (app.config.public_url.clone(), account.email.clone());
    let added = app.db.write(async move |tx| {
        let id = insert(tx, account, &registrant, None, now).await?;
        consents::give(tx, &id, Purpose::Account, &notice, now).await?;
        if let Some(contact) = identity::find_contact(tx, &id).await? {
            let link = identity::contact_change::make_applicant_link(tx, &id, &email, &site, now).await?;
            outbox::enqueue(tx, &mails::received(&contact, link), now).await?;
        }
        Ok::<_, Error>(id)
    });
    let id = added.await?;
    publish_applications_changed(app);
    Ok(id)
}

/// After a commit: sends the mails, and makes the administrators' open pages reload.
pub fn publish_applications_changed(app: &App) {
    app.wake_outbox();
    app.pubsub.publish(ADMINISTRATION);
}

async fn insert(
    tx: &mut Tx<'_>,
    account: NewAccount,
    registrant: &Registrant,
    listed_at: Option<i64>,
    now: Timestamp,
) -> Result<String, Error> {
    let id = identity::insert_account(tx, account, now).await?.ok_or(Error::EmailTaken)?;
    let added = match registrant {
        Registrant::Doctor(doctor) => doctors::insert(tx, &id, doctor, listed_at).await,
        Registrant::Facility(facility) => facilities::insert(tx, &id, facility, listed_at).await,
    };
    match added {
        Err(error) if error.is_conflict("doctors_number") || error.is_conflict("facilities_license") => {
            Err(Error::NumberTaken)
        }
        added => Ok(added.map(|()| id)?),
    }
}

/// Adds a worker without an application, inside a larger transaction: active and listed at once. Returns the id.
pub async fn add(
    tx: &mut Tx<'_>,
    account: NewAccount,
    registrant: &Registrant,
    now: Timestamp,
) -> Result<String, Error> {
    let id = insert(tx, account, registrant, Some(now.as_millisecond()), now).await?;
    identity::activate(tx, &id).await?;
    Ok(id)
}

pub async fn list_pending(app: &App, kind: WorkerKind, part: Part<'_>) -> db::Result<Page<Applicant>> {
    app.db
        .read(async |tx| {
            Ok(match kind {
                WorkerKind::Doctor => doctors::list_pending(tx, part).await?.map(|row| Applicant::Doctor(row.into())),
                WorkerKind::Facility(category) => {
                    facilities::list_pending(tx, category, part).await?.map(|row| Applicant::Facility(row.into()))
                }
            })
        })
        .await
}

/// Approves an application, or deletes it so that its address and number are free again. Either works once.
pub async fn decide(app: &App, caller: &Admin, kind: WorkerKind, id: String, verdict: Decision) -> Result<(), Problem> {
    let (now, site) = (app.clock.now(), app.config.public_url.clone());
    let decided = caller.write(app, AccountLock::Shared, async move |tx, admin| {
        tx.lock(identity::lock_of(kind.role(), &id)).await?;
        match identity::find_state(tx, kind.role(), &id).await? {
            None => return Err(Code::NotFound.into()),
            Some(AccountState::Pending) => {}
            // Another administrator was faster.
            Some(_) => return Err(Problem::saying(Code::NotChangeable, texts::DECIDED)),
        }
        let applicant = find(tx, kind, &id).await?.ok_or(Code::NotFound)?;
        if let Some(contact) = identity::find_contact(tx, &id).await? {
            let mail = match &verdict {
                Decision::Approved => {
                    let report = identity::mailed_links::make_impersonation_link(tx, &id, &site, now).await?;
                    mails::approved(&contact, applicant.name(), &site, report)
                }
                Decision::Rejected { reason } => mails::rejected(&contact, applicant.name(), reason.as_deref()),
            };
            outbox::enqueue(tx, &mail, now).await?;
        }
        let (action, reason) = match &verdict {
            Decision::Approved => ("approve", None),
            Decision::Rejected { reason } => ("reject", reason.as_deref()),
        };
        let subject = Subject { kind: kind.role().as_str(), id: &id, name: applicant.name() };
        admin.record(tx, action, subject, reason, now).await?;
        match verdict {
            Decision::Approved => approve(tx, kind, &id, now.as_millisecond()).await?,
            Decision::Rejected { .. } => {
                remove(tx, kind, &id).await?;
                consents::erase_of(tx, &id, now).await?;
            }
        }
        Ok(())
    });
    decided.await?;
    publish_applications_changed(app);
    Ok(())
}

pub async fn find_pending(tx: &mut Tx<'_>, kind: WorkerKind, id: &str) -> db::Result<Option<Applicant>> {
    match identity::find_state(tx, kind.role(), id).await? {
        Some(AccountState::Pending) => find(tx, kind, id).await,
        _ => Ok(None),
    }
}

async fn find(tx: &mut Tx<'_>, kind: WorkerKind, id: &str) -> db::Result<Option<Applicant>> {
    Ok(match kind {
        WorkerKind::Doctor => doctors::find_profile(tx, id).await?.map(|profile| Applicant::Doctor(profile.into())),
        WorkerKind::Facility(_) => facilities::find(tx, id).await?.map(|facility| Applicant::Facility(facility.into())),
    })
}

async fn approve(tx: &mut Tx<'_>, kind: WorkerKind, id: &str, now: i64) -> db::Result<()> {
    identity::admit(tx, id, now).await?;
    listing::list(tx, kind.role(), id, now).await
}

/// Deletes a worker whom no other row names. The caller holds the lock.
pub async fn remove(tx: &mut Tx<'_>, kind: WorkerKind, id: &str) -> db::Result<()> {
    match kind {
        WorkerKind::Doctor => doctors::remove(tx, id).await?,
        WorkerKind::Facility(_) => facilities::remove(tx, id).await?,
    }
    identity::remove_account(tx, id).await
}
