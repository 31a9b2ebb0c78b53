//! Whom we ask, and when: the nearest and longest rested first, a few at a time, until enough have said yes.

use futures::future::try_join_all;

use crate::app::App;
use crate::blood::donors::Donor;
use crate::blood::donors::store::{self as donors, ReadyAt};
use crate::blood::links::Kind;
use crate::blood::mails;
use crate::blood::requests::model::{Ask, AskStatus, HeldFor, Request, RequestStatus};
use crate::blood::requests::service::hold;
use crate::blood::requests::store;
use crate::blood::rules::rules;
use crate::blood::service::Moment;
use crate::identity::person::Gender;
use crate::platform::background::Turn;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::ids::new_id;

/// Requests whose turn comes in one step; the rest follow in the next.
const STEP: i64 = 100;

/// Does what the clock asks for: the next donors are asked, and requests whose day has passed end. A request that cannot be
/// read waits; the others go on.
pub async fn advance(app: &App) -> db::Result<Turn> {
    let moment = Moment::of(app);
    // Those that wait may be the most overdue of all.
    let step = STEP + i64::try_from(app.setbacks.count()).unwrap_or(0);
    let (due, overdue) = app
        .db
        .read(async |tx| {
            let due = store::list_due(tx, moment.millis(), step).await?;
            Ok::<_, db::Error>((due, store::list_overdue(tx, moment.today()).await?))
        })
        .await?;
    let is_all = i64::try_from(due.len()).is_ok_and(|due| due < step);
    app.setbacks.each("overdue requests", overdue, moment.millis(), |id| expire(app, id)).await?;
    app.setbacks.each("waves", due, moment.millis(), |id| ask_next(app, id)).await?;
    app.mail_waits();
    Ok(if is_all { Turn::Done } else { Turn::More })
}

async fn expire(app: &App, id: String) -> db::Result<()> {
    let moment = Moment::of(app);
    app.db
        .write(async move |tx| {
            tx.lock(Lock::BloodRequest(&id)).await?;
            let Some(mut request) = store::find(tx, &id).await? else { return Ok(()) };
            if !request.status.is_running() || request.wish.needed_by >= moment.today() {
                return Ok(());
            }
            request.stop(RequestStatus::Expired, moment.millis());
            store::update(tx, &request).await?;
            moment.mail_link(tx, (Kind::Request, &id), |link| mails::expired(&request, link)).await
        })
        .await
}

async fn ask_next(app: &App, id: String) -> db::Result<()> {
    let moment = Moment::of(app);
    app.db.write(async move |tx| make_wave(tx, &id, &moment).await).await
}

/// One wave of a request, if it is due and donors are missing.
async fn make_wave(tx: &mut Tx<'_>, id: &str, moment: &Moment) -> db::Result<()> {
    tx.lock(Lock::BloodRequest(id)).await?;
    let Some(mut request) = store::find(tx, id).await? else { return Ok(()) };
    let due = request.next_wave_at.is_some_and(|at| at <= moment.millis());
    if request.status != RequestStatus::Open || !due {
        return Ok(());
    }
    // Two requests must not ask one donor at the same moment.
    tx.lock(Lock::BloodWave).await?;
    let tally = store::tally(tx, id).await?;
    let (missing, together) = (request.wish.units - tally.accepted, asked_together(tx, &request, moment).await?);
    if rules().has_asked_all(together) && !rules().has_asked_all(tally.asked) {
        // Others have used up its donors of today: somebody looks, and it tries again until then.
        hold(tx, &mut request, HeldFor::DonorLimit, moment).await?;
        return store::update(tx, &request).await;
    }
    let few = rules().wave_size(missing, tally.asked.max(together));
    let Chosen { donors, are_more_beyond } = choose(tx, &request, few, moment).await?;
    if !donors.is_empty() {
        request.waves += 1;
    }
    for donor in &donors {
        ask(tx, &request, donor, moment).await?;
    }
    // Whoever has asked as many as one may waits for their answers.
    let wait = rules().wave_wait(moment.today(), request.wish.needed_by);
    let next = (!rules().has_asked_all(tally.asked)).then(|| (moment.now + wait).as_millisecond());
    if are_more_beyond {
        // One wait is enough, whatever it is for.
        if request.hold.is_none() {
            hold(tx, &mut request, HeldFor::Beyond, moment).await?;
        }
        let until = request.hold.map_or(i64::MAX, |hold| hold.until);
        request.next_wave_at = next.map(|next| next.min(until));
    } else {
        request.next_wave_at = next;
    }
    store::update(tx, &request).await
}

/// What nobody has looked at shares its donors of a day with all that its address and its network ask for.
async fn asked_together(tx: &mut Tx<'_>, request: &Request, moment: &Moment) -> db::Result<i64> {
    match request.looked_at {
        Some(_) => Ok(0),
        None => store::count_asked_together(tx, request, moment.hours_ago(24)).await,
    }
}

async fn ask(tx: &mut Tx<'_>, request: &Request, donor: &Donor, moment: &Moment) -> db::Result<()> {
    let ask = Ask {
        id: new_id(moment.now),
        request_id: request.id.clone(),
        donor_id: donor.id.clone(),
        wave: request.waves,
        group: donor.details.group,
        district: donor.details.district.into(),
        asked_at: moment.millis(),
        status: AskStatus::Asked,
        answered_at: None,
        accepted_at: None,
    };
    // Whoever left or withdrew since they were chosen is not written to.
    if !donors::claim(tx, &donor.id, moment.today(), moment.quiet_until()).await? {
        return Ok(());
    }
    store::insert_ask(tx, &ask).await?;
    moment.mail_link(tx, (Kind::Ask, &ask.id), |link| mails::question(donor, request, link)).await
}

/// Who is asked next.
struct Chosen {
    donors: Vec<Donor>,
    /// Others could be asked in the districts around, but somebody should look at the request first.
    are_more_beyond: bool,
}

/// Donors of fitting groups whom the request has not asked yet: of its district first, then of those around it.
async fn choose(tx: &mut Tx<'_>, request: &Request, size: i64, moment: &Moment) -> db::Result<Chosen> {
    let wish = &request.wish;
    let wanted = usize::try_from(size).unwrap_or(0);
    let mut donors = list_ready(tx, request, &[wish.district], size, moment).await?;
    donors.truncate(wanted);
    if donors.len() == wanted {
        return Ok(Chosen { donors, are_more_beyond: false });
    }
    let around: Vec<&str> = rules().neighbours(wish.state, wish.district).iter().map(String::as_str).collect();
    let mut beyond = list_ready(tx, request, &around, size, moment).await?;
    if !request.may_go_beyond(moment.millis()) {
        return Ok(Chosen { donors, are_more_beyond: !beyond.is_empty() });
    }
    beyond.truncate(wanted - donors.len());
    donors.extend(beyond);
    Ok(Chosen { donors, are_more_beyond: false })
}

/// Who could be asked in some districts, by their turns.
async fn list_ready(
    tx: &mut Tx<'_>,
    request: &Request,
    districts: &[&str],
    size: i64,
    moment: &Moment,
) -> db::Result<Vec<Donor>> {
    let (wish, today) = (&request.wish, moment.today());
    let ready = ReadyAt {
        request_id: &request.id,
        state: wish.state,
        rested_since: (rules().rested_since(Gender::Male, today), rules().rested_since(Gender::Female, today)),
        born: rules().birth_days(today),
        today,
        now: moment.millis(),
    };
    let places = districts.iter().flat_map(|district| wish.group.donors().map(move |group| (district, group)));
    let asked = places.map(async |(district, group)| {
        donors::list_ready(&mut tx.beside(), &ready, district, group.as_str(), size).await
    });
    let mut found = try_join_all(asked).await?.concat();
    found.sort_by(|a, b| (a.turn, &a.id).cmp(&(b.turn, &b.id)));
    Ok(found)
}
