//! What another week means for the coming bookings.

use jiff::Timestamp;

use crate::app::App;
use crate::booking::model::Appointment;
use crate::booking::rules;
use crate::booking::service::{Error, topic};
use crate::booking::store::{self, ACTIVE, LONGEST, OfDoctor};
use crate::directory::{self, Profile, Schedule};
use crate::identity::callers::{Doctor, Hold};
use crate::identity::profiles::alter;
use crate::platform::db::{self, Tx};

/// What a change of the week means for the coming bookings. They stay as they are.
pub struct Outside {
    /// How many lie at times when the doctor is not there, or at another place.
    pub all: usize,
    /// Those of them that lay inside before the change, the soonest first.
    pub stranded: Vec<Appointment>,
}

pub async fn list_outside(
    tx: &mut Tx<'_>,
    doctor_id: &str,
    (before, after): (&Schedule, &Schedule),
    now: Timestamp,
) -> db::Result<Outside> {
    let from = now.as_millisecond() + 1;
    let coming = OfDoctor { doctor_id, status: ACTIVE, from, to: i64::MAX, search: None, hospital: None };
    let is_inside = |schedule: &Schedule, visit: &Appointment| {
        rules::is_worked(schedule, visit.slot, visit.place.as_ref().map(|place| place.id.as_str()))
    };
    let mut outside = store::list_coming_of_doctor(tx, &coming, LONGEST).await?;
    outside.retain(|visit| !is_inside(after, visit));
    let all = outside.len();
    outside.retain(|visit| is_inside(before, visit));
    Ok(Outside { all, stranded: outside })
}

/// A doctor with another week, and what that means.
pub struct Week {
    pub doctor: directory::Doctor,
    pub outside: Outside,
}

/// Changes the own profile's week, or only says what that would mean.
pub async fn save_week(
    app: &App,
    caller: &Doctor,
    change: impl FnOnce(&mut Profile) -> Result<(), Error> + Send + 'static,
    is_preview: bool,
) -> Result<Week, Error> {
    let now = app.clock.now();
    if is_preview {
        let found = app.db.read(async |tx| directory::find_profile(tx, &caller.id).await).await?;
        let mut profile = found.ok_or(Error::NoDoctor)?;
        let before = profile.doctor.schedule.clone();
        change(&mut profile)?;
        let doctor = profile.doctor;
        let outside = app.db.read(async |tx| list_outside(tx, &doctor.id, (&before, &doctor.schedule), now).await);
        let outside = outside.await?;
        return Ok(Week { doctor, outside });
    }
    let saved = caller.write(app, Hold::Alone, async move |tx, me| {
        let mut before = None;
        let noting = |profile: &mut Profile| {
            before = Some(profile.doctor.schedule.clone());
            change(profile)
        };
        let doctor = alter(tx, &me.id, noting).await?.ok_or(Error::NoDoctor)?.doctor;
        let before = before.unwrap_or_else(|| doctor.schedule.clone());
        let outside = list_outside(tx, &me.id, (&before, &doctor.schedule), now).await?;
        Ok::<_, Error>(Week { doctor, outside })
    });
    let saved = saved.await?;
    app.live.publish(&topic(&caller.id));
    Ok(saved)
}
