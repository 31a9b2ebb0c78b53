//! Who sits at a desk, how that ends, and what they may do while they are there.

use jiff::{SignedDuration, Timestamp};

use super::invitations::{self, Invitation};
use super::store::{self, DeskEmployer, OwnAct, StaffMember};
use crate::app::App;
use crate::directory::doctors::{self, NamedHospital};
use crate::identity::callers::{Caller, DeskStaff, Doctor, Employer, Hold, SignedOut};
use crate::identity::person::PersonName;
use crate::identity::second_factor::{self, RemovedBy};
use crate::identity::sessions::{self, OwnSession};
use crate::identity::{self, NewAccount, Proof, Role};
use crate::platform::audit::Subject;
use crate::platform::clock::millis;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::tries::{Refused, TooMany};

pub use super::store::{find_right, list_of, list_rights};

/// More sit at nobody's desk.
pub const MOST: i64 = 20;
/// As long as the audit log is kept, which names them.
const ENDED_ARE_KNOWN_FOR: SignedDuration = SignedDuration::from_hours(366 * 24);
/// More than anybody reads.
const MOST_ACTS: i64 = 10_000;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Of somebody at the own desk.
    #[error("the address is at this desk")]
    EmailTaken,
    /// Of an account at some desk; only the owner of the address reads it, when accepting an invitation.
    #[error("the address is at a desk")]
    EmailUsed,
    /// An invitation was accepted, replaced or ended, or is too old.
    #[error("the link has ended")]
    LinkEnded,
    /// Nothing to switch off.
    #[error("no second factor")]
    NoSecondFactor,
    #[error("enough people")]
    Enough,
    #[error("added too often")]
    TooMany(TooMany),
    /// Not theirs, or ended already.
    #[error("nobody of that id")]
    Unknown,
    /// No hospital that everybody may see has confirmed the doctor.
    #[error("no hospital")]
    NoHospital,
    #[error(transparent)]
    Identity(#[from] identity::Error),
    #[error(transparent)]
    SignedOut(#[from] SignedOut),
    #[error(transparent)]
    Db(#[from] db::Error),
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::TooMany(too_many) => Self::TooMany(too_many),
            Refused::Db(error) => Self::Db(error),
        }
    }
}

/// Who sits at somebody's desk.
pub struct Desk {
    pub staff: Vec<StaffMember>,
    pub invitations: Vec<Invitation>,
    /// The hospital that confirmed the doctor who asks, and whether its desk runs the day there.
    pub hospital: Option<(NamedHospital, bool)>,
}

pub async fn list(app: &App, employer: &Employer) -> db::Result<Desk> {
    let now = app.clock.now_millis();
    let read = app.db.read(async |tx| {
        let staff = store::list_of(tx, &employer.id).await?;
        let invitations = invitations::list_of(tx, &employer.id, now).await?;
        let hospital = match employer.role {
            Role::Doctor => find_hospital(tx, &employer.id).await?,
            _ => None,
        };
        Ok(Desk { staff, invitations, hospital })
    });
    read.await
}

/// The hospital that confirmed a doctor, if everybody may see it or its desk was let, and whether it was.
async fn find_hospital(tx: &mut Tx<'_>, doctor_id: &str) -> db::Result<Option<(NamedHospital, bool)>> {
    let doctor = doctors::find(tx, doctor_id).await?;
    let Some(hospital) = doctor.and_then(|doctor| doctor.hospital).filter(|hospital| hospital.confirmed) else {
        return Ok(None);
    };
    let allowed = store::is_allowed(tx, doctor_id).await?;
    Ok((hospital.is_shown() || allowed).then_some((hospital, allowed)))
}

/// Puts somebody at a desk inside a larger unit, and returns their id; `None` when the address is taken.
pub async fn insert(
    tx: &mut Tx<'_>,
    employer_id: &str,
    account: NewAccount,
    name: &PersonName,
    now: Timestamp,
) -> db::Result<Option<String>> {
    let Some(id) = identity::insert_account(tx, account, now).await? else { return Ok(None) };
    store::insert(tx, &id, employer_id, name.as_str(), now.as_millisecond()).await?;
    Ok(Some(id))
}

/// Desk staff as the subject of an audit entry. Their name is kept apart and found by the id; of an invitation the name is given.
pub fn subject<'a>(id: &'a str, name: &'a str) -> Subject<'a> {
    Subject { kind: Role::Desk.as_str(), id, name }
}

/// Ends somebody, who is out at once wherever they are signed in: what they are doing at this moment comes before, or not at all. By
/// the id of an invitation, ends that.
pub async fn end(app: &App, employer: &Employer, id: String) -> Result<(), Error> {
    let now = app.clock.now();
    let ended = employer.write(app, Hold::Alone, async move |tx, me| {
        if invitations::end(tx, &me, Some(&me.id), &id, None, now).await? {
            return Ok(Vec::new());
        }
        // Asked before the lock: a name that is nobody's must hold up nobody.
        if store::find_of(tx, &me.id, &id).await?.is_none() {
            return Err(Error::Unknown);
        }
        tx.lock(Lock::Desk(&id)).await?;
        end_held(tx, &me, &id, None, now).await?.ok_or(Error::Unknown)
    });
    let addresses = ended.await?;
    app.was_erased(addresses).await;
    Ok(())
}

/// Ends a member of any desk, or an invitation, inside a larger transaction, and returns the addresses whose mails in files go once it is committed; `None`
/// if they are not employed. The caller holds their lock.
pub async fn end_held(
    tx: &mut Tx<'_>,
    by: &Caller,
    id: &str,
    reason: Option<&str>,
    now: Timestamp,
) -> db::Result<Option<Vec<String>>> {
    if invitations::end(tx, by, None, id, reason, now).await? {
        return Ok(Some(Vec::new()));
    }
    let Some(member) = store::find(tx, id).await? else { return Ok(None) };
    if !store::end(tx, id, now.as_millisecond()).await? {
        return Ok(None);
    }
    by.record(tx, "end", subject(id, ""), reason, now).await?;
    // Mails to an address that nobody proved may be somebody else's.
    let addresses = if member.is_accepted() { identity::erase_mails(tx, id).await? } else { Vec::new() };
    identity::erase_account(tx, id).await?;
    Ok(Some(addresses))
}

/// Switches off the second factor of somebody at the own desk, who lost the phone and the codes. They are signed out everywhere, and
/// told.
pub async fn reset_second_factor(app: &App, employer: &Employer, proof: Proof, id: String) -> Result<(), Error> {
    let (now, remedy) = (app.clock.now(), second_factor::remedy(app, Role::Desk));
    let reset = employer.write(app, Hold::Alone, async move |tx, me| {
        proof.check(tx).await?;
        if store::find_of(tx, &me.id, &id).await?.is_none() {
            return Err(Error::Unknown);
        }
        tx.lock(Lock::Desk(&id)).await?;
        let name = store::find_name(tx, &me.id).await?;
        if !second_factor::remove_for(tx, &id, RemovedBy::Employer(&name), remedy, now).await? {
            return Err(Error::NoSecondFactor);
        }
        Ok(me.record(tx, "second_factor_off", subject(&id, ""), None, now).await?)
    });
    reset.await?;
    app.mail_waits();
    Ok(())
}

/// Ends all sessions of the caller's account but the one that asks and, if `with_desk`, everybody at the own desk with all
/// invitations: an attacker who had the account may have added a login there.
pub async fn sign_out_everywhere(app: &App, caller: &Caller, proof: Proof, with_desk: bool) -> Result<(), Error> {
    let now = app.clock.now();
    let ended = caller.write(app, Hold::Alone, async move |tx, me| {
        sessions::end_others_in(tx, &me, &proof, now).await?;
        let mut addresses = Vec::new();
        if with_desk {
            for invitation in invitations::list_of(tx, &me.id, now.as_millisecond()).await? {
                invitations::end(tx, &me, Some(&me.id), &invitation.id, None, now).await?;
            }
            let staff = store::list_of(tx, &me.id).await?;
            tx.lock_all(Lock::Desk, staff.iter().map(|member| member.id.as_str())).await?;
            for member in &staff {
                addresses.extend(end_held(tx, &me, &member.id, None, now).await?.unwrap_or_default());
            }
        }
        Ok::<_, Error>(addresses)
    });
    app.was_erased(ended.await?).await;
    Ok(())
}

/// Lets the desk of the hospital that confirmed the doctor run the day there, or no longer.
pub async fn allow(app: &App, caller: &Doctor, allowed: bool) -> Result<NamedHospital, Error> {
    let now = app.clock.now();
    let done = caller.write(app, Hold::Alone, async move |tx, me| {
        let (hospital, before) = find_hospital(tx, &me.id).await?.ok_or(Error::NoHospital)?;
        // A right can be taken back from one that is suspended.
        if allowed && !hospital.is_shown() {
            return Err(Error::NoHospital);
        }
        if before != allowed {
            store::allow(tx, &me.id, allowed.then(|| now.as_millisecond())).await?;
            let subject = Subject { kind: Role::Hospital.as_str(), id: &hospital.place.id, name: &hospital.place.name };
            me.record(tx, if allowed { "let_desk" } else { "end_desk" }, subject, None, now).await?;
        }
        Ok(hospital)
    });
    done.await
}

/// Somebody at a desk as they see themselves.
pub async fn find_own(app: &App, caller: &DeskStaff) -> Result<(StaffMember, DeskEmployer), Error> {
    app.db.read(async |tx| own(tx, &caller.id).await).await
}

async fn own(tx: &mut Tx<'_>, id: &str) -> Result<(StaffMember, DeskEmployer), Error> {
    let (staff, employer) = (store::find(tx, id).await?, store::find_employer(tx, id).await?);
    staff.zip(employer).ok_or(Error::Unknown)
}

/// Everything that is held about somebody at a desk.
pub struct Everything {
    pub own: (StaffMember, DeskEmployer),
    pub sessions: Vec<OwnSession>,
    pub acts: Vec<OwnAct>,
}

/// That somebody took it away is written down before.
pub async fn everything(app: &App, caller: &DeskStaff) -> Result<Everything, Error> {
    let now = app.clock.now();
    let noted =
        caller.write(app, Hold::Shared, async move |tx, me| Ok::<_, Error>(me.record_own(tx, "export", now).await?));
    noted.await?;
    let caller = caller.clone();
    app.db
        .public_report(async move |tx| {
            let own = own(tx, &caller.id).await?;
            let sessions = sessions::list_of(tx, &caller, now.as_millisecond()).await?;
            Ok(Everything { own, sessions, acts: store::list_acts(tx, &caller.id, MOST_ACTS).await? })
        })
        .await
}

/// Those who were erased, by their ids, and their addresses.
#[derive(Debug, Default)]
pub struct Gone {
    pub ids: Vec<String>,
    pub addresses: Vec<String>,
}

/// Ends and erases everybody whom an employer has, or had. The caller holds the employer's lock, erases what the log says of these
/// people, and deletes mails to their addresses.
pub async fn erase_of_employer(tx: &mut Tx<'_>, employer_id: &str, now: i64) -> db::Result<Gone> {
    let (invited, addresses) = invitations::erase_of_employer(tx, employer_id).await?;
    let mut gone = Gone { ids: store::list_ids_of(tx, employer_id).await?, addresses };
    tx.lock_all(Lock::Desk, gone.ids.iter().map(String::as_str)).await?;
    for id in &gone.ids {
        gone.addresses.extend(erase(tx, id, now).await?);
    }
    gone.ids.extend(invited);
    Ok(gone)
}

/// The same of one; the caller holds the lock. Returns their addresses.
pub async fn erase(tx: &mut Tx<'_>, id: &str, now: i64) -> db::Result<Vec<String>> {
    store::end(tx, id, now).await?;
    store::erase_name(tx, id).await?;
    let addresses = identity::erase_mails(tx, id).await?;
    identity::erase_account(tx, id).await?;
    Ok(addresses)
}

/// Deletes invitations that were not accepted in time, and the names of those who were ended a year ago.
pub async fn forget_ended(app: &App) -> db::Result<u64> {
    let now = app.clock.now_millis();
    let before = now - millis(ENDED_ARE_KNOWN_FOR);
    app.db
        .write(async move |tx| {
            tx.take_your_time().await?;
            Ok(invitations::delete_expired(tx, now).await? + store::erase_ended(tx, before).await?)
        })
        .await
}
