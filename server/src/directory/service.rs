//! What keeps the directory in order.

use std::collections::HashSet;

use jiff::SignedDuration;

use super::store;
use crate::app::App;
use crate::platform::photos::{PhotoError, PhotoId};

/// An upload is stored before the row that names it, so a young photo may still be on its way.
const YOUNG: SignedDuration = SignedDuration::from_hours(24);

/// Removes photos that no row names. They are never deleted on replacement: two rows may share one.
pub async fn sweep_photos(app: &App) -> Result<usize, PhotoError> {
    let named = app.db.report(async |tx| store::list_images(tx).await).await;
    let named = named.map_err(|error| PhotoError::Storage(error.to_string()))?;
    let named: HashSet<PhotoId> = named.iter().filter_map(|id| PhotoId::parse(id)).collect();
    let now = app.clock.now();
    let removed = app.photos.sweep(&named, now.checked_sub(YOUNG).unwrap_or(now)).await?;
    tracing::info!(removed, "photos that nothing names are gone");
    Ok(removed)
}
