//! The administrator corrects what a doctor registered with and cannot change: name, number, speciality, experience. Decision 0079.

pub(super) use service::{Correction, correct};

mod mails {
    use super::service::{CorrectedValue, DoctorField};
    use crate::identity::Contact;
    use crate::platform::lang::Lang::{self, En, Ml};
    use crate::platform::mail::Mail;
    use crate::reference::specialities;

    pub fn corrected(to: &Contact, changes: &[CorrectedValue], site: &str) -> Mail {
        let (title, text, hint, button, footer) = match to.lang {
            En => (
                "Your entry was corrected",
                "The administrator of Doc Care corrected your entry. This is what patients see now:",
                "If something is not right, please write to us.",
                "Contact us",
                "You receive this email because this is the address of an entry at Doc Care.",
            ),
            Ml => (
                "നിങ്ങളുടെ വിവരങ്ങൾ തിരുത്തി",
                "Doc Care-ന്റെ അഡ്മിനിസ്ട്രേറ്റർ നിങ്ങളുടെ വിവരങ്ങൾ തിരുത്തി. രോഗികൾ ഇപ്പോൾ കാണുന്നത്:",
                "എന്തെങ്കിലും ശരിയല്ലെങ്കിൽ ഞങ്ങൾക്ക് എഴുതുക.",
                "ഞങ്ങളെ ബന്ധപ്പെടുക",
                "ഇത് Doc Care-ലെ ഒരു അംഗത്തിന്റെ വിലാസമായതിനാലാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്.",
            ),
        };
        let line = |changed: &CorrectedValue| {
            let value = |text: &str| in_language(changed.field, text, to.lang);
            format!("{}: {} → {}", label(changed.field, to.lang), value(&changed.before), value(&changed.after))
        };
        let paragraphs = [text.to_owned()].into_iter().chain(changes.iter().map(line)).chain([hint.to_owned()]);
        to.letter(title, paragraphs, Some((button, format!("{site}/contact"))), footer)
    }

    fn label(field: DoctorField, lang: Lang) -> &'static str {
        let (en, ml) = match field {
            DoctorField::Name => ("Name", "പേര്"),
            DoctorField::Number => ("Registration number", "രജിസ്ട്രേഷൻ നമ്പർ"),
            DoctorField::Speciality => ("Speciality", "വിഭാഗം"),
            DoctorField::Experience => ("Experience (years)", "പരിചയം (വർഷം)"),
        };
        match lang {
            En => en,
            Ml => ml,
        }
    }

    fn in_language(field: DoctorField, text: &str, lang: Lang) -> String {
        let speciality = specialities::find(text).filter(|_| field == DoctorField::Speciality && lang == Ml);
        speciality.map_or(text, |found| &found.ml).to_owned()
    }
}

mod service {
    use super::mails;
    use crate::app::App;
    use crate::appointments::publish_doctor_changed;
    use crate::directory::{doctors, texts};
    use crate::identity;
    use crate::identity::callers::{AccountLock, Admin};
    use crate::identity::person::PersonName;
    use crate::platform::audit;
    use crate::platform::db::Lock;
    use crate::platform::http::{Code, Problem};
    use crate::platform::outbox;
    use crate::platform::pubsub::ADMINISTRATION;

    /// What is corrected; the rest stays.
    pub struct Correction {
        pub full_name: Option<PersonName>,
        pub doctor_id: Option<String>,
        pub specialization: Option<&'static str>,
        pub experience: Option<i64>,
    }

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum DoctorField {
        Name,
        Number,
        Speciality,
        Experience,
    }

    impl DoctorField {
        /// As the API names it, for the audit log.
        fn api_name(self) -> &'static str {
            match self {
                Self::Name => "full_Name",
                Self::Number => "doctor_ID",
                Self::Speciality => "specialization",
                Self::Experience => "experience",
            }
        }
    }

    pub struct CorrectedValue {
        pub field: DoctorField,
        pub before: String,
        pub after: String,
    }

    /// Corrects a doctor's entry. Only values that differ are audited and mailed.
    pub async fn correct(app: &App, caller: &Admin, id: String, correction: Correction) -> Result<(), Problem> {
        let (now, site, doctor_id) = (app.clock.now(), app.config.public_url.clone(), id.clone());
        let corrected = caller.write(app, AccountLock::Shared, async move |tx, admin| {
            tx.lock(Lock::Doctor(&id)).await?;
            let before = doctors::find(tx, &id).await?.ok_or(Code::NotFound)?;
            let contact = identity::find_contact(tx, &id).await?.ok_or(Code::NotFound)?;
            let mut after = before.clone();
            if let Some(name) = correction.full_name {
                after.full_name = name.as_str().into();
            }
            after.doctor_id = correction.doctor_id.unwrap_or(after.doctor_id);
            after.specialization = correction.specialization.map_or(after.specialization, Into::into);
            after.experience = correction.experience.unwrap_or(after.experience);
            let pairs = [
                (DoctorField::Name, before.full_name.clone(), after.full_name.clone()),
                (DoctorField::Number, before.doctor_id.clone(), after.doctor_id.clone()),
                (DoctorField::Speciality, before.specialization.clone(), after.specialization.clone()),
                (DoctorField::Experience, before.experience.to_string(), after.experience.to_string()),
            ];
            let pairs = pairs.into_iter().filter(|(_, before, after)| before != after);
            let changes: Vec<CorrectedValue> =
                pairs.map(|(field, before, after)| CorrectedValue { field, before, after }).collect();
            if changes.is_empty() {
                return Ok(false);
            }
            doctors::correct(tx, &after).await.map_err(|error| match error {
                error if error.is_conflict("doctors_number") => Problem::field("doctor_ID", texts::NUMBER_TAKEN),
                error => error.into(),
            })?;
            let words = changes.iter().map(|one| format!("{}: {} → {}", one.field.api_name(), one.before, one.after));
            let subject = audit::Subject { kind: "doctor", id: &id, name: &after.full_name };
            admin.record(tx, "correct", subject, Some(&words.collect::<Vec<_>>().join("; ")), now).await?;
            outbox::enqueue(tx, &mails::corrected(&contact, &changes, &site), now).await?;
            Ok::<_, Problem>(true)
        });
        if corrected.await? {
            app.wake_outbox();
            publish_doctor_changed(app, &doctor_id);
            app.pubsub.publish(ADMINISTRATION);
        }
        Ok(())
    }
}
