//! The mails about appointments, to the patient's account and to the doctor, each with a calendar entry.

use jiff::{SignedDuration, Timestamp};

use super::model::{Appointment, Slot, Status};
use crate::directory::Doctor;
use crate::identity::Contact;
use crate::platform::format;
use crate::platform::lang::Lang::{self, En, Ml};
use crate::platform::mail::{Entry, Letter, Mail, Standing};

/// What happened to an appointment.
#[derive(Debug, Clone, Copy)]
pub enum Change {
    Booked,
    /// From this slot to the one that it has now.
    Moved(Slot),
    /// By the patient.
    Cancelled,
    /// By the doctor.
    Approved,
    Rejected,
    CancelledByDoctor,
    /// By the administrator: the doctor's account or the patient's is blocked.
    CancelledByUs,
    /// The doctor will be away; the patient may choose another time.
    DoctorAway,
}

/// What there is to tell, to whoever is concerned.
pub struct News<'a> {
    pub change: Change,
    pub appointment: &'a Appointment,
    pub doctor: &'a Doctor,
    /// The address that calendars know us by.
    pub organizer: &'a str,
    pub now: Timestamp,
}

impl News<'_> {
    pub fn to_patient(&self, to: &Contact) -> Mail {
        let (title, text) = match (&self.change, to.lang) {
            (Change::Booked, En) => {
                ("Your appointment is requested", "The doctor will confirm it; we will write to you then.")
            }
            (Change::Booked, Ml) => ("നിങ്ങളുടെ അപ്പോയിന്റ്മെന്റ് അഭ്യർത്ഥന ലഭിച്ചു", "ഡോക്ടർ സ്ഥിരീകരിക്കുമ്പോൾ ഞങ്ങൾ അറിയിക്കാം."),
            (Change::Moved(_), En) => {
                ("Your appointment is moved", "The doctor will confirm the new time; we will write to you then.")
            }
            (Change::Moved(_), Ml) => {
                ("നിങ്ങളുടെ അപ്പോയിന്റ്മെന്റ് സമയം മാറ്റി", "ഡോക്ടർ പുതിയ സമയം സ്ഥിരീകരിക്കുമ്പോൾ ഞങ്ങൾ അറിയിക്കാം.")
            }
            (Change::Cancelled, En) => (
                "Your appointment is cancelled",
                "The time is free for others now. You can book again whenever you like.",
            ),
            (Change::Cancelled, Ml) => {
                ("നിങ്ങളുടെ അപ്പോയിന്റ്മെന്റ് റദ്ദാക്കി", "ആ സമയം ഇനി മറ്റുള്ളവർക്ക് ലഭ്യമാണ്. എപ്പോൾ വേണമെങ്കിലും വീണ്ടും ബുക്ക് ചെയ്യാം.")
            }
            (Change::Approved, En) => ("Your appointment is confirmed", "The doctor expects you."),
            (Change::Approved, Ml) => ("നിങ്ങളുടെ അപ്പോയിന്റ്മെന്റ് സ്ഥിരീകരിച്ചു", "ഡോക്ടർ നിങ്ങളെ പ്രതീക്ഷിക്കുന്നു."),
            (Change::Rejected, En) => (
                "Your appointment was not accepted",
                "The doctor cannot see you at this time. Please choose another time or another doctor.",
            ),
            (Change::Rejected, Ml) => {
                ("നിങ്ങളുടെ അപ്പോയിന്റ്മെന്റ് സ്വീകരിച്ചില്ല", "ഈ സമയത്ത് ഡോക്ടർക്ക് നിങ്ങളെ കാണാനാകില്ല. മറ്റൊരു സമയമോ ഡോക്ടറെയോ തിരഞ്ഞെടുക്കുക.")
            }
            (Change::CancelledByDoctor, En) => {
                ("The doctor cancelled your appointment", "We are sorry. Please choose another time or another doctor.")
            }
            (Change::CancelledByDoctor, Ml) => {
                ("ഡോക്ടർ നിങ്ങളുടെ അപ്പോയിന്റ്മെന്റ് റദ്ദാക്കി", "ഖേദിക്കുന്നു. മറ്റൊരു സമയമോ ഡോക്ടറെയോ തിരഞ്ഞെടുക്കുക.")
            }
            (Change::CancelledByUs, En) => (
                "Your appointment is cancelled",
                "Doc Care had to cancel it. We are sorry. If you have a question, please write to us.",
            ),
            (Change::CancelledByUs, Ml) => {
                ("നിങ്ങളുടെ അപ്പോയിന്റ്മെന്റ് റദ്ദാക്കി", "Doc Care-ന് ഇത് റദ്ദാക്കേണ്ടിവന്നു. ഖേദിക്കുന്നു. സംശയങ്ങളുണ്ടെങ്കിൽ ഞങ്ങൾക്ക് എഴുതുക.")
            }
            (Change::DoctorAway, En) => (
                "The doctor will be away on the day of your appointment",
                "Please move your appointment to another day, or cancel it, under Bookings on Doc Care.",
            ),
            (Change::DoctorAway, Ml) => (
                "നിങ്ങളുടെ അപ്പോയിന്റ്മെന്റ് ദിവസം ഡോക്ടർ ഉണ്ടാകില്ല",
                "Doc Care-ലെ ബുക്കിംഗുകളിൽ അപ്പോയിന്റ്മെന്റ് മറ്റൊരു ദിവസത്തേക്ക് മാറ്റുകയോ റദ്ദാക്കുകയോ ചെയ്യുക.",
            ),
        };
        self.write(title, text, to)
    }

    /// What a doctor did themselves needs no mail to them.
    pub fn to_doctor(&self, to: &Contact) -> Option<Mail> {
        let (title, text) = match (&self.change, to.lang) {
            (Change::Booked, En) => ("New appointment request", "Please approve or reject it in your Doc Care area."),
            (Change::Booked, Ml) => {
                ("പുതിയ അപ്പോയിന്റ്മെന്റ് അഭ്യർത്ഥന", "നിങ്ങളുടെ Doc Care പേജിൽ അംഗീകരിക്കുകയോ നിരസിക്കുകയോ ചെയ്യുക.")
            }
            (Change::Moved(_), En) => {
                ("An appointment was moved", "The patient chose another time. Please approve or reject it.")
            }
            (Change::Moved(_), Ml) => {
                ("ഒരു അപ്പോയിന്റ്മെന്റ് സമയം മാറ്റി", "രോഗി മറ്റൊരു സമയം തിരഞ്ഞെടുത്തു. അംഗീകരിക്കുകയോ നിരസിക്കുകയോ ചെയ്യുക.")
            }
            (Change::Cancelled, En) => {
                ("An appointment was cancelled", "The patient cancelled it. The time is free again.")
            }
            (Change::Cancelled, Ml) => ("ഒരു അപ്പോയിന്റ്മെന്റ് റദ്ദാക്കി", "രോഗി റദ്ദാക്കി. ആ സമയം വീണ്ടും ഒഴിവായി."),
            (Change::CancelledByUs, En) => (
                "An appointment was cancelled",
                "Doc Care cancelled it. The patient is told, and the time is free again.",
            ),
            (Change::CancelledByUs, Ml) => {
                ("ഒരു അപ്പോയിന്റ്മെന്റ് റദ്ദാക്കി", "Doc Care റദ്ദാക്കി. രോഗിയെ അറിയിച്ചു; ആ സമയം വീണ്ടും ഒഴിവായി.")
            }
            (Change::Approved | Change::Rejected | Change::CancelledByDoctor | Change::DoctorAway, _) => return None,
        };
        Some(self.write(title, text, to))
    }

    fn write(&self, title: &str, text: &str, to: &Contact) -> Mail {
        let (lang, appointment, doctor) = (to.lang, self.appointment, self.doctor);
        let label = |en: &str, ml: &str| match lang {
            En => en.to_owned(),
            Ml => ml.to_owned(),
        };
        let mut facts =
            vec![(label("Doctor", "ഡോക്ടർ"), doctor.title()), (label("Time", "സമയം"), when(appointment.slot, lang))];
        if let Change::Moved(before) = &self.change {
            facts.push((label("Before", "മുമ്പ്"), when(*before, lang)));
        }
        if let Some(reason) = &appointment.reason {
            facts.push((label("Reason", "കാരണം"), reason.clone()));
        }
        facts.extend([
            (label("Patient", "രോഗി"), format!("{}, {}", appointment.patient_name, appointment.contact_number)),
            (label("Address", "വിലാസം"), doctor.full_address()),
            (label("Consultation fee", "കൺസൾട്ടേഷൻ ഫീസ്"), format::rupees(appointment.fee)),
        ]);
        let entry = entry(appointment, doctor, self.organizer, &to.email, self.now);
        let footer = label(
            "You receive this mail because of an appointment on Doc Care.",
            "Doc Care-ലെ ഒരു അപ്പോയിന്റ്മെന്റുമായി ബന്ധപ്പെട്ടാണ് ഈ മെയിൽ ലഭിക്കുന്നത്.",
        );
        let paragraphs = vec![text.to_owned()];
        let letter = Letter { lang, title: title.into(), paragraphs, facts, action: None, footer };
        let subject = format!("{title}: {}", when(appointment.slot, lang));
        letter.into_mail(to.email.clone(), subject).with_entry(entry)
    }
}

/// An appointment in the calendar of its patient or its doctor.
pub fn entry(appointment: &Appointment, doctor: &Doctor, organizer: &str, attendee: &str, now: Timestamp) -> Entry {
    let start = appointment.slot.starts_at();
    Entry {
        uid: appointment.id.clone(),
        sequence: appointment.sequence,
        standing: match appointment.status {
            Status::Pending => Standing::Tentative,
            Status::Checked => Standing::Confirmed,
            Status::Rejected | Status::Cancelled => Standing::Cancelled,
        },
        start,
        end: start.checked_add(SignedDuration::from_mins(Slot::MINUTES)).unwrap_or(start),
        summary: doctor.title(),
        location: doctor.full_address(),
        organizer: organizer.into(),
        attendee: attendee.into(),
        written: now,
    }
}

fn when(slot: Slot, lang: Lang) -> String {
    format!("{}, {}", format::day(slot.day, lang), format::time(slot.time.time(), lang))
}
