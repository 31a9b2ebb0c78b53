//! The mail to patients whose token was changed.

use crate::appointments::mails::{facts, mail_about};
use crate::appointments::model::Appointment;
use crate::appointments::phone_notices::PhoneNotice;
use crate::appointments::texts::{MAIL_FOOTER, SEE_QUEUE};
use crate::directory::Doctor;
use crate::identity::Contact;
use crate::platform::format;
use crate::platform::lang::Lang::{En, Ml};
use crate::platform::mail::{Letter, Mail};
use crate::platform::phone_messages::{MessageKind, PhoneMessage};
use crate::scheduling::Slot;

/// `page` shows the queue.
pub fn changed_token(visit: &Appointment, doctor: &Doctor, to: &Contact, page: String) -> Option<Mail> {
    let (lang, token) = (to.lang, visit.token.as_ref()?);
    let (title, text) = match lang {
        En => (
            format!("Your token is now {token}"),
            "The doctor changed the hours of that day, and someone else had the same token. The time of your visit does not change.",
        ),
        Ml => (
            format!("നിങ്ങളുടെ ടോക്കൺ ഇനി {token}"),
            "ഡോക്ടർ ആ ദിവസത്തെ സമയം മാറ്റി; അതേ ടോക്കൺ മറ്റൊരാൾക്കും ഉണ്ടായിരുന്നു. നിങ്ങളുടെ സന്ദർശനസമയത്തിന് മാറ്റമില്ല.",
        ),
    };
    let letter = Letter {
        lang,
        title,
        paragraphs: vec![text.into()],
        facts: facts(visit, doctor, lang),
        action: Some((SEE_QUEUE.in_lang(lang).into(), page)),
        links: Vec::new(),
        footer: MAIL_FOOTER.in_lang(lang).into(),
    };
    Some(mail_about(letter, visit, to, Some(of_use_until(visit))))
}

fn of_use_until(visit: &Appointment) -> i64 {
    visit.slot.starts_at().as_millisecond() + Slot::MILLIS
}

/// The same to the phone of a patient without an address.
pub fn changed_token_to_phone(visit: &Appointment, doctor: &Doctor, to: &Contact) -> Option<PhoneMessage> {
    let token = visit.token.as_ref().filter(|_| !to.has_address())?;
    let variables = vec![doctor.called(to.lang), format::day(visit.slot.day, to.lang), token.clone()];
    let (key, until) = (format!("{} {} token {token}", visit.id, visit.sequence), of_use_until(visit));
    let (account_id, about) = (&visit.user_id, &visit.id);
    PhoneNotice { kind: MessageKind::Token, account_id, key, about, variables, until }.to(to)
}
