//! The mail and the message after a missed visit.

use jiff::{SignedDuration, Timestamp};

use crate::appointments::mails::{facts, mail_about};
use crate::appointments::model::Appointment;
use crate::appointments::phone_notices::phone_message;
use crate::directory::Doctor;
use crate::identity::Contact;
use crate::platform::lang::Lang::{En, Ml};
use crate::platform::mail::{Letter, Mail};
use crate::platform::phone_messages::{MessageKind, PhoneMessage};
use crate::reminders::STOP_PAGE;

/// The message is not sent later than this.
const TTL: SignedDuration = SignedDuration::from_hours(24);

pub struct Links<'a> {
    pub site: &'a str,
    /// The doctor's page with the slot picker open.
    pub book: String,
    /// Stops reminders, and these messages.
    pub stop_token: String,
}

pub fn missed(visit: &Appointment, doctor: &Doctor, to: &Contact, links: Links<'_>, now: Timestamp) -> Mail {
    let Links { site, book, stop_token } = links;
    let (title, text, button, stop, footer) = match to.lang {
        En => (
            "You could not come to your visit",
            "That is all right. If you still want to see the doctor, choose a time that suits you better. If you were there, please tell the clinic: somebody may have marked the wrong name.",
            "Book again",
            "Stop reminders",
            "You receive this email because of a booking on Doc Care. Stopping reminders stops these emails too.",
        ),
        Ml => (
            "സന്ദർശനത്തിന് വരാൻ കഴിഞ്ഞില്ലല്ലോ",
            "സാരമില്ല. ഡോക്ടറെ കാണണമെന്നുണ്ടെങ്കിൽ സൗകര്യമുള്ള മറ്റൊരു സമയം തിരഞ്ഞെടുക്കുക. നിങ്ങൾ എത്തിയിരുന്നെങ്കിൽ ദയവായി ക്ലിനിക്കിൽ അറിയിക്കുക: പേര് തെറ്റി രേഖപ്പെടുത്തിയതാകാം.",
            "വീണ്ടും ബുക്ക് ചെയ്യുക",
            "ഓർമ്മപ്പെടുത്തലുകൾ നിർത്തുക",
            "Doc Care-ലെ ഒരു ബുക്കിങ്ങുമായി ബന്ധപ്പെട്ടാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്. ഓർമ്മപ്പെടുത്തലുകൾ നിർത്തിയാൽ ഇതും ലഭിക്കില്ല.",
        ),
    };
    let letter = Letter {
        lang: to.lang,
        title: title.into(),
        paragraphs: vec![text.into()],
        facts: facts(visit, doctor, to.lang),
        action: Some((button.into(), book)),
        links: vec![(stop.into(), format!("{site}{STOP_PAGE}#{stop_token}"))],
        footer: footer.into(),
    };
    let mut mail = mail_about(letter, visit, to, Some(until(now).as_millisecond()));
    mail.content.stop = Some(format!("{site}{STOP_PAGE}?token={stop_token}"));
    mail
}

/// The same to the patient's phone, if they chose messages or have no address.
pub fn to_phone(visit: &Appointment, doctor: &Doctor, to: &Contact, now: Timestamp) -> Option<PhoneMessage> {
    phone_message(MessageKind::Missed, visit, doctor, to, until(now))
}

fn until(now: Timestamp) -> Timestamp {
    now.checked_add(TTL).unwrap_or(now)
}
