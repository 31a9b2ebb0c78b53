//! Whether a slot is reserved for somebody on the waitlist, and the end of an entry whose user has what they waited for.
//!
//! A free slot that somebody waits for is theirs by the rule alone (`rules::reservations`). `waitlist` offers it to them a moment later.

use jiff::Zoned;
use jiff::civil::Date;

use super::model::EntryWithHolds;
use super::rules::{reservations, reserved_slots};
use super::store;
use crate::directory::{Doctor, VisitMode};
use crate::platform::clock::day_bounds;
use crate::platform::db::{self, Tx};
use crate::platform::phone_messages::withdraw_with_mails;
use crate::platform::push;
use crate::scheduling::rules::OpenDay;
use crate::scheduling::slots::{self, Taken, WHOLE_DAY, free_clinic_slots};
use crate::scheduling::{Error, Slot};

/// The taken slots of a day, and those a quarter of an hour around it, which may overlap its slots.
pub async fn list_taken(tx: &mut Tx<'_>, doctor_id: &str, day: Date) -> db::Result<Taken> {
    let (from, to) = day_bounds(day);
    let starts = slots::list_taken(tx, doctor_id, from - Slot::MILLIS, to + Slot::MILLIS).await?;
    Ok(starts.into_iter().collect())
}

/// Who wants to have a slot.
#[derive(Clone, Copy)]
pub struct Taker<'a> {
    pub user_id: &'a str,
    /// The visit that moves there; `None` for a new one.
    pub visit_id: Option<&'a str>,
}

impl<'a> Taker<'a> {
    pub fn of_new_visit(user_id: &'a str) -> Self {
        Self { user_id, visit_id: None }
    }
}

/// Refuses a slot that is reserved for somebody else, or proposed to another visit. Returns the user's own entry if the slot is what they
/// wait for. The caller holds the doctor's lock, exclusive or shared. For a doctor without reservations no statement is run.
pub async fn check(
    tx: &mut Tx<'_>,
    doctor: &Doctor,
    Taker { user_id, visit_id }: Taker<'_>,
    slot: Slot,
    now: &Zoned,
) -> Result<Option<EntryWithHolds>, Error> {
    if !doctor.waited {
        return Ok(None);
    }
    let open = OpenDay::new(slot.day, now).map_err(Error::NotBookable)?;
    // In this order: an entry that is removed in between, because its user books, can only lead to a refusal.
    let line = store::find_waitlist(tx, &doctor.id).await?;
    let taken = list_taken(tx, &doctor.id, slot.day).await?;
    let free: Vec<Slot> = free_clinic_slots(&doctor.schedule, open, &taken, WHOLE_DAY).collect();
    let at = now.timestamp().as_millisecond();
    if line.proposed_to(slot, at).is_some_and(|visit| visit_id != Some(visit)) {
        return Err(Error::Reserved);
    }
    let reservations = reservations(&line, &free, doctor.schedule.notice, at);
    if reservations.iter().any(|reservation| reservation.slot == slot && reservation.by.entry.user_id != user_id) {
        return Err(Error::Reserved);
    }
    // What is held for them is what they wait for, also when they have changed their hours since.
    let is_held = |waiting: &EntryWithHolds| {
        waiting.holds.iter().any(|hold| hold.is_live(at) && hold.starts_at == slot.starts_at().as_millisecond())
    };
    let mut own = line.of(slot.day).filter(|waiting| waiting.entry.user_id == user_id);
    Ok(own.find(|waiting| waiting.entry.wants(slot) || is_held(waiting)).cloned())
}

/// The doctor's free slots that are not reserved.
pub async fn list_unreserved(tx: &mut Tx<'_>, doctor: &Doctor, free: Vec<Slot>, now: i64) -> db::Result<Vec<Slot>> {
    if !doctor.waited {
        return Ok(free);
    }
    let line = store::find_waitlist(tx, &doctor.id).await?;
    // There is no waiting list for slots by phone, but they may be proposed.
    let is_at_place = |slot: &&Slot| doctor.offer_at(slot.day, slot.time).mode == VisitMode::Clinic;
    let at_place: Vec<Slot> = free.iter().filter(is_at_place).copied().collect();
    let reserved = reserved_slots(&line, &at_place, doctor.schedule.notice, now);
    let is_left = |slot: &Slot| !reserved.contains(slot) && line.proposed_to(*slot, now).is_none();
    Ok(free.into_iter().filter(is_left).collect())
}

/// Removes the entry that a booking satisfies, if there is one.
pub async fn remove_satisfied(tx: &mut Tx<'_>, waiting: Option<EntryWithHolds>) -> db::Result<()> {
    match waiting {
        Some(waiting) => remove(tx, &waiting).await,
        None => Ok(()),
    }
}

/// Removes an entry with its holds, and withdraws what is not sent yet about them.
pub async fn remove(tx: &mut Tx<'_>, waiting: &EntryWithHolds) -> db::Result<()> {
    let holds: Vec<String> = waiting.holds.iter().map(|hold| hold.id.clone()).collect();
    withdraw(tx, &holds).await?;
    let id = std::slice::from_ref(&waiting.entry.id);
    store::remember_offers(tx, id).await?;
    store::delete(tx, id).await.map(drop)
}

/// Withdraws pushes, mails and messages about holds that are not sent yet.
pub async fn withdraw(tx: &mut Tx<'_>, holds: &[String]) -> db::Result<()> {
    push::withdraw(tx, holds).await?;
    withdraw_with_mails(tx, holds).await
}
