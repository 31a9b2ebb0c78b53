//! What hospitals and pharmacies do in their own area, and what everybody may look up.

use jiff::Timestamp;

use super::model::{Category, Facility};
use super::store::{self, Filter};
use crate::app::App;
use crate::directory::model::districts_begun;
use crate::directory::{self, Doctor};
use crate::identity::login_change::ProvenChange;
use crate::identity::{self, Role};
use crate::platform::audit;
use crate::platform::db::{self, Tx};
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

/// Saves a changed profile; what changes of the login brings its password.
pub async fn save(app: &App, changed: Facility, login: Option<ProvenChange>) -> Result<(), identity::Error> {
    let (now, site) = (app.clock.now(), app.config.public_url.clone());
    app.db
        .write(async move |tx| {
            if let Some(login) = login {
                login.make(tx, &site, now).await?;
            }
            store::update(tx, &changed).await?;
            Ok::<_, identity::Error>(())
        })
        .await?;
    app.mail_waits();
    Ok(())
}

/// The doctors who name a hospital.
pub async fn list_doctors(app: &App, hospital_id: &str) -> db::Result<Vec<Doctor>> {
    app.db.read(async |tx| directory::store::list_of_hospital(tx, hospital_id).await).await
}

/// Whether the doctor names the hospital; then both are shown together from now on.
pub async fn confirm_doctor(app: &App, hospital_id: String, doctor_id: String) -> db::Result<bool> {
    let now = app.clock.now();
    app.db
        .write(async move |tx| {
            let millis = now.as_millisecond();
            let named = directory::store::confirm_hospital(tx, &hospital_id, &doctor_id, millis).await?;
            if named {
                record(tx, "confirm", &hospital_id, &doctor_id, now).await?;
            }
            Ok(named)
        })
        .await
}

/// Whether the doctor named the hospital; they no longer do.
pub async fn remove_doctor(app: &App, hospital_id: String, doctor_id: String) -> db::Result<bool> {
    let now = app.clock.now();
    app.db
        .write(async move |tx| {
            let named = directory::store::leave_hospital(tx, &hospital_id, &doctor_id).await?;
            if named {
                record(tx, "remove", &hospital_id, &doctor_id, now).await?;
            }
            Ok(named)
        })
        .await
}

async fn record(tx: &mut Tx<'_>, action: &str, hospital_id: &str, doctor_id: &str, now: Timestamp) -> db::Result<()> {
    let doctor = directory::find(tx, doctor_id).await?;
    let entry = audit::Entry {
        actor_id: hospital_id,
        actor_role: Role::Hospital.as_str(),
        action,
        subject_kind: Role::Doctor.as_str(),
        subject_id: doctor_id,
        subject_name: doctor.as_ref().map_or("", |doctor| doctor.full_name.as_str()),
        reason: None,
    };
    audit::record(tx, entry, now).await
}
