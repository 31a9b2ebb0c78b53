//! Changing sessions. What is wrong with one may depend on the others that are stored, so it is asked inside the unit.

use jiff::civil::Date;
use jiff::{Span, Timestamp};

use crate::app::App;
use crate::booking::schedule::{Week, list_outside, save_week};
use crate::booking::service::{Error, topic};
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

/// The week as it is now, and what changed by it.
async fn week(tx: &mut Tx<'_>, id: &str, before: &Schedule, now: Timestamp) -> Result<Week, Error> {
    let doctor = find_profile(tx, id).await?.doctor;
    let outside = list_outside(tx, id, (before, &doctor.schedule), now).await?;
    Ok(Week { doctor, outside })
}

/// Adds a session on one day.
pub async fn add_extra(app: &App, caller: &Doctor, day: Date, extra: Planned) -> Result<Week, Error> {
    let (now, today) = (app.clock.now(), app.clock.india().date());
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
        week(tx, &me.id, schedule, now).await
    });
    let added = added.await?;
    app.live.publish(&topic(&caller.id));
    Ok(added)
}

/// Takes an extra session back, or only says what that would mean.
pub async fn remove_extra(app: &App, caller: &Doctor, id: String, is_preview: bool) -> Result<Week, Error> {
    let now = app.clock.now();
    if is_preview {
        return app
            .db
            .read(async |tx| {
                let mut doctor = find_profile(tx, &caller.id).await?.doctor;
                let before = doctor.schedule.clone();
                doctor.schedule.sessions.retain(|session| session.is_weekly() || session.id != id);
                if doctor.schedule == before {
                    return Err(Error::NoSession);
                }
                let outside = list_outside(tx, &caller.id, (&before, &doctor.schedule), now).await?;
                Ok(Week { doctor, outside })
            })
            .await;
    }
    let removed = caller.write(app, Hold::Alone, async move |tx, me| {
        let before = find_profile(tx, &me.id).await?.doctor.schedule;
        if !directory::delete_extra(tx, &me.id, &id).await? {
            return Err(Error::NoSession);
        }
        week(tx, &me.id, &before, now).await
    });
    let removed = removed.await?;
    app.live.publish(&topic(&caller.id));
    Ok(removed)
}

/// How many extra sessions were copied, and how many did not fit or lie in the past.
pub struct CopiedWeek {
    pub doctor: directory::Doctor,
    pub added: usize,
    pub skipped: usize,
}

/// Copies the extra sessions of a week to another one; each week is named by its Monday.
pub async fn copy_week(app: &App, caller: &Doctor, from: Date, to: Date) -> Result<CopiedWeek, Error> {
    let (now, today) = (app.clock.now(), app.clock.india().date());
    let copied = caller.write(app, Hold::Alone, async move |tx, me| {
        let mut schedule = find_profile(tx, &me.id).await?.doctor.schedule;
        let (end, shift) = (from.saturating_add(Span::new().days(7)), from.until(to).unwrap_or_default());
        let of_week = |(day, _): &(Date, &Planned)| *day < end;
        let wanted: Vec<(Date, Planned)> =
            schedule.extra(from).into_iter().filter(of_week).map(|(day, planned)| (day, planned.clone())).collect();
        let (mut copied, mut skipped) = (0, 0);
        for (day, planned) in wanted {
            let day = day.saturating_add(shift);
            let fits = day >= today && schedule.check_extra(day, planned.session()).is_ok();
            if !fits {
                skipped += 1;
                continue;
            }
            if schedule.extra(today).len() >= MOST_EXTRA {
                return Err(Error::TooManySessions);
            }
            let copy = Planned { id: new_id(now), on: On::Day(day), ..planned };
            directory::insert_sessions(tx, &me.id, &[&copy]).await?;
            schedule.sessions.push(copy);
            schedule.sessions.sort_by_key(|session| session.from);
            copied += 1;
        }
        Ok(CopiedWeek { doctor: find_profile(tx, &me.id).await?.doctor, added: copied, skipped })
    });
    let copied = copied.await?;
    app.live.publish(&topic(&caller.id));
    Ok(copied)
}
