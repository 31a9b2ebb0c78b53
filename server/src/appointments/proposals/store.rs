//! The SQL that finds the follow-up for which a patient books.

use super::model::FollowUp;
use crate::platform::db::{Result, Tx, columns};

columns! {
    pub FOLLOW_UP: FollowUp in "follow_ups f" {
        visit_id: "f.visit_id",
        days: "f.days",
        due_at: "f.due_at",
        without_fee: "f.without_fee",
        proposed_at: "f.proposed_at",
        declined_at: "f.declined_at",
        // A unique index allows only one.
        booked_id: "(SELECT n.id FROM appointments n WHERE n.follows_id = f.visit_id AND n.status IN ('Pending', 'Checked'))",
    }
}

/// The follow-up of a visit of this user.
pub async fn find_of_user(tx: &mut Tx<'_>, user_id: &str, visit_id: &str) -> Result<Option<FollowUp>> {
    FOLLOW_UP.find(tx, "WHERE f.visit_id = $1 AND f.user_id = $2", &[&visit_id, &user_id]).await
}
