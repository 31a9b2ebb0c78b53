//! The SQL of desk bookings. The contacts of their numbers are read in `appointments::store`.

use crate::identity::users::NOBODY;
use crate::platform::db::{Param, Result, Tx};
use crate::platform::lang::Lang;
use crate::platform::list::List;
use crate::platform::phone_messages::Channel;

pub async fn insert(tx: &mut Tx<'_>, visit_id: &str, lang: Lang, channel: Option<Channel>) -> Result<()> {
    let values: [(&str, &dyn Param); 3] =
        [("visit_id", &visit_id), ("lang", &lang.code()), ("channel", &channel.map(Channel::as_str))];
    tx.insert("desk_bookings", &values).await
}

/// How many active visits with a doctor from `from` up to `to` the desk booked for a number.
pub async fn count_of_number(tx: &mut Tx<'_>, doctor_id: &str, phone: &str, (from, to): (i64, i64)) -> Result<i64> {
    let sql = "SELECT count(*) FROM appointments a JOIN desk_bookings b ON b.visit_id = a.id
               WHERE a.doctor_id = $1 AND a.contact_number = $2 AND a.starts_at >= $3 AND a.starts_at < $4
                 AND a.status IN ('Pending', 'Checked') AND a.user_id = $5";
    tx.count(sql, &[&doctor_id, &phone, &from, &to, &NOBODY]).await
}

/// Stores that the account with the number disclaimed the visit; `false` if it had done so before.
pub async fn disclaim(tx: &mut Tx<'_>, visit_id: &str, now: i64) -> Result<bool> {
    let sql = "UPDATE desk_bookings SET disclaimed_at = $2 WHERE visit_id = $1 AND disclaimed_at IS NULL";
    Ok(tx.execute(sql, &[&visit_id, &now]).await? == 1)
}

/// Ends the desk bookings of visits that an account has claimed, or that are anonymised; the visits stay.
pub async fn delete_of(tx: &mut Tx<'_>, visits: &[String]) -> Result<()> {
    List::whole("desk_bookings").delete(tx, ("visit_id", visits)).await.map(drop)
}

pub async fn delete_of_doctor(tx: &mut Tx<'_>, doctor_id: &str) -> Result<()> {
    let sql = "DELETE FROM desk_bookings WHERE visit_id IN (SELECT id FROM appointments WHERE doctor_id = $1)";
    tx.execute(sql, &[&doctor_id]).await.map(drop)
}

/// Whether a message about a desk booking may still be sent to its number.
pub async fn is_message_wanted(tx: &mut Tx<'_>, message_id: &str, number: &str) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM phone_messages m JOIN desk_bookings b ON b.visit_id = m.about
                 JOIN appointments a ON a.id = b.visit_id
                 WHERE m.id = $1 AND a.contact_number = $2 AND b.channel = m.channel AND b.disclaimed_at IS NULL)";
    Ok(tx.first(sql, &[&message_id, &number]).await?.unwrap_or(false))
}
