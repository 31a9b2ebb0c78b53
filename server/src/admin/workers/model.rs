//! The fields of a doctor's entry that an administrator can correct.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DoctorField {
    Name,
    Number,
    Speciality,
    Experience,
}

impl DoctorField {
    /// The API's field name, for the audit log.
    pub fn api_name(self) -> &'static str {
        match self {
            Self::Name => "full_Name",
            Self::Number => "doctor_ID",
            Self::Speciality => "specialization",
            Self::Experience => "experience",
        }
    }
}

pub struct CorrectedValue {
    pub field: DoctorField,
    pub before: String,
    pub after: String,
}
