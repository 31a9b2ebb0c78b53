//! The SQL of requests, invitations, disclosures and reports.

use jiff::Timestamp;
use jiff::civil::Date;

use crate::blood::request_records::model::{
    AnswerCounts, ContactReport, DisclosedContact, Disclosure, DonorInvitation, InvitationStatus, Party, Request,
    RequestDetails, RequestStatus, RequestSummary, ReviewHold,
};
use crate::identity::Email;
use crate::platform::db::{Param, Result, Tx, columns};
use crate::platform::ids::{first_id, new_id};
use crate::platform::list::{List, Order, Page, Part};

columns! {
    REQUEST: Request in "blood_requests r" {
        id: "r.id",
        details: REQUEST_DETAILS,
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
    HOLD: ReviewHold { reason: "r.held_for", until: "r.held_until" }
}

columns! {
    REQUEST_DETAILS: RequestDetails {
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
        tally: ANSWER_COUNTS,
        reports: "(SELECT count(*) FROM contact_reports p WHERE p.request_id = r.id)",
        blocked: "EXISTS (SELECT 1 FROM blocked_contacts b WHERE b.contact = 'email:' || r.email_key)",
    }
}

columns! {
    ANSWER_COUNTS: AnswerCounts {
        asked: "(SELECT count(*) FROM donor_invitations a WHERE a.request_id = r.id)",
        accepted: "(SELECT count(*) FROM donor_invitations a WHERE a.request_id = r.id AND a.status = 'accepted')",
        declined: "(SELECT count(*) FROM donor_invitations a WHERE a.request_id = r.id AND a.status = 'declined')",
    }
}

columns! {
    INVITATION: DonorInvitation in "donor_invitations a" {
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
    DISCLOSURE: Disclosure in "contact_disclosures v" {
        request_id: "v.request_id",
        invitation_id: "v.invitation_id",
        shown: [DISCLOSED_CONTACT],
        first_at: "v.at",
        last_at: "v.last_at",
        times: "v.times",
    }
}

columns! {
    DISCLOSED_CONTACT: DisclosedContact { name: "v.name", phone: "v.phone" }
}

columns! {
    REPORT: ContactReport in "contact_reports p" { at: "p.at", invitation_id: "p.invitation_id", told_by: "p.reported_by", reason: "p.reason" }
}

pub async fn insert(tx: &mut Tx<'_>, request: &Request) -> Result<()> {
    let Request { id, details, hospital_id, lang, status, created_at, confirmed_at, waves, next_wave_at, .. } = request;
    tx.insert(
        "blood_requests",
        &[
            ("id", id),
            ("patient_name", &details.patient_name.as_str()),
            ("blood_group", &details.group.as_str()),
            ("units", &details.units),
            ("hospital", &details.hospital),
            ("hospital_id", hospital_id),
            ("state", &details.state),
            ("district", &details.district),
            ("needed_by", &details.needed_by.to_string()),
            ("contact_name", &details.contact_name.as_str()),
            ("phone", &details.phone.as_str()),
            ("email", &details.email.as_str()),
            ("email_key", &details.email.key()),
            ("reason", &details.reason),
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
            ("needed_by", &request.details.needed_by.to_string()),
            ("network", &request.network),
            ("held_for", &held_for),
            ("held_until", &held_until),
            ("looked_at", &request.looked_at),
        ],
    )
    .await
}

/// The number of open, unreviewed requests by what they share with a new one.
#[derive(Debug, Default)]
pub struct SimilarRequests {
    /// Of the same address.
    pub address: i64,
    /// Under the same number, from other addresses.
    pub number: i64,
    /// From the same network, confirmed since a day.
    pub network: i64,
    /// For the same district, confirmed since an hour.
    pub district: i64,
}

pub async fn count_similar(tx: &mut Tx<'_>, request: &Request, day_ago: i64, hour_ago: i64) -> Result<SimilarRequests> {
    const RUNNING: &str =
        "SELECT count(*) FROM blood_requests WHERE status IN ('Open', 'Matched') AND looked_at IS NULL";
    let (details, email_key) = (&request.details, request.details.email.key());
    let address = tx.count(&format!("{RUNNING} AND email_key = $1"), &[&email_key]).await?;
    let sql = format!("{RUNNING} AND phone = $1 AND email_key <> $2");
    let number = tx.count(&sql, &[&details.phone.as_str(), &email_key]).await?;
    let sql = format!("{RUNNING} AND network = $1 AND confirmed_at > $2");
    let network = tx.count(&sql, &[&request.network, &day_ago]).await?;
    let sql = format!("{RUNNING} AND state = $1 AND district = $2 AND confirmed_at > $3");
    let district = tx.count(&sql, &[&details.state, &details.district, &hour_ago]).await?;
    Ok(SimilarRequests { address, number, network, district })
}

/// The number of donors asked by unreviewed requests of one address or network that were confirmed since an instant.
pub async fn count_invited_together(tx: &mut Tx<'_>, request: &Request, since: i64) -> Result<i64> {
    let sql = "SELECT count(*) FROM donor_invitations WHERE request_id IN
                 (SELECT id FROM blood_requests
                  WHERE email_key = $1 AND created_at > $3 AND confirmed_at > $3 AND looked_at IS NULL
                  UNION SELECT id FROM blood_requests WHERE network = $2 AND confirmed_at > $3 AND looked_at IS NULL)";
    tx.count(sql, &[&request.details.email.key(), &request.network, &since]).await
}

/// Deletes networks that no limit counts any more.
pub async fn forget_networks(tx: &mut Tx<'_>, confirmed_before: i64) -> Result<u64> {
    let sql = "UPDATE blood_requests SET network = NULL WHERE network IS NOT NULL AND confirmed_at < $1";
    tx.execute(sql, &[&confirmed_before]).await
}

/// Open requests that name a hospital, the most urgent first, without those that only an administrator releases.
pub async fn list_of_hospital(tx: &mut Tx<'_>, hospital_id: &str, limit: i64) -> Result<Vec<Request>> {
    let rest = "WHERE r.hospital_id = $1 AND r.status IN ('Open', 'Matched')
                  AND (r.held_for IS NULL OR r.held_for <> 'blocked' OR r.looked_at IS NOT NULL)
                ORDER BY r.needed_by, r.id LIMIT $2";
    REQUEST.list_all(tx, rest, &[&hospital_id, &limit]).await
}

/// The number of requests that wait for a review.
pub async fn count_held(tx: &mut Tx<'_>, now: i64) -> Result<i64> {
    let sql = "SELECT count(*) FROM blood_requests WHERE held_until > $1 AND looked_at IS NULL AND status = 'Open'";
    tx.count(sql, &[&now]).await
}

/// The number of requests since an instant, confirmed or not. Ids begin with the time of creation.
pub async fn count_since(tx: &mut Tx<'_>, since: Timestamp) -> Result<i64> {
    tx.count("SELECT count(*) FROM blood_requests WHERE id >= $1", &[&first_id(since)]).await
}

/// Open requests of one address, the newest first. Unconfirmed ones are left out: strangers can create many, and the form must not
/// become slower for it.
pub async fn list_running_of(tx: &mut Tx<'_>, email: &Email) -> Result<Vec<Request>> {
    let rest = "WHERE r.email_key = $1 AND r.status IN ('Open', 'Matched') ORDER BY r.id DESC";
    REQUEST.list_all(tx, rest, &[&email.key()]).await
}

/// Requests of one address that have not ended, the newest first.
pub async fn list_unended_of(tx: &mut Tx<'_>, email: &Email) -> Result<Vec<Request>> {
    let rest = "WHERE r.email_key = $1 AND r.status IN ('Unconfirmed', 'Open', 'Matched') ORDER BY r.id DESC";
    REQUEST.list_all(tx, rest, &[&email.key()]).await
}

/// Open requests with a due wave, the most overdue first.
pub async fn list_due(tx: &mut Tx<'_>, now: i64, limit: i64) -> Result<Vec<String>> {
    let sql =
        "SELECT id FROM blood_requests WHERE next_wave_at <= $1 AND status = 'Open' ORDER BY next_wave_at LIMIT $2";
    tx.all(sql, &[&now, &limit]).await
}

pub async fn list_overdue(tx: &mut Tx<'_>, today: Date) -> Result<Vec<String>> {
    let sql = "SELECT id FROM blood_requests WHERE status IN ('Open', 'Matched') AND needed_by < $1";
    tx.all(sql, &[&today.to_string()]).await
}

/// Deletes requests that were created before an instant and not confirmed.
pub async fn delete_unconfirmed(tx: &mut Tx<'_>, before: i64) -> Result<Vec<String>> {
    let sql = "DELETE FROM blood_requests WHERE status = 'Unconfirmed' AND created_at < $1 RETURNING id";
    tx.all(sql, &[&before]).await
}

pub async fn delete(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    tx.execute("DELETE FROM blood_requests WHERE id = $1", &[&id]).await.map(drop)
}

pub async fn delete_ended(tx: &mut Tx<'_>, before: Date) -> Result<Vec<String>> {
    let sql = "DELETE FROM blood_requests WHERE status IN ('Fulfilled', 'Closed', 'Expired') AND needed_by < $1
               RETURNING id";
    tx.all(sql, &[&before.to_string()]).await
}

pub async fn insert_invitation(tx: &mut Tx<'_>, invitation: &DonorInvitation) -> Result<()> {
    tx.insert(
        "donor_invitations",
        &[
            ("id", &invitation.id),
            ("request_id", &invitation.request_id),
            ("donor_id", &invitation.donor_id),
            ("wave", &invitation.wave),
            ("blood_group", &invitation.group.as_str()),
            ("district", &invitation.district),
            ("asked_at", &invitation.asked_at),
            ("status", &invitation.status.as_str()),
            ("answered_at", &invitation.answered_at),
            ("accepted_at", &invitation.accepted_at),
        ],
    )
    .await
}

pub async fn find_invitation(tx: &mut Tx<'_>, id: &str) -> Result<Option<DonorInvitation>> {
    INVITATION.find(tx, "WHERE a.id = $1", &[&id]).await
}

/// The invitations of a request, the first wave first.
pub async fn list_invitations(tx: &mut Tx<'_>, request_id: &str) -> Result<Vec<DonorInvitation>> {
    INVITATION.list_all(tx, "WHERE a.request_id = $1 ORDER BY a.wave, a.id", &[&request_id]).await
}

/// Acceptances of a donor for requests that are open or may be extended.
pub async fn list_accepted_of(tx: &mut Tx<'_>, donor_id: &str) -> Result<Vec<DonorInvitation>> {
    let rest = "JOIN blood_requests r ON r.id = a.request_id
                WHERE a.donor_id = $1 AND a.status = 'accepted' AND r.status IN ('Open', 'Matched', 'Expired')
                ORDER BY a.request_id";
    INVITATION.list_all(tx, rest, &[&donor_id]).await
}

/// What reserves a donor: the last day of open requests that they accepted, and the last unanswered invitation of an open request.
pub async fn find_commitments(tx: &mut Tx<'_>, donor_id: &str) -> Result<(Option<Date>, Option<i64>)> {
    let sql = "SELECT max(CASE WHEN a.status = 'accepted' THEN r.needed_by END),
                      max(CASE WHEN a.status = 'asked' THEN a.asked_at END)
               FROM donor_invitations a JOIN blood_requests r ON r.id = a.request_id
               WHERE a.donor_id = $1 AND a.status <> 'declined' AND r.status IN ('Open', 'Matched')";
    Ok(tx.first(sql, &[&donor_id]).await?.unwrap_or_default())
}

pub async fn answer(tx: &mut Tx<'_>, invitation: &DonorInvitation) -> Result<()> {
    let values: [(&str, &dyn Param); 3] = [
        ("status", &invitation.status.as_str()),
        ("answered_at", &invitation.answered_at),
        ("accepted_at", &invitation.accepted_at),
    ];
    tx.update("donor_invitations", &invitation.id, &values).await
}

pub async fn tally(tx: &mut Tx<'_>, request_id: &str) -> Result<AnswerCounts> {
    let sql = "SELECT status, count(*) FROM donor_invitations WHERE request_id = $1 GROUP BY status";
    let counts: Vec<(InvitationStatus, i64)> = tx.all(sql, &[&request_id]).await?;
    let of = |wanted: InvitationStatus| counts.iter().find(|(status, _)| *status == wanted).map_or(0, |(_, n)| *n);
    let (accepted, declined) = (of(InvitationStatus::Accepted), of(InvitationStatus::Declined));
    Ok(AnswerCounts { asked: of(InvitationStatus::Asked) + accepted + declined, accepted, declined })
}

/// Records that one side is shown a name and number of the other. Returns whether it is the first time. Another view after
/// `look_before` counts as the same view.
pub async fn record_disclosure(
    tx: &mut Tx<'_>,
    invitation: &DonorInvitation,
    seen_by: Party,
    shown: &DisclosedContact,
    look_before: i64,
    now: Timestamp,
) -> Result<bool> {
    let sql = "INSERT INTO contact_disclosures
                 (id, at, request_id, invitation_id, donor_id, seen_by, name, phone, last_at, times)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $2, 1)
               ON CONFLICT (invitation_id, seen_by, name, phone) DO UPDATE SET
                 times = contact_disclosures.times + CASE WHEN contact_disclosures.last_at < $9 THEN 1 ELSE 0 END,
                 last_at = excluded.last_at
               RETURNING id";
    let (id, at, seen_by) = (new_id(now), now.as_millisecond(), seen_by.as_str());
    let DisclosedContact { name, phone } = shown;
    let params: [&dyn Param; 9] =
        [&id, &at, &invitation.request_id, &invitation.id, &invitation.donor_id, &seen_by, name, phone, &look_before];
    Ok(tx.first(sql, &params).await? == Some(id.clone()))
}

/// Disclosures to the requester, the oldest first.
pub async fn list_disclosures(tx: &mut Tx<'_>, request_id: &str) -> Result<Vec<Disclosure>> {
    DISCLOSURE.list_all(tx, "WHERE v.request_id = $1 AND v.seen_by = 'requester' ORDER BY v.id", &[&request_id]).await
}

/// Disclosures of a donor to requesters, the newest first.
pub async fn list_disclosures_of(tx: &mut Tx<'_>, donor_id: &str, limit: i64) -> Result<Vec<Disclosure>> {
    let mut list = List::new("contact_disclosures v", "v.seen_by = 'requester'");
    list.and("v.donor_id =", donor_id);
    list.first(tx, &DISCLOSURE, Order::NEWEST, limit).await
}

/// Erases what was disclosed of a donor; the fact and time stay.
pub async fn erase_shown_of(tx: &mut Tx<'_>, donor_id: &str) -> Result<()> {
    let sql = "UPDATE contact_disclosures SET name = NULL, phone = NULL WHERE donor_id = $1 AND seen_by = 'requester'";
    tx.execute(sql, &[&donor_id]).await.map(drop)
}

/// Erases the texts of reports about or by a donor; the fact stays.
pub async fn erase_reports_of(tx: &mut Tx<'_>, donor_id: &str) -> Result<()> {
    let sql = "UPDATE contact_reports SET reason = '' WHERE invitation_id IN (SELECT id FROM donor_invitations WHERE donor_id = $1)";
    tx.execute(sql, &[&donor_id]).await.map(drop)
}

/// Erases the requesters' data of deleted requests.
pub async fn erase_forgotten_requesters(tx: &mut Tx<'_>) -> Result<u64> {
    let sql = "UPDATE contact_disclosures SET name = NULL, phone = NULL
               WHERE seen_by = 'donor' AND phone IS NOT NULL AND request_id NOT IN (SELECT id FROM blood_requests)";
    tx.execute(sql, &[]).await
}

pub async fn insert_report(
    tx: &mut Tx<'_>,
    invitation: &DonorInvitation,
    by: Party,
    reason: &str,
    now: Timestamp,
) -> Result<()> {
    tx.insert(
        "contact_reports",
        &[
            ("id", &new_id(now)),
            ("at", &now.as_millisecond()),
            ("request_id", &invitation.request_id),
            ("invitation_id", &invitation.id),
            ("reported_by", &by.as_str()),
            ("reason", &reason),
        ],
    )
    .await
}

pub async fn list_reports(tx: &mut Tx<'_>, request_id: &str) -> Result<Vec<ContactReport>> {
    REPORT.list_all(tx, "WHERE p.request_id = $1 ORDER BY p.id", &[&request_id]).await
}

fn of_status<'a>(status: Option<RequestStatus>) -> List<'a> {
    let mut list = List::whole("blood_requests r");
    list.and_if("r.status =", status.map(RequestStatus::as_str));
    list
}

/// A page of requests: open ones by urgency, others the newest first.
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
