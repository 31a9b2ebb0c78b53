//! The SQL of links.

use jiff::{SignedDuration, Timestamp};

use crate::platform::bounces;
use crate::platform::clock::millis;
use crate::platform::db::{Param, Result, Tx, columns};
use crate::platform::ids::Secret;

#[derive(Debug, Clone, Copy)]
pub enum LinkKind {
    Donor,
    Request,
    Invitation,
}

impl LinkKind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Donor => "donor",
            Self::Request => "request",
            Self::Invitation => "ask",
        }
    }

    fn page(self) -> &'static str {
        match self {
            Self::Donor => "/blooddonor",
            Self::Request => "/bloodrequest/own",
            Self::Invitation => "/bloodanswer",
        }
    }
}

/// Lifetime of a link, unless a newer one was used before.
const LINK_TTL: SignedDuration = SignedDuration::from_hours(180 * 24);

columns! {
    pub struct ActiveLink as ACTIVE_LINK in "blood_links l" {
        /// The id of the donor, request or invitation.
        subject: String = "l.subject",
        /// The key of the address that it was sent to, if known.
        mailed_to: Option<String> = "l.mailed_to",
        created_at: i64 = "l.created_at",
        used_at: Option<i64> = "l.used_at",
    }
}

/// The address of a subject's page. The token is after the `#`, which browsers do not send, so it is in no server's log.
pub fn address(site: &str, kind: LinkKind, token: &Secret) -> String {
    format!("{site}{}#{}", kind.page(), token.expose())
}

pub async fn insert(
    tx: &mut Tx<'_>,
    (kind, subject): (LinkKind, &str),
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

/// The number of links of a subject that were sent to other addresses than its own in the last hour.
pub async fn count_to_others(tx: &mut Tx<'_>, subject: &str, own: &str, now: Timestamp) -> Result<i64> {
    let since = now.as_millisecond() - millis(SignedDuration::from_hours(1));
    let sql = "SELECT count(*) FROM blood_links WHERE subject = $1 AND mailed_to <> $2 AND created_at > $3";
    tx.count(sql, &[&subject, &own, &since]).await
}

pub async fn find(tx: &mut Tx<'_>, kind: LinkKind, digest: &str, now: i64) -> Result<Option<ActiveLink>> {
    let rest = "WHERE l.token_digest = $1 AND l.kind = $2 AND l.created_at > $3";
    ACTIVE_LINK.find(tx, rest, &[&digest, &kind.as_str(), &(now - millis(LINK_TTL))]).await
}

/// Records the first use of a link. Earlier links end, unless it was sent to an unconfirmed address of a donor.
pub async fn note_use(tx: &mut Tx<'_>, kind: LinkKind, digest: &str, link: &ActiveLink, now: i64) -> Result<()> {
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

/// Ends every link of a donor but one, also those of invitations.
pub async fn end_others(tx: &mut Tx<'_>, donor_id: &str, but: &str) -> Result<()> {
    let sql = "DELETE FROM blood_links WHERE token_digest <> $2
                 AND (subject = $1 OR subject IN (SELECT id FROM donor_invitations WHERE donor_id = $1))";
    tx.execute(sql, &[&donor_id, &but]).await.map(drop)
}

/// Ends every link of a donor, also those of invitations.
pub async fn end_all(tx: &mut Tx<'_>, donor_id: &str) -> Result<()> {
    end_others(tx, donor_id, "").await
}

/// Deletes expired links, and those whose subject is deleted.
pub async fn delete_ended(tx: &mut Tx<'_>, now: i64) -> Result<u64> {
    let old = tx.execute("DELETE FROM blood_links WHERE created_at <= $1", &[&(now - millis(LINK_TTL))]).await?;
    let sql = "DELETE FROM blood_links WHERE kind = 'request' AND subject NOT IN (SELECT id FROM blood_requests)
                  OR kind = 'ask' AND subject NOT IN (SELECT id FROM donor_invitations)
                  OR kind = 'donor' AND subject NOT IN (SELECT id FROM donors)";
    Ok(old + tx.execute(sql, &[]).await?)
}
