//! Reading the audit log.

use super::store::{self, AuditFilter, AuditRow};
use crate::app::App;
use crate::platform::db;
use crate::platform::list::{Page, Part};

pub async fn list(app: &App, filter: &AuditFilter, part: Part<'_>) -> db::Result<Page<AuditRow>> {
    app.db.read(async |tx| store::list(tx, filter, part).await).await
}
