//! Sixty-four believable doctors, spread over all districts of Kerala and all specialities; more of the same on demand.

use jiff::civil::Date;

use crate::directory::{DayTime, NewDoctor, Schedule};
use crate::identity::person::{Gender, PersonName};
use crate::reference::{places, specialities};

pub const USUAL: usize = 64;

const WOMEN: [&str; 16] = [
    "Anjali",
    "Lakshmi",
    "Meera",
    "Sreelakshmi",
    "Fathima",
    "Reena",
    "Divya",
    "Aparna",
    "Shabana",
    "Nimisha",
    "Teresa",
    "Gayathri",
    "Asiya",
    "Sindhu",
    "Elizabeth",
    "Revathy",
];
const MEN: [&str; 16] = [
    "Arun",
    "Mohammed",
    "Rajesh",
    "Thomas",
    "Vishnu",
    "Joseph",
    "Anoop",
    "Salim",
    "Krishnan",
    "Mathew",
    "Sreejith",
    "Abdul Rahman",
    "Harikumar",
    "George",
    "Vinod",
    "Nikhil",
];
const SURNAMES: [&str; 20] = [
    "Nair",
    "Menon",
    "Varghese",
    "Kurian",
    "Pillai",
    "Thomas",
    "Ibrahim",
    "Namboothiri",
    "Warrier",
    "Chacko",
    "Koya",
    "Unnikrishnan",
    "Mathew",
    "Kutty",
    "Panicker",
    "Philip",
    "Hameed",
    "Balakrishnan",
    "Cherian",
    "Raghavan",
];
const ROADS: [&str; 10] = [
    "Hospital Road",
    "MG Road",
    "Temple Road",
    "Beach Road",
    "Civil Station Road",
    "Market Road",
    "Church Street",
    "Railway Station Road",
    "College Road",
    "Bypass Junction",
];
const CLINICS: [&str; 8] = [
    "Care Clinic",
    "Family Clinic",
    "Sanjeevani Clinic",
    "City Polyclinic",
    "Lotus Medical Centre",
    "Arogya Clinic",
    "Santhi Medical Centre",
    "Grace Clinic",
];
/// Opening and closing times, in minutes.
const HOURS: [(i64, i64); 6] = [(540, 780), (600, 1020), (960, 1200), (510, 720), (570, 990), (840, 1140)];
/// A PIN code area of each district, south to north.
const PINCODES: [u32; 14] = [
    695_001, 691_001, 689_645, 688_001, 686_001, 685_602, 682_011, 680_001, 678_001, 676_505, 673_001, 673_121,
    670_001, 671_121,
];

/// The `number`-th doctor, the same on every machine.
pub fn doctor(number: usize) -> Option<NewDoctor> {
    let districts = &places::kerala().districts;
    let place = number % districts.len();
    let speciality = specialities::all().get((number + number / 16) % specialities::all().len())?;
    let woman = is_woman(number);
    let first = if woman { WOMEN[number / 2 % WOMEN.len()] } else { MEN[number / 2 % MEN.len()] };
    let surname = SURNAMES[(number * 7 + number / 20) % SURNAMES.len()];
    let experience = i64::try_from(3 + number * 11 % 32).ok()?;
    let (start, end) = HOURS[number % HOURS.len()];
    let year = i16::try_from(2000 - experience).ok()?;
    Some(NewDoctor {
        doctor_id: format!("TCMC {}", 20_000 + number * 37),
        full_name: PersonName::parse(&format!("{first} {surname}")).ok()?,
        gender: if woman { Gender::Female } else { Gender::Male },
        dob: Date::new(year, i8::try_from(number % 12 + 1).ok()?, i8::try_from(number % 28 + 1).ok()?).ok()?,
        specialization: &speciality.title,
        experience,
        fee: i64::try_from(150 + 50 * (number * 5 % 14)).ok()?,
        address: format!("{}, {}", CLINICS[number % CLINICS.len()], ROADS[number * 3 % ROADS.len()]),
        state: &places::kerala().name,
        district: &districts[place].name,
        pincode: PINCODES[place].to_string(),
        image: None,
        schedule: Schedule::daily(DayTime::from_minutes(start)?, DayTime::from_minutes(end)?),
    })
}

pub fn road(number: usize) -> &'static str {
    ROADS[number % ROADS.len()]
}

/// A PIN code of the `place`-th district, south to north.
pub fn pincode(place: usize) -> Option<String> {
    PINCODES.get(place).map(ToString::to_string)
}

pub fn is_woman(number: usize) -> bool {
    number.is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_usual_doctors_cover_every_district_and_speciality_and_no_two_share_a_name() {
        let doctors: Vec<NewDoctor> = (0..USUAL).map(|number| doctor(number).unwrap()).collect();
        let distinct = |of: fn(&NewDoctor) -> &str| doctors.iter().map(of).collect::<HashSet<_>>().len();
        assert_eq!(distinct(|doctor| doctor.district), 14);
        assert_eq!(distinct(|doctor| doctor.specialization), 16);
        assert_eq!(distinct(|doctor| doctor.full_name.as_str()), USUAL);
        assert!(doctors.iter().all(|doctor| doctor.schedule.start < doctor.schedule.end));
    }

    #[test]
    fn numbers_beyond_the_usual_have_doctors_too() {
        assert!((0..6000).all(|number| doctor(number).is_some()));
    }
}
