//! The SQL of claims: desk bookings as the account with their number sees them.

use crate::appointments::model::WithDoctor;
use crate::appointments::store::WITH_DOCTOR;
use crate::identity::users::NOBODY;
use crate::platform::db::{Result, Tx};

/// The visits from an instant on that the desk booked for a number and no account has claimed, the soonest first.
pub async fn list_of_number(tx: &mut Tx<'_>, phone: &str, from: i64) -> Result<Vec<WithDoctor>> {
    let rest = "JOIN desk_bookings b ON b.visit_id = a.id
                WHERE a.status = 'Checked' AND a.contact_number = $1 AND a.starts_at >= $2 AND a.user_id = $3
                  AND b.disclaimed_at IS NULL ORDER BY a.starts_at, a.id";
    WITH_DOCTOR.list_all(tx, rest, &[&phone, &from, &NOBODY]).await
}

/// Gives an unclaimed visit to a user; `false` if another account has claimed it, or it was cancelled.
pub async fn save_user(tx: &mut Tx<'_>, visit_id: &str, user_id: &str) -> Result<bool> {
    let sql = "UPDATE appointments SET user_id = $2 WHERE id = $1 AND user_id = $3 AND status = 'Checked'";
    Ok(tx.execute(sql, &[&visit_id, &user_id, &NOBODY]).await? == 1)
}
