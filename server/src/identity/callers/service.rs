//! Signed-in callers, and their writes.

use std::ops::Deref;

use futures::future::try_join;
use jiff::{SignedDuration, Timestamp};

use crate::app::App;
use crate::identity::devices::Devices;
use crate::identity::error::SignedOut;
use crate::identity::model::Role;
use crate::identity::sessions;
use crate::identity::store::{self, lock_of, record_own};
use crate::platform::audit::{self, Entry, Subject};
use crate::platform::clock::millis;
use crate::platform::db::{self, Tx};
use crate::platform::http::ClientAddress;
use crate::platform::http::events::SessionState;
use crate::platform::idempotency::IdempotencyClaim;
use crate::platform::ids::Secret;

/// Time to notice the warning and to save what was typed.
const EXPIRY_WARNING_THRESHOLD: SignedDuration = SignedDuration::from_mins(3);

/// A signed-in account, identified by the token of a session.
#[derive(Debug, Clone)]
pub struct Caller {
    pub id: String,
    pub role: Role,
    session: String,
    address: Option<ClientAddress>,
    pub(crate) devices: Devices,
    /// The idempotency claim of the request, if it sent an `Idempotency-Key`.
    pub(super) claim: Option<IdempotencyClaim>,
}

/// Whether a user's action or an open page in the background sent the request; the latter does not prolong the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestSource {
    Person,
    Page,
}

impl Caller {
    /// The caller of a token, if its session is valid. Use by a person is recorded at intervals.
    pub(super) async fn of_token(
        app: &App,
        token: &Secret,
        asking: RequestSource,
        address: Option<ClientAddress>,
    ) -> db::Result<Option<Self>> {
        let (digest, now) = (token.digest(), app.clock.now_millis());
        let session = app.db.read(async |tx| sessions::find(tx, &digest).await).await?;
        let Some(session) = session.filter(|session| session.counts(now)) else { return Ok(None) };
        let caller = Self {
            id: session.account_id.clone(),
            role: session.role,
            session: digest.clone(),
            address,
            devices: Devices::default(),
            claim: None,
        };
        if asking == RequestSource::Person && session.role.session().should_record_use(session.last_used_at, now) {
            match sessions::refresh(app, digest, session, now).await {
                // A read can continue; the use is recorded next time.
                Ok(()) | Err(db::Error::ReadOnly(_)) => {}
                // The request itself has changed nothing yet, so it can be repeated.
                Err(db::Error::Unknown(_)) => return Err(db::Error::Busy),
                Err(error) => return Err(error),
            }
        }
        Ok(Some(caller))
    }

    /// The account of a token, if its session is valid.
    pub async fn account_of(app: &App, token: &Secret) -> db::Result<Option<String>> {
        let (digest, now) = (token.digest(), app.clock.now_millis());
        let session = app.db.read(async |tx| sessions::find(tx, &digest).await).await?;
        Ok(session.filter(|session| session.counts(now)).map(|session| session.account_id))
    }

    pub fn session(&self) -> &str {
        &self.session
    }

    /// How long the session lasts; `None` once it has ended.
    pub(super) async fn standing(&self, app: &App) -> db::Result<Option<SessionState>> {
        let now = app.clock.now_millis();
        let session = app.db.read(async |tx| sessions::find(tx, &self.session).await).await?;
        let Some(session) = session.filter(|session| session.counts(now)) else { return Ok(None) };
        let left = session.expires_at - now;
        if left > millis(EXPIRY_WARNING_THRESHOLD) {
            return Ok(Some(SessionState::Lasting));
        }
        let can_stay = session.expires_at < session.role.session().end(session.signed_in_at);
        Ok(Some(SessionState::Ending { seconds: left / 1000, can_stay }))
    }

    /// Whether the caller's role must have a second factor and the account has none.
    pub(super) async fn lacks_required_second_factor(&self, app: &App) -> db::Result<bool> {
        let is_required = app.config.second_factor_roles.contain(self.role.as_str());
        Ok(is_required && !app.db.read(async |tx| store::has_second_factor(tx, &self.id).await).await?)
    }

    /// The origin of the request, in the audit log's format.
    fn network(&self) -> Option<String> {
        self.address.map(ClientAddress::neighbourhood)
    }

    pub async fn record(
        &self,
        tx: &mut Tx<'_>,
        action: &str,
        subject: Subject<'_>,
        reason: Option<&str>,
        now: Timestamp,
    ) -> db::Result<()> {
        self.record_for(tx, None, action, subject, reason, now).await
    }

    /// The same for an action on behalf of another account.
    pub async fn record_for(
        &self,
        tx: &mut Tx<'_>,
        for_id: Option<&str>,
        action: &str,
        subject: Subject<'_>,
        reason: Option<&str>,
        now: Timestamp,
    ) -> db::Result<()> {
        let entry = Entry::of((self.role.as_str(), &self.id), action, subject);
        audit::record(tx, Entry { reason, network: self.network(), for_id, ..entry }, now).await
    }

    /// Records an action of the caller on their own account.
    pub async fn record_own(&self, tx: &mut Tx<'_>, action: &str, now: Timestamp) -> db::Result<()> {
        record_own(tx, (self.role, &self.id), action, self.network(), now).await
    }

    /// Runs a write transaction as the caller: locks their account until it ends, and fails if the session is no longer valid.
    /// Blocking, suspending or deleting the account is ordered before or after it.
    pub async fn write<T, E, F>(&self, app: &App, hold: AccountLock, unit: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<db::Error> + From<SignedOut> + Send + 'static,
        F: AsyncFnOnce(&mut Tx<'_>, Self) -> Result<T, E> + Send + 'static,
    {
        let (caller, now) = (self.clone(), app.clock.now_millis());
        app.db
            .write_for_account(&self.id, async move |tx| {
                let own = lock_of(caller.role, &caller.id);
                match hold {
                    AccountLock::Exclusive => tx.lock(own).await?,
                    AccountLock::ExclusiveWith(other) => {
                        tx.lock_all(|id| lock_of(caller.role, id), [caller.id.as_str(), &other]).await?;
                    }
                    AccountLock::Shared => tx.share(own).await?,
                    AccountLock::OnBehalfOf { doctor, hospital } => {
                        if let Some(hospital) = &hospital {
                            tx.share(lock_of(Role::Hospital, hospital)).await?;
                        }
                        tx.lock(lock_of(Role::Doctor, &doctor)).await?;
                        tx.share(own).await?;
                    }
                }
                if let Some(claim) = &caller.claim {
                    claim.note(tx).await?;
                }
                // Checked concurrently with the transaction's work; if the session is invalid, the transaction is rolled back.
                let (session, mut beside) = (caller.session.clone(), tx.concurrent());
                let checked = async move {
                    let session = sessions::find(&mut beside, &session).await?;
                    if session.is_some_and(|session| session.counts(now)) { Ok(()) } else { Err(SignedOut.into()) }
                };
                let ((), out) = try_join(checked, unit(tx, caller)).await?;
                Ok(out)
            })
            .await
    }
}

#[derive(Debug, Clone)]
pub enum AccountLock {
    Exclusive,
    /// Alone, and another account of the caller's role with it: two who do this to each other come one after the other.
    ExclusiveWith(String),
    /// Together with others who act for the same account: for what changes nothing of the account.
    Shared,
    /// Shared, in the place of a doctor, who is held alone as if they did it, and for a hospital, if it employs the caller.
    OnBehalfOf {
        doctor: String,
        hospital: Option<String>,
    },
}

/// A caller whose role is one of `ROLES`, a bit each. `ALLOW_UNENROLLED` accepts callers who still have to set up a required second
/// factor.
#[derive(Debug, Clone)]
pub struct SignedIn<const ROLES: u8, const ALLOW_UNENROLLED: bool = false>(pub(super) Caller);

/// A patient; they book for themselves or for other people.
pub type Patient = SignedIn<{ Role::User as u8 }>;
pub type Doctor = SignedIn<{ Role::Doctor as u8 }>;
pub type FacilityStaff = SignedIn<{ Role::Hospital as u8 | Role::Pharmacy as u8 }>;
pub type AnyRole = SignedIn<{ u8::MAX }>;
/// Any role with a profile: all but administrators.
pub type Member = SignedIn<{ !(Role::Admin as u8) }>;
/// Doctors, hospitals, pharmacies and desk staff, also before they set up a required second factor.
pub type AnyWorker =
    SignedIn<{ Role::Doctor as u8 | Role::Hospital as u8 | Role::Pharmacy as u8 | Role::Desk as u8 }, true>;
/// Employers of desk staff.
pub type Employer = SignedIn<{ Role::Doctor as u8 | Role::Hospital as u8 }>;
pub type DeskStaff = SignedIn<{ Role::Desk as u8 }>;
/// A doctor, or desk staff who act for a doctor; the booking feature checks for which one.
pub type DoctorOrDesk = SignedIn<{ Role::Doctor as u8 | Role::Desk as u8 }>;
/// Whom pushes are sent to.
pub type Notified = SignedIn<{ Role::User as u8 | Role::Doctor as u8 | Role::Desk as u8 }>;
pub type Admin = SignedIn<{ Role::Admin as u8 }>;
/// Also before they set up a required second factor.
pub type AnyAdmin = SignedIn<{ Role::Admin as u8 }, true>;

impl<const ROLES: u8, const ALLOW_UNENROLLED: bool> Deref for SignedIn<ROLES, ALLOW_UNENROLLED> {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        &self.0
    }
}
