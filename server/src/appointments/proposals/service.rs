//! Booking a slot that was proposed for a follow-up. The feature `follow_ups`, which uses this one, proposes them.

use jiff::Zoned;

use super::model::{State, is_offered, state_of};
use super::store;
use crate::appointments::model::Follows;
use crate::appointments::service::{Error, withdraw_from_phone};
use crate::identity::Contact;
use crate::platform::db::Tx;
use crate::platform::outbox;
use crate::scheduling::Slot;

/// Checks the follow-up that a booking is for, if it is for one. It runs inside the transaction that books, which holds the user's lock. The
/// mail and the message that proposed it are withdrawn if they are not sent yet.
pub async fn use_proposal(
    tx: &mut Tx<'_>,
    (user_id, contact): (&str, Option<&Contact>),
    follows: Option<String>,
    slot: Slot,
    now: &Zoned,
) -> Result<Option<Follows>, Error> {
    let Some(visit_id) = follows else { return Ok(None) };
    let follow_up = store::find_of_user(tx, user_id, &visit_id).await?.ok_or(Error::NoAppointment)?;
    if state_of(&follow_up, now.date()) != State::Proposed {
        return Err(Error::NotProposed);
    }
    if !is_offered(slot.day, follow_up.day()) {
        return Err(Error::OtherDay);
    }
    outbox::withdraw(tx, std::slice::from_ref(&visit_id)).await?;
    withdraw_from_phone(tx, &visit_id, contact).await?;
    Ok(Some(Follows { visit_id, without_fee: follow_up.without_fee }))
}
