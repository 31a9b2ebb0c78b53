//! The mails about appointments, to the patient's account and to the doctor, each with a calendar entry, and which message goes to the
//! patient's phone.

use jiff::{SignedDuration, Timestamp};

use super::model::{Appointment, Status};
use super::phone_consultations::MAX_MISSED_CALLS;
use super::phone_notices::phone_message;
use super::phone_texts::{self, NotReachedText};
use crate::appointments::texts;
use crate::directory::{ClinicMove, Doctor};
use crate::identity::Contact;
use crate::platform::clock::india;
use crate::platform::format;
use crate::platform::lang::Lang::{self, En, Ml};
use crate::platform::lang::Text;
use crate::platform::mail::{CalendarEvent, EventStatus, Letter, Mail};
use crate::platform::phone_messages::{MessageKind, Messenger, PhoneMessage, night};
use crate::scheduling::Slot;

/// A notification of an appointment that is over is not sent later than this.
pub(super) const NOTIFICATION_TTL: SignedDuration = SignedDuration::from_hours(24);

/// The event of an appointment that a mail is about.
#[derive(Debug, Clone, Copy)]
pub enum ChangeKind<'a> {
    Booked,
    /// From this slot to the one that it has now.
    Moved(Slot),
    /// By the patient.
    Cancelled,
    /// By the doctor.
    Approved,
    /// Booked, and approved by the program as the doctor set it.
    ApprovedAtOnce,
    /// The same of one that was moved.
    MovedAtOnce(Slot),
    /// By the doctor or the desk, for somebody who called.
    BookedAtDesk,
    /// An approved one, by the doctor or the desk: from this slot to the one that it has now.
    MovedByDoctor(Slot),
    /// By the patient, to whom the doctor or the desk proposed it: from this slot to the one that it has now.
    MoveAccepted(Slot),
    Rejected,
    /// By the program: the doctor did not answer in time. The patient is offered the next free slots, on a page of the site.
    Unanswered {
        next_slots: &'a [Slot],
        site: &'a str,
    },
    CancelledByDoctor,
    /// By the administrator: the doctor's account or the patient's is blocked.
    CancelledByUs,
    /// The doctor will be away by the leave of this id; the patient may choose another time.
    DoctorAway(&'a str),
    /// The clinic or the hospital has another address.
    ClinicMoved(&'a ClinicMove),
    /// The doctor called for a visit by phone and did not reach the patient, so many times now. After the last one the patient moves or
    /// cancels the visit, on a page of the site.
    NotReached {
        calls: i64,
        site: &'a str,
    },
}

impl ChangeKind<'_> {
    /// Whether the patient made the change.
    pub fn is_by_patient(self) -> bool {
        matches!(
            self,
            ChangeKind::Booked
                | ChangeKind::ApprovedAtOnce
                | ChangeKind::Moved(_)
                | ChangeKind::MovedAtOnce(_)
                | ChangeKind::MoveAccepted(_)
                | ChangeKind::Cancelled
        )
    }

    /// Whether no mail about the appointment was sent before.
    pub fn is_first(self) -> bool {
        matches!(self, ChangeKind::Booked | ChangeKind::ApprovedAtOnce | ChangeKind::BookedAtDesk)
    }

    /// Whether the patient is told: by mail, or by a message that can be sent from here.
    pub fn is_told(self, appointment: &Appointment, to: Option<&Contact>, messenger: Option<&Messenger>) -> bool {
        let can_send = |to: &Contact| {
            let (channel, _) = to.phone.as_ref()?;
            Some(messenger?.has_template(*channel, self.message_kind(appointment, to)?, to.lang))
        };
        to.is_some_and(|to| to.has_address() || can_send(to) == Some(true))
    }

    /// Which message tells the patient; `None` where none does. There is none about patients' own actions: the page confirmed them, and each
    /// message costs the operator. To an account without an address everything goes to the phone, with a link to the visit; to the number of
    /// a desk booking, without a link.
    fn message_kind(self, appointment: &Appointment, to: &Contact) -> Option<MessageKind> {
        let is_linked = !to.has_address() && appointment.desk_booking.is_none();
        let kind = match self {
            ChangeKind::DoctorAway(_) => MessageKind::Away,
            ChangeKind::ClinicMoved(_) => MessageKind::Address,
            ChangeKind::NotReached { calls, .. } if calls < MAX_MISSED_CALLS => MessageKind::NotReached,
            ChangeKind::NotReached { .. } => MessageKind::MissedCall,
            ChangeKind::Booked | ChangeKind::Moved(_) if is_linked => MessageKind::RequestedLink,
            ChangeKind::Approved | ChangeKind::ApprovedAtOnce if is_linked => MessageKind::ApprovedLink,
            ChangeKind::MovedAtOnce(_) | ChangeKind::MovedByDoctor(_) | ChangeKind::MoveAccepted(_) if is_linked => {
                MessageKind::MovedLink
            }
            ChangeKind::Rejected if is_linked => MessageKind::RejectedLink,
            ChangeKind::Unanswered { .. } if is_linked => MessageKind::Unanswered,
            ChangeKind::Cancelled | ChangeKind::CancelledByDoctor | ChangeKind::CancelledByUs if is_linked => {
                MessageKind::CancelledLink
            }
            ChangeKind::Booked
            | ChangeKind::ApprovedAtOnce
            | ChangeKind::Moved(_)
            | ChangeKind::MovedAtOnce(_)
            | ChangeKind::MoveAccepted(_)
            | ChangeKind::Cancelled => {
                return None;
            }
            ChangeKind::Approved => MessageKind::Approved,
            ChangeKind::BookedAtDesk => MessageKind::Booked,
            ChangeKind::MovedByDoctor(_) => MessageKind::Rescheduled,
            ChangeKind::Rejected | ChangeKind::Unanswered { .. } => MessageKind::Rejected,
            ChangeKind::CancelledByDoctor | ChangeKind::CancelledByUs => MessageKind::Cancelled,
        };
        Some(kind)
    }

    /// Whether the appointment is another one now, so that what waits to tell of it is no longer true.
    pub fn supersedes(self) -> bool {
        !self.is_first()
            && !matches!(self, ChangeKind::DoctorAway(_) | ChangeKind::ClinicMoved(_) | ChangeKind::NotReached { .. })
    }
}

/// A change of an appointment, as the patient and the doctor are notified of it.
pub struct AppointmentEvent<'a> {
    pub kind: ChangeKind<'a>,
    pub appointment: &'a Appointment,
    pub doctor: &'a Doctor,
    /// The address that calendars know us by.
    pub organizer: &'a str,
    pub now: Timestamp,
}

/// What the mail to the patient says; a call that did not reach the patient has its texts in [`phone_texts`].
fn title_and_text(kind: ChangeKind<'_>, lang: Lang) -> (&'static str, &'static str) {
    match (kind, lang) {
        (ChangeKind::Booked, En) => {
            ("Your appointment is requested", "Waiting for the doctor: we will tell you as soon as the doctor answers.")
        }
        (ChangeKind::Booked, Ml) => ("നിങ്ങളുടെ അപ്പോയിന്റ്മെന്റ് അഭ്യർത്ഥിച്ചു", "ഡോക്ടറുടെ മറുപടി കാത്തിരിക്കുന്നു; കിട്ടിയാലുടൻ അറിയിക്കാം."),
        (ChangeKind::Moved(_), En) => {
            ("Your new time is requested", "Waiting for the doctor: we will tell you as soon as the doctor answers.")
        }
        (ChangeKind::Moved(_), Ml) => ("പുതിയ സമയം അഭ്യർത്ഥിച്ചു", "ഡോക്ടറുടെ മറുപടി കാത്തിരിക്കുന്നു; കിട്ടിയാലുടൻ അറിയിക്കാം."),
        (ChangeKind::Cancelled, En) => {
            ("Your appointment is cancelled", "The time is free for others now. You can book again whenever you like.")
        }
        (ChangeKind::Cancelled, Ml) => {
            ("നിങ്ങളുടെ അപ്പോയിന്റ്മെന്റ് റദ്ദാക്കി", "ആ സമയം ഇനി മറ്റുള്ളവർക്ക് ലഭ്യമാണ്. എപ്പോൾ വേണമെങ്കിലും വീണ്ടും ബുക്ക് ചെയ്യാം.")
        }
        (ChangeKind::MovedAtOnce(_) | ChangeKind::MoveAccepted(_), En) => {
            ("Your appointment is moved", "The new time is confirmed: the doctor expects you.")
        }
        (ChangeKind::MovedAtOnce(_) | ChangeKind::MoveAccepted(_), Ml) => {
            ("നിങ്ങളുടെ അപ്പോയിന്റ്മെന്റ് സമയം മാറ്റി", "പുതിയ സമയം സ്ഥിരീകരിച്ചു: ഡോക്ടർ നിങ്ങളെ പ്രതീക്ഷിക്കുന്നു.")
        }
        (ChangeKind::MovedByDoctor(_), En) => (
            "The doctor moved your appointment",
            "The new time is confirmed. If you cannot come then, please move or cancel it under Bookings on Doc Care, or call the clinic.",
        ),
        (ChangeKind::MovedByDoctor(_), Ml) => (
            "ഡോക്ടർ നിങ്ങളുടെ അപ്പോയിന്റ്മെന്റ് സമയം മാറ്റി",
            "പുതിയ സമയം സ്ഥിരീകരിച്ചു. ആ സമയത്ത് വരാൻ കഴിയില്ലെങ്കിൽ Doc Care-ലെ ബുക്കിങ്ങുകളിൽ സമയം മാറ്റുകയോ റദ്ദാക്കുകയോ ചെയ്യുക, അല്ലെങ്കിൽ ക്ലിനിക്കിൽ വിളിക്കുക.",
        ),
        (ChangeKind::Approved | ChangeKind::ApprovedAtOnce | ChangeKind::BookedAtDesk, En) => {
            ("Your appointment is confirmed", "The doctor expects you.")
        }
        (ChangeKind::Approved | ChangeKind::ApprovedAtOnce | ChangeKind::BookedAtDesk, Ml) => {
            ("നിങ്ങളുടെ അപ്പോയിന്റ്മെന്റ് സ്ഥിരീകരിച്ചു", "ഡോക്ടർ നിങ്ങളെ പ്രതീക്ഷിക്കുന്നു.")
        }
        (ChangeKind::Rejected, En) => (
            "Your request is declined",
            "The doctor cannot see you at this time. Please choose another time or another doctor.",
        ),
        (ChangeKind::Rejected, Ml) => {
            ("നിങ്ങളുടെ അഭ്യർത്ഥന നിരസിച്ചു", "ഈ സമയത്ത് ഡോക്ടർക്ക് നിങ്ങളെ കാണാനാകില്ല. മറ്റൊരു സമയമോ ഡോക്ടറെയോ തിരഞ്ഞെടുക്കുക.")
        }
        (ChangeKind::Unanswered { .. }, En) => (
            "Your request was not answered in time",
            "The doctor did not answer in time, so your request has ended. We are sorry. Please choose another time or \
             another doctor.",
        ),
        (ChangeKind::Unanswered { .. }, Ml) => (
            "നിങ്ങളുടെ അഭ്യർത്ഥനയ്ക്ക് സമയത്ത് മറുപടി ലഭിച്ചില്ല",
            "ഡോക്ടർ സമയത്ത് മറുപടി നൽകാത്തതിനാൽ അഭ്യർത്ഥന അവസാനിച്ചു. ഖേദിക്കുന്നു. മറ്റൊരു സമയമോ ഡോക്ടറെയോ \
             തിരഞ്ഞെടുക്കുക.",
        ),
        (ChangeKind::CancelledByDoctor, En) => {
            ("The doctor cancelled your appointment", "We are sorry. Please choose another time or another doctor.")
        }
        (ChangeKind::CancelledByDoctor, Ml) => {
            ("ഡോക്ടർ നിങ്ങളുടെ അപ്പോയിന്റ്മെന്റ് റദ്ദാക്കി", "ഖേദിക്കുന്നു. മറ്റൊരു സമയമോ ഡോക്ടറെയോ തിരഞ്ഞെടുക്കുക.")
        }
        (ChangeKind::CancelledByUs, En) => (
            "Your appointment is cancelled",
            "Doc Care had to cancel it. We are sorry. If you have a question, please write to us.",
        ),
        (ChangeKind::CancelledByUs, Ml) => {
            ("നിങ്ങളുടെ അപ്പോയിന്റ്മെന്റ് റദ്ദാക്കി", "Doc Care-ന് ഇത് റദ്ദാക്കേണ്ടിവന്നു. ഖേദിക്കുന്നു. സംശയങ്ങളുണ്ടെങ്കിൽ ഞങ്ങൾക്ക് എഴുതുക.")
        }
        (ChangeKind::DoctorAway(_), En) => (
            "The doctor will be away on the day of your appointment",
            "Please move your appointment to another day, or cancel it, under Bookings on Doc Care.",
        ),
        (ChangeKind::DoctorAway(_), Ml) => (
            "നിങ്ങളുടെ അപ്പോയിന്റ്മെന്റ് ദിവസം ഡോക്ടർ ഉണ്ടാകില്ല",
            "Doc Care-ലെ ബുക്കിങ്ങുകളിൽ അപ്പോയിന്റ്മെന്റ് മറ്റൊരു ദിവസത്തേക്ക് മാറ്റുകയോ റദ്ദാക്കുകയോ ചെയ്യുക.",
        ),
        (ChangeKind::ClinicMoved(_), En) => (
            "Your appointment has a new address",
            "The doctor will see you at another address. The time stays as it is: please come to the address below.",
        ),
        (ChangeKind::ClinicMoved(_), Ml) => (
            "നിങ്ങളുടെ അപ്പോയിന്റ്മെന്റിന് പുതിയ വിലാസം",
            "ഡോക്ടർ മറ്റൊരു വിലാസത്തിലാണ് നിങ്ങളെ കാണുക. സമയത്തിന് മാറ്റമില്ല; താഴെയുള്ള വിലാസത്തിൽ എത്തുക.",
        ),
        (ChangeKind::NotReached { .. }, _) => ("", ""),
    }
}

/// What the doctor is told: a title and a sentence, which name nobody; `None` about what doctors did themselves.
pub(super) fn doctor_text(kind: ChangeKind<'_>, lang: Lang) -> Option<(&'static str, &'static str)> {
    let told = match (kind, lang) {
        (ChangeKind::Booked, En) => ("New appointment request", "Please approve or reject it in your Doc Care area."),
        (ChangeKind::Booked, Ml) => {
            ("പുതിയ അപ്പോയിന്റ്മെന്റ് അഭ്യർത്ഥന", "നിങ്ങളുടെ Doc Care പേജിൽ അംഗീകരിക്കുകയോ നിരസിക്കുകയോ ചെയ്യുക.")
        }
        (ChangeKind::Moved(_), En) => {
            ("An appointment was moved", "The patient chose another time. Please approve or reject it.")
        }
        (ChangeKind::Moved(_), Ml) => {
            ("ഒരു അപ്പോയിന്റ്മെന്റ് സമയം മാറ്റി", "രോഗി മറ്റൊരു സമയം തിരഞ്ഞെടുത്തു. അംഗീകരിക്കുകയോ നിരസിക്കുകയോ ചെയ്യുക.")
        }
        (ChangeKind::Cancelled, En) => {
            ("An appointment was cancelled", "The patient cancelled it. The time is free again.")
        }
        (ChangeKind::Cancelled, Ml) => ("ഒരു അപ്പോയിന്റ്മെന്റ് റദ്ദാക്കി", "രോഗി റദ്ദാക്കി. ആ സമയം വീണ്ടും ഒഴിവായി."),
        (ChangeKind::CancelledByUs, En) => {
            ("An appointment was cancelled", "Doc Care cancelled it. The patient is told, and the time is free again.")
        }
        (ChangeKind::CancelledByUs, Ml) => {
            ("ഒരു അപ്പോയിന്റ്മെന്റ് റദ്ദാക്കി", "Doc Care റദ്ദാക്കി. രോഗിയെ അറിയിച്ചു; ആ സമയം വീണ്ടും ഒഴിവായി.")
        }
        (ChangeKind::ApprovedAtOnce, En) => (
            "An appointment was approved at once",
            "Doc Care approved it, as you have set it. If you cannot see the patient, please cancel it in your Doc Care area.",
        ),
        (ChangeKind::ApprovedAtOnce, Ml) => (
            "ഒരു അപ്പോയിന്റ്മെന്റ് ഉടൻ അംഗീകരിച്ചു",
            "നിങ്ങളുടെ ക്രമീകരണം അനുസരിച്ച് Doc Care അംഗീകരിച്ചു. രോഗിയെ കാണാനാകില്ലെങ്കിൽ Doc Care പേജിൽ റദ്ദാക്കുക.",
        ),
        (ChangeKind::MovedAtOnce(_), En) => (
            "An appointment was moved",
            "The patient chose another time, and Doc Care approved it, as you have set it.",
        ),
        (ChangeKind::MovedAtOnce(_), Ml) => {
            ("ഒരു അപ്പോയിന്റ്മെന്റ് സമയം മാറ്റി", "രോഗി മറ്റൊരു സമയം തിരഞ്ഞെടുത്തു; നിങ്ങളുടെ ക്രമീകരണം അനുസരിച്ച് Doc Care അംഗീകരിച്ചു.")
        }
        (ChangeKind::Unanswered { .. }, En) => (
            "A request was not answered in time",
            "You did not approve or reject it in time, so it has ended as rejected. The patient is told.",
        ),
        (ChangeKind::Unanswered { .. }, Ml) => (
            "ഒരു അഭ്യർത്ഥനയ്ക്ക് സമയത്ത് മറുപടി നൽകിയില്ല",
            "നിങ്ങൾ സമയത്ത് അംഗീകരിക്കുകയോ നിരസിക്കുകയോ ചെയ്തില്ല; അതിനാൽ അത് നിരസിച്ചതായി അവസാനിച്ചു. രോഗിയെ അറിയിച്ചു.",
        ),
        (
            ChangeKind::Approved
            | ChangeKind::BookedAtDesk
            | ChangeKind::MovedByDoctor(_)
            | ChangeKind::MoveAccepted(_)
            | ChangeKind::Rejected
            | ChangeKind::CancelledByDoctor
            | ChangeKind::DoctorAway(_)
            | ChangeKind::ClinicMoved(_)
            | ChangeKind::NotReached { .. },
            _,
        ) => return None,
    };
    Some(told)
}

impl AppointmentEvent<'_> {
    /// What the patient is told: a title and a sentence, which name nobody.
    pub(super) fn patient_text(&self, lang: Lang) -> (&'static str, &'static str) {
        let (title, text) = title_and_text(self.kind, lang);
        let text = match (self.kind, &self.appointment.phone) {
            (
                ChangeKind::Approved
                | ChangeKind::ApprovedAtOnce
                | ChangeKind::MovedAtOnce(_)
                | ChangeKind::MoveAccepted(_),
                Some(_),
            ) => phone_texts::confirmed(lang),
            (ChangeKind::MovedByDoctor(_), Some(_)) => phone_texts::moved_by_doctor(lang),
            _ => text,
        };
        (title, text)
    }

    pub fn to_patient(&self, to: &Contact) -> Mail {
        if let ChangeKind::NotReached { calls, site } = self.kind {
            let NotReachedText { title, text, label } = phone_texts::not_reached(calls, to.lang);
            let action = label.map(|label| (label.to_owned(), format!("{site}/user/bookings")));
            return self.write(title, vec![text.to_owned()], action, to);
        }
        let (title, text) = self.patient_text(to.lang);
        if let ChangeKind::Unanswered { next_slots: next_slots @ [_, ..], site } = self.kind {
            return self.offer(title, text, to, next_slots, site);
        }
        let action = self.appointment.offered.map(|_| {
            let label = match to.lang {
                En => "Book the offered time",
                Ml => "ഈ സമയം ബുക്ക് ചെയ്യുക",
            };
            (label.to_owned(), "/user/bookings".to_owned())
        });
        self.write(title, vec![text.to_owned()], action, to)
    }

    /// With the next free slots, and a page on which they can be booked with one press.
    fn offer(&self, title: &str, text: &str, to: &Contact, next_slots: &[Slot], site: &str) -> Mail {
        let (free, label) = match to.lang {
            En => ("The doctor's next free times:", "Book one of these times"),
            Ml => ("ഡോക്ടറുടെ അടുത്ത ഒഴിവുള്ള സമയങ്ങൾ:", "ഇതിലൊന്ന് ബുക്ക് ചെയ്യുക"),
        };
        let times: Vec<String> = next_slots.iter().map(|slot| when(*slot, to.lang)).collect();
        let page = format!("{site}/user/bookings?instead={}", self.appointment.id);
        let paragraphs = vec![text.to_owned(), format!("{free} {}", times.join(" · "))];
        self.write(title, paragraphs, Some((label.to_owned(), page)), to)
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
        let (title, text) = doctor_text(self.kind, to.lang)?;
        // The link of a mail about a pending request opens it.
        let action = (self.appointment.status == Status::Pending).then(|| {
            let label = match to.lang {
                En => "Answer the request",
                Ml => "അഭ്യർത്ഥനയ്ക്ക് മറുപടി നൽകുക",
            };
            (label.to_owned(), format!("/doctor/appointments?request={}", self.appointment.id))
        });
        // The number of a visit by phone is in Today around its time alone.
        let phone = self.appointment.phone.as_ref();
        let unnumbered = phone.map(|_| Appointment { contact_number: String::new(), ..self.appointment.clone() });
        let event = AppointmentEvent { appointment: unnumbered.as_ref().unwrap_or(self.appointment), ..*self };
        Some(event.write(title, vec![text.to_owned()], action, to))
    }

    fn write(&self, title: &str, mut paragraphs: Vec<String>, action: Option<(String, String)>, to: &Contact) -> Mail {
        let (lang, appointment, doctor) = (to.lang, self.appointment, self.doctor);
        let label = |en: &str, ml: &str| match lang {
            En => en.to_owned(),
            Ml => ml.to_owned(),
        };
        let mut facts = facts(appointment, doctor, lang);
        if let ChangeKind::Moved(before)
        | ChangeKind::MovedAtOnce(before)
        | ChangeKind::MovedByDoctor(before)
        | ChangeKind::MoveAccepted(before) = &self.kind
        {
            facts.insert(2, (label("Before", "മുമ്പ്"), when(*before, lang)));
        }
        if let ChangeKind::ClinicMoved(clinic_move) = &self.kind {
            facts.push((label("Old address", "പഴയ വിലാസം"), clinic_move.previous_address(lang)));
        }
        let entry = calendar_entry(appointment, doctor, self.organizer, to, self.now);
        let footer = label(
            "You receive this email because of an appointment on Doc Care.",
            "Doc Care-ലെ ഒരു അപ്പോയിന്റ്മെന്റുമായി ബന്ധപ്പെട്ടാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്.",
        );
        if let Some(offered) = appointment.offered {
            paragraphs.push(offer_text(offered, lang));
        }
        let letter = Letter { lang, title: title.into(), paragraphs, facts, action, links: Vec::new(), footer };
        let subject = format!("{title}: {}", when(appointment.slot, lang));
        let mail = letter.into_mail(to.email.clone(), subject).with_event(entry);
        Mail { about: Some(appointment.id.clone()), ..mail }
    }
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
    // The law has the doctor of a consultation by phone named with the number; there is no place to come to.
    facts.extend(match appointment.phone {
        Some(_) => vec![
            (label(texts::REGISTRATION_NUMBER), doctor.doctor_id.clone()),
            (label(texts::CONSULTATION), label(texts::BY_PHONE)),
        ],
        None => vec![(label(texts::ADDRESS), doctor.address_of(appointment.place.as_ref(), lang))],
    });
    facts.push((label(texts::FEE), format::rupees(appointment.fee)));
    facts
}

pub fn when(slot: Slot, lang: Lang) -> String {
    format!("{}, {}", format::day(slot.day, lang), format::time(slot.time.time(), lang))
}
