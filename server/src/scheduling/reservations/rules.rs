//! Reservation of free slots for the waiting list, and for patients whose session has to move (pure). Listing, booking, offering and
//! passing on use this one rule: with two, a slot could be offered to one person and booked by another.

use jiff::SignedDuration;

use super::model::{EntryWithHolds, SlotHold, Waitlist};
use crate::directory::Notice;
use crate::platform::clock::millis;
use crate::scheduling::Slot;

/// A slot that can be booked for less time than this is not offered: it is free for everybody.
pub const MIN_BOOKABLE_TIME: SignedDuration = SignedDuration::from_mins(30);

/// A free slot, and the entry that it is reserved for.
#[derive(Debug, Clone, Copy)]
pub struct Reservation<'a> {
    pub slot: Slot,
    pub by: &'a EntryWithHolds,
    /// `None` until the job has offered it; the slot is reserved from the beginning.
    pub hold: Option<&'a SlotHold>,
}

/// The reserved free slots of a day, and the entry that each is reserved for. A slot that is held is reserved for the entry that holds it.
/// Each other slot is reserved for the first entry on the list that wants it, was not offered it before, has no other reservation, and has
/// not let too many offers pass. An expired hold counts as passed, whether that is stored or not. A slot that can be booked for less than
/// [`MIN_BOOKABLE_TIME`], with the doctor's notice, is free for everyone. Proposed slots are left out: see [`Waitlist::proposed_to`].
pub fn reservations<'a>(line: &'a Waitlist, free: &[Slot], notice: Notice, now: i64) -> Vec<Reservation<'a>> {
    let free: Vec<Slot> = free.iter().copied().filter(|slot| line.proposed_to(*slot, now).is_none()).collect();
    let held = |slot: &Slot| {
        let starts_at = slot.starts_at().as_millisecond();
        line.entries().find_map(|by| {
            let hold = by.holds.iter().find(|hold| hold.starts_at == starts_at && hold.is_live(now))?;
            Some(Reservation { slot: *slot, by, hold: Some(hold) })
        })
    };
    let mut reservations: Vec<Reservation<'_>> = free.iter().filter_map(held).collect();
    for slot in &free {
        let starts_at = slot.starts_at().as_millisecond();
        if starts_at - notice.millis() - now < millis(MIN_BOOKABLE_TIME)
            || reservations.iter().any(|reservation| reservation.slot == *slot)
        {
            continue;
        }
        let has_one =
            |by: &EntryWithHolds| reservations.iter().any(|reservation| reservation.by.entry.id == by.entry.id);
        let may_have = |by: &&EntryWithHolds| by.entry.wants(*slot) && !by.was_offered(starts_at) && !by.is_out(now);
        let next = line.entries().find(|by| may_have(by) && !has_one(by));
        reservations.extend(next.map(|by| Reservation { slot: *slot, by, hold: None }));
    }
    reservations
}

/// The free slots of a day that cannot be booked by everyone: the proposed and the reserved ones.
pub fn reserved_slots(line: &Waitlist, free: &[Slot], notice: Notice, now: i64) -> Vec<Slot> {
    let proposed = free.iter().copied().filter(|slot| line.proposed_to(*slot, now).is_some());
    proposed.chain(reservations(line, free, notice, now).into_iter().map(|reservation| reservation.slot)).collect()
}
