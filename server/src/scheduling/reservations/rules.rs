//! Whose a free slot is while people wait: one rule, by which slots are listed, booked, offered and passed on. Pure.

use jiff::SignedDuration;

use super::model::{EntryWithHolds, SlotHold, Waitlist};
use crate::directory::Notice;
use crate::platform::clock::millis;
use crate::scheduling::Slot;

/// A slot that can be booked for less time than this is not offered: it is free for everybody.
pub const MIN_BOOKABLE_TIME: SignedDuration = SignedDuration::from_mins(30);

/// A free slot that is somebody's.
#[derive(Debug, Clone, Copy)]
pub struct Reservation<'a> {
    pub slot: Slot,
    pub by: &'a EntryWithHolds,
    /// `None` when it has yet to be offered: it is the next one's all the same.
    pub hold: Option<&'a SlotHold>,
}

/// Which of the free slots of a day are somebody's, and whose. What is held stays with whom it is held for; each other one is for the
/// first in line who wants it, has not been offered it, has nothing else, and did not let too many pass. What ran out counts as passed,
/// whether that was noted or not. The rest is anybody's. What begins sooner than the doctor's notice allows is not offered.
pub fn reservations<'a>(line: &'a Waitlist, free: &[Slot], notice: Notice, now: i64) -> Vec<Reservation<'a>> {
    let held = |slot: &Slot| {
        let starts_at = slot.starts_at().as_millisecond();
        line.entries().find_map(|by| {
            let hold = by.holds.iter().find(|hold| hold.starts_at == starts_at && hold.is_live(now))?;
            Some(Reservation { slot: *slot, by, hold: Some(hold) })
        })
    };
    let mut reservations: Vec<Reservation<'_>> = free.iter().filter_map(held).collect();
    for slot in free {
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
