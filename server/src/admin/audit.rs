//! Reading the audit log, and writing what the administrator decides here into it.

use jiff::Timestamp;

use super::store::audit::{self, Deed, Filter};
use crate::app::App;
use crate::identity::Role;
use crate::platform::audit::{Entry, record};
use crate::platform::db::{self, Tx};
use crate::platform::list::{Page, Part};

pub async fn list(app: &App, filter: &Filter, part: Part<'_>) -> db::Result<Page<Deed>> {
    app.db.read(async |tx| audit::list(tx, filter, part).await).await
}

/// An administrator's decision about somebody.
pub struct Decision<'a> {
    pub admin_id: &'a str,
    pub action: &'a str,
    pub about: Role,
    pub subject_id: &'a str,
    pub subject_name: &'a str,
    pub reason: Option<&'a str>,
}

impl Decision<'_> {
    pub async fn record(&self, tx: &mut Tx<'_>, now: Timestamp) -> db::Result<()> {
        let entry = Entry {
            actor_id: self.admin_id,
            actor_role: Role::Admin.as_str(),
            action: self.action,
            subject_kind: self.about.as_str(),
            subject_id: self.subject_id,
            subject_name: self.subject_name,
            reason: self.reason,
        };
        record(tx, entry, now).await
    }
}
