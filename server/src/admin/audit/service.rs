//! Reading the audit log.

use super::store::{self, AuditFilter, AuditRow};
use crate::app::App;
use crate::platform::db;
use crate::platform::list::{Page, Paging};

pub async fn list(app: &App, filter: AuditFilter, paging: Paging) -> db::Result<Page<AuditRow>> {
    app.db.report(async move |tx| store::list(tx, &filter, paging.part()).await).await
}
