//! The requester's side: submit, confirm by the mailed link, see accepted donors, and close.

use jiff::Span;

use super::contact_disclosure::{self, Viewer};
use super::store;
use crate::app::App;
use crate::blood::donor_records::{Donor, store as donors};
use crate::blood::links::{self, LinkKind, OpenedLink};
use crate::blood::mails;
use crate::blood::request_records::model::{
    AnswerCounts, ContactReport, DonorInvitation, HoldReason, InvitationStatus, Party, Request, RequestDetails,
    RequestStatus, ReviewHold, ReviewState, end_of_day,
};
use crate::blood::rules::rules;
use crate::blood::service::ActionContext;
use crate::blood::store::{is_blocked, lock_contact};
use crate::directory::facilities::{self, Category};
use crate::identity;
use crate::identity::callers::SignedOut;
use crate::platform::clock::millis;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::fold::fold;
use crate::platform::ids::new_id;
use crate::platform::lang::Lang;
use crate::platform::pubsub::ADMINISTRATION;
use crate::platform::{audit, outbox};

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("no such request")]
    Gone,
    #[error("asked already")]
    Known,
    /// Ended, or in another state.
    #[error("not changeable")]
    NotChangeable,
    /// Enough donors have accepted, or the request has ended.
    #[error("no longer needed")]
    NoLongerNeeded,
    /// Only donors who accepted can be reported.
    #[error("no such contact")]
    NoContact,
    #[error(transparent)]
    SignedOut(#[from] SignedOut),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Whether a listed hospital has this name in a state and district.
pub async fn is_in_directory(app: &App, place: Option<(&str, &str)>, name: &str) -> db::Result<bool> {
    let Some(place) = place else { return Ok(false) };
    let known = app.db.read(async |tx| facilities::find_named(tx, Category::Hospital, place, name).await).await?;
    Ok(known.is_some())
}

/// Stores a request and mails the link that confirms it. Until then no donor is asked, and it counts towards no limit. If the same
/// request is open already, the mail leads to that one. The answer does not differ: strangers must not learn what an address has
/// requested, nor whether it is blocked.
pub async fn submit(app: &App, details: RequestDetails, lang: Lang) -> Result<String, Error> {
    let context = ActionContext::of(app);
    let id = app
        .db
        .write(async move |tx| {
            lock_contact(tx, &details.email, &details.phone).await?;
            if let Some(running) = find_same_running(tx, &details).await? {
                let write = |link| mails::already_open(&running, link);
                context.mail_link(tx, (LinkKind::Request, &running.id), write).await?;
                return Ok(running.id);
            }
            let place = (details.state, details.district);
            let hospital_id = facilities::find_named(tx, Category::Hospital, place, &details.hospital).await?;
            let request = Request {
                id: new_id(context.now),
                details,
                in_directory: hospital_id.is_some(),
                hospital_id,
                network: None,
                hold: None,
                looked_at: None,
                lang,
                status: RequestStatus::Unconfirmed,
                created_at: context.millis(),
                confirmed_at: None,
                waves: 0,
                next_wave_at: None,
            };
            store::insert(tx, &request).await?;
            let write = |link| mails::confirm_request(&request, link);
            context.mail_link(tx, (LinkKind::Request, &request.id), write).await?;
            Ok::<_, Error>(request.id)
        })
        .await?;
    app.wake_outbox();
    Ok(id)
}

/// An open request of the same address for the same patient, group and hospital.
async fn find_same_running(tx: &mut Tx<'_>, details: &RequestDetails) -> db::Result<Option<Request>> {
    let same = |known: &RequestDetails| {
        known.group == details.group
            && fold(known.patient_name.as_str()) == fold(details.patient_name.as_str())
            && fold(&known.hospital) == fold(&details.hospital)
    };
    let running = store::list_running_of(tx, &details.email).await?;
    Ok(running.into_iter().find(|request| same(&request.details)))
}

/// Why a request that is being confirmed needs a review. It is never refused: blood may be needed at once, and a requester is not
/// responsible for others of the same address, number or network.
async fn find_hold_reason(
    tx: &mut Tx<'_>,
    request: &Request,
    context: &ActionContext,
) -> db::Result<Option<HoldReason>> {
    let limits = &rules().request;
    let others = store::count_similar(tx, request, context.hours_ago(24), context.hours_ago(1)).await?;
    let reasons = [
        (HoldReason::Blocked, is_blocked(tx, &request.details.email).await?),
        (HoldReason::Address, others.address >= limits.at_once),
        (HoldReason::Network, others.network >= limits.of_a_network),
        (HoldReason::Number, others.number >= limits.at_once),
        (HoldReason::District, others.district >= limits.of_a_district),
    ];
    Ok(reasons.into_iter().find(|(_, holds)| *holds).map(|(reason, _)| reason))
}

pub struct OwnRequest {
    pub request: Request,
    pub tally: AnswerCounts,
    /// Accepted donors, with their number, while the request is open.
    pub shown: Vec<(DonorInvitation, Donor)>,
    /// Acceptances that are not shown, because they were withdrawn or the request has ended.
    pub hidden: Vec<DonorInvitation>,
    pub reports: Vec<ContactReport>,
    /// The time of the read.
    pub at: i64,
}

impl OwnRequest {
    pub fn waits_for_look(&self) -> bool {
        self.request.look(self.at) == ReviewState::Waits
    }

    /// The hold that blocks all waves until a review.
    pub fn blocking_hold(&self) -> Option<ReviewHold> {
        self.request.hold.filter(|hold| self.waits_for_look() && hold.reason.blocks_all_waves())
    }
}

/// The request of a link. If it shows a donor, it is read again under the lock and recorded.
pub async fn find(app: &App, link: &OpenedLink) -> Result<OwnRequest, Error> {
    let (context, OpenedLink { subject: request_id, network, .. }) = (ActionContext::of(app), link.clone());
    let own = app.db.read(async |tx| read(tx, &request_id, &context).await).await?;
    if !own.request.status.is_running() || own.hidden.iter().all(DonorInvitation::is_withdrawn) {
        return Ok(own);
    }
    app.db
        .write(async move |tx| {
            tx.lock(Lock::BloodRequest(&request_id)).await?;
            let mut own = read(tx, &request_id, &context).await?;
            let viewer = Viewer { now: context.now, network: network.as_deref() };
            own.shown = contact_disclosure::show_donors(tx, &own.request, &own.hidden, viewer).await?;
            own.hidden.retain(|invitation| own.shown.iter().all(|(shown, _)| shown.id != invitation.id));
            Ok(own)
        })
        .await
}

/// Reads a request without the data that needs its lock.
async fn read(tx: &mut Tx<'_>, id: &str, context: &ActionContext) -> Result<OwnRequest, Error> {
    let request = store::find(tx, id).await?.filter(|request| !is_forgotten(request, context)).ok_or(Error::Gone)?;
    let request = request.on(context.today());
    let mut hidden = store::list_invitations(tx, id).await?;
    hidden.retain(|invitation| invitation.accepted_at.is_some());
    let (tally, reports) = (store::tally(tx, id).await?, store::list_reports(tx, id).await?);
    Ok(OwnRequest { request, tally, shown: Vec::new(), hidden, reports, at: context.millis() })
}

/// Whether the time to confirm it has passed.
fn is_forgotten(request: &Request, context: &ActionContext) -> bool {
    request.status == RequestStatus::Unconfirmed
        && request.created_at <= context.hours_ago(rules().request.confirm_within_hours)
}

/// Confirms a request. The first wave is sent at once, unless a review comes first, of which the requester is notified. A second
/// confirmation changes nothing, and an ended request stays ended.
pub async fn confirm(app: &App, link: OpenedLink, network: Option<String>) -> Result<OwnRequest, Error> {
    let (context, request_id) = (ActionContext::of(app), link.subject.clone());
    let hospital_id = app
        .db
        .write(async move |tx| {
            let RequestDetails { email, phone, .. } = store::find(tx, &request_id).await?.ok_or(Error::Gone)?.details;
            lock_contact(tx, &email, &phone).await?;
            tx.lock(Lock::BloodRequest(&request_id)).await?;
            let mut request = store::find(tx, &request_id).await?.ok_or(Error::Gone)?;
            if is_forgotten(&request, &context) {
                return Err(Error::Gone);
            }
            if request.status.has_ended() {
                return Err(Error::NotChangeable);
            }
            if request.status != RequestStatus::Unconfirmed {
                return Ok(request.hospital_id);
            }
            if find_same_running(tx, &request.details).await?.is_some() {
                return Err(Error::Known);
            }
            // Concurrent confirmations count one another.
            tx.lock(Lock::BloodWave).await?;
            request.network = network;
            let reason = find_hold_reason(tx, &request, &context).await?;
            request.status = RequestStatus::Open;
            request.confirmed_at = Some(context.millis());
            request.next_wave_at = Some(context.millis());
            if let Some(reason) = reason {
                hold(tx, &mut request, reason, &context).await?;
            }
            store::update(tx, &request).await?;
            Ok(request.hospital_id)
        })
        .await?;
    app.wake_outbox();
    app.wake_blood_waves();
    publish_changed(app, hospital_id.as_deref());
    find(app, &link).await
}

/// After the commit: makes open pages of administrators, and of the named hospital, reload.
pub(super) fn publish_changed(app: &App, hospital_id: Option<&str>) {
    app.pubsub.publish(ADMINISTRATION);
    if let Some(id) = hospital_id {
        app.pubsub.publish(&facilities::topic(id));
    }
}

/// Holds a request for a review. The named hospital is notified, because it may know the patient; the requester is notified if all
/// waves are blocked. Each gets one mail only. The caller stores the request.
pub(super) async fn hold(
    tx: &mut Tx<'_>,
    request: &mut Request,
    reason: HoldReason,
    context: &ActionContext,
) -> db::Result<()> {
    let before = request.hold.map(|hold| hold.reason);
    let until = match reason {
        // Only an administrator releases it.
        HoldReason::Blocked => request.needed_until(),
        _ => (context.now + rules().request.hold()).as_millisecond(),
    };
    request.hold = Some(ReviewHold { reason, until });
    if before.is_none() && reason != HoldReason::Blocked {
        notify_hospital(tx, request, context).await?;
    }
    if reason.blocks_all_waves() {
        request.next_wave_at = Some(until);
        if before != Some(reason) {
            context.mail_link(tx, (LinkKind::Request, &request.id), |link| mails::held(request, link)).await?;
        }
    }
    Ok(())
}

async fn notify_hospital(tx: &mut Tx<'_>, request: &Request, context: &ActionContext) -> db::Result<()> {
    let Some(hospital_id) = request.hospital_id.as_deref().filter(|_| request.in_directory) else { return Ok(()) };
    let Some(hospital) = identity::find_contact(tx, hospital_id).await? else { return Ok(()) };
    context.mail(tx, &mails::look_please(request, &hospital, context.page("/business/bloodrequests"))).await
}

/// Notifies the requester that donors are asked now, if a hold blocked all waves until this moment.
pub(super) async fn notify_released(tx: &mut Tx<'_>, request: &Request, context: &ActionContext) -> db::Result<()> {
    let is_waiting = request.look(context.millis()) == ReviewState::Waits;
    if !is_waiting || !request.hold.is_some_and(|hold| hold.reason.blocks_all_waves()) {
        return Ok(());
    }
    context.mail_link(tx, (LinkKind::Request, &request.id), |link| mails::released(request, link)).await
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestEnd {
    Fulfilled,
    NotNeeded,
    /// Closed by an administrator, with a reason for the requester.
    ByAdmin {
        reason: Option<String>,
    },
}

/// Marks an open request as reviewed: it continues at once. The caller holds its lock, and has checked [`Request::is_looked_at`].
pub(super) async fn mark_reviewed(tx: &mut Tx<'_>, mut request: Request, context: &ActionContext) -> Result<(), Error> {
    if !request.status.is_running() {
        return Err(Error::NotChangeable);
    }
    notify_released(tx, &request, context).await?;
    request.looked_at = Some(context.millis());
    request.next_wave_at = request.next_wave_at.map(|_| context.millis());
    Ok(store::update(tx, &request).await?)
}

/// Closes a request by its requester.
pub async fn close(app: &App, link: OpenedLink, end: RequestEnd) -> Result<OwnRequest, Error> {
    let (context, request_id) = (ActionContext::of(app), link.subject.clone());
    let hospital_id = app
        .db
        .write(async move |tx| {
            tx.lock(Lock::BloodRequest(&request_id)).await?;
            let request = store::find(tx, &request_id).await?.ok_or(Error::Gone)?;
            let hospital_id = request.hospital_id.clone();
            end_one(tx, request, &end, &context).await?;
            Ok::<_, Error>(hospital_id)
        })
        .await?;
    app.wake_outbox();
    publish_changed(app, hospital_id.as_deref());
    find(app, &link).await
}

/// Ends a request, and notifies the donors who accepted: they are no longer shown. The caller holds its lock.
pub(super) async fn end_one(
    tx: &mut Tx<'_>,
    mut request: Request,
    end: &RequestEnd,
    context: &ActionContext,
) -> Result<(), Error> {
    if request.status.has_ended() {
        return Err(Error::NotChangeable);
    }
    let status = if *end == RequestEnd::Fulfilled { RequestStatus::Fulfilled } else { RequestStatus::Closed };
    request.stop(status, context.millis());
    store::update(tx, &request).await?;
    // A donor who gave has the cooldown as time to report it. The others are free at once.
    let cooldown = if status == RequestStatus::Fulfilled { context.cooldown_until() } else { 0 };
    for invitation in store::list_invitations(tx, &request.id).await? {
        if invitation.status == InvitationStatus::Accepted {
            let Some(donor) = donors::find(tx, &invitation.donor_id).await? else { continue };
            release_donor(tx, &donor.id, cooldown).await?;
            context.mail_link(tx, (LinkKind::Donor, &donor.id), |link| mails::ended(&donor, &request, link)).await?;
        } else if matches!(end, RequestEnd::ByAdmin { .. }) && invitation.status == InvitationStatus::Asked {
            // A request that was closed by an administrator must not block its donors for other requests.
            release_donor(tx, &invitation.donor_id, 0).await?;
        }
    }
    if let RequestEnd::ByAdmin { reason } = end {
        context.mail(tx, &mails::closed_by_admin(&request, reason.as_deref())).await?;
    }
    Ok(())
}

/// Sets the cooldown of a donor: while open requests need or have just asked them, at least until an instant, and no longer, so
/// that donors of ended requests can help others.
pub(super) async fn release_donor(tx: &mut Tx<'_>, donor_id: &str, at_least: i64) -> db::Result<()> {
    // Another request may ask or reserve the donor concurrently: what is read here must hold until the commit.
    tx.lock(Lock::BloodWave).await?;
    let (needed_by, asked_at) = store::find_commitments(tx, donor_id).await?;
    let claims = [needed_by.map(end_of_day), asked_at.map(|at| at + millis(rules().cooldown()))];
    let until = claims.into_iter().flatten().fold(at_least, i64::max);
    donors::set_cooldown(tx, donor_id, until).await
}

/// Reports a wrong or repeated contact by a donor, once for each donor.
pub async fn report(app: &App, link: OpenedLink, invitation_id: String, reason: String) -> Result<OwnRequest, Error> {
    let (context, request_id) = (ActionContext::of(app), link.subject.clone());
    app.db
        .write(async move |tx| {
            tx.lock(Lock::BloodRequest(&request_id)).await?;
            let invitation = store::find_invitation(tx, &invitation_id)
                .await?
                .filter(|invitation| invitation.request_id == request_id);
            let invitation =
                invitation.filter(|invitation| invitation.accepted_at.is_some()).ok_or(Error::NoContact)?;
            write_report(tx, &invitation, Party::Requester, &reason, &context).await
        })
        .await?;
    app.pubsub.publish(ADMINISTRATION);
    find(app, &link).await
}

/// Stores a report, at most one by each side about an invitation.
pub(super) async fn write_report(
    tx: &mut Tx<'_>,
    invitation: &DonorInvitation,
    by: Party,
    reason: &str,
    context: &ActionContext,
) -> Result<(), Error> {
    let known = store::list_reports(tx, &invitation.request_id).await?;
    if !known.iter().any(|report| report.invitation_id == invitation.id && report.told_by == by.as_str()) {
        store::insert_report(tx, invitation, by, reason, context.now).await?;
    }
    Ok(())
}

/// Deletes unconfirmed requests, those needed more than a year ago, and their data.
pub async fn forget_old(app: &App) -> db::Result<usize> {
    let context = ActionContext::of(app);
    let before = context.today().saturating_sub(Span::new().years(1));
    let confirmed_since = context.hours_ago(rules().request.confirm_within_hours);
    app.db
        .write(async move |tx| {
            tx.disable_timeouts().await?;
            let mut forgotten = store::delete_ended(tx, before).await?;
            forgotten.extend(store::delete_unconfirmed(tx, confirmed_since).await?);
            store::forget_networks(tx, context.hours_ago(24)).await?;
            links::delete_ended(tx, context.millis()).await?;
            store::erase_forgotten_requesters(tx).await?;
            audit::erase_words(tx, &forgotten).await?;
            Ok(forgotten.len())
        })
        .await
}

/// Erases a request and its requester; `None` if there is no such request. Donors who accepted are notified. Returns the known
/// address.
pub async fn erase(tx: &mut Tx<'_>, id: &str, context: &ActionContext) -> Result<Option<Vec<String>>, Error> {
    tx.lock(Lock::BloodRequest(id)).await?;
    let Some(request) = store::find(tx, id).await? else { return Ok(None) };
    let addresses = vec![request.details.email.as_str().to_owned()];
    outbox::erase_to(tx, &addresses).await?;
    if !request.status.has_ended() {
        end_one(tx, request, &RequestEnd::NotNeeded, context).await?;
    }
    store::delete(tx, id).await?;
    links::delete_ended(tx, context.millis()).await?;
    store::erase_forgotten_requesters(tx).await?;
    Ok(Some(addresses))
}
