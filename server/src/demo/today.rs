//! Two patients have walked in to the demo's first doctor today, and wait.

use super::{DOCTOR_PASSWORD, Error};
use crate::app::App;
use crate::booking::desk::AtDesk;
use crate::booking::{PatientDetails, queue};
use crate::identity::callers::Doctor;
use crate::identity::person::{Mobile, PersonName};
use crate::identity::{self, LoginName, Origin, Role};

const WALKED_IN: [(&str, &str); 2] = [("Rajan Pillai", "9846055511"), ("Sumathi Devi", "9846055512")];

pub async fn fill(app: &App) -> Result<(), Error> {
    let name = LoginName::parse("doctor0@demo.example");
    let login = identity::log_in(app, Role::Doctor, name, DOCTOR_PASSWORD.into(), Origin::default()).await;
    let token = login.map_err(|error| Error::Data(error.to_string()))?.token;
    let doctor = Doctor::of_token(app, &token).await.map_err(|problem| Error::Data(format!("{problem:?}")))?;
    let desk = AtDesk::of_doctor(&doctor);
    for (name, phone) in WALKED_IN {
        let patient = PatientDetails { name: PersonName::parse(name)?, phone: Mobile::parse(phone)? };
        let added = queue::add_walk_in(app, &desk, patient, None).await;
        added.map_err(|error| Error::Data(error.to_string()))?;
    }
    Ok(identity::log_out(app, &token, None).await?)
}
