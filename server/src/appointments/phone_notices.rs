//! Messages to phones: about a visit, and the form of all others that this feature and later ones send.

use jiff::Timestamp;

use super::model::Appointment;
use super::texts;
use crate::directory::Doctor;
use crate::identity::Contact;
use crate::platform::format;
use crate::platform::lang::Lang::{self, En, Ml};
use crate::platform::phone_messages::{self, MessageContent, MessageKind, PhoneMessage};
use crate::scheduling::Slot;

/// The message about an appointment, if its patient wants any. Its key holds the appointment's sequence, so that each change sends one at
/// most.
pub fn phone_message(
    kind: MessageKind,
    appointment: &Appointment,
    doctor: &Doctor,
    to: &Contact,
    until: Timestamp,
) -> Option<PhoneMessage> {
    let Slot { day, time } = appointment.slot;
    let clinic = texts::OWN_CLINIC.in_lang(to.lang);
    let place = match (&appointment.phone, &appointment.place) {
        (Some(_), _) => phone_place(kind, doctor, to.lang),
        (None, Some(place)) => place.name_in(to.lang).to_owned(),
        (None, None) => clinic.to_owned(),
    };
    let (day, time) = (format::day(day, to.lang), format::time(time.time(), to.lang));
    let mut variables = vec![doctor.called(to.lang), day, time, place];
    variables.truncate(kind.variables_before_link());
    let key = format!("{} {} {}", appointment.id, appointment.sequence, kind.as_str());
    let (account_id, about, until) = (&appointment.user_id, &appointment.id, until.as_millisecond());
    PhoneNotice { kind, account_id, key, about, variables, until }.to(to)
}

/// A message to a phone, sent in addition to a mail. It does not name the doctor's speciality, because a locked phone shows messages to
/// anyone.
pub struct PhoneNotice<'a> {
    pub kind: MessageKind,
    pub account_id: &'a str,
    /// A second one of the same key is not queued.
    pub key: String,
    /// The id by which it is withdrawn.
    pub about: &'a str,
    pub variables: Vec<String>,
    /// From then on it is of no use, in UTC milliseconds.
    pub until: i64,
}

impl PhoneNotice<'_> {
    /// The message; `None` if the account wants none.
    pub fn to(self, to: &Contact) -> Option<PhoneMessage> {
        let Self { kind, account_id, key, about, variables, until } = self;
        let (channel, number) = to.phone.clone()?;
        let variables = variables.iter().map(|text| phone_messages::fit(text)).collect();
        Some(PhoneMessage {
            account_id: account_id.into(),
            key,
            about: Some(about.into()),
            to: number,
            content: MessageContent {
                channel,
                kind,
                lang: to.lang,
                variables,
                until,
                needed_by: None,
                link: None,
                sealed_for: None,
            },
        })
    }
}

/// The variable for the place, of a visit by phone: in confirmations the doctor's registration number, otherwise that the doctor calls.
fn phone_place(kind: MessageKind, doctor: &Doctor, lang: Lang) -> String {
    match kind {
        MessageKind::Approved | MessageKind::ApprovedLink | MessageKind::MovedLink | MessageKind::Rescheduled => {
            let number = &doctor.doctor_id;
            let (by_phone, short) = match lang {
                En => (format!("phone, Reg. {number}"), format!("Reg. {number}")),
                Ml => (format!("ഫോൺ, രജി. {number}"), format!("രജി. {number}")),
            };
            // A variable that is too long would end before the number.
            if phone_messages::fit(&by_phone) == by_phone { by_phone } else { short }
        }
        _ => texts::DOCTOR_CALLS.in_lang(lang).to_owned(),
    }
}
