//! Patients and doctors for tests: patients are registered through the API, doctors are inserted.

use std::ops::{Deref, Range};

use doccare::directory::facilities::Category;
use doccare::directory::{self, NewDoctor};
use doccare::identity::{self, Origin, Role};
use doccare::platform::db;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::stored::{self, Place, account};
use super::{Answer, TestServer};

pub const PASSWORD: &str = "a patient's password";

/// The form of a booking.
pub fn booking_form(date: &str, time: &str) -> Value {
    json!({"name": "Asha Nair", "phoneNumber": "9876543210", "date": date, "time": time})
}

/// The path of a booking.
pub fn booking_path(doctor: &str, patient: &str) -> String {
    format!("/user/api/doctor/{doctor}/appointment/booking/{patient}")
}

/// An approved hospital or pharmacy: its id, address and number.
pub async fn facility(server: &TestServer, category: Category, number: usize) -> (String, String, String) {
    let word = category.as_str().to_lowercase();
    let (email, phone) = (format!("{word}{number}@example.org"), format!("95{number:08}"));
    let name = format!("{word} {number}");
    let place = Place { category, name: &name, license: &name, email: &email, phone: &phone };
    (server.add_place(place, true).await, email, phone)
}

#[derive(Debug, Clone)]
pub struct Patient {
    pub id: String,
    pub token: String,
    pub email: String,
}

impl Patient {
    /// The same user with a new session.
    pub async fn again(&self, server: &TestServer) -> Self {
        let answer = server.post("/user/api/login", json!({"email": self.email, "password": PASSWORD})).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        Self { token: answer.body["token"].as_str().unwrap().to_owned(), ..self.clone() }
    }
}

/// A listed doctor, signed in; with the usual hours, from ten to twelve, for 300 rupees.
pub struct Doctor {
    pub id: String,
    pub token: String,
}

impl Doctor {
    pub async fn of(server: &TestServer, number: usize) -> Self {
        let id = server.doctor(number).await;
        Self { token: server.sign_in_doctor(&id).await, id }
    }

    /// The same doctor with another token, such as of desk staff.
    pub fn with_token(&self, token: String) -> Self {
        Self { id: self.id.clone(), token }
    }

    /// Calls as the doctor; `{id}` in the path is replaced by the doctor's id.
    pub async fn ask(&self, server: &TestServer, method: &str, path: &str, body: Option<Value>) -> Answer {
        let path = path.replace("{id}", &self.id);
        server.ask(method, &format!("/user/api/doctor/{path}"), &self.token, body).await
    }
}

/// A doctor whom a hospital has confirmed.
pub struct HospitalDoctor {
    pub doctor: Doctor,
    pub hospital: String,
}

impl Deref for HospitalDoctor {
    type Target = Doctor;

    fn deref(&self) -> &Doctor {
        &self.doctor
    }
}

impl HospitalDoctor {
    pub async fn of(server: &TestServer, number: usize) -> Self {
        let doctor = Doctor::of(server, number).await;
        let (hospital, ..) = facility(server, Category::Hospital, number).await;
        server.confirm_at(&doctor.id, &hospital).await;
        let names = "name_ml = 'സിറ്റി ആശുപത്രി', address_ml = 'ബീച്ച് റോഡ്'";
        server.execute(&format!("UPDATE facilities SET {names} WHERE id = '{hospital}'")).await;
        Self { doctor, hospital }
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

    /// Several patients.
    pub async fn patients(&self, numbers: Range<usize>) -> Vec<Patient> {
        let mut patients = Vec::with_capacity(numbers.len());
        for number in numbers {
            patients.push(self.patient(number).await);
        }
        patients
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
        let mut doctor = stored::doctor(number);
        change(&mut doctor);
        let (email, phone) = (format!("doctor{number}@example.org"), format!("94{number:08}"));
        let account = account(Role::Doctor, &email, Some(&phone));
        // Ids sort by the millisecond, so the clock has to advance.
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

    /// Pairs a new screen of a waiting room with a doctor, as the holder of the token, and returns the screen's link.
    pub async fn pair_screen(&self, doctor: &str, token: &str) -> String {
        let offer = self.post("/user/api/screen/pairing", json!({})).await;
        assert_eq!(offer.status, 201, "{}", offer.text);
        let path = format!("/user/api/doctor/today/{doctor}/screens");
        let code = json!({"code": offer.body["data"]["code"]});
        let paired = self.ask("POST", &path, token, Some(code)).await;
        assert_eq!(paired.status, 201, "{}", paired.text);
        offer.body["data"]["token"].as_str().unwrap().to_owned()
    }

    pub async fn book(&self, patient: &Patient, doctor: &str, date: &str, time: &str) -> Answer {
        let path = booking_path(doctor, &patient.id);
        self.ask("POST", &path, &patient.token, Some(booking_form(date, time))).await
    }

    /// Books, and returns the id of the visit.
    pub async fn booked(&self, patient: &Patient, doctor: &str, date: &str, time: &str) -> String {
        self.book(patient, doctor, date, time).await.id()
    }

    /// The doctor of this session approves.
    pub async fn approve(&self, token: &str, visit: &str) {
        let path = format!("/user/api/doctor/appointment/approve/{visit}");
        let approved = self.ask("PATCH", &path, token, None).await;
        assert_eq!(approved.status, 200, "{}", approved.text);
    }

    /// A session of an account whose password is unknown.
    pub async fn sign_in(&self, id: &str, role: Role) -> String {
        self.sign_in_at(id, role, self.clock.now_millis()).await
    }

    pub async fn sign_in_at(&self, id: &str, role: Role, at: i64) -> String {
        let id = id.to_owned();
        let token =
            self.app.db.write(async move |tx| identity::open_session(tx, &id, role, &Origin::default(), at).await);
        token.await.unwrap().expose().to_owned()
    }

    /// Desk staff of a doctor or a hospital, with an unknown password: the id and the address.
    pub async fn desk_staff(&self, employer: &str, number: usize) -> (String, String) {
        let email = format!("staff{number}@example.org");
        let account = stored::account(Role::Desk, &email, None);
        self.clock.advance(SignedDuration::from_millis(1));
        let (employer, now) = (employer.to_owned(), self.clock.now());
        let added = self.app.db.write(async move |tx| {
            let id = identity::insert_account(tx, account, now).await?.unwrap_or_default();
            let (name, now) = (format!("Staff {number}"), now.as_millisecond());
            let sql = "INSERT INTO desk_staff (id, employer_id, name, created_at) VALUES ($1, $2, $3, $4)";
            tx.execute(sql, &[&id, &employer, &name, &now]).await?;
            Ok::<_, db::Error>(id)
        });
        (added.await.unwrap(), email)
    }

    /// A session of desk staff.
    pub async fn sign_in_desk(&self, id: &str) -> String {
        self.sign_in(id, Role::Desk).await
    }

    /// Sets the language of an account's mails and messages: `en` or `ml`.
    pub async fn set_language(&self, account: &str, lang: &str) {
        self.execute(&format!("UPDATE accounts SET lang = '{lang}' WHERE id = '{account}'")).await;
    }

    /// Sets the minute at which the doctor's day begins. Tokens are unchanged, as if the hours had been changed long ago.
    pub async fn set_start(&self, doctor: &str, minute: i64) {
        self.execute(&format!("UPDATE doctors SET start_minute = {minute} WHERE id = '{doctor}'")).await;
    }

    /// The doctor's hospital no longer confirms them.
    pub async fn unconfirm(&self, doctor: &str) {
        self.execute(&format!("UPDATE doctors SET hospital_confirmed_at = NULL WHERE id = '{doctor}'")).await;
    }

    /// A hospital has confirmed a doctor.
    pub async fn confirm_at(&self, doctor: &str, hospital: &str) {
        let set = format!("hospital_id = '{hospital}', hospital_confirmed_at = 1");
        self.execute(&format!("UPDATE doctors SET {set} WHERE id = '{doctor}'")).await;
    }

    /// A hospital has confirmed a doctor, who lets its desk run the day there.
    pub async fn let_desk(&self, doctor: &str, hospital: &str) {
        self.confirm_at(doctor, hospital).await;
        self.execute(&format!("UPDATE doctors SET desk_access_at = 1 WHERE id = '{doctor}'")).await;
    }

    pub async fn sign_in_doctor(&self, id: &str) -> String {
        self.sign_in(id, Role::Doctor).await
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

    /// Asserts that no two active bookings of a doctor overlap, and returns how many there are.
    pub async fn assert_none_overlap(&self, doctor: &str) -> usize {
        let starts = self.taken(doctor).await;
        assert!(starts.windows(2).all(|pair| pair[1] - pair[0] >= 15 * 60_000), "{starts:?}");
        starts.len()
    }
}
