//! Doctors over HTTP: views, and parsing of their fields.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use std::borrow::Cow;

use serde::Serialize;
use utoipa::ToSchema;

use super::model::{Doctor, NamedHospital, Profile};
use crate::directory::profile_changes::http::WaitingName;
use crate::directory::schedule::DayTime;
use crate::directory::texts;
use crate::directory::workplaces::Workplace;
use crate::identity::person::{PersonName, parse_district, parse_state};
use crate::platform::format::rfc3339;
use crate::platform::http::{Field, FieldErrors, Result};
use crate::platform::input::{parse_line, parse_number};
use crate::platform::lang::Text;
use crate::platform::photos::http::photo_path;
use crate::reference::specialities;

/// What a patient may know: no e-mail address, no phone, no date of birth. Lists borrow it from the doctors whom they show.
#[derive(Debug, Serialize, ToSchema)]
pub struct DoctorView<'a> {
    _id: Cow<'a, str>,
    full_Name: Cow<'a, str>,
    /// In Malayalam, if the doctor told it
    nameMl: Option<Cow<'a, str>>,
    doctor_ID: Cow<'a, str>,
    specialization: Cow<'a, str>,
    experience: i64,
    consultation_Fee: i64,
    /// Of the doctor's own clinic
    consultation_Address: Cow<'a, str>,
    /// In Malayalam, if the doctor told it
    addressMl: Option<Cow<'a, str>>,
    district: Cow<'a, str>,
    state: Cow<'a, str>,
    pincode: Cow<'a, str>,
    gender: &'static str,
    #[schema(value_type = String)]
    startTime: DayTime,
    #[schema(value_type = String)]
    endTime: DayTime,
    /// The photo's address, 320 px square
    Image: Option<String>,
}

impl<'a> DoctorView<'a> {
    fn new<'d>(doctor: &'d Doctor, text: fn(&'d String) -> Cow<'a, str>) -> Self {
        Self {
            _id: text(&doctor.id),
            full_Name: text(&doctor.full_name),
            nameMl: doctor.name_ml.as_ref().map(text),
            doctor_ID: text(&doctor.doctor_id),
            specialization: text(&doctor.specialization),
            experience: doctor.experience,
            consultation_Fee: doctor.fee,
            consultation_Address: text(&doctor.address),
            addressMl: doctor.address_ml.as_ref().map(text),
            district: text(&doctor.district),
            state: text(&doctor.state),
            pincode: text(&doctor.pincode),
            gender: doctor.gender.as_str(),
            startTime: doctor.schedule.start,
            endTime: doctor.schedule.end,
            Image: doctor.image.as_deref().map(photo_path),
        }
    }
}

impl<'a> From<&'a Doctor> for DoctorView<'a> {
    fn from(doctor: &'a Doctor) -> Self {
        Self::new(doctor, |text| Cow::Borrowed(text))
    }
}

/// A doctor's whole entry, for themselves and for the administrator.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProfileView {
    #[serde(flatten)]
    doctor: DoctorView<'static>,
    email: String,
    /// Whether the owner confirmed the address by a mailed link
    emailConfirmed: bool,
    phone_Number: String,
    DOB: String,
    /// When the doctor registered
    appliedAt: String,
    /// The hospital that the doctor names
    hospital: Option<HospitalView>,
    /// Whether the week has sessions that differ: then `startTime` and `endTime` change with them alone
    severalSessions: bool,
    /// A new name in Malayalam that waits for approval; `null` when none does
    waiting: Option<WaitingName>,
}

impl From<Profile> for ProfileView {
    fn from(profile: Profile) -> Self {
        Self {
            email: profile.email.as_str().into(),
            emailConfirmed: profile.is_email_confirmed,
            phone_Number: profile.phone.as_str().into(),
            DOB: profile.dob.to_string(),
            appliedAt: rfc3339(profile.applied_at),
            hospital: profile.doctor.hospital.as_ref().map(HospitalView::from),
            severalSessions: profile.doctor.schedule.has_several(),
            waiting: profile.waiting.map(WaitingName::from),
            doctor: DoctorView::new(&profile.doctor, |text| Cow::Owned(text.clone())),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct HospitalView {
    _id: String,
    Hospital_name: String,
    /// In Malayalam, if it is known
    nameMl: Option<String>,
    confirmed: bool,
}

impl From<&NamedHospital> for HospitalView {
    fn from(hospital: &NamedHospital) -> Self {
        let Workplace { id, name, name_ml, .. } = hospital.place.clone();
        Self { _id: id, Hospital_name: name, nameMl: name_ml, confirmed: hospital.confirmed }
    }
}

/// Changes state and district. A new state needs a district of its own, or `field` gets an error.
pub fn change_place(
    errors: &mut FieldErrors,
    (state, district): (Option<Field>, Option<Field>),
    (old_state, old_district): (&mut String, &mut String),
    field: &'static str,
) {
    let kept = state.is_some().then(|| Field::new(field, &**old_district));
    errors.change(state, old_state, |text| parse_state(text).map(String::from));
    errors.change(district.or(kept), old_district, |text| parse_district(old_state, text).map(String::from));
}

/// Whole rupees, 0 to 1,00,000; people also write `₹500` and `1,000`.
pub fn parse_fee(text: &str) -> Result<i64, Text> {
    let digits: String = text.trim().trim_start_matches('₹').chars().filter(|c| *c != ',' && *c != ' ').collect();
    parse_number(&digits, 100_000).ok_or(texts::FEE_WRONG)
}

/// An address in Malayalam; an empty text removes it.
pub fn parse_malayalam(text: &str) -> Result<Option<String>, Text> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    in_malayalam(parse_line(text, texts::MALAYALAM_WRONG)?).map(Some)
}

pub fn parse_registration_number(text: &str) -> Result<String, Text> {
    parse_line(text, texts::NUMBER_MISSING)
}

/// A speciality in any spelling, as it is stored.
pub fn parse_specialization(text: &str) -> Result<&'static str, Text> {
    specialities::find(text).map(|found| found.title.as_str()).ok_or(texts::SPECIALIZATION_WRONG)
}

/// Whole years.
pub fn parse_experience(text: &str) -> Result<i64, Text> {
    parse_number(text.trim(), 80).ok_or(texts::EXPERIENCE_WRONG)
}

/// A name in Malayalam, with the limits of a name; an empty text removes it.
pub fn parse_malayalam_name(text: &str) -> Result<Option<String>, Text> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    in_malayalam(PersonName::parse(text)?.as_str().to_owned()).map(Some)
}

/// The same for a doctor: a leading title is removed, because pages and mails add it.
pub fn parse_malayalam_doctor_name(text: &str) -> Result<Option<String>, Text> {
    let text = text.trim();
    let untitled = ["ഡോക്ടർ ", "ഡോ.", "ഡോ ", "Dr.", "Dr "].iter().find_map(|title| text.strip_prefix(title));
    parse_malayalam_name(untitled.unwrap_or(text))
}

/// Requires that most letters are Malayalam.
fn in_malayalam(line: String) -> Result<String, Text> {
    let is_malayalam = |c: &char| ('\u{d00}'..='\u{d7f}').contains(c);
    let own = line.chars().filter(is_malayalam).count();
    let others = line.chars().filter(|c| c.is_alphabetic() && !is_malayalam(c)).count();
    if own > others { Ok(line) } else { Err(texts::MALAYALAM_WRONG) }
}

/// The name in Malayalam that a form requests. Removing the name takes effect at once: then the approved name in Latin letters is
/// shown.
pub fn change_malayalam_name(
    errors: &mut FieldErrors,
    field: Option<Field>,
    current: &mut Option<String>,
    parse: fn(&str) -> Result<Option<String>, Text>,
) -> Option<String> {
    let mut asked = current.clone();
    errors.change(field, &mut asked, parse);
    if asked.is_none() {
        *current = None;
    }
    asked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fees_are_whole_rupees_up_to_a_lakh() {
        for (text, fee) in [("0", 0), ("500", 500), (" ₹1,00,000 ", 100_000)] {
            assert_eq!(parse_fee(text).ok(), Some(fee), "{text}");
        }
        for text in ["", "-1", "1.5", "100001", "free", "99999999999999999999"] {
            assert!(parse_fee(text).is_err(), "{text}");
        }
    }
}
