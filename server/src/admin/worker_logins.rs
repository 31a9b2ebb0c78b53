//! Logins of workers: the staff of their desks, and the second factor of a worker who lost it.

pub mod http {
    use axum::extract::Path;
    use serde::{Deserialize, Serialize};
    use utoipa::ToSchema;

    use super::service;
    use crate::admin::administrators::http::parse_reasoned;
    use crate::admin::texts;
    use crate::app::App;
    use crate::directory::applications::http::kind_of;
    use crate::directory::desk::{Invitation, StaffMember};
    use crate::identity::callers::Admin;
    use crate::identity::credentials::http::PASSWORD_FIELD;
    use crate::identity::own_second_factor::http::SecondFactorView;
    use crate::identity::{self, second_factor};
    use crate::platform::format::Instant;
    use crate::platform::http::{
        Answer, Body, ClientAddress, Code, Done, Field, OptionalBody, Problem, ReasonRequest, Result,
    };
    use crate::platform::lang::Lang;

    /// Somebody at the desk of a doctor or a hospital.
    #[derive(Debug, Serialize, ToSchema)]
    pub struct DeskMember {
        id: String,
        name: String,
        email: String,
        /// When they were added
        #[schema(value_type = String)]
        since: Instant,
        /// Whether they have accepted: an invitation that waits for that, or somebody who has never signed in, is not
        accepted: bool,
    }

    impl From<StaffMember> for DeskMember {
        fn from(member: StaffMember) -> Self {
            let accepted = member.is_accepted();
            Self { id: member.id, name: member.name, email: member.email, since: member.since, accepted }
        }
    }

    impl From<Invitation> for DeskMember {
        fn from(invitation: Invitation) -> Self {
            let Invitation { id, name, email, invited_at, .. } = invitation;
            Self { id, name, email, since: invited_at, accepted: false }
        }
    }

    impl DeskMember {
        pub fn list(desk: Vec<StaffMember>, invitations: Vec<Invitation>) -> Vec<Self> {
            desk.into_iter().map(Self::from).chain(invitations.into_iter().map(Self::from)).collect()
        }
    }

    /// End somebody at a desk, or an invitation. All their sessions end at once.
    #[utoipa::path(delete, path = "/admin/api/desk/{id}")]
    pub async fn remove_desk_staff(
        caller: Admin,
        app: App,
        lang: Lang,
        Path(id): Path<String>,
        OptionalBody(request): OptionalBody<ReasonRequest>,
    ) -> Result<Done> {
        if service::remove_desk_staff(&app, &caller, id, request.parse()?).await? {
            Ok(Done::saying(texts::DESK_ENDED, lang))
        } else {
            Err(Code::NotFound.into())
        }
    }

    #[derive(Deserialize, ToSchema)]
    pub struct RemoveSecondFactorRequest {
        /// Why, in a sentence; the worker reads it too
        reason: Field,
        /// The own one
        current_password: Field,
        /// Of the own second factor, where one is set up
        code: Option<Field>,
    }

    /// Whether a worker (Doctor, Hospital or Pharmacy) has a second factor.
    #[utoipa::path(get, path = "/admin/api/workers/{category}/twofactor/{id}")]
    pub async fn worker_second_factor(
        _: Admin,
        app: App,
        Path((category, id)): Path<(String, String)>,
    ) -> Result<Answer<SecondFactorView>> {
        let role = kind_of(&category)?.role();
        let state = app.db.read(async |tx| identity::find_state(tx, role, &id).await).await?;
        state.ok_or(Code::NotFound)?;
        Ok(Answer::of(second_factor::find(&app, &id).await?))
    }

    /// Switch off the second factor of a worker who lost the phone and the recovery codes. The worker is signed out everywhere, and notified.
    #[utoipa::path(post, path = "/admin/api/workers/{category}/twofactor/{id}/off", responses((status = 409), (status = 429)))]
    pub async fn remove_worker_second_factor(
        caller: Admin,
        app: App,
        address: ClientAddress,
        lang: Lang,
        Path((category, id)): Path<(String, String)>,
        Body(request): Body<RemoveSecondFactorRequest>,
    ) -> Result<Done> {
        let kind = kind_of(&category)?;
        let (reason, sent) = parse_reasoned(request.reason, request.current_password, request.code, address)?;
        let removed = service::remove_second_factor(&app, &caller, sent, (kind, id), reason).await;
        if !removed.map_err(|error| error.at(PASSWORD_FIELD))?.ok_or(Code::NotFound)? {
            return Err(Problem::saying(Code::NotChangeable, texts::NO_SECOND_FACTOR));
        }
        Ok(Done::saying(texts::SECOND_FACTOR_REMOVED, lang))
    }
}

mod service {
    use crate::app::App;
    use crate::directory::listing;
    use crate::directory::{WorkerKind, desk};
    use crate::identity::callers::{AccountLock, Admin};
    use crate::identity::second_factor::{self, RemovedBy};
    use crate::identity::{self, StepUp};
    use crate::platform::audit::Subject;
    use crate::platform::db::Lock;
    use crate::platform::pubsub::ADMINISTRATION;

    /// Removes desk staff or an invitation; their sessions end at once. Returns `false` if there is none of that id.
    pub async fn remove_desk_staff(
        app: &App,
        caller: &Admin,
        id: String,
        reason: Option<String>,
    ) -> Result<bool, identity::Error> {
        let now = app.clock.now();
        let ended = caller.write(app, AccountLock::Shared, async move |tx, admin| {
            tx.lock(Lock::Desk(&id)).await?;
            Ok::<_, identity::Error>(desk::end_held(tx, &admin, &id, reason.as_deref(), now).await?)
        });
        let Some(addresses) = ended.await? else { return Ok(false) };
        app.after_erasure(addresses).await;
        app.pubsub.publish(ADMINISTRATION);
        Ok(true)
    }

    /// Disables the second factor of a worker who lost the phone and the recovery codes. `None` if there is no such worker, `false` if it was
    /// not enabled.
    pub async fn remove_second_factor(
        app: &App,
        caller: &Admin,
        step_up: StepUp,
        (kind, id): (WorkerKind, String),
        reason: String,
    ) -> Result<Option<bool>, identity::Error> {
        let proof = identity::step_up(app, caller, step_up).await?;
        let (now, role) = (app.clock.now(), kind.role());
        let reset_url = identity::reset_url(&app.config.public_url, role);
        let removed = caller.write(app, AccountLock::Exclusive, async move |tx, admin| {
            proof.check(tx).await?;
            tx.lock(identity::lock_of(role, &id)).await?;
            let Some(worker) = listing::find(tx, role, &id).await?.filter(|worker| worker.role == role) else {
                return Ok(None);
            };
            if !second_factor::remove_for(tx, &id, RemovedBy::Administrator(&reason), reset_url, now).await? {
                return Ok(Some(false));
            }
            let subject = Subject { kind: role.as_str(), id: &id, name: &worker.name };
            admin.record(tx, "second_factor_off", subject, Some(&reason), now).await?;
            Ok::<_, identity::Error>(Some(true))
        });
        let removed = removed.await?;
        app.wake_outbox();
        Ok(removed)
    }
}
