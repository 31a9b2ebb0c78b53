//! Doctors, hospitals and pharmacies as the administrator sees them; ending desk staff; switching off a second factor.

use super::store::{self, AdminDoctor, AdminDoctorFilter, AdminFacility};
use crate::admin::audit::{self, AuditRow};
use crate::admin::people_search::SearchTerm;
use crate::app::App;
use crate::appointments::Appointment;
use crate::appointments::cancellation;
use crate::directory::desk::{self, Invitation, StaffMember};
use crate::directory::facilities::{self, Category, OwnFacility};
use crate::directory::listing::{self, Approval};
use crate::directory::{self, Doctor, Profile, WorkerKind};
use crate::identity::callers::{AccountLock, Admin};
use crate::identity::second_factor::{self, RemovedBy};
use crate::identity::{self, Role, StepUp};
use crate::platform::audit::Subject;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::list::{Page, Paging};
use crate::platform::pubsub::ADMINISTRATION;
use crate::statistics;

/// How many visits of the past a doctor's page shows.
const HISTORY_LIMIT: i64 = 20;

/// What the pages of doctors, hospitals and pharmacies have in common.
pub struct WorkerRecord {
    pub approval: Approval,
    pub desk: Vec<StaffMember>,
    pub invitations: Vec<Invitation>,
    pub audit: Vec<AuditRow>,
}

pub struct DoctorDetails {
    pub profile: Profile,
    pub counts: statistics::StatusCounts,
    pub unanswered: i64,
    pub coming: Vec<Appointment>,
    pub history: Vec<Appointment>,
    pub record: WorkerRecord,
}

pub struct FacilityDetails {
    pub facility: OwnFacility,
    pub doctors: Vec<Doctor>,
    pub record: WorkerRecord,
}

/// Approved doctors, suspended ones included.
pub async fn list_doctors(app: &App, filter: AdminDoctorFilter, paging: Paging) -> db::Result<Page<AdminDoctor>> {
    app.db.report(async move |tx| store::list_doctors(tx, &filter, paging.part()).await).await
}

/// Approved hospitals or pharmacies, suspended ones included.
pub async fn list_facilities(
    app: &App,
    category: Category,
    term: Option<SearchTerm>,
    paging: Paging,
) -> db::Result<Page<AdminFacility>> {
    app.db.report(async move |tx| store::list_facilities(tx, category, term.as_ref(), paging.part()).await).await
}

async fn find_record(tx: &mut Tx<'_>, role: Role, id: &str, now: i64) -> db::Result<Option<WorkerRecord>> {
    let Some(approval) = listing::find_approval(tx, role, id).await? else { return Ok(None) };
    let desk = desk::list_of(tx, id).await?;
    let invitations = desk::invitations::list_of(tx, id, now).await?;
    Ok(Some(WorkerRecord { approval, desk, invitations, audit: audit::list_of(tx, id).await? }))
}

pub async fn find_doctor(app: &App, id: &str) -> db::Result<Option<DoctorDetails>> {
    let now = app.clock.now();
    app.db
        .read(async |tx| {
            let Some(profile) = directory::find_profile(tx, id).await? else { return Ok(None) };
            let record = find_record(tx, Role::Doctor, id, now.as_millisecond()).await?;
            let Some(record) = record else { return Ok(None) };
            Ok(Some(DoctorDetails {
                profile,
                counts: statistics::count_of_doctor(tx, id).await?,
                unanswered: store::count_unanswered(tx, id).await?,
                coming: cancellation::list_coming_of_doctor(tx, id, now).await?,
                history: cancellation::list_latest_of_doctor(tx, id, now, HISTORY_LIMIT).await?,
                record,
            }))
        })
        .await
}

pub async fn find_facility(app: &App, id: &str) -> db::Result<Option<FacilityDetails>> {
    let now = app.clock.now_millis();
    app.db
        .read(async |tx| {
            let Some(facility) = facilities::find_own(tx, id).await? else { return Ok(None) };
            let Some(record) = find_record(tx, Role::Hospital, id, now).await? else { return Ok(None) };
            Ok(Some(FacilityDetails { facility, doctors: directory::list_of_hospital(tx, id).await?, record }))
        })
        .await
}

/// Removes desk staff or an invitation; their sessions end at once. Returns `false` if there is none of that id.
pub async fn remove_desk_staff(
    app: &App,
    caller: &Admin,
    id: String,
    reason: Option<String>,
) -> Result<bool, identity::Error> {
    let now = app.clock.now();
    let ended = caller.write(app, AccountLock::Shared, async move |tx, admin| {
        tx.lock(Lock::Desk(&id)).await?;
        Ok::<_, identity::Error>(desk::end_held(tx, &admin, &id, reason.as_deref(), now).await?)
    });
    let Some(addresses) = ended.await? else { return Ok(false) };
    app.after_erasure(addresses).await;
    app.pubsub.publish(ADMINISTRATION);
    Ok(true)
}

/// Switches off the second factor of a worker who lost the phone and the recovery codes. `None` if there is no such worker, `false` if
/// it was not on.
pub async fn remove_second_factor(
    app: &App,
    caller: &Admin,
    step_up: StepUp,
    (kind, id): (WorkerKind, String),
    reason: String,
) -> Result<Option<bool>, identity::Error> {
    let proof = identity::step_up(app, caller, step_up).await?;
    let (now, role) = (app.clock.now(), kind.role());
    let reset_url = identity::reset_url(&app.config.public_url, role);
    let removed = caller.write(app, AccountLock::Exclusive, async move |tx, admin| {
        proof.check(tx).await?;
        tx.lock(identity::lock_of(role, &id)).await?;
        let Some(worker) = listing::find(tx, role, &id).await?.filter(|worker| worker.role == role) else {
            return Ok(None);
        };
        if !second_factor::remove_for(tx, &id, RemovedBy::Administrator(&reason), reset_url, now).await? {
            return Ok(Some(false));
        }
        let subject = Subject { kind: role.as_str(), id: &id, name: &worker.name };
        admin.record(tx, "second_factor_off", subject, Some(&reason), now).await?;
        Ok::<_, identity::Error>(Some(true))
    });
    let removed = removed.await?;
    app.wake_outbox();
    Ok(removed)
}
