//! The SQL of links.

use jiff::{SignedDuration, Timestamp};

use crate::platform::db::{Param, Result, Tx};
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

/// A new link to a subject's page. After the `#`, a browser keeps the token to itself: no server's log ever holds it.
pub async fn insert(tx: &mut Tx<'_>, site: &str, kind: Kind, subject: &str, now: Timestamp) -> Result<String> {
    let token = Secret::random();
    let (digest, created_at) = (token.digest(), now.as_millisecond());
    let values: [(&str, &dyn Param); 4] =
        [("token_digest", &digest), ("kind", &kind.as_str()), ("subject", &subject), ("created_at", &created_at)];
    tx.insert("blood_links", &values).await?;
    Ok(format!("{site}{}#{}", kind.page(), token.expose()))
}

/// How many links a subject was sent in the last hour.
pub async fn count_recent(tx: &mut Tx<'_>, subject: &str, now: Timestamp) -> Result<i64> {
    let since = now.saturating_sub(SignedDuration::from_hours(1)).unwrap_or(now).as_millisecond();
    let sql = "SELECT count(*) FROM blood_links WHERE subject = $1 AND created_at > $2";
    tx.count(sql, &[&subject, &since]).await
}

/// Ends every link of a subject.
pub async fn end(tx: &mut Tx<'_>, subject: &str) -> Result<()> {
    tx.execute("DELETE FROM blood_links WHERE subject = $1", &[&subject]).await.map(drop)
}

/// Whose page a link opens, as long as it does.
pub async fn find_subject(tx: &mut Tx<'_>, kind: Kind, token: &Secret) -> Result<Option<String>> {
    let sql = "SELECT subject FROM blood_links WHERE token_digest = $1 AND kind = $2";
    tx.first(sql, &[&token.digest(), &kind.as_str()]).await
}
