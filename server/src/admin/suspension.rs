//! Suspending doctors, hospitals and pharmacies, and letting them return.

pub(super) use model::UpcomingBookings;
pub(super) use service::{Suspension, decide, publish, suspend};

mod mails {
    use crate::identity::Contact;
    use crate::platform::lang::Lang::{self, En, Ml};
    use crate::platform::mail::Mail;

    /// `dropped`: a change was waiting for approval.
    pub fn suspended(to: &Contact, reason: Option<&str>, dropped: bool, site: &str) -> Mail {
        let (title, text, because, change, button) = match to.lang {
            En => (
                "Your entry is suspended",
                "Doc Care no longer shows your entry, and you cannot log in until the administrator restores it. If you think \
                 this is a mistake, please contact us.",
                "Reason",
                "The change that was waiting for approval is dropped. Please request it again once your entry is restored.",
                "Contact us",
            ),
            Ml => (
                "നിങ്ങളുടെ വിവരങ്ങൾ മാറ്റിനിർത്തി",
                "Doc Care-ൽ നിങ്ങളുടെ വിവരങ്ങൾ ഇപ്പോൾ കാണിക്കുന്നില്ല; അഡ്മിനിസ്ട്രേറ്റർ തിരികെ ചേർക്കുന്നതുവരെ ലോഗിൻ ചെയ്യാനും കഴിയില്ല. ഇത് തെറ്റാണെന്ന് തോന്നുന്നെങ്കിൽ \
                 ഞങ്ങളെ ബന്ധപ്പെടുക.",
                "കാരണം",
                "അംഗീകാരം കാത്തിരുന്ന മാറ്റം ഒഴിവാക്കി; തിരികെ ചേർത്ത ശേഷം വീണ്ടും ആവശ്യപ്പെടുക.",
                "ഞങ്ങളെ ബന്ധപ്പെടുക",
            ),
        };
        let reason = reason.map(|reason| format!("{because}: {reason}"));
        let action = (button, format!("{site}/contact"));
        let change = dropped.then(|| change.into());
        to.letter(title, [Some(text.into()), reason, change].into_iter().flatten(), Some(action), footer(to.lang))
    }

    pub fn restored(to: &Contact, site: &str) -> Mail {
        let (title, text, button) = match to.lang {
            En => ("Your entry is restored", "Doc Care shows your entry again, and you can log in.", "Login"),
            Ml => (
                "നിങ്ങളുടെ വിവരങ്ങൾ തിരികെ ചേർത്തു",
                "Doc Care-ൽ നിങ്ങളുടെ വിവരങ്ങൾ വീണ്ടും കാണിക്കുന്നു; നിങ്ങൾക്ക് ലോഗിൻ ചെയ്യാം.",
                "ലോഗിൻ",
            ),
        };
        to.letter(title, [text], Some((button, format!("{site}/forbusiness/doclogin"))), footer(to.lang))
    }

    fn footer(lang: Lang) -> &'static str {
        match lang {
            En => "You receive this email because this address is listed on Doc Care.",
            Ml => "ഇത് Doc Care-ലെ ഒരു അംഗത്തിന്റെ വിലാസമായതിനാലാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്.",
        }
    }
}

mod service {
    use jiff::Timestamp;

    use super::mails;
    use crate::admin::suspension::UpcomingBookings;
    use crate::admin::texts;
    use crate::app::App;
    use crate::appointments::cancellation::Cancellation;
    use crate::appointments::{publish_appointment_changed, publish_doctor_changed};
    use crate::clinic_day;
    use crate::directory::{listing, profile_changes};
    use crate::identity::callers::{AccountLock, Admin};
    use crate::identity::{self, Contact, Role};
    use crate::platform::audit::Subject;
    use crate::platform::db::{self, Tx};
    use crate::platform::http::{Code, Problem};
    use crate::platform::outbox;
    use crate::platform::pubsub::ADMINISTRATION;

    pub enum Suspension {
        /// Hides a worker and blocks their login. A booking made at the same moment waits for the doctor's lock and then finds no
        /// such doctor. Hospitals and pharmacies have no bookings.
        Begin(UpcomingBookings),
        /// Shows a suspended worker again and lets them in.
        End,
    }

    pub async fn decide(
        app: &App,
        caller: &Admin,
        (role, id): (Role, String),
        suspension: Suspension,
        reason: Option<String>,
    ) -> Result<(), Problem> {
        let (now, organizer) = (app.clock.now(), app.mailer.address());
        let (site, worker_id) = (app.config.public_url.clone(), id.clone());
        let decided = caller.write(app, AccountLock::Shared, async move |tx, admin| {
            tx.lock(identity::lock_of(role, &id)).await?;
            let worker = listing::find(tx, role, &id).await?.ok_or(Code::NotFound)?;
            let reason = reason.as_deref();
            let subject = Subject { kind: worker.role.as_str(), id: &id, name: &worker.name };
            let contact = identity::find_contact(tx, &id).await?.ok_or(Code::NotFound)?;
            let Suspension::Begin(coming) = suspension else {
                if !listing::restore(tx, role, &id).await? {
                    return Err(Problem::saying(Code::NotChangeable, texts::NOT_SUSPENDED));
                }
                identity::activate(tx, &id).await?;
                admin.record(tx, "restore", subject, reason, now).await?;
                outbox::enqueue(tx, &mails::restored(&contact, &site), now).await?;
                return Ok(Vec::new());
            };
            if !suspend(tx, (role, &id), &contact, reason, &site, now).await? {
                return Err(Problem::saying(Code::NotChangeable, texts::NOT_SUSPENDABLE));
            }
            admin.record(tx, "suspend", subject, reason, now).await?;
            Ok(match coming {
                UpcomingBookings::Keep => Vec::new(),
                UpcomingBookings::Cancel => {
                    Cancellation { reason, organizer: &organizer, now }.of_doctor(tx, &id).await?
                }
            })
        });
        let cancelled = decided.await?;
        app.wake_outbox();
        publish_appointment_changed(app, &cancelled);
        publish(app, role, &worker_id);
        Ok(())
    }

    /// Hides a worker, blocks their login, ends a doctor's screens and mails the worker. Returns `false` if they were suspended
    /// already. The caller holds the worker's lock and writes the audit row.
    pub async fn suspend(
        tx: &mut Tx<'_>,
        (role, id): (Role, &str),
        contact: &Contact,
        reason: Option<&str>,
        site: &str,
        now: Timestamp,
    ) -> db::Result<bool> {
        if !listing::suspend(tx, role, id, now.as_millisecond()).await? {
            return Ok(false);
        }
        identity::block(tx, id).await?;
        if role == Role::Doctor {
            clinic_day::delete_screens(tx, id).await?;
        }
        // A change that a suspended worker asked for is not decided about.
        let dropped = profile_changes::delete_of(tx, id).await?;
        outbox::enqueue(tx, &mails::suspended(contact, reason, dropped, site), now).await?;
        Ok(true)
    }

    /// Call after the commit: refreshes the administrators' pages and the doctor's screens.
    pub fn publish(app: &App, role: Role, id: &str) {
        if role == Role::Doctor {
            publish_doctor_changed(app, id);
        }
        app.pubsub.publish(ADMINISTRATION);
    }
}

mod model {
    use crate::admin::texts;
    use crate::platform::lang::Text;

    /// What happens to upcoming bookings when their user is blocked or their doctor suspended.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub enum UpcomingBookings {
        #[default]
        Keep,
        Cancel,
    }

    impl UpcomingBookings {
        pub fn parse(text: &str) -> Result<Self, Text> {
            match text.trim() {
                "keep" => Ok(Self::Keep),
                "cancel" => Ok(Self::Cancel),
                _ => Err(texts::BOOKINGS_WRONG),
            }
        }
    }
}
