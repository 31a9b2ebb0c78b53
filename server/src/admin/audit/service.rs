//! Reading the audit log.

use super::store::{self, AuditFilter, AuditRow};
use crate::app::App;
use crate::platform::audit::seals::{self, Seal};
use crate::platform::db;
use crate::platform::list::{Page, Paging};

pub async fn list(app: &App, filter: AuditFilter, paging: Paging) -> db::Result<Page<AuditRow>> {
    app.db.report(async move |tx| store::list(tx, &filter, paging.part()).await).await
}

pub async fn last_seal(app: &App) -> db::Result<Option<Seal>> {
    app.db.read(async |tx| seals::find_last(tx).await).await
}
