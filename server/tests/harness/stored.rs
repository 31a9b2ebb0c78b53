//! People, places and visits as the program stores them, for tests that write them into the database themselves.

use doccare::appointments::{Appointment, Status};
use doccare::directory::facilities::{self, Category, NewFacility};
use doccare::directory::{DayTime, DaysOff, NewDoctor, Schedule};
use doccare::identity::person::{Gender, Mobile, PersonName};
use doccare::identity::{self, Email, NewAccount, Role};
use doccare::platform::db;
use doccare::platform::ids::new_id;
use doccare::platform::lang::Lang;
use doccare::reference::{regions, specialities};
use doccare::scheduling::Slot;
use jiff::{SignedDuration, Timestamp};

use super::TestServer;

pub fn name(text: &str) -> PersonName {
    PersonName::parse(text).map_err(|_| ()).unwrap()
}

/// An account with a password that nobody has.
pub fn account(role: Role, email: &str, phone: Option<&str>) -> NewAccount {
    NewAccount {
        role,
        email: Email::parse(email).map_err(|_| ()).unwrap(),
        phone: phone.map(|phone| Mobile::parse(phone).map_err(|_| ()).unwrap()),
        password_hash: "$argon2id$unused".into(),
        lang: Lang::En,
    }
}

/// A doctor who works from 10:00 to 12:00.
pub fn doctor(number: usize) -> NewDoctor {
    let time = |text| DayTime::parse(text).map_err(|_| ()).unwrap();
    NewDoctor {
        doctor_id: format!("TCMC {number}"),
        full_name: name(&format!("Doctor Number{number}")),
        gender: Gender::Female,
        dob: "1980-01-01".parse().unwrap(),
        specialization: &specialities::all()[0].title,
        experience: 12,
        fee: 300,
        address: "Care Clinic, MG Road".into(),
        state: &regions::kerala().name,
        district: "Kozhikode",
        pincode: "673001".into(),
        image: None,
        schedule: Schedule::daily(time("10:00"), time("12:00")),
    }
}

pub fn facility(category: Category, called: &str, license: &str) -> NewFacility {
    NewFacility {
        category,
        license_number: license.into(),
        name: name(called),
        address: "Market Road".into(),
        city: "Kochi".into(),
        state: "Kerala",
        district: "Ernakulam",
        pincode: "682011".into(),
        image: None,
        hours: None,
        days_off: DaysOff::default(),
    }
}

/// A visit that waits for the doctor, asked for when it begins.
pub fn visit(doctor: &str, patient: &str, starts_at: Timestamp) -> Appointment {
    Appointment {
        id: new_id(starts_at),
        doctor_id: doctor.into(),
        user_id: patient.into(),
        person_id: None,
        follows: None,
        patient_name: "Asha Nair".into(),
        contact_number: "9876543210".into(),
        slot: Slot::from_millis(starts_at.as_millisecond()).unwrap(),
        place: None,
        fee: 300,
        status: Status::Pending,
        sequence: 0,
        created_at: starts_at.as_millisecond(),
        reason: None,
        answer_by: starts_at.as_millisecond(),
        unanswered_at: None,
        token: None,
        attendance: None,
        called_at: None,
        overlaps: false,
        offered: None,
    }
}

/// A hospital or pharmacy, and how it is reached.
pub struct Place<'a> {
    pub category: Category,
    pub name: &'a str,
    pub license: &'a str,
    pub email: &'a str,
    pub phone: &'a str,
}

impl TestServer {
    /// Adds one that is listed, or waits for its approval.
    pub async fn add_place(&self, place: Place<'_>, listed: bool) -> String {
        let facility = facility(place.category, place.name, place.license);
        let account = account(place.category.role(), place.email, Some(place.phone));
        // Ids sort by the millisecond.
        self.clock.advance(SignedDuration::from_millis(1));
        let now = self.clock.now();
        let added = self.app.db.write(async move |tx| {
            let id = identity::insert_account(tx, account, now).await?.unwrap();
            if listed {
                identity::activate(tx, &id).await?;
            }
            facilities::insert(tx, &id, &facility, listed.then(|| now.as_millisecond())).await?;
            Ok::<_, db::Error>(id)
        });
        added.await.unwrap()
    }
}
