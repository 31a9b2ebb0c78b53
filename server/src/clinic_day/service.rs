//! A doctor's day: who comes, and a doctor who is late. What becomes of patients is in `marks`, and walk-ins are in `walk_ins`.

use futures::future::{join, join5};
use jiff::civil::Date;
use jiff::{Span, Zoned};

use super::door_codes::DoorCodes;
use super::expected_times::board;
use super::model::{DayState, QueueBoard, QueueEntry, Screen};
use super::rules::{self, MAX_LATE_CHANGES_PER_DAY};
use super::{mails, store};
use crate::app::App;
use crate::appointments::acting_for_doctor::ActingForDoctor;
use crate::appointments::phone_consultations::{self, PhoneCall};
use crate::appointments::service::{contact_of_patient, list_contacts, visit_page_url};
use crate::appointments::{self, publish_doctor_changed};
use crate::directory::desk::DeskScope;
use crate::directory::{self, DayTime, Doctor, VisitMode};
use crate::identity::callers::SignedOut;
use crate::platform::audit::Subject;
use crate::platform::clock::{day_bounds, day_number};
use crate::platform::db::{self, Tx};
use crate::platform::push::{self, NextChannel};
use crate::platform::{outbox, phone_messages};
use crate::scheduling::rules::OpenDay;
use crate::scheduling::sessions::{ClinicSession, session_of, sessions_of};
use crate::scheduling::slots::{WHOLE_DAY, free_clinic_slots, list_taken};
use crate::scheduling::{self, Slot, reservations};

/// The retention of walk-ins without a slot.
const WALK_IN_RETENTION_DAYS: i64 = 90;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Limit of walk-ins of a day, above what any doctor can see.
    #[error("too many walk-ins")]
    TooManyWalkIns,
    #[error("no such screen")]
    NoScreen,
    /// No screen shows this code, or no longer.
    #[error("wrong code of a screen")]
    WrongScreenCode,
    #[error("too many screens")]
    TooManyScreens,
    /// Too many changes of the delay: each one mails all waiting patients.
    #[error("late too often")]
    LateTooOften,
    /// Marked otherwise since the caller saw it.
    #[error("marked since it was seen")]
    MarkedSince,
    /// Its slot, which begins at this time, has not begun.
    #[error("not absent yet")]
    NotAbsentYet(DayTime),
    /// The last call to the patient of a visit by phone counts from this time on.
    #[error("the last call is too early")]
    LastCallTooEarly(DayTime),
    #[error(transparent)]
    Appointment(#[from] appointments::Error),
    #[error(transparent)]
    Scheduling(#[from] scheduling::Error),
    #[error(transparent)]
    SignedOut(#[from] SignedOut),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// A day of a doctor as it is stored.
pub struct Day {
    pub doctor: Doctor,
    pub state: DayState,
    /// In order, at least one.
    pub sessions: Vec<ClinicSession>,
    pub entries: Vec<QueueEntry>,
    /// The screens of the doctor's waiting rooms, by their numbers.
    pub screens: Vec<Screen>,
}

impl Day {
    /// The current or next session, at a time of this day.
    pub fn current(&self, now: &Zoned) -> usize {
        rules::current(&self.sessions, &self.state, rules::minute_of(now))
    }

    /// The queue that a screen shows: of the current or next session, within the screen's scope. Nothing if the doctor has no session today
    /// at the hospital of the screen.
    pub fn board_of(&self, screen: &Screen, now: &Zoned) -> QueueBoard {
        let hospital = screen.hospital_id.as_deref();
        let shown = rules::shown(&self.sessions, &self.entries, &self.state, rules::minute_of(now), hospital);
        shown.map_or_else(QueueBoard::default, |session| self.board(session, now))
    }

    /// How many wait before a visit in the queue of its session; `None` before the first patient of the session was called in.
    pub(super) fn count_before(&self, visit_id: &str, now: &Zoned) -> Option<usize> {
        let own = self.entries.iter().find(|entry| entry.id == visit_id)?;
        let has_begun = self.entries.iter().any(|entry| entry.session == own.session && entry.called_at.is_some());
        let queue = self.board(own.session, now).waiting;
        queue.iter().position(|place| place.token == own.token).filter(|_| has_begun)
    }

    /// The session that begins at a time and that a walk-in can still be added to.
    pub(super) fn open_session(&self, from: DayTime, now: &Zoned) -> Option<usize> {
        let found = self.sessions.iter().position(|session| session.from == from);
        found.filter(|number| self.is_open(*number, now))
    }

    /// Whether a walk-in can still be added to a session.
    fn is_open(&self, session: usize, now: &Zoned) -> bool {
        let is_at_place = self.sessions[session].mode == VisitMode::Clinic;
        is_at_place && rules::is_open(&self.sessions, session, rules::minute_of(now))
    }

    /// The current or next session at a place.
    pub(super) fn current_at_place(&self, now: &Zoned) -> Option<usize> {
        rules::current_at_place(&self.sessions, &self.state, rules::minute_of(now))
    }

    /// The place whose door code is shown: that of the current or next session. A session at a hospital that has not confirmed the doctor
    /// counts as one at the doctor's own clinic, whose door has the doctor's id.
    pub fn door_place(&self, hospital: Option<&str>, now: &Zoned) -> &str {
        let shown = rules::shown(&self.sessions, &self.entries, &self.state, rules::minute_of(now), hospital);
        let there = shown.and_then(|session| self.sessions[session].hospital_id.as_deref()).or(hospital);
        let confirmed = self.doctor.workplace().filter(|place| there == Some(place.id.as_str()));
        confirmed.map_or(self.doctor.id.as_str(), |place| place.id.as_str())
    }

    /// The queue of one session.
    pub fn board(&self, session: usize, now: &Zoned) -> QueueBoard {
        let late = rules::late_for(&self.state, &self.sessions, session);
        board(&self.entries, (session, self.sessions[session].from.minutes()), late, now)
    }
}

/// A doctor's day, within the caller's scope.
pub async fn read_day(tx: &mut Tx<'_>, doctor_id: &str, day: Date, sight: &DeskScope) -> db::Result<Option<Day>> {
    let (bounds, number) = (day_bounds(day), day_number(day));
    let (doctor, visits, walk_ins, state, screens) = join5(
        directory::find(&mut tx.concurrent(), doctor_id),
        store::list_visits(&mut tx.concurrent(), doctor_id, bounds, sight),
        store::list_walk_ins(&mut tx.concurrent(), doctor_id, number, sight),
        store::find_day(&mut tx.concurrent(), doctor_id, number),
        store::list_screens(&mut tx.concurrent(), doctor_id),
    )
    .await;
    let Some(doctor) = doctor? else { return Ok(None) };
    let mut sessions = sessions_of(&doctor.schedule, day);
    if let DeskScope::Hospital(hospital) = sight {
        rules::keep_those_at(&mut sessions, hospital);
    }
    let entries = rules::in_order(&sessions, visits?, walk_ins?);
    Ok(Some(Day { doctor, state: state?, sessions, entries, screens: screens? }))
}

/// The delay in minutes of the current or next session within the scope.
pub async fn late_at(tx: &mut Tx<'_>, doctor_id: &str, sight: &DeskScope, now: &Zoned) -> db::Result<i64> {
    let day = read_day(tx, doctor_id, now.date(), sight).await?;
    Ok(day.map_or(0, |day| rules::late_for(&day.state, &day.sessions, day.current(now))))
}

/// A doctor's day, and which of its slots a walk-in can have.
pub struct Today {
    pub now: Zoned,
    /// The current or next session of the day.
    pub current: usize,
    /// For each session, whether a walk-in can still be added.
    pub open: Vec<bool>,
    pub day: Day,
    pub free: Vec<Slot>,
    /// The codes of the place where the caller is.
    pub door: DoorCodes,
    /// The calls of visits by phone, each with the visit's id.
    pub calls: Vec<(String, PhoneCall)>,
    /// Whether the caller may call the patients of visits by phone.
    pub may_call: bool,
}

pub async fn today(app: &App, desk: &ActingForDoctor) -> Result<Today, Error> {
    let now = app.clock.india();
    let date = now.date();
    let (from, to) = day_bounds(date);
    app.db
        .read(async |tx| {
            let (day, taken) = join(
                read_day(&mut tx.concurrent(), &desk.doctor_id, date, &desk.sight),
                list_taken(&mut tx.concurrent(), &desk.doctor_id, from - Slot::MILLIS, to),
            )
            .await;
            let (mut day, taken) = (day?.ok_or(scheduling::Error::NoDoctor)?, taken?.into_iter().collect());
            day.screens.retain(|screen| desk.sight.shows(screen.hospital_id.as_deref()));
            let open = OpenDay::new(date, &now).map_err(scheduling::Error::NotBookable)?.without_notice();
            let free = free_clinic_slots(&day.doctor.schedule, open, &taken, WHOLE_DAY);
            let at = now.timestamp().as_millisecond();
            // For whom a slot is reserved depends on the whole day, whatever the caller's scope is.
            let mut free = reservations::list_unreserved(tx, &day.doctor, free.collect(), at).await?;
            free.retain(|slot| desk.sight.shows(day.doctor.hospital_at(slot.day, slot.time)));
            let numbers = 0..day.sessions.len();
            let open = numbers.map(|number| day.is_open(number, &now)).collect();
            rules::sort_by_presence(&mut day.entries);
            let door = DoorCodes::at(&app.keys, day.door_place(desk.sight.limit(), &now), at);
            let by_phone = day.entries.iter().filter(|entry| entry.phone_visit.is_some());
            let by_phone: Vec<String> = by_phone.map(|entry| entry.id.clone()).collect();
            let calls = phone_consultations::list_calls(tx, &by_phone).await?;
            let may_call = desk.is_doctor() || day.doctor.desk_may_call;
            Ok(Today { current: day.current(&now), now: now.clone(), open, day, free, door, calls, may_call })
        })
        .await
}

/// The subject of an audit entry. It does not name a walk-in, whose data is deleted before the entry is.
pub(super) const WALK_IN: &str = "walkin";
const DAY_OF_DOCTOR: &str = "day";

/// Writes down in the audit log something that concerns the whole day of a doctor, with a number.
pub(super) async fn record_of_day(
    tx: &mut Tx<'_>,
    desk: &ActingForDoctor,
    action: &str,
    number: &str,
    now: &Zoned,
) -> db::Result<()> {
    let id = format!("{} {}", desk.doctor_id, now.date());
    let subject = Subject { kind: DAY_OF_DOCTOR, id: &id, name: "" };
    desk.record(tx, action, subject, Some(number), now.timestamp()).await
}

/// Sets the doctor's delay for the current or next session, and mails all patients waiting for it, once for each change. The session may be
/// at any place, so a hospital's desk, which sees one place, cannot set it.
pub async fn announce_delay(app: &App, desk: &ActingForDoctor, minutes: i64) -> Result<Today, Error> {
    if desk.sight != DeskScope::Everything {
        return Err(appointments::Error::NotYours.into());
    }
    let (now, site, keys) = (app.clock.india(), app.config.public_url.clone(), app.keys.clone());
    let snapshot = desk.write(app, async move |tx, desk| {
        let (date, at, doctor_id) = (now.date(), now.timestamp(), desk.doctor_id.as_str());
        let (day, waiting) = join(
            read_day(&mut tx.concurrent(), doctor_id, date, &desk.sight),
            store::list_visits(&mut tx.concurrent(), doctor_id, day_bounds(date), &desk.sight),
        )
        .await;
        let (day, mut waiting) = (day?.ok_or(scheduling::Error::NoDoctor)?, waiting?);
        let (doctor, state, session) = (&day.doctor, &day.state, day.current(&now));
        let before = rules::late_for(state, &day.sessions, session);
        if before == minutes {
            return Ok(());
        }
        if state.late_changes >= MAX_LATE_CHANGES_PER_DAY {
            return Err(Error::LateTooOften);
        }
        let late_from = (day.sessions.len() > 1).then(|| day.sessions[session].from.minutes());
        store::save_late(tx, doctor_id, day_number(date), minutes, late_from).await?;
        record_of_day(tx, &desk, "late", &minutes.to_string(), &now).await?;
        // The mails go to patients who would still be waiting under the longer of both delays.
        let late = minutes.max(before);
        waiting.retain(|visit| {
            session_of(&day.sessions, visit.slot.time.minutes()) == session
                && rules::waits(visit.attendance, Some(visit.slot), late, at.as_millisecond())
        });
        // A cancellation does not take the doctor's lock, so some may have been cancelled meanwhile.
        let ids: Vec<String> = waiting.iter().map(|visit| visit.id.clone()).collect();
        let approved = store::lock_approved(tx, &ids).await?;
        waiting.retain(|visit| approved.contains(&visit.id));
        let contacts = list_contacts(tx, &waiting).await?;
        let (mut mails, mut to_phones) = (Vec::with_capacity(waiting.len()), Vec::new());
        let mut pushes = Vec::new();
        for visit in &waiting {
            let Some(contact) = contact_of_patient(&contacts, visit) else { continue };
            let mail = mails::late(minutes, visit, doctor, contact, visit_page_url(&site, &keys, &visit.id));
            let message = mails::late_to_phone((minutes, state.late_changes + 1), visit, doctor, contact);
            let page = visit_page_url("", &keys, &visit.id);
            if let Some(push) = mails::late_to_browser(minutes, visit, contact, page) {
                pushes.push(push.in_lang(contact.lang, NextChannel { mail: Some(mail), message }, at));
                continue;
            }
            mails.push(mail);
            to_phones.extend(message);
        }
        push::enqueue(tx, &pushes, at).await?;
        outbox::enqueue_all(tx, &mails, at).await?;
        Ok(phone_messages::enqueue(tx, &to_phones, at).await?)
    });
    snapshot.await?;
    publish_doctor_changed(app, &desk.doctor_id);
    today(app, desk).await
}

/// Forgets who walked in long ago, extra sessions and leave of that time, and codes of screens that have expired.
pub async fn forget_old(app: &App) -> db::Result<u64> {
    let (today, now) = (app.clock.india().date(), app.clock.now_millis());
    let (before, day) =
        (day_number(today) - WALK_IN_RETENTION_DAYS, today.saturating_sub(Span::new().days(WALK_IN_RETENTION_DAYS)));
    app.db
        .write(async move |tx| {
            tx.disable_timeouts().await?;
            directory::delete_old_extra(tx, day).await?;
            directory::delete_old_leave(tx, day).await?;
            Ok(store::delete_expired_pairings(tx, now).await? + store::delete_before(tx, before).await?)
        })
        .await
}
