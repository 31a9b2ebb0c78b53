//! Answers to the slots that were proposed when a session moved: by the patient, in the account or by a link, and by the desk, which calls
//! those who did not answer. An accepted slot is taken by the same function as every other move of a visit.

use std::collections::BTreeSet;
use std::slice;

use jiff::Zoned;

use crate::app::App;
use crate::appointments;
use crate::appointments::acting_for_doctor::ActingForDoctor;
use crate::appointments::change_kind::ChangeKind;
use crate::appointments::changes::{Actor, publish_appointment_changed};
use crate::appointments::model::Appointment;
use crate::appointments::moves::{MovedBy, move_within};
use crate::appointments::service::{list_contacts, publish_doctor_changed, subject};
use crate::appointments::session_moves::{
    Error, ProposalState, ProposalWithVisit, find, list_of_user, save_answer, visit_of_link,
};
use crate::directory::{self, Doctor};
use crate::identity::callers::{AccountLock, Patient};
use crate::identity::{self, Role, lock_of};
use crate::platform::db::{self, Lock, Tx};
use crate::platform::ids::Secret;
use crate::scheduling;
use crate::scheduling::rules::check_bookable_at_desk;

/// A proposal as its patient sees it.
pub struct OwnProposal {
    pub found: ProposalWithVisit,
    pub state: ProposalState,
    /// The visit as it would be at the proposed slot; `None` if there is none, or the doctor cannot be booked any more.
    pub moved: Option<Appointment>,
    pub doctor: Option<Doctor>,
}

impl OwnProposal {
    fn new(found: ProposalWithVisit, state: ProposalState, doctor: Option<Doctor>) -> Self {
        let moved = doctor.as_ref().zip(found.proposal.slot).map(|(doctor, slot)| {
            let mut visit = found.visit.appointment.clone();
            // An accepted one has moved already.
            if visit.slot != slot {
                visit.move_to(slot, doctor);
            }
            visit
        });
        Self { found, state, moved, doctor }
    }
}

/// The context of an answer besides the transaction.
struct AnswerContext {
    now: Zoned,
    organizer: String,
}

impl AnswerContext {
    fn of(app: &App) -> Self {
        Self { now: app.clock.india(), organizer: app.mailer.address() }
    }

    fn now_millis(&self) -> i64 {
        self.now.timestamp().as_millisecond()
    }
}

/// What is proposed to a user and waits for an answer.
pub async fn list_own(app: &App, caller: &Patient) -> db::Result<Vec<OwnProposal>> {
    let now = app.clock.india();
    let listed = app.db.read(async |tx| {
        let mut own = list_of_user(tx, &caller.id, now.timestamp().as_millisecond()).await?;
        own.retain(|one| one.state(now.timestamp()) == ProposalState::Open);
        let doctor_ids: BTreeSet<String> = own.iter().map(|one| one.proposal.doctor_id.clone()).collect();
        let doctors = directory::list_listed(tx, &Vec::from_iter(doctor_ids), now.date()).await?;
        let with_doctor = |one: ProposalWithVisit| {
            let doctor = doctors.iter().find(|doctor| doctor.id == one.proposal.doctor_id);
            OwnProposal::new(one, ProposalState::Open, doctor.cloned())
        };
        Ok(own.into_iter().map(with_doctor).collect())
    });
    listed.await
}

/// The proposal of a link, whatever became of it; an account that is blocked or deleted has none.
pub async fn find_by_link(app: &App, token: &Secret) -> Result<OwnProposal, Error> {
    let (id, now) = (visit_of_link(app, token)?, app.clock.now());
    let found = app.db.read(async |tx| {
        let Some(found) = find_of_active(tx, &id).await? else { return Ok(None) };
        let doctor = directory::find_listed(tx, &found.proposal.doctor_id).await?;
        let state = found.state(now);
        Ok::<_, db::Error>(Some(OwnProposal::new(found, state, doctor)))
    });
    found.await?.ok_or(Error::LinkEnded)
}

async fn find_of_active(tx: &mut Tx<'_>, id: &str) -> db::Result<Option<ProposalWithVisit>> {
    let Some(found) = find(tx, id).await? else { return Ok(None) };
    let is_active = identity::is_active_user(tx, &found.visit.appointment.user_id).await?;
    Ok(Some(found).filter(|_| is_active))
}

/// Takes the proposed slot of an own visit. Accepted again it answers with the same visit.
pub async fn accept(app: &App, caller: &Patient, id: String) -> Result<Appointment, Error> {
    let context = AnswerContext::of(app);
    let accepted = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        lock_own(tx, &me.id, &id).await?;
        accept_within(tx, &id, &[ProposalState::Open], BY_PATIENT, &context).await
    });
    Ok(published(app, accepted.await?))
}

/// The same by a link.
pub async fn accept_by_link(app: &App, token: &Secret) -> Result<Appointment, Error> {
    let (id, context) = (visit_of_link(app, token)?, AnswerContext::of(app));
    let owner = owner_of(app, &id).await?;
    let user_id = owner.clone();
    let accepted = app.db.write_for_account(&owner, async move |tx| {
        lock_of_link(tx, &user_id, &id).await?;
        accept_within(tx, &id, &[ProposalState::Open], BY_PATIENT, &context).await
    });
    Ok(published(app, accepted.await?))
}

/// Declines the slot for the patient: it is free, the old time stays, and the desk calls. Declining twice is not an error.
pub async fn decline(app: &App, caller: &Patient, id: String) -> Result<(), Error> {
    let context = AnswerContext::of(app);
    let declined = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        lock_own(tx, &me.id, &id).await?;
        decline_within(tx, &id, &context).await
    });
    publish_doctor_changed(app, &declined.await?);
    Ok(())
}

/// The same by a link.
pub async fn decline_by_link(app: &App, token: &Secret) -> Result<(), Error> {
    let (id, context) = (visit_of_link(app, token)?, AnswerContext::of(app));
    let owner = owner_of(app, &id).await?;
    let user_id = owner.clone();
    let declined = app.db.write_for_account(&owner, async move |tx| {
        lock_of_link(tx, &user_id, &id).await?;
        decline_within(tx, &id, &context).await
    });
    publish_doctor_changed(app, &declined.await?);
    Ok(())
}

/// Moves a visit to its proposed slot, as agreed with the patient on the phone, as long as that slot is free.
pub async fn accept_at_desk(app: &App, desk: &ActingForDoctor, id: String) -> Result<Appointment, Error> {
    let context = AnswerContext::of(app);
    let accepted = desk.write(app, async move |tx, desk| {
        desk.find_visit(tx, &id).await?;
        let by = MovedBy { actor: Actor::Desk(&desk, "move"), kind: ChangeKind::MovedByDoctor };
        let waiting = [ProposalState::Open, ProposalState::Declined, ProposalState::Expired];
        let (mut visit, is_new) = accept_within(tx, &id, &waiting, by, &context).await?;
        desk.veil(tx, [&mut visit]).await?;
        Ok::<_, Error>((visit, is_new))
    });
    Ok(published(app, accepted.await?))
}

/// Stores that the desk and the patient agreed on the old time: the proposed slot is free, and the visit is not listed for a call any more.
pub async fn keep_at_desk(app: &App, desk: &ActingForDoctor, id: String) -> Result<Appointment, Error> {
    let context = AnswerContext::of(app);
    let kept = desk.write(app, async move |tx, desk| {
        let mut visit = desk.find_visit(tx, &id).await?;
        let found = find(tx, &id).await?.ok_or(Error::ProposalEnded)?;
        match found.state(context.now.timestamp()) {
            ProposalState::Kept => {}
            state if state.is_unresolved() => {
                save_answer(tx, &id, ProposalState::Kept, context.now_millis()).await?;
                desk.record(tx, "keep", subject(&visit), None, context.now.timestamp()).await?;
            }
            _ => return Err(Error::ProposalEnded),
        }
        desk.veil(tx, [&mut visit]).await?;
        Ok(visit)
    });
    let visit = kept.await?;
    publish_doctor_changed(app, &visit.doctor_id);
    Ok(visit)
}

const BY_PATIENT: MovedBy<'static> = MovedBy { actor: Actor::Unrecorded, kind: ChangeKind::MoveAccepted };

fn published(app: &App, (visit, is_new): (Appointment, bool)) -> Appointment {
    if is_new {
        publish_appointment_changed(app, slice::from_ref(&visit));
    }
    visit
}

/// Locks the doctor of a proposal to the caller, who holds their own lock.
async fn lock_own(tx: &mut Tx<'_>, user_id: &str, id: &str) -> Result<(), Error> {
    let found = find(tx, id).await?.filter(|found| found.visit.appointment.user_id == user_id);
    let found = found.ok_or(appointments::Error::NoAppointment)?;
    Ok(tx.lock(Lock::Doctor(&found.proposal.doctor_id)).await?)
}

async fn owner_of(app: &App, id: &str) -> Result<String, Error> {
    let found = app.db.read(async |tx| find_of_active(tx, id).await).await?.ok_or(Error::LinkEnded)?;
    Ok(found.visit.appointment.user_id)
}

/// Takes the locks of a signed-in answer: the user first, then the doctor.
async fn lock_of_link(tx: &mut Tx<'_>, user_id: &str, id: &str) -> Result<(), Error> {
    tx.lock(lock_of(Role::User, user_id)).await?;
    let found = find_of_active(tx, id).await?.filter(|found| found.visit.appointment.user_id == user_id);
    let found = found.ok_or(Error::LinkEnded)?;
    Ok(tx.lock(Lock::Doctor(&found.proposal.doctor_id)).await?)
}

/// Moves a visit to its proposed slot if the proposal is in one of these states. Returns the visit, and false if it had moved before. The
/// caller holds the doctor's exclusive lock.
async fn accept_within(
    tx: &mut Tx<'_>,
    id: &str,
    waiting: &[ProposalState],
    by: MovedBy<'_>,
    AnswerContext { now, organizer }: &AnswerContext,
) -> Result<(Appointment, bool), Error> {
    let found = find(tx, id).await?.ok_or(Error::ProposalEnded)?;
    let state = found.state(now.timestamp());
    let (proposal, visit) = (found.proposal, found.visit.appointment);
    if state == ProposalState::Accepted {
        return Ok((visit, false));
    }
    if !waiting.contains(&state) {
        return Err(Error::ProposalEnded);
    }
    if !visit.is_changeable(now.timestamp()) {
        return Err(appointments::Error::NotChangeable.into());
    }
    let slot = proposal.slot.ok_or(Error::SlotGone)?;
    let doctor = directory::find_listed(tx, &proposal.doctor_id).await?.ok_or(scheduling::Error::NoDoctor)?;
    check_bookable_at_desk(&doctor.schedule, slot, now).map_err(|_| Error::SlotGone)?;
    scheduling::check_mode(&doctor, slot, visit.mode()).map_err(|_| Error::SlotGone)?;
    let contacts = list_contacts(tx, slice::from_ref(&visit)).await?;
    let moved = move_within(tx, (visit, &doctor, &contacts), (slot, found.reason), by, (now, organizer)).await;
    let visit = moved.map_err(|error| match error {
        appointments::Error::SlotTaken | appointments::Error::Scheduling(scheduling::Error::Reserved) => {
            Error::SlotGone
        }
        error => error.into(),
    })?;
    save_answer(tx, id, ProposalState::Accepted, now.timestamp().as_millisecond()).await?;
    Ok((visit, true))
}

/// Stores that the slot is declined, and returns the id of the doctor. The caller holds the doctor's exclusive lock.
async fn decline_within(tx: &mut Tx<'_>, id: &str, context: &AnswerContext) -> Result<String, Error> {
    let found = find(tx, id).await?.ok_or(Error::ProposalEnded)?;
    match found.state(context.now.timestamp()) {
        ProposalState::Declined => {}
        ProposalState::Open => save_answer(tx, id, ProposalState::Declined, context.now_millis()).await?,
        _ => return Err(Error::ProposalEnded),
    }
    Ok(found.proposal.doctor_id)
}
