//! The desk: assistants of a doctor and a hospital's desk staff, what they do in the doctor's place, and what they never see.

use std::time::Duration;

use doccare::admin::erasure::{Whom, erase};
use doccare::directory::facilities::Category;
use doccare::identity::Role;
use doccare::platform::db::{self, Lock};
use futures::future::join;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::harness::people::{PASSWORD, Patient};
use crate::harness::{Answer, TestServer, do_job, with_server};
use crate::logins;

/// The tests begin on a Sunday, at nine in the morning in India; doctors work from ten to twelve.
const TODAY: &str = "2026-11-15";
const MONDAY: &str = "2026-11-16";

/// Somebody who calls for a doctor: the doctor, or somebody at a desk.
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

    /// What is allowed.
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

    /// What others did in the doctor's place: what, by whom, and of which kind they are.
    async fn acts(&self) -> Vec<(String, String, String)> {
        let rows = self.done("GET", "doctor/desk/acts/{doctor}", None).await;
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let rows = rows["data"].as_array().unwrap().iter();
        rows.map(|row| (text(&row["action"]), text(&row["by"]["name"]), text(&row["by"]["kind"]))).collect()
    }
}

/// A doctor with an assistant, whom a hospital confirmed and who lets its desk run the day there, and that hospital's desk.
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

async fn session_of(server: &TestServer, id: &str, role: Role) -> String {
    let (id, now) = (id.to_owned(), server.clock.now_millis());
    let opened = server.app.db.write(async move |tx| {
        doccare::identity::open_session(tx, &id, role, &doccare::identity::Origin::default(), now).await
    });
    opened.await.unwrap().expose().to_owned()
}

impl<'a> Clinic<'a> {
    async fn new(server: &'a TestServer) -> Self {
        let doctor = server.doctor(1).await;
        let (hospital, ..) = logins::facility(server, Category::Hospital, 1).await;
        server.let_desk(&doctor, &hospital).await;
        let (assistant_id, _) = server.desk_staff(&doctor, 1).await;
        let (desk_id, _) = server.desk_staff(&hospital, 2).await;
        let caller = |token| Caller { server, doctor: doctor.clone(), token };
        Self {
            server,
            doctor: caller(server.sign_in_doctor(&doctor).await),
            assistant: caller(server.sign_in_desk(&assistant_id).await),
            desk: caller(server.sign_in_desk(&desk_id).await),
            hospital_token: session_of(server, &hospital, Role::Hospital).await,
            assistant_id,
            desk_id,
            hospital,
        }
    }

    async fn book(&self, patient: &Patient, date: &str, time: &str) -> String {
        let booked = self.server.book(patient, &self.doctor.doctor, date, time).await;
        booked.body["data"]["_id"].as_str().unwrap_or_else(|| panic!("{}", booked.text)).to_owned()
    }

    /// A booking at the hospital.
    async fn book_there(&self, patient: &Patient, date: &str, time: &str) -> String {
        let id = self.book(patient, date, time).await;
        self.move_there(&id).await;
        id
    }

    async fn move_there(&self, id: &str) {
        let sql = format!("UPDATE appointments SET hospital_id = '{}' WHERE id = '{id}'", self.hospital);
        self.server.execute(&sql).await;
    }
}

fn ids(rows: &Value) -> Vec<&str> {
    rows.as_array().unwrap().iter().map(|row| row["_id"].as_str().unwrap()).collect()
}

/// The rows of the audit log about somebody's acts: what, who, and for whom.
async fn recorded(server: &TestServer, actor: &str) -> Vec<(String, String, Value)> {
    let admin = server.admin_token_again().await;
    let log = server.ask("GET", "/admin/api/audit?actor=desk&limit=100", &admin, None).await;
    let rows = log.body["data"].as_array().unwrap().iter().filter(|row| row["actor"]["_id"] == actor).rev();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    rows.map(|row| (text(&row["action"]), text(&row["actor"]["name"]), row["for"].clone())).collect()
}

#[tokio::test]
async fn somebody_is_added_by_name_chooses_a_password_and_signs_in() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let form = json!({"name": "Sita Menon", "email": "Sita@example.org"});
        let added = clinic.doctor.done("POST", "desk/staff", Some(form.clone())).await;
        assert_eq!(added["message"], "Added. A mail with a link to choose a password is on its way.");
        assert_eq!((&added["data"]["name"], &added["data"]["lastUsedAt"]), (&json!("Sita Menon"), &Value::Null));
        let mails = server.mails().await;
        let told = mails.iter().find(|mail| mail.header("to").contains("doctor1@example.org")).expect("a mail");
        assert!(told.text("text/plain").unwrap().contains("Sita Menon (Sita@example.org)"));
        let link = server.link_in_mail("Sita@example.org", "/resetpassword?role=desk#").await;
        let unchosen = server.post("/user/api/desk/login", json!({"email": "sita@example.org", "password": PASSWORD}));
        unchosen.await.assert_problem(401, "wrong_credentials");
        assert_eq!(logins::reset(&server, &link, PASSWORD).await.status, 200);
        let login =
            server.post("/user/api/desk/login", json!({"email": "sita@example.org", "password": PASSWORD})).await;
        assert_eq!(login.status, 200, "{}", login.text);
        let token = login.body["token"].as_str().unwrap();
        let me = server.ask("GET", "/user/api/desk/me", token, None).await;
        assert_eq!(me.body["data"]["employer"], json!({"kind": "doctor", "name": "Doctor Number1", "nameMl": null}));
        let serves = server.ask("GET", "/user/api/desk/doctors", token, None).await;
        assert_eq!(ids(&serves.body["data"]), [clinic.doctor.doctor.as_str()]);
        assert_eq!(serves.body["data"][0]["place"], Value::Null);

        let list = clinic.doctor.done("GET", "desk/staff", None).await;
        let named: Vec<&Value> = list["data"]["staff"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
        assert_eq!(named, ["Staff 1", "Sita Menon"]);
        assert!(list["data"]["staff"][1]["lastUsedAt"].is_string());
        assert_eq!(list["data"]["hospital"]["allowed"], true);
        // Whoever sits at a desk has one address there.
        clinic.doctor.ask("POST", "desk/staff", Some(form)).await.assert_problem(409, "already_registered");
        let wrong = clinic.doctor.ask("POST", "desk/staff", Some(json!({"name": " ", "email": "nobody"}))).await;
        assert_eq!(wrong.bad_fields(), ["name", "email"]);
    })
    .await;
}

#[tokio::test]
async fn twenty_sit_at_a_desk_and_no_more() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        for number in 10..29 {
            server.desk_staff(&clinic.doctor.doctor, number).await;
        }
        let one_more = json!({"name": "Sita", "email": "sita@example.org"});
        clinic.doctor.ask("POST", "desk/staff", Some(one_more.clone())).await.assert_problem(409, "limit_reached");
        clinic.doctor.done("DELETE", &format!("desk/staff/{}", clinic.assistant_id), None).await;
        clinic.doctor.done("POST", "desk/staff", Some(one_more)).await;
    })
    .await;
}

#[tokio::test]
async fn an_assistant_does_what_the_doctor_does_and_it_stands_in_their_name() {
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
        for attendance in ["arrived", "called", "done", "absent"] {
            assert_eq!(assistant.mark(&first, Some(attendance)).await.status, 200, "{attendance}");
        }
        assert_eq!(assistant.mark(&first, None).await.status, 200);
        assert_eq!(assistant.late(20).await.status, 200);
        assert_eq!(assistant.today().await, clinic.doctor.today().await);
        let coming = assistant.done("GET", "doctor/appointment/upcoming/{doctor}", None).await;
        assert_eq!(ids(&coming["data"]).len(), 2);
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
        // The doctor's own acts are in the log, and not among those of others.
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
                ("GET", "doctor/noshows/{doctor}"),
                ("GET", "doctor/schedule/{doctor}"),
                ("GET", "doctor/desk/acts/{doctor}"),
                ("POST", "doctor/today/{doctor}/screen"),
                ("PATCH", "doctor/appointment/cancel/some"),
                ("GET", "desk/staff"),
            ] {
                caller.ask(method, path, None).await.assert_problem(403, "forbidden");
            }
        }
        // Another doctor is not there for them.
        let other = server.doctor(7).await;
        for caller in [&clinic.assistant, &clinic.desk] {
            caller.ask("GET", &format!("doctor/today/{other}"), None).await.assert_problem(404, "not_found");
        }
    })
    .await;
}

#[tokio::test]
async fn a_hospitals_desk_sees_and_changes_its_own_place_alone() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        server.make_admin().await;
        let (patient, desk) = (server.patient(1).await, &clinic.desk);
        let here = clinic.book_there(&patient, TODAY, "10:00").await;
        let elsewhere = clinic.book(&patient, TODAY, "10:15").await;
        let (waits_here, waits_elsewhere) =
            (clinic.book_there(&patient, MONDAY, "10:00").await, clinic.book(&patient, MONDAY, "10:15").await);
        for id in [&here, &elsewhere] {
            assert_eq!(clinic.doctor.approve(id).await.status, 200);
        }
        assert_eq!(clinic.doctor.walk_in("At home", None).await.status, 201);
        assert_eq!(desk.walk_in("At the hospital", None).await.status, 201);

        let listed = desk.done("GET", "desk/doctors", None).await;
        assert_eq!(listed["data"][0]["place"], "hospital 1");
        let counts = ["today", "arrived", "pending"].map(|name| listed["data"][0][name].clone());
        assert_eq!(counts, [json!(2), json!(1), json!(1)]);
        let day = desk.today().await;
        let names: Vec<&Value> = day["comers"].as_array().unwrap().iter().map(|comer| &comer["patient_name"]).collect();
        assert_eq!(names, ["Asha Nair", "At the hospital"]);
        // All free slots are at the doctor's own clinic.
        assert_eq!((&day["free"], &day["screen"]), (&json!([]), &json!(false)));
        assert_eq!(desk.walk_in("Somebody", Some("11:00")).await.bad_fields(), ["time"]);
        let requests = desk.done("GET", "doctor/appointments/{doctor}", None).await;
        assert_eq!((ids(&requests["data"]), &requests["total"]), (vec![waits_here.as_str()], &json!(1)));
        let coming = desk.done("GET", "doctor/appointment/upcoming/{doctor}", None).await;
        assert_eq!(ids(&coming["data"]), [here.as_str()]);

        for id in [&elsewhere, &waits_elsewhere] {
            desk.mark(id, Some("arrived")).await.assert_problem(404, "not_found");
            desk.approve(id).await.assert_problem(404, "not_found");
            desk.reject(id).await.assert_problem(404, "not_found");
        }
        let whole = clinic.doctor.today().await;
        let at_home = whole["comers"].as_array().unwrap().iter().find(|comer| comer["patient_name"] == "At home");
        let at_home = at_home.unwrap()["_id"].as_str().unwrap();
        desk.mark(at_home, Some("called")).await.assert_problem(404, "not_found");
        desk.late(20).await.assert_problem(403, "forbidden");

        // Whoever is with the doctor at home stays there when somebody is called in at the hospital.
        assert_eq!(clinic.doctor.mark(&elsewhere, Some("called")).await.status, 200);
        assert_eq!(desk.mark(&here, Some("called")).await.status, 200);
        let whole = clinic.doctor.today().await;
        let said: Vec<&Value> = whole["comers"].as_array().unwrap().iter().map(|comer| &comer["attendance"]).collect();
        assert_eq!(said, ["called", "called", "arrived", "arrived"]);
        assert_eq!(desk.approve(&waits_here).await.status, 200);
        let rows = recorded(&server, &clinic.desk_id).await;
        let actions: Vec<&str> = rows.iter().map(|(action, ..)| action.as_str()).collect();
        assert_eq!(actions, ["walkin", "called", "approve"]);
        assert!(rows.iter().all(|(_, name, whom)| name == "Staff 2" && whom == "Doctor Number1"));
        let kinds: Vec<String> = clinic.doctor.acts().await.into_iter().map(|(.., kind)| kind).collect();
        assert_eq!(kinds, ["desk"; 3]);
    })
    .await;
}

#[tokio::test]
async fn a_hospitals_desk_hears_of_its_own_place_alone() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let patient = server.patient(1).await;
        let (mut desk, mut assistant) = (clinic.desk.stream().await, clinic.assistant.stream().await);
        clinic.book(&patient, MONDAY, "10:00").await;
        let heard = async |stream: &mut reqwest::Response, for_long| {
            let heard = tokio::time::timeout(for_long, stream.chunk()).await;
            heard.ok().map(|chunk| chunk.unwrap())
        };
        let soon = Duration::from_secs(10);
        assert!(heard(&mut assistant, soon).await.flatten().unwrap().starts_with(b"event: bookings"));
        assert_eq!(heard(&mut desk, Duration::from_millis(300)).await, None, "another place was heard");
        let here = clinic.book_there(&patient, MONDAY, "10:15").await;
        // The booking itself was heard before it was here; now it is.
        clinic.doctor.approve(&here).await;
        assert!(heard(&mut desk, soon).await.flatten().unwrap().starts_with(b"event: bookings"));
        // Once the doctor no longer lets them, they hear nothing more.
        let path = "doctor/desk/hospital/{doctor}";
        clinic.doctor.done("PUT", path, Some(json!({"allowed": false}))).await;
        assert_eq!(clinic.doctor.mark(&here, None).await.status, 409);
        clinic.book_there(&patient, MONDAY, "10:30").await;
        // What was heard before it ended may be twice.
        while heard(&mut desk, soon).await.expect("the stream has ended").is_some() {}
    })
    .await;
}

#[tokio::test]
async fn the_right_of_a_hospitals_desk_ends_with_the_doctors_word_the_confirmation_and_either_of_the_two() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let admin = server.admin_token().await;
        let (doctor, hospital) = (clinic.doctor.doctor.clone(), clinic.hospital.clone());
        let assert_out = async |why: &str| {
            let day = clinic.desk.ask("GET", "doctor/today/{doctor}", None).await;
            assert_eq!(day.status, 404, "{why}: {}", day.text);
            let list = clinic.desk.done("GET", "desk/doctors", None).await;
            assert_eq!(list["data"], json!([]), "{why}");
        };
        let assert_in = async || drop(clinic.desk.today().await);
        let allow = "doctor/desk/hospital/{doctor}";
        assert_in().await;
        let said = clinic.doctor.done("PUT", allow, Some(json!({"allowed": false}))).await;
        assert_eq!((&said["data"]["allowed"], &said["data"]["Hospital_name"]), (&json!(false), &json!("hospital 1")));
        assert_out("not let any more").await;
        clinic.doctor.done("PUT", allow, Some(json!({"allowed": true}))).await;
        assert_in().await;

        let remove = format!("/user/api/worker/doctors/{hospital}/{doctor}");
        assert_eq!(server.ask("DELETE", &remove, &clinic.hospital_token, None).await.status, 200);
        assert_out("the confirmation is gone").await;
        clinic.doctor.ask("PUT", allow, Some(json!({"allowed": true}))).await.assert_problem(409, "not_changeable");
        // Confirmed anew, the desk has to be let anew.
        server.execute(&format!("UPDATE doctors SET hospital_id = '{hospital}' WHERE id = '{doctor}'")).await;
        let confirm = format!("/user/api/worker/doctors/{hospital}/confirm/{doctor}");
        assert_eq!(server.ask("PATCH", &confirm, &clinic.hospital_token, None).await.status, 200);
        assert_out("confirmed anew").await;
        clinic.doctor.done("PUT", allow, Some(json!({"allowed": true}))).await;
        assert_in().await;

        for (path, who) in [(format!("hospitals/{hospital}"), "hospital"), (format!("doctors/{doctor}"), "doctor")] {
            let suspend = format!("/admin/api/{path}/suspend");
            assert_eq!(server.ask("POST", &suspend, &admin, None).await.status, 200);
            assert_out(who).await;
            if who == "doctor" {
                let day = clinic.assistant.ask("GET", "doctor/today/{doctor}", None).await;
                day.assert_problem(404, "not_found");
            }
            assert_eq!(server.ask("POST", &format!("/admin/api/{path}/restore"), &admin, None).await.status, 200);
            assert_in().await;
        }
    })
    .await;
}

#[tokio::test]
async fn whoever_is_ended_is_out_at_once_and_free_to_come_elsewhere() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        server.make_admin().await;
        let patient = server.patient(1).await;
        let mut stream = clinic.assistant.stream().await;
        let end = format!("desk/staff/{}", clinic.assistant_id);
        // Nobody else ends them.
        let other = Caller { server: &server, doctor: String::new(), token: clinic.hospital_token.clone() };
        other.ask("DELETE", &end, None).await.assert_problem(404, "not_found");
        let ended = clinic.doctor.done("DELETE", &end, None).await;
        assert_eq!(ended["message"], "Ended. They are signed out everywhere.");
        clinic.doctor.ask("DELETE", &end, None).await.assert_problem(404, "not_found");
        clinic.assistant.ask("GET", "doctor/today/{doctor}", None).await.assert_problem(401, "unauthenticated");
        clinic.book(&patient, MONDAY, "10:00").await;
        assert_eq!(stream.chunk().await.unwrap(), None, "they hear nothing more");
        let forgot = json!({"role": "desk", "email": "staff1@example.org"});
        assert_eq!(server.post("/user/api/password/forgot", forgot).await.status, 200);
        assert!(server.mails().await.iter().all(|mail| !mail.header("to").contains("staff1@example.org")));
        let again = json!({"name": "Sita", "email": "staff1@example.org"});
        assert_eq!(other.ask("POST", "desk/staff", Some(again)).await.status, 201);

        let admin = server.admin_token_again().await;
        let log = server.ask("GET", "/admin/api/audit?subject=desk&action=end", &admin, None).await;
        assert_eq!(log.body["data"][0]["subject"]["name"], "Staff 1", "the log still names them");
        server.clock.advance(SignedDuration::from_hours(24 * 367));
        do_job(&server.app, "ended desk staff").await;
        let sql = "SELECT count(*) FROM desk_staff WHERE name = 'Staff 1'";
        assert_eq!(server.app.db.read(async |tx| tx.count(sql, &[]).await).await.unwrap(), 0);
    })
    .await;
}

#[tokio::test]
async fn what_somebody_does_while_they_are_ended_comes_before_or_not_at_all() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let patient = server.patient(1).await;
        for (number, time) in ["10:00", "10:15", "10:30", "10:45"].into_iter().enumerate() {
            let id = clinic.book(&patient, MONDAY, time).await;
            let (staff, _) = server.desk_staff(&clinic.doctor.doctor, 100 + number).await;
            let token = server.sign_in_desk(&staff).await;
            let caller = Caller { server: &server, doctor: clinic.doctor.doctor.clone(), token };
            let path = format!("desk/staff/{staff}");
            let (approved, ended) = join(caller.approve(&id), clinic.doctor.ask("DELETE", &path, None)).await;
            assert_eq!(ended.status, 200, "{}", ended.text);
            assert!([200, 401, 404].contains(&approved.status), "{}", approved.text);
            let is_approved = approved.status == 200;
            let sql = format!("SELECT status FROM appointments WHERE id = '{id}'");
            let status: db::Result<Option<String>> = server.app.db.read(async |tx| tx.first(&sql, &[]).await).await;
            assert_eq!(status.unwrap().as_deref(), Some(if is_approved { "Checked" } else { "Pending" }));
            let sql = format!("SELECT count(*) FROM audit WHERE subject_id = '{id}' AND actor_id = '{staff}'");
            let recorded = server.app.db.read(async |tx| tx.count(&sql, &[]).await).await.unwrap();
            assert_eq!(recorded, i64::from(is_approved));
        }
    })
    .await;
}

#[tokio::test]
async fn a_call_that_waits_is_refused_when_the_right_is_gone_meanwhile() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let patient = server.patient(1).await;
        let (doctor, hospital) = (clinic.doctor.doctor.clone(), clinic.hospital.clone());
        let here = clinic.book_there(&patient, MONDAY, "10:00").await;
        let lock = Lock::Doctor(doctor.clone().leak());
        let gone = format!("UPDATE doctors SET desk_allowed_at = NULL WHERE id = '{doctor}'");
        let held = server.hold(Some(lock), None, &gone).await;
        server.meet(held, clinic.desk.approve(&here)).await.assert_problem(404, "not_found");
        server.let_desk(&doctor, &hospital).await;
        let suspended = format!("UPDATE accounts SET state = 'blocked' WHERE id = '{hospital}'");
        let held = server.hold(Some(Lock::Facility(hospital.clone().leak())), None, &suspended).await;
        server.meet(held, clinic.desk.approve(&here)).await.assert_problem(404, "not_found");
        server.execute(&format!("UPDATE accounts SET state = 'active' WHERE id = '{hospital}'")).await;
        assert_eq!(clinic.desk.approve(&here).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn who_sits_at_a_desk_takes_their_data_away_and_goes_with_whom_they_work_for() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        server.make_admin().await;
        let patient = server.patient(1).await;
        let id = clinic.book(&patient, MONDAY, "10:00").await;
        assert_eq!(clinic.assistant.reject(&id).await.status, 200);
        let data = clinic.assistant.done("GET", "desk/data", None).await["data"].clone();
        assert_eq!(
            (&data["profile"]["name"], &data["profile"]["employer"]["kind"]),
            (&json!("Staff 1"), &json!("doctor"))
        );
        assert_eq!(data["sessions"].as_array().unwrap().len(), 1);
        let acts: Vec<&Value> = data["acts"].as_array().unwrap().iter().map(|act| &act["action"]).collect();
        assert_eq!(acts, ["export", "reject"]);

        let doctor = clinic.doctor.doctor.clone();
        assert!(erase(&server.app, Whom::Account(Role::Doctor), doctor).await.unwrap());
        clinic.assistant.ask("GET", "desk/me", None).await.assert_problem(401, "unauthenticated");
        let rows = recorded(&server, &clinic.assistant_id).await;
        assert!(rows.iter().all(|(_, name, _)| name.is_empty()), "{rows:?}");
        let admin = server.admin_token_again().await;
        let log = server.ask("GET", "/admin/api/audit?actor=desk&action=reject", &admin, None).await;
        assert_eq!(log.body["data"][0]["reason"], Value::Null, "what they said is erased with them");
        assert!(erase(&server.app, Whom::Account(Role::Desk), clinic.desk_id.clone()).await.unwrap());
        clinic.desk.ask("GET", "desk/me", None).await.assert_problem(401, "unauthenticated");
    })
    .await;
}
