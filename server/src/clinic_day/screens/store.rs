//! The SQL of screens and of codes that wait to be typed in.

use super::model::Screen;
use crate::platform::db::{Param, Result, Tx, columns};

columns! {
    SCREEN: Screen in "screens" {
        id: "id",
        hospital_id: "hospital_id",
        number: "number",
        token_digest: "token_digest",
        created_at: "created_at",
    }
}

/// A screen works while its doctor is listed. One that a hospital's desk paired works while the doctor lets that desk run the day there
/// (decision 0060).
const WORKS: &str = "EXISTS (SELECT 1 FROM doctors d WHERE d.id = screens.doctor_id AND d.listed_at IS NOT NULL)
  AND (hospital_id IS NULL OR EXISTS (
    SELECT 1 FROM doctors d JOIN facilities h ON h.id = d.hospital_id
    WHERE d.id = screens.doctor_id AND d.hospital_id = screens.hospital_id AND h.listed_at IS NOT NULL
      AND d.hospital_confirmed_at IS NOT NULL AND d.desk_access_at IS NOT NULL))";

/// The screens of a doctor that work, by their numbers.
pub async fn list(tx: &mut Tx<'_>, doctor_id: &str) -> Result<Vec<Screen>> {
    SCREEN.list_all(tx, &format!("WHERE doctor_id = $1 AND {WORKS} ORDER BY number"), &[&doctor_id]).await
}

/// Deletes the screens of a doctor that work no longer, so that their numbers are free.
pub async fn delete_ended(tx: &mut Tx<'_>, doctor_id: &str) -> Result<()> {
    let sql = format!("DELETE FROM screens WHERE doctor_id = $1 AND NOT ({WORKS})");
    tx.execute(&sql, &[&doctor_id]).await.map(drop)
}

/// Whose screen a link is for.
pub async fn find_doctor(tx: &mut Tx<'_>, token_digest: &str) -> Result<Option<String>> {
    let sql = format!("SELECT doctor_id FROM screens WHERE token_digest = $1 AND {WORKS}");
    tx.first(&sql, &[&token_digest]).await
}

pub async fn insert(tx: &mut Tx<'_>, doctor_id: &str, screen: &Screen) -> Result<()> {
    let values: [(&str, &dyn Param); 6] = [
        ("id", &screen.id),
        ("doctor_id", &doctor_id),
        ("hospital_id", &screen.hospital_id),
        ("number", &screen.number),
        ("token_digest", &screen.token_digest),
        ("created_at", &screen.created_at),
    ];
    tx.insert("screens", &values).await
}

pub async fn delete(tx: &mut Tx<'_>, screen: &Screen) -> Result<()> {
    tx.execute("DELETE FROM screens WHERE id = $1", &[&screen.id]).await.map(drop)
}

pub async fn erase_of_doctor(tx: &mut Tx<'_>, doctor_id: &str) -> Result<()> {
    tx.execute("DELETE FROM screens WHERE doctor_id = $1", &[&doctor_id]).await.map(drop)
}

/// Whether the code was not in use.
pub async fn insert_pairing(tx: &mut Tx<'_>, token_digest: &str, code_digest: &str, expires_at: i64) -> Result<bool> {
    let values: [(&str, &dyn Param); 3] =
        [("token_digest", &token_digest), ("code_digest", &code_digest), ("expires_at", &expires_at)];
    tx.insert_new("screen_pairings", &values).await
}

/// Whether a screen still waits for somebody to type its code.
pub async fn waits(tx: &mut Tx<'_>, token_digest: &str, now: i64) -> Result<bool> {
    let sql = "SELECT count(*) FROM screen_pairings WHERE token_digest = $1 AND expires_at > $2";
    Ok(tx.count(sql, &[&token_digest, &now]).await? > 0)
}

/// Uses a code up: the digest of the token of the screen that showed it.
pub async fn take_pairing(tx: &mut Tx<'_>, code_digest: &str, now: i64) -> Result<Option<String>> {
    let sql = "DELETE FROM screen_pairings WHERE code_digest = $1 AND expires_at > $2 RETURNING token_digest";
    tx.first(sql, &[&code_digest, &now]).await
}

pub async fn delete_expired_pairings(tx: &mut Tx<'_>, now: i64) -> Result<u64> {
    tx.execute("DELETE FROM screen_pairings WHERE expires_at <= $1", &[&now]).await
}
