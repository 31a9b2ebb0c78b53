//! The SQL of requests, of whom they asked, and of who saw whose number.

use jiff::Timestamp;
use jiff::civil::Date;

use super::model::{
    Ask, AskStatus, Hold, Party, Report, Request, RequestStatus, RequestSummary, Reveal, Shown, Tally, Wish,
};
use crate::identity::Email;
use crate::platform::db::{Param, Result, Tx, columns};
use crate::platform::ids::{first_id, new_id};
use crate::platform::list::{List, Order, Page, Part};

columns! {
    REQUEST: Request in "blood_requests r" {
        id: "r.id",
        wish: WISH,
        hospital_id: "r.hospital_id",
        in_directory: "EXISTS (SELECT 1 FROM facilities f WHERE f.id = r.hospital_id AND f.listed_at IS NOT NULL)",
        network: "r.network",
        hold: [HOLD],
        looked_at: "r.looked_at",
        lang: "r.lang",
        status: "r.status",
        created_at: "r.created_at",
        confirmed_at: "r.confirmed_at",
        waves: "r.waves",
        next_wave_at: "r.next_wave_at",
    }
}

columns! {
    HOLD: Hold { reason: "r.held_for", until: "r.held_until" }
}

columns! {
    WISH: Wish {
        patient_name: "r.patient_name",
        group: "r.blood_group",
        units: "r.units",
        hospital: "r.hospital",
        state: "r.state",
        district: "r.district",
        needed_by: "r.needed_by",
        contact_name: "r.contact_name",
        phone: "r.phone",
        email: "r.email",
        reason: "r.reason",
    }
}

columns! {
    SUMMARY: RequestSummary in "blood_requests r" {
        request: REQUEST,
        tally: TALLY,
        reports: "(SELECT count(*) FROM blood_reports p WHERE p.request_id = r.id)",
        blocked: "EXISTS (SELECT 1 FROM blood_blocks b WHERE b.contact = 'email:' || r.email_key)",
    }
}

columns! {
    TALLY: Tally {
        asked: "(SELECT count(*) FROM blood_asks a WHERE a.request_id = r.id)",
        accepted: "(SELECT count(*) FROM blood_asks a WHERE a.request_id = r.id AND a.status = 'accepted')",
        declined: "(SELECT count(*) FROM blood_asks a WHERE a.request_id = r.id AND a.status = 'declined')",
    }
}

columns! {
    ASK: Ask in "blood_asks a" {
        id: "a.id",
        request_id: "a.request_id",
        donor_id: "a.donor_id",
        wave: "a.wave",
        group: "a.blood_group",
        district: "a.district",
        asked_at: "a.asked_at",
        status: "a.status",
        answered_at: "a.answered_at",
        accepted_at: "a.accepted_at",
    }
}

columns! {
    REVEAL: Reveal in "blood_reveals v" {
        request_id: "v.request_id",
        ask_id: "v.ask_id",
        shown: [SHOWN],
        first_at: "v.at",
        last_at: "v.last_at",
        times: "v.times",
    }
}

columns! {
    SHOWN: Shown { name: "v.name", phone: "v.phone" }
}

columns! {
    REPORT: Report in "blood_reports p" { at: "p.at", ask_id: "p.ask_id", told_by: "p.told_by", reason: "p.reason" }
}

pub async fn insert(tx: &mut Tx<'_>, request: &Request) -> Result<()> {
    let Request { id, wish, hospital_id, lang, status, created_at, confirmed_at, waves, next_wave_at, .. } = request;
    tx.insert(
        "blood_requests",
        &[
            ("id", id),
            ("patient_name", &wish.patient_name.as_str()),
            ("blood_group", &wish.group.as_str()),
            ("units", &wish.units),
            ("hospital", &wish.hospital),
            ("hospital_id", hospital_id),
            ("state", &wish.state),
            ("district", &wish.district),
            ("needed_by", &wish.needed_by.to_string()),
            ("contact_name", &wish.contact_name.as_str()),
            ("phone", &wish.phone.as_str()),
            ("email", &wish.email.as_str()),
            ("email_key", &wish.email.key()),
            ("reason", &wish.reason),
            ("lang", &lang.code()),
            ("status", &status.as_str()),
            ("created_at", created_at),
            ("confirmed_at", confirmed_at),
            ("waves", waves),
            ("next_wave_at", next_wave_at),
        ],
    )
    .await
}

pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<Request>> {
    REQUEST.find(tx, "WHERE r.id = $1", &[&id]).await
}

/// Saves how far a request has come.
pub async fn update(tx: &mut Tx<'_>, request: &Request) -> Result<()> {
    let held_for = request.hold.map(|hold| hold.reason.as_str());
    let held_until = request.hold.map(|hold| hold.until);
    tx.update(
        "blood_requests",
        &request.id,
        &[
            ("status", &request.status.as_str()),
            ("confirmed_at", &request.confirmed_at),
            ("waves", &request.waves),
            ("next_wave_at", &request.next_wave_at),
            ("needed_by", &request.wish.needed_by.to_string()),
            ("network", &request.network),
            ("held_for", &held_for),
            ("held_until", &held_until),
            ("looked_at", &request.looked_at),
        ],
    )
    .await
}

/// How many requests run and are not reviewed yet, by what they have in common with one that is being confirmed.
#[derive(Debug, Default)]
pub struct Others {
    /// Of the same address.
    pub address: i64,
    /// Under the same number, from other addresses.
    pub number: i64,
    /// From the same network, confirmed since a day.
    pub network: i64,
    /// For the same district, confirmed since an hour.
    pub district: i64,
}

/// Counts the requests that run and are not reviewed yet. Closed ones do not count, and a review of the others lifts what
/// they would hold.
pub async fn count_others(tx: &mut Tx<'_>, request: &Request, day_ago: i64, hour_ago: i64) -> Result<Others> {
    const RUNNING: &str =
        "SELECT count(*) FROM blood_requests WHERE status IN ('Open', 'Matched') AND looked_at IS NULL";
    let (wish, email_key) = (&request.wish, request.wish.email.key());
    let address = tx.count(&format!("{RUNNING} AND email_key = $1"), &[&email_key]).await?;
    let sql = format!("{RUNNING} AND phone = $1 AND email_key <> $2");
    let number = tx.count(&sql, &[&wish.phone.as_str(), &email_key]).await?;
    let sql = format!("{RUNNING} AND network = $1 AND confirmed_at > $2");
    let network = tx.count(&sql, &[&request.network, &day_ago]).await?;
    let sql = format!("{RUNNING} AND state = $1 AND district = $2 AND confirmed_at > $3");
    let district = tx.count(&sql, &[&wish.state, &wish.district, &hour_ago]).await?;
    Ok(Others { address, number, network, district })
}

/// How many donors were asked by the requests of one address or network that were confirmed since an instant and are not reviewed.
pub async fn count_asked_together(tx: &mut Tx<'_>, request: &Request, since: i64) -> Result<i64> {
    let sql = "SELECT count(*) FROM blood_asks WHERE request_id IN
                 (SELECT id FROM blood_requests
                  WHERE email_key = $1 AND created_at > $3 AND confirmed_at > $3 AND looked_at IS NULL
                  UNION SELECT id FROM blood_requests WHERE network = $2 AND confirmed_at > $3 AND looked_at IS NULL)";
    tx.count(sql, &[&request.wish.email.key(), &request.network, &since]).await
}

/// Networks are kept for as long as they are counted.
pub async fn forget_networks(tx: &mut Tx<'_>, confirmed_before: i64) -> Result<u64> {
    let sql = "UPDATE blood_requests SET network = NULL WHERE network IS NOT NULL AND confirmed_at < $1";
    tx.execute(sql, &[&confirmed_before]).await
}

/// Requests that run and name a hospital, for its own eyes, the most urgent first. Those that only an administrator releases are
/// left out.
pub async fn list_of_hospital(tx: &mut Tx<'_>, hospital_id: &str, limit: i64) -> Result<Vec<Request>> {
    let rest = "WHERE r.hospital_id = $1 AND r.status IN ('Open', 'Matched')
                  AND (r.held_for IS NULL OR r.held_for <> 'blocked' OR r.looked_at IS NOT NULL)
                ORDER BY r.needed_by, r.id LIMIT $2";
    REQUEST.list_all(tx, rest, &[&hospital_id, &limit]).await
}

/// How many wait for a look.
pub async fn count_held(tx: &mut Tx<'_>, now: i64) -> Result<i64> {
    let sql = "SELECT count(*) FROM blood_requests WHERE held_until > $1 AND looked_at IS NULL AND status = 'Open'";
    tx.count(sql, &[&now]).await
}

/// How many were asked for since an instant, confirmed or not. An id begins with the time of its row.
pub async fn count_since(tx: &mut Tx<'_>, since: Timestamp) -> Result<i64> {
    tx.count("SELECT count(*) FROM blood_requests WHERE id >= $1", &[&first_id(since)]).await
}

/// Those of one address that run, the newest first. Not the unconfirmed ones: strangers can make as many as they like with an address,
/// and the form must not answer more slowly for it.
pub async fn list_running_of(tx: &mut Tx<'_>, email: &Email) -> Result<Vec<Request>> {
    let rest = "WHERE r.email_key = $1 AND r.status IN ('Open', 'Matched') ORDER BY r.id DESC";
    REQUEST.list_all(tx, rest, &[&email.key()]).await
}

/// Those of one address that have not ended, the newest first.
pub async fn list_unended_of(tx: &mut Tx<'_>, email: &Email) -> Result<Vec<Request>> {
    let rest = "WHERE r.email_key = $1 AND r.status IN ('Unconfirmed', 'Open', 'Matched') ORDER BY r.id DESC";
    REQUEST.list_all(tx, rest, &[&email.key()]).await
}

/// Open requests whose next donors are due, the most overdue first.
pub async fn list_due(tx: &mut Tx<'_>, now: i64, limit: i64) -> Result<Vec<String>> {
    let sql =
        "SELECT id FROM blood_requests WHERE next_wave_at <= $1 AND status = 'Open' ORDER BY next_wave_at LIMIT $2";
    tx.all(sql, &[&now, &limit]).await
}

/// Running requests whose day has passed.
pub async fn list_overdue(tx: &mut Tx<'_>, today: Date) -> Result<Vec<String>> {
    let sql = "SELECT id FROM blood_requests WHERE status IN ('Open', 'Matched') AND needed_by < $1";
    tx.all(sql, &[&today.to_string()]).await
}

/// Forgets requests that nobody confirmed before an instant.
pub async fn delete_unconfirmed(tx: &mut Tx<'_>, before: i64) -> Result<Vec<String>> {
    let sql = "DELETE FROM blood_requests WHERE status = 'Unconfirmed' AND created_at < $1 RETURNING id";
    tx.all(sql, &[&before]).await
}

pub async fn delete(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    tx.execute("DELETE FROM blood_requests WHERE id = $1", &[&id]).await.map(drop)
}

/// Forgets requests that ended and were needed before a day.
pub async fn delete_ended(tx: &mut Tx<'_>, before: Date) -> Result<Vec<String>> {
    let sql = "DELETE FROM blood_requests WHERE status IN ('Fulfilled', 'Closed', 'Expired') AND needed_by < $1
               RETURNING id";
    tx.all(sql, &[&before.to_string()]).await
}

pub async fn insert_ask(tx: &mut Tx<'_>, ask: &Ask) -> Result<()> {
    tx.insert(
        "blood_asks",
        &[
            ("id", &ask.id),
            ("request_id", &ask.request_id),
            ("donor_id", &ask.donor_id),
            ("wave", &ask.wave),
            ("blood_group", &ask.group.as_str()),
            ("district", &ask.district),
            ("asked_at", &ask.asked_at),
            ("status", &ask.status.as_str()),
            ("answered_at", &ask.answered_at),
            ("accepted_at", &ask.accepted_at),
        ],
    )
    .await
}

pub async fn find_ask(tx: &mut Tx<'_>, id: &str) -> Result<Option<Ask>> {
    ASK.find(tx, "WHERE a.id = $1", &[&id]).await
}

/// Everybody whom a request asked, the first wave first.
pub async fn list_asks(tx: &mut Tx<'_>, request_id: &str) -> Result<Vec<Ask>> {
    ASK.list_all(tx, "WHERE a.request_id = $1 ORDER BY a.wave, a.id", &[&request_id]).await
}

/// Where a donor said yes to a request that runs, or that may run again.
pub async fn list_accepted_of(tx: &mut Tx<'_>, donor_id: &str) -> Result<Vec<Ask>> {
    let rest = "JOIN blood_requests r ON r.id = a.request_id
                WHERE a.donor_id = $1 AND a.status = 'accepted' AND r.status IN ('Open', 'Matched', 'Expired')
                ORDER BY a.request_id";
    ASK.list_all(tx, rest, &[&donor_id]).await
}

/// What keeps a donor from being asked by others: the last day of the running requests that they said yes to, and when a
/// running request asked them last without an answer.
pub async fn find_claims(tx: &mut Tx<'_>, donor_id: &str) -> Result<(Option<Date>, Option<i64>)> {
    let sql = "SELECT max(CASE WHEN a.status = 'accepted' THEN r.needed_by END),
                      max(CASE WHEN a.status = 'asked' THEN a.asked_at END)
               FROM blood_asks a JOIN blood_requests r ON r.id = a.request_id
               WHERE a.donor_id = $1 AND a.status <> 'declined' AND r.status IN ('Open', 'Matched')";
    Ok(tx.first(sql, &[&donor_id]).await?.unwrap_or_default())
}

pub async fn answer(tx: &mut Tx<'_>, ask: &Ask) -> Result<()> {
    let values: [(&str, &dyn Param); 3] =
        [("status", &ask.status.as_str()), ("answered_at", &ask.answered_at), ("accepted_at", &ask.accepted_at)];
    tx.update("blood_asks", &ask.id, &values).await
}

pub async fn tally(tx: &mut Tx<'_>, request_id: &str) -> Result<Tally> {
    let sql = "SELECT status, count(*) FROM blood_asks WHERE request_id = $1 GROUP BY status";
    let counts: Vec<(AskStatus, i64)> = tx.all(sql, &[&request_id]).await?;
    let of = |wanted: AskStatus| counts.iter().find(|(status, _)| *status == wanted).map_or(0, |(_, n)| *n);
    let (accepted, declined) = (of(AskStatus::Accepted), of(AskStatus::Declined));
    Ok(Tally { asked: of(AskStatus::Asked) + accepted + declined, accepted, declined })
}

/// Writes down that one of the two is shown a name and number of the other, and returns whether it is the first time. Shown
/// again after `look_before` it is the same look still.
pub async fn record_reveal(
    tx: &mut Tx<'_>,
    ask: &Ask,
    seen_by: Party,
    shown: &Shown,
    look_before: i64,
    now: Timestamp,
) -> Result<bool> {
    let sql = "INSERT INTO blood_reveals
                 (id, at, request_id, ask_id, donor_id, seen_by, name, phone, last_at, times)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $2, 1)
               ON CONFLICT (ask_id, seen_by, name, phone) DO UPDATE SET
                 times = blood_reveals.times + CASE WHEN blood_reveals.last_at < $9 THEN 1 ELSE 0 END,
                 last_at = excluded.last_at
               RETURNING id";
    let (id, at, seen_by) = (new_id(now), now.as_millisecond(), seen_by.as_str());
    let Shown { name, phone } = shown;
    let params: [&dyn Param; 9] =
        [&id, &at, &ask.request_id, &ask.id, &ask.donor_id, &seen_by, name, phone, &look_before];
    Ok(tx.first(sql, &params).await? == Some(id.clone()))
}

/// What the requester saw of donors, the first first.
pub async fn list_reveals(tx: &mut Tx<'_>, request_id: &str) -> Result<Vec<Reveal>> {
    REVEAL.list_all(tx, "WHERE v.request_id = $1 AND v.seen_by = 'requester' ORDER BY v.id", &[&request_id]).await
}

/// What requesters saw of a donor, the newest first.
pub async fn list_reveals_of(tx: &mut Tx<'_>, donor_id: &str, limit: i64) -> Result<Vec<Reveal>> {
    let mut list = List::new("blood_reveals v", "v.seen_by = 'requester'");
    list.and("v.donor_id =", donor_id);
    list.first(tx, &REVEAL, Order::NEWEST, limit).await
}

/// A donor leaves: that something was shown and when stays, what it was goes.
pub async fn erase_shown_of(tx: &mut Tx<'_>, donor_id: &str) -> Result<()> {
    let sql = "UPDATE blood_reveals SET name = NULL, phone = NULL WHERE donor_id = $1 AND seen_by = 'requester'";
    tx.execute(sql, &[&donor_id]).await.map(drop)
}

/// What a donor and their requesters complained about: that they did stays, the words go.
pub async fn erase_reports_of(tx: &mut Tx<'_>, donor_id: &str) -> Result<()> {
    let sql = "UPDATE blood_reports SET reason = '' WHERE ask_id IN (SELECT id FROM blood_asks WHERE donor_id = $1)";
    tx.execute(sql, &[&donor_id]).await.map(drop)
}

/// The requesters of forgotten requests, as donors saw them.
pub async fn erase_forgotten_requesters(tx: &mut Tx<'_>) -> Result<u64> {
    let sql = "UPDATE blood_reveals SET name = NULL, phone = NULL
               WHERE seen_by = 'donor' AND phone IS NOT NULL AND request_id NOT IN (SELECT id FROM blood_requests)";
    tx.execute(sql, &[]).await
}

pub async fn insert_report(tx: &mut Tx<'_>, ask: &Ask, by: Party, reason: &str, now: Timestamp) -> Result<()> {
    tx.insert(
        "blood_reports",
        &[
            ("id", &new_id(now)),
            ("at", &now.as_millisecond()),
            ("request_id", &ask.request_id),
            ("ask_id", &ask.id),
            ("told_by", &by.as_str()),
            ("reason", &reason),
        ],
    )
    .await
}

pub async fn list_reports(tx: &mut Tx<'_>, request_id: &str) -> Result<Vec<Report>> {
    REPORT.list_all(tx, "WHERE p.request_id = $1 ORDER BY p.id", &[&request_id]).await
}

fn of_status<'a>(status: Option<RequestStatus>) -> List<'a> {
    let mut list = List::whole("blood_requests r");
    list.and_if("r.status =", status.map(RequestStatus::as_str));
    list
}

/// A page of requests: those of a status that still needs blood by urgency, others and all of them the newest first.
pub async fn list(tx: &mut Tx<'_>, status: Option<RequestStatus>, part: Part<'_>) -> Result<Page<RequestSummary>> {
    let is_running = status.is_some_and(RequestStatus::is_running);
    let order = if is_running { Order::by_text("r.needed_by") } else { Order::NEWEST };
    of_status(status).page(tx, &SUMMARY, order, part).await
}

pub async fn find_summary(tx: &mut Tx<'_>, id: &str) -> Result<Option<RequestSummary>> {
    SUMMARY.find(tx, "WHERE r.id = $1", &[&id]).await
}

pub async fn count_open(tx: &mut Tx<'_>) -> Result<i64> {
    of_status(Some(RequestStatus::Open)).count(tx).await
}
