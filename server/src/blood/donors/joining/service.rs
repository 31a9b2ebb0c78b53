//! Becoming a donor, and a fresh link for those who lost theirs.

use crate::app::App;
use crate::blood::donors::model::{Donor, DonorDetails};
use crate::blood::donors::service::Error;
use crate::blood::donors::store;
use crate::blood::links::{self, Kind};
use crate::blood::mails;
use crate::blood::rules::{age_on, rules};
use crate::blood::service::Moment;
use crate::blood::store::lock_contact;
use crate::identity::Email;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::ids::new_id;
use crate::platform::lang::Lang;

/// Registers a donor. Somebody whom we know is not doubled: what they told waits until it is confirmed through the
/// address on file. The caller cannot tell the two apart.
pub async fn register(app: &App, mut details: DonorDetails, lang: Lang) -> Result<(), Error> {
    let moment = Moment::of(app);
    app.db
        .write(async move |tx| {
            lock_contact(tx, &details.email, &details.phone).await?;
            let Some(known) = lock_person(tx, &details).await? else {
                let others = store::list_by_email(tx, &details.email).await?.len();
                if i64::try_from(others).unwrap_or(i64::MAX) >= rules().donors_of_one_address {
                    return Err(Error::TooMany);
                }
                let (id, created_at) = (new_id(moment.now), moment.millis());
                let donor = Donor { id, details, lang, created_at, paused_until: None, last_given: None };
                store::insert(tx, &donor).await?;
                moment.mail_link(tx, (Kind::Donor, &donor.id), |link| mails::welcome(&donor, link)).await?;
                return Ok(());
            };
            // The same age told again is no change, whatever day it is told on.
            if age_on(details.born, moment.today()) == known.age(moment.today()) {
                details.born = known.details.born;
            }
            if details != known.details {
                store::save_change(tx, &known.id, &details).await?;
            }
            mail_link(tx, &known, &moment).await
        })
        .await?;
    app.mail_waits();
    Ok(())
}

/// The donor of that number and name, if we know them, with their lock held: they may be leaving at this moment.
async fn lock_person(tx: &mut Tx<'_>, details: &DonorDetails) -> db::Result<Option<Donor>> {
    if let Some(known) = store::find_person(tx, &details.phone, &details.name).await? {
        tx.lock(Lock::Donor(&known.id)).await?;
    }
    store::find_person(tx, &details.phone, &details.name).await
}

/// Mails every donor of an address a fresh link. The answer is the same when there is none.
pub async fn send_links(app: &App, email: Email) -> Result<(), Error> {
    let moment = Moment::of(app);
    app.db
        .write(async move |tx| {
            let known = store::list_by_email(tx, &email).await?;
            tx.lock_all(Lock::Donor, known.iter().map(|donor| donor.id.as_str())).await?;
            // Some may have left, or have another address by now.
            for donor in store::list_by_email(tx, &email).await? {
                mail_link(tx, &donor, &moment).await?;
            }
            Ok::<_, Error>(())
        })
        .await?;
    app.mail_waits();
    Ok(())
}

/// A few an hour: more would only fill a stranger's mailbox.
async fn mail_link(tx: &mut Tx<'_>, donor: &Donor, moment: &Moment) -> Result<(), Error> {
    if links::count_recent(tx, &donor.id, moment.now).await? >= rules().links_in_an_hour {
        return Ok(());
    }
    let change_waits = store::find_change(tx, &donor.id).await?.is_some();
    let write = |link| mails::own_link(donor, change_waits, link);
    Ok(moment.mail_link(tx, (Kind::Donor, &donor.id), write).await?)
}
