//! The donor's side of a request: see what is needed, say yes or no, take a yes back, tell of a wrong contact.

use jiff::civil::Date;

use crate::app::App;
use crate::blood::donors::{Donor, store as donors};
use crate::blood::links::{Held, Kind};
use crate::blood::mails;
use crate::blood::requests::model::{Ask, AskStatus, Party, Request, RequestStatus};
use crate::blood::requests::reveals::{self, Viewer};
use crate::blood::requests::service::{Error, release_donor, write_report};
use crate::blood::requests::store;
use crate::blood::service::Moment;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::live::ADMINISTRATION;

/// A question to a donor.
pub struct Question {
    pub ask: Ask,
    pub request: Request,
    pub reported: bool,
    /// Whether the donor sees whom to call, and the requester sees the donor.
    pub are_shown: bool,
    /// When the requester last saw the donor's name and number.
    pub last_seen_at: Option<i64>,
}

/// A question as it stands. What shows the requester's number is read with the lock held, and written down.
pub async fn find(app: &App, link: &Held) -> Result<Question, Error> {
    let (moment, Held { subject: id, network, .. }) = (Moment::of(app), link.clone());
    let question = app.db.read(async |tx| read(tx, &id, moment.today()).await).await?;
    if !question.are_shown {
        return Ok(question);
    }
    let request_id = question.request.id;
    app.db
        .write(async move |tx| {
            tx.lock(Lock::BloodRequest(&request_id)).await?;
            let question = read(tx, &id, moment.today()).await?;
            if question.are_shown {
                let viewer = Viewer { now: moment.now, network: network.as_deref() };
                reveals::show_requester(tx, &question.ask, &question.request, viewer).await?;
            }
            Ok(question)
        })
        .await
}

async fn read(tx: &mut Tx<'_>, id: &str, today: Date) -> Result<Question, Error> {
    let ask = store::find_ask(tx, id).await?.ok_or(Error::Gone)?;
    // Whoever erased themselves is asked nothing any more.
    donors::find(tx, &ask.donor_id).await?.ok_or(Error::Gone)?;
    let request = store::find(tx, &ask.request_id).await?.ok_or(Error::Gone)?.on(today);
    let reports = store::list_reports(tx, &request.id).await?;
    let reported = reports.iter().any(|report| report.ask_id == id && report.told_by == Party::Donor.as_str());
    let are_shown = ask.status == AskStatus::Accepted && reveals::are_shown(tx, &request).await?;
    let reveals = store::list_reveals(tx, &request.id).await?;
    let last_seen_at = reveals.iter().filter(|reveal| reveal.ask_id == id).map(|reveal| reveal.last_at).max();
    Ok(Question { ask, request, reported, are_shown, last_seen_at })
}

/// The questions that a request has put, the first first.
pub async fn list_asked(app: &App, request_id: &str) -> Result<Vec<String>, Error> {
    let asks = app.db.read(async |tx| store::list_asks(tx, request_id).await).await?;
    Ok(asks.into_iter().map(|ask| ask.id).collect())
}

/// The question with the locks of its donor and its request held: what is read now is still true at the commit.
async fn locked(tx: &mut Tx<'_>, id: &str, today: Date) -> Result<(Ask, Request, Donor), Error> {
    let Ask { donor_id, request_id, .. } = store::find_ask(tx, id).await?.ok_or(Error::Gone)?;
    tx.lock(Lock::Donor(&donor_id)).await?;
    tx.lock(Lock::BloodRequest(&request_id)).await?;
    let ask = store::find_ask(tx, id).await?.ok_or(Error::Gone)?;
    let donor = donors::find(tx, &donor_id).await?.ok_or(Error::Gone)?;
    let request = store::find(tx, &request_id).await?.ok_or(Error::Gone)?.on(today);
    Ok((ask, request, donor))
}

/// A yes, if it is still needed. From now on the two see each other's numbers on their pages, as long as the yes stands
/// and the request runs. Both are told by mail; the requester's holds nothing of the donor, because it could not be taken
/// back.
pub async fn accept(app: &App, link: Held) -> Result<Question, Error> {
    let (moment, Held { subject: ask_id, network, .. }) = (Moment::of(app), link.clone());
    app.db
        .write(async move |tx| {
            let (mut ask, mut request, donor) = locked(tx, &ask_id, moment.today()).await?;
            if ask.status == AskStatus::Accepted && request.status.is_running() {
                return Ok(());
            }
            let accepted = store::tally(tx, &request.id).await?.accepted;
            if request.status != RequestStatus::Open || accepted >= request.wish.units {
                return Err(Error::NoLongerNeeded);
            }
            ask.status = AskStatus::Accepted;
            ask.answered_at = Some(moment.millis());
            ask.accepted_at = ask.answered_at;
            store::answer(tx, &ask).await?;
            if accepted + 1 >= request.wish.units {
                request.stop(RequestStatus::Matched, moment.millis());
                store::update(tx, &request).await?;
            }
            release_donor(tx, &donor.id, 0).await?;
            let to_donor = |link| mails::accepted_to_donor(&donor, &request, link);
            moment.mail_link(tx, (Kind::Ask, &ask.id), to_donor).await?;
            let viewer = Viewer { now: moment.now, network: network.as_deref() };
            reveals::show_requester(tx, &ask, &request, viewer).await?;
            let to_requester = |link| mails::accepted_to_requester(&request, link);
            Ok(moment.mail_link(tx, (Kind::Request, &request.id), to_requester).await?)
        })
        .await?;
    app.mail_waits();
    app.live.publish(ADMINISTRATION);
    find(app, &link).await
}

/// A no, or a yes taken back, which one can as long as the request is kept. When nobody is left to answer, the next
/// donors are asked at once.
pub async fn decline(app: &App, link: Held) -> Result<Question, Error> {
    let (moment, ask_id) = (Moment::of(app), link.subject.clone());
    app.db
        .write(async move |tx| {
            let (ask, request, donor) = locked(tx, &ask_id, moment.today()).await?;
            Ok::<_, Error>(say_no(tx, ask, request, &donor, &moment).await?)
        })
        .await?;
    app.mail_waits();
    app.wave_waits();
    app.live.publish(ADMINISTRATION);
    find(app, &link).await
}

async fn say_no(tx: &mut Tx<'_>, mut ask: Ask, mut request: Request, donor: &Donor, moment: &Moment) -> db::Result<()> {
    if ask.status == AskStatus::Declined {
        return Ok(());
    }
    ask.status = AskStatus::Declined;
    ask.answered_at = Some(moment.millis());
    store::answer(tx, &ask).await?;
    // Whoever asked for blood that is no longer needed need not hear who would not have come.
    if !request.status.is_running() {
        return Ok(());
    }
    if ask.is_withdrawn() {
        release_donor(tx, &donor.id, 0).await?;
        let write = |link| mails::withdrawn(&ask, &request, link);
        moment.mail_link(tx, (Kind::Request, &request.id), write).await?;
    }
    let tally = store::tally(tx, &request.id).await?;
    if tally.accepted < request.wish.units && (ask.is_withdrawn() || tally.waiting() == 0) {
        request.status = RequestStatus::Open;
        request.next_wave_at = Some(moment.millis());
        store::update(tx, &request).await?;
    }
    Ok(())
}

/// A donor leaves: a yes that somebody may still count on is taken back, and the record of what was shown forgets their
/// name and number, that of complaints its words. The caller holds the donor's lock.
pub async fn leave(tx: &mut Tx<'_>, donor: &Donor, moment: &Moment) -> db::Result<()> {
    withdraw(tx, donor, moment).await?;
    store::erase_reports_of(tx, &donor.id).await?;
    store::erase_shown_of(tx, &donor.id).await
}

/// Takes back every yes of a donor that somebody may still count on. The caller holds the donor's lock.
pub async fn withdraw(tx: &mut Tx<'_>, donor: &Donor, moment: &Moment) -> db::Result<()> {
    let asks = store::list_accepted_of(tx, &donor.id).await?;
    tx.lock_all(Lock::BloodRequest, asks.iter().map(|ask| ask.request_id.as_str())).await?;
    for ask in asks {
        let fresh = store::find_ask(tx, &ask.id).await?;
        if let (Some(ask), Some(request)) = (fresh, store::find(tx, &ask.request_id).await?) {
            say_no(tx, ask, request.on(moment.today()), donor, moment).await?;
        }
    }
    Ok(())
}

/// The donor tells of a wrong or repeated contact, once.
pub async fn report(app: &App, link: Held, reason: String) -> Result<Question, Error> {
    let (moment, ask_id) = (Moment::of(app), link.subject.clone());
    app.db
        .write(async move |tx| {
            let (ask, _, _) = locked(tx, &ask_id, moment.today()).await?;
            write_report(tx, &ask, Party::Donor, &reason, &moment).await
        })
        .await?;
    app.live.publish(ADMINISTRATION);
    find(app, &link).await
}
