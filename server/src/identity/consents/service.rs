//! Forgetting what ended long ago.

use jiff::SignedDuration;

use super::store;
use crate::app::App;
use crate::platform::clock::millis;
use crate::platform::db;

/// As long as India's rules of 2025 ask for logs.
const ENDED_ARE_KNOWN_FOR: SignedDuration = SignedDuration::from_hours(365 * 24);

/// Forgets what ended a year ago, and returns how much.
pub async fn forget_ended(app: &App) -> db::Result<u64> {
    let before = app.clock.now_millis() - millis(ENDED_ARE_KNOWN_FOR);
    app.db
        .write(async move |tx| {
            tx.take_your_time().await?;
            store::delete_ended(tx, before).await
        })
        .await
}
