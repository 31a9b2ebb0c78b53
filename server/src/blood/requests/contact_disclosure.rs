//! Disclosure of contacts between donors and requesters: the rule, and the record of each disclosure. Everything here runs under
//! the request's lock, so that the end of a request, a block or a withdrawal is ordered before or after it.
//!

use jiff::{SignedDuration, Timestamp};

use crate::app::App;
use crate::blood::donor_records::{Donor, store as donors};
use crate::blood::request_records::model::{
    DisclosedContact, Disclosure, DonorInvitation, InvitationStatus, Party, Request,
};
use crate::blood::requests::store;
use crate::blood::store::is_blocked;
use crate::platform::audit::{self, Entry, Subject};
use crate::platform::db::{self, Tx};

/// An open page polls twice a minute: that counts as one view.
const VIEW_MERGE_INTERVAL: SignedDuration = SignedDuration::from_mins(10);

/// Whether an accepted pair sees each other: while the request is open and its requester is not blocked. A block ends all requests
/// of an address; a later request is shown only after an administrator's review.
pub async fn can_see_each_other(tx: &mut Tx<'_>, request: &Request) -> db::Result<bool> {
    let is_allowed = request.looked_at.is_some() || !is_blocked(tx, &request.details.email).await?;
    Ok(request.status.is_running() && is_allowed)
}

/// The accepted donors, disclosed to the requester. The caller holds the request's lock.
pub async fn show_donors(
    tx: &mut Tx<'_>,
    request: &Request,
    invitations: &[DonorInvitation],
    viewer: Viewer<'_>,
) -> db::Result<Vec<(DonorInvitation, Donor)>> {
    let mut seen = Vec::new();
    if !can_see_each_other(tx, request).await? {
        return Ok(seen);
    }
    for invitation in invitations.iter().filter(|invitation| invitation.status == InvitationStatus::Accepted) {
        let Some(donor) = donors::find(tx, &invitation.donor_id).await? else { continue };
        record(tx, invitation, Party::Requester, &contact_of(&donor), viewer).await?;
        seen.push((invitation.clone(), donor));
    }
    Ok(seen)
}

fn contact_of(donor: &Donor) -> DisclosedContact {
    DisclosedContact { name: donor.details.name.as_str().into(), phone: donor.details.phone.as_str().into() }
}

/// Records the disclosure of the requester to a donor. The caller holds the request's lock.
pub async fn show_requester(
    tx: &mut Tx<'_>,
    invitation: &DonorInvitation,
    request: &Request,
    viewer: Viewer<'_>,
) -> db::Result<()> {
    let (name, phone) = (request.details.contact_name.as_str().into(), request.details.phone.as_str().into());
    record(tx, invitation, Party::Donor, &DisclosedContact { name, phone }, viewer).await
}

/// The time and network of a view.
#[derive(Debug, Clone, Copy)]
pub struct Viewer<'a> {
    pub now: Timestamp,
    pub network: Option<&'a str>,
}

/// The first disclosure of a pair is recorded in the audit log, by ids only.
async fn record(
    tx: &mut Tx<'_>,
    invitation: &DonorInvitation,
    seen_by: Party,
    shown: &DisclosedContact,
    Viewer { now, network }: Viewer<'_>,
) -> db::Result<()> {
    let look_before = now.saturating_sub(VIEW_MERGE_INTERVAL).unwrap_or(now).as_millisecond();
    if !store::record_disclosure(tx, invitation, seen_by, shown, look_before, now).await? {
        return Ok(());
    }
    let (donor, request) = (("donor", invitation.donor_id.as_str()), ("bloodrequest", invitation.request_id.as_str()));
    let (actor, (kind, id)) = match seen_by {
        Party::Requester => (request, donor),
        Party::Donor => (donor, request),
    };
    let subject = Subject { kind, id, name: "" };
    let entry = Entry { network: network.map(String::from), ..Entry::of(actor, "reveal", subject) };
    audit::record(tx, entry, now).await
}

pub struct DisclosureEntry {
    pub disclosure: Disclosure,
    /// None once the request is deleted.
    pub request: Option<Request>,
    /// Whether the requester can still see it.
    pub lasts: bool,
}

const MAX_LISTED_DISCLOSURES: i64 = 200;

/// Who saw a donor's number, the newest first.
pub async fn list_disclosures(app: &App, donor_id: &str) -> db::Result<Vec<DisclosureEntry>> {
    let today = app.clock.india().date();
    app.db
        .read(async |tx| {
            let now_shown = donors::find(tx, donor_id).await?.as_ref().map(contact_of);
            let mut seen = Vec::new();
            for disclosure in store::list_disclosures_of(tx, donor_id, MAX_LISTED_DISCLOSURES).await? {
                let request = store::find(tx, &disclosure.request_id).await?.map(|request| request.on(today));
                let said_yes =
                    store::find_invitation(tx, &disclosure.invitation_id).await?.map(|invitation| invitation.status);
                let is_current = disclosure.shown.is_none() || disclosure.shown == now_shown;
                let lasts = match &request {
                    Some(request) if is_current && said_yes == Some(InvitationStatus::Accepted) => {
                        can_see_each_other(tx, request).await?
                    }
                    _ => false,
                };
                seen.push(DisclosureEntry { disclosure, request, lasts });
            }
            Ok(seen)
        })
        .await
}
