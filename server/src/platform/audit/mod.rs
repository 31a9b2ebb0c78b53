//! The audit log: who did what to whom, from which network, and why. Append-only, written in the same transaction as the action.
//!
//! A row holds ids and a digest of the names and reasons, which are stored in a separate table where they can be erased. Rows are sealed in
//! batches ([`seals`]), so that changes are detected. Decision 0044.

pub mod seals;
mod words;

use jiff::Timestamp;

use self::words::Words;
pub use self::words::{erase_words, erase_words_about};
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
    /// The person on whose behalf, if not the actor's own.
    pub for_id: Option<&'a str>,
}

pub struct Subject<'a> {
    pub kind: &'a str,
    pub id: &'a str,
    /// Its name, because the subject may be gone later. Empty where the id is enough.
    pub name: &'a str,
}

/// The subject kind of actions on one's own account; it has no name in the log.
pub const OWN_ACCOUNT: &str = "account";

impl<'a> Entry<'a> {
    /// An action without a reason, by an account, a donor or a requester. The id is empty for an actor without an account.
    pub fn of((actor_role, actor_id): (&'a str, &'a str), action: &'a str, subject: Subject<'a>) -> Self {
        Self { actor_id, actor_role, action, subject, reason: None, network: None, times: 1, for_id: None }
    }

    /// An action on the command line, such as `doccare admin create`.
    pub fn of_operator(action: &'a str, subject: Subject<'a>) -> Self {
        Self::of(("operator", ""), action, subject)
    }

    /// An action of the program itself, by a setting or a schedule.
    pub fn of_program(action: &'a str, subject: Subject<'a>) -> Self {
        Self::of(("program", ""), action, subject)
    }
}

pub async fn record(tx: &mut Tx<'_>, entry: Entry<'_>, now: Timestamp) -> Result<()> {
    let Entry { actor_id, actor_role, action, subject, reason, network, times, for_id } = entry;
    let Subject { kind, id: subject_id, name } = subject;
    let (id, at, words) = (new_id(now), now.as_millisecond(), Words::new(name, reason));
    let digest = words.as_ref().map(Words::digest);
    let columns =
        ["id", "at", "actor_id", "actor_role", "action", "subject_kind", "subject_id", "network", "times", "digest"];
    let row: [&dyn Param; 10] =
        [&id, &at, &actor_id, &actor_role, &action, &kind, &subject_id, &network, &times, &digest];
    tx.send_rows("audit_log", columns, &[row], "").await?;
    if let Some(for_id) = for_id {
        tx.send_rows("audit_on_behalf", ["id", "on_behalf_of"], &[[&id, &for_id]], "").await?;
    }
    match words {
        Some(words) => words.insert(tx, &id).await,
        None => Ok(()),
    }
}
