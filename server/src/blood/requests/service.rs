//! The requester's side: ask, confirm by the mailed link, see who said yes, and end it.

use jiff::Timestamp;

use super::matching::ago;
use super::model::{Ask, AskStatus, Party, Report, Request, Status, Tally, Wish};
use super::{reveals, store};
use crate::app::App;
use crate::blood::donors::{Donor, store as donors};
use crate::blood::locks::lock_contact;
use crate::blood::rules::rules;
use crate::blood::{links, mails};
use crate::identity::callers::SignedOut;
use crate::platform::clock::india;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::fold::fold;
use crate::platform::ids::new_id;
use crate::platform::lang::Lang;
use crate::platform::live::ADMINISTRATION;
use crate::platform::outbox;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("no such request")]
    Gone,
    #[error("asked already")]
    Known,
    #[error("too many requests")]
    TooMany,
    #[error("blocked")]
    Blocked,
    /// Ended, or not in a state for this.
    #[error("not changeable")]
    NotChangeable,
    /// Enough donors have said yes, or the request has ended.
    #[error("no longer needed")]
    NoLongerNeeded,
    /// A donor who never said yes cannot be reported.
    #[error("no such contact")]
    NoContact,
    #[error(transparent)]
    SignedOut(#[from] SignedOut),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Keeps a request and mails the link that confirms it. Nobody is asked before.
pub async fn ask(app: &App, wish: Wish, lang: Lang) -> Result<String, Error> {
    let (now, site) = (app.clock.now(), app.config.public_url.clone());
    let id = app
        .db
        .write(async move |tx| {
            lock_contact(tx, &wish.email, &wish.phone).await?;
            if store::is_blocked(tx, &wish.email, &wish.phone).await? {
                return Err(Error::Blocked);
            }
            check_limits(tx, &wish, now).await?;
            let request = Request {
                id: new_id(now),
                wish,
                lang,
                status: Status::Unconfirmed,
                created_at: now.as_millisecond(),
                confirmed_at: None,
                waves: 0,
                next_wave_at: None,
            };
            store::insert(tx, &request).await?;
            let link = links::make(tx, &site, links::Kind::Request, &request.id, now).await?;
            outbox::enqueue(tx, &mails::confirm_request(&request, link), now).await?;
            Ok(request.id)
        })
        .await?;
    app.mail_waits();
    Ok(id)
}

async fn check_limits(tx: &mut Tx<'_>, wish: &Wish, now: Timestamp) -> Result<(), Error> {
    let limits = &rules().request;
    // Whoever runs now was asked for at most as long ago as one may ask ahead.
    let since = ago(now, 24 * (limits.days_ahead + 1));
    let mut earlier = store::list_of_contact(tx, &wish.email, &wish.phone, since).await?;
    let yesterday = ago(now, 24);
    // A forgotten confirmation must not keep somebody from asking again for long.
    earlier.retain(|request| request.status != Status::Unconfirmed || request.created_at > yesterday);
    let active: Vec<_> = earlier.iter().filter(|request| !request.status.has_ended()).collect();
    let same = |known: &Request| {
        let known = &known.wish;
        known.group == wish.group
            && fold(known.patient_name.as_str()) == fold(wish.patient_name.as_str())
            && fold(&known.hospital) == fold(&wish.hospital)
    };
    if active.iter().any(|request| request.status != Status::Unconfirmed && same(request)) {
        return Err(Error::Known);
    }
    let today = earlier.iter().filter(|request| request.created_at > yesterday).count();
    let reached = |count: usize, limit: i64| i64::try_from(count).is_ok_and(|count| count >= limit);
    if reached(active.len(), limits.at_once) || reached(today, limits.in_a_day) {
        return Err(Error::TooMany);
    }
    Ok(())
}

/// A request as its requester sees it.
pub struct Own {
    pub request: Request,
    pub tally: Tally,
    /// The donors whose yes stands, with their number, while the request runs.
    pub shown: Vec<(Ask, Donor)>,
    /// Who said yes and is not shown, because they took it back or the request has ended.
    pub hidden: Vec<Ask>,
    pub reports: Vec<Report>,
}

/// A request as it stands. What shows a donor is read with the lock held, and written down.
pub async fn find(app: &App, id: &str) -> Result<Own, Error> {
    let (now, request_id) = (app.clock.now(), id.to_owned());
    let own = app.db.read(async |tx| read(tx, id, now).await).await?;
    if !own.request.status.is_running() || own.hidden.iter().all(Ask::is_withdrawn) {
        return Ok(own);
    }
    app.db
        .write(async move |tx| {
            tx.lock(Lock::BloodRequest(&request_id)).await?;
            let mut own = read(tx, &request_id, now).await?;
            own.shown = reveals::show_donors(tx, &own.request, &own.hidden, now).await?;
            own.hidden.retain(|ask| own.shown.iter().all(|(shown, _)| shown.id != ask.id));
            Ok(own)
        })
        .await
}

/// Without anything that only the holder of the request's lock may read.
async fn read(tx: &mut Tx<'_>, id: &str, now: Timestamp) -> Result<Own, Error> {
    let request = store::find(tx, id).await?.filter(|request| !is_forgotten(request, now)).ok_or(Error::Gone)?;
    let request = request.on(now.to_zoned(india()).date());
    let mut hidden = store::list_asks(tx, id).await?;
    hidden.retain(|ask| ask.accepted_at.is_some());
    let (tally, reports) = (store::tally(tx, id).await?, store::list_reports(tx, id).await?);
    Ok(Own { request, tally, shown: Vec::new(), hidden, reports })
}

/// Nobody confirmed it in time.
fn is_forgotten(request: &Request, now: Timestamp) -> bool {
    request.status == Status::Unconfirmed && request.created_at <= ago(now, rules().request.confirm_within_hours)
}

/// Opens a request; its first donors are asked at once. A second confirmation changes nothing.
pub async fn confirm(app: &App, id: String) -> Result<Own, Error> {
    let (now, request_id) = (app.clock.now(), id.clone());
    app.db
        .write(async move |tx| {
            let Wish { email, phone, .. } = store::find(tx, &request_id).await?.ok_or(Error::Gone)?.wish;
            lock_contact(tx, &email, &phone).await?;
            tx.lock(Lock::BloodRequest(&request_id)).await?;
            let mut request = store::find(tx, &request_id).await?.ok_or(Error::Gone)?;
            if is_forgotten(&request, now) {
                return Err(Error::Gone);
            }
            if request.status != Status::Unconfirmed {
                return Ok(());
            }
            if store::is_blocked(tx, &email, &phone).await? {
                return Err(Error::Blocked);
            }
            request.status = Status::Open;
            request.confirmed_at = Some(now.as_millisecond());
            request.next_wave_at = Some(now.as_millisecond());
            Ok(store::update(tx, &request).await?)
        })
        .await?;
    app.wave_waits();
    app.live.publish(ADMINISTRATION);
    find(app, &id).await
}

/// How a request ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// There was blood.
    Fulfilled,
    NotNeeded,
    /// By the administrator, with a reason for the requester.
    ByAdmin {
        reason: Option<String>,
    },
}

/// Ends a request by its requester.
pub async fn close(app: &App, id: String, end: End) -> Result<Own, Error> {
    let (now, site, request_id) = (app.clock.now(), app.config.public_url.clone(), id.clone());
    app.db
        .write(async move |tx| {
            tx.lock(Lock::BloodRequest(&request_id)).await?;
            let request = store::find(tx, &request_id).await?.ok_or(Error::Gone)?;
            end_one(tx, request, &end, &site, now).await
        })
        .await?;
    app.mail_waits();
    app.live.publish(ADMINISTRATION);
    find(app, &id).await
}

/// Ends a request, and tells the donors who said yes: nobody sees them any more. The caller holds its lock.
pub(super) async fn end_one(
    tx: &mut Tx<'_>,
    mut request: Request,
    end: &End,
    site: &str,
    now: Timestamp,
) -> Result<(), Error> {
    if request.status.has_ended() {
        return Err(Error::NotChangeable);
    }
    request.status = if *end == End::Fulfilled { Status::Fulfilled } else { Status::Closed };
    request.next_wave_at = None;
    store::update(tx, &request).await?;
    for ask in store::list_asks(tx, &request.id).await?.into_iter().filter(|ask| ask.status == AskStatus::Accepted) {
        let Some(donor) = donors::find(tx, &ask.donor_id).await? else { continue };
        let link = links::make(tx, site, links::Kind::Donor, &donor.id, now).await?;
        outbox::enqueue(tx, &mails::ended(&donor, &request, link), now).await?;
    }
    if let End::ByAdmin { reason } = end {
        outbox::enqueue(tx, &mails::closed_by_admin(&request, reason.as_deref()), now).await?;
    }
    Ok(())
}

/// The requester tells of a wrong or repeated contact, once for each donor.
pub async fn report(app: &App, id: String, ask_id: String, reason: String) -> Result<Own, Error> {
    let (now, request_id) = (app.clock.now(), id.clone());
    app.db
        .write(async move |tx| {
            tx.lock(Lock::BloodRequest(&request_id)).await?;
            let ask = store::find_ask(tx, &ask_id).await?.filter(|ask| ask.request_id == request_id);
            let ask = ask.filter(|ask| ask.accepted_at.is_some()).ok_or(Error::NoContact)?;
            write_report(tx, &ask, Party::Requester, &reason, now).await
        })
        .await?;
    app.live.publish(ADMINISTRATION);
    find(app, &id).await
}

/// One of each about each: saying it twice changes nothing.
pub(super) async fn write_report(
    tx: &mut Tx<'_>,
    ask: &Ask,
    by: Party,
    reason: &str,
    now: Timestamp,
) -> Result<(), Error> {
    let known = store::list_reports(tx, &ask.request_id).await?;
    if !known.iter().any(|report| report.ask_id == ask.id && report.told_by == by.as_str()) {
        store::insert_report(tx, ask, by, reason, now).await?;
    }
    Ok(())
}
