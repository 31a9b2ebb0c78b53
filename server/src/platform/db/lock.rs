//! Advisory locks that last until the end of a transaction, and their one order, so that transactions never deadlock on them.

use super::Tx;
use super::error::Result;

/// What a transaction locks. Several locks are taken in the order of this list; several of one kind by [`Tx::lock_all`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lock<'a> {
    Migrations,
    Admin(&'a str),
    /// Importing a table or undoing it: rows of two imports may overlap.
    Imports,
    Facility(&'a str),
    User(&'a str),
    Doctor(&'a str),
    Desk(&'a str),
    /// Automatic approval of a doctor's visits, which counts them and assigns tokens.
    AtOnce(&'a str),
    Message(&'a str),
    /// Registrations and requests by e-mail address.
    Email(&'a str),
    Phone(&'a str),
    Donor(&'a str),
    BloodRequest(&'a str),
    /// Selecting donors for a request.
    BloodWave,
    Tries(&'a str),
    /// Choosing which pushes to send.
    Pushes,
    /// Choosing which mails to send.
    Mails,
    /// Choosing which messages to phones to send.
    PhoneMessages,
    AuditSeals,
}

impl<'a> Lock<'a> {
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
            Self::Pushes => (15, "pushes"),
            Self::Mails => (16, "mails"),
            Self::PhoneMessages => (17, "phone-messages"),
            Self::AuditSeals => (18, "audit-seals"),
        }
    }
}

/// The locks of a transaction, and whether each is exclusive; `None` where none may be taken.
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

    /// Whether taking this lock now cannot deadlock: it comes after all that are held, or is held already, exclusively if that is wanted.
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
    /// Takes an exclusive lock until the end of the transaction: what is read from here on still holds at the commit. On PostgreSQL it is
    /// pipelined with the next statement. SQLite has one writer, so only the order is checked.
    pub async fn lock(&mut self, lock: Lock<'_>) -> Result<()> {
        self.take(lock, true).await
    }

    /// The same without waiting; returns whether the lock was free. A transaction that waits for a lock has a snapshot, for which
    /// `CREATE INDEX CONCURRENTLY` waits in turn.
    pub(super) async fn try_lock(&mut self, lock: Lock<'_>) -> Result<bool> {
        if cfg!(debug_assertions) {
            assert!(self.locks.allows(lock, true), "{lock:?} is taken out of order");
            self.locks.add(lock, true);
        }
        if self.has_one_writer() {
            return Ok(true);
        }
        let sql = "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0))";
        Ok(self.first(sql, &[&lock.parts().1]).await?.unwrap_or(false))
    }

    pub async fn share(&mut self, lock: Lock<'_>) -> Result<()> {
        self.take(lock, false).await
    }

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

    /// The suffix of a query that locks its rows; empty on SQLite, which has one writer.
    pub fn holding(&self) -> &'static str {
        if self.has_one_writer() { "" } else { "FOR UPDATE" }
    }

    /// The suffix of a query that locks its rows and skips locked ones.
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
            // Two transactions that share the lock and both want it exclusively would deadlock.
            (Lock::Doctor("b"), true, false),
        ] {
            assert_eq!(held.allows(lock, alone), allowed, "{lock:?}");
        }
    }
}
