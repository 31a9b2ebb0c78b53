//! Applicants: doctors, hospitals and pharmacies. Pure.

use crate::directory::doctors::{NewDoctor, Profile};
use crate::directory::facilities::{Facility, NewFacility};
use crate::identity::Role;

pub enum Registrant {
    Doctor(NewDoctor),
    Facility(NewFacility),
}

impl Registrant {
    pub fn role(&self) -> Role {
        match self {
            Self::Doctor(_) => Role::Doctor,
            Self::Facility(facility) => facility.category.role(),
        }
    }
}

pub enum Applicant {
    Doctor(Box<Profile>),
    Facility(Box<Facility>),
}

impl Applicant {
    pub fn name(&self) -> &str {
        match self {
            Self::Doctor(profile) => &profile.doctor.full_name,
            Self::Facility(facility) => facility.name.as_str(),
        }
    }
}
