//! The mails about appointments, to the patient's account and to the doctor, each with a calendar entry.

use jiff::Timestamp;

use super::calendar::Event;
use super::model::{Appointment, Slot};
use crate::directory::Doctor;
use crate::identity::Contact;
use crate::platform::format;
use crate::platform::lang::Lang::{self, En, Ml};
use crate::platform::mail::{Calendar, Letter, Mail};

/// What happened to an appointment.
pub enum Change {
    Booked,
    /// From this slot to the one that it has now.
    Moved(Slot),
    Cancelled,
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
        };
        self.write(title, text, to)
    }

    pub fn to_doctor(&self, to: &Contact) -> Mail {
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
        };
        self.write(title, text, to)
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
        facts.extend([
            (label("Patient", "രോഗി"), format!("{}, {}", appointment.patient_name, appointment.contact_number)),
            (label("Address", "വിലാസം"), doctor.full_address()),
            (label("Consultation fee", "കൺസൾട്ടേഷൻ ഫീസ്"), format::rupees(appointment.fee)),
        ]);
        let event = Event::new(appointment, doctor, self.organizer, &to.email);
        let calendar = Calendar { method: event.method(), ics: event.to_ics(self.now) };
        let footer = label(
            "You receive this mail because of an appointment on Doc Care.",
            "Doc Care-ലെ ഒരു അപ്പോയിന്റ്മെന്റുമായി ബന്ധപ്പെട്ടാണ് ഈ മെയിൽ ലഭിക്കുന്നത്.",
        );
        let paragraphs = vec![text.to_owned()];
        let letter = Letter { lang, title: title.into(), paragraphs, facts, action: None, footer };
        let subject = format!("{title}: {}", when(appointment.slot, lang));
        Mail { calendar: Some(calendar), ..letter.into_mail(to.email.clone(), subject) }
    }
}

fn when(slot: Slot, lang: Lang) -> String {
    format!("{}, {}", format::day(slot.day, lang), format::time(slot.time.time(), lang))
}
