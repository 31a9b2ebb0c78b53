//! What a donor tells, and how they stand today.

use jiff::civil::Date;

use crate::blood::rules::{self, Readiness, rules};
use crate::identity::Email;
use crate::identity::person::{Gender, Mobile, PersonName};
use crate::platform::lang::Lang;
use crate::platform::search;
use crate::reference::BloodGroup;

/// What a donor tells about themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DonorDetails {
    pub name: PersonName,
    pub group: BloodGroup,
    pub gender: Gender,
    /// The latest day on which somebody of the told age can have been born.
    pub born: Date,
    pub email: Email,
    pub phone: Mobile,
    pub state: &'static str,
    pub district: &'static str,
    /// To be asked when blood is needed.
    pub consent: bool,
}

#[derive(Debug, Clone)]
pub struct Donor {
    pub id: String,
    pub details: DonorDetails,
    pub lang: Lang,
    pub created_at: i64,
    /// When the address was confirmed by a link that was sent to it. Nobody is asked before.
    pub confirmed_at: Option<i64>,
    /// Another address, until it is confirmed in the same way.
    pub new_email: Option<Email>,
    /// The last day of a pause.
    pub paused_until: Option<Date>,
    pub last_given: Option<Date>,
    /// The place in the queue of those who can be asked, drawn when they confirm. A donation is a place of its own.
    pub turn: Option<Date>,
}

/// What the holder of a link may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Power {
    Full,
    /// The address may be mistyped, and its reader a stranger.
    LookAndConfirm,
    /// It went to an address that is no longer the donor's, and does not wait to become it.
    Nothing,
}

/// What a second registration of a donor told, until they take it over.
#[derive(Debug, Clone)]
pub struct Change {
    /// Another one for each time that it changes.
    pub version: String,
    pub details: DonorDetails,
}

/// Something that a donor tells, by the name of its field.
pub type FieldName = &'static str;

impl DonorDetails {
    /// Which fields others tell differently.
    pub fn differences(&self, other: &Self) -> Vec<FieldName> {
        let fields = [
            ("Name", self.name != other.name),
            ("Blood_group", self.group != other.group),
            ("Gender", self.gender != other.gender),
            ("Age", self.born != other.born),
            ("Email", self.email.key() != other.email.key()),
            ("District", self.district != other.district || self.state != other.state),
            ("consent", self.consent != other.consent),
        ];
        fields.into_iter().filter(|(_, differs)| *differs).map(|(field, _)| field).collect()
    }
}

/// The last day of a pause that only its donor ends.
pub const UNTIL_THEY_RETURN: Date = Date::constant(9999, 12, 31);

impl Donor {
    pub fn age(&self, today: Date) -> i64 {
        rules::age_on(self.details.born, today)
    }

    pub fn readiness(&self, today: Date) -> Readiness {
        if self.confirmed_at.is_none() {
            Readiness::Unconfirmed
        } else if !self.details.consent {
            Readiness::NoConsent
        } else if !rules().fits_age(self.age(today)) {
            Readiness::OutsideAge
        } else if self.paused_until.is_some_and(|until| until >= today) {
            Readiness::Paused
        } else if self.rested_on().is_some_and(|day| day > today) {
            Readiness::Resting
        } else {
            Readiness::Ready
        }
    }

    /// Whether a link that was sent to an address can confirm something: the registration, or a new address.
    pub fn is_confirmed_by(&self, mailed_to: Option<&str>) -> bool {
        let is_own = |email: &Email| mailed_to == Some(email.key().as_str());
        self.confirmed_at.is_none() && is_own(&self.details.email) || self.new_email.as_ref().is_some_and(is_own)
    }

    /// What a link may do, by the address that it was sent to. Links of before that was kept do not tell, and went to the donor.
    pub fn power_of(&self, mailed_to: Option<&str>) -> Power {
        match mailed_to {
            Some(address) if address == self.details.email.key() => Power::Full,
            Some(address) if self.new_email.as_ref().is_some_and(|new| address == new.key()) => Power::LookAndConfirm,
            Some(_) => Power::Nothing,
            None => Power::Full,
        }
    }

    /// The day from which they may give again, if they ever gave.
    pub fn rested_on(&self) -> Option<Date> {
        self.last_given.map(|given| rules().rested_on(self.details.gender, given))
    }
}

/// What the administrator's list is narrowed to.
#[derive(Debug, Clone, Default)]
pub struct DonorSearch {
    pub group: Option<String>,
    pub district: Option<String>,
    /// Beginnings of words of name, number or address; all must fit.
    pub words: Vec<search::Range>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn donor() -> Donor {
        let details = DonorDetails {
            name: PersonName::parse("Asha").map_err(|_| ()).unwrap(),
            group: BloodGroup::APositive,
            gender: Gender::Female,
            born: "1990-01-01".parse().unwrap(),
            email: Email::parse("a@b.in").map_err(|_| ()).unwrap(),
            phone: Mobile::parse("9846012345").map_err(|_| ()).unwrap(),
            state: "Kerala",
            district: "Kollam",
            consent: true,
        };
        Donor {
            id: "d".into(),
            details,
            lang: Lang::En,
            created_at: 0,
            confirmed_at: Some(1),
            new_email: None,
            paused_until: None,
            last_given: None,
            turn: None,
        }
    }

    #[test]
    fn a_donor_stands_by_the_first_reason_that_holds() {
        let today: Date = "2026-11-15".parse().unwrap();
        assert_eq!(donor().readiness(today), Readiness::Ready);
        let mut resting = donor();
        resting.last_given = "2026-07-19".parse().ok();
        assert_eq!(resting.readiness(today), Readiness::Resting, "119 days");
        assert_eq!(resting.readiness("2026-11-16".parse().unwrap()), Readiness::Ready, "120 days");
        resting.paused_until = Some(today);
        assert_eq!(resting.readiness(today), Readiness::Paused);
        resting.details.born = "1960-11-15".parse().unwrap();
        assert_eq!(resting.readiness(today), Readiness::OutsideAge);
        resting.details.consent = false;
        assert_eq!(resting.readiness(today), Readiness::NoConsent);
        resting.confirmed_at = None;
        assert_eq!(resting.readiness(today), Readiness::Unconfirmed);
    }

    #[test]
    fn only_a_link_to_the_address_itself_confirms_it() {
        let (mut donor, own, new) = (donor(), Some("a@b.in"), Some("new@b.in"));
        assert!(!donor.is_confirmed_by(own), "nothing waits");
        donor.confirmed_at = None;
        assert!(donor.is_confirmed_by(own) && !donor.is_confirmed_by(new) && !donor.is_confirmed_by(None));
        donor.confirmed_at = Some(1);
        donor.new_email = Email::parse("New@b.in").ok();
        assert!(donor.is_confirmed_by(new) && !donor.is_confirmed_by(own));
    }

    #[test]
    fn a_change_tells_which_fields_differ() {
        let mut other = donor().details;
        assert_eq!(donor().details.differences(&other), [""; 0]);
        other.state = "Goa";
        other.consent = false;
        assert_eq!(donor().details.differences(&other), ["District", "consent"]);
    }

    #[test]
    fn a_pause_ends_with_its_last_day() {
        let mut donor = donor();
        donor.paused_until = "2026-11-15".parse().ok();
        assert_eq!(donor.readiness("2026-11-15".parse().unwrap()), Readiness::Paused);
        assert_eq!(donor.readiness("2026-11-16".parse().unwrap()), Readiness::Ready);
    }
}
