//! The lists of approved hospitals and pharmacies, a page at a time.

use super::store::{self, AdminFacility};
use crate::admin::people::Typed;
use crate::app::App;
use crate::directory::facilities::Category;
use crate::platform::db;
use crate::platform::list::{Page, Part};

pub async fn list(
    app: &App,
    category: Category,
    typed: Option<&Typed>,
    part: Part<'_>,
) -> db::Result<Page<AdminFacility>> {
    app.db.read(async |tx| store::list(tx, category, typed, part).await).await
}
