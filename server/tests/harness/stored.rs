//! People, places and visits as the program stores them, for tests that insert them directly.

use doccare::appointments::{self, Appointment, Status};
use doccare::directory::facilities::{self, Category, NewFacility};
use doccare::directory::{DayTime, DaysOff, NewDoctor, Offer, Schedule, VisitMode};
use doccare::identity::person::{Gender, Mobile, PersonName};
use doccare::identity::{self, Email, NewAccount, Role};
use doccare::platform::db;
use doccare::platform::lang::Lang;
use doccare::reference::{regions, specialities};
use doccare::scheduling::Slot;
use jiff::{SignedDuration, Timestamp};

use super::TestServer;

pub fn name(text: &str) -> PersonName {
    PersonName::parse(text).map_err(|_| ()).unwrap()
}

/// An account without a usable password.
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

/// A pending visit, requested at its start.
pub fn visit(doctor: &str, patient: &str, starts_at: Timestamp) -> Appointment {
    let (slot, offer) = (
        Slot::from_millis(starts_at.as_millisecond()).unwrap(),
        Offer { place: None, fee: 300, mode: VisitMode::Clinic },
    );
    Appointment::request(doctor, (patient, "Asha Nair", "9876543210"), slot, offer, starts_at)
}

/// An approved visit.
pub fn approved_visit(id: &str, doctor: &str, patient: &str, starts_at: i64) -> Appointment {
    let visit = visit(doctor, patient, Timestamp::from_millisecond(starts_at).unwrap());
    Appointment { id: id.into(), status: Status::Checked, ..visit }
}

/// A hospital or pharmacy, with its contact.
pub struct Place<'a> {
    pub category: Category,
    pub name: &'a str,
    pub license: &'a str,
    pub email: &'a str,
    pub phone: &'a str,
}

impl TestServer {
    /// Stores visits without checks, with the sums that they are part of; one whose slot is taken is skipped.
    pub async fn store_visits(&self, visits: Vec<Appointment>) {
        self.app.db.write(async move |tx| appointments::insert_all(tx, &visits).await).await.unwrap();
    }

    /// A follow-up a day after the visit, due on the day that begins at `due_at`, without a fee; proposed or not.
    pub async fn store_follow_up(&self, visit: &Appointment, due_at: i64, proposed_at: Option<i64>) {
        let (id, doctor, user) = (visit.id.clone(), visit.doctor_id.clone(), visit.user_id.clone());
        let sql =
            "INSERT INTO follow_ups (visit_id, doctor_id, user_id, days, due_at, without_fee, marked_at, proposed_at)
                   VALUES ($1, $2, $3, 1, $4, TRUE, 1, $5)";
        let marked =
            self.app.db.write(async move |tx| tx.execute(sql, &[&id, &doctor, &user, &due_at, &proposed_at]).await);
        assert_eq!(marked.await.unwrap(), 1);
    }

    /// Adds a listed or a pending one.
    pub async fn add_place(&self, place: Place<'_>, listed: bool) -> String {
        let facility = facility(place.category, place.name, place.license);
        let account = account(place.category.role(), place.email, Some(place.phone));
        // Ids sort by the millisecond, so the clock has to advance.
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
