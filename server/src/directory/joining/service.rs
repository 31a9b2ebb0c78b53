//! Applying, and deciding about who applied.

use axum::body::Bytes;
use jiff::Timestamp;

use super::mails;
use super::model::{Applicant, Kind, Newcomer, Verdict};
use crate::app::App;
use crate::directory::doctors::store as doctors;
use crate::directory::{facilities, listing};
use crate::identity::callers::{Admin, Hold, SignedOut};
use crate::identity::consents::{self, Purpose};
use crate::identity::person::Mobile;
use crate::identity::{self, AccountState, Email, NewAccount, NewPassword};
use crate::platform::audit::Subject;
use crate::platform::db::{self, Tx};
use crate::platform::lang::Lang;
use crate::platform::list::{Page, Part};
use crate::platform::live::ADMINISTRATION;
use crate::platform::outbox;
use crate::platform::photos::PhotoError;

/// What somebody applies with, and signs in with once they are let in.
pub struct Application {
    pub email: Email,
    pub phone: Mobile,
    pub password: NewPassword,
    pub lang: Lang,
    pub newcomer: Newcomer,
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

/// Takes an application and returns the newcomer's id.
pub async fn apply(app: &App, application: Application) -> Result<String, Error> {
    let Application { email, phone, password, lang, mut newcomer, photo } = application;
    let role = newcomer.role();
    // Asked before the photo is kept and the password hashed, so that a refused form leaves nothing behind and costs
    // little; the indexes decide in the end.
    let free = app.db.read(async |tx| {
        let number_taken = match &newcomer {
            Newcomer::Doctor(doctor) => doctors::is_number_taken(tx, &doctor.doctor_id).await?,
            Newcomer::Facility(facility) => facilities::find_licensed(tx, &facility.license_number).await?.is_some(),
        };
        match identity::is_email_free(tx, role, &email).await? {
            false => Err(Error::EmailTaken),
            true if number_taken => Err(Error::NumberTaken),
            true => Ok(()),
        }
    });
    free.await?;
    let image = Some(app.photos.accept(photo).await?.to_string());
    match &mut newcomer {
        Newcomer::Doctor(doctor) => doctor.image = image,
        Newcomer::Facility(facility) => facility.image = image,
    }
    let password_hash = app.passwords.hash_of_newcomer(password.expose()).await?;
    let account = NewAccount { role, email, phone: Some(phone), password_hash, lang };
    let (now, notice) = (app.clock.now(), app.config.notices.privacy.clone());
    let (site, email) = (app.config.public_url.clone(), account.email.clone());
    let added = app.db.write(async move |tx| {
        let id = insert(tx, account, &newcomer, None, now).await?;
        consents::give(tx, &id, Purpose::Account, &notice, now).await?;
        if let Some(contact) = identity::find_contact(tx, &id).await? {
            let link = identity::login_change::make_applicant_link(tx, &id, &email, &site, now).await?;
            outbox::enqueue(tx, &mails::received(&contact, link), now).await?;
        }
        Ok::<_, Error>(id)
    });
    let id = added.await?;
    tell(app);
    Ok(id)
}

/// Said after somebody came or was decided about: their mail goes at once, and the administrators' pages ask anew.
pub fn tell(app: &App) {
    app.mail_waits();
    app.live.publish(ADMINISTRATION);
}

async fn insert(
    tx: &mut Tx<'_>,
    account: NewAccount,
    newcomer: &Newcomer,
    listed_at: Option<i64>,
    now: Timestamp,
) -> Result<String, Error> {
    let id = identity::insert_account(tx, account, now).await?.ok_or(Error::EmailTaken)?;
    let added = match newcomer {
        Newcomer::Doctor(doctor) => doctors::insert(tx, &id, doctor, listed_at).await,
        Newcomer::Facility(facility) => facilities::insert(tx, &id, facility, listed_at).await,
    };
    match added {
        Err(error) if error.is_conflict("doctors_number") || error.is_conflict("facilities_license") => {
            Err(Error::NumberTaken)
        }
        added => Ok(added.map(|()| id)?),
    }
}

/// Adds somebody whom the administrator knows, inside a larger unit: let in at once, and shown to everybody. Returns the id.
pub async fn add(tx: &mut Tx<'_>, account: NewAccount, newcomer: &Newcomer, now: Timestamp) -> Result<String, Error> {
    let id = insert(tx, account, newcomer, Some(now.as_millisecond()), now).await?;
    identity::activate(tx, &id).await?;
    Ok(id)
}

/// Who waits for the administrator, the newest first.
pub async fn list_pending(app: &App, kind: Kind, part: Part<'_>) -> db::Result<Page<Applicant>> {
    app.db
        .read(async |tx| {
            Ok(match kind {
                Kind::Doctor => doctors::list_pending(tx, part).await?.map(|row| Applicant::Doctor(row.into())),
                Kind::Facility(category) => {
                    facilities::list_pending(tx, category, part).await?.map(|row| Applicant::Facility(row.into()))
                }
            })
        })
        .await
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
pub async fn decide(app: &App, caller: &Admin, kind: Kind, id: String, verdict: Verdict) -> Result<(), DecisionError> {
    let (now, site) = (app.clock.now(), app.config.public_url.clone());
    let decided = caller.write(app, Hold::Shared, async move |tx, admin| {
        tx.lock(identity::lock_of(kind.role(), &id)).await?;
        match identity::find_state(tx, kind.role(), &id).await? {
            None => return Err(DecisionError::Unknown),
            Some(AccountState::Pending) => {}
            Some(_) => return Err(DecisionError::Decided),
        }
        let applicant = find(tx, kind, &id).await?.ok_or(DecisionError::Unknown)?;
        if let Some(contact) = identity::find_contact(tx, &id).await? {
            let mail = match &verdict {
                Verdict::Approved => {
                    let report = identity::impersonation::make_link(tx, &id, &site, now).await?;
                    mails::approved(&contact, applicant.name(), &site, report)
                }
                Verdict::Rejected { reason } => mails::rejected(&contact, applicant.name(), reason.as_deref()),
            };
            outbox::enqueue(tx, &mail, now).await?;
        }
        let (action, reason) = match &verdict {
            Verdict::Approved => ("approve", None),
            Verdict::Rejected { reason } => ("reject", reason.as_deref()),
        };
        let subject = Subject { kind: kind.role().as_str(), id: &id, name: applicant.name() };
        admin.record(tx, action, subject, reason, now).await?;
        match verdict {
            Verdict::Approved => let_in(tx, kind, &id, now.as_millisecond()).await?,
            Verdict::Rejected { .. } => {
                remove(tx, kind, &id).await?;
                consents::erase_of(tx, &id, now).await?;
            }
        }
        Ok(())
    });
    decided.await?;
    tell(app);
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
        Kind::Doctor => doctors::find_profile(tx, id).await?.map(|profile| Applicant::Doctor(profile.into())),
        Kind::Facility(_) => facilities::find(tx, id).await?.map(|facility| Applicant::Facility(facility.into())),
    })
}

async fn let_in(tx: &mut Tx<'_>, kind: Kind, id: &str, now: i64) -> db::Result<()> {
    identity::admit(tx, id, now).await?;
    listing::list(tx, kind.listing(), id, now).await
}

/// Takes somebody away of whom nothing else is left. The caller holds the lock.
pub async fn remove(tx: &mut Tx<'_>, kind: Kind, id: &str) -> db::Result<()> {
    match kind {
        Kind::Doctor => doctors::remove(tx, id).await?,
        Kind::Facility(_) => facilities::remove(tx, id).await?,
    }
    identity::remove_account(tx, id).await
}
