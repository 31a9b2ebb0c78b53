//! The mail that says that a doctor is late.

use crate::booking::mails::{facts, when};
use crate::booking::model::Appointment;
use crate::directory::Doctor;
use crate::identity::Contact;
use crate::platform::lang::Lang::{En, Ml};
use crate::platform::mail::{Letter, Mail};

/// It is of no use so long after the patient's new time, in minutes.
const OF_USE: i64 = 60;

/// To whoever waits: the doctor is late by so many minutes, or by none any more. `page` shows the queue.
pub fn late(minutes: i64, appointment: &Appointment, doctor: &Doctor, to: &Contact, page: String) -> Mail {
    let lang = to.lang;
    let (title, text) = match (minutes, lang) {
        (0, En) => {
            ("The doctor is on time after all".to_owned(), "Please come at the time of your appointment.".to_owned())
        }
        (0, Ml) => ("ഡോക്ടർ കൃത്യസമയത്ത് എത്തും".to_owned(), "അപ്പോയിന്റ്മെന്റ് സമയത്തുതന്നെ എത്തുക.".to_owned()),
        (minutes, En) => (
            format!("The doctor is about {minutes} minutes late"),
            format!(
                "Your visit will begin about {minutes} minutes later than planned. Your place in the queue stays yours."
            ),
        ),
        (minutes, Ml) => (
            format!("ഡോക്ടർ ഏകദേശം {minutes} മിനിറ്റ് വൈകും"),
            format!("നിങ്ങളുടെ സന്ദർശനം ഏകദേശം {minutes} മിനിറ്റ് വൈകിയേ തുടങ്ങൂ. ക്യൂവിലെ നിങ്ങളുടെ സ്ഥാനം മാറില്ല."),
        ),
    };
    let label = |en: &str, ml: &str| match lang {
        En => en.to_owned(),
        Ml => ml.to_owned(),
    };
    let letter = Letter {
        lang,
        title: title.clone(),
        paragraphs: vec![text],
        facts: facts(appointment, doctor, lang),
        action: Some((label("See the queue", "ക്യൂ കാണുക"), page)),
        links: Vec::new(),
        footer: label(
            "You receive this mail because of an appointment on Doc Care.",
            "Doc Care-ലെ ഒരു അപ്പോയിന്റ്മെന്റുമായി ബന്ധപ്പെട്ടാണ് ഈ മെയിൽ ലഭിക്കുന്നത്.",
        ),
    };
    let mut mail = letter.into_mail(to.email.clone(), format!("{title}: {}", when(appointment.slot, lang)));
    mail.about = Some(appointment.id.clone());
    let planned = appointment.slot.starts_at().as_millisecond();
    mail.content.until = Some(planned + (minutes + OF_USE) * 60_000);
    mail
}
