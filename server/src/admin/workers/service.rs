//! Doctors, hospitals and pharmacies as the administrator sees them; correcting and suspending them.

use jiff::Timestamp;

use super::mails;
use super::model::{CorrectedValue, DoctorField};
use super::store::{self, AdminDoctor, AdminDoctorFilter, AdminFacility};
use crate::admin::audit::{self, AuditRow};
use crate::admin::people_search::SearchTerm;
use crate::admin::texts;
use crate::app::App;
use crate::appointments::cancellation::{self, Cancellation};
use crate::appointments::{Appointment, publish_appointment_changed, publish_doctor_changed};
use crate::clinic_day;
use crate::directory::desk::{self, Invitation, StaffMember};
use crate::directory::facilities::{self, Category, OwnFacility};
use crate::directory::listing::{self, Approval};
use crate::directory::{self, Doctor, Profile, doctors, profile_changes, texts as directory_texts};
use crate::identity::callers::{AccountLock, Admin};
use crate::identity::person::PersonName;
use crate::identity::{self, Contact, Role};
use crate::platform::audit::Subject;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::http::{Code, Problem};
use crate::platform::lang::Text;
use crate::platform::list::{Page, Paging};
use crate::platform::outbox;
use crate::platform::pubsub::ADMINISTRATION;
use crate::statistics;

/// The number of past visits on a doctor's page.
const HISTORY_LIMIT: i64 = 20;

/// Common data of the pages of doctors, hospitals and pharmacies.
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

/// What happens to upcoming bookings when their user is blocked or their doctor suspended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum UpcomingBookings {
    #[default]
    Keep,
    Cancel,
}

impl UpcomingBookings {
    pub fn parse(text: &str) -> Result<Self, Text> {
        match text.trim() {
            "keep" => Ok(Self::Keep),
            "cancel" => Ok(Self::Cancel),
            _ => Err(texts::BOOKINGS_WRONG),
        }
    }
}

pub enum Suspension {
    /// Hides a worker and blocks their login. A concurrent booking waits for the doctor's lock and then gets "no such doctor". Hospitals
    /// and pharmacies have no bookings.
    Begin(UpcomingBookings),
    /// Shows a suspended worker again and lets them in.
    End,
}

pub async fn decide(
    app: &App,
    caller: &Admin,
    (role, id): (Role, String),
    suspension: Suspension,
    reason: Option<String>,
) -> Result<(), Problem> {
    let (now, organizer) = (app.clock.now(), app.mailer.address());
    let (site, worker_id) = (app.config.public_url.clone(), id.clone());
    let decided = caller.write(app, AccountLock::Shared, async move |tx, admin| {
        tx.lock(identity::lock_of(role, &id)).await?;
        let worker = listing::find(tx, role, &id).await?.ok_or(Code::NotFound)?;
        let reason = reason.as_deref();
        let subject = Subject { kind: worker.role.as_str(), id: &id, name: &worker.name };
        let contact = identity::find_contact(tx, &id).await?.ok_or(Code::NotFound)?;
        let Suspension::Begin(coming) = suspension else {
            if !listing::restore(tx, role, &id).await? {
                return Err(Problem::saying(Code::NotChangeable, texts::NOT_SUSPENDED));
            }
            identity::activate(tx, &id).await?;
            admin.record(tx, "restore", subject, reason, now).await?;
            outbox::enqueue(tx, &mails::restored(&contact, &site), now).await?;
            return Ok(Vec::new());
        };
        if !suspend(tx, (role, &id), &contact, reason, &site, now).await? {
            return Err(Problem::saying(Code::NotChangeable, texts::NOT_SUSPENDABLE));
        }
        admin.record(tx, "suspend", subject, reason, now).await?;
        Ok(match coming {
            UpcomingBookings::Keep => Vec::new(),
            UpcomingBookings::Cancel => Cancellation { reason, organizer: &organizer, now }.of_doctor(tx, &id).await?,
        })
    });
    let cancelled = decided.await?;
    app.wake_outbox();
    publish_appointment_changed(app, &cancelled);
    publish(app, role, &worker_id);
    Ok(())
}

/// Hides a worker, blocks their login, ends a doctor's screens and mails the worker. Returns `false` if they were suspended
/// already. The caller holds the worker's lock and writes the audit row.
pub async fn suspend(
    tx: &mut Tx<'_>,
    (role, id): (Role, &str),
    contact: &Contact,
    reason: Option<&str>,
    site: &str,
    now: Timestamp,
) -> db::Result<bool> {
    if !listing::suspend(tx, role, id, now.as_millisecond()).await? {
        return Ok(false);
    }
    identity::block(tx, id).await?;
    if role == Role::Doctor {
        clinic_day::delete_screens(tx, id).await?;
    }
    // A change that a suspended worker asked for is dropped: nobody decides about it.
    let dropped = profile_changes::delete_of(tx, id).await?;
    outbox::enqueue(tx, &mails::suspended(contact, reason, dropped, site), now).await?;
    Ok(true)
}

/// Call after the commit: refreshes the administrators' pages and the doctor's screens.
pub fn publish(app: &App, role: Role, id: &str) {
    if role == Role::Doctor {
        publish_doctor_changed(app, id);
    }
    app.pubsub.publish(ADMINISTRATION);
}

/// The administrator's correction of fields that a doctor registered with and cannot change. Decision 0079.
pub struct Correction {
    pub full_name: Option<PersonName>,
    pub doctor_id: Option<String>,
    pub specialization: Option<&'static str>,
    pub experience: Option<i64>,
}

/// Corrects a doctor's entry. Only values that differ are audited and mailed.
pub async fn correct(app: &App, caller: &Admin, id: String, correction: Correction) -> Result<(), Problem> {
    let (now, site, doctor_id) = (app.clock.now(), app.config.public_url.clone(), id.clone());
    let corrected = caller.write(app, AccountLock::Shared, async move |tx, admin| {
        tx.lock(Lock::Doctor(&id)).await?;
        let before = doctors::find(tx, &id).await?.ok_or(Code::NotFound)?;
        let contact = identity::find_contact(tx, &id).await?.ok_or(Code::NotFound)?;
        let mut after = before.clone();
        if let Some(name) = correction.full_name {
            after.full_name = name.as_str().into();
        }
        after.doctor_id = correction.doctor_id.unwrap_or(after.doctor_id);
        after.specialization = correction.specialization.map_or(after.specialization, Into::into);
        after.experience = correction.experience.unwrap_or(after.experience);
        let pairs = [
            (DoctorField::Name, before.full_name.clone(), after.full_name.clone()),
            (DoctorField::Number, before.doctor_id.clone(), after.doctor_id.clone()),
            (DoctorField::Speciality, before.specialization.clone(), after.specialization.clone()),
            (DoctorField::Experience, before.experience.to_string(), after.experience.to_string()),
        ];
        let pairs = pairs.into_iter().filter(|(_, before, after)| before != after);
        let changes: Vec<CorrectedValue> =
            pairs.map(|(field, before, after)| CorrectedValue { field, before, after }).collect();
        if changes.is_empty() {
            return Ok(false);
        }
        doctors::correct(tx, &after).await.map_err(|error| match error {
            error if error.is_conflict("doctors_number") => Problem::field("doctor_ID", directory_texts::NUMBER_TAKEN),
            error => error.into(),
        })?;
        let words = changes.iter().map(|one| format!("{}: {} → {}", one.field.api_name(), one.before, one.after));
        let subject = Subject { kind: "doctor", id: &id, name: &after.full_name };
        admin.record(tx, "correct", subject, Some(&words.collect::<Vec<_>>().join("; ")), now).await?;
        outbox::enqueue(tx, &mails::corrected(&contact, &changes, &site), now).await?;
        Ok::<_, Problem>(true)
    });
    if corrected.await? {
        app.wake_outbox();
        publish_doctor_changed(app, &doctor_id);
        app.pubsub.publish(ADMINISTRATION);
    }
    Ok(())
}
