//! The mails about appointments, to the patient and to the doctor, each with a calendar entry, and the messages to the patient's phone.

use jiff::{SignedDuration, Timestamp};

use super::change_kind::ChangeKind;
use super::model::{Appointment, Status};
use super::phone_consultations::MAX_MISSED_CALLS;
use super::phone_notices::phone_message;
use super::{mail_texts, texts};
use crate::directory::Doctor;
use crate::identity::Contact;
use crate::platform::clock::india;
use crate::platform::format;
use crate::platform::lang::Lang::{self, En, Ml};
use crate::platform::lang::Text;
use crate::platform::mail::{CalendarEvent, EventStatus, Letter, Mail};
use crate::platform::phone_messages::{PhoneMessage, night};
use crate::scheduling::Slot;

/// A notification of an appointment that is over is not sent later than this.
pub(super) const NOTIFICATION_TTL: SignedDuration = SignedDuration::from_hours(24);

/// A change of an appointment, as the patient and the doctor are notified of it.
pub struct AppointmentEvent<'a> {
    pub kind: ChangeKind<'a>,
    pub appointment: &'a Appointment,
    pub doctor: &'a Doctor,
    /// The address that calendars know us by.
    pub organizer: &'a str,
    pub now: Timestamp,
}

impl AppointmentEvent<'_> {
    pub fn to_patient(&self, to: &Contact) -> Mail {
        let (title, text) = mail_texts::to_patient(self.kind, self.appointment.phone.is_some());
        let mut paragraphs = vec![text.in_lang(to.lang).to_owned()];
        let action = match self.kind {
            ChangeKind::NotReached { calls, page } => {
                (calls >= MAX_MISSED_CALLS).then(|| (mail_texts::MOVE_OR_CANCEL, page.to_owned()))
            }
            ChangeKind::Unanswered { next_slots: next_slots @ [_, ..], site } => {
                let times: Vec<String> = next_slots.iter().map(|slot| when(*slot, to.lang)).collect();
                paragraphs.push(format!("{} {}", mail_texts::NEXT_FREE_TIMES.in_lang(to.lang), times.join(" · ")));
                // On this page they can be booked with one press.
                let page = format!("{site}/user/bookings?instead={}", self.appointment.id);
                Some((mail_texts::BOOK_ONE_OF_THESE, page))
            }
            _ => self.appointment.offered.map(|_| (mail_texts::BOOK_OFFERED, "/user/bookings".to_owned())),
        };
        self.write(title, paragraphs, action, to)
    }

    /// The message to the patient's phone, if they chose messages.
    pub fn to_phone(&self, to: &Contact) -> Option<PhoneMessage> {
        let message_kind = self.kind.message_kind(self.appointment, to)?;
        let starts_at = self.appointment.slot.starts_at();
        let until = self.now.checked_add(NOTIFICATION_TTL).unwrap_or(self.now).max(starts_at);
        let mut message = phone_message(message_kind, self.appointment, self.doctor, to, until)?;
        // The appointment's sequence does not tell these apart: each leave is a message, and a moved address is one a day.
        match self.kind {
            ChangeKind::DoctorAway(leave_id) => message.key = format!("{} {leave_id}", message.key),
            ChangeKind::ClinicMoved(_) => {
                message.key = format!("{} address {}", self.appointment.id, self.now.to_zoned(india()).date());
            }
            ChangeKind::NotReached { calls, .. } => message.key = format!("{} {calls}", message.key),
            _ => {}
        }
        let needed_by = starts_at.checked_sub(night::ON_THE_WAY).unwrap_or(starts_at);
        message.content.needed_by = Some(needed_by.as_millisecond());
        Some(message)
    }

    /// The mail to the doctor; `None` about what doctors did themselves.
    pub fn to_doctor(&self, to: &Contact) -> Option<Mail> {
        let (title, text) = mail_texts::to_doctor(self.kind)?;
        // The link of a mail about a pending request opens it.
        let action = (self.appointment.status == Status::Pending)
            .then(|| (mail_texts::ANSWER_REQUEST, format!("/doctor/appointments?request={}", self.appointment.id)));
        // The number of a visit by phone is in Today around its time alone.
        let phone = self.appointment.phone.as_ref();
        let unnumbered = phone.map(|_| Appointment { contact_number: String::new(), ..self.appointment.clone() });
        let event = AppointmentEvent { appointment: unnumbered.as_ref().unwrap_or(self.appointment), ..*self };
        Some(event.write(title, vec![text.in_lang(to.lang).to_owned()], action, to))
    }

    fn write(&self, title: Text, mut paragraphs: Vec<String>, action: Option<(Text, String)>, to: &Contact) -> Mail {
        let (lang, appointment, doctor) = (to.lang, self.appointment, self.doctor);
        let text_of = |text: Text| text.in_lang(lang).to_owned();
        let mut facts = facts(appointment, doctor, lang);
        if let ChangeKind::Moved(before)
        | ChangeKind::MovedAtOnce(before)
        | ChangeKind::MovedByDoctor(before)
        | ChangeKind::MoveAccepted(before) = self.kind
        {
            facts.insert(2, (text_of(mail_texts::BEFORE), when(before, lang)));
        }
        if let ChangeKind::ClinicMoved(clinic_move) = self.kind {
            facts.push((text_of(mail_texts::OLD_ADDRESS), clinic_move.previous_address(lang)));
        }
        if let Some(offered) = appointment.offered {
            paragraphs.push(offer_text(offered, lang));
        }
        let letter = Letter {
            lang,
            title: text_of(title),
            paragraphs,
            facts,
            action: action.map(|(label, page)| (text_of(label), page)),
            links: Vec::new(),
            footer: text_of(mail_texts::FOOTER),
        };
        let entry = calendar_entry(appointment, doctor, self.organizer, to, self.now);
        mail_about(letter, appointment, to, None).with_event(entry)
    }
}

/// A mail about a visit, with its time in the subject. It is withdrawn with the visit, and not sent after `until`, in UTC milliseconds.
pub fn mail_about(letter: Letter, visit: &Appointment, to: &Contact, until: Option<i64>) -> Mail {
    let subject = format!("{}: {}", letter.title, when(visit.slot, letter.lang));
    let mut mail = letter.into_mail(to.email.clone(), subject);
    mail.about = Some(visit.id.clone());
    mail.content.until = until;
    mail
}

/// The text with the time that the doctor offers with a rejection.
fn offer_text(offered: Slot, lang: Lang) -> String {
    let time = when(offered, lang);
    match lang {
        En => {
            format!("The doctor offers you {time} instead. If you book it while it is free, it is confirmed at once.")
        }
        Ml => format!("പകരം ഡോക്ടർ നൽകുന്ന സമയം: {time}. ഒഴിവുള്ളപ്പോൾ ബുക്ക് ചെയ്താൽ ഉടൻ സ്ഥിരീകരിക്കും."),
    }
}

/// An appointment in the calendar of its patient or its doctor.
pub fn calendar_entry(
    appointment: &Appointment,
    doctor: &Doctor,
    organizer: &str,
    to: &Contact,
    now: Timestamp,
) -> CalendarEvent {
    let start = appointment.slot.starts_at();
    CalendarEvent {
        uid: appointment.id.clone(),
        sequence: appointment.sequence,
        status: match appointment.status {
            Status::Pending => EventStatus::Tentative,
            Status::Checked => EventStatus::Confirmed,
            Status::Rejected | Status::Cancelled => EventStatus::Cancelled,
        },
        start,
        end: start.checked_add(SignedDuration::from_mins(Slot::MINUTES)).unwrap_or(start),
        summary: match appointment.phone {
            Some(_) => format!("{}, {}", doctor.title(to.lang), texts::BY_PHONE.in_lang(to.lang)),
            None => doctor.title(to.lang),
        },
        location: match appointment.phone {
            Some(_) => String::new(),
            None => doctor.address_of(appointment.place.as_ref(), to.lang),
        },
        organizer: organizer.into(),
        attendee: to.email.clone(),
        written: now,
    }
}

/// The facts in every mail about an appointment: doctor and time first.
pub fn facts(appointment: &Appointment, doctor: &Doctor, lang: Lang) -> Vec<(String, String)> {
    let label = |text: Text| text.in_lang(lang).to_owned();
    let mut facts =
        vec![(label(texts::DOCTOR), doctor.title(lang)), (label(texts::TIME), when(appointment.slot, lang))];
    if let (Status::Checked, Some(token)) = (appointment.status, &appointment.token) {
        facts.push((label(texts::TOKEN), token.clone()));
    }
    if let Some(reason) = &appointment.reason {
        facts.push((label(texts::REASON), reason.clone()));
    }
    // A deleted account has no name.
    if !appointment.patient_name.is_empty() {
        let known =
            [&appointment.patient_name, &appointment.contact_number].into_iter().filter(|text| !text.is_empty());
        let patient = known.map(String::as_str).collect::<Vec<_>>().join(", ");
        facts.push((label(texts::PATIENT), patient));
    }
    facts.extend(place_facts(appointment, doctor, lang));
    facts
}

/// The address and the fee of a visit. A visit by phone has no address; the law asks for the doctor's registration number.
pub fn place_facts(appointment: &Appointment, doctor: &Doctor, lang: Lang) -> Vec<(String, String)> {
    let label = |text: Text| text.in_lang(lang).to_owned();
    let mut facts = match appointment.phone {
        Some(_) => vec![
            (label(texts::REGISTRATION_NUMBER), doctor.doctor_id.clone()),
            (label(texts::CONSULTATION), label(texts::BY_PHONE)),
        ],
        None => vec![(label(texts::ADDRESS), doctor.address_of(appointment.place.as_ref(), lang))],
    };
    facts.push((label(texts::FEE), format::rupees(appointment.fee)));
    facts
}

pub fn when(slot: Slot, lang: Lang) -> String {
    format!("{}, {}", format::day(slot.day, lang), format::time(slot.time.time(), lang))
}
