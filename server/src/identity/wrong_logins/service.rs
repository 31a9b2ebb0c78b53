//! Writing wrong passwords down in the audit log.

use super::model::{Place, Typed};
use crate::app::App;
use crate::identity::find_by_login;
use crate::identity::model::LoginName;
use crate::platform::audit::{self, Entry, OWN_ACCOUNT, Subject};
use crate::platform::db::{self, Tx};

/// Finds out whose passwords were wrong, and writes down what is due.
pub async fn write_down(app: &App) -> db::Result<()> {
    let mut waiting = app.wrong_logins.take_typed().into_iter();
    while let Some((typed, times)) = waiting.next() {
        match app.db.read(async |tx| find_place(tx, &typed).await).await {
            Ok(place) => app.wrong_logins.count(place, times, app.clock.now_millis()),
            Err(error) => {
                for (typed, times) in std::iter::once((typed, times)).chain(waiting) {
                    app.wrong_logins.note_again(typed, times);
                }
                return Err(error);
            }
        }
    }
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

async fn find_place(tx: &mut Tx<'_>, typed: &Typed) -> db::Result<Place> {
    let Typed { role, name, network } = typed;
    let account = match LoginName::parse(name) {
        Some(name) => find_by_login(tx, *role, &name).await?,
        None => None,
    };
    let account_id = account.map_or(String::new(), |account| account.id);
    Ok(Place { role: *role, account_id, network: network.clone() })
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
