//! The mail to patients whose token was changed.

use crate::appointments::mails::{facts, when};
use crate::appointments::model::Appointment;
use crate::appointments::texts::{MAIL_FOOTER, SEE_QUEUE};
use crate::directory::Doctor;
use crate::identity::Contact;
use crate::platform::lang::Lang::{En, Ml};
use crate::platform::mail::{Letter, Mail};
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
        title: title.clone(),
        paragraphs: vec![text.into()],
        facts: facts(visit, doctor, lang),
        action: Some((SEE_QUEUE.in_lang(lang).into(), page)),
        links: Vec::new(),
        footer: MAIL_FOOTER.in_lang(lang).into(),
    };
    let mut mail = letter.into_mail(to.email.clone(), format!("{title}: {}", when(visit.slot, lang)));
    mail.about = Some(visit.id.clone());
    mail.content.until = Some(visit.slot.starts_at().as_millisecond() + Slot::MILLIS);
    Some(mail)
}
