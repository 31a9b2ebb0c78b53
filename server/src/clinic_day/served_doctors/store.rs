//! The SQL of desks: the visible visits, and the actions of desk staff.

use std::collections::HashMap;

use super::model::Counts;
use crate::appointments::store::{in_sight, keep_in_sight};
use crate::directory::desk::DeskScope;
use crate::platform::db::{Result, Tx, columns};
use crate::platform::format::Instant;
use crate::platform::list::{List, Order, Page, Part};

columns! {
    /// An action at the doctor's desk by another person than the doctor.
    pub struct Act as ACT in "audit_on_behalf b JOIN audit_log l ON l.id = b.id LEFT JOIN audit_details w ON w.id = l.id \
                              LEFT JOIN desk_staff s ON s.id = l.actor_id \
                              LEFT JOIN appointments a ON a.id = l.subject_id \
                              LEFT JOIN walk_ins i ON i.id = l.subject_id" {
        id: String = "b.id",
        at: Instant = "l.at",
        by: String = "COALESCE(s.name, '')",
        is_assistant: bool = "COALESCE(s.employer_id = b.on_behalf_of, FALSE)",
        action: String = "l.action",
        subject_kind: String = "l.subject_kind",
        subject_id: String = "l.subject_id",
        patient_name: String = "COALESCE(a.patient_name, i.name, '')",
        detail: Option<String> = "w.reason",
    }
}

/// Actions of others at a doctor's desk, the latest first.
pub async fn list_acts(tx: &mut Tx<'_>, doctor_id: &str, part: Part<'_>) -> Result<Page<Act>> {
    let mut list = List::whole("audit_on_behalf b");
    list.and("b.on_behalf_of =", doctor_id);
    list.page(tx, &ACT, Order::NEWEST, part).await
}

/// For each of these doctors, the visits and walk-ins of a day and the pending requests, as far as the desk sees them. The day lasts from
/// `from` up to `to`; `day` is its number since 1970, under which walk-ins are stored.
pub async fn count_of(
    tx: &mut Tx<'_>,
    doctors: &[String],
    sight: &DeskScope,
    (from, to, day): (i64, i64, i64),
) -> Result<HashMap<String, Counts>> {
    let mut counts = HashMap::<String, Counts>::new();
    for doctors in doctors.chunks(DOCTORS_PER_STATEMENT) {
        let mut coming = List::new("appointments a", "a.status = 'Checked'");
        coming.and_one_of("a.doctor_id", doctors);
        coming.and("a.starts_at >=", from);
        coming.and("a.starts_at <", to);
        keep_in_sight(&mut coming, "a", sight);
        let mut waiting = List::whole("walk_ins w");
        waiting.and_one_of("w.doctor_id", doctors);
        waiting.and("w.day =", day);
        keep_in_sight(&mut waiting, "w", sight);
        let mut pending = List::new("appointments a", "a.status = 'Pending'");
        pending.and_one_of("a.doctor_id", doctors);
        keep_in_sight(&mut pending, "a", sight);
        let arrived = "count(*) FILTER (WHERE attendance = 'arrived')";
        for (list, doctor) in [(&coming, "a.doctor_id"), (&waiting, "w.doctor_id")] {
            let columns = format!("{doctor}, count(*), {arrived}");
            let rows: Vec<(String, i64, i64)> = list.all(tx, &columns, &format!("GROUP BY {doctor}")).await?;
            for (doctor, all, arrived) in rows {
                let counted = counts.entry(doctor).or_default();
                (counted.today, counted.arrived) = (counted.today + all, counted.arrived + arrived);
            }
        }
        let rows: Vec<(String, i64)> = pending.all(tx, "a.doctor_id, count(*)", "GROUP BY a.doctor_id").await?;
        for (doctor, number) in rows {
            counts.entry(doctor).or_default().pending = number;
        }
    }
    Ok(counts)
}

/// The number of doctors that one statement counts.
const DOCTORS_PER_STATEMENT: usize = 256;

/// A text for each visit from `from` on and each walk-in of a day that the desk sees, with all values that its page shows and that can
/// change: two equal lists mean that nothing has changed.
pub async fn list_seen(
    tx: &mut Tx<'_>,
    doctor_id: &str,
    sight: &DeskScope,
    (from, day): (i64, i64),
) -> Result<Vec<String>> {
    let sql = format!(
        "SELECT a.id || ' ' || a.status || ' ' || CAST(a.sequence AS TEXT) || ' ' || CAST(a.starts_at AS TEXT)
           || ' ' || COALESCE(a.token, '') || ' ' || COALESCE(a.attendance, '')
           || ' ' || COALESCE(CAST(a.called_at AS TEXT), '')
         FROM appointments a WHERE a.doctor_id = $1 AND a.starts_at >= $2 AND {} ORDER BY a.starts_at, a.id",
        in_sight("a", 3)
    );
    let limit = sight.limit();
    let mut seen: Vec<String> = tx.all(&sql, &[&doctor_id, &from, &limit]).await?;
    let sql = format!(
        "SELECT w.id || ' ' || COALESCE(w.attendance, '') || ' ' || COALESCE(CAST(w.called_at AS TEXT), '')
         FROM walk_ins w WHERE w.doctor_id = $1 AND w.day = $2 AND {} ORDER BY w.id",
        in_sight("w", 3)
    );
    seen.extend(tx.all::<String>(&sql, &[&doctor_id, &day, &limit]).await?);
    Ok(seen)
}
