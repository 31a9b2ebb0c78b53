//! The SQL of donors.

use jiff::civil::Date;

use super::model::{Details, Donor, Narrowed};
use crate::identity::Email;
use crate::identity::person::{Mobile, PersonName};
use crate::platform::db::{Param, Result, Tx, columns};
use crate::platform::fold::fold;
use crate::platform::list::{List, Order, Page, Part};
use crate::platform::search;

const KIND: &str = "donor";

columns! {
    /// An empty text is no day.
    DONOR: Donor in "donors d" {
        id: "d.id",
        details: DETAILS,
        lang: "d.lang",
        created_at: "d.created_at",
        paused_until: "NULLIF(d.paused_until, '')",
        last_given: "NULLIF(d.last_given, '')",
    }
}

columns! {
    DETAILS: Details {
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
    /// A change that waits, with the donor's number: it is part of who they are.
    CHANGE: Details in "donor_changes c JOIN donors d ON d.id = c.donor_id" {
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

fn text_of(day: Option<Date>) -> String {
    day.map(|day| day.to_string()).unwrap_or_default()
}

/// `Conflict` when the same number and name are registered.
pub async fn insert(tx: &mut Tx<'_>, donor: &Donor) -> Result<()> {
    let Donor { id, details, lang, created_at, paused_until, last_given } = donor;
    tx.insert(
        "donors",
        &[
            ("id", id),
            ("name", &details.name.as_str()),
            ("name_key", &fold(details.name.as_str())),
            ("blood_group", &details.group.as_str()),
            ("gender", &details.gender.as_str()),
            ("born", &details.born.to_string()),
            ("email", &details.email.as_str()),
            ("email_key", &details.email.key()),
            ("phone", &details.phone.as_str()),
            ("district", &details.district),
            ("state", &details.state),
            ("lang", &lang.code()),
            ("created_at", created_at),
            ("consented_at", &details.consent.then_some(*created_at)),
            ("paused_until", &text_of(*paused_until)),
            ("last_given", &text_of(*last_given)),
            ("quiet_until", &0_i64),
        ],
    )
    .await?;
    index(tx, donor).await
}

/// Saves everything that a donor can change.
pub async fn update(tx: &mut Tx<'_>, donor: &Donor, now: i64) -> Result<()> {
    let Donor { id, details, paused_until, last_given, .. } = donor;
    tx.update(
        "donors",
        id,
        &[
            ("name", &details.name.as_str()),
            ("name_key", &fold(details.name.as_str())),
            ("blood_group", &details.group.as_str()),
            ("gender", &details.gender.as_str()),
            ("born", &details.born.to_string()),
            ("email", &details.email.as_str()),
            ("email_key", &details.email.key()),
            ("phone", &details.phone.as_str()),
            ("district", &details.district),
            ("state", &details.state),
            ("paused_until", &text_of(*paused_until)),
            ("last_given", &text_of(*last_given)),
        ],
    )
    .await?;
    if details.consent {
        let sql = "UPDATE donors SET consented_at = COALESCE(consented_at, $2) WHERE id = $1";
        tx.execute(sql, &[id, &now]).await?;
    } else {
        tx.update("donors", id, &[("consented_at", &None::<i64>)]).await?;
    }
    index(tx, donor).await
}

async fn index(tx: &mut Tx<'_>, donor: &Donor) -> Result<()> {
    let Details { name, email, phone, .. } = &donor.details;
    search::index(tx, KIND, &donor.id, &[name.as_str(), email.as_str(), phone.as_str()]).await
}

pub async fn delete(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    search::index(tx, KIND, id, &[]).await?;
    tx.execute("DELETE FROM donors WHERE id = $1", &[&id]).await.map(drop)
}

pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<Donor>> {
    DONOR.find(tx, "WHERE d.id = $1", &[&id]).await
}

/// Somebody is one donor for one number and name, however the name is spaced.
pub async fn find_person(tx: &mut Tx<'_>, phone: &Mobile, name: &PersonName) -> Result<Option<Donor>> {
    DONOR.find(tx, "WHERE d.phone = $1 AND d.name_key = $2", &[&phone.as_str(), &fold(name.as_str())]).await
}

pub async fn list_by_email(tx: &mut Tx<'_>, email: &Email) -> Result<Vec<Donor>> {
    DONOR.list_all(tx, "WHERE d.email_key = $1 ORDER BY d.id", &[&email.key()]).await
}

pub async fn save_change(tx: &mut Tx<'_>, donor_id: &str, details: &Details) -> Result<()> {
    delete_change(tx, donor_id).await?;
    tx.insert(
        "donor_changes",
        &[
            ("donor_id", &donor_id),
            ("name", &details.name.as_str()),
            ("blood_group", &details.group.as_str()),
            ("gender", &details.gender.as_str()),
            ("born", &details.born.to_string()),
            ("email", &details.email.as_str()),
            ("district", &details.district),
            ("state", &details.state),
            ("consent", &i64::from(details.consent)),
        ],
    )
    .await
}

pub async fn find_change(tx: &mut Tx<'_>, donor_id: &str) -> Result<Option<Details>> {
    CHANGE.find(tx, "WHERE c.donor_id = $1", &[&donor_id]).await
}

pub async fn delete_change(tx: &mut Tx<'_>, donor_id: &str) -> Result<()> {
    tx.execute("DELETE FROM donor_changes WHERE donor_id = $1", &[&donor_id]).await.map(drop)
}

async fn narrowed_to<'a>(tx: &mut Tx<'_>, narrowed: &'a Narrowed) -> Result<List<'a>> {
    let mut list = List::whole("donors d");
    list.and_if("d.blood_group =", narrowed.group.as_deref());
    list.and_if("d.district =", narrowed.district.as_deref());
    search::narrow(tx, &mut list, (KIND, "d.id"), &narrowed.words).await?;
    Ok(list)
}

/// A page of donors, the newest first.
pub async fn list(tx: &mut Tx<'_>, narrowed: &Narrowed, part: Part<'_>) -> Result<Page<Donor>> {
    narrowed_to(tx, narrowed).await?.page(tx, &DONOR, Order::NEWEST, part).await
}

/// Those who came before one, the newest first, for a table that is written to its end.
pub async fn list_before(tx: &mut Tx<'_>, narrowed: &Narrowed, before: Option<&str>, limit: i64) -> Result<Vec<Donor>> {
    let mut list = narrowed_to(tx, narrowed).await?;
    list.and_if("d.id <", before);
    list.first(tx, &DONOR, Order::NEWEST, limit).await
}

/// The first few who are found by all these words, or whose id lies in the range.
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
    let narrowed = Narrowed { words: words.to_vec(), ..Narrowed::default() };
    if words.is_empty() { Ok(Vec::new()) } else { list_before(tx, &narrowed, None, limit).await }
}

/// How many may be asked at all, by district and group.
pub async fn count_by_place(tx: &mut Tx<'_>, state: &str) -> Result<Vec<(String, String, i64)>> {
    let sql = "SELECT district, blood_group, count(*) FROM donors
               WHERE state = $1 AND consented_at IS NOT NULL GROUP BY district, blood_group";
    tx.all(sql, &[&state]).await
}

/// Whom to look for.
pub struct Sought<'a> {
    pub request_id: &'a str,
    pub state: &'a str,
    /// Men and women who gave on these days or before have rested long enough.
    pub rested_since: (Date, Date),
    /// Born after the first and up to the second.
    pub born: (Date, Date),
    pub today: Date,
    pub now: i64,
}

/// Donors of one district and group whom a request has not asked yet, the longest rested first, with the day on which
/// they gave last.
pub async fn list_ready(
    tx: &mut Tx<'_>,
    sought: &Sought<'_>,
    district: &str,
    group: &str,
    limit: i64,
) -> Result<Vec<Donor>> {
    let rest = "WHERE d.consented_at IS NOT NULL AND d.state = $1 AND d.district = $2 AND d.blood_group = $3
                  AND d.last_given <= $4
                  AND (d.gender = 'Male' AND d.last_given <= $5 OR d.gender = 'Female' AND d.last_given <= $6)
                  AND d.born > $7 AND d.born <= $8 AND d.paused_until < $9 AND d.quiet_until <= $10
                  AND d.id NOT IN (SELECT donor_id FROM blood_asks WHERE request_id = $11)
                ORDER BY d.last_given, d.id LIMIT $12";
    let (men, women) = sought.rested_since;
    let (latest, men, women) = (men.max(women).to_string(), men.to_string(), women.to_string());
    let (after, until, today) = (sought.born.0.to_string(), sought.born.1.to_string(), sought.today.to_string());
    let Sought { request_id, state, now, .. } = sought;
    let params: [&dyn Param; 12] =
        [state, &district, &group, &latest, &men, &women, &after, &until, &today, now, request_id, &limit];
    DONOR.list_all(tx, rest, &params).await
}

/// Whether there is still such a donor.
pub async fn keep_quiet(tx: &mut Tx<'_>, id: &str, until: i64) -> Result<bool> {
    Ok(tx.execute("UPDATE donors SET quiet_until = $2 WHERE id = $1", &[&id, &until]).await? == 1)
}
