//! Patients have walked in today to the demo's first doctor, and to the one at whose hospital the desk runs the day, and wait.

use super::{AT_HOSPITAL, Error, sign_in};
use crate::app::App;
use crate::appointments::acting_for_doctor::ActingForDoctor;
use crate::clinic_day::{self, WalkInPatient, WalkInWish};
use crate::identity::callers::Doctor;
use crate::identity::person::{Mobile, PersonName};
use crate::identity::{self, Role};

/// The number of the doctor, and who came.
const WALKED_IN: [(usize, [(&str, &str); 2]); 2] = [
    (0, [("Rajan Pillai", "9846055511"), ("Sumathi Devi", "9846055512")]),
    (AT_HOSPITAL, [("Kunjumol Varghese", "9846055513"), ("Abdul Salam", "9846055514")]),
];

pub async fn fill(app: &App, doctors: usize) -> Result<(), Error> {
    for (number, patients) in WALKED_IN.into_iter().filter(|(number, _)| *number < doctors) {
        walk_in(app, number, patients).await?;
    }
    Ok(())
}

async fn walk_in(app: &App, number: usize, patients: [(&str, &str); 2]) -> Result<(), Error> {
    let token = sign_in(app, Role::Doctor, &format!("doctor{number}@demo.example")).await?;
    let doctor = Doctor::of_token(app, &token).await.map_err(|problem| Error::Data(format!("{problem:?}")))?;
    let desk = ActingForDoctor::of_doctor(&doctor);
    for (name, phone) in patients {
        let patient = WalkInPatient { name: PersonName::parse(name)?, phone: Some(Mobile::parse(phone)?) };
        let added = clinic_day::add_walk_in(app, &desk, patient, WalkInWish::default()).await;
        added.map_err(|error| Error::Data(error.to_string()))?;
    }
    Ok(identity::log_out(app, &token, None).await?)
}
