//! Who waits, and what is held for them.

use std::collections::BTreeSet;

use jiff::civil::Date;

use crate::scheduling::Slot;
use crate::scheduling::slots::Minutes;

/// One user may wait for this many days with doctors…
pub const MAX_ENTRIES_PER_USER: usize = 5;
/// …and so many people for one day of a doctor: who comes after them would wait in vain.
pub const MAX_ENTRIES_PER_DAY: usize = 50;
/// Who lets so many slots pass waits no longer: each was held from everybody else.
pub const MAX_PASSED_OFFERS: usize = 3;

/// Somebody who waits for a slot of a doctor on a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitlistEntry {
    pub id: String,
    pub user_id: String,
    pub day: Date,
    /// Minutes of the day: the slot begins from the first up to, not including, the second.
    pub from: i64,
    pub to: i64,
    /// Since when they have this place: UTC milliseconds.
    pub since: i64,
    /// Whether they were told that the doctor is on leave at these hours.
    pub away_told: bool,
}

impl WaitlistEntry {
    pub fn wants(&self, slot: Slot) -> bool {
        slot.day == self.day && self.hours().contains(&slot.time.minutes())
    }

    pub fn hours(&self) -> Minutes {
        self.from..self.to
    }
}

/// A slot that is or was held for somebody, until an instant; both as UTC milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlotHold {
    pub id: String,
    pub starts_at: i64,
    pub until: i64,
    /// It ran out, and that was noted.
    pub passed: bool,
}

/// Until then a slot was held that was never the entry's to take: nobody could have it any more, or they were passed over.
pub const VOID: i64 = 0;

impl SlotHold {
    pub fn is_live(&self, now: i64) -> bool {
        !self.passed && self.until > now
    }

    /// Whether it was never theirs to take.
    pub fn is_void(&self) -> bool {
        self.until == VOID
    }
}

/// Somebody in line, with everything that they were offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryWithHolds {
    pub entry: WaitlistEntry,
    pub holds: Vec<SlotHold>,
}

impl EntryWithHolds {
    pub fn was_offered(&self, starts_at: i64) -> bool {
        self.holds.iter().any(|hold| hold.starts_at == starts_at)
    }

    /// Whether they let as many slots pass, since they have this place, as one may.
    pub fn is_out(&self, now: i64) -> bool {
        let passed = |hold: &&SlotHold| hold.until > self.entry.since && !hold.is_live(now);
        self.holds.iter().filter(passed).count() >= MAX_PASSED_OFFERS
    }
}

/// Everybody who waits for a doctor, for each day in the order in which they came.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Waitlist(Vec<EntryWithHolds>);

impl Waitlist {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn entries(&self) -> impl Iterator<Item = &EntryWithHolds> {
        self.0.iter()
    }

    pub fn of(&self, day: Date) -> impl Iterator<Item = &EntryWithHolds> {
        self.entries().filter(move |waiting| waiting.entry.day == day)
    }

    /// Whether anybody waits for that day.
    pub fn has(&self, day: Date) -> bool {
        self.of(day).next().is_some()
    }

    pub fn days(&self) -> BTreeSet<Date> {
        self.entries().map(|waiting| waiting.entry.day).collect()
    }

    /// Adds an entry, or one more hold of the entry that was added last.
    pub fn add(&mut self, entry: WaitlistEntry, hold: Option<SlotHold>) {
        match self.0.last_mut() {
            Some(last) if last.entry.id == entry.id => last.holds.extend(hold),
            _ => self.0.push(EntryWithHolds { entry, holds: hold.into_iter().collect() }),
        }
    }
}
