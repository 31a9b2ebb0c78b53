//! The SQL of reminders.

use serde::Serialize;
use utoipa::ToSchema;

use super::model::{Due, Kind};
use crate::platform::db::{Result, Tx, columns};

columns! {
    /// Which reminders a user wants.
    #[derive(Serialize, ToSchema)]
    pub struct ReminderSettings as SETTINGS in "reminder_settings r" {
        /// The evening before a visit
        evening: bool = "r.evening",
        /// Two hours before a visit; the evening before one that begins before 8:30 in the morning
        soon: bool = "r.soon",
    }
}

impl ReminderSettings {
    pub fn wants(&self, kind: Kind) -> bool {
        match kind {
            Kind::Evening => self.evening,
            Kind::Early => self.evening || self.soon,
            Kind::Soon => self.soon,
        }
    }

    /// Whether the user stopped all of them. Then the program sends nothing about visits by itself.
    pub fn is_stopped(&self) -> bool {
        !self.evening && !self.soon
    }
}

/// The user's settings; both reminders unless the user chose.
pub async fn settings_of(tx: &mut Tx<'_>, user_id: &str) -> Result<ReminderSettings> {
    let chosen = SETTINGS.find(tx, "WHERE r.user_id = $1", &[&user_id]).await?;
    Ok(chosen.unwrap_or(ReminderSettings { evening: true, soon: true }))
}

pub async fn save(tx: &mut Tx<'_>, user_id: &str, settings: &ReminderSettings) -> Result<()> {
    let sql = "INSERT INTO reminder_settings (user_id, evening, soon) VALUES ($1, $2, $3)
               ON CONFLICT (user_id) DO UPDATE SET evening = excluded.evening, soon = excluded.soon";
    tx.execute(sql, &[&user_id, &settings.evening, &settings.soon]).await.map(drop)
}

pub async fn erase(tx: &mut Tx<'_>, user_id: &str) -> Result<()> {
    tx.execute("DELETE FROM reminder_settings WHERE user_id = $1", &[&user_id]).await.map(drop)
}

/// The ids of approved visits for which this reminder is due, the first to begin first. It repeats the condition of the index, so that the
/// index is used.
pub async fn list_due(tx: &mut Tx<'_>, due: Due, limit: i64) -> Result<Vec<String>> {
    let not_yet = match due.kind {
        Kind::Evening => "reminder_stage = 0",
        Kind::Early | Kind::Soon => "reminder_stage IN (0, 1)",
    };
    let sql = format!(
        "SELECT id FROM appointments WHERE status = 'Checked' AND reminder_stage < 2 AND {not_yet} AND attendance IS NULL
         AND starts_at >= $1 AND starts_at < $2 ORDER BY starts_at LIMIT $3"
    );
    tx.all(&sql, &[&due.from, &due.to, &limit]).await
}

/// Stores that this reminder is sent; `false` if it was sent before, the visit was cancelled or moved meanwhile, or its patient has arrived.
pub async fn mark(tx: &mut Tx<'_>, id: &str, due: Due) -> Result<bool> {
    let sql = "UPDATE appointments SET reminder_stage = $2
               WHERE id = $1 AND status = 'Checked' AND attendance IS NULL AND reminder_stage < $2
                 AND starts_at >= $3 AND starts_at < $4";
    Ok(tx.execute(sql, &[&id, &due.kind.number(), &due.from, &due.to]).await? == 1)
}
