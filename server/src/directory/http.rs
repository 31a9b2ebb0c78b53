//! How a doctor looks to a patient.

use serde::Serialize;
use utoipa::ToSchema;

use super::model::Doctor;

/// What a patient may know: no e-mail address, no phone, no date of birth.
#[derive(Debug, Serialize, ToSchema)]
pub struct DoctorView {
    _id: String,
    #[serde(rename = "full_Name")]
    full_name: String,
    #[serde(rename = "doctor_ID")]
    doctor_id: String,
    specialization: String,
    experience: i64,
    #[serde(rename = "consultation_Fee")]
    consultation_fee: i64,
    #[serde(rename = "consultation_Address")]
    consultation_address: String,
    district: String,
    state: String,
    pincode: String,
    gender: &'static str,
    #[serde(rename = "startTime")]
    start_time: String,
    #[serde(rename = "endTime")]
    end_time: String,
    /// The photo's address, 320 px square
    #[serde(rename = "Image")]
    image: Option<String>,
}

impl From<Doctor> for DoctorView {
    fn from(doctor: Doctor) -> Self {
        Self {
            image: doctor.image.as_deref().map(photo_path),
            gender: doctor.gender.as_str(),
            start_time: doctor.schedule.start.to_string(),
            end_time: doctor.schedule.end.to_string(),
            _id: doctor.id,
            full_name: doctor.full_name,
            doctor_id: doctor.doctor_id,
            specialization: doctor.specialization,
            experience: doctor.experience,
            consultation_fee: doctor.fee,
            consultation_address: doctor.address,
            district: doctor.district,
            state: doctor.state,
            pincode: doctor.pincode,
        }
    }
}

/// Where a browser finds a photo.
pub fn photo_path(id: &str) -> String {
    format!("/photos/{id}-320.webp")
}
