//! The own area of hospitals and pharmacies (the profile, and the doctors who name a hospital), and the public lists.

use jiff::Timestamp;

use super::mails;
use super::model::{Category, EmploymentDecision, Facility, OwnFacility};
use super::store::{self, FacilityFilter};
use crate::app::App;
use crate::directory::doctors::{self, Doctor, districts_begun};
use crate::directory::profile_changes;
use crate::identity::callers::{AccountLock, FacilityStaff};
use crate::identity::person::Mobile;
use crate::identity::profiles::OwnProfile;
use crate::identity::{self, Email, Role};
use crate::platform::audit::Subject;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::list::{Page, Part};
use crate::platform::outbox;
use crate::platform::search;

/// Listed hospitals or pharmacies, filtered by district (a prefix of its name in any spelling) and by prefixes of words of the name.
pub async fn list_listed(
    app: &App,
    category: Category,
    district: Option<String>,
    name: Option<String>,
    part: Part<'_>,
) -> db::Result<Page<Facility>> {
    let filter = FacilityFilter {
        category,
        districts: districts_begun(district),
        words: search::beginnings(&name.unwrap_or_default()),
    };
    app.db.read(async |tx| store::list_listed(tx, &filter, part).await).await
}

impl OwnProfile for OwnFacility {
    fn lock(id: &str) -> Lock<'_> {
        Lock::Facility(id)
    }

    fn login(&self) -> (&Email, &Mobile) {
        (&self.facility.email, &self.facility.phone)
    }

    fn set_image(&mut self, image: String) {
        self.facility.image = Some(image);
    }

    async fn find(tx: &mut Tx<'_>, id: &str) -> db::Result<Option<Self>> {
        store::find_own(tx, id).await
    }

    async fn update(&self, tx: &mut Tx<'_>) -> db::Result<()> {
        store::update(tx, &self.facility).await?;
        match &self.waiting {
            Some(waiting) => profile_changes::save(tx, &self.facility.id, waiting).await,
            None => Ok(()),
        }
    }
}

/// Whether another hospital or pharmacy has a licence.
pub async fn is_license_taken(app: &App, license_number: &str, own_id: &str) -> db::Result<bool> {
    let holder = app.db.read(async |tx| store::find_licensed(tx, license_number).await).await?;
    Ok(holder.is_some_and(|holder| holder != own_id))
}

/// The doctors who name a hospital.
pub async fn list_doctors(app: &App, hospital_id: &str) -> db::Result<Vec<Doctor>> {
    app.db.read(async |tx| doctors::store::list_of_hospital(tx, hospital_id).await).await
}

/// Confirms or removes a doctor. Whether the doctor names the hospital.
pub async fn decide_about_doctor(
    app: &App,
    caller: &FacilityStaff,
    doctor_id: String,
    decision: EmploymentDecision,
) -> Result<bool, identity::Error> {
    let (now, site) = (app.clock.now(), app.config.public_url.clone());
    let employment_decided = caller.write(app, AccountLock::Shared, async move |tx, hospital| {
        tx.lock(Lock::Doctor(&doctor_id)).await?;
        let before = doctors::find(tx, &doctor_id).await?;
        let (action, named) = match decision {
            EmploymentDecision::Confirmed => {
                let now = now.as_millisecond();
                ("confirm", doctors::store::confirm_hospital(tx, &hospital.id, &doctor_id, now).await?)
            }
            EmploymentDecision::Denied => {
                ("remove", doctors::store::leave_hospital(tx, &hospital.id, &doctor_id).await?)
            }
        };
        if let Some(doctor) = before.filter(|_| named) {
            let subject = Subject { kind: Role::Doctor.as_str(), id: &doctor_id, name: &doctor.full_name };
            hospital.record(tx, action, subject, None, now).await?;
            // A second confirmation changes nothing, and needs no second mail.
            let changed = doctor
                .hospital
                .filter(|before| !(before.confirmed && matches!(decision, EmploymentDecision::Confirmed)));
            if let (Some(before), Some(contact)) = (changed, identity::find_contact(tx, &doctor_id).await?) {
                outbox::enqueue(tx, &mails::employment_decided(&contact, &before.place, decision, &site), now).await?;
            }
        }
        Ok::<_, identity::Error>(named)
    });
    let named = employment_decided.await?;
    app.wake_outbox();
    app.pubsub.publish(&topic(&caller.id));
    Ok(named)
}

/// The topic of a hospital's open pages: its doctors and the blood requests that name it.
pub fn topic(hospital_id: &str) -> String {
    format!("hospital:{hospital_id}")
}

/// Notifies the hospital that a doctor has just named, and the previous one. Runs in the transaction that changed the profile.
pub async fn notify_hospitals(
    tx: &mut Tx<'_>,
    doctor: &Doctor,
    before: Option<&str>,
    (site, now): (&str, Timestamp),
) -> db::Result<()> {
    let named = doctor.hospital.as_ref().map(|hospital| hospital.place.id.as_str());
    if named == before {
        return Ok(());
    }
    if let Some(id) = before
        && let Some(contact) = identity::find_contact(tx, id).await?
    {
        outbox::enqueue(tx, &mails::doctor_left(&contact, doctor, site), now).await?;
    }
    if let Some(id) = named
        && let Some(contact) = identity::find_contact(tx, id).await?
    {
        outbox::enqueue(tx, &mails::doctor_named(&contact, doctor, site), now).await?;
    }
    Ok(())
}
