//! Writes that carry an `Idempotency-Key`: who is at one, whether it is written, and what it was answered. Decision 0067.
//!
//! The first request with a key claims it. The unit that does what was asked notes that in the same commit ([`Claim::note`]), and
//! the answer is kept afterwards ([`Claim::keep`]). So a key whose answer is missing tells whether its work was done.

use jiff::{SignedDuration, Timestamp};

use super::clock::millis;
use super::db::{self, Db, Param, Result, Tx, columns};
use super::ids::new_id;
use super::keys::{Keys, Seal};

/// How long a key and its answer are kept.
const KEPT: SignedDuration = SignedDuration::from_hours(24);
/// Whoever is at it for longer has died: no request takes so long. One that comes back all the same finds its key taken over, and
/// can write nothing.
const PATIENCE: SignedDuration = SignedDuration::from_mins(1);
/// What the program's key seals and closes here.
const PURPOSE: &str = "idempotency keys";

/// A request that came with a key.
pub struct Asked {
    /// The digest of whose key it is and of the key.
    pub id: String,
    /// None of a visitor.
    pub account_id: Option<String>,
    /// Its method, its address and its body, without passwords.
    pub request: Vec<u8>,
}

/// What is known of a key.
#[derive(Debug)]
pub enum Standing {
    /// Nobody came with it before, or whoever did went away without having done anything.
    First(Claim),
    Answered(Kept),
    /// It came with another request.
    Reused,
    UnderWay,
    /// It was done, and nobody knows what it was answered.
    AnswerLost,
}

/// An answer as it is repeated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    pub status: u16,
    pub content_type: String,
    pub body: Vec<u8>,
}

/// The right to do what a key stands for.
#[derive(Debug, Clone)]
pub struct Claim {
    id: String,
    attempt: String,
}

columns! {
    struct Known as KNOWN in "idempotency_keys" {
        request: String = "request",
        attempt: String = "attempt",
        claimed_at: i64 = "claimed_at",
        written: bool = "written",
        status: Option<i64> = "status",
        content_type: Option<String> = "content_type",
        body: Option<String> = "body",
    }
}

impl Known {
    fn is_of(&self, asked: &Asked, keys: &Keys) -> bool {
        let seal = self.request.split_once('.').map(|(key_id, digest)| (key_id.to_owned(), digest.to_owned()));
        seal.is_some_and(|(key_id, digest)| keys.verify(PURPOSE, &asked.request, &Seal { key_id, digest }))
    }

    /// None where the key that closed it is lost.
    fn kept(&self, id: &str, keys: &Keys) -> Option<Kept> {
        Some(Kept {
            status: u16::try_from(self.status?).ok()?,
            content_type: self.content_type.clone()?,
            body: keys.decrypt(PURPOSE, id, self.body.as_deref()?)?,
        })
    }
}

/// Takes a key, or tells why it cannot be taken.
pub async fn claim(db: &Db, keys: &Keys, asked: Asked, now: Timestamp) -> Result<Standing> {
    let Seal { key_id, digest } = keys.seal(keys.id(), PURPOSE, &asked.request);
    let request = format!("{key_id}.{digest}");
    let claim = Claim { id: asked.id.clone(), attempt: new_id(now) };
    let now = now.as_millisecond();
    if claim.insert(db, asked.account_id.clone(), request.clone(), now).await? {
        return Ok(Standing::First(claim));
    }
    let known = db.read(async |tx| KNOWN.find(tx, "WHERE id = $1", &[&asked.id]).await).await?;
    // Whoever had it gave it up a moment ago.
    let Some(known) = known else { return Ok(Standing::UnderWay) };
    if known.claimed_at > now - millis(KEPT) {
        if !known.is_of(&asked, keys) {
            return Ok(Standing::Reused);
        }
        if let Some(kept) = known.kept(&asked.id, keys) {
            return Ok(Standing::Answered(kept));
        }
        // Between its commit and its answer it is written already.
        if known.status.is_none() && known.claimed_at > now - millis(PATIENCE) {
            return Ok(Standing::UnderWay);
        }
        if known.written || known.status.is_some() {
            return Ok(Standing::AnswerLost);
        }
    }
    let is_ours = claim.take_over(db, known.attempt, request, now).await?;
    Ok(if is_ours { Standing::First(claim) } else { Standing::UnderWay })
}

impl Claim {
    async fn insert(&self, db: &Db, account_id: Option<String>, request: String, now: i64) -> Result<bool> {
        let Self { id, attempt } = self.clone();
        db.write_one(async move |tx| {
            let values: [(&str, &dyn Param); 5] = [
                ("id", &id),
                ("account_id", &account_id),
                ("request", &request),
                ("attempt", &attempt),
                ("claimed_at", &now),
            ];
            tx.insert_new("idempotency_keys", &values).await
        })
        .await
    }

    /// Whether the key was still whose it had been, and old, or not written.
    async fn take_over(&self, db: &Db, from: String, request: String, now: i64) -> Result<bool> {
        let (Self { id, attempt }, old) = (self.clone(), now - millis(KEPT));
        db.write_one(async move |tx| {
            let sql = "UPDATE idempotency_keys SET attempt = $3, request = $4, claimed_at = $5, written = FALSE, status = NULL,
                         content_type = NULL, body = NULL
                       WHERE id = $1 AND attempt = $2 AND (claimed_at <= $6 OR (NOT written AND status IS NULL))";
            Ok(tx.execute(sql, &[&id, &from, &attempt, &request, &now, &old]).await? == 1)
        })
        .await
    }

    /// Said in the unit that does what was asked: both are kept, or neither. Who has lost the key writes nothing.
    pub async fn note(&self, tx: &mut Tx<'_>) -> Result<()> {
        let sql = "UPDATE idempotency_keys SET written = TRUE WHERE id = $1 AND attempt = $2";
        if tx.execute(sql, &[&self.id, &self.attempt]).await? == 1 { Ok(()) } else { Err(db::Error::Busy) }
    }

    /// Keeps what it was answered.
    pub async fn keep(&self, db: &Db, keys: &Keys, answer: &Kept) -> Result<()> {
        let Self { id, attempt } = self.clone();
        let (status, kind) = (i64::from(answer.status), answer.content_type.clone());
        let body = keys.encrypt(PURPOSE, &id, &answer.body);
        db.write_one(async move |tx| {
            let sql =
                "UPDATE idempotency_keys SET status = $3, content_type = $4, body = $5 WHERE id = $1 AND attempt = $2";
            tx.execute(sql, &[&id, &attempt, &status, &kind, &body]).await.map(drop)
        })
        .await
    }

    /// Gives the key back, unless something was written under it.
    pub async fn give_up(&self, db: &Db) -> Result<()> {
        let Self { id, attempt } = self.clone();
        db.write_one(async move |tx| {
            let sql = "DELETE FROM idempotency_keys WHERE id = $1 AND attempt = $2 AND NOT written";
            tx.execute(sql, &[&id, &attempt]).await.map(drop)
        })
        .await
    }
}

/// Takes away what an account asked under keys.
pub async fn erase_of(tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
    tx.execute("DELETE FROM idempotency_keys WHERE account_id = $1", &[&account_id]).await.map(drop)
}

/// So many are taken away at once, so that nobody waits for long.
pub const AT_ONCE: u64 = 5_000;

/// Takes away some of what is older than a day, and returns how many.
pub async fn forget_old(db: &Db, now: i64) -> Result<u64> {
    let old = now - millis(KEPT);
    db.write(async move |tx| {
        let sql = format!(
            "DELETE FROM idempotency_keys WHERE id IN
               (SELECT id FROM idempotency_keys WHERE claimed_at <= $1 ORDER BY claimed_at LIMIT {AT_ONCE})"
        );
        tx.execute(&sql, &[&old]).await
    })
    .await
}
