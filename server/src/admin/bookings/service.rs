//! The list of all bookings, a page at a time, and each of them.

use super::store::{self, BookingFilter, BookingRow};
use crate::admin::audit::{self, AuditRow};
use crate::app::App;
use crate::platform::db;
use crate::platform::list::{Page, Paging};

pub async fn list(app: &App, wanted: BookingFilter, paging: Paging) -> db::Result<Page<BookingRow>> {
    app.db.report(async move |tx| store::list(tx, &wanted, paging.part()).await).await
}

/// A booking, and what was decided about it.
pub async fn find(app: &App, id: &str) -> db::Result<Option<(BookingRow, Vec<AuditRow>)>> {
    app.db
        .read(async |tx| {
            let Some(booking) = store::find(tx, id).await? else { return Ok(None) };
            Ok(Some((booking, audit::list_of(tx, id).await?)))
        })
        .await
}
