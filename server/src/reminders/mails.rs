//! The mails and messages that remind.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::STOP_PAGE;
use super::model::Kind;
use crate::appointments::mails::{facts, mail_about};
use crate::appointments::model::Appointment;
use crate::appointments::phone_notices::phone_message;
use crate::appointments::texts::MAIL_FOOTER;
use crate::directory::Doctor;
use crate::identity::Contact;
use crate::platform::lang::Lang::{self, En, Ml};
use crate::platform::mail::{Letter, Mail};
use crate::platform::phone_messages::{MessageKind, PhoneMessage};

/// The links of a reminder.
pub struct Links<'a> {
    pub site: &'a str,
    /// Shows the doctor's queue.
    pub page: String,
    /// Stops reminders.
    pub stop_token: String,
}

pub fn reminder(kind: Kind, appointment: &Appointment, doctor: &Doctor, to: &Contact, links: Links<'_>) -> Mail {
    let Links { site, page, stop_token } = links;
    // The text after `#` reaches no server's log. Mail programs post to the header's address as it is (RFC 8058).
    let (stop, one_click) =
        (format!("{site}{STOP_PAGE}#{stop_token}"), format!("{site}{STOP_PAGE}?token={stop_token}"));
    let (lang, is_by_phone) = (to.lang, appointment.phone.is_some());
    let (title, text) = match (kind, lang) {
        (Kind::Evening | Kind::Early, _) if is_by_phone => phone_texts(true, lang),
        (Kind::Soon, _) if is_by_phone => phone_texts(false, lang),
        (Kind::Evening | Kind::Early, En) => (
            "Your visit is tomorrow",
            "If you cannot come, please cancel or move it now, so that someone else can have the time.",
        ),
        (Kind::Evening | Kind::Early, Ml) => {
            ("നാളെ നിങ്ങളുടെ സന്ദർശനം", "വരാൻ കഴിയില്ലെങ്കിൽ ഇപ്പോൾത്തന്നെ റദ്ദാക്കുകയോ സമയം മാറ്റുകയോ ചെയ്യുക; ആ സമയം മറ്റൊരാൾക്ക് കിട്ടും.")
        }
        (Kind::Soon, En) => (
            "Your visit is soon",
            "Please be there a few minutes early. If you can no longer come, please cancel it, so that someone else can have the time.",
        ),
        (Kind::Soon, Ml) => (
            "നിങ്ങളുടെ സന്ദർശനത്തിന് സമയമാകുന്നു",
            "ഏതാനും മിനിറ്റ് നേരത്തേ എത്തുക. വരാൻ കഴിയില്ലെങ്കിൽ ദയവായി റദ്ദാക്കുക; ആ സമയം മറ്റൊരാൾക്ക് കിട്ടും.",
        ),
    };
    let label = |en: &str, ml: &str| match lang {
        En => en.to_owned(),
        Ml => ml.to_owned(),
    };
    let title = if is_by_phone { format!("{} {title}", doctor.called(lang)) } else { title.to_owned() };
    let query = utf8_percent_encode(&doctor.address_of(appointment.place.as_ref(), En), NON_ALPHANUMERIC).to_string();
    let directions = format!("https://www.google.com/maps/search/?api=1&query={query}");
    let of_place =
        [(label("Your place in the queue", "ക്യൂവിലെ നിങ്ങളുടെ സ്ഥാനം"), page), (label("Directions", "വഴി കാണുക"), directions)];
    let mut links: Vec<_> = of_place.into_iter().filter(|_| !is_by_phone).collect();
    links.push((label("Stop reminders", "ഓർമ്മപ്പെടുത്തലുകൾ നിർത്തുക"), stop));
    let letter = Letter {
        lang,
        title,
        paragraphs: vec![text.into()],
        facts: facts(appointment, doctor, lang),
        action: Some((label("Cancel or move it", "റദ്ദാക്കുക / സമയം മാറ്റുക"), format!("{site}/user/bookings"))),
        links,
        footer: MAIL_FOOTER.in_lang(lang).into(),
    };
    let mut mail = mail_about(letter, appointment, to, Some(appointment.slot.starts_at().as_millisecond()));
    mail.content.stop = Some(one_click);
    mail
}

/// Title and text of the reminder of a visit by phone. The title follows the doctor's name.
fn phone_texts(is_tomorrow: bool, lang: Lang) -> (&'static str, &'static str) {
    match (is_tomorrow, lang) {
        (true, En) => (
            "calls you tomorrow",
            "Please keep your phone with you. If you cannot talk then, please cancel or move it now, so that someone else can have the time.",
        ),
        (true, Ml) => (
            "നാളെ നിങ്ങളെ വിളിക്കും",
            "ഫോൺ കൈയിൽ കരുതുക. ആ സമയത്ത് സംസാരിക്കാൻ കഴിയില്ലെങ്കിൽ ഇപ്പോൾത്തന്നെ റദ്ദാക്കുകയോ സമയം മാറ്റുകയോ ചെയ്യുക; ആ സമയം മറ്റൊരാൾക്ക് കിട്ടും.",
        ),
        (false, En) => (
            "calls you soon",
            "Please keep your phone with you, and be where you can talk. If you no longer can, please cancel it, so that someone else can have the time.",
        ),
        (false, Ml) => (
            "ഉടൻ നിങ്ങളെ വിളിക്കും",
            "ഫോൺ കൈയിൽ കരുതുക; സംസാരിക്കാൻ പറ്റുന്ന സ്ഥലത്തായിരിക്കുക. കഴിയില്ലെങ്കിൽ ദയവായി റദ്ദാക്കുക; ആ സമയം മറ്റൊരാൾക്ക് കിട്ടും.",
        ),
    }
}

/// The same to the patient's phone, if they chose messages.
pub fn to_phone(kind: Kind, appointment: &Appointment, doctor: &Doctor, to: &Contact) -> Option<PhoneMessage> {
    let kind = match kind {
        Kind::Evening | Kind::Early => MessageKind::Tomorrow,
        Kind::Soon => MessageKind::Soon,
    };
    phone_message(kind, appointment, doctor, to, appointment.slot.starts_at())
}
