//! The SQL of screens and of codes that wait to be typed in.

use super::model::Screen;
use crate::platform::db::{Param, Result, Tx, columns};

columns! {
    SCREEN: Screen in "screens s" {
        id: "s.id",
        hospital_id: "s.hospital_id",
        number: "s.number",
        token_digest: "s.token_digest",
        created_at: "s.created_at",
    }
}

/// The screens of a doctor, by their numbers.
pub async fn list(tx: &mut Tx<'_>, doctor_id: &str) -> Result<Vec<Screen>> {
    SCREEN.list_all(tx, "WHERE s.doctor_id = $1 ORDER BY s.number", &[&doctor_id]).await
}

/// Whose screen a link is for.
pub async fn find_doctor(tx: &mut Tx<'_>, token_digest: &str) -> Result<Option<String>> {
    tx.first("SELECT doctor_id FROM screens WHERE token_digest = $1", &[&token_digest]).await
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

/// An instance of the version before reads `waiting_screens`.
pub async fn delete(tx: &mut Tx<'_>, screen: &Screen) -> Result<()> {
    tx.execute("DELETE FROM screens WHERE id = $1", &[&screen.id]).await?;
    tx.execute("DELETE FROM waiting_screens WHERE token_digest = $1", &[&screen.token_digest]).await.map(drop)
}

pub async fn erase_of_doctor(tx: &mut Tx<'_>, doctor_id: &str) -> Result<()> {
    for table in ["screens", "waiting_screens"] {
        tx.execute(&format!("DELETE FROM {table} WHERE doctor_id = $1"), &[&doctor_id]).await?;
    }
    Ok(())
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
