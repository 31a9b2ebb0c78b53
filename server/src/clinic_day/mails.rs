//! The mail, the phone message and the notification about a late doctor.

use jiff::Timestamp;

use crate::appointments::mails::{facts, mail_about};
use crate::appointments::model::Appointment;
use crate::appointments::phone_notices::PhoneNotice;
use crate::appointments::pushes::PushNotice;
use crate::appointments::texts::{MAIL_FOOTER, SEE_QUEUE};
use crate::directory::{DayTime, Doctor};
use crate::identity::Contact;
use crate::platform::format;
use crate::platform::lang::Lang::{self, En, Ml};
use crate::platform::mail::{Letter, Mail};
use crate::platform::phone_messages::{MessageKind, PhoneMessage};

/// The mail expires so many minutes after the patient's new time.
const OF_USE: i64 = 60;

/// What a waiting patient is told: the doctor is late by so many minutes, or no longer late. It names nobody.
fn late_text(minutes: i64, appointment: &Appointment, lang: Lang) -> (String, String) {
    let expected = expected_time(minutes, appointment, lang);
    let is_by_phone = appointment.phone.is_some();
    match (minutes, lang) {
        (0, En) if is_by_phone => {
            ("The doctor is on time again".to_owned(), "The doctor calls you at the booked time.".to_owned())
        }
        (0, Ml) if is_by_phone => ("ഡോക്ടർ കൃത്യസമയത്ത് വിളിക്കും".to_owned(), "ബുക്ക് ചെയ്ത സമയത്തുതന്നെ ഡോക്ടർ വിളിക്കും.".to_owned()),
        (minutes, En) if is_by_phone => (
            format!("The doctor is about {minutes} minutes late"),
            format!("The doctor will call you about {minutes} minutes later than planned, at about {expected}."),
        ),
        (minutes, Ml) if is_by_phone => (
            format!("ഡോക്ടർ ഏകദേശം {minutes} മിനിറ്റ് വൈകും"),
            format!("ഡോക്ടർ ഏകദേശം {minutes} മിനിറ്റ് വൈകിയേ വിളിക്കൂ. പ്രതീക്ഷിക്കുന്ന സമയം: {expected}."),
        ),
        (0, En) => ("The doctor is on time again".to_owned(), "Please come at your booked time.".to_owned()),
        (0, Ml) => ("ഡോക്ടർ കൃത്യസമയത്ത് എത്തും".to_owned(), "ബുക്ക് ചെയ്ത സമയത്തുതന്നെ എത്തുക.".to_owned()),
        (minutes, En) => (
            format!("The doctor is about {minutes} minutes late"),
            format!(
                "Your visit will start about {minutes} minutes later than planned, at about {expected}. You keep your place in the queue."
            ),
        ),
        (minutes, Ml) => (
            format!("ഡോക്ടർ ഏകദേശം {minutes} മിനിറ്റ് വൈകും"),
            format!(
                "നിങ്ങളുടെ സന്ദർശനം ഏകദേശം {minutes} മിനിറ്റ് വൈകിയേ തുടങ്ങൂ. പ്രതീക്ഷിക്കുന്ന സമയം: {expected}. ക്യൂവിലെ നിങ്ങളുടെ സ്ഥാനം മാറില്ല."
            ),
        ),
    }
}

/// To a waiting patient. `page` shows the queue.
pub fn late(minutes: i64, appointment: &Appointment, doctor: &Doctor, to: &Contact, page: String) -> Mail {
    let (lang, is_by_phone) = (to.lang, appointment.phone.is_some());
    let (title, text) = late_text(minutes, appointment, lang);
    let letter = Letter {
        lang,
        title,
        paragraphs: vec![text],
        facts: facts(appointment, doctor, lang),
        action: (!is_by_phone).then(|| (SEE_QUEUE.in_lang(lang).into(), page)),
        links: Vec::new(),
        footer: MAIL_FOOTER.in_lang(lang).into(),
    };
    mail_about(letter, appointment, to, Some(of_use_until(minutes, appointment)))
}

/// The new expected time of the visit.
fn expected_time(minutes: i64, appointment: &Appointment, lang: Lang) -> String {
    let later = appointment.slot.time.minutes() + minutes;
    let last = i64::from(DayTime::MINUTES_A_DAY) - 1;
    let time = DayTime::from_minutes(later.min(last)).unwrap_or(appointment.slot.time);
    format::time(time.time(), lang)
}

fn of_use_until(minutes: i64, appointment: &Appointment) -> i64 {
    appointment.slot.starts_at().as_millisecond() + (minutes + OF_USE) * 60_000
}

/// The same to the browsers of a patient who gets notifications there; `page` is a path of the site.
pub fn late_to_browser<'a>(
    minutes: i64,
    appointment: &'a Appointment,
    to: &Contact,
    page: String,
) -> Option<PushNotice<'a>> {
    let (title, body) = late_text(minutes, appointment, to.lang);
    let until = Timestamp::from_millisecond(of_use_until(minutes, appointment)).unwrap_or_default();
    let (account_id, about) = (appointment.user_id.as_str(), appointment.id.as_str());
    // At once, as the message: the patient is about to set out.
    to.has_push.then_some(PushNotice { account_id, about, title, body, page, until, needed_by: Timestamp::UNIX_EPOCH })
}

/// The same to the patient's phone, if the patient chose messages. `number` counts the doctor's changes on that day: one message for each.
pub fn late_to_phone(
    (minutes, number): (i64, i64),
    appointment: &Appointment,
    doctor: &Doctor,
    to: &Contact,
) -> Option<PhoneMessage> {
    let time = format::time(appointment.slot.time.time(), to.lang);
    let (kind, variables) = match minutes {
        0 => (MessageKind::OnTime, vec![doctor.called(to.lang), time]),
        _ => (MessageKind::Late, vec![doctor.called(to.lang), minutes.to_string(), time]),
    };
    let key = format!("{} {} late {number}", appointment.id, appointment.sequence);
    let until = of_use_until(minutes, appointment);
    PhoneNotice { kind, account_id: &appointment.user_id, key, about: &appointment.id, variables, until }.to(to)
}
