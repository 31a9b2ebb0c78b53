//! The donors as the administrator sees them.

use crate::app::App;
use crate::blood::donors::model::{Donor, DonorSearch};
use crate::blood::donors::store;
use crate::platform::db;
use crate::platform::list::{Page, Paging};

/// A page of donors, the newest first.
pub async fn list(app: &App, search: DonorSearch, paging: Paging) -> db::Result<Page<Donor>> {
    app.db.report(async move |tx| store::list(tx, &search, paging.part()).await).await
}

/// Donors of an export that stand in memory at once.
const EXPORTED: i64 = 500;

/// The donors of an export that come after one.
pub async fn export_page(app: &App, search: DonorSearch, after: Option<String>) -> db::Result<Vec<Donor>> {
    app.db.report(async move |tx| store::list_before(tx, &search, after.as_deref(), EXPORTED).await).await
}
