//! What donors do by their private link: change, pause, rest or erase themselves.

use jiff::civil::Date;

use super::model::{Change, Donor, DonorDetails, UNTIL_THEY_RETURN};
use super::store;
use crate::app::App;
use crate::blood::links::{self, Kind};
use crate::blood::rules::{drawn_turn, published, rules};
use crate::blood::service::Moment;
use crate::blood::{mails, requests};
use crate::platform::background::Turn;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::live::ADMINISTRATION;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The donor has erased themselves, or the link was sent to an address that is no longer theirs.
    #[error("no such donor")]
    Gone,
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

pub async fn find(app: &App, id: &str) -> Result<KnownDonor, Error> {
    app.db
        .read(async |tx| {
            let donor = store::find(tx, id).await?.ok_or(Error::Gone)?;
            Ok((donor, store::find_change(tx, id).await?))
        })
        .await
}

/// Saves what a donor told anew. A new address waits until a link that is sent to it was used. Whoever no longer agrees to be
/// asked takes every yes back.
pub async fn save<E: From<Error> + From<db::Error> + Send + 'static>(
    app: &App,
    id: String,
    change: impl FnOnce(&mut DonorDetails) -> Result<(), E> + Send + 'static,
) -> Result<KnownDonor, E> {
    try_to_alter(app, id, move |donor, _| change(&mut donor.details)).await
}

/// Stops asking a donor up to a day, or until they return.
pub async fn pause(app: &App, id: String, until: Option<Date>) -> Result<KnownDonor, Error> {
    alter(app, id, move |donor, _| donor.paused_until = Some(until.unwrap_or(UNTIL_THEY_RETURN))).await
}

pub async fn resume(app: &App, id: String) -> Result<KnownDonor, Error> {
    alter(app, id, |donor, _| donor.paused_until = None).await
}

/// Starts the rest after a donation.
pub async fn report_donation(app: &App, id: String, day: Date) -> Result<KnownDonor, Error> {
    alter(app, id, move |donor, _| donor.last_given = Some(day)).await
}

/// Takes the waiting change over, if it is the one that was seen.
pub async fn take_change(app: &App, id: String, version: String) -> Result<KnownDonor, Error> {
    try_to_alter(app, id, move |donor, change| {
        let seen = change.take_if(|change| change.version == version).ok_or(Error::OtherChange)?;
        donor.details = seen.details;
        Ok(())
    })
    .await
}

/// Confirms the address that the donor's link was sent to: the one of the registration, or a new one. From now on they can be
/// asked.
pub async fn confirm(app: &App, id: String, mailed_to: Option<String>) -> Result<KnownDonor, Error> {
    let moment = Moment::of(app);
    let known = app
        .db
        .write(async move |tx| {
            let mailed_to = mailed_to.ok_or(Error::Gone)?;
            tx.lock(Lock::Email(&mailed_to)).await?;
            tx.lock(Lock::Donor(&id)).await?;
            let donor = store::find(tx, &id).await?.ok_or(Error::Gone)?;
            let donor = if donor.is_confirmed_by(Some(&mailed_to)) {
                confirm_one(tx, donor, &mailed_to, &moment).await?
            } else {
                donor
            };
            Ok::<_, Error>((donor, store::find_change(tx, &id).await?))
        })
        .await?;
    app.mail_waits();
    app.wave_waits();
    app.live.publish(ADMINISTRATION);
    Ok(known)
}

async fn confirm_one(tx: &mut Tx<'_>, before: Donor, mailed_to: &str, moment: &Moment) -> Result<Donor, Error> {
    let mut donor = before.clone();
    let new_email = donor.new_email.take_if(|email| email.key() == mailed_to);
    donor.details.email = new_email.clone().unwrap_or(donor.details.email);
    if store::count_confirmed_of(tx, &donor.details.email).await? >= rules().donors_of_one_address {
        return Err(Error::TooMany);
    }
    donor.confirmed_at = donor.confirmed_at.or(Some(moment.millis()));
    donor.turn = donor.turn.or(Some(drawn_turn(moment.today())));
    if new_email.is_some() {
        links::end_of_other_addresses(tx, &donor.id, mailed_to).await?;
        moment.mail(tx, &mails::address_changed(&before)).await?;
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
pub async fn end_other_links(app: &App, id: String, digest: String) -> db::Result<()> {
    app.db
        .write(async move |tx| {
            tx.lock(Lock::Donor(&id)).await?;
            links::end_others(tx, &id, &digest).await
        })
        .await
}

/// Forgets the waiting change.
pub async fn discard_change(app: &App, id: String) -> Result<KnownDonor, Error> {
    alter(app, id, |_, change| *change = None).await
}

async fn alter(
    app: &App,
    id: String,
    how: impl FnOnce(&mut Donor, &mut Option<Change>) + Send + 'static,
) -> Result<KnownDonor, Error> {
    let always = move |donor: &mut _, change: &mut _| {
        how(donor, change);
        Ok(())
    };
    try_to_alter(app, id, always).await
}

/// Changes a donor, or the change that waits for them, as they are stored at this moment.
async fn try_to_alter<E: From<Error> + From<db::Error> + Send + 'static>(
    app: &App,
    id: String,
    how: impl FnOnce(&mut Donor, &mut Option<Change>) -> Result<(), E> + Send + 'static,
) -> Result<KnownDonor, E> {
    let moment = Moment::of(app);
    let known = app
        .db
        .write(async move |tx| {
            tx.lock(Lock::Donor(&id)).await?;
            let before = store::find(tx, &id).await?.ok_or(Error::Gone)?;
            let waiting = store::find_change(tx, &id).await?;
            let (mut donor, mut change) = (before.clone(), waiting.clone());
            how(&mut donor, &mut change)?;
            if waiting.is_some() && change.is_none() {
                store::delete_change(tx, &id).await?;
            }
            if donor.details.email.key() != before.details.email.key() {
                let new_email = std::mem::replace(&mut donor.details.email, before.details.email.clone());
                donor.new_email = Some(new_email);
                mail_new_address(tx, &donor, &moment).await?;
            }
            if before.details.consent && !donor.details.consent {
                requests::withdraw(tx, &before, &moment).await?;
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
    if links::count_recent(tx, &donor.id, moment.now).await? >= rules().mails_in_an_hour {
        return Err(Error::TooManyMails);
    }
    let write = |link| mails::confirm_address(donor, link);
    Ok(moment.mail_link(tx, (Kind::Donor, &donor.id), write).await?)
}

/// Removes everything that we know of a donor. A yes that somebody may still count on is taken back.
pub async fn erase(app: &App, id: String) -> Result<(), Error> {
    let moment = Moment::of(app);
    app.db
        .write(async move |tx| {
            tx.lock(Lock::Donor(&id)).await?;
            let donor = store::find(tx, &id).await?.ok_or(Error::Gone)?;
            requests::leave(tx, &donor, &moment).await?;
            links::end(tx, &id).await?;
            store::delete(tx, &id).await?;
            Ok::<_, Error>(())
        })
        .await?;
    app.mail_waits();
    app.wave_waits();
    app.live.publish(ADMINISTRATION);
    Ok(())
}

/// How many may be asked at least, by district and group, where there are enough to say so.
pub async fn count_by_place(app: &App, state: &'static str) -> db::Result<Vec<(String, String, i64)>> {
    let (counted, salt) = app
        .db
        .report(async move |tx| {
            Ok::<_, db::Error>((store::count_by_place(tx, state).await?, store::count_salt(tx).await?))
        })
        .await?;
    let told = counted.into_iter().filter_map(|(district, group, count)| {
        let told = published(count, &salt, &district, &group)?;
        Some((district, group, told))
    });
    Ok(told.collect())
}

/// Donors whom one turn of a job takes.
const AT_ONCE: i64 = 100;

fn turn_after(count: usize) -> Turn {
    let is_all = i64::try_from(count).is_ok_and(|count| count < AT_ONCE);
    if is_all { Turn::Done } else { Turn::More }
}

/// Mails once to donors of before a confirmation was asked for.
pub async fn ask_old_to_confirm(app: &App) -> db::Result<Turn> {
    let moment = Moment::of(app);
    let mailed = app
        .db
        .write(async move |tx| {
            let donors = store::list_never_mailed(tx, AT_ONCE).await?;
            tx.lock_all(Lock::Donor, donors.iter().map(|donor| donor.id.as_str())).await?;
            for known in &donors {
                // They may have left meanwhile.
                let Some(donor) = store::find(tx, &known.id).await? else { continue };
                store::note_mailed(tx, &donor.id, moment.millis()).await?;
                moment.mail_link(tx, (Kind::Donor, &donor.id), |link| mails::confirm_known(&donor, link)).await?;
            }
            Ok::<_, db::Error>(donors.len())
        })
        .await?;
    app.mail_waits();
    Ok(turn_after(mailed))
}

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
    Ok(turn_after(forgotten))
}
