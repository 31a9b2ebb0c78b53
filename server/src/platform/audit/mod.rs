//! Who did what to whom, from which network, and why: rows that are only ever added, in the same transaction as the deed.
//!
//! A row holds ids. What people are called and what they said stands beside it, in `audit_words`, where it can be erased; the row
//! holds a digest of it. Rows are sealed in batches ([`seals`]), so that nobody changes them unseen. Decision 0044.

pub mod seals;
mod words;

use jiff::Timestamp;

use self::words::Words;
pub use self::words::{erase_words, erase_words_about, take_over};
use super::db::{Param, Result, Tx};
use super::ids::new_id;

pub struct Entry<'a> {
    pub actor_id: &'a str,
    pub actor_role: &'a str,
    /// A verb such as `approve`.
    pub action: &'a str,
    pub subject: Subject<'a>,
    pub reason: Option<&'a str>,
    /// As `ClientAddress::neighbourhood` writes it.
    pub network: Option<String>,
    pub times: i64,
    /// In whose place, where it was not done for themselves.
    pub for_id: Option<&'a str>,
}

/// Whom or what something was done to.
pub struct Subject<'a> {
    pub kind: &'a str,
    pub id: &'a str,
    /// What people call it; it may be gone when somebody reads this. Empty where the id says enough.
    pub name: &'a str,
}

/// What somebody does with their own account: its subject is who did it, and has no name of its own in the log.
pub const OWN_ACCOUNT: &str = "account";

impl<'a> Entry<'a> {
    /// What was done on the machine itself: `doccare admin create` and the like.
    pub fn of_operator(action: &'a str, subject: Subject<'a>) -> Self {
        Self::of_nobody("operator", action, subject)
    }

    /// What the program did by itself, because somebody set it so or because the time came.
    pub fn of_program(action: &'a str, subject: Subject<'a>) -> Self {
        Self::of_nobody("program", action, subject)
    }

    fn of_nobody(actor_role: &'a str, action: &'a str, subject: Subject<'a>) -> Self {
        Self { actor_id: "", actor_role, action, subject, reason: None, network: None, times: 1, for_id: None }
    }
}

pub async fn record(tx: &mut Tx<'_>, entry: Entry<'_>, now: Timestamp) -> Result<()> {
    let Entry { actor_id, actor_role, action, subject, reason, network, times, for_id } = entry;
    let Subject { kind, id: subject_id, name } = subject;
    let (id, at, words) = (new_id(now), now.as_millisecond(), Words::new(name, reason));
    let digest = words.as_ref().map(Words::digest);
    let columns = [
        "id",
        "at",
        "actor_id",
        "actor_role",
        "action",
        "subject_kind",
        "subject_id",
        "network",
        "times",
        "digest",
        // Needless since the words stand elsewhere, but an older program may still read it.
        "subject_name",
    ];
    let row: [&dyn Param; 11] =
        [&id, &at, &actor_id, &actor_role, &action, &kind, &subject_id, &network, &times, &digest, &""];
    tx.send_rows("audit", columns, &[row], "").await?;
    if let Some(for_id) = for_id {
        tx.send_rows("audit_for", ["id", "for_id"], &[[&id, &for_id]], "").await?;
    }
    match words {
        Some(words) => words.insert(tx, &id).await,
        None => Ok(()),
    }
}
