//! The end of whatever we know of somebody. That it was done stands in the audit log, by their id.

use jiff::Timestamp;

use super::store;
use crate::app::App;
use crate::blood::{Moment, donors, requests};
use crate::booking::leaving::{self, Erased};
use crate::booking::oversight::tell_doctors;
use crate::booking::retention;
use crate::directory::{desk, doctors, facilities};
use crate::identity::{self, Role, consents};
use crate::platform::audit::{self, Entry, Subject};
use crate::platform::db::{self, Tx};
use crate::platform::live::ADMINISTRATION;
use crate::{blood, booking, contact};

/// Whom an id belongs to.
#[derive(Debug, Clone, Copy)]
pub enum Whom {
    Account(Role),
    Donor,
    /// Whoever asked for blood, and whom they asked for.
    Requester,
    /// Whoever wrote to us.
    Writer,
    /// The patient of one visit, or a walk-in: patients without an account are known by the visit alone.
    Patient,
}

impl Whom {
    /// As the audit log calls them.
    fn kind(self) -> &'static str {
        match self {
            Self::Account(role) => role.as_str(),
            Self::Donor => "donor",
            Self::Requester => "bloodrequest",
            Self::Writer => "message",
            Self::Patient => "booking",
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Administrators are removed by each other.
    #[error("an administrator is not erased")]
    Administrator,
    #[error(transparent)]
    Request(#[from] blood::requests::Error),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Whom an id belongs to, as in `Asha Nair (asha@example.org)`: for the operator, who is asked before somebody is erased.
pub async fn find_person(app: &App, whom: Whom, id: &str) -> db::Result<Option<String>> {
    let found = app.db.read(async |tx| match whom {
        Whom::Account(role) => store::find_account(tx, role, id).await,
        Whom::Donor => store::find_donor(tx, id).await,
        Whom::Requester => store::find_requester(tx, id).await,
        Whom::Writer => store::find_writer(tx, id).await,
        Whom::Patient => store::find_patient(tx, id).await,
    });
    Ok(found.await?.map(|(name, contact)| format!("{name} ({contact})")))
}

/// Erases somebody and returns whether we knew anything of them. Of an applicant who was rejected nothing is left but what the
/// audit log says.
pub async fn erase(app: &App, whom: Whom, id: String) -> Result<bool, Error> {
    let (moment, organizer) = (Moment::of(app), app.mailer.address());
    let erased = app
        .db
        .write(async move |tx| {
            let erased = match whom {
                Whom::Account(role) => erase_account(tx, role, &id, moment.now, &organizer).await?,
                Whom::Donor => donors::erase_by_id(tx, &id, &moment).await?.map(alone(&id)),
                Whom::Requester => requests::erase(tx, &id, &moment).await?.map(alone(&id)),
                Whom::Writer => contact::erase(tx, &id).await?.map(alone(&id)),
                Whom::Patient => retention::erase_visit(tx, &id, moment.now, &organizer)
                    .await?
                    .map(|cancelled| (Erased { cancelled, addresses: Vec::new() }, vec![id.clone()])),
            };
            let is_known = if let Some((_, known)) = &erased {
                audit::erase_words(tx, known).await?;
                true
            } else {
                audit::erase_words_about(tx, whom.kind(), &id).await?
            };
            if is_known {
                record(tx, whom, &id, moment.now).await?;
            }
            Ok::<_, Error>(is_known.then(|| erased.map_or_else(|| without_visits(Vec::new()), |(erased, _)| erased)))
        })
        .await?;
    let Some(Erased { cancelled, addresses }) = erased else { return Ok(false) };
    app.was_erased(addresses).await;
    app.mail_waits();
    app.wave_waits();
    tell_doctors(app, &cancelled);
    app.live.publish(ADMINISTRATION);
    Ok(true)
}

fn without_visits(addresses: Vec<String>) -> Erased {
    Erased { cancelled: Vec::new(), addresses }
}

/// What is left to do after somebody was erased, who is the only one.
fn alone(id: &str) -> impl FnOnce(Vec<String>) -> (Erased, Vec<String>) {
    let known = vec![id.to_owned()];
    move |addresses| (without_visits(addresses), known)
}

/// Returns, with what is left to do, the ids of all who were erased: those at somebody's desk go with them.
async fn erase_account(
    tx: &mut Tx<'_>,
    role: Role,
    id: &str,
    now: Timestamp,
    organizer: &str,
) -> Result<Option<(Erased, Vec<String>)>, Error> {
    tx.lock(identity::lock_of(role, id)).await?;
    if identity::find_state(tx, role, id).await?.is_none() {
        // An invitation to a desk that is not accepted yet has no account.
        let invited = if role == Role::Desk { desk::invitations::erase(tx, id).await? } else { None };
        return Ok(invited.map(alone(id)));
    }
    let mut gone = desk::erase_of_employer(tx, id, now.as_millisecond()).await?;
    let mut erased = match role {
        Role::Admin => return Err(Error::Administrator),
        Role::User => leaving::erase_user(tx, id, now, organizer).await?,
        Role::Doctor => {
            let addresses = identity::erase_mails(tx, id).await?;
            let cancelled = leaving::leave_patients(tx, id, now, organizer).await?;
            doctors::erase(tx, id).await?;
            Erased { cancelled, addresses }
        }
        Role::Hospital | Role::Pharmacy => {
            let addresses = identity::erase_mails(tx, id).await?;
            let has_visits = booking::has_visits_at(tx, id).await?;
            facilities::erase(tx, id, has_visits).await?;
            without_visits(addresses)
        }
        Role::Desk => without_visits(desk::erase(tx, id, now.as_millisecond()).await?),
    };
    // These two have erased their accounts with the rest.
    if !matches!(role, Role::User | Role::Desk) {
        identity::erase_account(tx, id).await?;
        consents::erase_of(tx, id, now).await?;
    }
    erased.addresses.append(&mut gone.addresses);
    gone.ids.push(id.to_owned());
    Ok(Some((erased, gone.ids)))
}

/// So many are ended in one unit.
const ENDED_AT_ONCE: usize = 500;

/// Ends what people agreed to who are gone: a program of before consents erases them and knows nothing of these. Nobody comes back under
/// an id, so what was read is still true when it is written.
pub async fn end_consents_of_gone(app: &App) -> db::Result<()> {
    let now = app.clock.now();
    let gone: db::Result<Vec<String>> = app.db.report(async move |tx| store::list_gone_who_agreed(tx).await).await;
    for ids in gone?.chunks(ENDED_AT_ONCE).map(<[String]>::to_vec) {
        let ended: db::Result<()> = app
            .db
            .write(async move |tx| {
                for id in &ids {
                    consents::erase_of(tx, id, now).await?;
                }
                Ok(())
            })
            .await;
        ended?;
    }
    Ok(())
}

async fn record(tx: &mut Tx<'_>, whom: Whom, id: &str, now: Timestamp) -> db::Result<()> {
    let subject = Subject { kind: whom.kind(), id, name: "" };
    audit::record(tx, Entry::of_operator("erase", subject), now).await
}
