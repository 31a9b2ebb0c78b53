//! Desk staff: listing and ending employments, and the permissions of staff.

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use super::invitations::{self, Invitation};
use super::store::{self, DeskEmployer, OwnAct, StaffMember};
use crate::app::App;
use crate::directory::doctors::{self, NamedHospital};
use crate::directory::workplaces::Workplace;
use crate::identity::callers::{AccountLock, Caller, DeskStaff, Doctor, Employer, SignedOut};
use crate::identity::logins;
use crate::identity::person::PersonName;
use crate::identity::second_factor::{self, RemovedBy};
use crate::identity::sessions::OwnSession;
use crate::identity::{self, NewAccount, Proof, Role};
use crate::platform::audit::Subject;
use crate::platform::clock::millis;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::rate_limit::Refused;

pub use super::store::{find_right, list_of, list_rights};

pub const MAX_DESK_STAFF: i64 = 20;
/// The same as the retention of the audit log, whose entries refer to the names.
const ENDED_STAFF_RETENTION: SignedDuration = SignedDuration::from_hours(366 * 24);
const MAX_EXPORTED_ACTIONS: i64 = 10_000;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The address of present staff.
    #[error("the address is at this desk")]
    EmailTaken,
    /// The address of another desk account; only its owner reads this, when accepting an invitation.
    #[error("the address is at a desk")]
    EmailUsed,
    /// An invitation was accepted, replaced or ended, or is too old.
    #[error("the link has ended")]
    LinkEnded,
    /// There is no second factor to disable.
    #[error("no second factor")]
    NoSecondFactor,
    #[error("enough people")]
    Enough,
    /// Unknown, of another employer, or ended.
    #[error("nobody of that id")]
    Unknown,
    /// No listed hospital has confirmed the doctor.
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
        Self::Identity(refused.into())
    }
}

/// The hospital that confirmed a doctor.
#[derive(Debug, Serialize, ToSchema)]
#[expect(non_snake_case, reason = "fields have the names of the contract")]
pub struct DeskHospital {
    _id: String,
    Hospital_name: String,
    /// In Malayalam, if it is told
    nameMl: Option<String>,
    /// Whether its desk runs the doctor's day there
    allowed: bool,
}

impl DeskHospital {
    pub fn new(hospital: NamedHospital, allowed: bool) -> Self {
        let Workplace { id, name, name_ml, .. } = hospital.place;
        Self { _id: id, Hospital_name: name, nameMl: name_ml, allowed }
    }
}

/// Who sits at the own desk.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeskView {
    staff: Vec<StaffMember>,
    /// Who was invited and has not accepted yet
    invitations: Vec<Invitation>,
    /// Of a doctor whom a hospital has confirmed
    hospital: Option<DeskHospital>,
}

pub async fn list(app: &App, employer: &Employer) -> db::Result<DeskView> {
    let now = app.clock.now_millis();
    let read = app.db.read(async |tx| {
        let staff = store::list_of(tx, &employer.id).await?;
        let invitations = invitations::list_of(tx, &employer.id, now).await?;
        let hospital = match employer.role {
            Role::Doctor => find_hospital(tx, &employer.id).await?,
            _ => None,
        };
        let hospital = hospital.map(|(hospital, allowed)| DeskHospital::new(hospital, allowed));
        Ok(DeskView { staff, invitations, hospital })
    });
    read.await
}

/// The hospital that confirmed a doctor, if it is listed or its desk is allowed, and whether it is allowed.
async fn find_hospital(tx: &mut Tx<'_>, doctor_id: &str) -> db::Result<Option<(NamedHospital, bool)>> {
    let doctor = doctors::find(tx, doctor_id).await?;
    let Some(hospital) = doctor.and_then(|doctor| doctor.hospital).filter(|hospital| hospital.confirmed) else {
        return Ok(None);
    };
    let allowed = store::is_allowed(tx, doctor_id).await?;
    Ok((hospital.is_shown() || allowed).then_some((hospital, allowed)))
}

/// Inserts a staff member inside a larger transaction, and returns the id; `None` if the address is taken.
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

/// Desk staff as the subject of an audit entry. The name is stored in a separate table and found by the id; for an invitation the name is
/// given.
pub fn subject<'a>(id: &'a str, name: &'a str) -> Subject<'a> {
    Subject { kind: Role::Desk.as_str(), id, name }
}

/// Ends an employment and all sessions of the account, or an invitation by its id. A running action of the account is ordered
/// before, or fails.
pub async fn end(app: &App, employer: &Employer, id: String) -> Result<(), Error> {
    let now = app.clock.now();
    let ended = employer.write(app, AccountLock::Exclusive, async move |tx, me| {
        if invitations::end(tx, &me, Some(&me.id), &id, None, now).await? {
            return Ok(Vec::new());
        }
        // Checked before the lock, so that unknown ids block no one.
        if store::find_of(tx, &me.id, &id).await?.is_none() {
            return Err(Error::Unknown);
        }
        tx.lock(Lock::Desk(&id)).await?;
        end_held(tx, &me, &id, None, now).await?.ok_or(Error::Unknown)
    });
    let addresses = ended.await?;
    app.after_erasure(addresses).await;
    Ok(())
}

/// Ends any employment or invitation inside a larger transaction. Returns the addresses whose mails in files are to be deleted
/// after the commit; `None` if there was none. The caller holds the lock.
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
    // Mails to an unconfirmed address may be for another person.
    let addresses = if member.is_accepted() { identity::erase_mails(tx, id).await? } else { Vec::new() };
    identity::erase_account(tx, id).await?;
    Ok(Some(addresses))
}

/// Removes the second factor of a staff member who lost the phone and the codes. Ends their sessions and notifies them.
pub async fn reset_second_factor(app: &App, employer: &Employer, proof: Proof, id: String) -> Result<(), Error> {
    let (now, reset_url) = (app.clock.now(), identity::reset_url(&app.config.public_url, Role::Desk));
    let reset = employer.write(app, AccountLock::Exclusive, async move |tx, me| {
        proof.check(tx).await?;
        if store::find_of(tx, &me.id, &id).await?.is_none() {
            return Err(Error::Unknown);
        }
        tx.lock(Lock::Desk(&id)).await?;
        let name = store::find_name(tx, &me.id).await?;
        if !second_factor::remove_for(tx, &id, RemovedBy::Employer(&name), reset_url, now).await? {
            return Err(Error::NoSecondFactor);
        }
        Ok(me.record(tx, "second_factor_off", subject(&id, ""), None, now).await?)
    });
    reset.await?;
    app.wake_outbox();
    Ok(())
}

/// Ends all other sessions of the caller and, with `with_desk`, the whole desk with all invitations: an attacker may have added a
/// login there.
pub async fn sign_out_everywhere(app: &App, caller: &Caller, proof: Proof, with_desk: bool) -> Result<(), Error> {
    let now = app.clock.now();
    let ended = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        logins::end_others_in(tx, &me, &proof, now).await?;
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
    app.after_erasure(ended.await?).await;
    Ok(())
}

/// Allows or forbids the hospital's desk to manage the doctor's day there.
pub async fn allow(app: &App, caller: &Doctor, allowed: bool) -> Result<NamedHospital, Error> {
    let now = app.clock.now();
    let done = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        let (hospital, before) = find_hospital(tx, &me.id).await?.ok_or(Error::NoHospital)?;
        // The permission of a suspended hospital can be withdrawn.
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

/// Somebody at a desk.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnDesk {
    #[serde(flatten)]
    staff: StaffMember,
    employer: DeskEmployer,
}

pub async fn find_own(app: &App, caller: &DeskStaff) -> Result<OwnDesk, Error> {
    app.db.read(async |tx| own(tx, &caller.id).await).await
}

async fn own(tx: &mut Tx<'_>, id: &str) -> Result<OwnDesk, Error> {
    let (staff, employer) = (store::find(tx, id).await?, store::find_employer(tx, id).await?);
    staff.zip(employer).map(|(staff, employer)| OwnDesk { staff, employer }).ok_or(Error::Unknown)
}

/// Everything that we hold about somebody at a desk.
#[derive(Serialize, ToSchema)]
pub struct DeskData {
    profile: OwnDesk,
    /// Where they are signed in
    sessions: Vec<OwnSession>,
    /// What they did, the latest first
    acts: Vec<OwnAct>,
}

/// All data of a staff member, for export. The export is recorded first.
pub async fn everything(app: &App, caller: &DeskStaff) -> Result<DeskData, Error> {
    let now = app.clock.now();
    let noted = caller
        .write(app, AccountLock::Shared, async move |tx, me| Ok::<_, Error>(me.record_own(tx, "export", now).await?));
    noted.await?;
    let caller = caller.clone();
    app.db
        .public_report(async move |tx| {
            let profile = own(tx, &caller.id).await?;
            let sessions = logins::list_of(tx, &caller, now.as_millisecond()).await?;
            Ok(DeskData { profile, sessions, acts: store::list_acts(tx, &caller.id, MAX_EXPORTED_ACTIONS).await? })
        })
        .await
}

/// Ids and addresses of erased staff.
#[derive(Debug, Default)]
pub struct ErasedStaff {
    pub ids: Vec<String>,
    pub addresses: Vec<String>,
}

/// Ends and erases all present and former staff of an employer. The caller holds the employer's lock, erases their names from the
/// audit log, and deletes mails to their addresses.
pub async fn erase_of_employer(tx: &mut Tx<'_>, employer_id: &str, now: i64) -> db::Result<ErasedStaff> {
    let (invited, addresses) = invitations::erase_of_employer(tx, employer_id).await?;
    let mut gone = ErasedStaff { ids: store::list_ids_of(tx, employer_id).await?, addresses };
    tx.lock_all(Lock::Desk, gone.ids.iter().map(String::as_str)).await?;
    for id in &gone.ids {
        gone.addresses.extend(erase(tx, id, now).await?);
    }
    gone.ids.extend(invited);
    Ok(gone)
}

/// The same for one; the caller holds the lock. Returns their addresses.
pub async fn erase(tx: &mut Tx<'_>, id: &str, now: i64) -> db::Result<Vec<String>> {
    store::end(tx, id, now).await?;
    store::erase_name(tx, id).await?;
    let addresses = identity::erase_mails(tx, id).await?;
    identity::erase_account(tx, id).await?;
    Ok(addresses)
}

/// Deletes expired invitations, and the names of staff whose employment ended a year ago.
pub async fn forget_ended(app: &App) -> db::Result<u64> {
    let now = app.clock.now_millis();
    let before = now - millis(ENDED_STAFF_RETENTION);
    app.db
        .write(async move |tx| {
            tx.disable_timeouts().await?;
            Ok(invitations::delete_expired(tx, now).await? + store::erase_ended(tx, before).await?)
        })
        .await
}
