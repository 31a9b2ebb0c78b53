//! The search for patients of earlier visits, for the form in which the desk books: of one doctor, within the caller's scope.

use jiff::SignedDuration;

use super::model::{FoundVisit, KnownPatient, PatientSearch, people_of};
use super::store;
use crate::app::App;
use crate::appointments::acting_for_doctor::ActingForDoctor;
use crate::appointments::service::Error;
use crate::platform::audit::Subject;
use crate::platform::db;
use crate::scheduling::Slot;

/// Searches of one account among the patients of one doctor are recorded once in this time.
const RECORD_INTERVAL: SignedDuration = SignedDuration::from_hours(1);

/// Finds patients of the doctor by the beginning of a name or a part of a number. The audit log has the search once an hour for each account
/// and doctor, and never what was typed.
pub async fn find(app: &App, desk: &ActingForDoctor, search: PatientSearch) -> Result<Vec<KnownPatient>, Error> {
    let now = app.clock.now();
    let since = now.checked_sub(RECORD_INTERVAL).unwrap_or(now);
    let recorded: db::Result<bool> =
        app.db.read(async |tx| store::is_recorded(tx, desk.account_id(), &desk.doctor_id, since).await).await;
    if !recorded? {
        let record = desk.write(app, async move |tx, desk| {
            let subject = Subject { kind: "doctor", id: &desk.doctor_id, name: "" };
            Ok::<_, Error>(desk.record(tx, "find_patients", subject, None, now).await?)
        });
        record.await?;
    }
    let found: db::Result<Vec<(String, String, i64)>> =
        app.db.read(async |tx| store::list_visits(tx, &desk.doctor_id, &search, &desk.sight).await).await;
    let visits = found?.into_iter().filter_map(|(name, phone, starts_at)| {
        let slot = Slot::from_millis(starts_at)?;
        Some(FoundVisit { name, phone, day: slot.day, is_ahead: slot.starts_at() > now })
    });
    Ok(people_of(visits.collect()))
}
