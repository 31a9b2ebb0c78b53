//! Who sits at the demo's desks: an assistant of the first doctor, and the desk of the hospital that confirmed another, who lets
//! it run the day there.

use super::{AT_HOSPITAL, DESK, DESK_PASSWORD, Error, sign_in};
use crate::app::App;
use crate::directory::desk;
use crate::identity::callers::Doctor;
use crate::identity::person::PersonName;
use crate::identity::{self, Email, NewAccount, Role};
use crate::platform::lang::Lang;

/// The address, the name, and the number of the doctor, and whether it is the doctor's hospital that employs them.
const STAFF: [(&str, &str, usize, bool); 2] =
    [(DESK[0], "Sreeja Mohan", 0, false), (DESK[1], "Anil Thomas", AT_HOSPITAL, true)];

pub async fn fill(app: &App, doctors: &[String]) -> Result<(), Error> {
    for (email, name, number, at_hospital) in STAFF {
        let Some(id) = doctors.get(number).cloned() else { continue };
        let employer = if at_hospital { let_hospital(app, number).await? } else { Some(id) };
        let Some(employer) = employer else { continue };
        let account = NewAccount {
            role: Role::Desk,
            email: Email::parse(email)?,
            phone: None,
            password_hash: app.passwords.hash(DESK_PASSWORD.into()).await?,
            lang: Lang::En,
        };
        let (name, now) = (PersonName::parse(name)?, app.clock.now());
        app.db.write(async move |tx| desk::insert(tx, &employer, account, &name, now).await).await?;
    }
    Ok(())
}

/// The id of the hospital that confirmed a doctor, whose desk may run the day there from now on.
async fn let_hospital(app: &App, number: usize) -> Result<Option<String>, Error> {
    let token = sign_in(app, Role::Doctor, &format!("doctor{number}@demo.example")).await?;
    let doctor = Doctor::of_token(app, &token).await.map_err(|problem| Error::Data(format!("{problem:?}")))?;
    let let_in = desk::allow(app, &doctor, true).await;
    identity::log_out(app, &token, None).await?;
    Ok(let_in.ok().map(|hospital| hospital.place.id))
}
