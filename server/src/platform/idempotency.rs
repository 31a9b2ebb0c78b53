//! Idempotency keys: who is working on a request, whether it was written, and its response. Decision 0067.
//!
//! The first request with a key claims it. Its transaction records that in the same commit ([`IdempotencyClaim::note`]), and the response is
//! stored afterwards ([`IdempotencyClaim::keep`]). So a key without a response shows whether its work was done.

use jiff::{SignedDuration, Timestamp};

use super::clock::millis;
use super::db::{self, Db, Param, Result, Tx, columns};
use super::ids::new_id;
use super::keys::{Keys, Seal};

const KEY_RETENTION: SignedDuration = SignedDuration::from_hours(24);
/// After this time the first request is considered dead. If it still runs then, its key has been taken over and it can write nothing.
const CLAIM_TIMEOUT: SignedDuration = SignedDuration::from_mins(1);
const PURPOSE: &str = "idempotency keys";

pub struct KeyedRequest {
    /// The digest of the owner and the key.
    pub id: String,
    /// `None` for a visitor.
    pub account_id: Option<String>,
    /// Method, path and body, without passwords.
    pub request: Vec<u8>,
}

#[derive(Debug)]
pub enum ClaimOutcome {
    /// The key is new, or its first request ended without having written anything.
    Claimed(IdempotencyClaim),
    Replay(StoredResponse),
    KeyReused,
    InProgress,
    ResponseLost,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredResponse {
    pub status: u16,
    pub content_type: String,
    pub body: Vec<u8>,
}

/// The right to do the request of a key.
#[derive(Debug, Clone)]
pub struct IdempotencyClaim {
    id: String,
    attempt: String,
}

columns! {
    struct KeyRow as KEY_ROW in "idempotency_keys" {
        request: String = "request",
        attempt: String = "attempt",
        claimed_at: i64 = "claimed_at",
        written: bool = "written",
        status: Option<i64> = "status",
        content_type: Option<String> = "content_type",
        body: Option<String> = "body",
    }
}

impl KeyRow {
    fn is_of(&self, asked: &KeyedRequest, keys: &Keys) -> bool {
        let seal = self.request.split_once('.').map(|(key_id, digest)| (key_id.to_owned(), digest.to_owned()));
        seal.is_some_and(|(key_id, digest)| keys.verify(PURPOSE, &asked.request, &Seal { key_id, digest }))
    }

    /// `None` if the encryption key is lost.
    fn kept(&self, id: &str, keys: &Keys) -> Option<StoredResponse> {
        Some(StoredResponse {
            status: u16::try_from(self.status?).ok()?,
            content_type: self.content_type.clone()?,
            body: keys.decrypt(PURPOSE, id, self.body.as_deref()?)?,
        })
    }
}

pub async fn claim(db: &Db, keys: &Keys, asked: KeyedRequest, now: Timestamp) -> Result<ClaimOutcome> {
    let Seal { key_id, digest } = keys.seal(keys.id(), PURPOSE, &asked.request);
    let request = format!("{key_id}.{digest}");
    let claim = IdempotencyClaim { id: asked.id.clone(), attempt: new_id(now) };
    let now = now.as_millisecond();
    if claim.insert(db, asked.account_id.clone(), request.clone(), now).await? {
        return Ok(ClaimOutcome::Claimed(claim));
    }
    let known = db.read(async |tx| KEY_ROW.find(tx, "WHERE id = $1", &[&asked.id]).await).await?;
    // It has just been released.
    let Some(known) = known else { return Ok(ClaimOutcome::InProgress) };
    if known.claimed_at > now - millis(KEY_RETENTION) {
        if !known.is_of(&asked, keys) {
            return Ok(ClaimOutcome::KeyReused);
        }
        if let Some(kept) = known.kept(&asked.id, keys) {
            return Ok(ClaimOutcome::Replay(kept));
        }
        // Between its commit and its response it is written already.
        if known.status.is_none() && known.claimed_at > now - millis(CLAIM_TIMEOUT) {
            return Ok(ClaimOutcome::InProgress);
        }
        if known.written || known.status.is_some() {
            return Ok(ClaimOutcome::ResponseLost);
        }
    }
    let is_ours = claim.take_over(db, known.attempt, request, now).await?;
    Ok(if is_ours { ClaimOutcome::Claimed(claim) } else { ClaimOutcome::InProgress })
}

impl IdempotencyClaim {
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

    /// Takes a key over from an attempt that is old or has not written.
    async fn take_over(&self, db: &Db, from: String, request: String, now: i64) -> Result<bool> {
        let (Self { id, attempt }, old) = (self.clone(), now - millis(KEY_RETENTION));
        db.write_one(async move |tx| {
            let sql = "UPDATE idempotency_keys SET attempt = $3, request = $4, claimed_at = $5, written = FALSE, status = NULL,
                         content_type = NULL, body = NULL
                       WHERE id = $1 AND attempt = $2 AND (claimed_at <= $6 OR (NOT written AND status IS NULL))";
            Ok(tx.execute(sql, &[&id, &from, &attempt, &request, &now, &old]).await? == 1)
        })
        .await
    }

    /// Called in the transaction of the request, so that both commit or neither. Fails if the key was taken over.
    pub async fn note(&self, tx: &mut Tx<'_>) -> Result<()> {
        let sql = "UPDATE idempotency_keys SET written = TRUE WHERE id = $1 AND attempt = $2";
        if tx.execute(sql, &[&self.id, &self.attempt]).await? == 1 { Ok(()) } else { Err(db::Error::Busy) }
    }

    pub async fn keep(&self, db: &Db, keys: &Keys, answer: &StoredResponse) -> Result<()> {
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

    /// Releases the key, unless something was written under it.
    pub async fn give_up(&self, db: &Db) -> Result<()> {
        let Self { id, attempt } = self.clone();
        db.write_one(async move |tx| {
            let sql = "DELETE FROM idempotency_keys WHERE id = $1 AND attempt = $2 AND NOT written";
            tx.execute(sql, &[&id, &attempt]).await.map(drop)
        })
        .await
    }
}

pub async fn erase_of(tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
    tx.execute("DELETE FROM idempotency_keys WHERE account_id = $1", &[&account_id]).await.map(drop)
}

pub const DELETE_BATCH: u64 = 5_000;

pub async fn forget_old(db: &Db, now: i64) -> Result<u64> {
    let old = now - millis(KEY_RETENTION);
    db.write(async move |tx| {
        let sql = format!(
            "DELETE FROM idempotency_keys WHERE id IN
               (SELECT id FROM idempotency_keys WHERE claimed_at <= $1 ORDER BY claimed_at LIMIT {DELETE_BATCH})"
        );
        tx.execute(&sql, &[&old]).await
    })
    .await
}
