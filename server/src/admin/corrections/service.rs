//! Corrects a doctor's entry: written, audited and told to the doctor in one transaction.

use super::mails;
use crate::app::App;
use crate::booking::oversight::publish_doctor_changed;
use crate::directory::doctors;
use crate::directory::listing::Listing;
use crate::identity;
use crate::identity::callers::{Admin, Hold, SignedOut};
use crate::identity::person::PersonName;
use crate::platform::audit;
use crate::platform::db;
use crate::platform::live::ADMINISTRATION;
use crate::platform::outbox;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("no such doctor")]
    Unknown,
    #[error("another doctor has the number")]
    NumberTaken,
    #[error(transparent)]
    SignedOut(#[from] SignedOut),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// What is corrected; the rest stays.
pub struct Correction {
    pub full_name: Option<PersonName>,
    pub doctor_id: Option<String>,
    pub specialization: Option<&'static str>,
    pub experience: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    Name,
    Number,
    Speciality,
    Experience,
}

impl Subject {
    /// As the API names it, for the audit log.
    fn field(self) -> &'static str {
        match self {
            Self::Name => "full_Name",
            Self::Number => "doctor_ID",
            Self::Speciality => "specialization",
            Self::Experience => "experience",
        }
    }
}

/// A value that is another one now.
pub struct Changed {
    pub subject: Subject,
    pub before: String,
    pub after: String,
}

/// Corrects a doctor's entry. What is the same as before is neither audited nor told.
pub async fn correct(app: &App, caller: &Admin, id: String, correction: Correction) -> Result<(), Error> {
    let (now, site, doctor_id) = (app.clock.now(), app.config.public_url.clone(), id.clone());
    let corrected = caller.write(app, Hold::Shared, async move |tx, admin| {
        tx.lock(Listing::Doctors.lock(&id)).await?;
        let before = doctors::find(tx, &id).await?.ok_or(Error::Unknown)?;
        let contact = identity::find_contact(tx, &id).await?.ok_or(Error::Unknown)?;
        let mut after = before.clone();
        if let Some(name) = correction.full_name {
            after.full_name = name.as_str().into();
        }
        after.doctor_id = correction.doctor_id.unwrap_or(after.doctor_id);
        after.specialization = correction.specialization.map_or(after.specialization, Into::into);
        after.experience = correction.experience.unwrap_or(after.experience);
        let pairs = [
            (Subject::Name, before.full_name.clone(), after.full_name.clone()),
            (Subject::Number, before.doctor_id.clone(), after.doctor_id.clone()),
            (Subject::Speciality, before.specialization.clone(), after.specialization.clone()),
            (Subject::Experience, before.experience.to_string(), after.experience.to_string()),
        ];
        let pairs = pairs.into_iter().filter(|(_, before, after)| before != after);
        let changes: Vec<Changed> = pairs.map(|(subject, before, after)| Changed { subject, before, after }).collect();
        if changes.is_empty() {
            return Ok(false);
        }
        doctors::correct(tx, &after).await.map_err(|error| match error {
            error if error.is_conflict("doctors_number") => Error::NumberTaken,
            error => error.into(),
        })?;
        let words = changes.iter().map(|one| format!("{}: {} → {}", one.subject.field(), one.before, one.after));
        let subject = audit::Subject { kind: "doctor", id: &id, name: &after.full_name };
        admin.record(tx, "correct", subject, Some(&words.collect::<Vec<_>>().join("; ")), now).await?;
        outbox::enqueue(tx, &mails::corrected(&contact, &changes, &site), now).await?;
        Ok::<_, Error>(true)
    });
    if corrected.await? {
        app.mail_waits();
        publish_doctor_changed(app, &doctor_id);
        app.live.publish(ADMINISTRATION);
    }
    Ok(())
}
