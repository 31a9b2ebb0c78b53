//! Ending the proof of a number, and telling its owner.

use jiff::{SignedDuration, Timestamp};

use crate::app::App;
use crate::identity::consents::{self, Purpose};
use crate::identity::phone::store;
use crate::platform::clock::millis;
use crate::platform::db::{self, Tx};
use crate::platform::messages::{self, Channel, Content, Message, MessageKind};

/// How long a notice that the password was reset is worth sending.
const NOTICE_TTL: SignedDuration = SignedDuration::from_hours(48);

/// The channels on which messages go to phones; none without a provider.
pub fn channels(app: &App) -> Vec<Channel> {
    app.messenger.as_ref().map_or_else(Vec::new, |messenger| messenger.provider().channels.clone())
}

/// Ends the proof of an account's number: codes to it no longer sign in, what waits to go there is withdrawn, and the consent to
/// messages ends in the ledger. Every way in which a proof ends goes through here; an account that is erased is emptied by
/// `identity::erase_account`. The caller holds the account.
pub async fn drop_proof(tx: &mut Tx<'_>, account_id: &str, now: Timestamp) -> db::Result<()> {
    messages::withdraw_of(tx, account_id).await?;
    consents::withdraw(tx, account_id, Purpose::Messages, now).await?;
    store::clear_proof(tx, account_id).await
}

/// The same because the password was reset by a link, and tells the number so: its owner may have lost the mailbox to somebody else.
/// Returns whether a number was proved. The link's digest makes the message unique.
pub async fn drop_proof_by_reset(
    tx: &mut Tx<'_>,
    account_id: &str,
    channels: &[Channel],
    link_digest: &str,
    now: Timestamp,
) -> db::Result<bool> {
    let Some(to) = store::find_own_proved(tx, account_id).await? else { return Ok(false) };
    drop_proof(tx, account_id, now).await?;
    if let (Some(channel), Some(phone)) = (to.channel_among(channels), &to.phone) {
        let until = now.as_millisecond().saturating_add(millis(NOTICE_TTL));
        let content = Content {
            channel,
            kind: MessageKind::Reset,
            lang: to.lang,
            variables: Vec::new(),
            until,
            // At night too: an owner whose mailbox was taken over has to act now.
            needed_by: Some(now.as_millisecond()),
            sealed_for: None,
        };
        let key = format!("reset {link_digest}");
        let notice = Message { account_id: account_id.into(), key, about: None, to: phone.as_str().into(), content };
        messages::enqueue(tx, &[notice], now).await?;
    }
    Ok(true)
}
