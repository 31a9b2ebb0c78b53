//! What donors do by their private link: change, pause, rest or erase themselves.

use jiff::civil::Date;

use super::model::{Donor, DonorDetails, UNTIL_THEY_RETURN};
use super::store;
use crate::app::App;
use crate::blood::links::{self, Kind};
use crate::blood::service::Moment;
use crate::blood::{mails, requests};
use crate::platform::db::{self, Lock};
use crate::platform::live::ADMINISTRATION;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The donor has erased themselves.
    #[error("no such donor")]
    Gone,
    /// The number and name are another donor's.
    #[error("registered already")]
    Taken,
    #[error("too many donors of one address")]
    TooMany,
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// A donor and the change that waits for them.
pub type KnownDonor = (Donor, Option<DonorDetails>);

pub async fn find(app: &App, id: &str) -> Result<KnownDonor, Error> {
    app.db
        .read(async |tx| {
            let donor = store::find(tx, id).await?.ok_or(Error::Gone)?;
            Ok((donor, store::find_change(tx, id).await?))
        })
        .await
}

/// Saves what a donor told anew. A new address gets a link of its own, and the old one is told. Whoever no longer agrees
/// to be asked takes every yes back.
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

/// Takes the waiting change over.
pub async fn take_change(app: &App, id: String) -> Result<KnownDonor, Error> {
    alter(app, id, |donor, change| {
        if let Some(details) = change.take() {
            donor.details = details;
        }
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
    how: impl FnOnce(&mut Donor, &mut Option<DonorDetails>) + Send + 'static,
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
    how: impl FnOnce(&mut Donor, &mut Option<DonorDetails>) -> Result<(), E> + Send + 'static,
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
                moment.mail_link(tx, (Kind::Donor, &id), |link| mails::welcome(&donor, link)).await?;
                moment.mail(tx, &mails::address_changed(&before)).await?;
            }
            if before.details.consent && !donor.details.consent {
                requests::withdraw(tx, &before, &moment).await?;
            }
            // Last, because it can meet the unique index.
            store::update(tx, &donor, moment.millis()).await.map_err(|error| match error {
                error if error.is_conflict("donors_person") => Error::Taken,
                error => error.into(),
            })?;
            Ok::<_, E>((donor, change))
        })
        .await?;
    app.mail_waits();
    app.wave_waits();
    Ok(known)
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

/// How many may be asked at all, by district and group.
pub async fn count_by_place(app: &App, state: &'static str) -> db::Result<Vec<(String, String, i64)>> {
    app.db.report(async move |tx| store::count_by_place(tx, state).await).await
}
