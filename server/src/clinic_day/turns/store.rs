//! SQL of the patients who are notified that few are before them.

use crate::platform::db::{Result, Tx};
use crate::platform::lang::Lang;

/// A patient of the day who gets notifications, and has had none about the turn.
pub struct UnnotifiedPatient {
    pub visit_id: String,
    pub account_id: String,
    pub lang: Lang,
}

/// Of the approved visits of a day, as UTC milliseconds, whose patients were not called in.
pub async fn list_unnotified(
    tx: &mut Tx<'_>,
    doctor_id: &str,
    (from, to): (i64, i64),
) -> Result<Vec<UnnotifiedPatient>> {
    let sql = "SELECT v.id, v.user_id, a.lang FROM appointments v JOIN accounts a ON a.id = v.user_id
               WHERE v.doctor_id = $1 AND v.starts_at >= $2 AND v.starts_at < $3 AND v.status = 'Checked'
                 AND (v.attendance IS NULL OR v.attendance = 'arrived') AND v.turn_notice_at IS NULL
                 AND EXISTS (SELECT 1 FROM push_subscriptions p WHERE p.account_id = v.user_id)
               ORDER BY v.starts_at";
    let found: Vec<(String, String, Lang)> = tx.all(sql, &[&doctor_id, &from, &to]).await?;
    let patient = |(visit_id, account_id, lang)| UnnotifiedPatient { visit_id, account_id, lang };
    Ok(found.into_iter().map(patient).collect())
}

/// False if the visit was cancelled meanwhile, which needs no lock of the doctor: then nothing withdraws a notice any more.
pub async fn note_notified(tx: &mut Tx<'_>, visit_id: &str, now: i64) -> Result<bool> {
    let sql = "UPDATE appointments SET turn_notice_at = $2 WHERE id = $1 AND status = 'Checked'";
    Ok(tx.execute(sql, &[&visit_id, &now]).await? == 1)
}
