//! What donors do: register, and change, pause, rest or erase themselves by their private link.

use jiff::Timestamp;
use jiff::civil::Date;

use super::model::{Details, Donor, Narrowed, UNTIL_THEY_RETURN};
use super::store;
use crate::app::App;
use crate::blood::locks::lock_contact;
use crate::blood::rules::{age_on, rules};
use crate::blood::{links, mails, requests};
use crate::identity::Email;
use crate::platform::clock;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::ids::new_id;
use crate::platform::lang::Lang;
use crate::platform::list::{Page, Part};
use crate::platform::live::ADMINISTRATION;
use crate::platform::outbox;

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

/// Registers a donor. Somebody whom we know is not doubled: what they told waits until it is confirmed through the
/// address on file. The caller cannot tell the two apart.
pub async fn register(app: &App, mut details: Details, lang: Lang) -> Result<(), Error> {
    let (now, site) = (app.clock.now(), app.config.public_url.clone());
    app.db
        .write(async move |tx| {
            lock_contact(tx, &details.email, &details.phone).await?;
            let Some(known) = lock_person(tx, &details).await? else {
                let others = store::list_by_email(tx, &details.email).await?.len();
                if i64::try_from(others).unwrap_or(i64::MAX) >= rules().donors_of_one_address {
                    return Err(Error::TooMany);
                }
                let donor = Donor {
                    id: new_id(now),
                    details,
                    lang,
                    created_at: now.as_millisecond(),
                    paused_until: None,
                    last_given: None,
                };
                store::insert(tx, &donor).await?;
                let link = links::make(tx, &site, links::Kind::Donor, &donor.id, now).await?;
                outbox::enqueue(tx, &mails::welcome(&donor, link), now).await?;
                return Ok(());
            };
            // The same age told again is no change, whatever day it is told on.
            let today = now.to_zoned(clock::india()).date();
            if age_on(details.born, today) == known.age(today) {
                details.born = known.details.born;
            }
            if details != known.details {
                store::save_change(tx, &known.id, &details).await?;
            }
            mail_link(tx, &site, &known, now).await
        })
        .await?;
    app.mail_waits();
    Ok(())
}

/// The donor of that number and name, if we know them, with their lock held: they may be leaving at this moment.
async fn lock_person(tx: &mut Tx<'_>, details: &Details) -> db::Result<Option<Donor>> {
    if let Some(known) = store::find_person(tx, &details.phone, &details.name).await? {
        tx.lock(Lock::Donor(&known.id)).await?;
    }
    store::find_person(tx, &details.phone, &details.name).await
}

/// Mails every donor of an address a fresh link. The answer is the same when there is none.
pub async fn send_links(app: &App, email: Email) -> Result<(), Error> {
    let (now, site) = (app.clock.now(), app.config.public_url.clone());
    app.db
        .write(async move |tx| {
            let known = store::list_by_email(tx, &email).await?;
            tx.lock_all(Lock::Donor, known.iter().map(|donor| donor.id.as_str())).await?;
            // Some may have left, or have another address by now.
            for donor in store::list_by_email(tx, &email).await? {
                mail_link(tx, &site, &donor, now).await?;
            }
            Ok::<_, Error>(())
        })
        .await?;
    app.mail_waits();
    Ok(())
}

/// A few an hour: more would only fill a stranger's mailbox.
async fn mail_link(tx: &mut Tx<'_>, site: &str, donor: &Donor, now: Timestamp) -> Result<(), Error> {
    if links::count_recent(tx, &donor.id, now).await? >= rules().links_in_an_hour {
        return Ok(());
    }
    let change_waits = store::find_change(tx, &donor.id).await?.is_some();
    let link = links::make(tx, site, links::Kind::Donor, &donor.id, now).await?;
    outbox::enqueue(tx, &mails::own_link(donor, change_waits, link), now).await?;
    Ok(())
}

/// A donor and the change that waits for them.
pub type Known = (Donor, Option<Details>);

pub async fn find(app: &App, id: &str) -> Result<Known, Error> {
    app.db
        .read(async |tx| {
            let donor = store::find(tx, id).await?.ok_or(Error::Gone)?;
            Ok((donor, store::find_change(tx, id).await?))
        })
        .await
}

/// Saves what a donor told anew. A new address gets a link of its own, and the old one is told. Whoever no longer agrees
/// to be asked takes every yes back.
pub async fn save(app: &App, id: String, details: Details) -> Result<Known, Error> {
    alter(app, id, move |donor, _| donor.details = details).await
}

/// Stops asking a donor up to a day, or until they return.
pub async fn pause(app: &App, id: String, until: Option<Date>) -> Result<Known, Error> {
    alter(app, id, move |donor, _| donor.paused_until = Some(until.unwrap_or(UNTIL_THEY_RETURN))).await
}

pub async fn resume(app: &App, id: String) -> Result<Known, Error> {
    alter(app, id, |donor, _| donor.paused_until = None).await
}

/// Starts the rest after a donation.
pub async fn report_donation(app: &App, id: String, day: Date) -> Result<Known, Error> {
    alter(app, id, move |donor, _| donor.last_given = Some(day)).await
}

/// Takes the waiting change over.
pub async fn take_change(app: &App, id: String) -> Result<Known, Error> {
    alter(app, id, |donor, change| {
        if let Some(details) = change.take() {
            donor.details = details;
        }
    })
    .await
}

/// Forgets the waiting change.
pub async fn discard_change(app: &App, id: String) -> Result<Known, Error> {
    alter(app, id, |_, change| *change = None).await
}

async fn alter(
    app: &App,
    id: String,
    how: impl FnOnce(&mut Donor, &mut Option<Details>) + Send + 'static,
) -> Result<Known, Error> {
    let (now, site) = (app.clock.now(), app.config.public_url.clone());
    let known = app
        .db
        .write(async move |tx| {
            tx.lock(Lock::Donor(&id)).await?;
            let before = store::find(tx, &id).await?.ok_or(Error::Gone)?;
            let waiting = store::find_change(tx, &id).await?;
            let (mut donor, mut change) = (before.clone(), waiting.clone());
            how(&mut donor, &mut change);
            if waiting.is_some() && change.is_none() {
                store::delete_change(tx, &id).await?;
            }
            if donor.details.email.key() != before.details.email.key() {
                let link = links::make(tx, &site, links::Kind::Donor, &id, now).await?;
                outbox::enqueue(tx, &mails::welcome(&donor, link), now).await?;
                outbox::enqueue(tx, &mails::address_changed(&before), now).await?;
            }
            if before.details.consent && !donor.details.consent {
                requests::withdraw(tx, &before, &site, now).await?;
            }
            // Last, because it can meet the unique index.
            store::update(tx, &donor, now.as_millisecond()).await.map_err(|error| match error {
                error if error.is_conflict("donors_person") => Error::Taken,
                error => error.into(),
            })?;
            Ok::<_, Error>((donor, change))
        })
        .await?;
    app.mail_waits();
    app.wave_waits();
    Ok(known)
}

/// Removes everything that we know of a donor. A yes that somebody may still count on is taken back.
pub async fn erase(app: &App, id: String) -> Result<(), Error> {
    let (now, site) = (app.clock.now(), app.config.public_url.clone());
    app.db
        .write(async move |tx| {
            tx.lock(Lock::Donor(&id)).await?;
            let donor = store::find(tx, &id).await?.ok_or(Error::Gone)?;
            requests::leave(tx, &donor, &site, now).await?;
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

/// A page of donors for the administrator, the newest first.
pub async fn list(app: &App, narrowed: Narrowed, part: Part<'_>) -> db::Result<Page<Donor>> {
    app.db.read(async |tx| store::list(tx, &narrowed, part).await).await
}

/// Donors of an export that stand in memory at once.
const EXPORTED: i64 = 500;

/// The donors of an export that come after one.
pub async fn export_page(app: &App, narrowed: &Narrowed, after: Option<&str>) -> db::Result<Vec<Donor>> {
    app.db.read(async |tx| store::list_before(tx, narrowed, after, EXPORTED).await).await
}
