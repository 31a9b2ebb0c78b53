//! Who calls: a handler's first argument says which role may, and the token must be of that role. What a caller writes is
//! written through them ([`Caller::write`]), so that nobody acts who has been kept out in the meantime.

use std::marker::PhantomData;
use std::ops::Deref;

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use jiff::Timestamp;

use super::model::Role;
use super::{service, store};
use crate::app::App;
use crate::platform::audit::{self, Entry, Subject};
use crate::platform::db::{self, Tx};
use crate::platform::http::problem::{Code, Problem};
use crate::platform::ids::Secret;

/// Somebody signed in, as the token of one of their sessions says.
#[derive(Debug, Clone)]
pub struct Caller {
    pub id: String,
    pub role: Role,
    session: String,
}

/// The caller's session has ended, or their account may not act any more.
#[derive(Debug, thiserror::Error)]
#[error("signed out")]
pub struct SignedOut;

impl From<SignedOut> for Problem {
    fn from(SignedOut: SignedOut) -> Self {
        Code::Unauthenticated.into()
    }
}

impl Caller {
    /// Who a token belongs to, if its session still counts. A use is written down at most daily.
    async fn of_token(app: &App, token: &Secret) -> db::Result<Option<Self>> {
        let (digest, now) = (token.digest(), app.clock.now_millis());
        let session = app.db.read(async |tx| store::find_session(tx, &digest).await).await?;
        let Some(session) = session.filter(|session| session.counts(now)) else { return Ok(None) };
        let caller = Self { id: session.account_id, role: session.role, session: digest.clone() };
        if let Some(expires_at) = session.role.session().refreshed(session.last_used_at, now) {
            let refreshed =
                app.db.write_one(async move |tx| store::refresh_session(tx, &digest, now, expires_at).await).await;
            // Of the request itself nothing is done yet.
            refreshed.map_err(|error| if matches!(error, db::Error::Unknown(_)) { db::Error::Busy } else { error })?;
        }
        Ok(Some(caller))
    }

    /// The digest of the session's token.
    pub fn session(&self) -> &str {
        &self.session
    }

    /// Writes down in the audit log what the caller did, and why.
    pub async fn record(
        &self,
        tx: &mut Tx<'_>,
        action: &str,
        subject: Subject<'_>,
        reason: Option<&str>,
        now: Timestamp,
    ) -> db::Result<()> {
        let entry = Entry { actor_id: &self.id, actor_role: self.role.as_str(), action, subject, reason };
        audit::record(tx, entry, now).await
    }

    /// Writes as the caller, with their account held until the unit ends, and only if they may still act: whoever blocks,
    /// suspends or deletes them comes before or after.
    pub async fn write<T, E, F>(&self, app: &App, hold: Hold, unit: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<db::Error> + From<SignedOut> + Send + 'static,
        F: AsyncFnOnce(&mut Tx<'_>, Self) -> Result<T, E> + Send + 'static,
    {
        let (caller, now) = (self.clone(), app.clock.now_millis());
        app.db
            .write_of(&self.id, async move |tx| {
                let own = service::lock_of(caller.role, &caller.id);
                match hold {
                    Hold::Alone => tx.lock(own).await?,
                    Hold::Shared => tx.share(own).await?,
                }
                let session = store::find_session(tx, &caller.session).await?;
                if !session.is_some_and(|session| session.counts(now)) {
                    return Err(SignedOut.into());
                }
                unit(tx, caller).await
            })
            .await
    }
}

/// How a caller's account is held while they write.
#[derive(Debug, Clone, Copy)]
pub enum Hold {
    Alone,
    /// Together with others who act for the same account: for what changes nothing of the account.
    Shared,
}

/// A caller whose role is one of `R`'s.
#[derive(Debug, Clone)]
pub struct SignedIn<R> {
    caller: Caller,
    roles: PhantomData<R>,
}

pub trait Roles {
    const ALLOWED: &'static [Role];
    /// What paths call an account of theirs. It must be the caller's own: somebody's own paths are theirs alone.
    const OWN: &'static str = "";
}

/// A signed-in user; they book for themselves or for somebody else.
pub type Patient = SignedIn<Patients>;
pub type Doctor = SignedIn<Doctors>;
/// A hospital or a pharmacy.
pub type Worker = SignedIn<Workers>;
/// Whoever has a profile: a user, a doctor, a hospital or a pharmacy.
pub type Member = SignedIn<Members>;
pub type Admin = SignedIn<Admins>;

#[derive(Debug, Clone)]
pub struct Patients;
#[derive(Debug, Clone)]
pub struct Doctors;
#[derive(Debug, Clone)]
pub struct Workers;
#[derive(Debug, Clone)]
pub struct Members;
#[derive(Debug, Clone)]
pub struct Admins;

impl Roles for Patients {
    const ALLOWED: &'static [Role] = &[Role::User];
    const OWN: &'static str = "userId";
}

impl Roles for Doctors {
    const ALLOWED: &'static [Role] = &[Role::Doctor];
    const OWN: &'static str = "docId";
}

impl Roles for Workers {
    const ALLOWED: &'static [Role] = &[Role::Hospital, Role::Pharmacy];
    const OWN: &'static str = "workerId";
}

impl Roles for Members {
    const ALLOWED: &'static [Role] = &[Role::User, Role::Doctor, Role::Hospital, Role::Pharmacy];
}

impl Roles for Admins {
    const ALLOWED: &'static [Role] = &[Role::Admin];
}

impl<R> Deref for SignedIn<R> {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        &self.caller
    }
}

impl<R: Roles> SignedIn<R> {
    /// 401 without a session that counts, 403 with one of another role.
    pub async fn of_token(app: &App, token: &Secret) -> Result<Self, Problem> {
        let caller = Caller::of_token(app, token).await?.ok_or(SignedOut)?;
        if !R::ALLOWED.contains(&caller.role) {
            return Err(Code::Forbidden.into());
        }
        Ok(Self { caller, roles: PhantomData })
    }
}

impl<R: Roles + Send> FromRequestParts<App> for SignedIn<R> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let token = bearer(&parts.headers).ok_or(SignedOut)?;
        let caller = Self::of_token(app, &token).await?;
        let path = RawPathParams::from_request_parts(parts, app).await.map_err(|_| Code::InvalidRequest)?;
        if path.iter().any(|(name, id)| name == R::OWN && id != caller.id) {
            return Err(Code::Forbidden.into());
        }
        Ok(caller)
    }
}

/// The token of `Authorization: Bearer …`.
pub fn bearer(headers: &HeaderMap) -> Option<Secret> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then(|| Secret::shown(token))
}
