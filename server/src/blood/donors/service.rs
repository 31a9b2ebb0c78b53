//! Donors' actions by their private link: view, change, pause, report donations, and erase.

use jiff::Timestamp;
use jiff::civil::Date;

use crate::app::App;
use crate::blood::donor_records::model::{
    Donor, DonorDetails, DonorSearch, LinkPermission, OPEN_ENDED_PAUSE, PendingChange,
};
use crate::blood::donor_records::store;
use crate::blood::links::{self, LinkKind, OpenedLink};
use crate::blood::rules::{random_queue_date, rounded_count, rules};
use crate::blood::service::ActionContext;
use crate::blood::{mails, requests, texts};
use crate::identity::consents::{self, Purpose};
use crate::platform::audit::{self, Entry, OWN_ACCOUNT, Subject};
use crate::platform::background::NextRun;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::http::{Code, Problem};
use crate::platform::list::{Page, Paging};
use crate::platform::outbox;
use crate::platform::pubsub::ADMINISTRATION;

pub type DonorWithChange = (Donor, Option<PendingChange>);

pub async fn find(app: &App, link: &OpenedLink) -> Result<DonorWithChange, Problem> {
    app.db
        .read(async |tx| {
            let donor = find_of_link(tx, link).await?;
            Ok((donor, store::find_change(tx, &link.subject).await?))
        })
        .await
}

/// The donor of a link that allows viewing.
async fn find_of_link(tx: &mut Tx<'_>, link: &OpenedLink) -> Result<Donor, Problem> {
    let donor = store::find(tx, &link.subject).await?.ok_or_else(links::ended)?;
    match donor.permission_of(link.mailed_to.as_deref()) {
        LinkPermission::Nothing => Err(links::ended()),
        LinkPermission::ViewAndConfirm | LinkPermission::Full => Ok(donor),
    }
}

/// The donor of a link that allows changes, locked.
async fn lock_of_link(tx: &mut Tx<'_>, link: &OpenedLink) -> Result<Donor, Problem> {
    tx.lock(Lock::Donor(&link.subject)).await?;
    let donor = find_of_link(tx, link).await?;
    match donor.permission_of(link.mailed_to.as_deref()) {
        LinkPermission::Full => Ok(donor),
        LinkPermission::ViewAndConfirm | LinkPermission::Nothing => {
            Err(Problem::saying(Code::LinkEnded, texts::CONFIRM_FIRST))
        }
    }
}

/// Changes a donor's data. A new address waits until a link that is sent to it was used; sending any address drops a waiting one.
/// Withdrawing the consent withdraws every acceptance.
pub async fn save(
    app: &App,
    link: OpenedLink,
    is_address_told: bool,
    change: impl FnOnce(&mut DonorDetails) -> Result<(), Problem> + Send + 'static,
) -> Result<DonorWithChange, Problem> {
    try_update(app, link, move |donor, _| {
        donor.new_email.take_if(|_| is_address_told);
        change(&mut donor.details)
    })
    .await
}

/// Pauses a donor until a day, or until they resume.
pub async fn pause(app: &App, link: OpenedLink, until: Option<Date>) -> Result<DonorWithChange, Problem> {
    update_with(app, link, move |donor, _| donor.paused_until = Some(until.unwrap_or(OPEN_ENDED_PAUSE))).await
}

pub async fn resume(app: &App, link: OpenedLink) -> Result<DonorWithChange, Problem> {
    update_with(app, link, |donor, _| donor.paused_until = None).await
}

/// Stores a donation, which starts the rest period.
pub async fn report_donation(app: &App, link: OpenedLink, day: Date) -> Result<DonorWithChange, Problem> {
    update_with(app, link, move |donor, _| donor.last_given = Some(day)).await
}

/// Accepts the pending change, if it is the version that the donor saw.
pub async fn take_change(app: &App, link: OpenedLink, version: String) -> Result<DonorWithChange, Problem> {
    try_update(app, link, move |donor, change| {
        let seen = change.take_if(|change| change.version == version);
        let seen = seen.ok_or_else(|| Problem::saying(Code::NotChangeable, texts::OTHER_CHANGE))?;
        donor.details = seen.details;
        Ok(())
    })
    .await
}

/// Confirms the address that the link was sent to: that of the registration, or a new one. A second confirmation changes nothing.
pub async fn confirm(app: &App, link: OpenedLink) -> Result<DonorWithChange, Problem> {
    let context = ActionContext::of(app);
    let known = app
        .db
        .write(async move |tx| {
            let mailed_to = link.mailed_to.as_deref().ok_or_else(links::ended)?;
            tx.lock(Lock::Email(mailed_to)).await?;
            tx.lock(Lock::Donor(&link.subject)).await?;
            let donor = find_of_link(tx, &link).await?;
            let donor = if donor.is_confirmed_by(Some(mailed_to)) {
                confirm_one(tx, donor, mailed_to, &link.digest, &context).await?
            } else {
                donor
            };
            Ok::<_, Problem>((donor, store::find_change(tx, &link.subject).await?))
        })
        .await?;
    app.wake_outbox();
    app.wake_blood_waves();
    app.pubsub.publish(ADMINISTRATION);
    Ok(known)
}

/// Confirms an address. A new one ends all links that were sent before.
async fn confirm_one(
    tx: &mut Tx<'_>,
    before: Donor,
    mailed_to: &str,
    digest: &str,
    context: &ActionContext,
) -> Result<Donor, Problem> {
    let mut donor = before.clone();
    let new_email = donor.new_email.take_if(|email| email.key() == mailed_to);
    donor.details.email = new_email.clone().unwrap_or(donor.details.email);
    if store::count_confirmed_of(tx, &donor.details.email).await? >= rules().donors_of_one_address {
        return Err(Problem::saying(Code::TooManyTries, texts::TOO_MANY_DONORS));
    }
    donor.confirmed_at = donor.confirmed_at.or(Some(context.millis()));
    donor.turn = donor.turn.or(Some(random_queue_date(context.today())));
    if new_email.is_some() {
        links::end_others(tx, &donor.id, digest).await?;
        context.mail(tx, &mails::address_changed(&before)).await?;
    }
    if donor.details.consent {
        consents::give(tx, &donor.id, Purpose::Donor, &context.notice, context.now).await?;
    }
    update(tx, &donor, context).await?;
    Ok(donor)
}

/// Last in a transaction, because it can violate the unique index.
async fn update(tx: &mut Tx<'_>, donor: &Donor, context: &ActionContext) -> Result<(), Problem> {
    store::update(tx, donor, context.millis()).await.map_err(|error| match error {
        error if error.is_conflict("donors_person") => Problem::saying(Code::AlreadyRegistered, texts::DONOR_TAKEN),
        error => error.into(),
    })
}

pub async fn end_other_links(app: &App, link: OpenedLink) -> Result<(), Problem> {
    app.db
        .write(async move |tx| {
            let donor = lock_of_link(tx, &link).await?;
            Ok(links::end_others(tx, &donor.id, &link.digest).await?)
        })
        .await
}

pub async fn discard_change(app: &App, link: OpenedLink) -> Result<DonorWithChange, Problem> {
    update_with(app, link, |_, change| *change = None).await
}

async fn update_with(
    app: &App,
    link: OpenedLink,
    how: impl FnOnce(&mut Donor, &mut Option<PendingChange>) + Send + 'static,
) -> Result<DonorWithChange, Problem> {
    let always = move |donor: &mut _, change: &mut _| {
        how(donor, change);
        Ok(())
    };
    try_update(app, link, always).await
}

/// Changes a donor, or the pending change, in their current stored state.
async fn try_update(
    app: &App,
    link: OpenedLink,
    how: impl FnOnce(&mut Donor, &mut Option<PendingChange>) -> Result<(), Problem> + Send + 'static,
) -> Result<DonorWithChange, Problem> {
    let context = ActionContext::of(app);
    let known = app
        .db
        .write(async move |tx| {
            let before = lock_of_link(tx, &link).await?;
            let waiting = store::find_change(tx, &before.id).await?;
            let (mut donor, mut change) = (before.clone(), waiting.clone());
            how(&mut donor, &mut change)?;
            if waiting.is_some() && change.is_none() {
                store::delete_change(tx, &before.id).await?;
            }
            if donor.details.email.key() != before.details.email.key() {
                let new_email = std::mem::replace(&mut donor.details.email, before.details.email.clone());
                donor.new_email = Some(new_email);
                mail_new_address(tx, &donor, &context).await?;
            }
            match (before.details.consent, donor.details.consent) {
                (true, false) => {
                    requests::withdraw(tx, &before, &context).await?;
                    consents::withdraw(tx, &before.id, Purpose::Donor, context.now).await?;
                }
                (false, true) => {
                    consents::give(tx, &before.id, Purpose::Donor, &context.notice, context.now).await?;
                }
                _ => {}
            }
            update(tx, &donor, &context).await?;
            Ok::<_, Problem>((donor, change))
        })
        .await?;
    app.wake_outbox();
    app.wake_blood_waves();
    Ok(known)
}

/// Mails a link to a new address, a few an hour: the holder of a donor's link could mail strangers.
async fn mail_new_address(tx: &mut Tx<'_>, donor: &Donor, context: &ActionContext) -> Result<(), Problem> {
    let own = donor.details.email.key();
    if links::count_to_others(tx, &donor.id, &own, context.now).await? >= rules().mails_in_an_hour {
        return Err(Code::TooManyTries.into());
    }
    let write = |link| mails::confirm_address(donor, link);
    Ok(context.mail_link(tx, (LinkKind::Donor, &donor.id), write).await?)
}

/// Erases a donor. Acceptances that may still count are withdrawn.
pub async fn erase(app: &App, link: OpenedLink, network: String) -> Result<(), Problem> {
    let context = ActionContext::of(app);
    let addresses = app
        .db
        .write(async move |tx| {
            let donor = lock_of_link(tx, &link).await?;
            let addresses = erase_one(tx, &donor, &context).await?;
            record_erasure(tx, &donor.id, network, context.now).await?;
            Ok::<_, Problem>(addresses)
        })
        .await?;
    app.after_erasure(addresses).await;
    app.wake_outbox();
    app.wake_blood_waves();
    app.pubsub.publish(ADMINISTRATION);
    Ok(())
}

/// The same without a link; `None` if there is no such donor. Returns the known addresses.
pub async fn erase_by_id(tx: &mut Tx<'_>, id: &str, context: &ActionContext) -> db::Result<Option<Vec<String>>> {
    tx.lock(Lock::Donor(id)).await?;
    let Some(donor) = store::find(tx, id).await? else { return Ok(None) };
    Ok(Some(erase_one(tx, &donor, context).await?))
}

async fn erase_one(tx: &mut Tx<'_>, donor: &Donor, context: &ActionContext) -> db::Result<Vec<String>> {
    let mut addresses = vec![donor.details.email.as_str().to_owned()];
    addresses.extend(donor.new_email.iter().map(|email| email.as_str().to_owned()));
    outbox::erase_to(tx, &addresses).await?;
    requests::leave(tx, donor, context).await?;
    links::end_all(tx, &donor.id).await?;
    store::delete(tx, &donor.id).await?;
    consents::erase_of(tx, &donor.id, context.now).await?;
    audit::erase_words(tx, std::slice::from_ref(&donor.id)).await?;
    Ok(addresses)
}

/// Records the erasure without the identity.
async fn record_erasure(tx: &mut Tx<'_>, id: &str, network: String, now: Timestamp) -> db::Result<()> {
    let subject = Subject { kind: OWN_ACCOUNT, id, name: "" };
    let entry = Entry { network: Some(network), ..Entry::of(("donor", id), "delete", subject) };
    audit::record(tx, entry, now).await
}

/// Published lower bounds of donors, by district and group.
pub async fn count_by_place(app: &App, state: &'static str) -> db::Result<Vec<(String, String, i64)>> {
    let (counted, salt) = app
        .db
        .public_report(async move |tx| {
            Ok::<_, db::Error>((store::count_by_place(tx, state).await?, store::count_salt(tx).await?))
        })
        .await?;
    let told = counted.into_iter().filter_map(|(district, group, count)| {
        let told = rounded_count(count, &salt, &district, &group)?;
        Some((district, group, told))
    });
    Ok(told.collect())
}

/// Registrations that one run of the job deletes.
const DELETE_BATCH_SIZE: i64 = 100;

/// Deletes registrations that were not confirmed in time.
pub async fn forget_unconfirmed(app: &App) -> db::Result<NextRun> {
    let before = ActionContext::of(app).hours_ago(24 * rules().confirm_within_days);
    let forgotten = app
        .db
        .write(async move |tx| {
            let forgotten = store::list_forgotten(tx, before, DELETE_BATCH_SIZE).await?;
            tx.lock_all(Lock::Donor, forgotten.iter().map(String::as_str)).await?;
            for id in &forgotten {
                // They may have confirmed meanwhile.
                if store::find(tx, id).await?.is_some_and(|donor| donor.confirmed_at.is_none()) {
                    links::end(tx, id).await?;
                    store::delete(tx, id).await?;
                }
            }
            Ok::<_, db::Error>(forgotten.len())
        })
        .await?;
    let is_all = i64::try_from(forgotten).is_ok_and(|count| count < DELETE_BATCH_SIZE);
    Ok(NextRun::Deleted { rows: forgotten as u64, is_all })
}

pub async fn list(app: &App, search: DonorSearch, paging: Paging) -> db::Result<Page<Donor>> {
    app.db.report(async move |tx| store::list(tx, &search, paging.part()).await).await
}

/// Donors of one page of an export, which are in memory together.
const EXPORT_PAGE_SIZE: i64 = 500;

pub async fn export_page(app: App, search: DonorSearch, after: Option<String>) -> db::Result<Vec<Donor>> {
    app.db.report(async move |tx| store::list_before(tx, &search, after.as_deref(), EXPORT_PAGE_SIZE).await).await
}
