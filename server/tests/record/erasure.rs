//! Erasing somebody reaches everything. A name, a number, an address and a reason are planted wherever they can be, then their
//! owner goes, and each is looked for in every column of every table, every file byte by byte, every mail and the log.
//!
//! What stays, and why:
//! - mails to other people: what was sent is theirs. Only without a mail server are they files of ours, for a month;
//! - what the log of a year says by ids alone: decision 0044;
//! - a number or address that may not ask for blood any more (`blood_blocks`), which would else ask again: not planted here.

use std::collections::BTreeSet;

use doccare::admin::erasure::{Whom, erase};
use doccare::identity::{self, Role};
use doccare::platform::outbox;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::planted::{files_with, mails_with, tables_with};
use super::refusals::Log;
use super::{check, from_afar, seal};
use crate::harness::blood::merged;
use crate::harness::people::{PASSWORD, Patient};
use crate::harness::{Answer, TestServer, with_server};
use crate::workers::{apply, apply_as_facility, id_of};

/// Words that nothing else holds.
const NAME: &str = "Zubaidaplant Ezhuthachan";
const NUMBER: &str = "9812345607";
const REASON: &str = "Kadalasuplant was said";

struct Planted {
    words: Vec<&'static str>,
    /// Whose mails in files are not somebody else's.
    email: &'static str,
}

impl Planted {
    fn of(email: &'static str) -> Self {
        Self { words: vec!["zubaidaplant", NUMBER, email, "kadalasuplant"], email }
    }

    /// The tables that hold any of the words.
    async fn tables(&self, server: &TestServer) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for word in &self.words {
            found.extend(tables_with(server, word).await);
        }
        found
    }

    /// Before: it is in these tables, or the test looks for nothing.
    async fn assert_everywhere(&self, server: &TestServer, tables: &[&str]) {
        let found = self.tables(server).await;
        for table in tables {
            assert!(found.contains(*table), "nothing was planted in {table}: {found:?}");
        }
        for word in &self.words {
            assert!(!tables_with(server, word).await.is_empty(), "{word} is nowhere");
            if !server.app.db.has_neighbours() {
                assert!(!files_with(server, word).is_empty(), "{word} is in no file");
            }
        }
    }

    /// Afterwards it is nowhere.
    async fn assert_gone(&self, server: &TestServer, log: &Log, erased_at: Timestamp) {
        // What the erasure itself told others is on its way, and gone once it went.
        outbox::drain(&server.app.db, &server.app.mailer, &server.clock).await.unwrap();
        server.app.db.scrub().await.unwrap();
        assert_eq!(self.tables(server).await, BTreeSet::new());
        for word in &self.words {
            assert_eq!(files_with(server, word), Vec::<std::path::PathBuf>::new(), "{word}");
            let to = mails_with(server, word, self.email, erased_at);
            assert!(!to.contains(self.email), "{word} is in a mail to {to:?}");
            assert!(!log.text().to_lowercase().contains(word), "{word} is in the log");
        }
        seal(server).await;
        let checked = check(server, None).await;
        assert_eq!(checked.broken, None, "what is erased does not break a seal");
        assert!(checked.erased > 0, "{checked:?}");
    }
}

#[track_caller]
fn fine(answer: Answer) -> Answer {
    assert!([200, 201].contains(&answer.status), "{}", answer.text);
    answer
}

/// Later than all before, so that ids and mails have an order.
fn later(server: &TestServer) -> Timestamp {
    server.clock.advance(SignedDuration::from_secs(1));
    server.clock.now()
}

async fn erase_as_operator(server: &TestServer, whom: Whom, id: &str) -> Timestamp {
    let at = later(server);
    assert!(erase(&server.app, whom, id.to_owned()).await.unwrap());
    at
}

async fn book(server: &TestServer, patient: &Patient, doctor: &str, time: &str) -> String {
    let body = json!({"name": NAME, "phoneNumber": NUMBER, "date": "2026-11-18", "time": time});
    let path = format!("/user/api/doctor/{doctor}/appointment/booking/{}", patient.id);
    id_of(&fine(server.ask("POST", &path, &patient.token, Some(body)).await))
}

/// A user who did everything that a user can, and to whom everything was done.
async fn planted_user(server: &TestServer, email: &str) -> Patient {
    let form = json!({"username": NAME, "email": email, "phone_number": NUMBER, "password": PASSWORD});
    fine(server.post("/user/api/register", form).await);
    let login = json!({"email": email, "password": PASSWORD});
    let answer = fine(from_afar(server, "POST", "/user/api/login", "", Some(login.clone())).await);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let patient =
        Patient { id: text(&answer.body["data"]["_id"]), token: text(&answer.body["token"]), email: email.into() };
    for name in [email, NUMBER, NAME] {
        server.post("/user/api/login", json!({"email": name, "password": "wrong"})).await;
    }
    identity::write_wrong_logins_down(&server.app).await.unwrap();

    let doctor = server.doctor(1).await;
    let session = server.sign_in_doctor(&doctor).await;
    for (time, deed) in [("10:00", "approve"), ("10:15", "reject"), ("10:30", "cancel"), ("10:45", "")] {
        let id = book(server, &patient, &doctor, time).await;
        let decide = async |deed: &str| {
            let path = format!("/user/api/doctor/appointment/{deed}/{id}");
            fine(server.ask("PATCH", &path, &session, Some(json!({"reason": REASON}))).await);
        };
        match deed {
            "" => {}
            "cancel" => {
                decide("approve").await;
                decide("cancel").await;
            }
            deed => decide(deed).await,
        }
        later(server);
    }
    let person = json!({"name": NAME, "phoneNumber": NUMBER, "birthYear": 2020, "guardian": true});
    let people = format!("/user/api/user/people/{}", patient.id);
    fine(server.ask("POST", &people, &patient.token, Some(person)).await);
    let admin = server.admin_token().await;
    for _ in 0..2 {
        let path = format!("/admin/api/blockandunblock/{}", patient.id);
        fine(server.ask("PATCH", &path, &admin, Some(json!({"reason": REASON}))).await);
        later(server);
    }
    // Of an older program, whose rows have the words inside.
    let sql = format!(
        "INSERT INTO audit (id, at, actor_id, actor_role, action, subject_kind, subject_id, subject_name, reason)
         VALUES ('0199-old', {}, 'a', 'admin', 'block', 'user', '{}', '{NAME}', '{REASON}')",
        server.clock.now_millis(),
        patient.id
    );
    server.execute(&sql).await;
    let answer = fine(server.post("/user/api/login", login).await);
    Patient { token: text(&answer.body["token"]), ..patient }
}

const USERS: &str = "zubaida.plant@example.org";

#[tokio::test]
async fn whoever_deletes_their_account_is_nowhere_any_more() {
    with_server(async |server| {
        let (log, _guard) = Log::capture();
        let mut planted = Planted::of(USERS);
        let patient = planted_user(&server, USERS).await;
        // Read in files, and one that never went.
        server.mails().await;
        seal(&server).await;
        planted.words.push("zubaida.elsewhere");
        let profile = format!("/user/api/user/profile/{}", patient.id);
        let change = json!({"email": "zubaida.elsewhere@example.org", "current_password": PASSWORD});
        fine(server.ask("PUT", &profile, &patient.token, Some(change)).await);
        fine(server.post("/user/api/password/forgot", json!({"role": "user", "email": USERS})).await);
        server.execute(&format!("UPDATE mails SET failed_at = 1, content = NULL WHERE recipient = '{USERS}'")).await;
        planted
            .assert_everywhere(
                &server,
                &["accounts", "users", "people", "appointments", "audit_words", "mails", "search_words"],
            )
            .await;
        assert!(planted.tables(&server).await.contains("email_changes"));
        assert!(!mails_with(&server, "zubaidaplant", USERS, Timestamp::MAX).is_empty());

        let erased_at = later(&server);
        let goodbye = Some(json!({"password": PASSWORD}));
        fine(from_afar(&server, "DELETE", &profile, &patient.token, goodbye).await);
        planted.assert_gone(&server, &log, erased_at).await;
        let admin = server.admin_token_again().await;
        let story = server.ask("GET", &format!("/admin/api/audit?q={}", patient.id), &admin, None).await;
        let rows = story.body["data"].as_array().unwrap();
        assert!(rows.iter().any(|row| row["action"] == "block" && row["subject"]["name"] == ""), "{rows:?}");
        assert!(rows.iter().all(|row| row["reason"].is_null()));
    })
    .await;
}

#[tokio::test]
async fn the_operator_erases_a_user_who_cannot_sign_in() {
    with_server(async |server| {
        let (log, _guard) = Log::capture();
        let planted = Planted::of(USERS);
        let patient = planted_user(&server, USERS).await;
        planted
            .assert_everywhere(
                &server,
                &["accounts", "users", "people", "appointments", "audit_words", "audit", "mails"],
            )
            .await;
        let erased_at = erase_as_operator(&server, Whom::Account(Role::User), &patient.id).await;
        planted.assert_gone(&server, &log, erased_at).await;
        let admin = server.admin_token_again().await;
        let erasures = super::rows_of(&server, &admin, "erase").await;
        assert_eq!(
            (&erasures[0]["actor"]["role"], &erasures[0]["subject"]["_id"]),
            (&json!("operator"), &json!(patient.id))
        );
        assert!(!erase(&server.app, Whom::Account(Role::User), "nobody".into()).await.unwrap());
    })
    .await;
}

#[tokio::test]
async fn an_erased_doctor_is_nowhere_any_more_and_patients_are_told() {
    with_server(async |server| {
        let (log, _guard) = Log::capture();
        let email = "zubaida.doctor@example.org";
        let mut planted = Planted::of(email);
        planted.words.extend(["plantnumber", "plantclinic"]);
        let (admin, patient) = (server.admin_token().await, server.patient(1).await);
        let fields = [
            ("full_Name", Some(NAME)),
            ("email", Some(email)),
            ("phone_Number", Some(NUMBER)),
            ("doctor_ID", Some("Plantnumber 7")),
            ("consultation_Address", Some("Plantclinic, MG Road")),
        ];
        let doctor = id_of(&fine(apply(&server, &fields).await));
        fine(server.ask("PATCH", &format!("/admin/api/workers/Doctor/approved/{doctor}"), &admin, None).await);
        let session = server.sign_in_doctor(&doctor).await;
        let leave = json!({"from": "2026-12-24", "to": "2026-12-25", "note": REASON});
        fine(server.ask("POST", &format!("/user/api/doctor/leave/{doctor}"), &session, Some(leave)).await);
        let extra = json!({"date": "2026-12-20", "from": "17:00", "to": "18:00"});
        let path = format!("/user/api/doctor/sessions/{doctor}/extra");
        assert_eq!(server.ask("POST", &path, &session, Some(extra)).await.status, 201);
        let named = format!("UPDATE doctors SET name_ml = '{NAME}', address_ml = 'Plantclinic' WHERE id = '{doctor}'");
        server.execute(&named).await;
        for (time, deed) in [("10:00", Some("reject")), ("10:15", None)] {
            let booked = id_of(&fine(server.book(&patient, &doctor, "2026-11-18", time).await));
            later(&server);
            if let Some(deed) = deed {
                let path = format!("/user/api/doctor/appointment/{deed}/{booked}");
                fine(server.ask("PATCH", &path, &session, Some(json!({"reason": REASON}))).await);
            }
        }
        // Whoever walked in has no account: what is known of them goes with the doctor.
        for time in [None, Some("11:00")] {
            let walk_in = json!({"name": NAME, "phoneNumber": NUMBER, "time": time});
            let path = format!("/user/api/doctor/today/{doctor}/walkins");
            assert_eq!(server.ask("POST", &path, &session, Some(walk_in)).await.status, 201);
            server.execute("UPDATE walk_ins SET attendance = 'done'").await;
        }
        let suspend = format!("/admin/api/doctors/{doctor}/suspend");
        fine(server.ask("POST", &suspend, &admin, Some(json!({"reason": REASON}))).await);
        let tables =
            ["accounts", "doctors", "doctor_leave", "walk_ins", "appointments", "audit_words", "mails", "search_words"];
        planted.assert_everywhere(&server, &tables).await;
        server.mails().await;

        let erased_at = erase_as_operator(&server, Whom::Account(Role::Doctor), &doctor).await;
        planted.assert_gone(&server, &log, erased_at).await;
        let bookings =
            server.ask("GET", &format!("/user/api/previous/booking/{}", patient.id), &patient.token, None).await;
        let statuses: BTreeSet<&str> =
            bookings.body["data"].as_array().unwrap().iter().map(|row| row["status"].as_str().unwrap()).collect();
        assert_eq!(statuses, BTreeSet::from(["Cancelled", "Rejected"]));
        server.ask("GET", "/user/api/sessions", &session, None).await.assert_problem(401, "unauthenticated");
        // Files are as old as the machine says: any day is long before this one.
        server.clock.advance(SignedDuration::from_hours(40 * 365 * 24));
        assert!(doccare::directory::sweep_photos(&server.app).await.unwrap() > 0, "the photo goes too");
        fine(apply(&server, &fields).await);
    })
    .await;
}

#[tokio::test]
async fn an_erased_pharmacy_is_nowhere_any_more() {
    with_server(async |server| {
        let (log, _guard) = Log::capture();
        let email = "zubaida.pharmacy@example.org";
        let mut planted = Planted::of(email);
        planted.words.extend(["plantlicence", "plantstreet"]);
        let admin = server.admin_token().await;
        let fields = [
            ("Hospital_name", Some(NAME)),
            ("Email", Some(email)),
            ("Phone_Number", Some(NUMBER)),
            ("License_number", Some("Plantlicence 7")),
            ("Address", Some("Plantstreet 9")),
        ];
        let pharmacy = id_of(&fine(apply_as_facility(&server, &fields).await));
        fine(server.ask("PATCH", &format!("/admin/api/workers/Pharmacy/approved/{pharmacy}"), &admin, None).await);
        // Said of them by somebody: of a rejected application, for one.
        server.execute(&format!("UPDATE audit_words SET reason = '{REASON}' WHERE subject_name = '{NAME}'")).await;
        let waits = format!("VALUES ('waits', '{pharmacy}', '{NAME}', 'Plantlicence 8', 0)");
        server
            .execute(&format!("INSERT INTO facility_changes (id, facility_id, name, license_number, asked_at) {waits}"))
            .await;
        let places = ["accounts", "facilities", "facility_changes", "audit_words", "mails", "search_words"];
        planted.assert_everywhere(&server, &places).await;
        server.mails().await;
        let erased_at = erase_as_operator(&server, Whom::Account(Role::Pharmacy), &pharmacy).await;
        planted.assert_gone(&server, &log, erased_at).await;
        let list = server.ask("GET", "/admin/api/workers/data?category=Pharmacy", &admin, None).await;
        assert_eq!(list.body["total"], 0, "{}", list.text);
        fine(apply_as_facility(&server, &fields).await);
    })
    .await;
}

#[tokio::test]
async fn what_the_log_says_of_a_rejected_applicant_is_erased_too() {
    with_server(async |server| {
        let email = "zubaida.applicant@example.org";
        // Rejecting removes the application itself.
        let planted = Planted { words: vec!["zubaidaplant", "kadalasuplant"], email };
        let admin = server.admin_token().await;
        let fields = [("full_Name", Some(NAME)), ("email", Some(email)), ("phone_Number", Some(NUMBER))];
        let applicant = id_of(&fine(apply(&server, &fields).await));
        let path = format!("/admin/api/workers/Doctor/rejected/{applicant}");
        fine(server.ask("DELETE", &path, &admin, Some(json!({"reason": REASON}))).await);
        planted.assert_everywhere(&server, &["audit_words", "mails"]).await;
        outbox::drain(&server.app.db, &server.app.mailer, &server.clock).await.unwrap();
        let is_known = erase(&server.app, Whom::Account(Role::Doctor), applicant).await.unwrap();
        assert!(is_known, "the log said something");
        assert_eq!(super::rows_of(&server, &admin, "erase").await.len(), 1);
        assert_eq!(planted.tables(&server).await, BTreeSet::new());
    })
    .await;
}

const DONOR: &str = "donor1@example.org";
const REQUESTER: &str = "requester1@example.org";

#[tokio::test]
async fn an_id_of_another_kind_erases_nothing() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let patient = server.patient(1).await;
        let block = format!("/admin/api/blockandunblock/{}", patient.id);
        fine(server.ask("PATCH", &block, &admin, Some(json!({"reason": "Never came"}))).await);
        let row = async || super::rows_of(&server, &admin, "block").await[0].clone();
        let before = row().await;
        let admin_id = before["actor"]["_id"].as_str().unwrap();
        for (whom, id) in [
            (Whom::Account(Role::User), admin_id),
            (Whom::Donor, admin_id),
            (Whom::Account(Role::Doctor), patient.id.as_str()),
            (Whom::Requester, patient.id.as_str()),
        ] {
            assert!(!erase(&server.app, whom, id.into()).await.unwrap(), "{whom:?}");
        }
        assert_eq!((row().await, &before["reason"]), (before.clone(), &json!("Never came")));
    })
    .await;
}

/// A donor and a requester who saw each other, and complained. Answers both links.
async fn planted_pair(server: &TestServer, donor: Value, request: Value) -> (String, String) {
    let donor_link = server.donor(1, donor).await;
    let request_link = server.open_request(1, request).await;
    let question = server.question_to(1).await;
    fine(server.with_link("POST", "/user/api/bloodanswer/accept", &question, None).await);
    let seen = fine(server.with_link("GET", "/user/api/bloodrequest", &request_link, None).await);
    let ask = seen.body["data"]["donors"][0]["_id"].clone();
    let complaint = json!({"donor": ask, "reason": REASON});
    server.with_link("POST", "/user/api/bloodrequest/report", &request_link, Some(complaint)).await;
    fine(server.with_link("POST", "/user/api/bloodanswer/report", &question, Some(json!({"reason": REASON}))).await);
    (donor_link, request_link)
}

async fn id_in(server: &TestServer, table: &str) -> String {
    let sql = format!("SELECT id FROM {table} LIMIT 1");
    server.app.db.read(async |tx| tx.first::<String>(&sql, &[]).await).await.unwrap().unwrap()
}

#[tokio::test]
async fn an_erased_donor_is_nowhere_any_more() {
    with_server(async |server| {
        for by_operator in [false, true] {
            let (log, _guard) = Log::capture();
            let planted = Planted::of(DONOR);
            let form = json!({"Name": NAME, "Phone_number": NUMBER});
            let (donor, request) = planted_pair(&server, form.clone(), json!({})).await;
            // Another registration of the same person, and another address.
            let again = merged(TestServer::donor_form(1), merged(form, json!({"Gender": "Female"})));
            fine(server.post("/user/api/bloodregister", again).await);
            let admin = if by_operator { server.admin_token_again().await } else { server.admin_token().await };
            let id = id_in(&server, "donors").await;
            // No page of the administrator's says why of a donor, but another program may have.
            let sql = format!(
                "INSERT INTO audit (id, at, actor_id, actor_role, action, subject_kind, subject_id, subject_name, reason)
                 VALUES ('0199-donor{by_operator}', {}, '', 'admin', 'old', 'donor', '{id}', '{NAME}', '{REASON}')",
                server.clock.now_millis()
            );
            server.execute(&sql).await;
            let tables = ["donors", "blood_links", "blood_reveals", "blood_reports", "audit", "mails", "search_words"];
            planted.assert_everywhere(&server, &tables).await;
            server.mails().await;
            seal(&server).await;
            let erased_at = if by_operator {
                erase_as_operator(&server, Whom::Donor, &id).await
            } else {
                let at = later(&server);
                fine(server.with_link("DELETE", "/user/api/blooddonor", &donor, None).await);
                at
            };
            planted.assert_gone(&server, &log, erased_at).await;
            fine(server.with_link("POST", "/user/api/bloodrequest/close", &request, None).await);
            server.ask("POST", "/admin/api/logout", &admin, None).await;
        }
    })
    .await;
}

#[tokio::test]
async fn an_erased_requester_is_nowhere_any_more() {
    with_server(async |server| {
        let (log, _guard) = Log::capture();
        let planted = Planted::of(REQUESTER);
        let form = json!({"Contact_name": NAME, "Patient_name": NAME, "Phone_number": NUMBER, "Reason": REASON});
        planted_pair(&server, json!({}), form).await;
        let (admin, id) = (server.admin_token().await, id_in(&server, "blood_requests").await);
        let path = format!("/admin/api/blood/requests/{id}/extend");
        server.ask("POST", &path, &admin, Some(json!({"Needed_by": "2026-11-19"}))).await;
        let path = format!("/admin/api/blood/requests/{id}/close");
        fine(server.ask("POST", &path, &admin, Some(json!({"reason": REASON}))).await);
        let tables = ["blood_requests", "blood_links", "blood_reveals", "blood_reports", "audit_words", "mails"];
        planted.assert_everywhere(&server, &tables).await;
        server.mails().await;
        let erased_at = erase_as_operator(&server, Whom::Requester, &id).await;
        planted.assert_gone(&server, &log, erased_at).await;
    })
    .await;
}

#[tokio::test]
async fn an_erased_writer_is_nowhere_any_more_and_old_messages_go_by_themselves() {
    with_server(async |server| {
        for by_operator in [true, false] {
            let (log, _guard) = Log::capture();
            let email = "zubaida.writer@example.org";
            let planted = Planted::of(email);
            let form = json!({"name": NAME, "email": email, "phone": NUMBER, "message": REASON});
            fine(server.post("/user/api/contact", form).await);
            let admin = if by_operator { server.admin_token().await } else { server.admin_token_again().await };
            let id = id_in(&server, "contact_messages").await;
            let path = format!("/admin/api/messages/{id}/answer");
            fine(server.ask("POST", &path, &admin, Some(json!({"text": format!("About: {REASON}")}))).await);
            planted.assert_everywhere(&server, &["contact_messages", "contact_replies", "audit_words", "mails"]).await;
            let erased_at = if by_operator {
                server.mails().await;
                erase_as_operator(&server, Whom::Writer, &id).await
            } else {
                server.mails().await;
                server.clock.advance(SignedDuration::from_hours(366 * 24));
                doccare::contact::forget_old(&server.app).await.unwrap();
                server.app.mailer.forget_old_files(server.clock.now()).await.unwrap();
                later(&server)
            };
            planted.assert_gone(&server, &log, erased_at).await;
        }
    })
    .await;
}
