//! Whom we ask, and when: the nearest and longest rested first, a few at a time, until enough have said yes.

use jiff::civil::Date;
use jiff::{SignedDuration, Span, Timestamp};

use super::model::{Ask, AskStatus, Request, Status};
use super::store;
use crate::app::App;
use crate::blood::donors::Donor;
use crate::blood::donors::store::{self as donors, Sought};
use crate::blood::rules::rules;
use crate::blood::{links, mails};
use crate::identity::person::Gender;
use crate::platform::background::Turn;
use crate::platform::clock;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::ids::new_id;
use crate::platform::outbox;

/// Requests whose turn comes in one step; the rest follow in the next.
const STEP: i64 = 100;

/// Does what the clock asks for: the next donors are asked, and requests whose day has passed end. A request that cannot be
/// read waits; the others go on.
pub async fn advance(app: &App) -> db::Result<Turn> {
    let (now, today) = (app.clock.now(), app.clock.india().date());
    // Those that wait may be the most overdue of all.
    let step = STEP + i64::try_from(app.setbacks.count()).unwrap_or(0);
    let (due, overdue) = app
        .db
        .read(async |tx| {
            let due = store::list_due(tx, now.as_millisecond(), step).await?;
            Ok::<_, db::Error>((due, store::list_overdue(tx, today).await?))
        })
        .await?;
    let is_all = i64::try_from(due.len()).is_ok_and(|due| due < step);
    let millis = now.as_millisecond();
    app.setbacks.each(overdue, millis, |id| expire(app, id, today, now)).await?;
    app.setbacks.each(due, millis, |id| ask_next(app, id, now)).await?;
    app.mail_waits();
    Ok(if is_all { Turn::Done } else { Turn::More })
}

/// Forgets requests that nobody confirmed, those whose day was a year ago, and what hung on them.
pub async fn forget_old(app: &App) -> db::Result<u64> {
    let before = app.clock.india().date().saturating_sub(Span::new().years(1));
    let confirmed_since = ago(app.clock.now(), rules().request.confirm_within_hours);
    app.db
        .write(async move |tx| {
            tx.take_your_time().await?;
            let forgotten = store::delete_ended(tx, before).await?;
            let unconfirmed = store::delete_unconfirmed(tx, confirmed_since).await?;
            store::delete_loose_links(tx).await?;
            store::erase_forgotten_requesters(tx).await?;
            Ok(forgotten + unconfirmed)
        })
        .await
}

/// The instant so many hours ago.
pub fn ago(now: Timestamp, hours: i64) -> i64 {
    now.as_millisecond() - SignedDuration::from_hours(hours).as_secs() * 1000
}

async fn expire(app: &App, id: String, today: Date, now: Timestamp) -> db::Result<()> {
    let site = app.config.public_url.clone();
    app.db
        .write(async move |tx| {
            tx.lock(Lock::BloodRequest(&id)).await?;
            let Some(mut request) = store::find(tx, &id).await? else { return Ok(()) };
            if !request.status.is_running() || request.wish.needed_by >= today {
                return Ok(());
            }
            request.status = Status::Expired;
            request.next_wave_at = None;
            store::update(tx, &request).await?;
            let link = links::make(tx, &site, links::Kind::Request, &id, now).await?;
            outbox::enqueue(tx, &mails::expired(&request, link), now).await
        })
        .await
}

async fn ask_next(app: &App, id: String, now: Timestamp) -> db::Result<()> {
    let site = app.config.public_url.clone();
    app.db.write(async move |tx| make_wave(tx, &id, &site, now).await).await
}

/// One wave of a request, if it is due and donors are missing.
async fn make_wave(tx: &mut Tx<'_>, id: &str, site: &str, now: Timestamp) -> db::Result<()> {
    tx.lock(Lock::BloodRequest(id)).await?;
    let Some(mut request) = store::find(tx, id).await? else { return Ok(()) };
    let due = request.next_wave_at.is_some_and(|at| at <= now.as_millisecond());
    if request.status != Status::Open || !due {
        return Ok(());
    }
    // Two requests must not ask one donor at the same moment.
    tx.lock(Lock::BloodWave).await?;
    let today = now.to_zoned(clock::india()).date();
    let tally = store::tally(tx, id).await?;
    let few = rules().wave_size(request.wish.units - tally.accepted, tally.asked);
    let chosen = choose(tx, &request, few, today, now).await?;
    if !chosen.is_empty() {
        request.waves += 1;
    }
    for donor in &chosen {
        ask(tx, &request, donor, site, now).await?;
    }
    // Whoever has asked as many as one may waits for their answers.
    let wait = rules().wave_wait(today, request.wish.needed_by);
    request.next_wave_at = (few > 0).then(|| (now + wait).as_millisecond());
    store::update(tx, &request).await
}

async fn ask(tx: &mut Tx<'_>, request: &Request, donor: &Donor, site: &str, now: Timestamp) -> db::Result<()> {
    let ask = Ask {
        id: new_id(now),
        request_id: request.id.clone(),
        donor_id: donor.id.clone(),
        wave: request.waves,
        group: donor.details.group,
        district: donor.details.district.into(),
        asked_at: now.as_millisecond(),
        status: AskStatus::Asked,
        answered_at: None,
        accepted_at: None,
    };
    // Whoever erased themselves since they were chosen is not written to.
    if !donors::keep_quiet(tx, &donor.id, (now + rules().quiet()).as_millisecond()).await? {
        return Ok(());
    }
    store::insert_ask(tx, &ask).await?;
    let link = links::make(tx, site, links::Kind::Ask, &ask.id, now).await?;
    outbox::enqueue(tx, &mails::question(donor, request, link), now).await
}

/// Donors of fitting groups whom the request has not asked yet: of its district first, then of those around it, the
/// longest rested first.
async fn choose(tx: &mut Tx<'_>, request: &Request, size: i64, today: Date, now: Timestamp) -> db::Result<Vec<Donor>> {
    let wish = &request.wish;
    let sought = Sought {
        request_id: &request.id,
        state: wish.state,
        rested_since: (rules().rested_since(Gender::Male, today), rules().rested_since(Gender::Female, today)),
        born: rules().birth_days(today),
        today,
        now: now.as_millisecond(),
    };
    let wanted = usize::try_from(size).unwrap_or(0);
    let around: Vec<&str> = rules().neighbours(wish.state, wish.district).iter().map(String::as_str).collect();
    let mut chosen = Vec::new();
    for districts in [vec![wish.district], around] {
        let mut found = Vec::new();
        for district in districts {
            for group in wish.group.donors() {
                found.extend(donors::list_ready(tx, &sought, district, group.as_str(), size).await?);
            }
        }
        found.sort_by(|a, b| (a.last_given, &a.id).cmp(&(b.last_given, &b.id)));
        chosen.extend(found.into_iter().take(wanted - chosen.len()));
        if chosen.len() == wanted {
            break;
        }
    }
    Ok(chosen)
}
