//! Giving tokens. The caller holds the doctor's lock, so that two visits cannot get the same one.

use jiff::Timestamp;

use super::{mails, rules};
use crate::appointments::model::Appointment;
use crate::appointments::service::{contact_of_patient, list_contacts, visit_page_url};
use crate::appointments::store;
use crate::directory::{Doctor, Schedule};
use crate::platform::db::{self, Tx};
use crate::platform::keys::Keys;
use crate::platform::{outbox, phone_messages};
use crate::scheduling::sessions::session_bounds;

/// The token of a visit that was just approved, fixed from now on; `None` if it was not.
pub async fn assign(tx: &mut Tx<'_>, schedule: &Schedule, visit: &Appointment) -> db::Result<Option<String>> {
    let number = rules::ordinal(schedule, visit.slot).to_string();
    store::save_token(tx, visit, &number, session_bounds(schedule, visit.slot)).await
}

/// After a change of the doctor's hours: if two of these visits have the same token in their session, all but one get a new token, and a
/// mail or a message about it. The others keep theirs.
pub async fn resolve_conflicts(
    tx: &mut Tx<'_>,
    doctor: &Doctor,
    visits: &mut [Appointment],
    (site, keys): (&str, &Keys),
    now: Timestamp,
) -> db::Result<()> {
    let mut ids: Vec<String> =
        rules::conflicting(&doctor.schedule, visits).iter().map(|visit| visit.id.clone()).collect();
    // The order of `store::lock_rows`.
    ids.sort_unstable();
    let mut changed: Vec<Appointment> = Vec::with_capacity(ids.len());
    for id in ids {
        let Some(visit) = visits.iter_mut().find(|visit| visit.id == id) else { continue };
        // The patient may have cancelled it since it was read.
        let Some(token) = assign(tx, &doctor.schedule, visit).await? else { continue };
        visit.token = Some(token);
        changed.push(visit.clone());
    }
    if changed.is_empty() {
        return Ok(());
    }
    let contacts = list_contacts(tx, &changed).await?;
    let mails: Vec<_> = changed
        .iter()
        .filter_map(|visit| {
            let page = visit_page_url(site, keys, &visit.id);
            mails::changed_token(visit, doctor, contact_of_patient(&contacts, visit)?, page)
        })
        .collect();
    let to_phone =
        |visit: &Appointment| mails::changed_token_to_phone(visit, doctor, contact_of_patient(&contacts, visit)?);
    let to_phones: Vec<_> = changed.iter().filter_map(to_phone).collect();
    outbox::enqueue_all(tx, &mails, now).await?;
    phone_messages::enqueue(tx, &to_phones, now).await
}
