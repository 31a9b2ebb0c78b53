//! What hospitals and pharmacies do in their own area, and what everybody may look up.

use jiff::Timestamp;

use super::model::{Category, Facility};
use super::store::{self, Filter};
use crate::app::App;
use crate::directory::model::districts_begun;
use crate::directory::{self, Doctor};
use crate::identity::actor::{Caller, Hold, Worker};
use crate::identity::person::Mobile;
use crate::identity::profiles::OwnProfile;
use crate::identity::{self, Email, Role};
use crate::platform::audit::Subject;
use crate::platform::db::{self, Lock, Tx};
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

impl OwnProfile for Facility {
    fn lock(id: &str) -> Lock<'_> {
        Lock::Facility(id)
    }

    fn login(&self) -> (&Email, &Mobile) {
        (&self.email, &self.phone)
    }

    fn set_image(&mut self, image: String) {
        self.image = Some(image);
    }

    async fn find(tx: &mut Tx<'_>, id: &str) -> db::Result<Option<Self>> {
        store::find(tx, id).await
    }

    async fn update(&self, tx: &mut Tx<'_>) -> db::Result<()> {
        store::update(tx, self).await
    }
}

/// The doctors who name a hospital.
pub async fn list_doctors(app: &App, hospital_id: &str) -> db::Result<Vec<Doctor>> {
    app.db.read(async |tx| directory::store::list_of_hospital(tx, hospital_id).await).await
}

/// Whether the doctor names the hospital; then both are shown together from now on.
pub async fn confirm_doctor(app: &App, caller: &Worker, doctor_id: String) -> Result<bool, identity::Error> {
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
pub async fn remove_doctor(app: &App, caller: &Worker, doctor_id: String) -> Result<bool, identity::Error> {
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
