//! The SQL of donors.

use jiff::Timestamp;
use jiff::civil::Date;

use super::model::{Donor, DonorDetails, DonorSearch, PendingChange};
use crate::identity::Email;
use crate::platform::db::{Param, Result, Tx, columns};
use crate::platform::fold::fold;
use crate::platform::ids::first_id;
use crate::platform::list::{List, Order, Page, Part};
use crate::platform::search;

const KIND: &str = "donor";

columns! {
    /// Optional dates are stored as text, empty for none.
    DONOR: Donor in "donors d" {
        id: "d.id",
        details: DETAILS,
        lang: "d.lang",
        created_at: "d.created_at",
        confirmed_at: "d.confirmed_at",
        new_email: "d.new_email",
        paused_until: "NULLIF(d.paused_until, '')",
        last_given: "NULLIF(d.last_donation, '')",
        turn: "NULLIF(d.turn, '')",
    }
}

columns! {
    DETAILS: DonorDetails {
        name: "d.name",
        group: "d.blood_group",
        gender: "d.gender",
        born: "d.born",
        email: "d.email",
        phone: "d.phone",
        state: "d.state",
        district: "d.district",
        consent: "d.consented_at IS NOT NULL",
    }
}

columns! {
    CHANGE: PendingChange in "donor_changes c JOIN donors d ON d.id = c.donor_id" { version: "c.version", details: CHANGED }
}

columns! {
    /// The number comes from the donor: it identifies the donor, so a change cannot contain it.
    CHANGED: DonorDetails {
        name: "c.name",
        group: "c.blood_group",
        gender: "c.gender",
        born: "c.born",
        email: "c.email",
        phone: "d.phone",
        state: "c.state",
        district: "c.district",
        consent: "c.consent = 1",
    }
}

/// The columns that donors and pending changes share.
fn detail_columns(details: &DonorDetails) -> Vec<(&'static str, String)> {
    vec![
        ("name", details.name.as_str().into()),
        ("blood_group", details.group.to_string()),
        ("gender", details.gender.as_str().into()),
        ("born", details.born.to_string()),
        ("email", details.email.as_str().into()),
        ("district", details.district.into()),
        ("state", details.state.into()),
    ]
}

/// The columns that a donor can change.
fn changeable(donor: &Donor) -> Vec<(&'static str, String)> {
    let text_of = |day: Option<Date>| day.map(|day| day.to_string()).unwrap_or_default();
    let mut values = detail_columns(&donor.details);
    values.extend([
        ("name_key", fold(donor.details.name.as_str())),
        ("email_key", donor.details.email.key()),
        ("phone", donor.details.phone.as_str().into()),
        ("paused_until", text_of(donor.paused_until)),
        ("last_donation", text_of(donor.last_given)),
        ("turn", text_of(donor.last_given.or(donor.turn))),
    ]);
    values
}

type Values<'a> = Vec<(&'a str, &'a dyn Param)>;

/// Joins text columns and columns of other types to one list of values.
fn with<'a>(texts: &'a [(&'a str, String)], others: &[(&'a str, &'a dyn Param)]) -> Values<'a> {
    let texts = texts.iter().map(|(column, text)| (*column, text as &dyn Param));
    texts.chain(others.iter().copied()).collect()
}

/// `Conflict` when the same number, name and address are registered.
pub async fn insert(tx: &mut Tx<'_>, donor: &Donor) -> Result<()> {
    let Donor { id, details, lang, created_at, confirmed_at, .. } = donor;
    let (lang, consented_at) = (lang.code(), details.consent.then_some(*created_at));
    let others: [(&str, &dyn Param); 7] = [
        ("id", id),
        ("lang", &lang),
        ("created_at", created_at),
        ("confirmed_at", confirmed_at),
        // An unconfirmed donor is mailed in the same transaction.
        ("confirm_mailed_at", created_at),
        ("consented_at", &consented_at),
        ("cooldown_until", &0_i64),
    ];
    tx.insert("donors", &with(&changeable(donor), &others)).await?;
    index(tx, donor).await
}

pub async fn update(tx: &mut Tx<'_>, donor: &Donor, now: i64) -> Result<()> {
    let Donor { id, details, confirmed_at, new_email, .. } = donor;
    let new_email = new_email.as_ref().map(Email::as_str);
    let others: [(&str, &dyn Param); 2] = [("confirmed_at", confirmed_at), ("new_email", &new_email)];
    tx.update("donors", id, &with(&changeable(donor), &others)).await?;
    // The date of an existing consent stays.
    let sql = "UPDATE donors SET consented_at = CASE WHEN $2 THEN COALESCE(consented_at, $3) END WHERE id = $1";
    tx.execute(sql, &[id, &details.consent, &now]).await?;
    index(tx, donor).await
}

async fn index(tx: &mut Tx<'_>, donor: &Donor) -> Result<()> {
    let DonorDetails { name, email, phone, .. } = &donor.details;
    search::index(tx, KIND, &donor.id, &[name.as_str(), email.as_str(), phone.as_str()]).await
}

pub async fn delete(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    search::index(tx, KIND, id, &[]).await?;
    tx.execute("DELETE FROM donors WHERE id = $1", &[&id]).await.map(drop)
}

pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<Donor>> {
    DONOR.find(tx, "WHERE d.id = $1", &[&id]).await
}

/// The donor with that number, name and address; spaces in the name are ignored.
pub async fn find_same(tx: &mut Tx<'_>, details: &DonorDetails) -> Result<Option<Donor>> {
    let DonorDetails { phone, name, email, .. } = details;
    let rest = "WHERE d.phone = $1 AND d.name_key = $2 AND d.email_key = $3";
    DONOR.find(tx, rest, &[&phone.as_str(), &fold(name.as_str()), &email.key()]).await
}

/// The number of confirmed donors with an address.
pub async fn count_confirmed_of(tx: &mut Tx<'_>, email: &Email) -> Result<i64> {
    let sql = "SELECT count(*) FROM donors WHERE email_key = $1 AND confirmed_at IS NOT NULL";
    tx.count(sql, &[&email.key()]).await
}

/// Unconfirmed registrations of an address, the newest first.
pub async fn list_unconfirmed_of(tx: &mut Tx<'_>, email: &Email) -> Result<Vec<String>> {
    let sql = "SELECT id FROM donors WHERE email_key = $1 AND confirmed_at IS NULL AND turn = '' ORDER BY id DESC";
    tx.all(sql, &[&email.key()]).await
}

/// Records when the confirmation mail was sent.
pub async fn record_confirmation_mail(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<()> {
    tx.update("donors", id, &[("confirm_mailed_at", &now)]).await
}

/// Registrations that were mailed before an instant and not confirmed since.
pub async fn list_forgotten(tx: &mut Tx<'_>, mailed_before: i64, limit: i64) -> Result<Vec<String>> {
    let sql = "SELECT id FROM donors WHERE confirmed_at IS NULL AND confirm_mailed_at < $1 AND turn = '' LIMIT $2";
    tx.all(sql, &[&mailed_before, &limit]).await
}

pub async fn list_by_email(tx: &mut Tx<'_>, email: &Email) -> Result<Vec<Donor>> {
    DONOR.list_all(tx, "WHERE d.email_key = $1 ORDER BY d.id", &[&email.key()]).await
}

/// Whether a donor has this address, in lower case.
pub async fn has_address(tx: &mut Tx<'_>, email_key: &str) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM donors WHERE email_key = $1)";
    Ok(tx.first(sql, &[&email_key]).await?.unwrap_or(false))
}

pub async fn save_change(tx: &mut Tx<'_>, donor_id: &str, change: &PendingChange) -> Result<()> {
    delete_change(tx, donor_id).await?;
    let consent = i64::from(change.details.consent);
    let others: [(&str, &dyn Param); 3] =
        [("donor_id", &donor_id), ("version", &change.version), ("consent", &consent)];
    tx.insert("donor_changes", &with(&detail_columns(&change.details), &others)).await
}

pub async fn find_change(tx: &mut Tx<'_>, donor_id: &str) -> Result<Option<PendingChange>> {
    CHANGE.find(tx, "WHERE c.donor_id = $1", &[&donor_id]).await
}

pub async fn delete_change(tx: &mut Tx<'_>, donor_id: &str) -> Result<()> {
    tx.execute("DELETE FROM donor_changes WHERE donor_id = $1", &[&donor_id]).await.map(drop)
}

async fn narrowed_to<'a>(tx: &mut Tx<'_>, search: &'a DonorSearch) -> Result<List<'a>> {
    let mut list = List::whole("donors d");
    list.and_if("d.blood_group =", search.group.as_deref());
    list.and_if("d.district =", search.district.as_deref());
    search::narrow(tx, &mut list, (KIND, "d.id"), &search.words).await?;
    Ok(list)
}

pub async fn list(tx: &mut Tx<'_>, search: &DonorSearch, part: Part<'_>) -> Result<Page<Donor>> {
    narrowed_to(tx, search).await?.page(tx, &DONOR, Order::NEWEST, part).await
}

/// A page of donors older than one, the newest first, for exports.
pub async fn list_before(
    tx: &mut Tx<'_>,
    search: &DonorSearch,
    before: Option<&str>,
    limit: i64,
) -> Result<Vec<Donor>> {
    let mut list = narrowed_to(tx, search).await?;
    list.and_if("d.id <", before);
    list.first(tx, &DONOR, Order::NEWEST, limit).await
}

/// The first donors that match all these words, or with an id in the range.
pub async fn find_first(
    tx: &mut Tx<'_>,
    words: &[search::Range],
    ids: Option<&search::Range>,
    limit: i64,
) -> Result<Vec<Donor>> {
    if let Some(ids) = ids {
        let mut list = List::whole("donors d");
        let within = list.within("d.id", ids);
        list.and_also(within);
        let found = list.first(tx, &DONOR, Order::OLDEST, limit).await?;
        if !found.is_empty() {
            return Ok(found);
        }
    }
    let search = DonorSearch { words: words.to_vec(), ..DonorSearch::default() };
    if words.is_empty() { Ok(Vec::new()) } else { list_before(tx, &search, None, limit).await }
}

/// The number of donors with consent and confirmation, by district and group.
pub async fn count_by_place(tx: &mut Tx<'_>, state: &str) -> Result<Vec<(String, String, i64)>> {
    let sql = "SELECT district, blood_group, count(*) FROM donors
               WHERE state = $1 AND consented_at IS NOT NULL AND confirmed_at IS NOT NULL
               GROUP BY district, blood_group";
    tx.all(sql, &[&state]).await
}

/// A secret of the installation, which determines the rounding of published counts.
pub async fn count_salt(tx: &mut Tx<'_>) -> Result<String> {
    Ok(tx.first("SELECT salt FROM blood_count_salt", &[]).await?.unwrap_or_default())
}

/// The number of registrations since an instant, confirmed or not. Ids begin with the time of creation.
pub async fn count_since(tx: &mut Tx<'_>, since: Timestamp) -> Result<i64> {
    tx.count("SELECT count(*) FROM donors WHERE id >= $1", &[&first_id(since)]).await
}

pub struct ReadyCriteria<'a> {
    pub request_id: &'a str,
    pub state: &'a str,
    /// The latest last donation of men and of women that allows another one.
    pub rested_since: (Date, Date),
    /// Born after the first and up to the second.
    pub born: (Date, Date),
    pub today: Date,
    pub now: i64,
}

/// Donors of one district and group whom a request has not asked yet, ordered by their queue date.
pub async fn list_ready(
    tx: &mut Tx<'_>,
    at: &ReadyCriteria<'_>,
    district: &str,
    group: &str,
    limit: i64,
) -> Result<Vec<Donor>> {
    let rest = "WHERE d.consented_at IS NOT NULL AND d.confirmed_at IS NOT NULL
                  AND d.state = $1 AND d.district = $2 AND d.blood_group = $3 AND d.turn <= $4
                  AND (d.gender = 'Male' AND d.last_donation <= $5 OR d.gender = 'Female' AND d.last_donation <= $6)
                  AND d.born > $7 AND d.born <= $8 AND d.paused_until < $9 AND d.cooldown_until <= $10
                  AND d.id NOT IN (SELECT donor_id FROM donor_invitations WHERE request_id = $11)
                ORDER BY d.turn, d.id LIMIT $12";
    let (men, women) = at.rested_since;
    let (latest, men, women) = (men.max(women).to_string(), men.to_string(), women.to_string());
    let (after, until, today) = (at.born.0.to_string(), at.born.1.to_string(), at.today.to_string());
    let ReadyCriteria { request_id, state, now, .. } = at;
    let params: [&dyn Param; 12] =
        [state, &district, &group, &latest, &men, &women, &after, &until, &today, now, request_id, &limit];
    DONOR.list_all(tx, rest, &params).await
}

pub async fn set_cooldown(tx: &mut Tx<'_>, id: &str, until: i64) -> Result<()> {
    tx.update("donors", id, &[("cooldown_until", &until)]).await
}

/// Starts the cooldown of a donor. Returns false if the donor was erased, withdrew the consent or is pausing.
pub async fn reserve(tx: &mut Tx<'_>, id: &str, today: Date, until: i64) -> Result<bool> {
    let sql = "UPDATE donors SET cooldown_until = $2 WHERE id = $1 AND consented_at IS NOT NULL AND paused_until < $3";
    Ok(tx.execute(sql, &[&id, &until, &today.to_string()]).await? > 0)
}
