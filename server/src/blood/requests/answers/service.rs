//! The donor's side of a request: view it, accept, decline, withdraw, and report a wrong contact.

use jiff::civil::Date;

use crate::app::App;
use crate::blood::donor_records::{Donor, store as donors};
use crate::blood::links::{LinkKind, OpenedLink};
use crate::blood::mails;
use crate::blood::request_records::model::{DonorInvitation, InvitationStatus, Party, Request, RequestStatus};
use crate::blood::requests::contact_disclosure::{self, Viewer};
use crate::blood::requests::service::{Error, release_donor, write_report};
use crate::blood::requests::store;
use crate::blood::service::ActionContext;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::pubsub::ADMINISTRATION;

/// A request as the asked donor sees it.
pub struct Question {
    pub invitation: DonorInvitation,
    pub request: Request,
    pub reported: bool,
    /// Whether donor and requester see each other's contact.
    pub can_see_each_other: bool,
    /// When the requester last saw the donor's name and number.
    pub last_seen_at: Option<i64>,
}

/// The request of a link. If it shows the requester's number, it is read again under the lock and recorded.
pub async fn find(app: &App, link: &OpenedLink) -> Result<Question, Error> {
    let (context, OpenedLink { subject: id, network, .. }) = (ActionContext::of(app), link.clone());
    let question = app.db.read(async |tx| read(tx, &id, context.today()).await).await?;
    if !question.can_see_each_other {
        return Ok(question);
    }
    let request_id = question.request.id;
    app.db
        .write(async move |tx| {
            tx.lock(Lock::BloodRequest(&request_id)).await?;
            let question = read(tx, &id, context.today()).await?;
            if question.can_see_each_other {
                let viewer = Viewer { now: context.now, network: network.as_deref() };
                contact_disclosure::show_requester(tx, &question.invitation, &question.request, viewer).await?;
            }
            Ok(question)
        })
        .await
}

async fn read(tx: &mut Tx<'_>, id: &str, today: Date) -> Result<Question, Error> {
    let invitation = store::find_invitation(tx, id).await?.ok_or(Error::Gone)?;
    // An erased donor has no page.
    donors::find(tx, &invitation.donor_id).await?.ok_or(Error::Gone)?;
    let request = store::find(tx, &invitation.request_id).await?.ok_or(Error::Gone)?.on(today);
    let reports = store::list_reports(tx, &request.id).await?;
    let reported = reports.iter().any(|report| report.invitation_id == id && report.told_by == Party::Donor.as_str());
    let can_see_each_other =
        invitation.status == InvitationStatus::Accepted && contact_disclosure::can_see_each_other(tx, &request).await?;
    let disclosures = store::list_disclosures(tx, &request.id).await?;
    let last_seen_at = disclosures
        .iter()
        .filter(|disclosure| disclosure.invitation_id == id)
        .map(|disclosure| disclosure.last_at)
        .max();
    Ok(Question { invitation, request, reported, can_see_each_other, last_seen_at })
}

pub async fn list_asked(app: &App, request_id: &str) -> Result<Vec<String>, Error> {
    let invitations = app.db.read(async |tx| store::list_invitations(tx, request_id).await).await?;
    Ok(invitations.into_iter().map(|invitation| invitation.id).collect())
}

/// The invitation, with the locks of its donor and request held until the commit.
async fn locked(tx: &mut Tx<'_>, id: &str, today: Date) -> Result<(DonorInvitation, Request, Donor), Error> {
    let DonorInvitation { donor_id, request_id, .. } = store::find_invitation(tx, id).await?.ok_or(Error::Gone)?;
    tx.lock(Lock::Donor(&donor_id)).await?;
    tx.lock(Lock::BloodRequest(&request_id)).await?;
    let invitation = store::find_invitation(tx, id).await?.ok_or(Error::Gone)?;
    let donor = donors::find(tx, &donor_id).await?.ok_or(Error::Gone)?;
    let request = store::find(tx, &request_id).await?.ok_or(Error::Gone)?.on(today);
    Ok((invitation, request, donor))
}

/// Accepts, if donors are still needed. Donor and requester then see each other's numbers on their pages while the acceptance and
/// the request last. Both are mailed.
pub async fn accept(app: &App, link: OpenedLink) -> Result<Question, Error> {
    let (context, OpenedLink { subject: invitation_id, network, .. }) = (ActionContext::of(app), link.clone());
    app.db
        .write(async move |tx| {
            let (mut invitation, mut request, donor) = locked(tx, &invitation_id, context.today()).await?;
            if invitation.status == InvitationStatus::Accepted && request.status.is_running() {
                return Ok(());
            }
            let accepted = store::tally(tx, &request.id).await?.accepted;
            if request.status != RequestStatus::Open || accepted >= request.details.units {
                return Err(Error::NoLongerNeeded);
            }
            invitation.status = InvitationStatus::Accepted;
            invitation.answered_at = Some(context.millis());
            invitation.accepted_at = invitation.answered_at;
            store::answer(tx, &invitation).await?;
            if accepted + 1 >= request.details.units {
                request.stop(RequestStatus::Matched, context.millis());
                store::update(tx, &request).await?;
            }
            release_donor(tx, &donor.id, 0).await?;
            let to_donor = |link| mails::accepted_to_donor(&donor, &request, link);
            context.mail_link(tx, (LinkKind::Invitation, &invitation.id), to_donor).await?;
            let viewer = Viewer { now: context.now, network: network.as_deref() };
            contact_disclosure::show_requester(tx, &invitation, &request, viewer).await?;
            let to_requester = |link| mails::accepted_to_requester(&request, link);
            Ok(context.mail_link(tx, (LinkKind::Request, &request.id), to_requester).await?)
        })
        .await?;
    app.wake_outbox();
    app.pubsub.publish(ADMINISTRATION);
    find(app, &link).await
}

/// Declines or withdraws, as long as the request is stored. If no answer is outstanding, the next wave is sent at once.
pub async fn decline(app: &App, link: OpenedLink) -> Result<Question, Error> {
    let (context, invitation_id) = (ActionContext::of(app), link.subject.clone());
    app.db
        .write(async move |tx| {
            let (invitation, request, donor) = locked(tx, &invitation_id, context.today()).await?;
            Ok::<_, Error>(say_no(tx, invitation, request, &donor, &context).await?)
        })
        .await?;
    app.wake_outbox();
    app.wake_blood_waves();
    app.pubsub.publish(ADMINISTRATION);
    find(app, &link).await
}

async fn say_no(
    tx: &mut Tx<'_>,
    mut invitation: DonorInvitation,
    mut request: Request,
    donor: &Donor,
    context: &ActionContext,
) -> db::Result<()> {
    if invitation.status == InvitationStatus::Declined {
        return Ok(());
    }
    invitation.status = InvitationStatus::Declined;
    invitation.answered_at = Some(context.millis());
    store::answer(tx, &invitation).await?;
    // The requester of an ended request is not mailed about withdrawals.
    if !request.status.is_running() {
        return Ok(());
    }
    if invitation.is_withdrawn() {
        release_donor(tx, &donor.id, 0).await?;
        let write = |link| mails::withdrawn(&invitation, &request, link);
        context.mail_link(tx, (LinkKind::Request, &request.id), write).await?;
    }
    let tally = store::tally(tx, &request.id).await?;
    if tally.accepted < request.details.units && (invitation.is_withdrawn() || tally.waiting() == 0) {
        request.status = RequestStatus::Open;
        request.next_wave_at = Some(context.millis());
        store::update(tx, &request).await?;
    }
    Ok(())
}

/// A donor is erased: withdraws acceptances that may still count, and erases the donor's data from disclosures and reports. The
/// caller holds the donor's lock.
pub async fn leave(tx: &mut Tx<'_>, donor: &Donor, context: &ActionContext) -> db::Result<()> {
    withdraw(tx, donor, context).await?;
    store::erase_reports_of(tx, &donor.id).await?;
    store::erase_shown_of(tx, &donor.id).await
}

/// Withdraws every acceptance of a donor that may still count. The caller holds the donor's lock.
pub async fn withdraw(tx: &mut Tx<'_>, donor: &Donor, context: &ActionContext) -> db::Result<()> {
    let invitations = store::list_accepted_of(tx, &donor.id).await?;
    tx.lock_all(Lock::BloodRequest, invitations.iter().map(|invitation| invitation.request_id.as_str())).await?;
    for invitation in invitations {
        let fresh = store::find_invitation(tx, &invitation.id).await?;
        if let (Some(invitation), Some(request)) = (fresh, store::find(tx, &invitation.request_id).await?) {
            say_no(tx, invitation, request.on(context.today()), donor, context).await?;
        }
    }
    Ok(())
}

/// Reports a wrong or repeated contact by the requester, once.
pub async fn report(app: &App, link: OpenedLink, reason: String) -> Result<Question, Error> {
    let (context, invitation_id) = (ActionContext::of(app), link.subject.clone());
    app.db
        .write(async move |tx| {
            let (invitation, _, _) = locked(tx, &invitation_id, context.today()).await?;
            write_report(tx, &invitation, Party::Donor, &reason, &context).await
        })
        .await?;
    app.pubsub.publish(ADMINISTRATION);
    find(app, &link).await
}
