//! What the administrator sees of requests and does about them.

use jiff::Timestamp;
use jiff::civil::Date;

use super::model::{Ask, AskStatus, Listed, Report, Request, Reveal, Status, Wish};
use super::service::{End, Error, end_one};
use super::store;
use crate::app::App;
use crate::blood::donors::{Donor, store as donors};
use crate::blood::locks::lock_contact;
use crate::blood::{links, mails};
use crate::identity::callers::{Admin, Hold};
use crate::platform::audit::Subject;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::list::{Page, Part};
use crate::platform::live::ADMINISTRATION;
use crate::platform::outbox;

pub async fn list(app: &App, status: Option<Status>, part: Part<'_>) -> db::Result<Page<Listed>> {
    app.db.read(async |tx| store::list(tx, status, part).await).await
}

/// One donor's part, with the donor unless they have erased themselves.
pub struct Answer {
    pub ask: Ask,
    pub donor: Option<Donor>,
    /// What the requester saw of the donor.
    pub reveals: Vec<Reveal>,
}

/// A request with everything that became of it.
pub struct Detail {
    pub listed: Listed,
    pub answers: Vec<Answer>,
    pub reports: Vec<Report>,
}

pub async fn find(app: &App, id: &str) -> Result<Option<Detail>, Error> {
    app.db
        .read(async |tx| {
            let Some(listed) = store::find_listed(tx, id).await? else { return Ok(None) };
            let all = store::list_reveals(tx, id).await?;
            let mut answers = Vec::new();
            for ask in store::list_asks(tx, id).await? {
                let donor = donors::find(tx, &ask.donor_id).await?;
                let reveals = all.iter().filter(|reveal| reveal.ask_id == ask.id).cloned().collect();
                answers.push(Answer { ask, donor, reveals });
            }
            Ok(Some(Detail { listed, answers, reports: store::list_reports(tx, id).await? }))
        })
        .await
}

/// What the administrator does about a request.
pub enum Deed {
    Close {
        reason: Option<String>,
    },
    Extend {
        needed_by: Date,
    },
    /// The requester's address and number may not ask any more, and what they asked for ends.
    Block {
        reason: Option<String>,
    },
    Unblock,
}

impl Deed {
    fn action(&self) -> &'static str {
        match self {
            Self::Close { .. } => "close",
            Self::Extend { .. } => "extend",
            Self::Block { .. } => "block",
            Self::Unblock => "unblock",
        }
    }

    fn reason(&self) -> Option<String> {
        match self {
            Self::Close { reason } | Self::Block { reason } => reason.clone(),
            Self::Extend { needed_by } => Some(needed_by.to_string()),
            Self::Unblock => None,
        }
    }
}

/// Whether there is such a request; the audit log tells who did what.
pub async fn act(app: &App, caller: &Admin, id: String, deed: Deed) -> Result<Option<Detail>, Error> {
    let (now, site, request_id) = (app.clock.now(), app.config.public_url.clone(), id.clone());
    let known = caller
        .write(app, Hold::Shared, async move |tx, admin| {
            lock_all_of_requester(tx, &request_id).await?;
            let Some(request) = store::find(tx, &request_id).await? else { return Ok(false) };
            let subject = Subject { kind: "bloodrequest", id: &request_id, name: request.wish.patient_name.as_str() };
            admin.record(tx, deed.action(), subject, deed.reason().as_deref(), now).await?;
            apply(tx, request, deed, &site, now).await?;
            Ok::<_, Error>(true)
        })
        .await?;
    if !known {
        return Ok(None);
    }
    app.mail_waits();
    app.wave_waits();
    app.live.publish(ADMINISTRATION);
    find(app, &id).await
}

/// Whatever the requester of this request asked for waits until the unit ends: a block ends all of it.
async fn lock_all_of_requester(tx: &mut Tx<'_>, request_id: &str) -> db::Result<()> {
    let Some(request) = store::find(tx, request_id).await? else { return Ok(()) };
    let Wish { email, phone, .. } = request.wish;
    lock_contact(tx, &email, &phone).await?;
    let all = store::list_of_contact(tx, &email, &phone, 0).await?;
    tx.lock_all(Lock::BloodRequest, all.iter().map(|one| one.id.as_str())).await
}

async fn apply(tx: &mut Tx<'_>, request: Request, deed: Deed, site: &str, now: Timestamp) -> Result<(), Error> {
    let (email, phone) = (request.wish.email.clone(), request.wish.phone.clone());
    match deed {
        Deed::Close { reason } => end_one(tx, request, &End::ByAdmin { reason }, site, now).await,
        Deed::Extend { needed_by } => extend(tx, request, needed_by, site, now).await,
        Deed::Block { reason } => {
            store::block(tx, &email, &phone, now.as_millisecond()).await?;
            for request in store::list_of_contact(tx, &email, &phone, 0).await? {
                if !request.status.has_ended() {
                    end_one(tx, request, &End::ByAdmin { reason: reason.clone() }, site, now).await?;
                }
            }
            Ok(())
        }
        Deed::Unblock => Ok(store::unblock(tx, &email, &phone).await?),
    }
}

/// Gives a running or expired request more time. Whose yes to an expired one stands is told that it counts again.
async fn extend(
    tx: &mut Tx<'_>,
    mut request: Request,
    needed_by: Date,
    site: &str,
    now: Timestamp,
) -> Result<(), Error> {
    let was_over = request.status == Status::Expired;
    let may_run = request.status.is_running() || was_over;
    if !may_run || store::is_blocked(tx, &request.wish.email, &request.wish.phone).await? {
        return Err(Error::NotChangeable);
    }
    let enough = store::tally(tx, &request.id).await?.accepted >= request.wish.units;
    request.wish.needed_by = needed_by;
    request.status = if enough { Status::Matched } else { Status::Open };
    request.next_wave_at = (!enough).then(|| request.next_wave_at.unwrap_or(now.as_millisecond()));
    store::update(tx, &request).await?;
    if was_over {
        tell_of_more_time(tx, &request, site, now).await?;
    }
    Ok(())
}

async fn tell_of_more_time(tx: &mut Tx<'_>, request: &Request, site: &str, now: Timestamp) -> db::Result<()> {
    for ask in store::list_asks(tx, &request.id).await?.into_iter().filter(|ask| ask.status == AskStatus::Accepted) {
        let Some(donor) = donors::find(tx, &ask.donor_id).await? else { continue };
        let link = links::make(tx, site, links::Kind::Ask, &ask.id, now).await?;
        outbox::enqueue(tx, &mails::goes_on(&donor, request, link), now).await?;
    }
    Ok(())
}
