//! Sixty-four plausible doctors, in all districts of Kerala and all specialities; more of the same on demand.

use jiff::civil::Date;

use super::data::{data, pick};
use doccare::directory::{DayTime, NewDoctor, Schedule};
use doccare::identity::person::{Gender, PersonName};
use doccare::reference::{regions, specialities};

pub const USUAL: usize = 64;

/// The `number`-th doctor, the same on every machine.
pub fn doctor(number: usize) -> Option<NewDoctor> {
    let (data, districts) = (data(), &regions::kerala().districts);
    let place = number % districts.len();
    let speciality = specialities::all().get((number + number / 16) % specialities::all().len())?;
    let woman = is_woman(number);
    let first = pick(if woman { &data.doctors.women } else { &data.doctors.men }, number / 2);
    let surname = pick(&data.doctors.families, number * 7 + number / 20);
    let experience = i64::try_from(3 + number * 11 % 32).ok()?;
    let (start, end) = *pick(&data.hours, number);
    let year = i16::try_from(2000 - experience).ok()?;
    Some(NewDoctor {
        doctor_id: format!("TCMC {}", 20_000 + number * 37),
        full_name: PersonName::parse(&format!("{first} {surname}")).ok()?,
        gender: if woman { Gender::Female } else { Gender::Male },
        dob: Date::new(year, i8::try_from(number % 12 + 1).ok()?, i8::try_from(number % 28 + 1).ok()?).ok()?,
        specialization: &speciality.title,
        experience,
        fee: i64::try_from(150 + 50 * (number * 5 % 14)).ok()?,
        address: format!("{}, {}", pick(&data.clinics, number), pick(&data.roads, number * 3)),
        state: &regions::kerala().name,
        district: &districts[place].name,
        pincode: pick(&data.pincodes, place).to_string(),
        image: None,
        schedule: Schedule::daily(DayTime::from_minutes(start)?, DayTime::from_minutes(end)?),
    })
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
        assert!((0..60_000).all(|number| doctor(number).is_some()));
    }
}
