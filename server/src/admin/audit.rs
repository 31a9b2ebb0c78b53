//! Reading the audit log.

use super::store::Part;
use super::store::audit::{self, Deed, Filter};
use crate::app::App;
use crate::platform::db;
use crate::platform::http::paging::Page;

pub async fn list(app: &App, filter: &Filter, part: Part<'_>) -> db::Result<Page<Deed>> {
    app.db
        .read(async |tx| {
            let (rows, total) = audit::list(tx, filter, part).await?;
            Ok(Page::cut(rows, part.limit, total, |deed: &Deed| deed.id.clone()))
        })
        .await
}
