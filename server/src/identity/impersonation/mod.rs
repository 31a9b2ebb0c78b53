//! The link by which the owner of an address reports that somebody else applied with it. It goes out with the mail about the approval;
//! `admin::impersonation` suspends the account when it is used. Decision 0072.

mod store;

use jiff::{SignedDuration, Timestamp};

pub use self::store::{ImpersonationLink, find, mark_used};
use crate::platform::db::{Result, Tx};
use crate::platform::ids::Secret;

/// Long enough for a mailbox that is seldom read; an administrator can suspend at any time.
const LINK_TTL: SignedDuration = SignedDuration::from_hours(30 * 24);

/// A fresh link to the page on which an approved application is reported.
pub async fn make_link(tx: &mut Tx<'_>, account_id: &str, site: &str, now: Timestamp) -> Result<String> {
    let token = Secret::random();
    let expires_at = now.checked_add(LINK_TTL).unwrap_or(now).as_millisecond();
    store::insert(tx, account_id, &token.digest(), expires_at).await?;
    // After the `#`, a browser keeps it to itself: no server's log ever holds it.
    Ok(format!("{site}/application/report#{}", token.expose()))
}
