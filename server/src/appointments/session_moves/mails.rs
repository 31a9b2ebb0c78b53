//! The mails and messages that propose another time, and those about a move that was taken back.

use crate::appointments::mail_texts::FOOTER;
use crate::appointments::mails::{facts, mail_about, place_facts, when};
use crate::appointments::model::Appointment;
use crate::appointments::phone_notices::{PhoneNotice, phone_message};
use crate::appointments::texts;
use crate::directory::Doctor;
use crate::identity::Contact;
use crate::platform::format;
use crate::platform::lang::Lang::{En, Ml};
use crate::platform::lang::Text;
use crate::platform::mail::{Letter, Mail};
use crate::platform::phone_messages::{MessageKind, PhoneMessage};
use crate::scheduling::Slot;

const NEW_TIME: Text = Text::new("New time", "പുതിയ സമയം");
const OLD_TIME: Text = Text::new("Old time", "പഴയ സമയം");
const ANSWER_BY: Text = Text::new("Answer by", "മറുപടി നൽകേണ്ടത്");

/// Another slot for a visit.
pub struct Proposal<'a> {
    pub visit: &'a Appointment,
    /// The visit as it would be.
    pub moved: &'a Appointment,
    /// Until when the slot is reserved, as UTC milliseconds.
    pub until: i64,
    pub reason: &'a str,
    pub doctor: &'a Doctor,
}

impl Proposal<'_> {
    /// `page` has a button for each answer; opening it changes nothing.
    pub fn to_patient(&self, to: &Contact, page: String) -> Mail {
        let lang = to.lang;
        let title = match (lang, &self.visit.phone) {
            (En, None) => "Can you come at another time?",
            (En, Some(_)) => "May the doctor call you at another time?",
            (Ml, None) => "മറ്റൊരു സമയത്ത് വരാമോ?",
            (Ml, Some(_)) => "ഡോക്ടർ മറ്റൊരു സമയത്ത് വിളിച്ചാൽ മതിയോ?",
        };
        let (text, stays, button) = match lang {
            En => (
                "The doctor has to move this session. A new time is reserved for you until the time below: please accept or decline it.",
                "Until you accept, your old time stays. If you do not answer, the clinic will call you.",
                "Accept or decline",
            ),
            Ml => (
                "ഡോക്ടർക്ക് ഈ സെഷന്റെ സമയം മാറ്റേണ്ടിവന്നു. താഴെ പറയുന്ന സമയം വരെ പുതിയ സമയം നിങ്ങൾക്കായി കരുതിവെച്ചിരിക്കുന്നു; ദയവായി സ്വീകരിക്കുകയോ വേണ്ടെന്ന് അറിയിക്കുകയോ ചെയ്യുക.",
                "നിങ്ങൾ സ്വീകരിക്കുന്നതുവരെ പഴയ സമയം നിലനിൽക്കും. മറുപടി നൽകിയില്ലെങ്കിൽ ക്ലിനിക്കിൽ നിന്ന് വിളിക്കും.",
                "സ്വീകരിക്കുക / വേണ്ട",
            ),
        };
        let until = Slot::from_millis(self.until).map_or(String::new(), |until| when(until, lang));
        let text_of = |text: Text| text.in_lang(lang).to_owned();
        let mut facts = vec![
            (text_of(texts::DOCTOR), self.doctor.title(lang)),
            (text_of(NEW_TIME), when(self.moved.slot, lang)),
            (text_of(OLD_TIME), when(self.visit.slot, lang)),
            (text_of(ANSWER_BY), until),
            (text_of(texts::REASON), self.reason.to_owned()),
        ];
        if !self.visit.patient_name.is_empty() {
            facts.push((text_of(texts::PATIENT), self.visit.patient_name.clone()));
        }
        facts.extend(place_facts(self.moved, self.doctor, lang));
        let letter = Letter {
            lang,
            title: title.into(),
            paragraphs: vec![text.into(), stays.into()],
            facts,
            action: Some((button.into(), page)),
            links: Vec::new(),
            footer: FOOTER.in_lang(lang).into(),
        };
        mail_about(letter, self.moved, to, Some(self.until))
    }

    /// The same to the phone. The number of a desk booking gets no link: the desk calls it.
    pub fn to_phone(&self, move_id: &str, to: &Contact) -> Option<PhoneMessage> {
        let [old, new] = [self.visit.slot, self.moved.slot]
            .map(|slot| [format::day(slot.day, to.lang), format::time(slot.time.time(), to.lang)]);
        let variables = [vec![self.doctor.called(to.lang)], old.to_vec(), new.to_vec()].concat();
        let is_linked = !to.has_address() && self.visit.desk_booking.is_none();
        let kind = if is_linked { MessageKind::ProposedMoveLink } else { MessageKind::ProposedMove };
        let (key, until) = (format!("{} move {move_id}", self.visit.id), self.until);
        PhoneNotice { kind, account_id: &self.visit.user_id, key, about: &self.visit.id, variables, until }.to(to)
    }
}

/// The move was taken back before the patient answered.
pub fn stays(visit: &Appointment, doctor: &Doctor, to: &Contact) -> Mail {
    let lang = to.lang;
    let title = match lang {
        En => "Your appointment stays at its time",
        Ml => "നിങ്ങളുടെ അപ്പോയിന്റ്മെന്റ് സമയത്തിന് മാറ്റമില്ല",
    };
    let text = match (lang, &visit.phone) {
        (En, None) => {
            "The session does not move after all. Please come at the time below; you do not need to do anything."
        }
        (Ml, None) => "സെഷന്റെ സമയം മാറ്റുന്നില്ല. താഴെ പറയുന്ന സമയത്ത് എത്തുക; നിങ്ങൾ ഒന്നും ചെയ്യേണ്ടതില്ല.",
        (En, Some(_)) => {
            "The session does not move after all. The doctor calls you at the time below; you do not need to do anything."
        }
        (Ml, Some(_)) => "സെഷന്റെ സമയം മാറ്റുന്നില്ല. താഴെ പറയുന്ന സമയത്ത് ഡോക്ടർ വിളിക്കും; നിങ്ങൾ ഒന്നും ചെയ്യേണ്ടതില്ല.",
    };
    let letter = Letter {
        lang,
        title: title.into(),
        paragraphs: vec![text.into()],
        facts: facts(visit, doctor, lang),
        action: None,
        links: Vec::new(),
        footer: FOOTER.in_lang(lang).into(),
    };
    mail_about(letter, visit, to, Some(visit.slot.starts_at().as_millisecond()))
}

/// The same to the phone: that the visit is confirmed at its time.
pub fn stays_to_phone(visit: &Appointment, move_id: &str, doctor: &Doctor, to: &Contact) -> Option<PhoneMessage> {
    let kind = match (visit.desk_booking, to.has_address()) {
        (Some(_), _) => MessageKind::Booked,
        (None, true) => MessageKind::Approved,
        (None, false) => MessageKind::ApprovedLink,
    };
    let mut message = phone_message(kind, visit, doctor, to, visit.slot.starts_at())?;
    // The approval itself had the same kind and sequence.
    message.key = format!("{} stays {move_id}", visit.id);
    Some(message)
}
