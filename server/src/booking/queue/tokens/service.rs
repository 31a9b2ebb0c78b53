//! Giving tokens. Whoever calls holds the doctor, so that tokens of one doctor are given one after the other.

use jiff::Timestamp;

use super::{mails, rules, store};
use crate::booking::model::{Appointment, Slot};
use crate::booking::queue::page_address;
use crate::booking::queue::rules::{minutes_of, session_of, sessions_of};
use crate::booking::service::{day_bounds, list_contacts};
use crate::directory::{Doctor, Schedule};
use crate::platform::db::{self, Tx};
use crate::platform::keys::Keys;
use crate::platform::outbox;

/// The token of a visit that was just approved, fixed from now on; `None` if it was not.
pub async fn fix(tx: &mut Tx<'_>, schedule: &Schedule, visit: &Appointment) -> db::Result<Option<String>> {
    let number = rules::ordinal(schedule, visit.slot).to_string();
    store::fix(tx, visit, &number, session_bounds(schedule, visit.slot)).await
}

/// Between which instants the visits lie that belong to the same session as a slot, as UTC milliseconds.
pub fn session_bounds(schedule: &Schedule, slot: Slot) -> (i64, i64) {
    let sessions = sessions_of(schedule, slot.day);
    let minutes = minutes_of(&sessions, session_of(&sessions, slot.time.minutes()));
    let (midnight, _) = day_bounds(slot.day);
    (midnight + minutes.start * 60_000, midnight + minutes.end * 60_000)
}

/// After the doctor's hours were changed: where two of these visits have one token in their session now, all but one get another, and a
/// mail that says so. Everybody else keeps what they were told.
pub async fn part(
    tx: &mut Tx<'_>,
    doctor: &Doctor,
    visits: &mut [Appointment],
    (site, keys): (&str, &Keys),
    now: Timestamp,
) -> db::Result<()> {
    let mut ids: Vec<String> = rules::doubled(&doctor.schedule, visits).iter().map(|visit| visit.id.clone()).collect();
    // In the order in which visits are held (`booking/store::hold`).
    ids.sort_unstable();
    let mut changed: Vec<Appointment> = Vec::with_capacity(ids.len());
    for id in ids {
        let Some(visit) = visits.iter_mut().find(|visit| visit.id == id) else { continue };
        // The patient may have cancelled it since it was read.
        let Some(token) = fix(tx, &doctor.schedule, visit).await? else { continue };
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
            let page = page_address(site, keys, &visit.id);
            mails::another(visit, doctor, contacts.get(&visit.user_id)?, page)
        })
        .collect();
    outbox::enqueue_all(tx, &mails, now).await
}
