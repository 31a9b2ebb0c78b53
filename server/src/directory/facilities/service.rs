//! What hospitals and pharmacies do in their own area, and what everybody may look up.

use jiff::Timestamp;

use super::model::{Category, Facility};
use super::store::{self, Filter};
use crate::app::App;
use crate::directory::model::districts_begun;
use crate::directory::{self, Doctor};
use crate::identity::callers::{Caller, FacilityStaff, Hold, SignedOut};
use crate::identity::login_change::ProvenChange;
use crate::identity::{self, Role};
use crate::platform::audit::Subject;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::http::problem::Problem;
use crate::platform::list::{Page, Part};
use crate::platform::search;

/// The approved ones of a category, by district (the beginning of its name in any spelling) and by beginnings of words of
/// the name.
pub async fn list_listed(
    app: &App,
    category: Category,
    district: Option<String>,
    name: Option<String>,
    part: Part<'_>,
) -> db::Result<Page<Facility>> {
    let filter =
        Filter { category, districts: districts_begun(district), words: search::beginnings(&name.unwrap_or_default()) };
    app.db.read(async |tx| store::list_listed(tx, &filter, part).await).await
}

pub async fn find(app: &App, id: &str) -> db::Result<Option<Facility>> {
    app.db.read(async |tx| store::find(tx, id).await).await
}

/// Changes a facility as it is stored at this moment, and returns it; the login changes by [`ProvenChange`] alone.
async fn alter<E: From<db::Error>>(
    tx: &mut Tx<'_>,
    id: &str,
    change: impl FnOnce(&mut Facility) -> Result<(), E>,
) -> Result<Option<Facility>, E> {
    tx.lock(Lock::Facility(id)).await?;
    let Some(mut facility) = store::find(tx, id).await? else { return Ok(None) };
    change(&mut facility)?;
    store::update(tx, &facility).await?;
    Ok(store::find(tx, id).await?)
}

/// Changes the own profile; what changes of the login brings its password.
pub async fn save(
    app: &App,
    caller: &FacilityStaff,
    login: Option<ProvenChange>,
    change: impl FnOnce(&mut Facility) -> Result<(), Problem> + Send + 'static,
) -> Result<Facility, identity::Error> {
    let (now, site) = (app.clock.now(), app.config.public_url.clone());
    let saved = caller.write(app, Hold::Alone, async move |tx, me| {
        if let Some(login) = login {
            login.make(tx, &site, now).await?;
        }
        let saved = alter(tx, &me.id, |facility| change(facility).map_err(identity::Error::Fields)).await?;
        Ok::<_, identity::Error>(saved.ok_or(SignedOut)?)
    });
    let saved = saved.await?;
    app.mail_waits();
    Ok(saved)
}

/// The doctors who name a hospital.
pub async fn list_doctors(app: &App, hospital_id: &str) -> db::Result<Vec<Doctor>> {
    app.db.read(async |tx| directory::store::list_of_hospital(tx, hospital_id).await).await
}

/// Whether the doctor names the hospital; then both are shown together from now on.
pub async fn confirm_doctor(app: &App, caller: &FacilityStaff, doctor_id: String) -> Result<bool, identity::Error> {
    let now = app.clock.now();
    let confirmed = caller.write(app, Hold::Shared, async move |tx, hospital| {
        tx.lock(Lock::Doctor(&doctor_id)).await?;
        let named = directory::store::confirm_hospital(tx, &hospital.id, &doctor_id, now.as_millisecond()).await?;
        if named {
            record(tx, &hospital, "confirm", &doctor_id, now).await?;
        }
        Ok(named)
    });
    confirmed.await
}

/// Whether the doctor named the hospital; they no longer do.
pub async fn remove_doctor(app: &App, caller: &FacilityStaff, doctor_id: String) -> Result<bool, identity::Error> {
    let now = app.clock.now();
    let removed = caller.write(app, Hold::Shared, async move |tx, hospital| {
        tx.lock(Lock::Doctor(&doctor_id)).await?;
        let named = directory::store::leave_hospital(tx, &hospital.id, &doctor_id).await?;
        if named {
            record(tx, &hospital, "remove", &doctor_id, now).await?;
        }
        Ok(named)
    });
    removed.await
}

async fn record(tx: &mut Tx<'_>, hospital: &Caller, action: &str, id: &str, now: Timestamp) -> db::Result<()> {
    let name = directory::find(tx, id).await?.map(|doctor| doctor.full_name).unwrap_or_default();
    let subject = Subject { kind: Role::Doctor.as_str(), id, name: &name };
    hospital.record(tx, action, subject, None, now).await
}
