//! The SQL of leave.

use jiff::civil::Date;

use super::model::Leave;
use crate::platform::db::{Result, Tx, columns};
use crate::platform::list::List;

columns! {
    LEAVE: Leave in "doctor_leave l" { id: "l.id", first: "l.first_day", last: "l.last_day", note: "l.note" }
}

/// A doctor's leave, past and coming, the first first.
pub async fn list_leave(tx: &mut Tx<'_>, doctor_id: &str) -> Result<Vec<Leave>> {
    LEAVE.list_all(tx, "WHERE l.doctor_id = $1 ORDER BY l.first_day, l.id", &[&doctor_id]).await
}

/// The leave of several doctors that has not ended before `today`, each with the doctor's id.
pub async fn list_coming_leave(tx: &mut Tx<'_>, doctors: &[String], today: Date) -> Result<Vec<(String, Leave)>> {
    let mut coming = List::whole(LEAVE.tables);
    coming.and("l.last_day >=", today.to_string());
    coming.of_each(tx, ("l.doctor_id", doctors), &LEAVE, "l.first_day, l.id").await
}

pub async fn insert_leave(tx: &mut Tx<'_>, doctor_id: &str, leave: &Leave) -> Result<()> {
    let Leave { id, first, last, note } = leave;
    let (first, last) = (first.to_string(), last.to_string());
    tx.insert(
        "doctor_leave",
        &[("id", id), ("doctor_id", &doctor_id), ("first_day", &first), ("last_day", &last), ("note", note)],
    )
    .await
}

/// Whether the doctor had that leave.
pub async fn delete_leave(tx: &mut Tx<'_>, doctor_id: &str, id: &str) -> Result<bool> {
    let sql = "DELETE FROM doctor_leave WHERE id = $1 AND doctor_id = $2";
    Ok(tx.execute(sql, &[&id, &doctor_id]).await? == 1)
}
