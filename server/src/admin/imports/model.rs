//! What a row of a table says, and what is wrong with it.

use std::borrow::Cow;

use crate::directory::Newcomer;
use crate::identity::person::Mobile;
use crate::identity::{Email, Role};
use crate::platform::fold::fold;
use crate::platform::http::problem::Message;

/// The number in the example row of the templates, folded: nobody has it.
pub const EXAMPLE_NUMBER: &str = "example";

/// Whom a table is of; its header tells.
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

    /// The column of the number that nobody else has; it alone tells the two kinds of table apart.
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

/// Somebody of a row that is right by itself.
pub struct Candidate {
    pub line: u64,
    pub email: Email,
    pub phone: Mobile,
    pub newcomer: Newcomer,
}

impl Candidate {
    pub fn role(&self) -> Role {
        self.newcomer.role()
    }

    pub fn name(&self) -> &str {
        match &self.newcomer {
            Newcomer::Doctor(doctor) => doctor.full_name.as_str(),
            Newcomer::Facility(facility) => facility.name.as_str(),
        }
    }

    /// The number as the database compares it.
    pub fn number_key(&self) -> String {
        match &self.newcomer {
            Newcomer::Doctor(doctor) => fold(&doctor.doctor_id),
            Newcomer::Facility(facility) => fold(&facility.license_number),
        }
    }
}

/// What is wrong with a cell. Without a column it is the whole row.
#[derive(Debug, Clone)]
pub struct Wrong {
    pub line: u64,
    pub column: Cow<'static, str>,
    pub message: Message,
}

impl Wrong {
    pub fn new(line: u64, column: impl Into<Cow<'static, str>>, message: impl Into<Message>) -> Self {
        Self { line, column: column.into(), message: message.into() }
    }
}
