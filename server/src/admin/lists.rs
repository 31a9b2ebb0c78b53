//! The administrator's lists, a page at a time.

use super::sought::Sought;
use super::store::Part;
use super::store::bookings::{self, BookingRow};
use super::store::doctors::{self, DoctorRow, Filter};
use super::store::facilities::{self, FacilityRow};
use super::store::users::{self, Sort, UserRow};
use crate::app::App;
use crate::booking::{Status, tally};
use crate::directory::facilities::Category;
use crate::platform::db;
use crate::platform::http::paging::Page;

pub async fn users(app: &App, sought: Option<&Sought>, sort: Sort, part: Part<'_>) -> db::Result<Page<UserRow>> {
    app.db
        .read(async |tx| {
            let (rows, total) = users::list(tx, sought, sort, part).await?;
            Ok(Page::cut(rows, part.limit, total, |row: &UserRow| row.cursor(sort)))
        })
        .await
}

/// Approved doctors, suspended ones included.
pub async fn doctors(app: &App, filter: &Filter, part: Part<'_>) -> db::Result<Page<DoctorRow>> {
    app.db
        .read(async |tx| {
            let (rows, total) = doctors::list(tx, filter, part).await?;
            Ok(Page::cut(rows, part.limit, total, |row: &DoctorRow| row.id.clone()))
        })
        .await
}

/// Approved hospitals or pharmacies.
pub async fn facilities(
    app: &App,
    category: Category,
    sought: Option<&Sought>,
    part: Part<'_>,
) -> db::Result<Page<FacilityRow>> {
    app.db
        .read(async |tx| {
            let (rows, total) = facilities::list(tx, category, sought, part).await?;
            Ok(Page::cut(rows, part.limit, total, |row: &FacilityRow| row.id.clone()))
        })
        .await
}

pub async fn bookings(
    app: &App,
    status: Option<Status>,
    sought: Option<&Sought>,
    part: Part<'_>,
) -> db::Result<Page<BookingRow>> {
    app.db
        .read(async |tx| {
            let (rows, total) = bookings::list(tx, status, sought, part).await?;
            let total = match total {
                Some(total) => total,
                None => count(&tally::count_all(tx).await?, status),
            };
            Ok(Page::cut(rows, part.limit, total, |row: &BookingRow| row.id.clone()))
        })
        .await
}

fn count(counts: &[(Status, i64)], status: Option<Status>) -> i64 {
    counts.iter().filter(|(known, _)| status.is_none_or(|status| status == *known)).map(|(_, count)| count).sum()
}
