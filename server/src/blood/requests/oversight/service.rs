//! What the administrator sees of requests and does about them.

use jiff::civil::Date;

use crate::app::App;
use crate::blood::donors::{Donor, store as donors};
use crate::blood::links::Kind;
use crate::blood::mails;
use crate::blood::requests::model::{Ask, AskStatus, Report, Request, RequestStatus, RequestSummary, Reveal, Wish};
use crate::blood::requests::service::{End, Error, end_one, note_look, publish_changed, release_donor, tell_released};
use crate::blood::requests::store;
use crate::blood::service::Moment;
use crate::blood::store::{block, is_blocked, lock_contact, unblock};
use crate::identity::callers::{Admin, Hold};
use crate::platform::audit::Subject;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::list::{Page, Paging};

pub async fn list(app: &App, status: Option<RequestStatus>, paging: Paging) -> db::Result<Page<RequestSummary>> {
    app.db.report(async move |tx| store::list(tx, status, paging.part()).await).await
}

/// One donor's part, with the donor unless they have erased themselves.
pub struct AskedDonor {
    pub ask: Ask,
    pub donor: Option<Donor>,
    /// What the requester saw of the donor.
    pub reveals: Vec<Reveal>,
}

/// A request with everything that became of it.
pub struct RequestRecord {
    pub summary: RequestSummary,
    pub answers: Vec<AskedDonor>,
    pub reports: Vec<Report>,
    /// When it stood so.
    pub at: i64,
}

pub async fn find(app: &App, id: &str) -> Result<Option<RequestRecord>, Error> {
    let at = app.clock.now_millis();
    app.db
        .read(async |tx| {
            let Some(summary) = store::find_summary(tx, id).await? else { return Ok(None) };
            let all = store::list_reveals(tx, id).await?;
            let mut answers = Vec::new();
            for ask in store::list_asks(tx, id).await? {
                let donor = donors::find(tx, &ask.donor_id).await?;
                let reveals = all.iter().filter(|reveal| reveal.ask_id == ask.id).cloned().collect();
                answers.push(AskedDonor { ask, donor, reveals });
            }
            Ok(Some(RequestRecord { summary, answers, reports: store::list_reports(tx, id).await?, at }))
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
    /// What the requester's address asks for from now on waits for an administrator, and what it asked for ends.
    Block {
        reason: Option<String>,
    },
    Unblock,
    /// It is right, and goes on.
    Look,
}

impl Deed {
    fn action(&self) -> &'static str {
        match self {
            Self::Close { .. } => "close",
            Self::Extend { .. } => "extend",
            Self::Block { .. } => "block",
            Self::Unblock => "unblock",
            Self::Look => "look",
        }
    }

    fn reason(&self) -> Option<String> {
        match self {
            Self::Close { reason } | Self::Block { reason } => reason.clone(),
            Self::Extend { needed_by } => Some(needed_by.to_string()),
            Self::Unblock | Self::Look => None,
        }
    }
}

/// Whether there is such a request; the audit log tells who did what.
pub async fn act(app: &App, caller: &Admin, id: String, deed: Deed) -> Result<Option<RequestRecord>, Error> {
    let (moment, request_id) = (Moment::of(app), id.clone());
    let known = caller
        .write(app, Hold::Shared, async move |tx, admin| {
            lock_all_of_requester(tx, &request_id).await?;
            let Some(request) = store::find(tx, &request_id).await? else { return Ok(false) };
            if matches!(deed, Deed::Look) && request.is_looked_at() {
                return Ok(true);
            }
            let subject = Subject { kind: "bloodrequest", id: &request_id, name: request.wish.patient_name.as_str() };
            admin.record(tx, deed.action(), subject, deed.reason().as_deref(), moment.now).await?;
            apply(tx, request, deed, &moment).await?;
            Ok::<_, Error>(true)
        })
        .await?;
    if !known {
        return Ok(None);
    }
    app.mail_waits();
    app.wave_waits();
    let record = find(app, &id).await?;
    publish_changed(app, record.as_ref().and_then(|record| record.summary.request.hospital_id.as_deref()));
    Ok(record)
}

/// Whatever the requester of this request asked for waits until the unit ends: a block ends all of it.
async fn lock_all_of_requester(tx: &mut Tx<'_>, request_id: &str) -> db::Result<()> {
    let Some(request) = store::find(tx, request_id).await? else { return Ok(()) };
    let Wish { email, phone, .. } = request.wish;
    lock_contact(tx, &email, &phone).await?;
    let all = store::list_unended_of(tx, &email).await?;
    let ids = all.iter().map(|one| one.id.as_str()).chain([request_id]);
    tx.lock_all(Lock::BloodRequest, ids).await
}

async fn apply(tx: &mut Tx<'_>, request: Request, deed: Deed, moment: &Moment) -> Result<(), Error> {
    let email = request.wish.email.clone();
    match deed {
        Deed::Close { reason } => end_one(tx, request, &End::ByAdmin { reason }, moment).await,
        Deed::Extend { needed_by } => extend(tx, request, needed_by, moment).await,
        // The address is not confirmed: somebody else may have typed it.
        Deed::Block { .. } if request.confirmed_at.is_none() => Err(Error::NotChangeable),
        Deed::Block { reason } => {
            block(tx, &email, moment.millis()).await?;
            for request in store::list_unended_of(tx, &email).await? {
                end_one(tx, request, &End::ByAdmin { reason: reason.clone() }, moment).await?;
            }
            Ok(())
        }
        Deed::Unblock => {
            unblock(tx, &email).await?;
            for mut request in store::list_unended_of(tx, &email).await? {
                if request.status.is_running() && request.waits_for_unblocking() {
                    tell_released(tx, &request, moment).await?;
                    (request.hold, request.next_wave_at) = (None, Some(moment.millis()));
                    store::update(tx, &request).await?;
                }
            }
            Ok(())
        }
        Deed::Look => note_look(tx, request, moment).await,
    }
}

/// Gives a running or expired request more time. Whose yes to an expired one stands is told that it counts again.
async fn extend(tx: &mut Tx<'_>, mut request: Request, needed_by: Date, moment: &Moment) -> Result<(), Error> {
    let was_over = request.status == RequestStatus::Expired;
    let may_run = request.status.is_running() || was_over;
    if !may_run || is_blocked(tx, &request.wish.email).await? {
        return Err(Error::NotChangeable);
    }
    let enough = store::tally(tx, &request.id).await?.accepted >= request.wish.units;
    request.wish.needed_by = needed_by;
    request.status = if enough { RequestStatus::Matched } else { RequestStatus::Open };
    request.next_wave_at = (!enough).then(|| request.next_wave_at.unwrap_or(moment.millis()));
    store::update(tx, &request).await?;
    for ask in store::list_asks(tx, &request.id).await?.into_iter().filter(|ask| ask.status == AskStatus::Accepted) {
        let Some(donor) = donors::find(tx, &ask.donor_id).await? else { continue };
        // The request counts on them until its new day.
        release_donor(tx, &donor.id, 0).await?;
        if was_over {
            moment.mail_link(tx, (Kind::Ask, &ask.id), |link| mails::goes_on(&donor, &request, link)).await?;
        }
    }
    Ok(())
}
