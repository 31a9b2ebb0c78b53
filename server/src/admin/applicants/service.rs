//! Who an applicant may be already: the same number, phone or address, or a very similar name.

use super::rules::{Why, are_similar, beginnings};
use super::store::{self, Known};
use crate::app::App;
use crate::directory::{self, Applicant, Kind};
use crate::platform::db;
use crate::platform::fold::bare_number;

/// Somebody who waits for the administrator, and who they may be; `None` when nobody of that id waits.
pub async fn find_applicant(app: &App, kind: Kind, id: String) -> db::Result<Option<(Applicant, Vec<(Known, Why)>)>> {
    app.db
        .report(async move |tx| {
            let Some(applicant) = directory::find_pending(tx, kind, &id).await? else { return Ok(None) };
            let (number, phone, email, name) = match &applicant {
                Applicant::Doctor(profile) => {
                    let doctor = &profile.doctor;
                    (&doctor.doctor_id, &profile.phone, &profile.email, doctor.full_name.as_str())
                }
                Applicant::Facility(facility) => {
                    (&facility.license_number, &facility.phone, &facility.email, facility.name.as_str())
                }
            };
            let mut found = Vec::new();
            let mut add = |known: Vec<Known>, why| {
                for one in known {
                    if one.id != id && found.iter().all(|(other, _): &(Known, Why)| other.id != one.id) {
                        found.push((one, why));
                    }
                }
            };
            add(store::with_number(tx, &bare_number(number)).await?, Why::Number);
            add(store::with_phone(tx, phone.as_str()).await?, Why::Phone);
            add(store::with_email(tx, &email.key()).await?, Why::Email);
            for beginning in beginnings(name) {
                let mut known = store::namesakes(tx, kind, &beginning).await?;
                known.retain(|one| are_similar(&one.name, name));
                add(known, Why::Name);
            }
            Ok(Some((applicant, found)))
        })
        .await
}
