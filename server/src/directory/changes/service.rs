//! Deciding about another name, licence number or district, and withdrawing it.

use super::mails;
use super::store::{self, ChangeRow};
use crate::app::App;
use crate::directory::doctors::store as doctors;
use crate::directory::facilities::store as facilities;
use crate::directory::joining::{Kind, Verdict};
use crate::identity;
use crate::identity::callers::{Admin, Caller, Hold, SignedOut};
use crate::platform::audit::Subject;
use crate::platform::db::{self, Tx};
use crate::platform::list::{Page, Paging};
use crate::platform::live::ADMINISTRATION;
use crate::platform::outbox;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Decided, replaced or taken back, or whose it is was suspended.
    #[error("it waits no longer")]
    Gone,
    #[error("the licence is registered")]
    LicenseTaken,
    #[error(transparent)]
    SignedOut(#[from] SignedOut),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// What waits, the newest first.
pub async fn list(app: &App, paging: Paging) -> db::Result<Page<ChangeRow>> {
    app.db.read(async |tx| store::list(tx, paging.part()).await).await
}

/// Makes a change count, or drops it. Either works once, and only for what the administrator has seen.
pub async fn decide(app: &App, caller: &Admin, id: String, verdict: Verdict) -> Result<(), Error> {
    let (now, site) = (app.clock.now(), app.config.public_url.clone());
    let decided = caller.write(app, Hold::Shared, async move |tx, admin| {
        let ChangeRow { worker_id, category, .. } = store::find(tx, &id).await?.ok_or(Error::Gone)?;
        tx.lock(category.listing().lock(&worker_id)).await?;
        // Something else may have taken its place while we waited.
        let change = store::find(tx, &id).await?.ok_or(Error::Gone)?;
        if let Some(contact) = identity::find_contact(tx, &worker_id).await? {
            let mail = mails::decided(&contact, &change, &verdict, &site);
            outbox::enqueue(tx, &mail, now).await?;
        }
        let role = change.category.role().as_str();
        let subject = Subject { kind: role, id: &worker_id, name: &change.name };
        store::delete_of(tx, &worker_id).await?;
        match verdict {
            Verdict::Approved => {
                admin.record(tx, "approve_change", subject, Some(&change.in_words()), now).await?;
                take_over(tx, &change).await
            }
            Verdict::Rejected { reason } => {
                Ok(admin.record(tx, "reject_change", subject, reason.as_deref(), now).await?)
            }
        }
    });
    decided.await?;
    app.mail_waits();
    app.live.publish(ADMINISTRATION);
    Ok(())
}

impl ChangeRow {
    /// The old value and the new one of each field that changes, in the order of a profile.
    pub(super) fn old_and_new(&self) -> [Option<String>; 4] {
        let arrow = |old: &str, new: &str| format!("{old} → {new}");
        let place = |state: &str, district: &str| {
            // Within a state its name says nothing.
            if self.new_state.as_ref() == Some(&self.state) { district.into() } else { format!("{district}, {state}") }
        };
        let location = self.new_state.as_ref().zip(self.new_district.as_ref());
        [
            self.new_name.as_ref().map(|new| arrow(&self.name, new.as_str())),
            self.new_name_ml.as_ref().map(|new| arrow(self.name_ml.as_deref().unwrap_or("-"), new)),
            self.new_number.as_ref().map(|new| arrow(&self.number, new)),
            location.map(|(state, district)| arrow(&place(&self.state, &self.district), &place(state, district))),
        ]
    }

    /// `Old name → New name, KL-1 → KL-2`
    fn in_words(&self) -> String {
        self.old_and_new().into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

async fn take_over(tx: &mut Tx<'_>, change: &ChangeRow) -> Result<(), Error> {
    if let (Kind::Doctor, Some(name_ml)) = (change.category, &change.new_name_ml) {
        return Ok(doctors::update_name_ml(tx, &change.worker_id, name_ml).await?);
    }
    if let Some(name) = &change.new_name {
        facilities::update_name(tx, &change.worker_id, name).await?;
    }
    if let Some(name_ml) = &change.new_name_ml {
        facilities::update_name_ml(tx, &change.worker_id, name_ml).await?;
    }
    if let Some((state, district)) = change.new_state.as_ref().zip(change.new_district.as_ref()) {
        facilities::update_location(tx, &change.worker_id, state, district).await?;
    }
    let Some(number) = &change.new_number else { return Ok(()) };
    // Last, because it can meet the unique index: somebody else registered with it since it was asked for.
    facilities::update_license(tx, &change.worker_id, number).await.map_err(|error| match error {
        error if error.is_conflict("facilities_license") => Error::LicenseTaken,
        error => error.into(),
    })
}

/// Whether something waited; everything stays as it is.
pub async fn withdraw(app: &App, caller: &Caller) -> Result<bool, identity::Error> {
    let withdrawn = caller
        .write(app, Hold::Alone, async move |tx, me| Ok::<_, identity::Error>(store::delete_of(tx, &me.id).await?))
        .await?;
    app.live.publish(ADMINISTRATION);
    Ok(withdrawn)
}
