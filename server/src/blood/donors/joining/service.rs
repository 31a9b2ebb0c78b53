//! Becoming a donor, and a fresh link for those who lost theirs.

use crate::app::App;
use crate::blood::donors::model::{Change, Donor, DonorDetails};
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

/// Registers a donor, who counts once the mailed link was used. What an address registers touches nothing that another
/// address confirmed. Whatever we know already, the answer is the same and a mail goes to the same address.
pub async fn register(app: &App, details: DonorDetails, lang: Lang) -> Result<(), Error> {
    let moment = Moment::of(app);
    app.db
        .write(async move |tx| {
            lock_contact(tx, &details.email, &details.phone).await?;
            match lock_same(tx, &details).await? {
                None => add(tx, details, lang, &moment).await,
                Some(known) => keep_change(tx, &known, details, &moment).await,
            }
        })
        .await?;
    app.mail_waits();
    Ok(())
}

/// The donor of that number, name and address, with their lock held: they may be leaving at this moment.
async fn lock_same(tx: &mut Tx<'_>, details: &DonorDetails) -> db::Result<Option<Donor>> {
    if let Some(known) = store::find_same(tx, details).await? {
        tx.lock(Lock::Donor(&known.id)).await?;
    }
    store::find_same(tx, details).await
}

async fn add(tx: &mut Tx<'_>, details: DonorDetails, lang: Lang, moment: &Moment) -> db::Result<()> {
    make_room(tx, &details.email).await?;
    let donor = Donor {
        id: new_id(moment.now),
        details,
        lang,
        created_at: moment.millis(),
        confirmed_at: None,
        new_email: None,
        paused_until: None,
        last_given: None,
        turn: None,
    };
    store::insert(tx, &donor).await?;
    mail_link(tx, &donor, moment).await
}

/// An address has few registrations that nobody confirmed, or strangers could fill its mailbox with their links: the oldest go.
async fn make_room(tx: &mut Tx<'_>, email: &Email) -> db::Result<()> {
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

/// What a known donor tells again waits until they have seen what differs, before they confirmed and after it.
async fn keep_change(tx: &mut Tx<'_>, known: &Donor, mut details: DonorDetails, moment: &Moment) -> db::Result<()> {
    // The same age told again is no change, whatever day it is told on.
    if age_on(details.born, moment.today()) == known.age(moment.today()) {
        details.born = known.details.born;
    }
    if !known.details.differences(&details).is_empty() {
        store::save_change(tx, &known.id, &Change { version: new_id(moment.now), details }).await?;
    }
    if known.confirmed_at.is_none() {
        store::note_mailed(tx, &known.id, moment.millis()).await?;
    }
    mail_link(tx, known, moment).await
}

/// Mails an address a fresh link to each of its donors. It is one mail, however many they are: strangers can ask for it. The answer is
/// the same when there is none.
pub async fn send_links(app: &App, email: Email) -> Result<(), Error> {
    let moment = Moment::of(app);
    app.db
        .write(async move |tx| {
            let known = store::list_by_email(tx, &email).await?;
            tx.lock_all(Lock::Donor, known.iter().map(|donor| donor.id.as_str())).await?;
            // Some may have left, or have another address by now.
            let donors = store::list_by_email(tx, &email).await?;
            match donors.as_slice() {
                [] => {}
                [donor] => mail_link(tx, donor, &moment).await?,
                [.., newest] => mail_links(tx, &donors, newest, &moment).await?,
            }
            Ok::<_, Error>(())
        })
        .await?;
    app.mail_waits();
    Ok(())
}

/// The link to a donor's page, with what waits there.
async fn mail_link(tx: &mut Tx<'_>, donor: &Donor, moment: &Moment) -> db::Result<()> {
    if donor.confirmed_at.is_none() {
        // Who has a turn was a donor before this was asked, and is never forgotten.
        let confirm = if donor.turn.is_some() { mails::confirm_known } else { mails::confirm_donor };
        return moment.mail_link(tx, (Kind::Donor, &donor.id), |link| confirm(donor, link)).await;
    }
    let change = store::find_change(tx, &donor.id).await?;
    let differs = change.map(|change| donor.details.differences(&change.details)).unwrap_or_default();
    let write = |link| mails::own_link(donor, &differs, link);
    moment.mail_link(tx, (Kind::Donor, &donor.id), write).await
}

/// The links to the pages of all donors of one address, in the language of the newest.
async fn mail_links(tx: &mut Tx<'_>, donors: &[Donor], newest: &Donor, moment: &Moment) -> db::Result<()> {
    let mut pages = Vec::new();
    for donor in donors {
        pages.push((donor, moment.make_link(tx, (Kind::Donor, &donor.id), &donor.details.email).await?));
    }
    moment.mail(tx, &mails::own_links(newest, &pages)).await
}
