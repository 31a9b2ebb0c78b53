//! Opening links.

use super::store::{self, LinkKind};
use crate::app::App;
use crate::blood::texts;
use crate::platform::db;
use crate::platform::http::{ClientAddress, Code, Problem};

#[derive(Debug, Clone)]
pub struct OpenedLink {
    /// The id of the donor, request or invitation.
    pub subject: String,
    pub digest: String,
    /// The key of the address that it was sent to, if known.
    pub mailed_to: Option<String>,
    /// The network of the request, for the audit log.
    pub network: Option<String>,
}

impl OpenedLink {
    /// For demo data, without mails.
    pub fn without_mail(subject: String) -> Self {
        Self { subject, digest: String::new(), mailed_to: None, network: None }
    }
}

/// Opens a link if it is active. The first use ends those that were sent before it.
pub async fn open(app: &App, kind: LinkKind, digest: String, address: ClientAddress) -> db::Result<Option<OpenedLink>> {
    let now = app.clock.now_millis();
    let Some(link) = app.db.read(async |tx| store::find(tx, kind, &digest, now).await).await? else { return Ok(None) };
    let held = OpenedLink {
        subject: link.subject.clone(),
        digest: digest.clone(),
        mailed_to: link.mailed_to.clone(),
        network: Some(address.neighbourhood()),
    };
    if link.used_at.is_none() {
        let noted = app.db.write(async move |tx| store::note_use(tx, kind, &digest, &link, now).await);
        // The request itself has changed nothing yet, so it can be repeated.
        noted.await.map_err(|error| if matches!(error, db::Error::Unknown(_)) { db::Error::Busy } else { error })?;
    }
    Ok(Some(held))
}

/// The link has ended, or what it opens is erased.
pub fn ended() -> Problem {
    Problem::saying(Code::LinkEnded, texts::LINK_ENDED)
}
