//! Registering donors, and mailing new links.

use crate::app::App;
use crate::blood::donor_records::model::{Donor, DonorDetails, PendingChange};
use crate::blood::donor_records::store;
use crate::blood::links::{self, LinkKind};
use crate::blood::mails;
use crate::blood::rules::{age_on, rules};
use crate::blood::service::ActionContext;
use crate::blood::store::lock_contact;
use crate::identity::Email;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::ids::new_id;
use crate::platform::lang::Lang;

/// Registers a donor, who is active once the mailed link was used. It changes nothing that another address confirmed. The answer
/// and the mailed address do not depend on what is known already.
pub async fn register(app: &App, details: DonorDetails, lang: Lang) -> db::Result<()> {
    let context = ActionContext::of(app);
    app.db
        .write(async move |tx| {
            lock_contact(tx, &details.email, &details.phone).await?;
            match lock_same(tx, &details).await? {
                None => add(tx, details, lang, &context).await,
                Some(known) => save_pending_change(tx, &known, details, &context).await,
            }
        })
        .await?;
    app.wake_outbox();
    Ok(())
}

/// The donor with that number, name and address, locked: they may be erased concurrently.
async fn lock_same(tx: &mut Tx<'_>, details: &DonorDetails) -> db::Result<Option<Donor>> {
    if let Some(known) = store::find_same(tx, details).await? {
        tx.lock(Lock::Donor(&known.id)).await?;
    }
    store::find_same(tx, details).await
}

async fn add(tx: &mut Tx<'_>, details: DonorDetails, lang: Lang, context: &ActionContext) -> db::Result<()> {
    delete_oldest_unconfirmed(tx, &details.email).await?;
    let donor = Donor {
        id: new_id(context.now),
        details,
        lang,
        created_at: context.millis(),
        confirmed_at: None,
        new_email: None,
        paused_until: None,
        last_given: None,
        turn: None,
    };
    store::insert(tx, &donor).await?;
    mail_link(tx, &donor, context).await
}

/// Limits the unconfirmed registrations of an address by deleting the oldest: strangers could fill its mailbox.
async fn delete_oldest_unconfirmed(tx: &mut Tx<'_>, email: &Email) -> db::Result<()> {
    let mut known = store::list_unconfirmed_of(tx, email).await?;
    let few = usize::try_from(rules().donors_of_one_address - 1).unwrap_or(0);
    let oldest = known.split_off(few.min(known.len()));
    tx.lock_all(Lock::Donor, oldest.iter().map(String::as_str)).await?;
    for id in &oldest {
        links::end(tx, id).await?;
        store::delete(tx, id).await?;
    }
    Ok(())
}

/// Stores a second registration as a pending change, until the donor accepts it.
async fn save_pending_change(
    tx: &mut Tx<'_>,
    known: &Donor,
    mut details: DonorDetails,
    context: &ActionContext,
) -> db::Result<()> {
    // The same age is no change.
    if age_on(details.born, context.today()) == known.age(context.today()) {
        details.born = known.details.born;
    }
    if !known.details.differences(&details).is_empty() {
        store::save_change(tx, &known.id, &PendingChange { version: new_id(context.now), details }).await?;
    }
    if known.confirmed_at.is_none() {
        store::record_confirmation_mail(tx, &known.id, context.millis()).await?;
    }
    mail_link(tx, known, context).await
}

/// Mails an address one mail with new links to each of its donors. The answer is the same if there is none.
pub async fn send_links(app: &App, email: Email) -> db::Result<()> {
    let context = ActionContext::of(app);
    app.db
        .write(async move |tx| {
            let known = store::list_by_email(tx, &email).await?;
            tx.lock_all(Lock::Donor, known.iter().map(|donor| donor.id.as_str())).await?;
            // Some may have been erased, or have another address by now.
            let donors = store::list_by_email(tx, &email).await?;
            match donors.as_slice() {
                [] => {}
                [donor] => mail_link(tx, donor, &context).await?,
                [.., newest] => mail_links(tx, &donors, newest, &context).await?,
            }
            Ok::<_, db::Error>(())
        })
        .await?;
    app.wake_outbox();
    Ok(())
}

/// Mails the link to a donor's page, with a pending change.
async fn mail_link(tx: &mut Tx<'_>, donor: &Donor, context: &ActionContext) -> db::Result<()> {
    if donor.confirmed_at.is_none() {
        // Who has a turn was a donor before this was asked, and is never forgotten.
        let confirm = if donor.turn.is_some() { mails::confirm_known } else { mails::confirm_donor };
        return context.mail_link(tx, (LinkKind::Donor, &donor.id), |link| confirm(donor, link)).await;
    }
    let change = store::find_change(tx, &donor.id).await?;
    let differs = change.map(|change| donor.details.differences(&change.details)).unwrap_or_default();
    let write = |link| mails::own_link(donor, &differs, link);
    context.mail_link(tx, (LinkKind::Donor, &donor.id), write).await
}

/// The links to the pages of all donors of one address, in the language of the newest.
async fn mail_links(tx: &mut Tx<'_>, donors: &[Donor], newest: &Donor, context: &ActionContext) -> db::Result<()> {
    let mut pages = Vec::new();
    for donor in donors {
        pages.push((donor, context.make_link(tx, (LinkKind::Donor, &donor.id), &donor.details.email).await?));
    }
    context.mail(tx, &mails::own_links(newest, &pages)).await
}
