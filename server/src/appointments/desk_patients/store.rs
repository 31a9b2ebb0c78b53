//! The SQL of the search for patients of earlier visits, and of its rows in the audit log.

use jiff::Timestamp;

use super::model::PatientSearch;
use crate::appointments::store::keep_in_sight;
use crate::directory::desk::DeskScope;
use crate::platform::db::{Result, Tx};
use crate::platform::ids::first_id;
use crate::platform::list::List;

/// Enough for the patients that are shown, each with several visits.
const MAX_VISITS: i64 = 200;

/// Name, number and start of the latest approved visits of a doctor that match, as far as they are in sight.
pub async fn list_visits(
    tx: &mut Tx<'_>,
    doctor_id: &str,
    search: &PatientSearch,
    sight: &DeskScope,
) -> Result<Vec<(String, String, i64)>> {
    // The number of a visit by phone is shown around its time alone.
    let at_place = "a.status = 'Checked' AND a.patient_name <> ''
                    AND NOT EXISTS (SELECT 1 FROM phone_consultations p WHERE p.visit_id = a.id)";
    let mut list = List::new("appointments a", at_place);
    list.and("a.doctor_id =", doctor_id);
    keep_in_sight(&mut list, "a", sight);
    // LIKE differs between the engines; a text that loses a part was holding it.
    match search {
        PatientSearch::Number(digits) => {
            let part = list.value(digits);
            list.and_also(format!("replace(a.contact_number, {part}, '') <> a.contact_number"));
        }
        PatientSearch::Name { word, key } => {
            let (word, key) = (list.value(format!(" {word}")), list.value(key));
            let name = "lower(' ' || a.patient_name)";
            list.and_also(format!(
                "(replace({name}, {word}, '') <> {name} OR substr(a.patient_key, 1, length({key})) = {key})"
            ));
        }
    }
    let latest = format!("ORDER BY a.starts_at DESC LIMIT {MAX_VISITS}");
    list.all(tx, "a.patient_name, a.contact_number, a.starts_at", &latest).await
}

/// Whether the audit log has a search of this account among the patients of a doctor since an instant.
pub async fn is_recorded(tx: &mut Tx<'_>, actor_id: &str, doctor_id: &str, since: Timestamp) -> Result<bool> {
    // Ids ascend with time, and the index of an actor's rows is in their order.
    let sql = "SELECT EXISTS (SELECT 1 FROM audit_log WHERE actor_id = $1 AND id >= $3 AND action = 'find_patients'
                 AND subject_id = $2)";
    Ok(tx.first(sql, &[&actor_id, &doctor_id, &first_id(since)]).await?.unwrap_or(false))
}
