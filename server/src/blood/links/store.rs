//! The SQL of links.

use jiff::{SignedDuration, Timestamp};

use crate::platform::bounces;
use crate::platform::clock::millis;
use crate::platform::db::{Param, Result, Tx, columns};
use crate::platform::ids::Secret;

/// Whose page a link opens.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    Donor,
    Request,
    Ask,
}

impl Kind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Donor => "donor",
            Self::Request => "request",
            Self::Ask => "ask",
        }
    }

    fn page(self) -> &'static str {
        match self {
            Self::Donor => "/blooddonor",
            Self::Request => "/bloodrequest/own",
            Self::Ask => "/bloodanswer",
        }
    }
}

/// A link works for so long, unless a newer one was used before.
const LASTS: SignedDuration = SignedDuration::from_hours(180 * 24);

columns! {
    /// A link that works.
    pub struct Known as KNOWN in "blood_links l" {
        /// The donor, request or question that it opens.
        subject: String = "l.subject",
        /// The key of the address that it was sent to; links of before this was kept do not tell.
        mailed_to: Option<String> = "l.mailed_to",
        created_at: i64 = "l.created_at",
        used_at: Option<i64> = "l.used_at",
    }
}

/// The address of a subject's page. After the `#`, a browser keeps the token to itself: no server's log ever holds it.
pub fn address(site: &str, kind: Kind, token: &Secret) -> String {
    format!("{site}{}#{}", kind.page(), token.expose())
}

/// A new link, sent to an address.
pub async fn insert(
    tx: &mut Tx<'_>,
    (kind, subject): (Kind, &str),
    token: &Secret,
    mailed_to: &str,
    now: Timestamp,
) -> Result<()> {
    let (digest, created_at) = (token.digest(), now.as_millisecond());
    let values: [(&str, &dyn Param); 5] = [
        ("token_digest", &digest),
        ("kind", &kind.as_str()),
        ("subject", &subject),
        ("mailed_to", &mailed_to),
        ("created_at", &created_at),
    ];
    tx.insert("blood_links", &values).await
}

/// How many links of a subject were sent to other addresses than its own in the last hour.
pub async fn count_to_others(tx: &mut Tx<'_>, subject: &str, own: &str, now: Timestamp) -> Result<i64> {
    let since = now.as_millisecond() - millis(SignedDuration::from_hours(1));
    let sql = "SELECT count(*) FROM blood_links WHERE subject = $1 AND mailed_to <> $2 AND created_at > $3";
    tx.count(sql, &[&subject, &own, &since]).await
}

/// A link, as long as it works.
pub async fn find(tx: &mut Tx<'_>, kind: Kind, digest: &str, now: i64) -> Result<Option<Known>> {
    let rest = "WHERE l.token_digest = $1 AND l.kind = $2 AND l.created_at > $3";
    KNOWN.find(tx, rest, &[&digest, &kind.as_str(), &(now - millis(LASTS))]).await
}

/// Writes down that a link was used: those that were sent before it end, unless it was sent to an address that its donor has not
/// confirmed.
pub async fn note_use(tx: &mut Tx<'_>, kind: Kind, digest: &str, link: &Known, now: i64) -> Result<()> {
    let sql = "UPDATE blood_links SET used_at = $2 WHERE token_digest = $1";
    tx.execute(sql, &[&digest, &now]).await?;
    if let Some(address) = &link.mailed_to {
        bounces::note_reached(tx, address, link.created_at).await?;
    }
    let sql = "DELETE FROM blood_links WHERE subject = $1 AND kind = $2 AND created_at < $3
                 AND NOT EXISTS (SELECT 1 FROM donors WHERE id = $1 AND email_key <> $4)";
    tx.execute(sql, &[&link.subject, &kind.as_str(), &link.created_at, &link.mailed_to]).await.map(drop)
}

/// Ends every link of a subject.
pub async fn end(tx: &mut Tx<'_>, subject: &str) -> Result<()> {
    tx.execute("DELETE FROM blood_links WHERE subject = $1", &[&subject]).await.map(drop)
}

/// Ends every link of a donor but one, those of the questions that they were asked too.
pub async fn end_others(tx: &mut Tx<'_>, donor_id: &str, but: &str) -> Result<()> {
    let sql = "DELETE FROM blood_links WHERE token_digest <> $2
                 AND (subject = $1 OR subject IN (SELECT id FROM blood_asks WHERE donor_id = $1))";
    tx.execute(sql, &[&donor_id, &but]).await.map(drop)
}

/// Ends every link of a donor, those of the questions that they were asked too.
pub async fn end_all(tx: &mut Tx<'_>, donor_id: &str) -> Result<()> {
    end_others(tx, donor_id, "").await
}

/// Forgets links that are too old to work, and those whose request or question is gone.
pub async fn delete_ended(tx: &mut Tx<'_>, now: i64) -> Result<u64> {
    let old = tx.execute("DELETE FROM blood_links WHERE created_at <= $1", &[&(now - millis(LASTS))]).await?;
    let sql = "DELETE FROM blood_links WHERE kind = 'request' AND subject NOT IN (SELECT id FROM blood_requests)
                  OR kind = 'ask' AND subject NOT IN (SELECT id FROM blood_asks)
                  OR kind = 'donor' AND subject NOT IN (SELECT id FROM donors)";
    Ok(old + tx.execute(sql, &[]).await?)
}
