//! Ending somebody at a desk from above.

use crate::app::App;
use crate::directory::desk;
use crate::identity;
use crate::identity::callers::{Admin, Hold};
use crate::platform::db::Lock;
use crate::platform::live::ADMINISTRATION;

/// Ends somebody, who is out at once wherever they are signed in. Whether there was anybody of that id.
pub async fn end(app: &App, caller: &Admin, id: String, reason: Option<String>) -> Result<bool, identity::Error> {
    let now = app.clock.now();
    let ended = caller.write(app, Hold::Shared, async move |tx, admin| {
        tx.lock(Lock::Desk(&id)).await?;
        Ok::<_, identity::Error>(desk::end_held(tx, &admin, &id, reason.as_deref(), now).await?)
    });
    let Some(addresses) = ended.await? else { return Ok(false) };
    app.was_erased(addresses).await;
    app.live.publish(ADMINISTRATION);
    Ok(true)
}
