//! Who sees whose name and number: the one rule, and the record of what was shown when.
//!
//! What is shown here is shown with the request's lock held, so that an end, a block or a yes taken back comes either
//! after it or before it, and then nothing is shown.

use jiff::{SignedDuration, Timestamp};

use crate::app::App;
use crate::blood::donors::{Donor, store as donors};
use crate::blood::requests::model::{Ask, AskStatus, Party, Request, Reveal, Shown};
use crate::blood::requests::store;
use crate::blood::store::is_blocked;
use crate::platform::audit::{self, Entry, Subject};
use crate::platform::db::{self, Tx};

/// An open page asks again twice a minute: all of that is one look.
const ONE_LOOK: SignedDuration = SignedDuration::from_mins(10);

/// Whether an accepted pair sees each other: while the request runs and its requester is not blocked. A block ends all
/// requests of its address, so one that runs in spite of it came later, and goes on by an administrator's look alone.
pub async fn are_shown(tx: &mut Tx<'_>, request: &Request) -> db::Result<bool> {
    let is_allowed = request.looked_at.is_some() || !is_blocked(tx, &request.wish.email).await?;
    Ok(request.status.is_running() && is_allowed)
}

/// The donors whose yes stands, for the requester's eyes. The caller holds the request's lock.
pub async fn show_donors(
    tx: &mut Tx<'_>,
    request: &Request,
    asks: &[Ask],
    viewer: Viewer<'_>,
) -> db::Result<Vec<(Ask, Donor)>> {
    let mut seen = Vec::new();
    if !are_shown(tx, request).await? {
        return Ok(seen);
    }
    for ask in asks.iter().filter(|ask| ask.status == AskStatus::Accepted) {
        let Some(donor) = donors::find(tx, &ask.donor_id).await? else { continue };
        record(tx, ask, Party::Requester, &shown_of(&donor), viewer).await?;
        seen.push((ask.clone(), donor));
    }
    Ok(seen)
}

fn shown_of(donor: &Donor) -> Shown {
    Shown { name: donor.details.name.as_str().into(), phone: donor.details.phone.as_str().into() }
}

/// Writes down that a donor is shown whom to call. The caller holds the request's lock.
pub async fn show_requester(tx: &mut Tx<'_>, ask: &Ask, request: &Request, viewer: Viewer<'_>) -> db::Result<()> {
    let (name, phone) = (request.wish.contact_name.as_str().into(), request.wish.phone.as_str().into());
    record(tx, ask, Party::Donor, &Shown { name, phone }, viewer).await
}

/// When somebody looks, and from which network.
#[derive(Debug, Clone, Copy)]
pub struct Viewer<'a> {
    pub now: Timestamp,
    pub network: Option<&'a str>,
}

/// In the audit log stands who saw whom for the first time, by their ids alone.
async fn record(
    tx: &mut Tx<'_>,
    ask: &Ask,
    seen_by: Party,
    shown: &Shown,
    Viewer { now, network }: Viewer<'_>,
) -> db::Result<()> {
    let look_before = now.saturating_sub(ONE_LOOK).unwrap_or(now).as_millisecond();
    if !store::record_reveal(tx, ask, seen_by, shown, look_before, now).await? {
        return Ok(());
    }
    let (donor, request) = (("donor", ask.donor_id.as_str()), ("bloodrequest", ask.request_id.as_str()));
    let ((actor_role, actor_id), (kind, id)) = match seen_by {
        Party::Requester => (request, donor),
        Party::Donor => (donor, request),
    };
    let subject = Subject { kind, id, name: "" };
    let network = network.map(String::from);
    let entry =
        Entry { actor_id, actor_role, action: "reveal", subject, reason: None, network, times: 1, for_id: None };
    audit::record(tx, entry, now).await
}

/// What a requester saw of a donor, as the donor reads it.
pub struct Seen {
    pub reveal: Reveal,
    /// None once the request is forgotten.
    pub request: Option<Request>,
    /// Whether the requester sees this still.
    pub lasts: bool,
}

/// More than anybody reads: who gives as often as one may is asked four times a year.
const MOST_SEEN: i64 = 200;

/// Who saw a donor's number, the newest first.
pub async fn list_seen(app: &App, donor_id: &str) -> db::Result<Vec<Seen>> {
    let today = app.clock.india().date();
    app.db
        .read(async |tx| {
            let now_shown = donors::find(tx, donor_id).await?.as_ref().map(shown_of);
            let mut seen = Vec::new();
            for reveal in store::list_reveals_of(tx, donor_id, MOST_SEEN).await? {
                let request = store::find(tx, &reveal.request_id).await?.map(|request| request.on(today));
                let said_yes = store::find_ask(tx, &reveal.ask_id).await?.map(|ask| ask.status);
                let is_current = reveal.shown.is_none() || reveal.shown == now_shown;
                let lasts = match &request {
                    Some(request) if is_current && said_yes == Some(AskStatus::Accepted) => {
                        are_shown(tx, request).await?
                    }
                    _ => false,
                };
                seen.push(Seen { reveal, request, lasts });
            }
            Ok(seen)
        })
        .await
}
