//! The doctors for whom desk staff act, how much there is to do, and the event stream of changes there.

use std::sync::{Mutex, PoisonError};

use super::model::{Counts, Served};
use super::store;
pub use super::store::Act;
use crate::app::App;
use crate::appointments::acting_for_doctor::ActingForDoctor;
use crate::clinic_day::service::late_at;
use crate::directory;
use crate::directory::desk::{self, DeskPermission, DeskScope};
use crate::identity::callers::{DeskStaff, Doctor};
use crate::platform::clock::{day_bounds, day_number};
use crate::platform::db;
use crate::platform::list::{Page, Paging};

/// Whether a change of the doctor's data is visible to the caller, given what was visible before; `None` once the caller may not act for
/// the doctor any more.
pub async fn sees(desk: &ActingForDoctor, app: &App, changed: bool, before: &Mutex<Vec<String>>) -> Option<bool> {
    let now = app.clock.india();
    let today = now.date();
    let read: db::Result<Option<Vec<String>>> = app
        .db
        .read(async |tx| match desk.may_act(tx).await? {
            false => Ok(None),
            true if changed && desk.sight != DeskScope::Everything => {
                let since = (day_bounds(today).0, day_number(today));
                let mut seen = store::list_seen(tx, &desk.doctor_id, &desk.sight, since).await?;
                seen.push(late_at(tx, &desk.doctor_id, &desk.sight, &now).await?.to_string());
                Ok(Some(seen))
            }
            true => Ok(Some(Vec::new())),
        })
        .await;
    let seen = read.ok().flatten()?;
    if desk.sight == DeskScope::Everything || !changed {
        return Some(true);
    }
    let mut before = before.lock().unwrap_or_else(PoisonError::into_inner);
    let is_new = *before != seen;
    *before = seen;
    Some(is_new)
}

/// The doctors for whom the caller acts, with how much there is to do.
pub async fn list_served(app: &App, caller: &DeskStaff) -> db::Result<Vec<Served>> {
    let today = app.clock.india().date();
    let (from, to) = day_bounds(today);
    let read = app.db.read(async |tx| {
        let rights = desk::list_rights(tx, &caller.id).await?;
        let doctors: Vec<String> = rights.iter().map(|right| right.doctor_id.clone()).collect();
        // Staff of a hospital belong to exactly one.
        let sight = rights.first().map_or(DeskScope::Everything, DeskPermission::sight);
        let counts = store::count_of(tx, &doctors, &sight, (from, to, day_number(today))).await?;
        let counts_of = |id: &str| counts.get(id).copied().unwrap_or(Counts::default());
        let served: Vec<Served> =
            rights.iter().map(|right| Served { counts: counts_of(&right.doctor_id), right: right.clone() }).collect();
        Ok(served)
    });
    read.await
}

/// The doctors that a hospital confirmed, with how much there is to do there today.
pub async fn list_at_hospital(app: &App, hospital_id: &str) -> db::Result<Vec<Served>> {
    let today = app.clock.india().date();
    let (from, to) = day_bounds(today);
    let read = app.db.read(async |tx| {
        let mut doctors = directory::list_of_hospital(tx, hospital_id).await?;
        doctors.retain(|doctor| doctor.hospital.as_ref().is_some_and(|hospital| hospital.confirmed));
        let ids: Vec<String> = doctors.iter().map(|doctor| doctor.id.clone()).collect();
        let sight = DeskScope::Hospital(hospital_id.to_owned());
        let counts = store::count_of(tx, &ids, &sight, (from, to, day_number(today))).await?;
        let served = |doctor: directory::Doctor| Served {
            counts: counts.get(&doctor.id).copied().unwrap_or_default(),
            right: DeskPermission {
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

/// Actions of others at the doctor's desk, the latest first.
pub async fn list_acts(app: &App, doctor: &Doctor, paging: Paging) -> db::Result<Page<Act>> {
    app.db.read(async |tx| store::list_acts(tx, &doctor.id, paging.part()).await).await
}
