//! Doctors, and the filter of a search for them.

use jiff::Timestamp;
use jiff::civil::Date;

use crate::directory::approval_policy::ApprovalPolicy;
use crate::directory::profile_changes::{ChangedFields, ProfileChangeRequest};
use crate::directory::schedule::{DayTime, Schedule, Session, SessionDay, SessionPlan, VisitMode};
use crate::directory::workplaces::{Workplace, in_language};
use crate::identity::Email;
use crate::identity::person::{Gender, Mobile, PersonName};
use crate::platform::lang::Lang;
use crate::platform::search;
use crate::reference::{regions, specialities};

#[derive(Debug, Clone)]
pub struct Doctor {
    pub id: String,
    pub doctor_id: String,
    pub full_name: String,
    pub name_ml: Option<String>,
    pub gender: Gender,
    pub specialization: String,
    pub experience: i64,
    pub fee: i64,
    pub address: String,
    pub address_ml: Option<String>,
    pub state: String,
    pub district: String,
    pub pincode: String,
    /// The id of a photo in the store.
    pub image: Option<String>,
    pub schedule: Schedule,
    pub answering: ApprovalPolicy,
    /// The hospital that the doctor works at, according to the doctor.
    pub hospital: Option<NamedHospital>,
    /// Whether there may be a waitlist.
    pub waited: bool,
    /// How many tokens walk-ins can take at the door in a session; 0 is none (decision 0085).
    pub door_tokens: i64,
    /// Whether desk staff may call the patients of visits by phone, and see their numbers (decision 0087).
    pub desk_may_call: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedHospital {
    pub place: Workplace,
    pub confirmed: bool,
    /// Whether the hospital is public: not while it is suspended.
    pub listed: bool,
}

impl NamedHospital {
    pub fn is_shown(&self) -> bool {
        self.confirmed && self.listed
    }
}

/// Place, fee and mode of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer<'a> {
    /// `None` is the doctor's own clinic.
    pub place: Option<&'a Workplace>,
    pub fee: i64,
    pub mode: VisitMode,
}

impl Doctor {
    /// The name in the reader's language, without `Dr.`.
    pub fn name_in(&self, lang: Lang) -> &str {
        in_language(lang, &self.full_name, self.name_ml.as_deref())
    }

    /// `Dr. Asha Nair`
    pub fn called(&self, lang: Lang) -> String {
        match (lang, &self.name_ml) {
            (Lang::Ml, Some(name)) => format!("ഡോ. {name}"),
            _ => format!("Dr. {}", self.full_name),
        }
    }

    /// `Dr. Asha Nair (ENT)`, with the speciality in the reader's language.
    pub fn title(&self, lang: Lang) -> String {
        format!("{} ({})", self.called(lang), self.speciality_in(lang))
    }

    /// The speciality in the reader's language. Unknown specialities are returned unchanged.
    pub fn speciality_in(&self, lang: Lang) -> &str {
        let known = specialities::find(&self.specialization).filter(|_| lang == Lang::Ml);
        known.map_or(self.specialization.as_str(), |known| known.ml.as_str())
    }

    /// The address of the workplace, or of the doctor's own clinic.
    pub fn address_of(&self, place: Option<&Workplace>, lang: Lang) -> String {
        let own = || {
            let address = in_language(lang, &self.address, self.address_ml.as_deref());
            format!("{address}, {}, {} {}", self.district, self.state, self.pincode)
        };
        place.map_or_else(own, |place| place.full_address(lang))
    }

    /// The same without the state and the PIN code.
    pub fn short_address_of(&self, place: Option<&Workplace>, lang: Lang) -> String {
        let own = || in_language(lang, &self.address, self.address_ml.as_deref()).to_owned();
        let (street, district) =
            place.map_or_else(|| (own(), &self.district), |place| (place.street_address(lang), &place.district));
        format!("{street}, {district}")
    }

    /// Whether the bookable sessions differ in their place or fee.
    pub fn has_different_offers(&self) -> bool {
        let usual = (!self.schedule.has_weekly()).then_some(self.usual_offer());
        let offered = self.schedule.sessions.iter().filter(|planned| planned.is_offered);
        let mut offers = offered.map(|planned| self.offer_of(planned.session())).chain(usual);
        offers.next().is_some_and(|first| offers.any(|other| other != first))
    }

    /// The hospital where sessions can take place: one that is shown with the doctor.
    pub fn workplace(&self) -> Option<&Workplace> {
        self.hospital.as_ref().filter(|hospital| hospital.is_shown()).map(|hospital| &hospital.place)
    }

    /// The hospital where the doctor has bookable sessions, weekly or extra ones.
    pub fn hospital_of_sessions(&self) -> Option<&Workplace> {
        let has_any = |place: &Workplace| {
            let mut offered = self.schedule.sessions.iter().filter(|planned| planned.is_offered);
            offered.any(|planned| planned.hospital_id.as_ref() == Some(&place.id))
        };
        self.workplace().filter(|place| has_any(place))
    }

    pub fn offer_of(&self, session: Session<'_>) -> Offer<'_> {
        let place = self.workplace().filter(|place| session.hospital_id == Some(place.id.as_str()));
        Offer { place, fee: session.fee.unwrap_or(self.fee), mode: session.mode }
    }

    /// The offer of the doctor's plain hours.
    fn usual_offer(&self) -> Offer<'_> {
        Offer { place: None, fee: self.fee, mode: VisitMode::Clinic }
    }

    /// The lowest fee of the bookable sessions of a mode, of the week and extra ones from a day on; `None` if there are none.
    pub fn lowest_fee(&self, mode: VisitMode, from: Date) -> Option<i64> {
        let is_over = |planned: &SessionPlan| matches!(planned.on, SessionDay::Day(day) if day < from);
        let offered = self.schedule.sessions.iter().filter(|planned| planned.is_offered && planned.mode == mode);
        let offered = offered.filter(|planned| !is_over(planned));
        offered.map(|planned| planned.fee.unwrap_or(self.fee)).min()
    }

    /// Place and fee at a time; outside of sessions, those of the doctor's own clinic.
    pub fn offer_at(&self, day: Date, time: DayTime) -> Offer<'_> {
        let session = self.schedule.session_at(day, time);
        session.map_or(self.usual_offer(), |session| self.offer_of(session))
    }

    /// The hospital where the doctor is at a time; `None` is the doctor's own clinic.
    pub fn hospital_at(&self, day: Date, time: DayTime) -> Option<&str> {
        self.offer_at(day, time).place.map(|place| place.id.as_str())
    }

    /// Sets the sessions, and which of them are offered: those at the doctor's own clinic, and at the hospital that confirmed the doctor.
    pub fn plan(&mut self, mut sessions: Vec<SessionPlan>) {
        let workplace = self.workplace().map(|place| place.id.as_str());
        for session in &mut sessions {
            session.is_offered = session.hospital_id.is_none() || session.hospital_id.as_deref() == workplace;
        }
        self.schedule.sessions = sessions;
    }
}

#[derive(Debug, Clone)]
pub struct Profile {
    pub doctor: Doctor,
    pub dob: Date,
    pub email: Email,
    pub phone: Mobile,
    pub applied_at: i64,
    /// Whether the owner confirmed the address by a mailed link.
    pub is_email_confirmed: bool,
    /// A name in Malayalam that waits for approval. The name in Latin letters cannot be changed.
    pub waiting: Option<ProfileChangeRequest>,
}

impl Profile {
    /// Requests another name in Malayalam ([`ProfileChangeRequest::merge`]).
    pub fn ask_for(&mut self, name_ml: Option<String>, now: Timestamp) {
        let current = ChangedFields { name_ml: self.doctor.name_ml.clone(), ..ChangedFields::default() };
        let asked = ChangedFields { name_ml, ..ChangedFields::default() };
        self.waiting = ProfileChangeRequest::merge(self.waiting.take(), &current, asked, now);
    }
}

#[derive(Debug, Clone)]
pub struct NewDoctor {
    pub doctor_id: String,
    pub full_name: PersonName,
    pub gender: Gender,
    pub dob: Date,
    pub specialization: &'static str,
    pub experience: i64,
    pub fee: i64,
    pub address: String,
    pub state: &'static str,
    pub district: &'static str,
    pub pincode: String,
    pub image: Option<String>,
    pub schedule: Schedule,
}

/// A patient's search. A filter with unknown names finds no doctor.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DoctorFilter {
    /// One of these or of [`Self::more_districts`]; all if both are empty.
    pub districts: Vec<String>,
    /// Districts whose names contain the text, but do not begin with it: their doctors come last.
    pub more_districts: Vec<String>,
    pub specialization: Option<String>,
    /// Beginnings of words of the name; all must fit.
    pub words: Vec<search::Range>,
    pub gender: Option<Gender>,
    pub max_fee: Option<i64>,
    /// Only doctors with bookable sessions of this mode.
    pub mode: Option<VisitMode>,
}

impl DoctorFilter {
    /// Accepts any known spelling of a district or speciality, and any part of a district's name.
    pub fn parse(district: Option<String>, specialization: Option<String>, name: Option<String>) -> Self {
        let containing = district.as_deref().map(regions::districts_containing).unwrap_or_default();
        let mut districts = districts_begun(district);
        if !containing.is_empty() {
            // A text that is no prefix of a name stays in the list as an unknown district; here it is a part of known names.
            districts.retain(|name| regions::find_district(name).is_some());
        }
        Self {
            districts,
            more_districts: containing.into_iter().map(String::from).collect(),
            specialization: specialization
                .map(|text| specialities::find(&text).map_or(text, |found| found.title.clone())),
            words: search::beginnings(&name.unwrap_or_default()),
            gender: None,
            max_fee: None,
            mode: None,
        }
    }
}

/// The districts of a filter, none for all. An unknown one matches no doctor.
pub fn districts_begun(text: Option<String>) -> Vec<String> {
    let Some(text) = text else { return Vec::new() };
    let known = regions::districts_begun(&text);
    if known.is_empty() { vec![text] } else { known.into_iter().map(String::from).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_accepts_common_spellings() {
        let filter =
            DoctorFilter::parse(Some("calicut".into()), Some("ophthalmology".into()), Some("Dr. Asha N".into()));
        let districts = |text: &str| DoctorFilter::parse(Some(text.into()), None, None).districts;
        assert_eq!(filter.districts, ["Kozhikode"]);
        assert_eq!(filter.specialization.as_deref(), Some("Opthalmology"));
        assert_eq!(filter.words.iter().map(|word| word.from.as_str()).collect::<Vec<_>>(), ["asha", "n"]);
        assert_eq!(districts("കോഴിക്കോട്"), ["Kozhikode"]);
        assert_eq!(districts("kas"), ["Kasaragod", "Kasganj", "Varanasi"]);
        let part = DoctorFilter::parse(Some("issur".into()), None, None);
        assert_eq!((part.districts, part.more_districts), (vec![], vec!["Thrissur".to_owned()]));
        assert_eq!(DoctorFilter::parse(None, None, None), DoctorFilter::default());
        assert_eq!(districts("Atlantis"), ["Atlantis"]);
    }
}
