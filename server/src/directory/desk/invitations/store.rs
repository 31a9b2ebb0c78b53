//! The SQL of invitations to a desk.

use serde::Serialize;
use utoipa::ToSchema;

use crate::identity::{Email, Role};
use crate::platform::db::{Param, Result, Tx, columns};
use crate::platform::format::Instant;
use crate::platform::lang::Lang;

columns! {
    /// Somebody who was invited to a desk and has not accepted yet.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct Invitation as INVITATION in "desk_invitations i" {
        #[serde(rename = "_id")]
        id: String = "i.id",
        name: String = "i.name",
        email: String = "i.email",
        #[schema(value_type = String)]
        invited_at: Instant = "i.created_at",
        /// Until when the link in the mail works
        #[schema(value_type = String)]
        expires_at: Instant = "i.expires_at",
    }
}

columns! {
    /// An invitation, as whoever has its link reads it.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct DeskInvitation as LINKED_INVITATION in "desk_invitations i JOIN accounts e ON e.id = i.employer_id \
                                    LEFT JOIN doctors d ON d.id = e.id LEFT JOIN facilities f ON f.id = e.id" {
        #[serde(skip)]
        id: String = "i.id",
        name: String = "i.name",
        #[schema(value_type = String)]
        email: Email = "i.email",
        #[serde(skip)]
        lang: Lang = "i.lang",
        #[serde(skip)]
        employer_id: String = "e.id",
        #[serde(skip)]
        employer_role: Role = "e.role",
        /// Who invites
        employer: String = "COALESCE(d.full_name, f.name, '')",
        /// In Malayalam, if it is told
        employer_ml: Option<String> = "COALESCE(d.name_ml, f.name_ml)",
    }
}

pub struct NewInvitation<'a> {
    pub id: &'a str,
    pub employer_id: &'a str,
    pub name: &'a str,
    pub email: &'a Email,
    pub lang: Lang,
    pub token_digest: &'a str,
    pub created_at: i64,
    pub expires_at: i64,
}

pub async fn insert(tx: &mut Tx<'_>, new: &NewInvitation<'_>) -> Result<()> {
    let values: [(&str, &dyn Param); 9] = [
        ("id", &new.id),
        ("employer_id", &new.employer_id),
        ("name", &new.name),
        ("email", &new.email.as_str()),
        ("email_key", &new.email.key()),
        ("lang", &new.lang.code()),
        ("token_digest", &new.token_digest),
        ("created_at", &new.created_at),
        ("expires_at", &new.expires_at),
    ];
    tx.insert("desk_invitations", &values).await
}

const OPEN: &str = "WHERE i.employer_id = $1 AND i.expires_at > $2";

/// Open invitations of an employer, the oldest first.
pub async fn list_of(tx: &mut Tx<'_>, employer_id: &str, now: i64) -> Result<Vec<Invitation>> {
    INVITATION.list_all(tx, &format!("{OPEN} ORDER BY i.id"), &[&employer_id, &now]).await
}

pub async fn count_of(tx: &mut Tx<'_>, employer_id: &str, now: i64) -> Result<i64> {
    tx.count(&format!("SELECT count(*) FROM desk_invitations i {OPEN}"), &[&employer_id, &now]).await
}

pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<Invitation>> {
    INVITATION.find(tx, "WHERE i.id = $1", &[&id]).await
}

/// The invitation of a link, by an employer who may act.
pub async fn find_linked(tx: &mut Tx<'_>, token_digest: &str, now: i64) -> Result<Option<DeskInvitation>> {
    let open = "WHERE i.token_digest = $1 AND i.expires_at > $2 AND e.state = 'active'";
    LINKED_INVITATION.find(tx, open, &[&token_digest, &now]).await
}

/// Deletes an invitation, of that employer if one is given. Whether there was one.
pub async fn delete(tx: &mut Tx<'_>, employer_id: Option<&str>, id: &str) -> Result<bool> {
    let deleted = match employer_id {
        Some(employer) => {
            tx.execute("DELETE FROM desk_invitations WHERE id = $1 AND employer_id = $2", &[&id, &employer]).await?
        }
        None => tx.execute("DELETE FROM desk_invitations WHERE id = $1", &[&id]).await?,
    };
    Ok(deleted == 1)
}

/// Ends the employer's earlier invitation to an address: the newest link works.
pub async fn delete_to(tx: &mut Tx<'_>, employer_id: &str, email: &Email) -> Result<()> {
    let sql = "DELETE FROM desk_invitations WHERE employer_id = $1 AND email_key = $2";
    tx.execute(sql, &[&employer_id, &email.key()]).await.map(drop)
}

pub async fn delete_of(tx: &mut Tx<'_>, employer_id: &str) -> Result<Vec<String>> {
    let ids = tx.all("SELECT id FROM desk_invitations WHERE employer_id = $1 ORDER BY id", &[&employer_id]).await?;
    tx.execute("DELETE FROM desk_invitations WHERE employer_id = $1", &[&employer_id]).await?;
    Ok(ids)
}

pub async fn list_addresses_of(tx: &mut Tx<'_>, employer_id: &str) -> Result<Vec<String>> {
    tx.all("SELECT email FROM desk_invitations WHERE employer_id = $1 ORDER BY id", &[&employer_id]).await
}

pub async fn delete_expired(tx: &mut Tx<'_>, now: i64) -> Result<u64> {
    tx.execute("DELETE FROM desk_invitations WHERE expires_at <= $1", &[&now]).await
}
