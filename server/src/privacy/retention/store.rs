//! The SQL of retention.

use crate::appointments::session_moves;
use crate::appointments::store::lock_rows;
use crate::appointments::{desk_bookings, phone_consultations};
use crate::identity::users::{NOBODY, insert_nobody};
use crate::platform::db::{Result, Tx};
use crate::platform::list::List;

/// Ids of visits before an instant that are not anonymised yet, the oldest first.
pub async fn list_named(tx: &mut Tx<'_>, before: i64, limit: i64) -> Result<Vec<String>> {
    let sql = "SELECT id FROM appointments WHERE NOT anonymised AND starts_at < $1 ORDER BY starts_at LIMIT $2";
    tx.all(sql, &[&before, &limit]).await
}

/// Anonymises these visits: removes the patient, and the links to an account or another visit. The doctor, the day, the place, the fee, the
/// status and the attendance stay, because the sums count them.
pub async fn anonymise(tx: &mut Tx<'_>, ids: &[String]) -> Result<()> {
    insert_nobody(tx).await?;
    lock_rows(tx, ids).await?;
    let mut visits = List::whole("appointments");
    let set = format!(
        "patient_name = '', patient_key = '', contact_number = '', reason = NULL, person_id = NULL, follows_id = NULL,
         visit_reason = NULL, visit_type = NULL, token = NULL, called_at = NULL, arrived_at = NULL, user_id = {}, anonymised = TRUE",
        visits.value(NOBODY)
    );
    let _: Vec<String> = visits.update(tx, ("id", ids), &set, "id").await?;
    desk_bookings::delete_of(tx, ids).await?;
    session_moves::delete_of_visits(tx, ids).await?;
    phone_consultations::erase_of(tx, ids).await?;
    List::whole("follow_ups").delete(tx, ("visit_id", ids)).await?;
    // A later visit that follows one of these would tell whose it was.
    let later = List::new("appointments", "follows_id IS NOT NULL");
    let _: Vec<String> = later.update(tx, ("follows_id", ids), "follows_id = NULL", "id").await?;
    Ok(())
}

/// Patients' accounts without a use after $1: no login, and no visit. Bookings need a login. Sessions are checked too, because older
/// programs did not record uses in the account.
const IDLE: &str = "a.role = 'user' AND a.state <> 'deleted' AND COALESCE(a.last_used_at, a.created_at) <= $1
                    AND NOT EXISTS (SELECT 1 FROM appointments v WHERE v.user_id = a.id AND v.starts_at > $1)
                    AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.account_id = a.id AND s.last_used_at > $1)";
/// Whether the end was announced since the last use: after another use it has to be announced again.
const ANNOUNCED: &str = "(a.retention_mailed_at IS NOT NULL
                          AND a.retention_mailed_at > COALESCE(a.last_used_at, a.created_at)
                          AND NOT EXISTS (SELECT 1 FROM appointments v
                                          WHERE v.user_id = a.id AND v.starts_at > a.retention_mailed_at))";

/// Accounts without a use since an instant whose end is not announced yet, the longest unused first.
pub async fn list_unannounced(tx: &mut Tx<'_>, used_before: i64, limit: i64) -> Result<Vec<String>> {
    let sql = format!(
        "SELECT a.id FROM accounts a WHERE {IDLE} AND NOT {ANNOUNCED}
         ORDER BY COALESCE(a.last_used_at, a.created_at) LIMIT $2"
    );
    tx.all(&sql, &[&used_before, &limit]).await
}

/// Whether the owner of an idle account could log in. `None` if the account was used, or its end was announced, meanwhile.
pub async fn find_unannounced(tx: &mut Tx<'_>, used_before: i64, id: &str) -> Result<Option<bool>> {
    let sql = format!("SELECT a.state = 'active' FROM accounts a WHERE {IDLE} AND NOT {ANNOUNCED} AND a.id = $2");
    tx.first(&sql, &[&used_before, &id]).await
}

pub async fn save_announced(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<()> {
    tx.update("accounts", id, &[("retention_mailed_at", &now)]).await
}

/// Accounts without a use since an instant whose end was announced before another one.
pub async fn list_ended(tx: &mut Tx<'_>, used_before: i64, announced_before: i64, limit: i64) -> Result<Vec<String>> {
    let sql = format!(
        "SELECT a.id FROM accounts a WHERE {IDLE} AND {ANNOUNCED} AND a.retention_mailed_at <= $2
         ORDER BY COALESCE(a.last_used_at, a.created_at) LIMIT $3"
    );
    tx.all(&sql, &[&used_before, &announced_before, &limit]).await
}

/// Whether one of these is one of them still.
pub async fn is_ended(tx: &mut Tx<'_>, used_before: i64, announced_before: i64, id: &str) -> Result<bool> {
    let sql = format!(
        "SELECT count(*) FROM accounts a WHERE {IDLE} AND {ANNOUNCED} AND a.retention_mailed_at <= $2 AND a.id = $3"
    );
    Ok(tx.count(&sql, &[&used_before, &announced_before, &id]).await? > 0)
}
