//! What another week means for the coming bookings.

use jiff::Timestamp;

use crate::app::App;
use crate::booking::model::Appointment;
use crate::booking::queue::tokens;
use crate::booking::rules;
use crate::booking::service::{Error, day_bounds, spread};
use crate::booking::store::{self, ACTIVE, LONGEST, OfDoctor};
use crate::directory::desk::Sight;
use crate::directory::{self, Doctor, Profile, Schedule};
use crate::identity::callers::{self, Hold};
use crate::identity::profiles::alter;
use crate::platform::clock::india;
use crate::platform::db::{self, Tx};
use crate::platform::keys::Keys;

/// What a change of the week means for the coming bookings. They stay as they are.
pub struct Outside {
    /// How many lie at times when the doctor is not there, or at another place.
    pub all: usize,
    /// Those of them that lay inside before the change, the soonest first.
    pub stranded: Vec<Appointment>,
}

impl Outside {
    fn of(mut coming: Vec<Appointment>, (before, after): (&Schedule, &Schedule), now: Timestamp) -> Self {
        let is_inside = |schedule: &Schedule, visit: &Appointment| {
            rules::is_worked(schedule, visit.slot, visit.place.as_ref().map(|place| place.id.as_str()))
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
    let wanted = OfDoctor { doctor_id, status: ACTIVE, from, to: i64::MAX, search: None, sight: &Sight::Everything };
    store::list_coming_of_doctor(tx, &wanted, LONGEST).await
}

/// A doctor with another week, and what that means.
pub struct Week {
    pub doctor: Doctor,
    pub outside: Outside,
}

/// What a change of the own week would mean; nothing is written.
pub async fn preview(
    app: &App,
    caller: &callers::Doctor,
    change: impl FnOnce(&mut Profile) -> Result<(), Error> + Send,
) -> Result<Week, Error> {
    let now = app.clock.now();
    let found = app.db.read(async |tx| {
        let Some(profile) = directory::find_profile(tx, &caller.id).await? else { return Ok(None) };
        Ok::<_, db::Error>(Some((profile, list_active(tx, &caller.id, now).await?)))
    });
    let (mut profile, coming) = found.await?.ok_or(Error::NoDoctor)?;
    let before = profile.doctor.schedule.clone();
    change(&mut profile)?;
    let outside = Outside::of(coming, (&before, &profile.doctor.schedule), now);
    Ok(Week { doctor: profile.doctor, outside })
}

/// What a unit that changes a week needs besides, to settle what follows from it.
#[derive(Clone)]
pub struct Settling {
    now: Timestamp,
    site: String,
    keys: Keys,
}

impl Settling {
    pub fn new(app: &App) -> Self {
        Self { now: app.clock.now(), site: app.config.public_url.clone(), keys: app.keys.clone() }
    }

    /// Said last, in the unit that changed the week: no two visits of one session keep one token. The caller holds the doctor alone.
    pub async fn settle(&self, tx: &mut Tx<'_>, doctor: Doctor, before: &Schedule) -> db::Result<Week> {
        let mut coming = list_active(tx, &doctor.id, self.now).await?;
        tokens::part(tx, &doctor, &mut coming, (&self.site, &self.keys), self.now).await?;
        let outside = Outside::of(coming, (before, &doctor.schedule), self.now);
        Ok(Week { doctor, outside })
    }
}

/// Changes the own profile's week.
async fn save(
    app: &App,
    caller: &callers::Doctor,
    change: impl FnOnce(&mut Profile) -> Result<(), Error> + Send + 'static,
) -> Result<Week, Error> {
    let settling = Settling::new(app);
    let saved = caller.write(app, Hold::Alone, async move |tx, me| {
        let mut before = None;
        let noting = |profile: &mut Profile| {
            before = Some(profile.doctor.schedule.clone());
            change(profile)
        };
        let doctor = alter(tx, &me.id, noting).await?.ok_or(Error::NoDoctor)?.doctor;
        let before = before.unwrap_or_else(|| doctor.schedule.clone());
        Ok::<_, Error>(settling.settle(tx, doctor, &before).await?)
    });
    let saved = saved.await?;
    spread(app, &caller.id);
    Ok(saved)
}

/// Changes the own profile's week, or only says what that would mean.
pub async fn save_week(
    app: &App,
    caller: &callers::Doctor,
    change: impl FnOnce(&mut Profile) -> Result<(), Error> + Send + 'static,
    is_preview: bool,
) -> Result<Week, Error> {
    if is_preview { preview(app, caller, change).await } else { save(app, caller, change).await }
}
