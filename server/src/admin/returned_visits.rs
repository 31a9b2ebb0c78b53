//! Returning the visits of an account that lost its number to the account that the same person has now. An administrator verifies the person
//! outside of the program; the audit log has how. Decision 0083.

pub use store::{FormerAccount, list_former};

pub mod http {
    use axum::extract::Path;
    use serde::{Deserialize, Serialize};
    use utoipa::ToSchema;

    use super::service;
    use crate::admin::texts;
    use crate::app::App;
    use crate::identity::callers::Admin;
    use crate::identity::credentials::http::PASSWORD_FIELD;
    use crate::identity::person::Mobile;
    use crate::identity::{Error, StepUp};
    use crate::platform::http::{Answer, Body, ClientAddress, Code, Field, FieldErrors, Problem, Result};
    use crate::platform::input::parse_line;
    use crate::platform::lang::Lang;

    #[derive(Deserialize, ToSchema)]
    pub struct ReturnRequest {
        /// The number of the account that the person has now, which that account has confirmed
        phone_number: Field,
        /// How it was checked who it is, in a sentence
        reason: Field,
        /// The own one
        current_password: Field,
        /// Of the own second factor, where one is set up
        code: Option<Field>,
    }

    #[derive(Debug, Serialize, ToSchema)]
    pub struct ReturnedVisits {
        /// The account that has them now
        _id: String,
        /// How many visits
        visits: i64,
    }

    /// Give the visits of an account that lost its number, and the people whom it books for, to the account that the same person has
    /// now. The former account is erased.
    #[utoipa::path(post, path = "/admin/api/users/{id}/return", responses((status = 409), (status = 429)))]
    pub async fn return_visits(
        caller: Admin,
        app: App,
        address: ClientAddress,
        lang: Lang,
        Path(id): Path<String>,
        Body(request): Body<ReturnRequest>,
    ) -> Result<Answer<ReturnedVisits>> {
        let mut errors = FieldErrors::default();
        let number = errors.check(request.phone_number, Mobile::parse);
        let reason = errors.check(request.reason, |text| parse_line(text, texts::REASON_MISSING));
        let sent = StepUp::read(&mut errors, request.current_password, request.code, address);
        let (number, reason, sent) = errors.all(|| Some((number?, reason?, sent?)))?;
        let returned = service::return_visits(&app, &caller, sent, (id, number), reason).await;
        let returned = returned.map_err(|error| match error {
            service::Error::NotFormer => Code::NotFound.into(),
            service::Error::NoAccount => Problem::field("phone_number", texts::NUMBER_WITHOUT_ACCOUNT),
            service::Error::Identity(error) => Error::at(error, PASSWORD_FIELD),
        })?;
        let data = ReturnedVisits { _id: returned.account_id, visits: returned.visits };
        Ok(Answer::saying(texts::VISITS_RETURNED, lang, data))
    }
}

mod service {
    use super::store;
    use crate::app::App;
    use crate::appointments::{self, people};
    use crate::follow_ups;
    use crate::identity::callers::{AccountLock, Admin, SignedOut};
    use crate::identity::person::Mobile;
    use crate::identity::{self, Role, StepUp, lock_of};
    use crate::platform::audit::Subject;
    use crate::platform::db;
    use crate::privacy;

    #[derive(Debug, thiserror::Error)]
    pub enum Error {
        /// The account has not lost its number, or there is none.
        #[error("no account that lost its number")]
        NotFormer,
        /// No other account has confirmed the number.
        #[error("no account with that number")]
        NoAccount,
        #[error(transparent)]
        Identity(#[from] identity::Error),
    }

    impl From<db::Error> for Error {
        fn from(error: db::Error) -> Self {
            Self::Identity(error.into())
        }
    }

    impl From<SignedOut> for Error {
        fn from(ended: SignedOut) -> Self {
            Self::Identity(ended.into())
        }
    }

    pub struct VisitTransfer {
        pub account_id: String,
        pub visits: i64,
    }

    pub async fn return_visits(
        app: &App,
        caller: &Admin,
        step_up: StepUp,
        (former_id, number): (String, Mobile),
        reason: String,
    ) -> Result<VisitTransfer, Error> {
        let proof = identity::step_up(app, caller, step_up).await?;
        let (now, organizer) = (app.clock.now(), app.mailer.address());
        let owner = app.db.read(async |tx| store::find_account_of(tx, number.as_str()).await).await?;
        let account_id = owner.unwrap_or_else(|| former_id.clone());
        let returned = caller.write(app, AccountLock::Exclusive, async move |tx, admin| {
            proof.check(tx).await?;
            tx.lock_all(|id| lock_of(Role::User, id), [former_id.as_str(), account_id.as_str()]).await?;
            let former = store::find_former(tx, &former_id).await?.ok_or(Error::NotFormer)?;
            // The number may have gone to another account meanwhile.
            let owner = store::find_account_of(tx, number.as_str()).await?;
            if owner.is_none_or(|owner| owner != account_id || owner == former_id) {
                return Err(Error::NoAccount);
            }
            let visits = appointments::hand_over(tx, &former_id, &account_id).await?;
            people::hand_over(tx, &former_id, &account_id).await?;
            follow_ups::hand_over(tx, &former_id, &account_id).await?;
            // A row for each account that names the other one: the visits are found from both, although the former account is erased.
            let role = Role::User.as_str();
            let subject = Subject { kind: role, id: &account_id, name: &former.username };
            admin.record_for(tx, Some(&former_id), "return_visits", subject, Some(&reason), now).await?;
            let subject = Subject { kind: role, id: &former_id, name: "" };
            admin.record_for(tx, Some(&account_id), "return_visits", subject, None, now).await?;
            privacy::erase_user(tx, &former_id, now, &organizer).await?;
            Ok(VisitTransfer { account_id, visits })
        });
        let returned = returned.await?;
        app.wake_outbox();
        Ok(returned)
    }
}

mod store {
    use serde::Serialize;
    use utoipa::ToSchema;

    use crate::platform::db::{Result, Tx, columns};
    use crate::platform::format::Instant;

    columns! {
        /// An account that lost its number to another one.
        #[derive(Serialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        pub struct FormerAccount as FORMER in "former_numbers n JOIN users u ON u.id = n.account_id" {
            #[serde(rename = "_id")]
            id: String = "n.account_id",
            username: String = "u.username",
            phone: String = "n.phone",
            #[schema(value_type = String)]
            lost_at: Instant = "n.lost_at",
        }
    }

    pub async fn find_former(tx: &mut Tx<'_>, account_id: &str) -> Result<Option<FormerAccount>> {
        FORMER.find(tx, "WHERE n.account_id = $1", &[&account_id]).await
    }

    /// The accounts that had the number which this account has now, the latest first.
    pub async fn list_former(tx: &mut Tx<'_>, account_id: &str) -> Result<Vec<FormerAccount>> {
        let rest = "WHERE n.phone = (SELECT a.verified_phone FROM accounts a WHERE a.id = $1) AND n.account_id <> $1
                    ORDER BY n.lost_at DESC, n.account_id LIMIT 20";
        FORMER.list_all(tx, rest, &[&account_id]).await
    }

    /// The patient's account that confirmed a number.
    pub async fn find_account_of(tx: &mut Tx<'_>, phone: &str) -> Result<Option<String>> {
        let sql =
            "SELECT id FROM accounts WHERE role = 'user' AND verified_phone = $1 AND phone = $1 AND state = 'active'";
        tx.first(sql, &[&phone]).await
    }
}
