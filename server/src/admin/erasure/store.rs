//! The SQL of who is gone, and of who is about to go.

use crate::identity::Role;
use crate::platform::db::{Result, Tx};

/// Those who agreed to something, by the ledger, and are neither an account nor a donor any more. Where there are very many, the rest
/// is for the next time.
pub async fn list_gone_who_agreed(tx: &mut Tx<'_>) -> Result<Vec<String>> {
    let sql = "SELECT c.subject_id FROM consents c
               WHERE c.ended_at IS NULL
                 AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.id = c.subject_id AND a.state <> 'deleted')
                 AND NOT EXISTS (SELECT 1 FROM donors d WHERE d.id = c.subject_id)
               ORDER BY c.subject_id LIMIT 10000";
    tx.all(sql, &[]).await
}

/// The name and the address of an account that is not erased, or of an invitation to a desk.
pub async fn find_account(tx: &mut Tx<'_>, role: Role, id: &str) -> Result<Option<(String, String)>> {
    let sql = "SELECT COALESCE(u.username, d.full_name, f.name, s.name, ''), a.email
               FROM accounts a LEFT JOIN users u ON u.id = a.id LEFT JOIN doctors d ON d.id = a.id
                 LEFT JOIN facilities f ON f.id = a.id LEFT JOIN desk_staff s ON s.id = a.id
               WHERE a.id = $1 AND a.role = $2 AND a.state <> 'deleted'";
    let found = tx.first(sql, &[&id, &role.as_str()]).await?;
    if found.is_some() || role != Role::Desk {
        return Ok(found);
    }
    tx.first("SELECT name, email FROM desk_invitations WHERE id = $1", &[&id]).await
}

pub async fn find_donor(tx: &mut Tx<'_>, id: &str) -> Result<Option<(String, String)>> {
    tx.first("SELECT name, email FROM donors WHERE id = $1", &[&id]).await
}

/// Who asked for blood.
pub async fn find_requester(tx: &mut Tx<'_>, id: &str) -> Result<Option<(String, String)>> {
    tx.first("SELECT contact_name, email FROM blood_requests WHERE id = $1", &[&id]).await
}

/// Who wrote to us.
pub async fn find_writer(tx: &mut Tx<'_>, id: &str) -> Result<Option<(String, String)>> {
    tx.first("SELECT name, email FROM contact_messages WHERE id = $1", &[&id]).await
}

/// The patient of a visit or a walk-in, with the number.
pub async fn find_patient(tx: &mut Tx<'_>, id: &str) -> Result<Option<(String, String)>> {
    let sql = "SELECT patient_name, contact_number FROM appointments WHERE id = $1
               UNION ALL SELECT name, COALESCE(phone, '') FROM walk_ins WHERE id = $1";
    tx.first(sql, &[&id]).await
}
