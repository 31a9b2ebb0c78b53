//! Review of requests: by an administrator, who can close, extend, block and release them, and by the hospital that a request
//! names, which can confirm it.

use jiff::civil::Date;

use crate::app::App;
use crate::blood::donor_records::{Donor, store as donors};
use crate::blood::links::LinkKind;
use crate::blood::mails;
use crate::blood::request_records::model::{
    ContactReport, Disclosure, DonorInvitation, InvitationStatus, Request, RequestDetails, RequestStatus,
    RequestSummary,
};
use crate::blood::requests::service::{
    Error, RequestEnd, end_one, mark_reviewed, notify_released, publish_changed, release_donor,
};
use crate::blood::requests::store;
use crate::blood::service::ActionContext;
use crate::blood::store::{block, is_blocked, lock_contact, unblock};
use crate::identity::callers::{AccountLock, Admin, FacilityStaff};
use crate::platform::audit::Subject;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::list::{Page, Paging};

pub async fn list(app: &App, status: Option<RequestStatus>, paging: Paging) -> db::Result<Page<RequestSummary>> {
    app.db.report(async move |tx| store::list(tx, status, paging.part()).await).await
}

pub struct InvitedDonor {
    pub invitation: DonorInvitation,
    pub donor: Option<Donor>,
    /// What the requester saw of the donor.
    pub disclosures: Vec<Disclosure>,
}

pub struct RequestRecord {
    pub summary: RequestSummary,
    pub answers: Vec<InvitedDonor>,
    pub reports: Vec<ContactReport>,
    /// The time of the read.
    pub at: i64,
}

pub async fn find(app: &App, id: &str) -> Result<Option<RequestRecord>, Error> {
    let at = app.clock.now_millis();
    app.db
        .read(async |tx| {
            let Some(summary) = store::find_summary(tx, id).await? else { return Ok(None) };
            let all = store::list_disclosures(tx, id).await?;
            let mut answers = Vec::new();
            for invitation in store::list_invitations(tx, id).await? {
                let donor = donors::find(tx, &invitation.donor_id).await?;
                let disclosures =
                    all.iter().filter(|disclosure| disclosure.invitation_id == invitation.id).cloned().collect();
                answers.push(InvitedDonor { invitation, donor, disclosures });
            }
            Ok(Some(RequestRecord { summary, answers, reports: store::list_reports(tx, id).await?, at }))
        })
        .await
}

pub enum AdminAction {
    Close {
        reason: Option<String>,
    },
    Extend {
        needed_by: Date,
    },
    /// Blocks the requester's address: its requests end, and new ones wait for an administrator.
    Block {
        reason: Option<String>,
    },
    Unblock,
    MarkReviewed,
}

impl AdminAction {
    fn action(&self) -> &'static str {
        match self {
            Self::Close { .. } => "close",
            Self::Extend { .. } => "extend",
            Self::Block { .. } => "block",
            Self::Unblock => "unblock",
            Self::MarkReviewed => "look",
        }
    }

    fn reason(&self) -> Option<String> {
        match self {
            Self::Close { reason } | Self::Block { reason } => reason.clone(),
            Self::Extend { needed_by } => Some(needed_by.to_string()),
            Self::Unblock | Self::MarkReviewed => None,
        }
    }
}

/// Runs an action, recorded in the audit log. `None` if there is no such request.
pub async fn act(app: &App, caller: &Admin, id: String, action: AdminAction) -> Result<Option<RequestRecord>, Error> {
    let (context, request_id) = (ActionContext::of(app), id.clone());
    let known = caller
        .write(app, AccountLock::Shared, async move |tx, admin| {
            lock_requests_of_requester(tx, &request_id).await?;
            let Some(request) = store::find(tx, &request_id).await? else { return Ok(false) };
            if matches!(action, AdminAction::MarkReviewed) && request.is_looked_at() {
                return Ok(true);
            }
            let subject =
                Subject { kind: "bloodrequest", id: &request_id, name: request.details.patient_name.as_str() };
            admin.record(tx, action.action(), subject, action.reason().as_deref(), context.now).await?;
            apply(tx, request, action, &context).await?;
            Ok::<_, Error>(true)
        })
        .await?;
    if !known {
        return Ok(None);
    }
    app.wake_outbox();
    app.wake_blood_waves();
    let record = find(app, &id).await?;
    publish_changed(app, record.as_ref().and_then(|record| record.summary.request.hospital_id.as_deref()));
    Ok(record)
}

/// Locks all requests of the requester, because a block ends all of them.
async fn lock_requests_of_requester(tx: &mut Tx<'_>, request_id: &str) -> db::Result<()> {
    let Some(request) = store::find(tx, request_id).await? else { return Ok(()) };
    let RequestDetails { email, phone, .. } = request.details;
    lock_contact(tx, &email, &phone).await?;
    let all = store::list_unended_of(tx, &email).await?;
    let ids = all.iter().map(|one| one.id.as_str()).chain([request_id]);
    tx.lock_all(Lock::BloodRequest, ids).await
}

async fn apply(tx: &mut Tx<'_>, request: Request, action: AdminAction, context: &ActionContext) -> Result<(), Error> {
    let email = request.details.email.clone();
    match action {
        AdminAction::Close { reason } => end_one(tx, request, &RequestEnd::ByAdmin { reason }, context).await,
        AdminAction::Extend { needed_by } => extend(tx, request, needed_by, context).await,
        // The address is not confirmed: another person may have typed it.
        AdminAction::Block { .. } if request.confirmed_at.is_none() => Err(Error::NotChangeable),
        AdminAction::Block { reason } => {
            block(tx, &email, context.millis()).await?;
            for request in store::list_unended_of(tx, &email).await? {
                end_one(tx, request, &RequestEnd::ByAdmin { reason: reason.clone() }, context).await?;
            }
            Ok(())
        }
        AdminAction::Unblock => {
            unblock(tx, &email).await?;
            for mut request in store::list_unended_of(tx, &email).await? {
                if request.status.is_running() && request.waits_for_unblocking() {
                    notify_released(tx, &request, context).await?;
                    (request.hold, request.next_wave_at) = (None, Some(context.millis()));
                    store::update(tx, &request).await?;
                }
            }
            Ok(())
        }
        AdminAction::MarkReviewed => mark_reviewed(tx, request, context).await,
    }
}

/// Extends an open or expired request. Donors who had accepted an expired one are notified.
async fn extend(tx: &mut Tx<'_>, mut request: Request, needed_by: Date, context: &ActionContext) -> Result<(), Error> {
    let was_over = request.status == RequestStatus::Expired;
    let may_run = request.status.is_running() || was_over;
    if !may_run || is_blocked(tx, &request.details.email).await? {
        return Err(Error::NotChangeable);
    }
    let enough = store::tally(tx, &request.id).await?.accepted >= request.details.units;
    request.details.needed_by = needed_by;
    request.status = if enough { RequestStatus::Matched } else { RequestStatus::Open };
    request.next_wave_at = (!enough).then(|| request.next_wave_at.unwrap_or(context.millis()));
    store::update(tx, &request).await?;
    for invitation in store::list_invitations(tx, &request.id)
        .await?
        .into_iter()
        .filter(|invitation| invitation.status == InvitationStatus::Accepted)
    {
        let Some(donor) = donors::find(tx, &invitation.donor_id).await? else { continue };
        // They are needed until the new day.
        release_donor(tx, &donor.id, 0).await?;
        if was_over {
            context
                .mail_link(tx, (LinkKind::Invitation, &invitation.id), |link| mails::goes_on(&donor, &request, link))
                .await?;
        }
    }
    Ok(())
}

const MAX_LISTED_REQUESTS: i64 = 100;

/// Open requests that name a hospital, the most urgent first.
pub async fn list_of_hospital(app: &App, hospital_id: &str) -> db::Result<Vec<Request>> {
    let today = app.clock.india().date();
    let requests = app.db.read(async |tx| store::list_of_hospital(tx, hospital_id, MAX_LISTED_REQUESTS).await).await?;
    Ok(requests.into_iter().map(|request| request.on(today)).filter(|request| request.status.is_running()).collect())
}

/// A hospital approves a request that names it. Whether the request names the hospital.
pub async fn confirm_as_hospital(app: &App, caller: &FacilityStaff, request_id: String) -> Result<bool, Error> {
    let context = ActionContext::of(app);
    let is_own = caller
        .write(app, AccountLock::Shared, async move |tx, hospital| {
            tx.lock(Lock::BloodRequest(&request_id)).await?;
            let request = store::find(tx, &request_id).await?;
            let is_own = |request: &Request| request.hospital_id.as_deref() == Some(&hospital.id);
            let Some(request) = request.filter(|request| is_own(request) && !request.waits_for_unblocking()) else {
                return Ok(false);
            };
            if request.is_looked_at() {
                return Ok(true);
            }
            let subject =
                Subject { kind: "bloodrequest", id: &request_id, name: request.details.patient_name.as_str() };
            hospital.record(tx, "look", subject, None, context.now).await?;
            mark_reviewed(tx, request, &context).await?;
            Ok::<_, Error>(true)
        })
        .await?;
    app.wake_blood_waves();
    publish_changed(app, Some(&caller.id));
    Ok(is_own)
}
