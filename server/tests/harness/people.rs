//! Patients and doctors for tests: patients come by the front door, doctors through the directory.

use doccare::directory::{self, DayTime, NewDoctor, Schedule};
use doccare::identity::person::{Gender, Mobile, PersonName};
use doccare::identity::{self, Email, NewAccount, Origin, Role};
use doccare::platform::db;
use doccare::platform::lang::Lang;
use doccare::reference::{places, specialities};
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{Answer, TestServer};

pub const PASSWORD: &str = "a patient's password";

/// What somebody sends who books.
pub fn booking_form(date: &str, time: &str) -> Value {
    json!({"name": "Asha Nair", "phoneNumber": "9876543210", "date": date, "time": time})
}

/// Where they send it.
pub fn booking_path(doctor: &str, patient: &str) -> String {
    format!("/user/api/doctor/{doctor}/appointment/booking/{patient}")
}

#[derive(Debug, Clone)]
pub struct Patient {
    pub id: String,
    pub token: String,
    pub email: String,
}

impl Patient {
    /// The same, signed in anew.
    pub async fn again(&self, server: &TestServer) -> Self {
        let answer = server.post("/user/api/login", json!({"email": self.email, "password": PASSWORD})).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        Self { token: answer.body["token"].as_str().unwrap().to_owned(), ..self.clone() }
    }
}

impl TestServer {
    /// Registers the `number`-th patient and signs them in.
    pub async fn patient(&self, number: usize) -> Patient {
        let email = format!("patient{number}@example.org");
        let phone = format!("98{number:08}");
        let form = json!({"username": format!("Patient {number}"), "email": email, "phone_number": phone, "password": PASSWORD});
        assert_eq!(self.post("/user/api/register", form).await.status, 201);
        let answer = self.post("/user/api/login", json!({"email": email, "password": PASSWORD})).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        Patient { id: text(&answer.body["data"]["_id"]), token: text(&answer.body["token"]), email }
    }

    /// A listed doctor who works from 10:00 to 12:00.
    pub async fn doctor(&self, number: usize) -> String {
        self.doctor_with(number, |_| {}).await
    }

    pub async fn doctor_with(&self, number: usize, change: impl FnOnce(&mut NewDoctor)) -> String {
        let id = self.unlisted_doctor(number, change).await;
        let (listed, now) = (id.clone(), self.clock.now_millis());
        let list = self.app.db.write(async move |tx| {
            identity::activate(tx, &listed).await?;
            tx.execute("UPDATE doctors SET listed_at = $2, approved_at = $2 WHERE id = $1", &[&listed, &now]).await
        });
        list.await.unwrap();
        id
    }

    pub async fn unlisted_doctor(&self, number: usize, change: impl FnOnce(&mut NewDoctor)) -> String {
        let time = |text| DayTime::parse(text).map_err(|_| ()).unwrap();
        let mut doctor = NewDoctor {
            doctor_id: format!("TCMC {number}"),
            full_name: PersonName::parse(&format!("Doctor Number{number}")).map_err(|_| ()).unwrap(),
            gender: Gender::Female,
            dob: "1980-01-01".parse().unwrap(),
            specialization: &specialities::all()[0].title,
            experience: 12,
            fee: 300,
            address: "Care Clinic, MG Road".into(),
            state: &places::kerala().name,
            district: "Kozhikode",
            pincode: "673001".into(),
            image: None,
            schedule: Schedule::daily(time("10:00"), time("12:00")),
        };
        change(&mut doctor);
        let account = NewAccount {
            role: Role::Doctor,
            email: Email::parse(&format!("doctor{number}@example.org")).map_err(|_| ()).unwrap(),
            phone: Some(Mobile::parse(&format!("94{number:08}")).map_err(|_| ()).unwrap()),
            password_hash: "$argon2id$unused".into(),
            lang: Lang::En,
        };
        // Ids sort by the millisecond.
        self.clock.advance(SignedDuration::from_millis(1));
        let now = self.clock.now();
        let id = self.app.db.write(async move |tx| {
            let id = identity::insert_account(tx, account, now).await?.unwrap_or_default();
            directory::insert(tx, &id, &doctor, None).await?;
            Ok::<_, db::Error>(id)
        });
        id.await.unwrap()
    }

    /// Sends a request with a token and an optional JSON body.
    pub async fn ask(&self, method: &str, path: &str, token: &str, body: Option<Value>) -> Answer {
        let mut request = self.request(method, path).bearer_auth(token);
        if let Some(body) = body {
            request = request.json(&body);
        }
        Answer::read(request).await
    }

    pub async fn book(&self, patient: &Patient, doctor: &str, date: &str, time: &str) -> Answer {
        let path = booking_path(doctor, &patient.id);
        self.ask("POST", &path, &patient.token, Some(booking_form(date, time))).await
    }

    /// A session of a doctor, whose password nobody knows.
    pub async fn sign_in_doctor(&self, id: &str) -> String {
        let (id, now) = (id.to_owned(), self.clock.now_millis());
        let token = self
            .app
            .db
            .write(async move |tx| identity::open_session(tx, &id, Role::Doctor, &Origin::default(), now).await);
        token.await.unwrap().expose().to_owned()
    }

    /// When a doctor's active bookings begin, in order, as UTC milliseconds.
    pub async fn taken(&self, doctor: &str) -> Vec<i64> {
        let starts: db::Result<Vec<i64>> = self
            .app
            .db
            .read(async |tx| {
                let sql = "SELECT starts_at FROM appointments WHERE doctor_id = $1 AND status IN ('Pending', 'Checked')
                           ORDER BY starts_at";
                tx.query(sql, &[&doctor], |row| row.get(0)).await
            })
            .await;
        starts.unwrap()
    }

    /// Asserts that no two active bookings of a doctor meet, and answers how many there are.
    pub async fn assert_none_overlap(&self, doctor: &str) -> usize {
        let starts = self.taken(doctor).await;
        assert!(starts.windows(2).all(|pair| pair[1] - pair[0] >= 15 * 60_000), "{starts:?}");
        starts.len()
    }
}
