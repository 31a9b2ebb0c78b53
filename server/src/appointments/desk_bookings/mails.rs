//! The mail to the account that proved the number of a desk booking.

use crate::appointments::mails::{facts, mail_about};
use crate::appointments::model::Appointment;
use crate::directory::Doctor;
use crate::identity::Contact;
use crate::platform::lang::Lang::{En, Ml};
use crate::platform::mail::{Letter, Mail};
use crate::scheduling::Slot;

/// `page` is where the account takes the visit. The mail does not name the patient: the number may be somebody else's by now.
pub fn to_claim(visit: &Appointment, doctor: &Doctor, to: &Contact, page: String) -> Mail {
    let lang = to.lang;
    let (title, text, button, footer) = match lang {
        En => (
            "A visit was booked for your number",
            "The clinic booked it for somebody who gave your mobile number. If it is yours, take it to your bookings; if it is not, please say so.",
            "Take it, or say that it is not yours",
            "You receive this email because your confirmed mobile number was given for a visit on Doc Care.",
        ),
        Ml => (
            "നിങ്ങളുടെ നമ്പറിൽ ഒരു സന്ദർശനം ബുക്ക് ചെയ്തു",
            "നിങ്ങളുടെ മൊബൈൽ നമ്പർ നൽകിയ ഒരാൾക്കായി ക്ലിനിക്ക് ബുക്ക് ചെയ്തതാണിത്. നിങ്ങളുടേതാണെങ്കിൽ ബുക്കിങ്ങുകളിലേക്ക് ചേർക്കുക; അല്ലെങ്കിൽ അത് അറിയിക്കുക.",
            "ചേർക്കുക / എന്റേതല്ല",
            "നിങ്ങൾ സ്ഥിരീകരിച്ച മൊബൈൽ നമ്പർ Doc Care-ലെ ഒരു സന്ദർശനത്തിന് നൽകിയതിനാലാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്.",
        ),
    };
    let nameless = Appointment { patient_name: String::new(), ..visit.clone() };
    let letter = Letter {
        lang,
        title: title.into(),
        paragraphs: vec![text.into()],
        facts: facts(&nameless, doctor, lang),
        action: Some((button.into(), page)),
        links: Vec::new(),
        footer: footer.into(),
    };
    mail_about(letter, visit, to, Some(visit.slot.starts_at().as_millisecond() + Slot::MILLIS))
}
