//! What a unit can hold until it ends, and the one order in which it takes several: so no two units ever wait for each
//! other's locks.

use super::Tx;
use super::error::Result;

/// Something that a unit reads and changes while nobody else may. Who needs several takes them in the order of this list;
/// several of one kind are taken by [`Tx::lock_all`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lock<'a> {
    Migrations,
    Admin(&'a str),
    /// Adding everybody of a table, or taking them away again: rows of two tables may cross.
    Imports,
    Facility(&'a str),
    User(&'a str),
    Doctor(&'a str),
    /// Who runs a doctor's day: after whom they do it for, and who employs them.
    Desk(&'a str),
    /// Approving visits of a doctor by the program, which counts them and gives them tokens; the name says whose.
    AtOnce(&'a str),
    /// What a visitor wrote.
    Message(&'a str),
    /// Whatever anybody registers or asks for under an address.
    Email(&'a str),
    Phone(&'a str),
    Donor(&'a str),
    BloodRequest(&'a str),
    /// Choosing whom to ask for blood.
    BloodWave,
    /// What tries are counted by; the name is a digest.
    Tries(&'a str),
    /// Choosing which mails to send.
    Mails,
    /// Choosing which messages to phones to send.
    PhoneMessages,
    /// Sealing the audit log.
    AuditSeals,
}

impl<'a> Lock<'a> {
    /// Its place in the order, and its name in the database.
    fn parts(self) -> (u8, &'a str) {
        match self {
            Self::Migrations => (0, "migrations"),
            Self::Admin(id) => (1, id),
            Self::Imports => (2, "imports"),
            Self::Facility(id) => (3, id),
            Self::User(id) => (4, id),
            Self::Doctor(id) => (5, id),
            Self::Desk(id) => (6, id),
            Self::AtOnce(name) => (7, name),
            Self::Message(id) => (8, id),
            Self::Email(key) => (9, key),
            Self::Phone(number) => (10, number),
            Self::Donor(id) => (11, id),
            Self::BloodRequest(id) => (12, id),
            Self::BloodWave => (13, "blood-wave"),
            Self::Tries(digest) => (14, digest),
            Self::Mails => (15, "mails"),
            Self::PhoneMessages => (16, "phone-messages"),
            Self::AuditSeals => (17, "audit-seals"),
        }
    }
}

/// The locks of a unit, by their place in the order, and whether it holds each alone; `None` where none may be taken.
pub(super) struct Locks(Option<Vec<((u8, String), bool)>>);

impl Default for Locks {
    fn default() -> Self {
        Self(Some(Vec::new()))
    }
}

impl Locks {
    pub(super) fn none() -> Self {
        Self(None)
    }

    /// Whether taking this lock now can never end in two units that wait for each other: it comes after all that are
    /// held, or it is held already, and alone if that is what is wanted.
    fn allows(&self, lock: Lock<'_>, alone: bool) -> bool {
        let (place, name) = lock.parts();
        let wanted = (place, name.to_owned());
        let Some(held) = &self.0 else { return false };
        held.iter().all(|(held, _)| *held < wanted)
            || held.iter().any(|(held, is_alone)| *held == wanted && (*is_alone || !alone))
    }

    fn add(&mut self, lock: Lock<'_>, alone: bool) {
        let (place, name) = lock.parts();
        self.0.get_or_insert_default().push(((place, name.to_owned()), alone));
    }
}

impl Tx<'_> {
    /// Holds something alone until the unit ends: what is read from here on is still true at the commit. PostgreSQL is asked
    /// for it together with the next statement, and runs that one when it has it. SQLite has one writer, so nothing is needed
    /// there but the order.
    pub async fn lock(&mut self, lock: Lock<'_>) -> Result<()> {
        self.take(lock, true).await
    }

    /// Holds something together with other sharers, against those who [`Tx::lock`] it.
    pub async fn share(&mut self, lock: Lock<'_>) -> Result<()> {
        self.take(lock, false).await
    }

    /// Holds several of one kind, in the order of their ids.
    pub async fn lock_all<'a>(
        &mut self,
        kind: impl Fn(&'a str) -> Lock<'a>,
        ids: impl IntoIterator<Item = &'a str>,
    ) -> Result<()> {
        let mut ids: Vec<&str> = ids.into_iter().collect();
        ids.sort_unstable();
        for id in ids {
            self.lock(kind(id)).await?;
        }
        Ok(())
    }

    /// The end of a query that holds the rows it finds until the unit ends, in their order. SQLite has one writer.
    pub fn holding(&self) -> &'static str {
        if self.has_one_writer() { "" } else { "FOR UPDATE" }
    }

    /// The end of a query that holds the rows it finds, and leaves out those that another transaction holds.
    pub fn skipping_held(&self) -> &'static str {
        if self.has_one_writer() { "" } else { "FOR UPDATE SKIP LOCKED" }
    }

    async fn take(&mut self, lock: Lock<'_>, alone: bool) -> Result<()> {
        if cfg!(debug_assertions) {
            assert!(self.locks.allows(lock, alone), "{lock:?} is taken out of order");
            self.locks.add(lock, alone);
        }
        let sql = match (self.has_one_writer(), alone) {
            (true, _) => return Ok(()),
            (false, true) => "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))",
            (false, false) => "SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))",
        };
        self.send(sql, &[&lock.parts().1]).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locks_are_taken_from_left_to_right_and_by_id() {
        let mut held = Locks::default();
        held.add(Lock::User("b"), true);
        held.add(Lock::Doctor("b"), false);
        for (lock, alone, allowed) in [
            (Lock::Doctor("c"), true, true),
            (Lock::Doctor("a"), false, false),
            (Lock::Email("a"), true, true),
            (Lock::User("c"), true, false),
            // What is held already is not waited for.
            (Lock::User("b"), true, true),
            (Lock::Doctor("b"), false, true),
            // Two sharers who both want it alone would wait for each other.
            (Lock::Doctor("b"), true, false),
        ] {
            assert_eq!(held.allows(lock, alone), allowed, "{lock:?}");
        }
    }
}
