//! Changing a doctor's week, and finding the upcoming bookings that are outside of it.

use jiff::Timestamp;
use jiff::civil::Date;

use crate::app::App;
use crate::appointments::model::Appointment;
use crate::appointments::service::{Error, publish_doctor_changed};
use crate::appointments::store::{self, ACTIVE, OfDoctor};
use crate::appointments::tokens;
use crate::directory::{self, Doctor, Profile, Schedule, SessionPlan};
use crate::identity::callers::{self, AccountLock};
use crate::identity::profiles::OwnProfile;
use crate::platform::clock::{day_bounds, india};
use crate::platform::db::{self, Tx};
use crate::platform::keys::Keys;
use crate::scheduling;
use crate::scheduling::rules;
use crate::scheduling::sessions::{self, Copied};

/// The effect of a change of the week on upcoming bookings, which stay as they are.
pub struct OutsideAppointments {
    /// The number of bookings outside the doctor's hours, or at another place.
    pub all: usize,
    /// Those of them that were inside before the change, the soonest first.
    pub stranded: Vec<Appointment>,
}

impl OutsideAppointments {
    fn of(mut coming: Vec<Appointment>, (before, after): (&Schedule, &Schedule), now: Timestamp) -> Self {
        let is_inside = |schedule: &Schedule, visit: &Appointment| {
            let place = visit.place.as_ref().map(|place| place.id.as_str());
            rules::is_worked(schedule, visit.slot, (place, visit.mode()))
        };
        coming.retain(|visit| visit.slot.starts_at() > now && !is_inside(after, visit));
        let all = coming.len();
        coming.retain(|visit| is_inside(before, visit));
        Self { all, stranded: coming }
    }
}

/// A doctor's active visits from the beginning of this day on.
async fn list_active(tx: &mut Tx<'_>, doctor_id: &str, now: Timestamp) -> db::Result<Vec<Appointment>> {
    let (from, _) = day_bounds(now.to_zoned(india()).date());
    store::list_coming_of_doctor(tx, &OfDoctor::between(doctor_id, ACTIVE, (from, i64::MAX))).await
}

/// A doctor with the changed week, and the appointments that are outside of it.
pub struct ChangedSchedule {
    pub doctor: Doctor,
    pub outside: OutsideAppointments,
}

/// A preview of a change of the caller's week; nothing is written.
pub async fn preview(
    app: &App,
    caller: &callers::Doctor,
    change: impl FnOnce(&mut Profile) -> Result<(), scheduling::Error> + Send,
) -> Result<ChangedSchedule, Error> {
    let now = app.clock.now();
    let found = app.db.read(async |tx| {
        let Some(profile) = directory::find_profile(tx, &caller.id).await? else { return Ok(None) };
        Ok::<_, db::Error>(Some((profile, list_active(tx, &caller.id, now).await?)))
    });
    let (mut profile, coming) = found.await?.ok_or(scheduling::Error::NoDoctor)?;
    let before = profile.doctor.schedule.clone();
    change(&mut profile)?;
    let outside = OutsideAppointments::of(coming, (&before, &profile.doctor.schedule), now);
    Ok(ChangedSchedule { doctor: profile.doctor, outside })
}

/// The context that resolves token conflicts at the end of a transaction that changes a week.
#[derive(Clone)]
pub struct TokenConflicts {
    now: Timestamp,
    site: String,
    keys: Keys,
}

impl TokenConflicts {
    pub fn new(app: &App) -> Self {
        Self { now: app.clock.now(), site: app.config.public_url.clone(), keys: app.keys.clone() }
    }

    /// Call it last in the transaction that changed the week: afterwards no two visits of one session have the same token. The caller holds the
    /// doctor's exclusive lock.
    pub async fn resolve(&self, tx: &mut Tx<'_>, doctor: Doctor, before: &Schedule) -> db::Result<ChangedSchedule> {
        let mut coming = list_active(tx, &doctor.id, self.now).await?;
        tokens::resolve_conflicts(tx, &doctor, &mut coming, (&self.site, &self.keys), self.now).await?;
        let outside = OutsideAppointments::of(coming, (before, &doctor.schedule), self.now);
        Ok(ChangedSchedule { doctor, outside })
    }
}

/// Changes the caller's week: `change` stores it. At the end of the same transaction, visits with duplicate tokens get new ones; after the
/// commit open pages are notified.
async fn change_week<T: Send + 'static>(
    app: &App,
    caller: &callers::Doctor,
    change: impl AsyncFnOnce(&mut Tx<'_>, &mut Profile) -> Result<T, Error> + Send + 'static,
) -> Result<(ChangedSchedule, T), Error> {
    let conflicts = TokenConflicts::new(app);
    let changed = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        let mut profile = find_profile(tx, &me.id).await?;
        let before = profile.doctor.schedule.clone();
        let stored = change(tx, &mut profile).await?;
        let doctor = find_profile(tx, &me.id).await?.doctor;
        Ok::<_, Error>((conflicts.resolve(tx, doctor, &before).await?, stored))
    });
    let changed = changed.await?;
    publish_doctor_changed(app, &caller.id);
    Ok(changed)
}

async fn find_profile(tx: &mut Tx<'_>, id: &str) -> Result<Profile, Error> {
    Ok(directory::find_profile(tx, id).await?.ok_or(scheduling::Error::NoDoctor)?)
}

/// Changes the caller's week by the profile's form, or only returns a preview.
pub async fn save_week(
    app: &App,
    caller: &callers::Doctor,
    change: impl FnOnce(&mut Profile) -> Result<(), scheduling::Error> + Send + 'static,
    is_preview: bool,
) -> Result<ChangedSchedule, Error> {
    if is_preview {
        return preview(app, caller, change).await;
    }
    let change = async move |tx: &mut Tx<'_>, profile: &mut Profile| {
        change(profile)?;
        Ok(profile.update(tx).await?)
    };
    Ok(change_week(app, caller, change).await?.0)
}

/// Replaces the weekly sessions, or only returns a preview.
pub async fn replace_sessions(
    app: &App,
    caller: &callers::Doctor,
    weekly: Vec<SessionPlan>,
    is_preview: bool,
) -> Result<ChangedSchedule, Error> {
    let today = app.clock.india().date();
    let change = move |profile: &mut Profile| sessions::set_weekly(profile, weekly, today);
    save_week(app, caller, change, is_preview).await
}

/// Adds a session on one day.
pub async fn add_extra(
    app: &App,
    caller: &callers::Doctor,
    day: Date,
    extra: SessionPlan,
) -> Result<ChangedSchedule, Error> {
    let today = app.clock.india().date();
    let add = async move |tx: &mut Tx<'_>, profile: &mut Profile| {
        Ok(sessions::add_extra(tx, profile, day, &extra, today).await?)
    };
    Ok(change_week(app, caller, add).await?.0)
}

/// Removes an extra session, or only returns a preview.
pub async fn remove_extra(
    app: &App,
    caller: &callers::Doctor,
    id: String,
    is_preview: bool,
) -> Result<ChangedSchedule, Error> {
    if is_preview {
        let without = move |profile: &mut Profile| {
            let sessions = &mut profile.doctor.schedule.sessions;
            let number = sessions.len();
            sessions.retain(|session| session.is_weekly() || session.id != id);
            if sessions.len() < number { Ok(()) } else { Err(scheduling::Error::NoSession) }
        };
        return preview(app, caller, without).await;
    }
    let remove = async move |tx: &mut Tx<'_>, profile: &mut Profile| {
        let is_removed = directory::delete_extra(tx, &profile.doctor.id, &id).await?;
        if is_removed { Ok(()) } else { Err(scheduling::Error::NoSession.into()) }
    };
    Ok(change_week(app, caller, remove).await?.0)
}

/// Copies the extra sessions of a week to another one; each week is named by its Monday.
pub async fn copy_week(app: &App, caller: &callers::Doctor, from: Date, to: Date) -> Result<(Doctor, Copied), Error> {
    let (now, today) = (app.clock.now(), app.clock.india().date());
    let copy = async move |tx: &mut Tx<'_>, profile: &mut Profile| {
        Ok(sessions::copy_week(tx, profile, (from, to), (today, now)).await?)
    };
    let (changed, copied) = change_week(app, caller, copy).await?;
    Ok((changed.doctor, copied))
}
