//! The kinds of tables, valid rows, and errors.

use std::borrow::Cow;

use crate::directory::Registrant;
use crate::identity::person::Mobile;
use crate::identity::{Email, Role};
use crate::platform::fold::fold;
use crate::platform::http::problem::LocalizedMessage;

/// The number in the example row of the templates, folded.
pub const EXAMPLE_NUMBER: &str = "example";

/// The kind of a table, known by its header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportKind {
    Doctors,
    Facilities,
}

impl ImportKind {
    pub const ALL: [Self; 2] = [Self::Doctors, Self::Facilities];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Doctors => "doctors",
            Self::Facilities => "facilities",
        }
    }

    /// The columns of its table: the fields of the registration, but for the password and the photo.
    pub fn columns(self) -> &'static [&'static str] {
        match self {
            Self::Doctors => &[
                "doctor_ID",
                "full_Name",
                "email",
                "phone_Number",
                "gender",
                "DOB",
                "specialization",
                "experience",
                "consultation_Fee",
                "consultation_Address",
                "district",
                "state",
                "pincode",
                "startTime",
                "endTime",
            ],
            Self::Facilities => &[
                "License_number",
                "Hospital_name",
                "category",
                "Email",
                "Phone_Number",
                "Address",
                "City",
                "District",
                "State",
                "Pincode",
            ],
        }
    }

    /// The column of the unique number, by which the two kinds of table are told apart.
    pub fn number_column(self) -> &'static str {
        match self {
            Self::Doctors => "doctor_ID",
            Self::Facilities => "License_number",
        }
    }

    pub fn email_column(self) -> &'static str {
        match self {
            Self::Doctors => "email",
            Self::Facilities => "Email",
        }
    }
}

/// A valid row.
pub struct Candidate {
    pub line: u64,
    pub email: Email,
    pub phone: Mobile,
    pub registrant: Registrant,
}

impl Candidate {
    pub fn role(&self) -> Role {
        self.registrant.role()
    }

    pub fn name(&self) -> &str {
        match &self.registrant {
            Registrant::Doctor(doctor) => doctor.full_name.as_str(),
            Registrant::Facility(facility) => facility.name.as_str(),
        }
    }

    /// The number as the database compares it.
    pub fn number_key(&self) -> String {
        match &self.registrant {
            Registrant::Doctor(doctor) => fold(&doctor.doctor_id),
            Registrant::Facility(facility) => fold(&facility.license_number),
        }
    }
}

/// An error in a cell; without a column, in the whole row.
#[derive(Debug, Clone)]
pub struct RowError {
    pub line: u64,
    pub column: Cow<'static, str>,
    pub message: LocalizedMessage,
}

impl RowError {
    pub fn new(line: u64, column: impl Into<Cow<'static, str>>, message: impl Into<LocalizedMessage>) -> Self {
        Self { line, column: column.into(), message: message.into() }
    }
}
