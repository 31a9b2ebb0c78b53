//! Somebody signed in, and how they write.

use std::ops::Deref;

use futures::future::try_join;
use jiff::{SignedDuration, Timestamp};

use crate::app::App;
use crate::identity::devices::Devices;
use crate::identity::model::Role;
use crate::identity::proof::Proof;
use crate::identity::service::record_own;
use crate::identity::sessions;
use crate::identity::{Error, lock_of};
use crate::platform::audit::{self, Entry, Subject};
use crate::platform::clock::millis;
use crate::platform::db::{self, Tx};
use crate::platform::http::ClientAddress;
use crate::platform::http::events::Standing;
use crate::platform::ids::Secret;
use crate::platform::repeats::Claim;

/// Long enough to notice, and to finish a sentence.
const ENDS_SOON: SignedDuration = SignedDuration::from_mins(3);

/// Somebody signed in, as the token of one of their sessions says.
#[derive(Debug, Clone)]
pub struct Caller {
    pub id: String,
    pub role: Role,
    session: String,
    /// Where the request came from; none where nobody sent one.
    address: Option<ClientAddress>,
    /// The device cookie of the request.
    pub(crate) devices: Devices,
    /// What their write is done under, if they sent an `Idempotency-Key`.
    pub(super) claim: Option<Claim>,
}

/// Who asks: a person, or an open page by itself, which keeps no session alive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asking {
    Person,
    Page,
}

/// The caller's session has ended, or their account may not act any more.
#[derive(Debug, thiserror::Error)]
#[error("signed out")]
pub struct SignedOut;

impl Caller {
    /// Who a token belongs to, if its session still counts. A person's use is written down now and then.
    pub(super) async fn of_token(
        app: &App,
        token: &Secret,
        asking: Asking,
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
        if asking == Asking::Person && session.role.session().is_worth_noting(session.last_used_at, now) {
            match sessions::refresh(app, digest, session, now).await {
                // Whoever only reads goes on; it is noted the next time.
                Ok(()) | Err(db::Error::ReadOnly(_)) => {}
                // Of the request itself nothing is done yet.
                Err(db::Error::Unknown(_)) => return Err(db::Error::Busy),
                Err(error) => return Err(error),
            }
        }
        Ok(Some(caller))
    }

    /// Whose a token is, if its session still counts.
    pub async fn account_of(app: &App, token: &Secret) -> db::Result<Option<String>> {
        let (digest, now) = (token.digest(), app.clock.now_millis());
        let session = app.db.read(async |tx| sessions::find(tx, &digest).await).await?;
        Ok(session.filter(|session| session.counts(now)).map(|session| session.account_id))
    }

    /// The digest of the session's token.
    pub fn session(&self) -> &str {
        &self.session
    }

    /// For how long the caller may go on; `None` once the session has ended.
    pub(super) async fn standing(&self, app: &App) -> db::Result<Option<Standing>> {
        let now = app.clock.now_millis();
        let session = app.db.read(async |tx| sessions::find(tx, &self.session).await).await?;
        let Some(session) = session.filter(|session| session.counts(now)) else { return Ok(None) };
        let left = session.expires_at - now;
        if left > millis(ENDS_SOON) {
            return Ok(Some(Standing::Lasting));
        }
        let can_stay = session.expires_at < session.role.session().end(session.signed_in_at);
        Ok(Some(Standing::Ending { seconds: left / 1000, can_stay }))
    }

    /// Where the request came from, as the audit log has it.
    fn network(&self) -> Option<String> {
        self.address.map(ClientAddress::neighbourhood)
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
        self.record_for(tx, None, action, subject, reason, now).await
    }

    /// The same for what the caller did in somebody else's place.
    pub async fn record_for(
        &self,
        tx: &mut Tx<'_>,
        for_id: Option<&str>,
        action: &str,
        subject: Subject<'_>,
        reason: Option<&str>,
        now: Timestamp,
    ) -> db::Result<()> {
        let (actor_role, network) = (self.role.as_str(), self.network());
        let entry = Entry { actor_id: &self.id, actor_role, action, subject, reason, network, times: 1, for_id };
        audit::record(tx, entry, now).await
    }

    /// Writes down in the audit log what the caller did with their own account.
    pub async fn record_own(&self, tx: &mut Tx<'_>, action: &str, now: Timestamp) -> db::Result<()> {
        record_own(tx, (self.role, &self.id), action, self.network(), now).await
    }

    /// Writes down in the audit log that the caller takes a whole list away, before they do.
    pub async fn record_export(&self, app: &App, proof: Proof, list: &'static str) -> Result<(), Error> {
        let now = app.clock.now();
        let subject = Subject { kind: "list", id: list, name: "" };
        let recorded = self.write(app, Hold::Alone, async move |tx, me| {
            proof.check(tx).await?;
            Ok::<_, Error>(me.record(tx, "export", subject, None, now).await?)
        });
        recorded.await
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
                let own = lock_of(caller.role, &caller.id);
                match hold {
                    Hold::Alone => tx.lock(own).await?,
                    Hold::AloneWith(other) => {
                        tx.lock_all(|id| lock_of(caller.role, id), [caller.id.as_str(), &other]).await?;
                    }
                    Hold::Shared => tx.share(own).await?,
                    Hold::For { doctor, hospital } => {
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
                // The unit does not wait for the answer, but without it nothing is kept.
                let (session, mut beside) = (caller.session.clone(), tx.beside());
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

/// How a caller's account is held while they write.
#[derive(Debug, Clone)]
pub enum Hold {
    Alone,
    /// Alone, and another account of the caller's role with it: two who do this to each other come one after the other.
    AloneWith(String),
    /// Together with others who act for the same account: for what changes nothing of the account.
    Shared,
    /// Shared, in the place of a doctor, who is held alone as if they did it, and for a hospital, if it employs the caller.
    For {
        doctor: String,
        hospital: Option<String>,
    },
}

/// A caller whose role is one of `ROLES`, a bit each. Who has yet to set up a second factor where it is
/// demanded is one only where `OWING` says so.
#[derive(Debug, Clone)]
pub struct SignedIn<const ROLES: u8, const OWING: bool = false>(pub(super) Caller);

/// A signed-in user; they book for themselves or for somebody else.
pub type Patient = SignedIn<{ Role::User as u8 }>;
pub type Doctor = SignedIn<{ Role::Doctor as u8 }>;
/// Whoever signs in for a hospital or a pharmacy.
pub type FacilityStaff = SignedIn<{ Role::Hospital as u8 | Role::Pharmacy as u8 }>;
/// Whoever is signed in, of any role.
pub type AnyRole = SignedIn<{ u8::MAX }>;
/// Whoever has a profile: everybody but administrators.
pub type Member = SignedIn<{ !(Role::Admin as u8) }>;
/// Doctors, hospitals, pharmacies and desk staff. Also one who has to set up a
/// second factor first.
pub type AnyWorker =
    SignedIn<{ Role::Doctor as u8 | Role::Hospital as u8 | Role::Pharmacy as u8 | Role::Desk as u8 }, true>;
/// Whoever has people at a desk.
pub type Employer = SignedIn<{ Role::Doctor as u8 | Role::Hospital as u8 }>;
pub type DeskStaff = SignedIn<{ Role::Desk as u8 }>;
/// A doctor, or somebody who may act in a doctor's place: whose is for `booking/desk` to say.
pub type DoctorOrDesk = SignedIn<{ Role::Doctor as u8 | Role::Desk as u8 }>;
pub type Admin = SignedIn<{ Role::Admin as u8 }>;
/// Also one who has to set up a second factor first.
pub type AnyAdmin = SignedIn<{ Role::Admin as u8 }, true>;

impl<const ROLES: u8, const OWING: bool> Deref for SignedIn<ROLES, OWING> {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        &self.0
    }
}
