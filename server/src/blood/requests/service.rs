//! The requester's side: ask, confirm by the mailed link, see who said yes, and end it.

use jiff::Span;

use super::model::{
    Ask, AskStatus, HeldFor, Hold, Look, Party, Report, Request, RequestStatus, Tally, Wish, end_of_day,
};
use super::reveals::{self, Viewer};
use super::store;
use crate::app::App;
use crate::blood::donors::{Donor, store as donors};
use crate::blood::links::{self, Held, Kind};
use crate::blood::mails;
use crate::blood::rules::rules;
use crate::blood::service::Moment;
use crate::blood::store::{is_blocked, lock_contact};
use crate::directory::facilities::{self, Category};
use crate::identity;
use crate::identity::callers::SignedOut;
use crate::platform::clock::millis;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::fold::fold;
use crate::platform::ids::new_id;
use crate::platform::lang::Lang;
use crate::platform::live::ADMINISTRATION;
use crate::platform::{audit, outbox};

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("no such request")]
    Gone,
    #[error("asked already")]
    Known,
    /// Ended, or not in a state for this.
    #[error("not changeable")]
    NotChangeable,
    /// Enough donors have said yes, or the request has ended.
    #[error("no longer needed")]
    NoLongerNeeded,
    /// A donor who never said yes cannot be reported.
    #[error("no such contact")]
    NoContact,
    #[error(transparent)]
    SignedOut(#[from] SignedOut),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Whether a hospital of the directory has a name, in a place that is known by its state and district.
pub async fn is_in_directory(app: &App, place: Option<(&str, &str)>, name: &str) -> db::Result<bool> {
    let Some(place) = place else { return Ok(false) };
    let known = app.db.read(async |tx| facilities::find_named(tx, Category::Hospital, place, name).await).await?;
    Ok(known.is_some())
}

/// Stores a request and mails the link that confirms it. Before that no donor is asked, and it counts towards no limit. Where the same
/// request runs already, the mail leads to that one. The caller learns no difference: who is not the address's owner must not
/// find out what it has asked for, nor whether it is blocked.
pub async fn ask(app: &App, wish: Wish, lang: Lang) -> Result<String, Error> {
    let moment = Moment::of(app);
    let id = app
        .db
        .write(async move |tx| {
            lock_contact(tx, &wish.email, &wish.phone).await?;
            if let Some(running) = find_same_running(tx, &wish).await? {
                let write = |link| mails::already_open(&running, link);
                moment.mail_link(tx, (Kind::Request, &running.id), write).await?;
                return Ok(running.id);
            }
            let place = (wish.state, wish.district);
            let hospital_id = facilities::find_named(tx, Category::Hospital, place, &wish.hospital).await?;
            let request = Request {
                id: new_id(moment.now),
                wish,
                in_directory: hospital_id.is_some(),
                hospital_id,
                network: None,
                hold: None,
                looked_at: None,
                lang,
                status: RequestStatus::Unconfirmed,
                created_at: moment.millis(),
                confirmed_at: None,
                waves: 0,
                next_wave_at: None,
            };
            store::insert(tx, &request).await?;
            let write = |link| mails::confirm_request(&request, link);
            moment.mail_link(tx, (Kind::Request, &request.id), write).await?;
            Ok::<_, Error>(request.id)
        })
        .await?;
    app.mail_waits();
    Ok(id)
}

/// A running request of the same address for the same patient, group and hospital.
async fn find_same_running(tx: &mut Tx<'_>, wish: &Wish) -> db::Result<Option<Request>> {
    let same = |known: &Wish| {
        known.group == wish.group
            && fold(known.patient_name.as_str()) == fold(wish.patient_name.as_str())
            && fold(&known.hospital) == fold(&wish.hospital)
    };
    let running = store::list_running_of(tx, &wish.email).await?;
    Ok(running.into_iter().find(|request| same(&request.wish)))
}

/// Whether somebody should look at a request that is being confirmed before it goes on. It is never refused: blood may be
/// needed at once, and a requester who shares an address, a number or a network with others is not to blame for them.
async fn find_reason_to_hold(tx: &mut Tx<'_>, request: &Request, moment: &Moment) -> db::Result<Option<HeldFor>> {
    let limits = &rules().request;
    let others = store::count_others(tx, request, moment.hours_ago(24), moment.hours_ago(1)).await?;
    let reasons = [
        (HeldFor::Blocked, is_blocked(tx, &request.wish.email).await?),
        (HeldFor::Address, others.address >= limits.at_once),
        (HeldFor::Network, others.network >= limits.of_a_network),
        (HeldFor::Number, others.number >= limits.at_once),
        (HeldFor::District, others.district >= limits.of_a_district),
    ];
    Ok(reasons.into_iter().find(|(_, holds)| *holds).map(|(reason, _)| reason))
}

/// A request as its requester sees it.
pub struct OwnRequest {
    pub request: Request,
    pub tally: Tally,
    /// The donors whose yes stands, with their number, while the request runs.
    pub shown: Vec<(Ask, Donor)>,
    /// Who said yes and is not shown, because they took it back or the request has ended.
    pub hidden: Vec<Ask>,
    pub reports: Vec<Report>,
    /// When it stood so.
    pub at: i64,
}

impl OwnRequest {
    /// Whether somebody should look at it before more donors are asked.
    pub fn waits_for_look(&self) -> bool {
        self.request.look(self.at) == Look::Waits
    }

    /// The hold that keeps all donors back until somebody has looked.
    pub fn kept_back_by(&self) -> Option<Hold> {
        self.request.hold.filter(|hold| self.waits_for_look() && hold.reason.keeps_all_back())
    }
}

/// A request as it stands. What shows a donor is read with the lock held, and written down.
pub async fn find(app: &App, link: &Held) -> Result<OwnRequest, Error> {
    let (moment, Held { subject: request_id, network, .. }) = (Moment::of(app), link.clone());
    let own = app.db.read(async |tx| read(tx, &request_id, &moment).await).await?;
    if !own.request.status.is_running() || own.hidden.iter().all(Ask::is_withdrawn) {
        return Ok(own);
    }
    app.db
        .write(async move |tx| {
            tx.lock(Lock::BloodRequest(&request_id)).await?;
            let mut own = read(tx, &request_id, &moment).await?;
            let viewer = Viewer { now: moment.now, network: network.as_deref() };
            own.shown = reveals::show_donors(tx, &own.request, &own.hidden, viewer).await?;
            own.hidden.retain(|ask| own.shown.iter().all(|(shown, _)| shown.id != ask.id));
            Ok(own)
        })
        .await
}

/// Without anything that only the holder of the request's lock may read.
async fn read(tx: &mut Tx<'_>, id: &str, moment: &Moment) -> Result<OwnRequest, Error> {
    let request = store::find(tx, id).await?.filter(|request| !is_forgotten(request, moment)).ok_or(Error::Gone)?;
    let request = request.on(moment.today());
    let mut hidden = store::list_asks(tx, id).await?;
    hidden.retain(|ask| ask.accepted_at.is_some());
    let (tally, reports) = (store::tally(tx, id).await?, store::list_reports(tx, id).await?);
    Ok(OwnRequest { request, tally, shown: Vec::new(), hidden, reports, at: moment.millis() })
}

/// Nobody confirmed it in time.
fn is_forgotten(request: &Request, moment: &Moment) -> bool {
    request.status == RequestStatus::Unconfirmed
        && request.created_at <= moment.hours_ago(rules().request.confirm_within_hours)
}

/// Opens a request; its first donors are asked at once, unless somebody should look first, which the requester is told. A
/// second confirmation changes nothing, and one that has ended stays so.
pub async fn confirm(app: &App, link: Held, network: Option<String>) -> Result<OwnRequest, Error> {
    let (moment, request_id) = (Moment::of(app), link.subject.clone());
    let hospital_id = app
        .db
        .write(async move |tx| {
            let Wish { email, phone, .. } = store::find(tx, &request_id).await?.ok_or(Error::Gone)?.wish;
            lock_contact(tx, &email, &phone).await?;
            tx.lock(Lock::BloodRequest(&request_id)).await?;
            let mut request = store::find(tx, &request_id).await?.ok_or(Error::Gone)?;
            if is_forgotten(&request, &moment) {
                return Err(Error::Gone);
            }
            if request.status.has_ended() {
                return Err(Error::NotChangeable);
            }
            if request.status != RequestStatus::Unconfirmed {
                return Ok(request.hospital_id);
            }
            if find_same_running(tx, &request.wish).await?.is_some() {
                return Err(Error::Known);
            }
            // Of those that are confirmed at the same moment each counts for the next.
            tx.lock(Lock::BloodWave).await?;
            request.network = network;
            let reason = find_reason_to_hold(tx, &request, &moment).await?;
            request.status = RequestStatus::Open;
            request.confirmed_at = Some(moment.millis());
            request.next_wave_at = Some(moment.millis());
            if let Some(reason) = reason {
                hold(tx, &mut request, reason, &moment).await?;
            }
            store::update(tx, &request).await?;
            Ok(request.hospital_id)
        })
        .await?;
    app.mail_waits();
    app.wave_waits();
    publish_changed(app, hospital_id.as_deref());
    find(app, &link).await
}

/// After the commit: the open pages of the administrators, and of the hospital that the request names, ask again.
pub(super) fn publish_changed(app: &App, hospital_id: Option<&str>) {
    app.live.publish(ADMINISTRATION);
    if let Some(id) = hospital_id {
        app.live.publish(&facilities::topic(id));
    }
}

/// Makes a request wait for a look. The hospital of the directory that it names is told, because it may know the patient; the
/// requester is told where no donor is asked meanwhile. Each is told once, however often it waits. The caller stores the
/// request.
pub(super) async fn hold(tx: &mut Tx<'_>, request: &mut Request, reason: HeldFor, moment: &Moment) -> db::Result<()> {
    let before = request.hold.map(|hold| hold.reason);
    let until = match reason {
        // Only an administrator releases it.
        HeldFor::Blocked => request.needed_until(),
        _ => (moment.now + rules().request.hold()).as_millisecond(),
    };
    request.hold = Some(Hold { reason, until });
    if before.is_none() && reason != HeldFor::Blocked {
        tell_hospital(tx, request, moment).await?;
    }
    if reason.keeps_all_back() {
        request.next_wave_at = Some(until);
        if before != Some(reason) {
            moment.mail_link(tx, (Kind::Request, &request.id), |link| mails::held(request, link)).await?;
        }
    }
    Ok(())
}

async fn tell_hospital(tx: &mut Tx<'_>, request: &Request, moment: &Moment) -> db::Result<()> {
    let Some(hospital_id) = request.hospital_id.as_deref().filter(|_| request.in_directory) else { return Ok(()) };
    let Some(hospital) = identity::find_contact(tx, hospital_id).await? else { return Ok(()) };
    moment.mail(tx, &mails::look_please(request, &hospital, moment.page("/business/bloodrequests"))).await
}

/// Tells the requester that donors are asked now, if a hold has kept all of them back until this moment.
pub(super) async fn tell_released(tx: &mut Tx<'_>, request: &Request, moment: &Moment) -> db::Result<()> {
    let is_waiting = request.look(moment.millis()) == Look::Waits;
    if !is_waiting || !request.hold.is_some_and(|hold| hold.reason.keeps_all_back()) {
        return Ok(());
    }
    moment.mail_link(tx, (Kind::Request, &request.id), |link| mails::released(request, link)).await
}

/// How a request ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// There was blood.
    Fulfilled,
    NotNeeded,
    /// By the administrator, with a reason for the requester.
    ByAdmin {
        reason: Option<String>,
    },
}

/// Somebody looked at a request that runs and found it right: it goes on at once. The caller holds its lock, and has
/// asked whether anybody looked before ([`Request::is_looked_at`]).
pub(super) async fn note_look(tx: &mut Tx<'_>, mut request: Request, moment: &Moment) -> Result<(), Error> {
    if !request.status.is_running() {
        return Err(Error::NotChangeable);
    }
    tell_released(tx, &request, moment).await?;
    request.looked_at = Some(moment.millis());
    request.next_wave_at = request.next_wave_at.map(|_| moment.millis());
    Ok(store::update(tx, &request).await?)
}

/// Ends a request by its requester.
pub async fn close(app: &App, link: Held, end: End) -> Result<OwnRequest, Error> {
    let (moment, request_id) = (Moment::of(app), link.subject.clone());
    let hospital_id = app
        .db
        .write(async move |tx| {
            tx.lock(Lock::BloodRequest(&request_id)).await?;
            let request = store::find(tx, &request_id).await?.ok_or(Error::Gone)?;
            let hospital_id = request.hospital_id.clone();
            end_one(tx, request, &end, &moment).await?;
            Ok::<_, Error>(hospital_id)
        })
        .await?;
    app.mail_waits();
    publish_changed(app, hospital_id.as_deref());
    find(app, &link).await
}

/// Ends a request, and tells the donors who said yes: nobody sees them any more. The caller holds its lock.
pub(super) async fn end_one(tx: &mut Tx<'_>, mut request: Request, end: &End, moment: &Moment) -> Result<(), Error> {
    if request.status.has_ended() {
        return Err(Error::NotChangeable);
    }
    let status = if *end == End::Fulfilled { RequestStatus::Fulfilled } else { RequestStatus::Closed };
    request.stop(status, moment.millis());
    store::update(tx, &request).await?;
    // A donor who gave has as long to report it as donors who were asked are left alone. The others are free at once.
    let quiet = if status == RequestStatus::Fulfilled { moment.quiet_until() } else { 0 };
    for ask in store::list_asks(tx, &request.id).await? {
        if ask.status == AskStatus::Accepted {
            let Some(donor) = donors::find(tx, &ask.donor_id).await? else { continue };
            release_donor(tx, &donor.id, quiet).await?;
            moment.mail_link(tx, (Kind::Donor, &donor.id), |link| mails::ended(&donor, &request, link)).await?;
        } else if matches!(end, End::ByAdmin { .. }) && ask.status == AskStatus::Asked {
            // A request that should not have asked anybody must not keep its donors from helping others.
            release_donor(tx, &ask.donor_id, 0).await?;
        }
    }
    if let End::ByAdmin { reason } = end {
        moment.mail(tx, &mails::closed_by_admin(&request, reason.as_deref())).await?;
    }
    Ok(())
}

/// Leaves a donor alone for as long as running requests count on them or have just asked them, at least until an instant, and
/// no longer: who said yes to a request that has ended can help others.
pub(super) async fn release_donor(tx: &mut Tx<'_>, donor_id: &str, at_least: i64) -> db::Result<()> {
    // Another request may ask the donor or hear a yes at the same moment: what is read here must still be true at the commit.
    tx.lock(Lock::BloodWave).await?;
    let (needed_by, asked_at) = store::find_claims(tx, donor_id).await?;
    let claims = [needed_by.map(end_of_day), asked_at.map(|at| at + millis(rules().quiet()))];
    let until = claims.into_iter().flatten().fold(at_least, i64::max);
    donors::keep_quiet(tx, donor_id, until).await
}

/// The requester tells of a wrong or repeated contact, once for each donor.
pub async fn report(app: &App, link: Held, ask_id: String, reason: String) -> Result<OwnRequest, Error> {
    let (moment, request_id) = (Moment::of(app), link.subject.clone());
    app.db
        .write(async move |tx| {
            tx.lock(Lock::BloodRequest(&request_id)).await?;
            let ask = store::find_ask(tx, &ask_id).await?.filter(|ask| ask.request_id == request_id);
            let ask = ask.filter(|ask| ask.accepted_at.is_some()).ok_or(Error::NoContact)?;
            write_report(tx, &ask, Party::Requester, &reason, &moment).await
        })
        .await?;
    app.live.publish(ADMINISTRATION);
    find(app, &link).await
}

/// One of each about each: saying it twice changes nothing.
pub(super) async fn write_report(
    tx: &mut Tx<'_>,
    ask: &Ask,
    by: Party,
    reason: &str,
    moment: &Moment,
) -> Result<(), Error> {
    let known = store::list_reports(tx, &ask.request_id).await?;
    if !known.iter().any(|report| report.ask_id == ask.id && report.told_by == by.as_str()) {
        store::insert_report(tx, ask, by, reason, moment.now).await?;
    }
    Ok(())
}

/// Forgets requests that nobody confirmed, those whose day was a year ago, and what hung on them.
pub async fn forget_old(app: &App) -> db::Result<usize> {
    let moment = Moment::of(app);
    let before = moment.today().saturating_sub(Span::new().years(1));
    let confirmed_since = moment.hours_ago(rules().request.confirm_within_hours);
    app.db
        .write(async move |tx| {
            tx.take_your_time().await?;
            let mut forgotten = store::delete_ended(tx, before).await?;
            forgotten.extend(store::delete_unconfirmed(tx, confirmed_since).await?);
            store::forget_networks(tx, moment.hours_ago(24)).await?;
            links::delete_ended(tx, moment.millis()).await?;
            store::erase_forgotten_requesters(tx).await?;
            audit::erase_words(tx, &forgotten).await?;
            Ok(forgotten.len())
        })
        .await
}

/// Removes everything that we know of a requester and whom they asked for; `None` when there is no such request. Donors who said
/// yes are told that it ended. Returns the address that we knew.
pub async fn erase(tx: &mut Tx<'_>, id: &str, moment: &Moment) -> Result<Option<Vec<String>>, Error> {
    tx.lock(Lock::BloodRequest(id)).await?;
    let Some(request) = store::find(tx, id).await? else { return Ok(None) };
    let addresses = vec![request.wish.email.as_str().to_owned()];
    outbox::erase_to(tx, &addresses).await?;
    if !request.status.has_ended() {
        end_one(tx, request, &End::NotNeeded, moment).await?;
    }
    store::delete(tx, id).await?;
    links::delete_ended(tx, moment.millis()).await?;
    store::erase_forgotten_requesters(tx).await?;
    Ok(Some(addresses))
}
