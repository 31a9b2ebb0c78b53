//! Reading the audit log.

use super::store::audit;
pub use super::store::audit::{Deed, Filter};
use crate::app::App;
use crate::platform::db;
use crate::platform::list::{Page, Part};

pub async fn list(app: &App, filter: &Filter, part: Part<'_>) -> db::Result<Page<Deed>> {
    app.db.read(async |tx| audit::list(tx, filter, part).await).await
}
