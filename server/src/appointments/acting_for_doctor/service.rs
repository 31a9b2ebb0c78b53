//! Acting for a doctor: writing in the doctor's place, and what the caller sees.

use jiff::{Timestamp, Zoned};

use crate::app::App;
use crate::appointments::model::Appointment;
use crate::appointments::service::Error;
use crate::appointments::store;
use crate::directory;
use crate::directory::desk::{self, DeskScope};
use crate::directory::{Doctor, VisitMode};
use crate::identity::Role;
use crate::identity::callers::{AccountLock, Caller, SignedOut};
use crate::platform::audit::Subject;
use crate::platform::db::{self, Tx};
use crate::scheduling::rules::{Refusal, check_bookable_at_desk};
use crate::scheduling::{self, Slot};

/// The caller at a doctor's desk: the doctor, or desk staff who may act for the doctor.
#[derive(Debug, Clone)]
pub struct ActingForDoctor {
    caller: Caller,
    pub doctor_id: String,
    pub sight: DeskScope,
}

impl ActingForDoctor {
    /// Doctors act for themselves, and see everything.
    pub fn own(doctor: &Caller) -> Self {
        Self { caller: doctor.clone(), doctor_id: doctor.id.clone(), sight: DeskScope::Everything }
    }

    /// Somebody who may act for this doctor.
    pub async fn of_staff(app: &App, staff: &Caller, doctor_id: &str) -> db::Result<Option<Self>> {
        let right = app.db.read(async |tx| desk::find_right(tx, &staff.id, doctor_id).await).await?;
        Ok(right.map(|right| Self { caller: staff.clone(), sight: right.sight(), doctor_id: right.doctor_id }))
    }

    /// Somebody who may act for the doctor of this visit, and sees it.
    pub async fn of_visit(app: &App, staff: &Caller, visit_id: &str) -> db::Result<Option<Self>> {
        let found = app.db.read(async |tx| store::find_place(tx, visit_id).await).await?;
        let Some((doctor_id, hospital_id)) = found else { return Ok(None) };
        let desk = Self::of_staff(app, staff, &doctor_id).await?;
        Ok(desk.filter(|desk| desk.sight.shows(hospital_id.as_deref())))
    }

    /// The account that acts, not the doctor's.
    pub fn account_id(&self) -> &str {
        &self.caller.id
    }

    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    pub fn is_doctor(&self) -> bool {
        self.caller.role == Role::Doctor
    }

    /// Writes under the doctor's exclusive lock, as doctors themselves do, and only if the caller's right is still the same. Ending the
    /// account, suspending it or the doctor, and withdrawing the right all take that lock, so they come before or after.
    pub async fn write<T, E, F>(&self, app: &App, transaction: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<scheduling::Error> + From<SignedOut> + From<db::Error> + Send + 'static,
        F: AsyncFnOnce(&mut Tx<'_>, Self) -> Result<T, E> + Send + 'static,
    {
        let hold = if self.is_doctor() {
            AccountLock::Exclusive
        } else {
            AccountLock::OnBehalfOf { doctor: self.doctor_id.clone(), hospital: self.sight.limit().map(String::from) }
        };
        let desk = self.clone();
        let written = self.caller.write(app, hold, async move |tx, _| {
            if !desk.may_act(tx).await? {
                return Err(scheduling::Error::NoDoctor.into());
            }
            transaction(tx, desk).await
        });
        written.await
    }

    pub async fn may_act(&self, tx: &mut Tx<'_>) -> db::Result<bool> {
        if self.is_doctor() {
            return Ok(true);
        }
        let right = desk::find_right(tx, &self.caller.id, &self.doctor_id).await?;
        Ok(right.is_some_and(|right| right.sight() == self.sight))
    }

    /// Whether the caller may call the patients of visits by phone, and so sees their numbers while they are called.
    pub async fn may_call(&self, tx: &mut Tx<'_>) -> db::Result<bool> {
        let doctor = if self.is_doctor() { None } else { directory::find(tx, &self.doctor_id).await? };
        Ok(self.is_doctor() || doctor.is_some_and(|doctor| doctor.desk_may_call))
    }

    /// Refuses a visit of another doctor. For a desk it does not exist.
    pub fn check(&self, visit: &Appointment) -> Result<(), Error> {
        match visit.doctor_id == self.doctor_id {
            true => Ok(()),
            false if self.is_doctor() => Err(Error::NotYours),
            false => Err(Error::NoAppointment),
        }
    }

    /// A visit of this doctor that the caller sees.
    pub async fn find_visit(&self, tx: &mut Tx<'_>, id: &str) -> Result<Appointment, Error> {
        let visit = store::find_seen(tx, id, &self.sight).await?.ok_or(Error::NoAppointment)?;
        self.check(&visit)?;
        Ok(visit)
    }

    /// Refuses a slot that the desk cannot give away: it cannot be booked, is of another mode, or is at a place that the caller does not see.
    pub fn check_slot(&self, doctor: &Doctor, (slot, mode): (Slot, VisitMode), now: &Zoned) -> Result<(), Error> {
        check_bookable_at_desk(&doctor.schedule, slot, now).map_err(scheduling::Error::NotBookable)?;
        scheduling::check_mode(doctor, slot, mode)?;
        let is_seen = self.sight.shows(doctor.hospital_at(slot.day, slot.time));
        if is_seen { Ok(()) } else { Err(scheduling::Error::NotBookable(Refusal::OutsideHours).into()) }
    }

    /// Hides which earlier visit a follow-up belongs to, and that it is free because of it, if the caller may not see the earlier visit.
    pub async fn veil<'a>(
        &self,
        tx: &mut Tx<'_>,
        visits: impl IntoIterator<Item = &'a mut Appointment>,
    ) -> db::Result<()> {
        if self.sight == DeskScope::Everything {
            return Ok(());
        }
        let mut following: Vec<&mut Appointment> = visits.into_iter().filter(|visit| visit.follows.is_some()).collect();
        let before = |visit: &Appointment| visit.follows.as_ref().map(|follows| follows.visit_id.clone());
        let ids: Vec<String> = following.iter().filter_map(|visit| before(visit)).collect();
        let seen = store::list_seen(tx, &ids, &self.sight).await?;
        for visit in &mut following {
            visit.follows.take_if(|follows| !seen.contains(&follows.visit_id));
        }
        Ok(())
    }

    /// The refusal of a change, with the visit as it is now and the caller may see it.
    pub async fn changed_since(&self, tx: &mut Tx<'_>, mut visit: Appointment) -> db::Result<Error> {
        self.veil(tx, [&mut visit]).await?;
        Ok(Error::ChangedSince(Box::new(visit)))
    }

    /// Records in the audit log what was done, and for which doctor if it was not the doctor.
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
}
