//! The list of all bookings, a page at a time.

use super::store::{self, BookingRow};
use crate::admin::people::Typed;
use crate::app::App;
use crate::booking::Status;
use crate::platform::db;
use crate::platform::list::{Page, Part};

pub async fn list(
    app: &App,
    status: Option<Status>,
    typed: Option<&Typed>,
    part: Part<'_>,
) -> db::Result<Page<BookingRow>> {
    app.db.read(async |tx| store::list(tx, status, typed, part).await).await
}
