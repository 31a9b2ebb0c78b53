//! Erasure by the operator (`doccare erase`), for people who ask for it and cannot do it themselves.

pub use model::ErasureSubject;
pub use service::{erase, find_person};

mod model {
    use crate::identity::Role;

    /// The kind of person to erase; it comes with an id.
    #[derive(Debug, Clone, Copy)]
    pub enum ErasureSubject {
        Account(Role),
        Donor,
        /// The requester of blood, and the patient of the request.
        Requester,
        /// The sender of a contact message.
        Writer,
        /// The patient of one visit, or a walk-in: patients without an account are known by the visit only.
        Patient,
    }

    impl ErasureSubject {
        /// The name of the kind in the audit log.
        pub fn kind(self) -> &'static str {
            match self {
                Self::Account(role) => role.as_str(),
                Self::Donor => "donor",
                Self::Requester => "bloodrequest",
                Self::Writer => "message",
                Self::Patient => "booking",
            }
        }
    }
}

mod service {
    use jiff::Timestamp;

    use super::model::ErasureSubject;
    use super::store;
    use crate::app::App;
    use crate::appointments::publish_appointment_changed;
    use crate::blood::{ActionContext, donors, requests};
    use crate::directory::{desk, doctors, facilities};
    use crate::identity::{self, Role, consents};
    use crate::platform::audit::{self, Entry, Subject};
    use crate::platform::db::{self, Tx};
    use crate::platform::pubsub::ADMINISTRATION;
    use crate::privacy::retention;
    use crate::privacy::{self, Erased};
    use crate::{appointments, blood, contact};

    #[derive(Debug, thiserror::Error)]
    pub enum Error {
        /// Administrators are removed by each other.
        #[error("an administrator is not erased")]
        Administrator,
        #[error(transparent)]
        Request(#[from] blood::requests::Error),
        #[error(transparent)]
        Db(#[from] db::Error),
    }

    /// Name and address, as in `Asha Nair (asha@example.org)`, so that the operator can confirm the erasure.
    pub async fn find_person(app: &App, whom: ErasureSubject, id: &str) -> db::Result<Option<String>> {
        let found = app.db.read(async |tx| store::find(tx, whom, id).await);
        Ok(found.await?.map(|(name, contact)| format!("{name} ({contact})")))
    }

    /// Erases a person and returns whether any data was found. For a rejected applicant only the audit log has data.
    pub async fn erase(app: &App, whom: ErasureSubject, id: String) -> Result<bool, Error> {
        let (moment, organizer) = (ActionContext::of(app), app.mailer.address());
        let erased = app
            .db
            .write(async move |tx| {
                let erased = match whom {
                    ErasureSubject::Account(role) => erase_account(tx, role, &id, moment.now, &organizer).await?,
                    ErasureSubject::Donor => donors::erase_by_id(tx, &id, &moment).await?.map(without_dependents(&id)),
                    ErasureSubject::Requester => requests::erase(tx, &id, &moment).await?.map(without_dependents(&id)),
                    ErasureSubject::Writer => contact::erase(tx, &id).await?.map(without_dependents(&id)),
                    ErasureSubject::Patient => retention::erase_visit(tx, &id, moment.now, &organizer)
                        .await?
                        .map(|cancelled| (Erased { cancelled, addresses: Vec::new() }, vec![id.clone()])),
                };
                let is_known = if let Some((_, known)) = &erased {
                    audit::erase_words(tx, known).await?;
                    true
                } else {
                    audit::erase_words_about(tx, whom.kind(), &id).await?
                };
                if is_known {
                    record(tx, whom, &id, moment.now).await?;
                }
                Ok::<_, Error>(
                    is_known.then(|| erased.map_or_else(|| without_visits(Vec::new()), |(erased, _)| erased)),
                )
            })
            .await?;
        let Some(Erased { cancelled, addresses }) = erased else { return Ok(false) };
        app.after_erasure(addresses).await;
        app.wake_outbox();
        app.wake_blood_waves();
        publish_appointment_changed(app, &cancelled);
        app.pubsub.publish(ADMINISTRATION);
        Ok(true)
    }

    fn without_visits(addresses: Vec<String>) -> Erased {
        Erased { cancelled: Vec::new(), addresses }
    }

    /// The result of erasing one person with whom nobody else is erased.
    fn without_dependents(id: &str) -> impl FnOnce(Vec<String>) -> (Erased, Vec<String>) {
        let known = vec![id.to_owned()];
        move |addresses| (without_visits(addresses), known)
    }

    /// Returns what to do after the commit, and the ids of all who were erased: an employer's desk staff is erased too.
    async fn erase_account(
        tx: &mut Tx<'_>,
        role: Role,
        id: &str,
        now: Timestamp,
        organizer: &str,
    ) -> Result<Option<(Erased, Vec<String>)>, Error> {
        tx.lock(identity::lock_of(role, id)).await?;
        if identity::find_state(tx, role, id).await?.is_none() {
            // An invitation to a desk that is not accepted yet has no account.
            let invited = if role == Role::Desk { desk::invitations::erase(tx, id).await? } else { None };
            return Ok(invited.map(without_dependents(id)));
        }
        let mut gone = desk::erase_of_employer(tx, id, now.as_millisecond()).await?;
        let mut erased = match role {
            Role::Admin => return Err(Error::Administrator),
            Role::User => privacy::erase_user(tx, id, now, organizer).await?,
            Role::Doctor => {
                let addresses = identity::erase_mails(tx, id).await?;
                let cancelled = privacy::leave_patients(tx, id, now, organizer).await?;
                doctors::erase(tx, id).await?;
                Erased { cancelled, addresses }
            }
            Role::Hospital | Role::Pharmacy => {
                let addresses = identity::erase_mails(tx, id).await?;
                let has_visits = appointments::has_visits_at(tx, id).await?;
                facilities::erase(tx, id, has_visits).await?;
                without_visits(addresses)
            }
            Role::Desk => without_visits(desk::erase(tx, id, now.as_millisecond()).await?),
        };
        // The accounts of users and desk staff were erased above.
        if !matches!(role, Role::User | Role::Desk) {
            identity::erase_account(tx, id).await?;
            consents::erase_of(tx, id, now).await?;
        }
        erased.addresses.append(&mut gone.addresses);
        gone.ids.push(id.to_owned());
        Ok(Some((erased, gone.ids)))
    }

    async fn record(tx: &mut Tx<'_>, whom: ErasureSubject, id: &str, now: Timestamp) -> db::Result<()> {
        let subject = Subject { kind: whom.kind(), id, name: "" };
        audit::record(tx, Entry::of_operator("erase", subject), now).await
    }
}

mod store {
    use super::model::ErasureSubject;
    use crate::identity::Role;
    use crate::platform::db::{Result, Tx};

    /// The name and the address of an account that is not erased, or of an invitation to a desk.
    async fn find_account(tx: &mut Tx<'_>, role: Role, id: &str) -> Result<Option<(String, String)>> {
        let sql =
            "SELECT COALESCE(u.username, d.full_name, f.name, s.name, ''), COALESCE(NULLIF(a.email, ''), a.phone, '')
                   FROM accounts a LEFT JOIN users u ON u.id = a.id LEFT JOIN doctors d ON d.id = a.id
                     LEFT JOIN facilities f ON f.id = a.id LEFT JOIN desk_staff s ON s.id = a.id
                   WHERE a.id = $1 AND a.role = $2 AND a.state <> 'deleted'";
        let found = tx.first(sql, &[&id, &role.as_str()]).await?;
        if found.is_some() || role != Role::Desk {
            return Ok(found);
        }
        tx.first("SELECT name, email FROM desk_invitations WHERE id = $1", &[&id]).await
    }

    /// The name and the address; of a patient the number.
    pub async fn find(tx: &mut Tx<'_>, whom: ErasureSubject, id: &str) -> Result<Option<(String, String)>> {
        let sql = match whom {
            ErasureSubject::Account(role) => return find_account(tx, role, id).await,
            ErasureSubject::Donor => "SELECT name, email FROM donors WHERE id = $1",
            ErasureSubject::Requester => "SELECT contact_name, email FROM blood_requests WHERE id = $1",
            ErasureSubject::Writer => "SELECT name, email FROM contact_messages WHERE id = $1",
            ErasureSubject::Patient => {
                "SELECT patient_name, contact_number FROM appointments WHERE id = $1
                 UNION ALL SELECT name, COALESCE(phone, '') FROM walk_ins WHERE id = $1"
            }
        };
        tx.first(sql, &[&id]).await
    }
}
