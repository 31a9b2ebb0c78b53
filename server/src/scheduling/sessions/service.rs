//! Changing sessions. What is wrong with one may depend on the others that are stored, so it is checked inside the transaction.
//!
//! What a change means for appointments is in `appointments::schedule_changes`, which calls this.

use jiff::civil::Date;
use jiff::{Span, Timestamp};

use crate::directory::{self, Profile, SessionDay, SessionPlan};
use crate::platform::db::Tx;
use crate::platform::http::{FieldErrors, Problem};
use crate::platform::ids::new_id;
use crate::scheduling::{Error, texts};

/// Extra sessions of a doctor that are not over.
const MAX_EXTRA_SESSIONS: usize = 100;

/// Replaces the weekly sessions.
pub fn set_weekly(profile: &mut Profile, weekly: Vec<SessionPlan>, today: Date) -> Result<(), Error> {
    let mut errors = FieldErrors::default();
    for (number, session) in weekly.iter().enumerate() {
        if !is_place(profile, session) {
            errors.add(format!("sessions[{number}].place"), directory::texts::SESSION_PLACE_WRONG);
        }
    }
    errors.or(()).map_err(Error::Fields)?;
    profile.doctor.schedule.set_weekly(weekly);
    match profile.doctor.schedule.first_misfit(today) {
        Some(day) => return Err(Error::Fields(Problem::field("sessions", texts::meets_extra(day)))),
        None => plan(profile),
    }
    Ok(())
}

/// The doctor's own clinic, or the hospital that has confirmed the doctor.
fn is_place(profile: &Profile, session: &SessionPlan) -> bool {
    let workplace = profile.doctor.workplace().map(|place| place.id.as_str());
    session.hospital_id.is_none() || session.hospital_id.as_deref() == workplace
}

/// Updates which sessions are offered.
fn plan(profile: &mut Profile) {
    let sessions = std::mem::take(&mut profile.doctor.schedule.sessions);
    profile.doctor.plan(sessions);
}

/// Adds a session on one day.
pub async fn add_extra(
    tx: &mut Tx<'_>,
    profile: &Profile,
    day: Date,
    extra: &SessionPlan,
    today: Date,
) -> Result<(), Error> {
    let schedule = &profile.doctor.schedule;
    if schedule.extra(today).len() >= MAX_EXTRA_SESSIONS {
        return Err(Error::TooManySessions);
    }
    if !is_place(profile, extra) {
        return Err(Error::Fields(Problem::field("place", directory::texts::SESSION_PLACE_WRONG)));
    }
    schedule.check_extra(day, extra.session()).map_err(|text| Error::Fields(Problem::field("from", text)))?;
    Ok(directory::insert_sessions(tx, &profile.doctor.id, &[extra]).await?)
}

/// What became of the extra sessions of a week that was copied.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Copied {
    pub done: usize,
    /// Not copied, because their day is over.
    pub past: usize,
    /// Not copied, because they overlap other sessions of their day, such as a copy from before.
    pub unfit: usize,
    /// Not copied, because their hospital does not confirm the doctor now.
    pub elsewhere: usize,
}

impl Copied {
    pub fn skipped(&self) -> usize {
        self.past + self.unfit + self.elsewhere
    }
}

/// Copies the extra sessions of a week to another one; each week is named by its Monday. The weekly ones come again by themselves.
pub async fn copy_week(
    tx: &mut Tx<'_>,
    profile: &mut Profile,
    (from, to): (Date, Date),
    (today, now): (Date, Timestamp),
) -> Result<Copied, Error> {
    let before = profile.doctor.schedule.clone();
    let (end, shift) = (from.saturating_add(Span::new().days(7)), from.until(to).unwrap_or_default());
    let mut copied = Copied::default();
    for (day, planned) in before.extra(from).into_iter().filter(|(day, _)| *day < end) {
        let day = day.saturating_add(shift);
        let schedule = &profile.doctor.schedule;
        if day < today {
            copied.past += 1;
            continue;
        }
        if !is_place(profile, planned) {
            copied.elsewhere += 1;
            continue;
        }
        if schedule.check_extra(day, planned.session()).is_err() {
            copied.unfit += 1;
            continue;
        }
        if schedule.extra(today).len() >= MAX_EXTRA_SESSIONS {
            return Err(Error::TooManySessions);
        }
        let copy = SessionPlan { id: new_id(now), on: SessionDay::Day(day), ..planned.clone() };
        directory::insert_sessions(tx, &profile.doctor.id, &[&copy]).await?;
        let sessions = &mut profile.doctor.schedule.sessions;
        sessions.push(copy);
        sessions.sort_by_key(|session| session.from);
        copied.done += 1;
    }
    Ok(copied)
}
