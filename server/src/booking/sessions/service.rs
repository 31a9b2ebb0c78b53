//! Changing sessions. What is wrong with one may depend on the others that are stored, so it is asked inside the unit.

use jiff::Span;
use jiff::civil::Date;

use crate::app::App;
use crate::booking::schedule::{Settling, Week, preview, save_week};
use crate::booking::service::{Error, spread};
use crate::booking::texts;
use crate::directory::{self, On, Planned, Profile, Schedule};
use crate::identity::callers::{Doctor, Hold};
use crate::platform::db::Tx;
use crate::platform::http::{FieldErrors, Problem};
use crate::platform::ids::new_id;

/// A doctor has so many extra sessions to come at most.
const MOST_EXTRA: usize = 100;

/// Gives the week these sessions and no others, or only says what that would mean.
pub async fn replace(app: &App, caller: &Doctor, weekly: Vec<Planned>, is_preview: bool) -> Result<Week, Error> {
    let today = app.clock.india().date();
    let change = move |profile: &mut Profile| {
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
        Ok::<_, Error>(())
    };
    save_week(app, caller, change, is_preview).await
}

/// The own clinic, or the hospital that has confirmed the doctor.
fn is_place(profile: &Profile, session: &Planned) -> bool {
    let workplace = profile.doctor.workplace().map(|place| place.id.as_str());
    session.hospital_id.is_none() || session.hospital_id.as_deref() == workplace
}

/// Whether each is offered is for the doctor to say.
fn plan(profile: &mut Profile) {
    let sessions = std::mem::take(&mut profile.doctor.schedule.sessions);
    profile.doctor.plan(sessions);
}

async fn find_profile(tx: &mut Tx<'_>, id: &str) -> Result<Profile, Error> {
    directory::find_profile(tx, id).await?.ok_or(Error::NoDoctor)
}

/// The week as it is now, after its sessions were changed, and what that means.
async fn settle(tx: &mut Tx<'_>, id: &str, before: &Schedule, settling: &Settling) -> Result<Week, Error> {
    let doctor = find_profile(tx, id).await?.doctor;
    Ok(settling.settle(tx, doctor, before).await?)
}

/// Adds a session on one day.
pub async fn add_extra(app: &App, caller: &Doctor, day: Date, extra: Planned) -> Result<Week, Error> {
    let (today, settling) = (app.clock.india().date(), Settling::new(app));
    let added = caller.write(app, Hold::Alone, async move |tx, me| {
        let profile = find_profile(tx, &me.id).await?;
        let schedule = &profile.doctor.schedule;
        if schedule.extra(today).len() >= MOST_EXTRA {
            return Err(Error::TooManySessions);
        }
        if !is_place(&profile, &extra) {
            return Err(Error::Fields(Problem::field("place", directory::texts::SESSION_PLACE_WRONG)));
        }
        let fits = schedule.check_extra(day, extra.session());
        fits.map_err(|text| Error::Fields(Problem::field("from", text)))?;
        directory::insert_sessions(tx, &me.id, &[&extra]).await?;
        settle(tx, &me.id, schedule, &settling).await
    });
    let added = added.await?;
    spread(app, &caller.id);
    Ok(added)
}

/// Takes an extra session back, or only says what that would mean.
pub async fn remove_extra(app: &App, caller: &Doctor, id: String, is_preview: bool) -> Result<Week, Error> {
    if is_preview {
        let without = move |profile: &mut Profile| {
            let sessions = &mut profile.doctor.schedule.sessions;
            let number = sessions.len();
            sessions.retain(|session| session.is_weekly() || session.id != id);
            if sessions.len() < number { Ok(()) } else { Err(Error::NoSession) }
        };
        return preview(app, caller, without).await;
    }
    let settling = Settling::new(app);
    let removed = caller.write(app, Hold::Alone, async move |tx, me| {
        let before = find_profile(tx, &me.id).await?.doctor.schedule;
        if !directory::delete_extra(tx, &me.id, &id).await? {
            return Err(Error::NoSession);
        }
        settle(tx, &me.id, &before, &settling).await
    });
    let removed = removed.await?;
    spread(app, &caller.id);
    Ok(removed)
}

/// What became of the extra sessions of a week that was copied.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Copied {
    pub done: usize,
    /// Not copied, because their day is over.
    pub past: usize,
    /// Because they do not fit the other sessions of their day; one that was copied before does not either.
    pub unfit: usize,
    /// Because their hospital does not confirm the doctor now.
    pub elsewhere: usize,
}

impl Copied {
    pub fn skipped(&self) -> usize {
        self.past + self.unfit + self.elsewhere
    }
}

/// Copies the extra sessions of a week to another one; each week is named by its Monday. The weekly ones come again by themselves.
pub async fn copy_week(app: &App, caller: &Doctor, from: Date, to: Date) -> Result<(directory::Doctor, Copied), Error> {
    let (now, today, settling) = (app.clock.now(), app.clock.india().date(), Settling::new(app));
    let copied = caller.write(app, Hold::Alone, async move |tx, me| {
        let mut profile = find_profile(tx, &me.id).await?;
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
            if !is_place(&profile, planned) {
                copied.elsewhere += 1;
                continue;
            }
            if schedule.check_extra(day, planned.session()).is_err() {
                copied.unfit += 1;
                continue;
            }
            if schedule.extra(today).len() >= MOST_EXTRA {
                return Err(Error::TooManySessions);
            }
            let copy = Planned { id: new_id(now), on: On::Day(day), ..planned.clone() };
            directory::insert_sessions(tx, &me.id, &[&copy]).await?;
            let sessions = &mut profile.doctor.schedule.sessions;
            sessions.push(copy);
            sessions.sort_by_key(|session| session.from);
            copied.done += 1;
        }
        Ok((settle(tx, &me.id, &before, &settling).await?.doctor, copied))
    });
    let copied = copied.await?;
    spread(app, &caller.id);
    Ok(copied)
}
