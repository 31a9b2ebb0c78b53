//! How doctors look from outside.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use serde::Serialize;
use utoipa::ToSchema;

use super::model::{Doctor, NamedHospital, Profile};
use crate::directory::texts;
use crate::identity::person::{parse_district, parse_state};
use crate::platform::format::rfc3339;
use crate::platform::http::{Field, FieldErrors, Result};
use crate::platform::input::parse_number;
use crate::platform::lang::Text;
use crate::platform::photos::http::photo_path;

/// What a patient may know: no e-mail address, no phone, no date of birth.
#[derive(Debug, Serialize, ToSchema)]
pub struct DoctorView {
    _id: String,
    full_Name: String,
    doctor_ID: String,
    specialization: String,
    experience: i64,
    consultation_Fee: i64,
    consultation_Address: String,
    district: String,
    state: String,
    pincode: String,
    gender: &'static str,
    startTime: String,
    endTime: String,
    /// The photo's address, 320 px square
    Image: Option<String>,
}

impl From<Doctor> for DoctorView {
    fn from(doctor: Doctor) -> Self {
        Self {
            Image: doctor.image.as_deref().map(photo_path),
            gender: doctor.gender.as_str(),
            startTime: doctor.schedule.start.to_string(),
            endTime: doctor.schedule.end.to_string(),
            _id: doctor.id,
            full_Name: doctor.full_name,
            doctor_ID: doctor.doctor_id,
            specialization: doctor.specialization,
            experience: doctor.experience,
            consultation_Fee: doctor.fee,
            consultation_Address: doctor.address,
            district: doctor.district,
            state: doctor.state,
            pincode: doctor.pincode,
        }
    }
}

/// A doctor's whole entry, for themselves and for the administrator.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProfileView {
    #[serde(flatten)]
    doctor: DoctorView,
    email: String,
    phone_Number: String,
    DOB: String,
    /// When the doctor registered
    appliedAt: String,
    /// The hospital that the doctor names
    hospital: Option<HospitalView>,
}

impl From<Profile> for ProfileView {
    fn from(profile: Profile) -> Self {
        Self {
            email: profile.email.as_str().into(),
            phone_Number: profile.phone.as_str().into(),
            DOB: profile.dob.to_string(),
            appliedAt: rfc3339(profile.applied_at),
            hospital: profile.doctor.hospital.clone().map(HospitalView::from),
            doctor: profile.doctor.into(),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct HospitalView {
    _id: String,
    Hospital_name: String,
    confirmed: bool,
}

impl From<NamedHospital> for HospitalView {
    fn from(hospital: NamedHospital) -> Self {
        Self { _id: hospital.id, Hospital_name: hospital.name, confirmed: hospital.confirmed }
    }
}

/// Changes state and district. A state without a fitting district must not keep the old one: it is noted at `field`.
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
