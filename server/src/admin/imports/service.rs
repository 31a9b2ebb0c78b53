//! Importing a table, inviting again, and undoing an import.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::mails;
use super::model::{Candidate, ImportKind, RowError};
use super::store::{self, Import, ImportedPerson};
use crate::app::App;
use crate::directory::applications::{self, ApplicationError};
use crate::directory::{WorkerKind, texts as directory_texts};
use crate::identity::callers::{AccountLock, Admin, Caller, SignedOut};
use crate::identity::{
    self, Contact, NewAccount, PASSWORD_INVITATION_TTL, Proof, Role, StepUp, lock_of, make_password_link,
};
use crate::platform::audit::Subject;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::ids::{Secret, new_id};
use crate::platform::lang::{Lang, Text};
use crate::platform::list::{Page, Paging};
use crate::platform::mail::Mail;
use crate::platform::outbox;
use crate::platform::pubsub::ADMINISTRATION;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("somebody of the table is registered")]
    Taken(Box<RowError>),
    #[error("no such import")]
    Unknown,
    #[error("undone already")]
    AlreadyUndone,
    #[error(transparent)]
    Identity(#[from] identity::Error),
    #[error(transparent)]
    SignedOut(#[from] SignedOut),
    #[error(transparent)]
    Db(#[from] db::Error),
}

fn taken(kind: ImportKind) -> [(&'static str, Text); 2] {
    let number = match kind {
        ImportKind::Doctors => directory_texts::NUMBER_TAKEN,
        ImportKind::Facilities => directory_texts::LICENSE_TAKEN,
    };
    [(kind.email_column(), directory_texts::EMAIL_TAKEN), (kind.number_column(), number)]
}

pub async fn find_registered(app: &App, kind: ImportKind, candidates: &[Candidate]) -> db::Result<Vec<RowError>> {
    let mut wrong = Vec::new();
    let [email, number] = taken(kind);
    for role in [Role::Doctor, Role::Hospital, Role::Pharmacy] {
        let of_role: Vec<&Candidate> = candidates.iter().filter(|candidate| candidate.role() == role).collect();
        let keys: Vec<String> = of_role.iter().map(|candidate| candidate.email.key()).collect();
        let known = app.db.read(async |tx| store::list_registered_emails(tx, role, &keys).await).await?;
        let is_known = |candidate: &&&Candidate| known.contains(&candidate.email.key());
        wrong.extend(of_role.iter().filter(is_known).map(|one| RowError::new(one.line, email.0, email.1)));
    }
    let keys: Vec<String> = candidates.iter().map(Candidate::number_key).collect();
    let known = app.db.read(async |tx| store::list_registered_numbers(tx, kind, &keys).await).await?;
    let is_known = |candidate: &&Candidate| known.contains(&candidate.number_key());
    wrong.extend(candidates.iter().filter(is_known).map(|one| RowError::new(one.line, number.0, number.1)));
    Ok(wrong)
}

/// Adds all candidates or none. They are approved at once, because the administrator vouches for them, and get a mail with a link to
/// choose a password. Returns the import's id.
pub async fn add(
    app: &App,
    caller: &Admin,
    step_up: StepUp,
    kind: ImportKind,
    candidates: Vec<Candidate>,
    lang: Lang,
) -> Result<String, Error> {
    let proof = identity::step_up(app, caller, step_up).await?;
    // All get the same random password, which is discarded. A different hash later shows that the account was used.
    let password_hash = app.passwords.hash(Secret::random().expose().to_owned()).await?;
    let (now, site) = (app.clock.now(), app.config.public_url.clone());
    let added = caller.write(app, AccountLock::Exclusive, async move |tx, admin| {
        proof.check(tx).await?;
        begin(tx).await?;
        let (id, mut accounts, mut letters) = (new_id(now), Vec::new(), Vec::new());
        for candidate in &candidates {
            let account_id = insert(tx, kind, candidate, &password_hash, lang, now).await?;
            let link =
                make_password_link(tx, (candidate.role(), &account_id), PASSWORD_INVITATION_TTL, &site, now).await?;
            let contact = Contact::of_address(candidate.email.as_str(), lang);
            // Identifies this mail, so that undoing withdraws it and no other mail to the address, which another account may have too.
            letters.push(Mail { about: Some(account_id.clone()), ..mails::added(&contact, candidate.name(), link) });
            accounts.push(account_id);
        }
        store::insert(tx, &id, &admin.id, (kind, &password_hash), &accounts, now.as_millisecond()).await?;
        outbox::enqueue_all(tx, &letters, now).await?;
        record(tx, &admin, "import", &id, now).await?;
        Ok::<_, Error>(id)
    });
    let id = added.await?;
    applications::publish_applications_changed(app);
    Ok(id)
}

async fn insert(
    tx: &mut Tx<'_>,
    kind: ImportKind,
    candidate: &Candidate,
    password_hash: &str,
    lang: Lang,
    now: Timestamp,
) -> Result<String, Error> {
    let account = NewAccount {
        role: candidate.role(),
        email: candidate.email.clone(),
        phone: Some(candidate.phone.clone()),
        password_hash: password_hash.to_owned(),
        lang,
    };
    let [email, number] = taken(kind);
    let wrong = |(column, text): (&'static str, Text)| Error::Taken(RowError::new(candidate.line, column, text).into());
    applications::add(tx, account, &candidate.registrant, now).await.map_err(|error| match error {
        ApplicationError::EmailTaken => wrong(email),
        ApplicationError::NumberTaken => wrong(number),
        ApplicationError::Photo(error) => db::Error::Other(error.to_string()).into(),
        ApplicationError::Db(error) => error.into(),
    })
}

/// Sends a new invitation, which replaces earlier ones, to all people of an import without a password. Returns how many.
pub async fn invite_again(app: &App, caller: &Admin, id: String) -> Result<usize, Error> {
    let (now, site) = (app.clock.now(), app.config.public_url.clone());
    let invited = caller.write(app, AccountLock::Exclusive, async move |tx, admin| {
        begin(tx).await?;
        let import = store::find(tx, &id).await?.ok_or(Error::Unknown)?;
        if import.undone_at.is_some() {
            return Err(Error::AlreadyUndone);
        }
        let people = store::list_people(tx, &id).await?;
        lock(tx, &people).await?;
        // Read again under the lock: an owner may have chosen a password meanwhile.
        let people = store::list_people(tx, &id).await?.into_iter();
        let people: Vec<ImportedPerson> = people.filter(|person| !person.has_password && !person.erased).collect();
        let ids: Vec<String> = people.iter().map(|person| person.id.clone()).collect();
        outbox::withdraw(tx, &ids).await?;
        let contacts = identity::list_contacts(tx, &ids).await?;
        let mut letters = Vec::new();
        for person in &people {
            let Some(contact) = contacts.get(&person.id) else { continue };
            identity::delete_password_links(tx, &person.id).await?;
            let link = make_password_link(tx, (person.role, &person.id), PASSWORD_INVITATION_TTL, &site, now).await?;
            letters.push(Mail { about: Some(person.id.clone()), ..mails::added(contact, &person.name, link) });
        }
        outbox::enqueue_all(tx, &letters, now).await?;
        if !letters.is_empty() {
            record(tx, &admin, "invite", &id, now).await?;
        }
        Ok::<_, Error>(letters.len())
    });
    let invited = invited.await?;
    app.wake_outbox();
    Ok(invited)
}

/// Serializes imports and undos: those of two tables with common rows could deadlock.
async fn begin(tx: &mut Tx<'_>) -> db::Result<()> {
    tx.disable_timeouts().await?;
    tx.lock(Lock::Imports).await
}

async fn record(tx: &mut Tx<'_>, admin: &Caller, action: &str, id: &str, now: Timestamp) -> db::Result<()> {
    admin.record(tx, action, Subject { kind: "import", id, name: "" }, None, now).await
}

pub async fn list(app: &App, paging: Paging) -> db::Result<Page<Import>> {
    app.db.read(async |tx| store::list(tx, paging.part()).await).await
}

/// Why a person stays when an import is undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum KeepReason {
    Erased,
    Login,
    Visits,
    Named,
}

impl KeepReason {
    fn of(person: &ImportedPerson) -> Option<Self> {
        let reasons = [
            (person.erased, Self::Erased),
            (person.has_password, Self::Login),
            (person.has_visits, Self::Visits),
            (person.is_named, Self::Named),
        ];
        reasons.into_iter().find(|(holds, _)| *holds).map(|(_, why)| why)
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ImportUndone {
    removed: usize,
    kept: Vec<KeptPerson>,
}

/// Somebody of an import who stays.
#[derive(Debug, Serialize, ToSchema)]
pub struct KeptPerson {
    _id: String,
    name: String,
    /// login (they have chosen a password), visits (patients booked or wait), named (doctors or requests name the hospital) or
    /// erased (nothing is left of them but the id)
    #[schema(value_type = String)]
    why: KeepReason,
}

/// Removes all people of an import whose accounts are unused, with their queued mails. It works once.
pub async fn undo(app: &App, caller: &Admin, proof: Proof, id: String) -> Result<ImportUndone, Error> {
    let now = app.clock.now();
    let undone = caller.write(app, AccountLock::Exclusive, async move |tx, admin| {
        proof.check(tx).await?;
        begin(tx).await?;
        if store::find(tx, &id).await?.is_none() {
            return Err(Error::Unknown);
        }
        let people = store::list_people(tx, &id).await?;
        lock(tx, &people).await?;
        if !store::mark_undone(tx, &id, now.as_millisecond()).await? {
            return Err(Error::AlreadyUndone);
        }
        // Read again under the lock: somebody may have logged in, been booked or been named meanwhile, and is kept then.
        let (mut kept, mut removed) = (Vec::new(), Vec::new());
        for person in store::list_people(tx, &id).await? {
            if let Some(why) = KeepReason::of(&person) {
                kept.push(KeptPerson { _id: person.id, name: person.name, why });
                continue;
            }
            applications::remove(tx, kind_of(person.role), &person.id).await?;
            removed.push(person.id);
        }
        outbox::withdraw(tx, &removed).await?;
        record(tx, &admin, "undo", &id, now).await?;
        Ok(ImportUndone { removed: removed.len(), kept })
    });
    let undone = undone.await?;
    app.pubsub.publish(ADMINISTRATION);
    Ok(undone)
}

/// Locks hospitals and pharmacies before doctors, in the same order as all transactions.
async fn lock(tx: &mut Tx<'_>, people: &[ImportedPerson]) -> db::Result<()> {
    let (doctors, facilities): (Vec<&ImportedPerson>, Vec<&ImportedPerson>) =
        people.iter().partition(|person| person.role == Role::Doctor);
    tx.lock_all(|id| lock_of(Role::Hospital, id), facilities.iter().map(|person| person.id.as_str())).await?;
    tx.lock_all(|id| lock_of(Role::Doctor, id), doctors.iter().map(|person| person.id.as_str())).await
}

fn kind_of(role: Role) -> WorkerKind {
    WorkerKind::parse(role.as_str()).unwrap_or(WorkerKind::Doctor)
}
