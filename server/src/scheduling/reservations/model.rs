//! Waitlist entries, the slots that are held for them, and the slots that are proposed to patients whose session has to move.

use std::collections::BTreeSet;

use jiff::civil::Date;

use crate::scheduling::Slot;
use crate::scheduling::slots::Minutes;

/// Entries of one user; each is for one day of a doctor.
pub const MAX_ENTRIES_PER_USER: usize = 5;
/// Entries for one day of a doctor: people behind them would wait in vain.
pub const MAX_ENTRIES_PER_DAY: usize = 50;
/// An entry that declines so many offers, or lets them expire, is removed: each offer keeps a slot from everyone else.
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
    /// When they got their place on the list, as UTC milliseconds.
    pub since: i64,
    /// Whether the patient was notified that the doctor is on leave at these hours.
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

/// A slot that is or was held for an entry. Times are UTC milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlotHold {
    pub id: String,
    pub starts_at: i64,
    pub until: i64,
    /// Whether its end is stored: it ran out, was declined, or is void.
    pub passed: bool,
}

/// `until` of a hold that could not be taken: the slot was gone, or the user may not book any more. It does not count as passed.
pub const VOID: i64 = 0;

impl SlotHold {
    pub fn is_live(&self, now: i64) -> bool {
        !self.passed && self.until > now
    }

    /// Whether it could not be taken; see [`VOID`].
    pub fn is_void(&self) -> bool {
        self.until == VOID
    }
}

/// An entry with all its holds, also those that have ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryWithHolds {
    pub entry: WaitlistEntry,
    pub holds: Vec<SlotHold>,
}

impl EntryWithHolds {
    pub fn was_offered(&self, starts_at: i64) -> bool {
        self.holds.iter().any(|hold| hold.starts_at == starts_at)
    }

    /// Whether they have let [`MAX_PASSED_OFFERS`] slots pass since they got this place.
    pub fn is_out(&self, now: i64) -> bool {
        let passed = |hold: &&SlotHold| hold.until > self.entry.since && !hold.is_live(now);
        self.holds.iter().filter(passed).count() >= MAX_PASSED_OFFERS
    }
}

/// A slot that is proposed to the patient of a visit whose session has to move, and reserved until the answer. Times are UTC milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedSlot {
    pub visit_id: String,
    pub starts_at: i64,
    pub until: i64,
}

/// All entries of a doctor, those of one day in the order of the list, and the doctor's proposed slots.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Waitlist {
    entries: Vec<EntryWithHolds>,
    proposed: Vec<ProposedSlot>,
}

impl Waitlist {
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.proposed.is_empty()
    }

    pub fn entries(&self) -> impl Iterator<Item = &EntryWithHolds> {
        self.entries.iter()
    }

    /// The visit whose patient may take a slot, if it is proposed.
    pub fn proposed_to(&self, slot: Slot, now: i64) -> Option<&str> {
        if self.proposed.is_empty() {
            return None;
        }
        let starts_at = slot.starts_at().as_millisecond();
        let mut live = self.proposed.iter().filter(|proposed| proposed.until > now);
        live.find(|proposed| proposed.starts_at == starts_at).map(|proposed| proposed.visit_id.as_str())
    }

    /// Whether any slot is proposed, also one whose time to answer is over.
    pub fn has_proposed(&self) -> bool {
        !self.proposed.is_empty()
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
        match self.entries.last_mut() {
            Some(last) if last.entry.id == entry.id => last.holds.extend(hold),
            _ => self.entries.push(EntryWithHolds { entry, holds: hold.into_iter().collect() }),
        }
    }

    pub fn propose(&mut self, slot: ProposedSlot) {
        self.proposed.push(slot);
    }
}
