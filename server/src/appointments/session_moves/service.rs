//! Moving a whole session: each of its patients is proposed a free slot. The slot is reserved for the patient until the answer or the deadline;
//! until then the visit stays at its old time. Answers are in `move_answers`.

use std::collections::HashMap;

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp, Zoned};

use super::model::{MoveProposal, MoveWithProposals, ProposalState, ProposalWithVisit, SessionMove};
use super::rules::{ReservedSlot, assign_slots};
use super::{mails, store};
use crate::app::App;
use crate::appointments;
use crate::appointments::acting_for_doctor::ActingForDoctor;
use crate::appointments::model::Appointment;
use crate::appointments::service::{contact_of_patient, list_contacts, publish_doctor_changed};
use crate::appointments::store::{APPROVED, OfDoctor, PENDING, list_coming_of_doctor};
use crate::directory::{self, DayTime, Doctor};
use crate::identity::callers::SignedOut;
use crate::platform::audit::Subject;
use crate::platform::background::NextRun;
use crate::platform::clock::{day_bounds, millis};
use crate::platform::db::{self, Lock, Tx};
use crate::platform::ids::{Secret, new_id};
use crate::platform::keys::Keys;
use crate::platform::{outbox, phone_messages};
use crate::scheduling::rules::{OpenDay, check_bookable_at_desk};
use crate::scheduling::sessions::{ClinicSession, session_bounds, session_of, sessions_of};
use crate::scheduling::slots::{WHOLE_DAY, free_slots};
use crate::scheduling::{self, Slot, reservations};

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The session has no approved visit.
    #[error("nothing to move")]
    NothingToMove,
    /// A proposal of an earlier move is unresolved.
    #[error("the session is being moved")]
    AlreadyMoving,
    #[error("no such session move")]
    NoMove,
    /// Answered, expired or withdrawn, or the visit has changed since.
    #[error("the proposal has ended")]
    ProposalEnded,
    /// The proposed slot cannot be booked any more.
    #[error("the proposed slot is gone")]
    SlotGone,
    /// No link of ours, or there is no proposal any more.
    #[error("the link has ended")]
    LinkEnded,
    #[error(transparent)]
    Appointment(#[from] appointments::Error),
    #[error(transparent)]
    Scheduling(#[from] scheduling::Error),
    #[error(transparent)]
    SignedOut(#[from] SignedOut),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// What the key encrypts here: the id of the visit whose proposal a link is for.
const MOVE_LINK: &str = "answers a session move";
/// How long the moves of a session that is over are stored.
const PAST_RETENTION: SignedDuration = SignedDuration::from_hours(24);

/// Which session goes where.
#[derive(Debug, Clone, Copy)]
pub struct MoveWish {
    pub day: Date,
    /// A time within the session.
    pub time: DayTime,
    /// The first slot that visits can get; the last one is at the end of that session.
    pub target: Slot,
}

/// What a move of a session would do.
pub struct MovePlan {
    session: ClinicSession,
    /// Between which instants the visits lie, as UTC milliseconds.
    bounds: (i64, i64),
    /// The approved visits that have not begun, the first one first, and where each goes.
    pub visits: Vec<(Appointment, Option<ReservedSlot>)>,
    /// Requests in the session, which the doctor has to answer first.
    pub requests: i64,
}

/// Plans a move without starting it.
pub async fn preview(app: &App, desk: &ActingForDoctor, wish: MoveWish) -> Result<MovePlan, Error> {
    let now = app.clock.india();
    app.db
        .read(async |tx| {
            let doctor = directory::find_listed(tx, &desk.doctor_id).await?.ok_or(scheduling::Error::NoDoctor)?;
            plan(tx, desk, &doctor, wish, &now).await
        })
        .await
}

async fn plan(
    tx: &mut Tx<'_>,
    desk: &ActingForDoctor,
    doctor: &Doctor,
    wish: MoveWish,
    now: &Zoned,
) -> Result<MovePlan, Error> {
    let mut sessions = sessions_of(&doctor.schedule, wish.day);
    let session = sessions.swap_remove(session_of(&sessions, wish.time.minutes()));
    if !desk.sight.shows(session.hospital_id.as_deref()) {
        return Err(scheduling::Error::NoSession.into());
    }
    desk.check_slot(doctor, (wish.target, session.mode), now)?;
    let bounds = session_bounds(&doctor.schedule, Slot { day: wish.day, time: wish.time });
    let at = now.timestamp();
    let seen = |status| OfDoctor { sight: &desk.sight, ..OfDoctor::between(&doctor.id, status, bounds) };
    let mut visits = list_coming_of_doctor(tx, &seen(APPROVED)).await?;
    visits.retain(|visit| visit.slot.starts_at() > at && visit.attendance.is_none() && !visit.is_walk_in());
    let requests = seen(PENDING).list().count(tx).await?;
    let open = OpenDay::new(wish.target.day, now).map_err(scheduling::Error::NotBookable)?.without_notice();
    let taken = reservations::list_taken(tx, &doctor.id, wish.target.day).await?;
    let free = free_slots(&doctor.schedule, open, &taken, WHOLE_DAY, Some(session.mode)).collect();
    let mut free = reservations::list_unreserved(tx, doctor, free, at.as_millisecond()).await?;
    let end = doctor.schedule.session_at(wish.target.day, wish.target.time).map(|session| session.to);
    free.retain(|slot| slot.time >= wish.target.time && end.is_none_or(|end| slot.time < end));
    let assigned = assign_slots(&visits.iter().map(|visit| visit.slot).collect::<Vec<_>>(), &free, at);
    Ok(MovePlan { session, bounds, visits: visits.into_iter().zip(assigned).collect(), requests })
}

/// Starts moving a session: each patient is proposed a free slot, which is reserved; those for whom there is none are listed for the desk to
/// call. The same move sent again answers with the first one.
pub async fn begin(
    app: &App,
    desk: &ActingForDoctor,
    wish: MoveWish,
    reason: String,
) -> Result<MoveWithProposals, Error> {
    let (now, site, keys) = (app.clock.india(), app.config.public_url.clone(), app.keys.clone());
    let begun = desk.write(app, async move |tx, desk| {
        let doctor = directory::find_listed(tx, &desk.doctor_id).await?.ok_or(scheduling::Error::NoDoctor)?;
        let plan = plan(tx, &desk, &doctor, wish, &now).await?;
        let ids: Vec<String> = plan.visits.iter().map(|(visit, _)| visit.id.clone()).collect();
        let unresolved = list_unresolved(tx, &ids, now.timestamp()).await?;
        if let Some(earlier) = unresolved.first() {
            let same = find_same(tx, &desk, &earlier.proposal.move_id, (&plan, wish.target), &reason).await?;
            return Ok((same.ok_or(Error::AlreadyMoving)?, false));
        }
        if plan.visits.is_empty() {
            return Err(Error::NothingToMove);
        }
        let at = now.timestamp();
        let new = SessionMove {
            id: new_id(at),
            doctor_id: doctor.id.clone(),
            hospital_id: plan.session.hospital_id.clone(),
            from: Slot { day: wish.day, time: plan.session.from },
            to: plan.bounds.1,
            target: wish.target,
            reason,
            created_at: at.as_millisecond(),
            withdrawn_at: None,
        };
        let proposals: Vec<MoveProposal> =
            plan.visits.iter().map(|(visit, placed)| proposal_of(&new, visit, *placed)).collect();
        store::insert(tx, &new).await?;
        store::save_proposals(tx, &proposals).await?;
        reservations::set_waited(tx, &doctor.id, true).await?;
        propose(tx, &new, &plan.visits, &doctor, (at, (&site, &keys))).await?;
        record(tx, &desk, "move_session", &new, at).await?;
        Ok((with_proposals(tx, &desk, vec![new]).await?.pop().ok_or(Error::NoMove)?, true))
    });
    let (begun, is_new) = begun.await?;
    if is_new {
        publish_doctor_changed(app, &desk.doctor_id);
    }
    Ok(begun)
}

fn proposal_of(of: &SessionMove, visit: &Appointment, placed: Option<ReservedSlot>) -> MoveProposal {
    MoveProposal {
        visit_id: visit.id.clone(),
        move_id: of.id.clone(),
        doctor_id: of.doctor_id.clone(),
        from: visit.slot,
        slot: placed.map(|placed| placed.slot),
        until: placed.map(|placed| placed.until),
        state: if placed.is_some() { ProposalState::Open } else { ProposalState::Unplaced },
    }
}

/// The unresolved proposals of these visits.
async fn list_unresolved(tx: &mut Tx<'_>, visits: &[String], now: Timestamp) -> db::Result<Vec<ProposalWithVisit>> {
    let mut found = store::list_of_visits(tx, visits).await?;
    found.retain(|one| one.state(now).is_unresolved());
    Ok(found)
}

/// The earlier move, if the same one is requested again.
async fn find_same(
    tx: &mut Tx<'_>,
    desk: &ActingForDoctor,
    id: &str,
    (plan, target): (&MovePlan, Slot),
    reason: &str,
) -> db::Result<Option<MoveWithProposals>> {
    let found = store::find_move(tx, (id, &desk.doctor_id), &desk.sight).await?;
    let is_same = |earlier: &SessionMove| {
        (earlier.to, earlier.target, earlier.reason.as_str()) == (plan.bounds.1, target, reason)
    };
    Ok(with_proposals(tx, desk, found.filter(is_same).into_iter().collect()).await?.pop())
}

/// Mails and messages with the proposed slots. The desk calls the patients whose visits got none.
async fn propose(
    tx: &mut Tx<'_>,
    of: &SessionMove,
    visits: &[(Appointment, Option<ReservedSlot>)],
    doctor: &Doctor,
    (now, (site, keys)): (Timestamp, (&str, &Keys)),
) -> db::Result<()> {
    let placed: Vec<(&Appointment, ReservedSlot)> =
        visits.iter().filter_map(|(visit, placed)| Some((visit, (*placed)?))).collect();
    let contacts = list_contacts(tx, &placed.iter().map(|(visit, _)| (*visit).clone()).collect::<Vec<_>>()).await?;
    let (mut mails, mut to_phones) = (Vec::with_capacity(placed.len()), Vec::new());
    for (visit, placed) in placed {
        let Some(contact) = contact_of_patient(&contacts, visit) else { continue };
        let mut moved = visit.clone();
        moved.move_to(placed.slot, doctor);
        let proposal = mails::Proposal { visit, moved: &moved, until: placed.until, reason: &of.reason, doctor };
        mails.push(proposal.to_patient(contact, move_page_url(site, keys, &visit.id)));
        to_phones.extend(proposal.to_phone(&of.id, contact));
    }
    outbox::enqueue_all(tx, &mails, now).await?;
    phone_messages::enqueue(tx, &to_phones, now).await
}

/// Writes down in the audit log that a session moves, or stays; the detail is where to.
async fn record(
    tx: &mut Tx<'_>,
    desk: &ActingForDoctor,
    action: &str,
    of: &SessionMove,
    now: Timestamp,
) -> db::Result<()> {
    let id = format!("{} {}", of.doctor_id, of.from.day);
    let target = format!("{} {}", of.target.day, of.target.time);
    desk.record(tx, action, Subject { kind: "day", id: &id, name: "" }, Some(&target), now).await
}

async fn with_proposals(
    tx: &mut Tx<'_>,
    desk: &ActingForDoctor,
    moves: Vec<SessionMove>,
) -> db::Result<Vec<MoveWithProposals>> {
    let ids: Vec<String> = moves.iter().map(|one| one.id.clone()).collect();
    let proposals = store::list_of_moves(tx, &ids).await?;
    let is_any_by_phone = proposals.iter().any(|one| one.visit.appointment.phone.is_some());
    let may_call = is_any_by_phone && desk.may_call(tx).await?;
    let mut by_move = HashMap::<String, Vec<ProposalWithVisit>>::new();
    for one in proposals {
        by_move.entry(one.proposal.move_id.clone()).or_default().push(one);
    }
    let with_its = |session_move: SessionMove| {
        let proposals = by_move.remove(&session_move.id).unwrap_or_default();
        MoveWithProposals { session_move, proposals, may_call }
    };
    Ok(moves.into_iter().map(with_its).collect())
}

/// The moves of the sessions of today and later that were not taken back, within the caller's scope.
pub async fn list(app: &App, desk: &ActingForDoctor) -> db::Result<Vec<MoveWithProposals>> {
    let (today, _) = day_bounds(app.clock.india().date());
    let listed = app.db.read(async |tx| {
        let moves = store::list_of_doctor(tx, &desk.doctor_id, &desk.sight, today).await?;
        with_proposals(tx, desk, moves).await
    });
    listed.await
}

/// Takes a move back: visits whose patients have not accepted stay at the old time, and patients who have not answered are notified of that.
/// Visits whose patients have accepted have moved.
pub async fn withdraw(app: &App, desk: &ActingForDoctor, id: String) -> Result<(), Error> {
    let now = app.clock.now();
    let withdrawn = desk.write(app, async move |tx, desk| {
        let found = store::find_move(tx, (&id, &desk.doctor_id), &desk.sight).await?.ok_or(Error::NoMove)?;
        if found.withdrawn_at.is_some() {
            return Ok(false);
        }
        let proposals = store::list_of_moves(tx, std::slice::from_ref(&id)).await?;
        let open = proposals.into_iter().filter(|one| one.state(now) == ProposalState::Open);
        let waiting: Vec<Appointment> = open.map(|one| one.visit.appointment).collect();
        store::withdraw(tx, std::slice::from_ref(&id), now.as_millisecond()).await?;
        notify_of_withdrawal(tx, &waiting, &found, now).await?;
        record(tx, &desk, "withdraw_session_move", &found, now).await?;
        Ok::<_, Error>(true)
    });
    if withdrawn.await? {
        publish_doctor_changed(app, &desk.doctor_id);
    }
    Ok(())
}

/// Tells patients who have not answered that their visits stay as they are.
async fn notify_of_withdrawal(
    tx: &mut Tx<'_>,
    visits: &[Appointment],
    of: &SessionMove,
    now: Timestamp,
) -> db::Result<()> {
    let Some(doctor) = directory::find(tx, &of.doctor_id).await? else { return Ok(()) };
    let contacts = list_contacts(tx, visits).await?;
    let (mut mails, mut to_phones) = (Vec::with_capacity(visits.len()), Vec::new());
    for visit in visits {
        let Some(contact) = contact_of_patient(&contacts, visit) else { continue };
        mails.push(mails::stays(visit, &doctor, contact));
        to_phones.extend(mails::stays_to_phone(visit, &of.id, &doctor, contact));
    }
    outbox::enqueue_all(tx, &mails, now).await?;
    phone_messages::enqueue(tx, &to_phones, now).await
}

/// The page of a proposal, by the id of its visit. The token is placed after `#`, so that no server log contains it.
pub fn move_page_url(site: &str, keys: &Keys, visit_id: &str) -> String {
    format!("{site}/move#{}", keys.link_token(MOVE_LINK, visit_id))
}

/// The visit whose proposal a link is for.
pub fn visit_of_link(app: &App, token: &Secret) -> Result<String, Error> {
    app.keys.id_of_link(MOVE_LINK, token).ok_or(Error::LinkEnded)
}

/// The job: stores the end of proposals whose deadline has passed, whose visit has changed, or whose slot cannot be booked any more. The
/// slot is free before that, by [`ProposalWithVisit::state`]; without the job `doctors.has_waitlist` would stay set, and every booking with
/// that doctor would look for reserved slots.
pub async fn end_due(app: &App) -> db::Result<NextRun> {
    let doctors = app.db.read(async |tx| store::list_doctors_with_open(tx).await).await?;
    app.backoff.for_each("session moves", doctors, app.clock.now_millis(), |id| end_due_of(app, id)).await?;
    Ok(NextRun::Scheduled)
}

async fn end_due_of(app: &App, doctor_id: String) -> db::Result<()> {
    let now = app.clock.india();
    // Most runs find nothing, and take no lock for it.
    if app.db.read(async |tx| list_due(tx, &doctor_id, &now).await).await?.is_empty() {
        return Ok(());
    }
    let id = doctor_id.clone();
    app.db
        .write(async move |tx| {
            tx.lock(Lock::Doctor(&id)).await?;
            for (visits, state) in list_due(tx, &id, &now).await? {
                store::save_state(tx, &visits, state).await?;
            }
            Ok::<_, db::Error>(())
        })
        .await?;
    publish_doctor_changed(app, &doctor_id);
    Ok(())
}

/// A doctor's proposals that are stored as open and are not open any more, by what they are.
async fn list_due(tx: &mut Tx<'_>, doctor_id: &str, now: &Zoned) -> db::Result<Vec<(Vec<String>, ProposalState)>> {
    let open = store::list_open(tx, doctor_id).await?;
    let Some(doctor) = directory::find(tx, doctor_id).await?.filter(|_| !open.is_empty()) else {
        return Ok(Vec::new());
    };
    let (mut expired, mut ended) = (Vec::new(), Vec::new());
    for one in open {
        let is_bookable = |slot| check_bookable_at_desk(&doctor.schedule, slot, now).is_ok();
        match one.state(now.timestamp()) {
            ProposalState::Ended => ended.push(one.proposal.visit_id),
            ProposalState::Open if one.proposal.slot.is_some_and(is_bookable) => {}
            _ => expired.push(one.proposal.visit_id),
        }
    }
    let due = [(expired, ProposalState::Expired), (ended, ProposalState::Ended)];
    Ok(due.into_iter().filter(|(visits, _)| !visits.is_empty()).collect())
}

/// Takes back all moves of a doctor who cannot be booked any more. The caller holds the doctor's exclusive lock.
pub async fn withdraw_of_doctor(tx: &mut Tx<'_>, doctor_id: &str, now: i64) -> db::Result<()> {
    let everything = &directory::desk::DeskScope::Everything;
    let moves = store::list_of_doctor(tx, doctor_id, everything, now).await?;
    store::withdraw(tx, &moves.into_iter().map(|one| one.id).collect::<Vec<_>>(), now).await
}

/// Deletes the moves of sessions that are over.
pub async fn forget_past(app: &App) -> db::Result<u64> {
    let before = app.clock.now_millis() - millis(PAST_RETENTION);
    app.db.write_one(async move |tx| store::delete_old(tx, before).await).await
}
