//! Matching: donors are asked in waves, the nearest and those with the oldest donation first, until enough have accepted.

use futures::future::try_join_all;

use crate::app::App;
use crate::blood::donor_records::Donor;
use crate::blood::donor_records::store::{self as donors, ReadyCriteria};
use crate::blood::links::LinkKind;
use crate::blood::mails;
use crate::blood::request_records::model::{DonorInvitation, HoldReason, InvitationStatus, Request, RequestStatus};
use crate::blood::requests::service::hold;
use crate::blood::requests::store;
use crate::blood::rules::rules;
use crate::blood::service::ActionContext;
use crate::identity::person::Gender;
use crate::platform::background::NextRun;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::ids::new_id;

/// Requests in one run of the job; the rest follow in the next.
const WAVE_BATCH_SIZE: i64 = 100;

/// The job of matching: sends due waves, and expires requests after their day. A request that fails waits; the others continue.
pub async fn advance(app: &App) -> db::Result<NextRun> {
    let context = ActionContext::of(app);
    // The failed ones may be the most overdue.
    let step = WAVE_BATCH_SIZE + i64::try_from(app.backoff.count()).unwrap_or(0);
    let (due, overdue) = app
        .db
        .read(async |tx| {
            let due = store::list_due(tx, context.millis(), step).await?;
            Ok::<_, db::Error>((due, store::list_overdue(tx, context.today()).await?))
        })
        .await?;
    let is_all = i64::try_from(due.len()).is_ok_and(|due| due < step);
    app.backoff.for_each("overdue requests", overdue, context.millis(), |id| expire(app, id)).await?;
    app.backoff.for_each("waves", due, context.millis(), |id| send_next_wave(app, id)).await?;
    app.wake_outbox();
    Ok(if is_all { NextRun::Scheduled } else { NextRun::Immediately })
}

async fn expire(app: &App, id: String) -> db::Result<()> {
    let context = ActionContext::of(app);
    app.db
        .write(async move |tx| {
            tx.lock(Lock::BloodRequest(&id)).await?;
            let Some(mut request) = store::find(tx, &id).await? else { return Ok(()) };
            if !request.status.is_running() || request.details.needed_by >= context.today() {
                return Ok(());
            }
            request.stop(RequestStatus::Expired, context.millis());
            store::update(tx, &request).await?;
            context.mail_link(tx, (LinkKind::Request, &id), |link| mails::expired(&request, link)).await
        })
        .await
}

async fn send_next_wave(app: &App, id: String) -> db::Result<()> {
    let context = ActionContext::of(app);
    app.db.write(async move |tx| make_wave(tx, &id, &context).await).await
}

/// Sends one wave of a request, if it is due and donors are missing.
async fn make_wave(tx: &mut Tx<'_>, id: &str, context: &ActionContext) -> db::Result<()> {
    tx.lock(Lock::BloodRequest(id)).await?;
    let Some(mut request) = store::find(tx, id).await? else { return Ok(()) };
    let due = request.next_wave_at.is_some_and(|at| at <= context.millis());
    if request.status != RequestStatus::Open || !due {
        return Ok(());
    }
    // Two requests must not ask the same donor concurrently.
    tx.lock(Lock::BloodWave).await?;
    let tally = store::tally(tx, id).await?;
    let (missing, together) =
        (request.details.units - tally.accepted, count_invited_together(tx, &request, context).await?);
    if rules().has_asked_all(together) && !rules().has_asked_all(tally.asked) {
        // Other requests have used up the daily limit of donors: it waits for a review and then tries again.
        hold(tx, &mut request, HoldReason::DonorLimit, context).await?;
        return store::update(tx, &request).await;
    }
    let few = rules().wave_size(missing, tally.asked.max(together));
    let NextWave { donors, are_more_beyond } = choose(tx, &request, few, context).await?;
    if !donors.is_empty() {
        request.waves += 1;
    }
    for donor in &donors {
        invite(tx, &request, donor, context).await?;
    }
    // At the limit of donors, no further wave is scheduled.
    let wait = rules().wave_wait(context.today(), request.details.needed_by);
    let next = (!rules().has_asked_all(tally.asked)).then(|| (context.now + wait).as_millisecond());
    if are_more_beyond {
        // An existing hold stays.
        if request.hold.is_none() {
            hold(tx, &mut request, HoldReason::Beyond, context).await?;
        }
        let until = request.hold.map_or(i64::MAX, |hold| hold.until);
        request.next_wave_at = next.map(|next| next.min(until));
    } else {
        request.next_wave_at = next;
    }
    store::update(tx, &request).await
}

/// An unreviewed request shares the daily limit of donors with the others of its address and network.
async fn count_invited_together(tx: &mut Tx<'_>, request: &Request, context: &ActionContext) -> db::Result<i64> {
    match request.looked_at {
        Some(_) => Ok(0),
        None => store::count_invited_together(tx, request, context.hours_ago(24)).await,
    }
}

async fn invite(tx: &mut Tx<'_>, request: &Request, donor: &Donor, context: &ActionContext) -> db::Result<()> {
    let invitation = DonorInvitation {
        id: new_id(context.now),
        request_id: request.id.clone(),
        donor_id: donor.id.clone(),
        wave: request.waves,
        group: donor.details.group,
        district: donor.details.district.into(),
        asked_at: context.millis(),
        status: InvitationStatus::Asked,
        answered_at: None,
        accepted_at: None,
    };
    // The donor may have been erased or withdrawn since the selection.
    if !donors::reserve(tx, &donor.id, context.today(), context.cooldown_until()).await? {
        return Ok(());
    }
    store::insert_invitation(tx, &invitation).await?;
    context.mail_link(tx, (LinkKind::Invitation, &invitation.id), |link| mails::question(donor, request, link)).await
}

struct NextWave {
    donors: Vec<Donor>,
    /// More donors are available in neighbouring districts, but a review is needed first.
    are_more_beyond: bool,
}

/// Donors of compatible groups that the request has not asked yet: of its district first, then of neighbouring ones.
async fn choose(tx: &mut Tx<'_>, request: &Request, size: i64, context: &ActionContext) -> db::Result<NextWave> {
    let details = &request.details;
    let wanted = usize::try_from(size).unwrap_or(0);
    let mut donors = list_ready(tx, request, &[details.district], size, context).await?;
    donors.truncate(wanted);
    if donors.len() == wanted {
        return Ok(NextWave { donors, are_more_beyond: false });
    }
    let around: Vec<&str> = rules().neighbours(details.state, details.district).iter().map(String::as_str).collect();
    let mut beyond = list_ready(tx, request, &around, size, context).await?;
    if !request.may_ask_other_districts(context.millis()) {
        return Ok(NextWave { donors, are_more_beyond: !beyond.is_empty() });
    }
    beyond.truncate(wanted - donors.len());
    donors.extend(beyond);
    Ok(NextWave { donors, are_more_beyond: false })
}

/// Donors of some districts who can be asked, in queue order.
async fn list_ready(
    tx: &mut Tx<'_>,
    request: &Request,
    districts: &[&str],
    size: i64,
    context: &ActionContext,
) -> db::Result<Vec<Donor>> {
    let (details, today) = (&request.details, context.today());
    let ready = ReadyCriteria {
        request_id: &request.id,
        state: details.state,
        rested_since: (rules().rested_since(Gender::Male, today), rules().rested_since(Gender::Female, today)),
        born: rules().birth_days(today),
        today,
        now: context.millis(),
    };
    let places = districts.iter().flat_map(|district| details.group.donors().map(move |group| (district, group)));
    let asked = places.map(async |(district, group)| {
        donors::list_ready(&mut tx.concurrent(), &ready, district, group.as_str(), size).await
    });
    let mut found = try_join_all(asked).await?.concat();
    found.sort_by(|a, b| (a.turn, &a.id).cmp(&(b.turn, &b.id)));
    Ok(found)
}
