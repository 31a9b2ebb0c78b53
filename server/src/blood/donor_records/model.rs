//! Donors: their data, and whether they can be asked.

use jiff::civil::Date;

use crate::blood::rules::{self, Readiness, rules};
use crate::identity::Email;
use crate::identity::person::{Gender, Mobile, PersonName};
use crate::platform::lang::Lang;
use crate::platform::search;
use crate::reference::BloodGroup;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DonorDetails {
    pub name: PersonName,
    pub group: BloodGroup,
    pub gender: Gender,
    /// The latest possible date of birth for the given age.
    pub born: Date,
    pub email: Email,
    pub phone: Mobile,
    pub state: &'static str,
    pub district: &'static str,
    /// Consent to be asked when blood is needed.
    pub consent: bool,
}

#[derive(Debug, Clone)]
pub struct Donor {
    pub id: String,
    pub details: DonorDetails,
    pub lang: Lang,
    pub created_at: i64,
    /// When the address was confirmed by a mailed link. Donors are not asked before that.
    pub confirmed_at: Option<i64>,
    /// A new address that waits for confirmation.
    pub new_email: Option<Email>,
    /// The last day of a pause.
    pub paused_until: Option<Date>,
    pub last_given: Option<Date>,
    /// The date by which donors are ordered for waves: random at the confirmation, then the last donation.
    pub turn: Option<Date>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkPermission {
    Full,
    /// The address is unconfirmed: its reader may be a stranger.
    ViewAndConfirm,
    /// Sent to an address that is no longer the donor's.
    Nothing,
}

/// Data of a second registration, until the donor accepts it.
#[derive(Debug, Clone)]
pub struct PendingChange {
    /// Changes with every update.
    pub version: String,
    pub details: DonorDetails,
}

pub type FieldName = &'static str;

impl DonorDetails {
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

/// The end of a pause without a last day.
pub const OPEN_ENDED_PAUSE: Date = Date::constant(9999, 12, 31);

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

    /// Whether a link to this address confirms the registration or a new address.
    pub fn is_confirmed_by(&self, mailed_to: Option<&str>) -> bool {
        let is_own = |email: &Email| mailed_to == Some(email.key().as_str());
        self.confirmed_at.is_none() && is_own(&self.details.email) || self.new_email.as_ref().is_some_and(is_own)
    }

    /// The permission of a link, by the address it was sent to. Links without a stored address went to the donor.
    pub fn permission_of(&self, mailed_to: Option<&str>) -> LinkPermission {
        match mailed_to {
            Some(address) if address == self.details.email.key() => LinkPermission::Full,
            Some(address) if self.new_email.as_ref().is_some_and(|new| address == new.key()) => {
                LinkPermission::ViewAndConfirm
            }
            Some(_) => LinkPermission::Nothing,
            None => LinkPermission::Full,
        }
    }

    /// The first day of the next possible donation, after a donation.
    pub fn rested_on(&self) -> Option<Date> {
        self.last_given.map(|given| rules().rested_on(self.details.gender, given))
    }
}

/// Filter of the administrator's list.
#[derive(Debug, Clone, Default)]
pub struct DonorSearch {
    pub group: Option<String>,
    pub district: Option<String>,
    /// Prefixes of words of name, number or address; all must match.
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
    fn a_donors_readiness_is_the_first_reason_that_applies() {
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
    fn a_change_lists_the_fields_that_differ() {
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
