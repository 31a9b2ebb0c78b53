//! Writing wrong passwords down in the audit log.

use super::model::Place;
use crate::app::App;
use crate::platform::audit::{self, Entry, OWN_ACCOUNT, Subject};
use crate::platform::db::{self, Tx};

/// Writes down what is due.
pub async fn write_down(app: &App) -> db::Result<()> {
    let now = app.clock.now();
    let due = app.wrong_logins.take_due(now.as_millisecond());
    if due.is_empty() {
        return Ok(());
    }
    let rows = due.clone();
    let written = app.db.write(async move |tx| {
        for (place, times) in &rows {
            record(tx, place, *times, now).await?;
        }
        Ok(())
    });
    // What could not be written down counts for the rest of the hour.
    written.await.inspect_err(|_| {
        for (place, times) in due {
            app.wrong_logins.count(place, times, now.as_millisecond());
        }
    })
}

/// Who it was is not known, only which login they tried.
async fn record(tx: &mut Tx<'_>, place: &Place, times: i64, now: jiff::Timestamp) -> db::Result<()> {
    let Place { role, account_id, network } = place;
    let entry = Entry {
        actor_id: "",
        actor_role: role.as_str(),
        action: "login_failed",
        subject: Subject { kind: OWN_ACCOUNT, id: account_id, name: "" },
        reason: None,
        network: Some(network.clone()).filter(|network| !network.is_empty()),
        times,
        for_id: None,
    };
    audit::record(tx, entry, now).await
}
