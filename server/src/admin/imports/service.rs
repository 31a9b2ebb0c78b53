//! Adding everybody of a table, and taking them away again.

use jiff::Timestamp;

use super::mails;
use super::model::{Candidate, ImportKind, Wrong};
use super::store::{self, Import, Person};
use crate::app::App;
use crate::directory::joining::{self, ApplicationError};
use crate::directory::{Kind, texts as directory_texts};
use crate::identity::callers::{Admin, Caller, Hold, SignedOut};
use crate::identity::{self, Contact, NewAccount, Proof, Role, lock_of};
use crate::platform::audit::Subject;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::ids::{Secret, new_id};
use crate::platform::lang::{Lang, Text};
use crate::platform::list::{Page, Paging};
use crate::platform::live::ADMINISTRATION;
use crate::platform::mail::Mail;
use crate::platform::outbox;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Somebody has the address or the number.
    #[error("somebody of the table is registered")]
    Taken(Box<Wrong>),
    #[error("no such import")]
    Unknown,
    #[error("undone already")]
    Undone,
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

/// Those whose address or number is registered already.
pub async fn find_known(app: &App, kind: ImportKind, candidates: &[Candidate]) -> db::Result<Vec<Wrong>> {
    let mut wrong = Vec::new();
    let [email, number] = taken(kind);
    for role in [Role::Doctor, Role::Hospital, Role::Pharmacy] {
        let of_role: Vec<&Candidate> = candidates.iter().filter(|candidate| candidate.role() == role).collect();
        let keys: Vec<String> = of_role.iter().map(|candidate| candidate.email.key()).collect();
        let known = app.db.read(async |tx| store::list_known_emails(tx, role, &keys).await).await?;
        let is_known = |candidate: &&&Candidate| known.contains(&candidate.email.key());
        wrong.extend(of_role.iter().filter(is_known).map(|one| Wrong::new(one.line, email.0, email.1)));
    }
    let keys: Vec<String> = candidates.iter().map(Candidate::number_key).collect();
    let known = app.db.read(async |tx| store::list_known_numbers(tx, kind, &keys).await).await?;
    let is_known = |candidate: &&Candidate| known.contains(&candidate.number_key());
    wrong.extend(candidates.iter().filter(is_known).map(|one| Wrong::new(one.line, number.0, number.1)));
    Ok(wrong)
}

/// Adds everybody, or nobody: let in and shown at once, because the administrator who decides about applications knows them. Each gets
/// a mail with a link to choose a password. Returns the import's id.
pub async fn add(
    app: &App,
    caller: &Admin,
    proof: Proof,
    kind: ImportKind,
    candidates: Vec<Candidate>,
    lang: Lang,
) -> Result<String, Error> {
    // Until they choose one, all have the same one, which is thrown away. Whoever has another one later has used the account.
    let password_hash = app.passwords.hash(Secret::random().expose().to_owned()).await?;
    let (now, site) = (app.clock.now(), app.config.public_url.clone());
    let added = caller.write(app, Hold::Alone, async move |tx, admin| {
        proof.check(tx).await?;
        begin(tx).await?;
        let (id, mut accounts, mut letters) = (new_id(now), Vec::new(), Vec::new());
        for candidate in &candidates {
            let account_id = insert(tx, kind, candidate, &password_hash, lang, now).await?;
            let link = identity::make_password_link(tx, (candidate.role(), &account_id), &site, now).await?;
            let contact = Contact { email: candidate.email.as_str().into(), lang, phone: None };
            // So that undoing takes back this one and no other mail to the address, which may be somebody else's too.
            letters.push(Mail { about: Some(account_id.clone()), ..mails::added(&contact, candidate.name(), link) });
            accounts.push(account_id);
        }
        store::insert(tx, &id, &admin.id, (kind, &password_hash), &accounts, now.as_millisecond()).await?;
        outbox::enqueue_all(tx, &letters, now).await?;
        record(tx, &admin, "import", &id, now).await?;
        Ok::<_, Error>(id)
    });
    let id = added.await?;
    joining::tell(app);
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
    let wrong = |(column, text): (&'static str, Text)| Error::Taken(Wrong::new(candidate.line, column, text).into());
    joining::add(tx, account, &candidate.newcomer, now).await.map_err(|error| match error {
        ApplicationError::EmailTaken => wrong(email),
        ApplicationError::NumberTaken => wrong(number),
        ApplicationError::Photo(error) => db::Error::Other(error.to_string()).into(),
        ApplicationError::Db(error) => error.into(),
    })
}

/// One import or undoing after the other, however long that takes: the rows of two tables may cross, and each would wait for the other.
async fn begin(tx: &mut Tx<'_>) -> db::Result<()> {
    tx.take_your_time().await?;
    tx.lock(Lock::Imports).await
}

async fn record(tx: &mut Tx<'_>, admin: &Caller, action: &str, id: &str, now: Timestamp) -> db::Result<()> {
    admin.record(tx, action, Subject { kind: "import", id, name: "" }, None, now).await
}

/// The imports, the newest first.
pub async fn list(app: &App, paging: Paging) -> db::Result<Page<Import>> {
    app.db.read(async |tx| store::list(tx, paging.part()).await).await
}

/// Why somebody of an import stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    Erased,
    Login,
    Visits,
    Named,
}

impl Why {
    fn of(person: &Person) -> Option<Self> {
        let reasons = [
            (person.erased, Self::Erased),
            (person.has_password, Self::Login),
            (person.has_visits, Self::Visits),
            (person.is_named, Self::Named),
        ];
        reasons.into_iter().find(|(holds, _)| *holds).map(|(_, why)| why)
    }

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Erased => "erased",
            Self::Login => "login",
            Self::Visits => "visits",
            Self::Named => "named",
        }
    }
}

/// What undoing an import did.
pub struct Undone {
    pub removed: usize,
    /// Those who stay, and why.
    pub kept: Vec<(Person, Why)>,
}

/// Takes away everybody of an import whom nobody has used yet, with the mails that wait for them. It works once.
pub async fn undo(app: &App, caller: &Admin, proof: Proof, id: String) -> Result<Undone, Error> {
    let now = app.clock.now();
    let undone = caller.write(app, Hold::Alone, async move |tx, admin| {
        proof.check(tx).await?;
        begin(tx).await?;
        if store::find(tx, &id).await?.is_none() {
            return Err(Error::Unknown);
        }
        let people = store::list_people(tx, &id).await?;
        lock(tx, &people).await?;
        if !store::mark_undone(tx, &id, now.as_millisecond()).await? {
            return Err(Error::Undone);
        }
        // Read again: somebody may have come while we waited.
        let (mut kept, mut removed) = (Vec::new(), Vec::new());
        for person in store::list_people(tx, &id).await? {
            if let Some(why) = Why::of(&person) {
                kept.push((person, why));
                continue;
            }
            joining::remove(tx, kind_of(person.role), &person.id).await?;
            removed.push(person.id);
        }
        outbox::withdraw(tx, &removed).await?;
        record(tx, &admin, "undo", &id, now).await?;
        Ok(Undone { removed: removed.len(), kept })
    });
    let undone = undone.await?;
    app.live.publish(ADMINISTRATION);
    Ok(undone)
}

/// Hospitals and pharmacies before doctors, as every unit does.
async fn lock(tx: &mut Tx<'_>, people: &[Person]) -> db::Result<()> {
    let (doctors, facilities): (Vec<&Person>, Vec<&Person>) =
        people.iter().partition(|person| person.role == Role::Doctor);
    tx.lock_all(|id| lock_of(Role::Hospital, id), facilities.iter().map(|person| person.id.as_str())).await?;
    tx.lock_all(|id| lock_of(Role::Doctor, id), doctors.iter().map(|person| person.id.as_str())).await
}

fn kind_of(role: Role) -> Kind {
    Kind::parse(role.as_str()).unwrap_or(Kind::Doctor)
}
