//! What a link opens, and that it was used.

use super::store::{self, Kind};
use crate::app::App;
use crate::platform::db;
use crate::platform::http::ClientAddress;

/// A link that was shown, as long as it works.
#[derive(Debug, Clone)]
pub struct Held {
    /// The donor, request or question that it opens.
    pub subject: String,
    pub digest: String,
    /// The key of the address that it was sent to, if we know it.
    pub mailed_to: Option<String>,
    /// Where it was shown from, as the audit log has it.
    pub network: Option<String>,
}

impl Held {
    /// For the demo, which needs no mails.
    pub fn without_mail(subject: String) -> Self {
        Self { subject, digest: String::new(), mailed_to: None, network: None }
    }
}

/// A link as long as it works. Used for the first time, it ends those that were sent before it.
pub async fn open(app: &App, kind: Kind, digest: String, address: ClientAddress) -> db::Result<Option<Held>> {
    let now = app.clock.now_millis();
    let Some(link) = app.db.read(async |tx| store::find(tx, kind, &digest, now).await).await? else { return Ok(None) };
    let held = Held {
        subject: link.subject.clone(),
        digest: digest.clone(),
        mailed_to: link.mailed_to.clone(),
        network: Some(address.neighbourhood()),
    };
    if link.used_at.is_none() {
        let noted = app.db.write(async move |tx| store::note_use(tx, kind, &digest, &link, now).await);
        // Of the request itself nothing is done yet.
        noted.await.map_err(|error| if matches!(error, db::Error::Unknown(_)) { db::Error::Busy } else { error })?;
    }
    Ok(Some(held))
}
