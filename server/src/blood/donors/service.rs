//! What donors do by their private link: change, pause, rest or erase themselves.

use jiff::Timestamp;
use jiff::civil::Date;

use super::model::{Change, Donor, DonorDetails, Power, UNTIL_THEY_RETURN};
use super::store;
use crate::app::App;
use crate::blood::links::{self, Held, Kind};
use crate::blood::rules::{drawn_turn, published, rules};
use crate::blood::service::Moment;
use crate::blood::{mails, requests};
use crate::identity::consents::{self, Purpose};
use crate::platform::audit::{self, Entry, OWN_ACCOUNT, Subject};
use crate::platform::background::Turn;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::live::ADMINISTRATION;
use crate::platform::outbox;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The donor has erased themselves, or the link was sent to an address that is no longer theirs.
    #[error("no such donor")]
    Gone,
    /// The link was sent to an address that is not confirmed yet.
    #[error("the address is not confirmed")]
    ConfirmFirst,
    /// The address has another donor of that number and name.
    #[error("registered already")]
    Taken,
    #[error("too many donors of one address")]
    TooMany,
    #[error("too many mails in an hour")]
    TooManyMails,
    /// What waits is not what was seen.
    #[error("another change waits")]
    OtherChange,
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// A donor and the change that waits for them.
pub type KnownDonor = (Donor, Option<Change>);

pub async fn find(app: &App, link: &Held) -> Result<KnownDonor, Error> {
    app.db
        .read(async |tx| {
            let donor = find_of_link(tx, link).await?;
            Ok((donor, store::find_change(tx, &link.subject).await?))
        })
        .await
}

/// The donor of a link, who may be looked at by it.
async fn find_of_link(tx: &mut Tx<'_>, link: &Held) -> Result<Donor, Error> {
    let donor = store::find(tx, &link.subject).await?.ok_or(Error::Gone)?;
    match donor.power_of(link.mailed_to.as_deref()) {
        Power::Nothing => Err(Error::Gone),
        Power::LookAndConfirm | Power::Full => Ok(donor),
    }
}

/// The donor of a link, who may be changed by it, with their lock held.
async fn lock_of_link(tx: &mut Tx<'_>, link: &Held) -> Result<Donor, Error> {
    tx.lock(Lock::Donor(&link.subject)).await?;
    let donor = find_of_link(tx, link).await?;
    match donor.power_of(link.mailed_to.as_deref()) {
        Power::Full => Ok(donor),
        Power::LookAndConfirm | Power::Nothing => Err(Error::ConfirmFirst),
    }
}

/// Saves what a donor told anew. A new address waits until a link that is sent to it was used; who tells an address again, if only
/// their own, takes the one that waits back. Whoever no longer agrees to be asked takes every yes back.
pub async fn save<E: From<Error> + From<db::Error> + Send + 'static>(
    app: &App,
    link: Held,
    is_address_told: bool,
    change: impl FnOnce(&mut DonorDetails) -> Result<(), E> + Send + 'static,
) -> Result<KnownDonor, E> {
    try_to_alter(app, link, move |donor, _| {
        donor.new_email.take_if(|_| is_address_told);
        change(&mut donor.details)
    })
    .await
}

/// Stops asking a donor up to a day, or until they return.
pub async fn pause(app: &App, link: Held, until: Option<Date>) -> Result<KnownDonor, Error> {
    alter(app, link, move |donor, _| donor.paused_until = Some(until.unwrap_or(UNTIL_THEY_RETURN))).await
}

pub async fn resume(app: &App, link: Held) -> Result<KnownDonor, Error> {
    alter(app, link, |donor, _| donor.paused_until = None).await
}

/// Starts the rest after a donation.
pub async fn report_donation(app: &App, link: Held, day: Date) -> Result<KnownDonor, Error> {
    alter(app, link, move |donor, _| donor.last_given = Some(day)).await
}

/// Takes the waiting change over, if it is the one that was seen.
pub async fn take_change(app: &App, link: Held, version: String) -> Result<KnownDonor, Error> {
    try_to_alter(app, link, move |donor, change| {
        let seen = change.take_if(|change| change.version == version).ok_or(Error::OtherChange)?;
        donor.details = seen.details;
        Ok(())
    })
    .await
}

/// Confirms the address that the donor's link was sent to: the one of the registration, or a new one. From now on they can be
/// asked. A second confirmation changes nothing.
pub async fn confirm(app: &App, link: Held) -> Result<KnownDonor, Error> {
    let moment = Moment::of(app);
    let known = app
        .db
        .write(async move |tx| {
            let mailed_to = link.mailed_to.as_deref().ok_or(Error::Gone)?;
            tx.lock(Lock::Email(mailed_to)).await?;
            tx.lock(Lock::Donor(&link.subject)).await?;
            let donor = find_of_link(tx, &link).await?;
            let donor = if donor.is_confirmed_by(Some(mailed_to)) {
                confirm_one(tx, donor, mailed_to, &link.digest, &moment).await?
            } else {
                donor
            };
            Ok::<_, Error>((donor, store::find_change(tx, &link.subject).await?))
        })
        .await?;
    app.mail_waits();
    app.wave_waits();
    app.live.publish(ADMINISTRATION);
    Ok(known)
}

/// Whoever has the mailbox of a new address is the donor from now on: what was sent before, to the old one too, ends.
async fn confirm_one(
    tx: &mut Tx<'_>,
    before: Donor,
    mailed_to: &str,
    digest: &str,
    moment: &Moment,
) -> Result<Donor, Error> {
    let mut donor = before.clone();
    let new_email = donor.new_email.take_if(|email| email.key() == mailed_to);
    donor.details.email = new_email.clone().unwrap_or(donor.details.email);
    if store::count_confirmed_of(tx, &donor.details.email).await? >= rules().donors_of_one_address {
        return Err(Error::TooMany);
    }
    donor.confirmed_at = donor.confirmed_at.or(Some(moment.millis()));
    donor.turn = donor.turn.or(Some(drawn_turn(moment.today())));
    if new_email.is_some() {
        links::end_others(tx, &donor.id, digest).await?;
        moment.mail(tx, &mails::address_changed(&before)).await?;
    }
    if donor.details.consent {
        consents::give(tx, &donor.id, Purpose::Donor, &moment.notice, moment.now).await?;
    }
    update(tx, &donor, moment).await?;
    Ok(donor)
}

/// Last in a unit, because it can meet the unique index.
async fn update(tx: &mut Tx<'_>, donor: &Donor, moment: &Moment) -> Result<(), Error> {
    store::update(tx, donor, moment.millis()).await.map_err(|error| match error {
        error if error.is_conflict("donors_person") => Error::Taken,
        error => error.into(),
    })
}

/// Ends every link of a donor but the one that is shown.
pub async fn end_other_links(app: &App, link: Held) -> Result<(), Error> {
    app.db
        .write(async move |tx| {
            let donor = lock_of_link(tx, &link).await?;
            Ok(links::end_others(tx, &donor.id, &link.digest).await?)
        })
        .await
}

/// Forgets the waiting change.
pub async fn discard_change(app: &App, link: Held) -> Result<KnownDonor, Error> {
    alter(app, link, |_, change| *change = None).await
}

async fn alter(
    app: &App,
    link: Held,
    how: impl FnOnce(&mut Donor, &mut Option<Change>) + Send + 'static,
) -> Result<KnownDonor, Error> {
    let always = move |donor: &mut _, change: &mut _| {
        how(donor, change);
        Ok(())
    };
    try_to_alter(app, link, always).await
}

/// Changes a donor, or the change that waits for them, as they are stored at this moment.
async fn try_to_alter<E: From<Error> + From<db::Error> + Send + 'static>(
    app: &App,
    link: Held,
    how: impl FnOnce(&mut Donor, &mut Option<Change>) -> Result<(), E> + Send + 'static,
) -> Result<KnownDonor, E> {
    let moment = Moment::of(app);
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
                mail_new_address(tx, &donor, &moment).await?;
            }
            match (before.details.consent, donor.details.consent) {
                (true, false) => {
                    requests::withdraw(tx, &before, &moment).await?;
                    consents::withdraw(tx, &before.id, Purpose::Donor, moment.now).await?;
                }
                (false, true) => {
                    consents::give(tx, &before.id, Purpose::Donor, &moment.notice, moment.now).await?;
                }
                _ => {}
            }
            update(tx, &donor, &moment).await?;
            Ok::<_, E>((donor, change))
        })
        .await?;
    app.mail_waits();
    app.wave_waits();
    Ok(known)
}

/// Sends a link to a donor's new address. A few an hour: whoever holds a donor's link could write to strangers.
async fn mail_new_address(tx: &mut Tx<'_>, donor: &Donor, moment: &Moment) -> Result<(), Error> {
    let own = donor.details.email.key();
    if links::count_to_others(tx, &donor.id, &own, moment.now).await? >= rules().mails_in_an_hour {
        return Err(Error::TooManyMails);
    }
    let write = |link| mails::confirm_address(donor, link);
    Ok(moment.mail_link(tx, (Kind::Donor, &donor.id), write).await?)
}

/// Removes everything that we know of a donor. A yes that somebody may still count on is taken back.
pub async fn erase(app: &App, link: Held, network: String) -> Result<(), Error> {
    let moment = Moment::of(app);
    let addresses = app
        .db
        .write(async move |tx| {
            let donor = lock_of_link(tx, &link).await?;
            let addresses = erase_one(tx, &donor, &moment).await?;
            record_erasure(tx, &donor.id, network, moment.now).await?;
            Ok::<_, Error>(addresses)
        })
        .await?;
    app.was_erased(addresses).await;
    app.mail_waits();
    app.wave_waits();
    app.live.publish(ADMINISTRATION);
    Ok(())
}

/// The same of a donor who has no link at hand; `None` when there is no such donor. Returns the addresses that we knew.
pub async fn erase_by_id(tx: &mut Tx<'_>, id: &str, moment: &Moment) -> db::Result<Option<Vec<String>>> {
    tx.lock(Lock::Donor(id)).await?;
    let Some(donor) = store::find(tx, id).await? else { return Ok(None) };
    Ok(Some(erase_one(tx, &donor, moment).await?))
}

async fn erase_one(tx: &mut Tx<'_>, donor: &Donor, moment: &Moment) -> db::Result<Vec<String>> {
    let mut addresses = vec![donor.details.email.as_str().to_owned()];
    addresses.extend(donor.new_email.iter().map(|email| email.as_str().to_owned()));
    outbox::erase_to(tx, &addresses).await?;
    requests::leave(tx, donor, moment).await?;
    links::end_all(tx, &donor.id).await?;
    store::delete(tx, &donor.id).await?;
    consents::erase_of(tx, &donor.id, moment.now).await?;
    audit::erase_words(tx, std::slice::from_ref(&donor.id)).await?;
    Ok(addresses)
}

/// That somebody left, and when: nothing that says who it was.
async fn record_erasure(tx: &mut Tx<'_>, id: &str, network: String, now: Timestamp) -> db::Result<()> {
    let subject = Subject { kind: OWN_ACCOUNT, id, name: "" };
    let (actor_role, network) = ("donor", Some(network));
    let entry =
        Entry { actor_id: id, actor_role, action: "delete", subject, reason: None, network, times: 1, for_id: None };
    audit::record(tx, entry, now).await
}

/// How many may be asked at least, by district and group, where there are enough to say so.
pub async fn count_by_place(app: &App, state: &'static str) -> db::Result<Vec<(String, String, i64)>> {
    let (counted, salt) = app
        .db
        .public_report(async move |tx| {
            Ok::<_, db::Error>((store::count_by_place(tx, state).await?, store::count_salt(tx).await?))
        })
        .await?;
    let told = counted.into_iter().filter_map(|(district, group, count)| {
        let told = published(count, &salt, &district, &group)?;
        Some((district, group, told))
    });
    Ok(told.collect())
}

/// Donors of before who are mailed in an hour: their mails must not stand before everybody else's.
const OLD_IN_AN_HOUR: i64 = 300;

/// Mails once to donors of before a confirmation was asked for, a few every hour.
pub async fn ask_old_to_confirm(app: &App) -> db::Result<()> {
    let moment = Moment::of(app);
    app.db
        .write(async move |tx| {
            let donors = store::list_never_mailed(tx, OLD_IN_AN_HOUR).await?;
            tx.lock_all(Lock::Donor, donors.iter().map(|donor| donor.id.as_str())).await?;
            for known in &donors {
                // They may have left meanwhile.
                let Some(donor) = store::find(tx, &known.id).await? else { continue };
                store::note_mailed(tx, &donor.id, moment.millis()).await?;
                moment.mail_link(tx, (Kind::Donor, &donor.id), |link| mails::confirm_known(&donor, link)).await?;
            }
            Ok::<_, db::Error>(())
        })
        .await?;
    app.mail_waits();
    Ok(())
}

/// Registrations that one turn of the job forgets.
const AT_ONCE: i64 = 100;

/// Forgets registrations that nobody confirmed in time.
pub async fn forget_unconfirmed(app: &App) -> db::Result<Turn> {
    let before = Moment::of(app).hours_ago(24 * rules().confirm_within_days);
    let forgotten = app
        .db
        .write(async move |tx| {
            let forgotten = store::list_forgotten(tx, before, AT_ONCE).await?;
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
    let is_all = i64::try_from(forgotten).is_ok_and(|count| count < AT_ONCE);
    Ok(Turn::Deleted { rows: forgotten as u64, is_all })
}
