//! The administrator's lists, a page at a time.

use super::sought::Sought;
pub use super::store::bookings::BookingRow;
pub use super::store::doctors::{DoctorRow, Filter};
pub use super::store::facilities::FacilityRow;
pub use super::store::users::{Sort, UserRow};
use super::store::{bookings, doctors, facilities, users};
use crate::app::App;
use crate::booking::Status;
use crate::directory::facilities::Category;
use crate::platform::db;
use crate::platform::list::{Page, Part};

pub async fn users(app: &App, sought: Option<&Sought>, sort: Sort, part: Part<'_>) -> db::Result<Page<UserRow>> {
    app.db.read(async |tx| users::list(tx, sought, sort, part).await).await
}

/// Approved doctors, suspended ones included.
pub async fn doctors(app: &App, filter: &Filter, part: Part<'_>) -> db::Result<Page<DoctorRow>> {
    app.db.read(async |tx| doctors::list(tx, filter, part).await).await
}

/// Approved hospitals or pharmacies.
pub async fn facilities(
    app: &App,
    category: Category,
    sought: Option<&Sought>,
    part: Part<'_>,
) -> db::Result<Page<FacilityRow>> {
    app.db.read(async |tx| facilities::list(tx, category, sought, part).await).await
}

pub async fn bookings(
    app: &App,
    status: Option<Status>,
    sought: Option<&Sought>,
    part: Part<'_>,
) -> db::Result<Page<BookingRow>> {
    app.db.read(async |tx| bookings::list(tx, status, sought, part).await).await
}
