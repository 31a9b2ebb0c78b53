//! Who acts at a doctor's desk: how they write, and what they see.

use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;

use super::model::{Counts, Served};
use super::store::{self, Act};
use crate::app::App;
use crate::booking::model::Appointment;
use crate::booking::queue::{self, number_of};
use crate::booking::service::{Error, day_bounds};
use crate::booking::store as visits;
use crate::directory;
use crate::directory::desk::{self, Right, Sight};
use crate::identity::Role;
use crate::identity::callers::{Caller, DeskStaff, Doctor, Hold};
use crate::platform::audit::Subject;
use crate::platform::db::{self, Tx};
use crate::platform::list::{Page, Paging};

/// Somebody at a doctor's desk: the doctor, or whoever may act in the doctor's place.
#[derive(Debug, Clone)]
pub struct AtDesk {
    caller: Caller,
    pub doctor_id: String,
    pub sight: Sight,
}

impl AtDesk {
    /// Doctors act for themselves, and see everything.
    pub fn of_doctor(doctor: &Doctor) -> Self {
        Self::own(doctor)
    }

    pub(super) fn own(doctor: &Caller) -> Self {
        Self { caller: doctor.clone(), doctor_id: doctor.id.clone(), sight: Sight::Everything }
    }

    /// Somebody who may act for this doctor.
    pub(super) async fn of_staff(app: &App, staff: &Caller, doctor_id: &str) -> db::Result<Option<Self>> {
        let right = app.db.read(async |tx| desk::find_right(tx, &staff.id, doctor_id).await).await?;
        Ok(right.map(|right| Self { caller: staff.clone(), sight: right.sight(), doctor_id: right.doctor_id }))
    }

    /// Somebody who may act for the doctor of this visit, and sees it.
    pub(super) async fn of_visit(app: &App, staff: &Caller, visit_id: &str) -> db::Result<Option<Self>> {
        let found = app.db.read(async |tx| store::find_where(tx, visit_id).await).await?;
        let Some((doctor_id, hospital_id)) = found else { return Ok(None) };
        let desk = Self::of_staff(app, staff, &doctor_id).await?;
        Ok(desk.filter(|desk| desk.sight.shows(hospital_id.as_deref())))
    }

    /// Of whoever acts, not of the doctor for whom they do.
    pub fn account_id(&self) -> &str {
        &self.caller.id
    }

    pub(super) fn caller(&self) -> &Caller {
        &self.caller
    }

    pub(super) fn is_doctor(&self) -> bool {
        self.caller.role == Role::Doctor
    }

    /// Writes with the doctor held alone, as doctors themselves do, and only if the caller may still act for the doctor and sees what they
    /// saw: whoever ends them, suspends one of the two or takes the right back comes before or after.
    pub async fn write<T, F>(&self, app: &App, unit: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: AsyncFnOnce(&mut Tx<'_>, Self) -> Result<T, Error> + Send + 'static,
    {
        let hold = if self.is_doctor() {
            Hold::Alone
        } else {
            Hold::For { doctor: self.doctor_id.clone(), hospital: self.sight.limit().map(String::from) }
        };
        let desk = self.clone();
        let written = self.caller.write(app, hold, async move |tx, _| {
            if !desk.may_act(tx).await? {
                return Err(Error::NoDoctor);
            }
            unit(tx, desk).await
        });
        written.await
    }

    async fn may_act(&self, tx: &mut Tx<'_>) -> db::Result<bool> {
        if self.is_doctor() {
            return Ok(true);
        }
        let right = desk::find_right(tx, &self.caller.id, &self.doctor_id).await?;
        Ok(right.is_some_and(|right| right.sight() == self.sight))
    }

    /// Whether a visit is one of this doctor's. To whom acts for others, those of other doctors are not there.
    pub fn check(&self, visit: &Appointment) -> Result<(), Error> {
        match visit.doctor_id == self.doctor_id {
            true => Ok(()),
            false if self.is_doctor() => Err(Error::NotYours),
            false => Err(Error::NoAppointment),
        }
    }

    /// A visit of this doctor's, if it is seen from here.
    pub async fn find_visit(&self, tx: &mut Tx<'_>, id: &str) -> Result<Appointment, Error> {
        let visit = visits::find_seen(tx, id, &self.sight).await?.ok_or(Error::NoAppointment)?;
        self.check(&visit)?;
        Ok(visit)
    }

    /// Takes out of visits what tells of other ones that are not seen from here: that they follow one elsewhere, and cost nothing for
    /// that.
    pub async fn veil<'a>(
        &self,
        tx: &mut Tx<'_>,
        visits: impl IntoIterator<Item = &'a mut Appointment>,
    ) -> db::Result<()> {
        if self.sight == Sight::Everything {
            return Ok(());
        }
        let mut following: Vec<&mut Appointment> = visits.into_iter().filter(|visit| visit.follows.is_some()).collect();
        let before = |visit: &Appointment| visit.follows.as_ref().map(|follows| follows.visit_id.clone());
        let ids: Vec<String> = following.iter().filter_map(|visit| before(visit)).collect();
        let seen = visits::list_seen(tx, &ids, &self.sight).await?;
        for visit in &mut following {
            visit.follows.take_if(|follows| !seen.contains(&follows.visit_id));
        }
        Ok(())
    }

    /// Writes down in the audit log what was done here, and for whom, where that is somebody else.
    pub async fn record(
        &self,
        tx: &mut Tx<'_>,
        action: &str,
        subject: Subject<'_>,
        reason: Option<&str>,
        now: Timestamp,
    ) -> db::Result<()> {
        let for_id = (!self.is_doctor()).then_some(self.doctor_id.as_str());
        self.caller.record_for(tx, for_id, action, subject, reason, now).await
    }

    /// Whether something that changed of the doctor's is seen from here, beside what was seen before; `None` once nothing is.
    pub(super) async fn sees(&self, app: &App, changed: bool, before: &Mutex<Vec<String>>) -> Option<bool> {
        let now = app.clock.india();
        let today = now.date();
        let read: db::Result<Option<Vec<String>>> = app
            .db
            .read(async |tx| match self.may_act(tx).await? {
                false => Ok(None),
                true if changed && self.sight != Sight::Everything => {
                    let since = (day_bounds(today).0, number_of(today));
                    let mut seen = store::list_seen(tx, &self.doctor_id, &self.sight, since).await?;
                    seen.push(queue::late_at(tx, &self.doctor_id, &self.sight, &now).await?.to_string());
                    Ok(Some(seen))
                }
                true => Ok(Some(Vec::new())),
            })
            .await;
        let seen = read.ok().flatten()?;
        if self.sight == Sight::Everything || !changed {
            return Some(true);
        }
        let mut before = before.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = *before != seen;
        *before = seen;
        Some(is_new)
    }
}

/// For whom somebody acts, with how much there is to do.
pub async fn list_served(app: &App, caller: &DeskStaff) -> db::Result<Vec<Served>> {
    let today = app.clock.india().date();
    let (from, to) = day_bounds(today);
    let read = app.db.read(async |tx| {
        let rights = desk::list_rights(tx, &caller.id).await?;
        let doctors: Vec<String> = rights.iter().map(|right| right.doctor_id.clone()).collect();
        // Whoever works for a hospital works for one.
        let sight = rights.first().map_or(Sight::Everything, Right::sight);
        let counts = store::count_of(tx, &doctors, &sight, (from, to, number_of(today))).await?;
        let counts_of = |id: &str| counts.get(id).copied().unwrap_or(Counts::default());
        let served: Vec<Served> =
            rights.iter().map(|right| Served { counts: counts_of(&right.doctor_id), right: right.clone() }).collect();
        Ok(served)
    });
    read.await
}

/// The doctors whom a hospital has confirmed, with how much there is to do there today.
pub async fn list_at_hospital(app: &App, hospital_id: &str) -> db::Result<Vec<Served>> {
    let today = app.clock.india().date();
    let (from, to) = day_bounds(today);
    let read = app.db.read(async |tx| {
        let mut doctors = directory::list_of_hospital(tx, hospital_id).await?;
        doctors.retain(|doctor| doctor.hospital.as_ref().is_some_and(|hospital| hospital.confirmed));
        let ids: Vec<String> = doctors.iter().map(|doctor| doctor.id.clone()).collect();
        let sight = Sight::Hospital(hospital_id.to_owned());
        let counts = store::count_of(tx, &ids, &sight, (from, to, number_of(today))).await?;
        let served = |doctor: directory::Doctor| Served {
            counts: counts.get(&doctor.id).copied().unwrap_or_default(),
            right: Right {
                doctor_id: doctor.id,
                full_name: doctor.full_name,
                name_ml: doctor.name_ml,
                specialization: doctor.specialization,
                image: doctor.image,
                hospital: None,
            },
        };
        Ok(doctors.into_iter().map(served).collect())
    });
    read.await
}

/// What others did at the doctor's desk, the latest first.
pub async fn list_acts(app: &App, doctor: &Doctor, paging: Paging) -> db::Result<Page<Act>> {
    app.db.read(async |tx| store::list_acts(tx, &doctor.id, paging.part()).await).await
}
