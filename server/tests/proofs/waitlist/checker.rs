//! Invariants of visits, holds and offers at a moment without calls in progress.

use std::collections::{BTreeMap, BTreeSet};

const QUARTER: i64 = 15 * 60_000;
const NOTICE: i64 = 30 * 60_000;

/// A slot: its doctor, and its start.
pub type At = (String, i64);

#[derive(Debug, Clone)]
pub struct Entry {
    pub id: String,
    pub doctor: String,
    /// Slots that begin from the first instant up to the second.
    pub from: i64,
    pub to: i64,
}

#[derive(Debug, Clone)]
pub struct Hold {
    pub id: String,
    pub entry: String,
    pub at: At,
    pub until: i64,
    pub passed: bool,
}

/// The state at one moment.
#[derive(Debug, Clone, Default)]
pub struct Moment {
    pub now: i64,
    /// Every slot that there is.
    pub grid: Vec<At>,
    /// Active visits, with their users.
    pub visits: Vec<(At, String)>,
    pub entries: Vec<Entry>,
    pub holds: Vec<Hold>,
    /// The slots that the public lists as free.
    pub offered: BTreeSet<At>,
    /// The holds that queued mails are about.
    pub told: Vec<String>,
    /// Whether the job has run since the last change.
    pub is_settled: bool,
}

impl Moment {
    fn live(&self) -> impl Iterator<Item = &Hold> {
        self.holds.iter().filter(|hold| !hold.passed && hold.until > self.now)
    }

    fn is_taken(&self, (doctor, start): &At) -> bool {
        self.visits.iter().any(|((of, begins), _)| of == doctor && (begins - start).abs() < QUARTER)
    }

    /// All violations at this moment.
    pub fn violations(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        for (number, (at, user)) in self.visits.iter().enumerate() {
            if self.visits[number + 1..].iter().any(|((of, begins), _)| *of == at.0 && (begins - at.1).abs() < QUARTER)
            {
                wrong.push(format!("doubled: {at:?} of {user}"));
            }
        }
        let (mut slots, mut entries) = (BTreeMap::<&At, usize>::new(), BTreeMap::<&str, usize>::new());
        for hold in self.live() {
            *slots.entry(&hold.at).or_default() += 1;
            *entries.entry(&hold.entry).or_default() += 1;
            if self.is_taken(&hold.at) {
                wrong.push(format!("held and sold: {hold:?}"));
            }
            if self.offered.contains(&hold.at) {
                wrong.push(format!("held and offered: {hold:?}"));
            }
            if !self.entries.iter().any(|entry| entry.id == hold.entry) {
                wrong.push(format!("held for nobody: {hold:?}"));
            }
        }
        wrong.extend(slots.iter().filter(|(_, count)| **count > 1).map(|(at, _)| format!("held twice: {at:?}")));
        wrong.extend(entries.iter().filter(|(_, count)| **count > 1).map(|(id, _)| format!("two held for {id}")));
        wrong.extend(self.offered.iter().filter(|at| self.is_taken(at)).map(|at| format!("sold and offered: {at:?}")));
        let mut told = BTreeMap::<&str, usize>::new();
        self.told.iter().for_each(|id| *told.entry(id).or_default() += 1);
        wrong.extend(told.iter().filter(|(_, count)| **count > 1).map(|(id, _)| format!("told twice of {id}")));
        if self.is_settled {
            wrong.extend(self.unsettled(&told));
        }
        wrong
    }

    /// Violations after the job has run.
    fn unsettled(&self, told: &BTreeMap<&str, usize>) -> Vec<String> {
        let mut wrong = Vec::new();
        let held: BTreeSet<&At> = self.live().map(|hold| &hold.at).collect();
        for at in self.grid.iter().filter(|at| at.1 > self.now) {
            if !self.is_taken(at) && !held.contains(at) && !self.offered.contains(at) {
                wrong.push(format!("lost: {at:?}"));
            }
        }
        for at in self.offered.iter().filter(|at| at.1 - self.now >= NOTICE) {
            let skipped = self.entries.iter().find(|entry| {
                let wants = entry.doctor == at.0 && (entry.from..entry.to).contains(&at.1);
                let was_offered = self.holds.iter().any(|hold| hold.entry == entry.id && hold.at == *at);
                wants && !was_offered && !self.live().any(|hold| hold.entry == entry.id)
            });
            wrong.extend(skipped.map(|entry| format!("skipped: {entry:?} for {at:?}")));
        }
        wrong.extend(
            self.live().filter(|hold| !told.contains_key(hold.id.as_str())).map(|hold| format!("not told: {hold:?}")),
        );
        let ran_out = self.holds.iter().filter(|hold| !hold.passed && hold.until <= self.now);
        wrong.extend(ran_out.map(|hold| format!("not passed on: {hold:?}")));
        wrong
    }

    /// Violations relative to the previous moment: a hold that was live and still would be exists, unless its patient has left or declined
    /// it.
    pub fn robbed(&self, before: &Self, declined: &BTreeSet<String>) -> Vec<String> {
        let kept = |hold: &&Hold| !hold.passed && hold.until > self.now && !declined.contains(&hold.id);
        let mut wrong = Vec::new();
        for hold in before.holds.iter().filter(kept) {
            let waits = self.entries.iter().any(|entry| entry.id == hold.entry);
            if waits && !self.holds.iter().any(|still| still.id == hold.id && !still.passed) {
                wrong.push(format!("taken away: {hold:?}"));
            }
        }
        wrong
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_000_000_000;
    const HOUR: i64 = 3_600_000;

    fn at(quarters: i64) -> At {
        ("d".into(), NOW + HOUR + quarters * QUARTER)
    }

    /// One slot is booked, one is held for a patient on the waiting list, and one is free.
    fn fine() -> Moment {
        Moment {
            now: NOW,
            grid: vec![at(0), at(1), at(2)],
            visits: vec![(at(0), "u".into())],
            entries: vec![Entry { id: "e".into(), doctor: "d".into(), from: NOW, to: NOW + 9 * HOUR }],
            holds: vec![Hold { id: "h".into(), entry: "e".into(), at: at(1), until: NOW + 1, passed: false }],
            offered: [at(2)].into(),
            told: vec!["h".into()],
            is_settled: true,
        }
    }

    #[test]
    fn every_planted_violation_is_found_and_nothing_else() {
        assert_eq!(fine().violations(), [""; 0]);
        let plant = |change: fn(&mut Moment), word: &str| {
            let mut moment = fine();
            change(&mut moment);
            let wrong = moment.violations();
            assert!(wrong.iter().any(|one| one.starts_with(word)), "{word}: {wrong:?}");
        };
        plant(|moment| moment.visits.push((at(0), "x".into())), "doubled");
        plant(|moment| moment.visits.push((("d".into(), at(0).1 + 5 * 60_000), "x".into())), "doubled");
        plant(|moment| moment.visits.push((at(1), "x".into())), "held and sold");
        plant(|moment| moment.offered.extend([at(1)]), "held and offered");
        plant(|moment| moment.offered.extend([at(0)]), "sold and offered");
        plant(|moment| moment.entries.clear(), "held for nobody");
        plant(
            |moment| moment.holds.push(Hold { id: "i".into(), entry: "f".into(), ..moment.holds[0].clone() }),
            "held twice",
        );
        plant(|moment| moment.holds.push(Hold { id: "i".into(), at: at(2), ..moment.holds[0].clone() }), "two held");
        plant(|moment| moment.told.push("h".into()), "told twice");
        plant(|moment| moment.told.clear(), "not told");
        plant(|moment| moment.offered.clear(), "lost");
        plant(|moment| moment.holds[0].until = NOW, "not passed on");
        plant(|moment| moment.entries.push(Entry { id: "f".into(), ..moment.entries[0].clone() }), "skipped");
    }

    #[test]
    fn a_live_hold_that_is_taken_away_is_found() {
        let (before, nobody) = (fine(), BTreeSet::new());
        let mut now = fine();
        assert_eq!(now.robbed(&before, &nobody), [""; 0]);
        now.holds[0].passed = true;
        assert_eq!(now.robbed(&before, &nobody).len(), 1);
        assert_eq!(now.robbed(&before, &["h".to_owned()].into()), [""; 0], "they declined it");
        now.holds.clear();
        assert_eq!(now.robbed(&before, &nobody).len(), 1);
        now.entries.clear();
        assert_eq!(now.robbed(&before, &nobody), [""; 0], "they left");
        let later = Moment { now: NOW + 1, holds: Vec::new(), ..fine() };
        assert_eq!(later.robbed(&before, &nobody), [""; 0], "it ran out");
    }
}
