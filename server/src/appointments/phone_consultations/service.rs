//! What a booking by phone needs: consent, and the identity of the patient (Telemedicine Practice Guidelines, 25 March 2020). Decision 0087.

use jiff::Timestamp;

use super::model::{Age, PhoneConsultation, PhoneDetails};
use super::store;
use crate::appointments::texts;
use crate::identity::consents::{self, Purpose};
use crate::platform::db::{self, Tx};
use crate::platform::http::{FieldErrors, Problem};

/// The row of a new visit by phone, or a refusal that names each missing field.
pub fn check_details(details: PhoneDetails, visit_id: &str) -> Result<PhoneConsultation, Problem> {
    let PhoneDetails { has_consent, age, location, adult_name } = details;
    let mut errors = FieldErrors::default();
    let needs_adult = age.is_some_and(Age::is_minor) && adult_name.is_none();
    for (is_missing, field, text) in [
        (!has_consent, "phoneConsent", texts::PHONE_CONSENT_MISSING),
        (age.is_none(), "patientAge", texts::AGE_WRONG),
        (location.is_none(), "patientLocation", texts::LOCATION_WRONG),
        (needs_adult, "adultName", texts::ADULT_MISSING),
    ] {
        if is_missing {
            errors.add(field, text);
        }
    }
    errors.all(|| {
        let age = age?;
        Some(PhoneConsultation {
            visit_id: visit_id.to_owned(),
            age: Some(age.years()),
            location: location?.as_str().to_owned(),
            adult_name: adult_name.filter(|_| age.is_minor()).map(|name| name.as_str().to_owned()),
            missed_calls: 0,
            reached_at: None,
        })
    })
}

/// Stores what belongs to a visit by phone that was just inserted, with the consent to this version of the notice.
pub async fn save(
    tx: &mut Tx<'_>,
    phone: Option<&PhoneConsultation>,
    (user_id, notice): (&str, &str),
    now: Timestamp,
) -> db::Result<()> {
    let Some(phone) = phone else { return Ok(()) };
    store::insert(tx, phone).await?;
    consents::give(tx, user_id, Purpose::Phone, notice, now).await
}

/// Deletes the calls of a visit that was moved, in the database and in memory: they begin anew at its new time.
pub async fn reset_calls(tx: &mut Tx<'_>, phone: Option<&mut PhoneConsultation>) -> db::Result<()> {
    let Some(phone) = phone else { return Ok(()) };
    (phone.missed_calls, phone.reached_at) = (0, None);
    store::delete_calls(tx, &phone.visit_id).await
}
