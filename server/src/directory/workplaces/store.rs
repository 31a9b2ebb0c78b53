//! The SQL of hospitals as workplaces, and of `clinic_moves`: clinics and hospitals with a new address, until everybody who has booked
//! there was notified. Decision 0073.

use super::model::{Workplace, in_language};
use crate::platform::db::{Param, Result, Tx, columns};
use crate::platform::lang::Lang;

columns! {
    /// The columns of a hospital that other queries join as `h`; NULL without one.
    pub WORKPLACE: Workplace {
        id: "h.id",
        name: "h.name",
        name_ml: "h.name_ml",
        address: "h.address",
        address_ml: "h.address_ml",
        city: "h.city",
        district: "h.district",
        state: "h.state",
        pincode: "h.pincode",
        phone: "(SELECT n.phone FROM accounts n WHERE n.id = h.id)",
    }
}

columns! {
    /// A row of `clinic_moves`: the previous address.
    pub struct ClinicMove as CLINIC_MOVE in "clinic_moves c" {
        /// The doctor whose own clinic it is, or the hospital.
        place_id: String = "c.place_id",
        is_hospital: bool = "c.is_hospital",
        address: String = "c.address",
        address_ml: Option<String> = "c.address_ml",
        city: String = "c.city",
        district: String = "c.district",
        state: String = "c.state",
        pincode: String = "c.pincode",
        /// When the job detected it; the delay before the announcement starts then.
        noticed_at: Option<i64> = "c.detected_at",
        /// The last appointment that was notified.
        announced_to: String = "c.last_notified_id",
    }
}

impl ClinicMove {
    pub fn previous_address(&self, lang: Lang) -> String {
        let address = in_language(lang, &self.address, self.address_ml.as_deref());
        let state = format!("{} {}", self.state, self.pincode);
        let parts = [address, &self.city, &self.district, state.trim()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }

    /// Whether an address (line, city, district, state, pincode) differs from the previous one. An erased place has none.
    pub fn is_other(&self, (address, city, district, state, pincode): (&str, &str, &str, &str, &str)) -> bool {
        let before = (&*self.address, &*self.city, &*self.district, &*self.state, &*self.pincode);
        !address.is_empty() && before != (address, city, district, state, pincode)
    }
}

/// A second change before the announcement keeps the first address; after a partial announcement it starts again from its own.
const ON_CONFLICT: &str = "ON CONFLICT (place_id) DO UPDATE SET detected_at = NULL, last_notified_id = '',
     address = CASE WHEN clinic_moves.last_notified_id = '' THEN clinic_moves.address ELSE excluded.address END,
     address_ml = CASE WHEN clinic_moves.last_notified_id = '' THEN clinic_moves.address_ml ELSE excluded.address_ml END,
     city = CASE WHEN clinic_moves.last_notified_id = '' THEN clinic_moves.city ELSE excluded.city END,
     district = CASE WHEN clinic_moves.last_notified_id = '' THEN clinic_moves.district ELSE excluded.district END,
     state = CASE WHEN clinic_moves.last_notified_id = '' THEN clinic_moves.state ELSE excluded.state END,
     pincode = CASE WHEN clinic_moves.last_notified_id = '' THEN clinic_moves.pincode ELSE excluded.pincode END";

/// Records a change of the address of a doctor's own clinic. Called before the update.
pub async fn note_clinic_move(tx: &mut Tx<'_>, doctor_id: &str, after: (&str, &str, &str, &str)) -> Result<()> {
    let (address, district, state, pincode) = after;
    let sql = format!(
        "INSERT INTO clinic_moves (place_id, is_hospital, address, address_ml, city, district, state, pincode)
         SELECT id, FALSE, consultation_address, address_ml, '', district, state, pincode FROM doctors
         WHERE id = $1 AND consultation_address <> ''
           AND (consultation_address <> $2 OR district <> $3 OR state <> $4 OR pincode <> $5)
         {ON_CONFLICT}"
    );
    tx.send(&sql, &[&doctor_id, &address, &district, &state, &pincode]).await
}

/// The same for a hospital: line, city, district, state, pincode.
pub async fn note_hospital_move(tx: &mut Tx<'_>, id: &str, after: (&str, &str, &str, &str, &str)) -> Result<()> {
    let (address, city, district, state, pincode) = after;
    let sql = format!(
        "INSERT INTO clinic_moves (place_id, is_hospital, address, address_ml, city, district, state, pincode)
         SELECT id, TRUE, address, address_ml, city, district, state, pincode FROM facilities
         WHERE id = $1 AND category = 'Hospital' AND address <> ''
           AND (address <> $2 OR city <> $3 OR district <> $4 OR state <> $5 OR pincode <> $6)
         {ON_CONFLICT}"
    );
    let params: [&dyn Param; 6] = [&id, &address, &city, &district, &state, &pincode];
    tx.send(&sql, &params).await
}

/// Places whose moves were not detected yet, or detected before an instant; an earlier one if another district waits for approval.
pub async fn list_due_moves(
    tx: &mut Tx<'_>,
    noticed_before: i64,
    undecided_before: i64,
    limit: i64,
) -> Result<Vec<String>> {
    let sql = "SELECT c.place_id FROM clinic_moves c
               WHERE c.detected_at IS NULL OR c.detected_at <= $2
                  OR (c.detected_at <= $1 AND NOT EXISTS (SELECT 1 FROM profile_change_requests f
                                                         WHERE f.facility_id = c.place_id AND f.district IS NOT NULL))
               ORDER BY c.place_id LIMIT $3";
    tx.all(sql, &[&noticed_before, &undecided_before, &limit]).await
}

/// A move with its row locked, so that another change of the address waits.
pub async fn hold_move(tx: &mut Tx<'_>, place_id: &str) -> Result<Option<ClinicMove>> {
    CLINIC_MOVE.find(tx, &format!("WHERE c.place_id = $1 {}", tx.holding()), &[&place_id]).await
}

pub async fn notice_move(tx: &mut Tx<'_>, place_id: &str, now: i64) -> Result<()> {
    tx.execute("UPDATE clinic_moves SET detected_at = $2 WHERE place_id = $1", &[&place_id, &now]).await.map(drop)
}

pub async fn set_announced_to(tx: &mut Tx<'_>, place_id: &str, last: &str) -> Result<()> {
    tx.execute("UPDATE clinic_moves SET last_notified_id = $2 WHERE place_id = $1", &[&place_id, &last]).await.map(drop)
}

/// The announcement is done, or is no longer needed.
pub async fn delete_move(tx: &mut Tx<'_>, place_id: &str) -> Result<()> {
    tx.execute("DELETE FROM clinic_moves WHERE place_id = $1", &[&place_id]).await.map(drop)
}
