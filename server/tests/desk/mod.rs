//! The desk: assistants of doctors and desk staff of hospitals, their actions on the doctor's behalf, and what they must not see.

mod booking;
mod claims;
mod ending;
mod figures;
mod hospital;
mod inviting;
mod moving;
mod searching;
mod session_move_answers;
mod session_moves;

use doccare::directory::facilities::Category;
use doccare::identity::Role;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::harness::people::{PASSWORD, Patient};
use crate::harness::{Answer, TestServer, with_server};
use crate::logins;

/// The tests begin on a Sunday, at nine in the morning in India; the doctor works from ten to eleven at the doctor's own clinic, and then
/// for an hour at the hospital.
const TODAY: &str = "2026-11-15";
const MONDAY: &str = "2026-11-16";
const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// A caller for a doctor: the doctor, or desk staff.
struct Caller<'a> {
    server: &'a TestServer,
    doctor: String,
    token: String,
}

impl Caller<'_> {
    async fn ask(&self, method: &str, path: &str, body: Option<Value>) -> Answer {
        let path = path.replace("{doctor}", &self.doctor);
        self.server.clock.advance(SignedDuration::from_millis(1));
        self.server.ask(method, &format!("/user/api/{path}"), &self.token, body).await
    }

    /// Asserts that the call is allowed, and returns its answer.
    async fn done(&self, method: &str, path: &str, body: Option<Value>) -> Value {
        let answer = self.ask(method, path, body).await;
        assert!([200, 201].contains(&answer.status), "{method} {path}: {} {}", answer.status, answer.text);
        answer.body
    }

    async fn today(&self) -> Value {
        self.done("GET", "doctor/today/{doctor}", None).await["data"].clone()
    }

    async fn mark(&self, id: &str, attendance: Option<&str>) -> Answer {
        let path = format!("doctor/today/{{doctor}}/attendance/{id}");
        self.ask("PATCH", &path, Some(json!({"attendance": attendance}))).await
    }

    async fn walk_in(&self, name: &str, time: Option<&str>) -> Answer {
        let body = json!({"name": name, "phoneNumber": "9876543211", "time": time});
        self.ask("POST", "doctor/today/{doctor}/walkins", Some(body)).await
    }

    async fn late(&self, minutes: i64) -> Answer {
        self.ask("PUT", "doctor/today/{doctor}/late", Some(json!({"minutes": minutes}))).await
    }

    async fn approve(&self, id: &str) -> Answer {
        self.ask("PATCH", &format!("doctor/appointment/approve/{id}"), None).await
    }

    async fn reject(&self, id: &str) -> Answer {
        self.ask("PATCH", &format!("doctor/appointment/reject/{id}"), Some(json!({"reason": "We are closed."}))).await
    }

    async fn stream(&self) -> reqwest::Response {
        let path = format!("/user/api/doctor/events/{}", self.doctor);
        let mut stream = self.server.request("GET", &path).bearer_auth(&self.token).send().await.unwrap();
        assert!(stream.chunk().await.unwrap().unwrap().starts_with(b": open"));
        stream
    }

    /// Actions of others on the doctor's behalf: the action, the person, and their role.
    async fn acts(&self) -> Vec<(String, String, String)> {
        let rows = self.done("GET", "doctor/desk/acts/{doctor}", None).await;
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let rows = rows["data"].as_array().unwrap().iter();
        rows.map(|row| (text(&row["action"]), text(&row["by"]["name"]), text(&row["by"]["kind"]))).collect()
    }
}

/// A doctor with an assistant, confirmed by a hospital whose desk may run the day there, and that hospital's desk.
struct Clinic<'a> {
    server: &'a TestServer,
    doctor: Caller<'a>,
    assistant: Caller<'a>,
    desk: Caller<'a>,
    assistant_id: String,
    desk_id: String,
    hospital: String,
    hospital_token: String,
}

impl<'a> Clinic<'a> {
    async fn new(server: &'a TestServer) -> Self {
        let doctor = server.doctor(1).await;
        let (hospital, ..) = logins::facility(server, Category::Hospital, 1).await;
        server.let_desk(&doctor, &hospital).await;
        for employer in [&doctor, &hospital] {
            logins::give_password(server, employer).await;
        }
        let (assistant_id, _) = server.desk_staff(&doctor, 1).await;
        let (desk_id, _) = server.desk_staff(&hospital, 2).await;
        let caller = |token| Caller { server, doctor: doctor.clone(), token };
        let own = caller(server.sign_in_doctor(&doctor).await);
        set_sessions(&own, &hospital, 300).await;
        Self {
            server,
            doctor: own,
            assistant: caller(server.sign_in_desk(&assistant_id).await),
            desk: caller(server.sign_in_desk(&desk_id).await),
            hospital_token: server.sign_in(&hospital, Role::Hospital).await,
            assistant_id,
            desk_id,
            hospital,
        }
    }

    async fn book(&self, patient: &Patient, date: &str, time: &str) -> String {
        let booked = self.server.book(patient, &self.doctor.doctor, date, time).await;
        booked.body["data"]["_id"].as_str().unwrap_or_else(|| panic!("{}", booked.text)).to_owned()
    }
}

/// Every day from 10:00 at the doctor's own clinic, and from 11:00 at the hospital for this fee.
async fn set_sessions(doctor: &Caller<'_>, hospital: &str, fee: i64) {
    let sessions = WEEKDAYS.map(|weekday| {
        [
            json!({"weekday": weekday, "from": "10:00", "to": "11:00"}),
            json!({"weekday": weekday, "from": "11:00", "to": "12:00", "place": hospital, "fee": fee.to_string()}),
        ]
    });
    doctor.done("PUT", "doctor/sessions/{doctor}", Some(json!({"sessions": sessions.concat()}))).await;
}

fn ids(rows: &Value) -> Vec<&str> {
    rows.as_array().unwrap().iter().map(|row| row["_id"].as_str().unwrap()).collect()
}

/// The audit log's rows of an actor: action, person, and on whose behalf.
async fn recorded(server: &TestServer, actor: &str) -> Vec<(String, String, Value)> {
    let admin = server.admin_token_again().await;
    let log = server.ask("GET", "/admin/api/audit?actor=desk&limit=100", &admin, None).await;
    let rows = log.body["data"].as_array().unwrap().iter().filter(|row| row["actor"]["_id"] == actor).rev();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    rows.map(|row| (text(&row["action"]), text(&row["actor"]["name"]), row["for"].clone())).collect()
}

#[tokio::test]
async fn twenty_sit_at_a_desk_and_no_more() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        for number in 10..29 {
            server.desk_staff(&clinic.doctor.doctor, number).await;
        }
        let one_more = json!({"name": "Sita", "email": "sita@example.org", "current_password": PASSWORD});
        clinic.doctor.ask("POST", "desk/staff", Some(one_more.clone())).await.assert_problem(409, "limit_reached");
        clinic.doctor.done("DELETE", &format!("desk/staff/{}", clinic.assistant_id), None).await;
        clinic.doctor.done("POST", "desk/staff", Some(one_more)).await;
    })
    .await;
}

#[tokio::test]
async fn an_assistant_acts_for_the_doctor_and_it_is_recorded_in_the_assistants_name() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        server.make_admin().await;
        let (patient, assistant) = (server.patient(1).await, &clinic.assistant);
        let first = clinic.book(&patient, TODAY, "10:00").await;
        let second = clinic.book(&patient, TODAY, "10:15").await;
        let waiting = assistant.done("GET", "doctor/appointments/{doctor}", None).await;
        assert_eq!(waiting["total"], 2);
        assert_eq!(assistant.approve(&first).await.status, 200);
        assert_eq!(assistant.reject(&second).await.status, 200);
        assistant.approve(&second).await.assert_problem(409, "not_changeable");
        assert_eq!(assistant.walk_in("Binu", None).await.status, 201);
        let day = assistant.walk_in("Chandran", Some("11:00")).await;
        assert_eq!(day.status, 201, "{}", day.text);
        // A patient with a slot can be marked as absent once it has begun.
        server.clock.advance(SignedDuration::from_hours(1));
        for attendance in ["arrived", "called", "done", "absent"] {
            assert_eq!(assistant.mark(&first, Some(attendance)).await.status, 200, "{attendance}");
        }
        assert_eq!(assistant.mark(&first, None).await.status, 200);
        assert_eq!(assistant.late(20).await.status, 200);
        // All but the time of the answer.
        let day_of = async |caller: &Caller<'_>| {
            let mut day = caller.today().await;
            day["now"].take();
            day
        };
        assert_eq!(day_of(assistant).await, day_of(&clinic.doctor).await);
        let coming = assistant.done("GET", "doctor/appointment/upcoming/{doctor}", None).await;
        assert_eq!(ids(&coming["data"]).len(), 1);
        let counted = assistant.done("GET", "desk/doctors", None).await;
        let counted = &counted["data"][0];
        assert_eq!((&counted["today"], &counted["arrived"], &counted["pending"]), (&json!(3), &json!(2), &json!(0)));

        let actions =
            ["approve", "reject", "walkin", "walkin", "arrived", "called", "done", "absent", "unmark", "late"];
        let rows = recorded(&server, &clinic.assistant_id).await;
        let expected = actions.map(|action| (action.to_owned(), "Staff 1".to_owned(), json!("Doctor Number1")));
        assert_eq!(rows, expected);
        let acts = clinic.doctor.acts().await;
        let mut told = actions.map(|action| (action.to_owned(), "Staff 1".to_owned(), "assistant".to_owned()));
        told.reverse();
        assert_eq!(acts, told);
        let list = clinic.doctor.done("GET", "doctor/desk/acts/{doctor}?limit=10", None).await;
        assert_eq!((&list["data"][0]["detail"], &list["data"][8]["detail"]), (&json!("20"), &json!("We are closed.")));
        assert_eq!(
            (&list["data"][9]["booking"], &list["data"][9]["patient_name"]),
            (&json!(first), &json!("Asha Nair"))
        );
        // The doctor's own actions are in the audit log, but not in the list of others' actions.
        assert_eq!(clinic.doctor.mark(&first, Some("arrived")).await.status, 200);
        assert_eq!(clinic.doctor.acts().await.len(), actions.len());
        let patients = server.mails().await;
        let subjects: Vec<&str> = patients
            .iter()
            .filter(|mail| mail.header("to").contains(&patient.email))
            .map(|mail| mail.header("subject"))
            .collect();
        assert!(subjects.iter().any(|subject| subject.contains("confirmed")), "{subjects:?}");
    })
    .await;
}

#[tokio::test]
async fn what_is_the_doctors_alone_is_nobodys_at_a_desk() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        for caller in [&clinic.assistant, &clinic.desk] {
            for (method, path) in [
                ("GET", "doctor/dashboard/{doctor}"),
                ("GET", "doctor/total/appointments/{doctor}"),
                ("GET", "doctor/appointment/previous/{doctor}"),
                ("GET", "doctor/schedule/{doctor}"),
                ("GET", "doctor/desk/acts/{doctor}"),
                ("GET", "desk/staff"),
            ] {
                caller.ask(method, path, None).await.assert_problem(403, "forbidden");
            }
        }
        // For them another doctor does not exist.
        let other = server.doctor(7).await;
        for caller in [&clinic.assistant, &clinic.desk] {
            caller.ask("GET", &format!("doctor/today/{other}"), None).await.assert_problem(404, "not_found");
        }
    })
    .await;
}
