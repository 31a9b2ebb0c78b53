//! The donor's side of a request: see what is needed, say yes or no, take a yes back, tell of a wrong contact.

use jiff::Timestamp;

use super::matching::advance;
use super::model::{Ask, AskStatus, Party, Request, Status};
use super::service::{Error, write_report};
use super::store;
use crate::app::App;
use crate::blood::donors::{Donor, store as donors};
use crate::blood::{links, mails};
use crate::platform::clock;
use crate::platform::db::{self, Tx};
use crate::platform::live::ADMINISTRATION;
use crate::platform::outbox;

/// A question to a donor.
pub struct Question {
    pub ask: Ask,
    pub request: Request,
    pub reported: bool,
}

pub async fn find(app: &App, id: &str) -> Result<Question, Error> {
    app.db.read(async |tx| read(tx, id).await).await
}

async fn read(tx: &mut Tx<'_>, id: &str) -> Result<Question, Error> {
    let ask = store::find_ask(tx, id).await?.ok_or(Error::Gone)?;
    // Whoever erased themselves is asked nothing any more.
    donors::find(tx, &ask.donor_id).await?.ok_or(Error::Gone)?;
    let request = store::find(tx, &ask.request_id).await?.ok_or(Error::Gone)?;
    let reports = store::list_reports(tx, &request.id).await?;
    let reported = reports.iter().any(|report| report.ask_id == id && report.told_by == Party::Donor.as_str());
    Ok(Question { ask, request, reported })
}

/// The questions that a request has put, the first first.
pub async fn list_asked(app: &App, request_id: &str) -> Result<Vec<String>, Error> {
    let asks = app.db.read(async |tx| store::list_asks(tx, request_id).await).await?;
    Ok(asks.into_iter().map(|ask| ask.id).collect())
}

/// The question with its request's lock held: what is counted now is still true at the commit.
async fn locked(tx: &mut Tx<'_>, id: &str) -> Result<(Ask, Request, Donor), Error> {
    let request_id = store::find_ask(tx, id).await?.ok_or(Error::Gone)?.request_id;
    tx.lock(&request_id).await?;
    let ask = store::find_ask(tx, id).await?.ok_or(Error::Gone)?;
    let donor = donors::find(tx, &ask.donor_id).await?.ok_or(Error::Gone)?;
    let request = store::find(tx, &request_id).await?.ok_or(Error::Gone)?;
    Ok((ask, request, donor))
}

/// A yes, if it is still needed. From now on the two see each other's numbers, and both are told by mail.
pub async fn accept(app: &App, id: String) -> Result<Question, Error> {
    let (now, site, ask_id) = (app.clock.now(), app.config.public_url.clone(), id.clone());
    app.db
        .write(async move |tx| {
            let (mut ask, mut request, donor) = locked(tx, &ask_id).await?;
            if ask.status == AskStatus::Accepted && request.status.is_running() {
                return Ok(());
            }
            let accepted = store::tally(tx, &request.id).await?.accepted;
            if request.status != Status::Open || accepted >= request.wish.units {
                return Err(Error::NoLongerNeeded);
            }
            ask.status = AskStatus::Accepted;
            ask.answered_at = Some(now.as_millisecond());
            store::answer(tx, &ask).await?;
            for party in [Party::Requester, Party::Donor] {
                store::record_reveal(tx, &ask, party, now).await?;
            }
            if accepted + 1 >= request.wish.units {
                request.status = Status::Matched;
                request.next_wave_at = None;
                store::update(tx, &request).await?;
            }
            donors::keep_quiet(tx, &donor.id, end_of_day(&request)).await?;
            let link = links::make(tx, &site, links::Kind::Ask, &ask.id, now).await?;
            outbox::enqueue(tx, &mails::accepted_to_donor(&donor, &request, link), now).await?;
            let link = links::make(tx, &site, links::Kind::Request, &request.id, now).await?;
            outbox::enqueue(tx, &mails::accepted_to_requester(&donor, &request, link), now).await?;
            Ok(())
        })
        .await?;
    app.mail_waits();
    app.live.publish(ADMINISTRATION);
    find(app, &id).await
}

/// Whoever said yes is asked nothing else until the blood was needed.
fn end_of_day(request: &Request) -> i64 {
    let day = request.wish.needed_by.tomorrow().unwrap_or(request.wish.needed_by);
    day.to_zoned(clock::india()).map_or(i64::MAX, |midnight| midnight.timestamp().as_millisecond())
}

/// A no, or a yes taken back. When nobody is left to answer, the next donors are asked at once.
pub async fn decline(app: &App, id: String) -> Result<Question, Error> {
    let (now, site, ask_id) = (app.clock.now(), app.config.public_url.clone(), id.clone());
    app.db
        .write(async move |tx| {
            let (ask, request, donor) = locked(tx, &ask_id).await?;
            say_no(tx, ask, request, &donor, &site, now).await?;
            Ok::<_, Error>(())
        })
        .await?;
    advance(app).await?;
    app.live.publish(ADMINISTRATION);
    find(app, &id).await
}

async fn say_no(
    tx: &mut Tx<'_>,
    mut ask: Ask,
    mut request: Request,
    donor: &Donor,
    site: &str,
    now: Timestamp,
) -> db::Result<()> {
    let had_accepted = ask.status == AskStatus::Accepted;
    if ask.status == AskStatus::Declined || had_accepted && request.status.has_ended() {
        return Ok(());
    }
    ask.status = AskStatus::Declined;
    ask.answered_at = Some(now.as_millisecond());
    store::answer(tx, &ask).await?;
    if !request.status.is_running() {
        return Ok(());
    }
    if had_accepted {
        donors::keep_quiet(tx, &donor.id, 0).await?;
        let link = links::make(tx, site, links::Kind::Request, &request.id, now).await?;
        outbox::enqueue(tx, &mails::withdrawn(donor, &request, link), now).await?;
    }
    let tally = store::tally(tx, &request.id).await?;
    if tally.accepted < request.wish.units && (had_accepted || tally.waiting() == 0) {
        request.status = Status::Open;
        request.next_wave_at = Some(now.as_millisecond());
        store::update(tx, &request).await?;
    }
    Ok(())
}

/// Takes back every yes of a donor who leaves.
pub async fn withdraw(tx: &mut Tx<'_>, donor: &Donor, site: &str, now: Timestamp) -> db::Result<()> {
    for ask in store::list_accepted_of(tx, &donor.id).await? {
        tx.lock(&ask.request_id).await?;
        let fresh = store::find_ask(tx, &ask.id).await?;
        if let (Some(ask), Some(request)) = (fresh, store::find(tx, &ask.request_id).await?) {
            say_no(tx, ask, request, donor, site, now).await?;
        }
    }
    Ok(())
}

/// The donor tells of a wrong or repeated contact, once.
pub async fn report(app: &App, id: String, reason: String) -> Result<Question, Error> {
    let (now, ask_id) = (app.clock.now(), id.clone());
    app.db
        .write(async move |tx| {
            let (ask, _, _) = locked(tx, &ask_id).await?;
            write_report(tx, &ask, Party::Donor, &reason, now).await
        })
        .await?;
    app.live.publish(ADMINISTRATION);
    find(app, &id).await
}
