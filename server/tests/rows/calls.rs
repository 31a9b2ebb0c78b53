//! The calls of each feature, made so that `plans` can explain their statements.

use doccare::directory::facilities::Category;
use doccare::identity::Role;
use doccare::platform::db;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::harness::people::{PASSWORD, Patient};
use crate::harness::provider::{Mood, Receiver};
use crate::harness::stored::approved_visit;
use crate::harness::{TestServer, do_job};
use crate::logins;
use crate::missed::{SATURDAY, missed};

/// Sessions on one day, which are deleted again.
pub async fn call_sessions(server: &TestServer, doctor: &str, token: &str) {
    let path = format!("/user/api/doctor/sessions/{doctor}");
    let extra = json!({"date": "2026-11-22", "from": "17:00", "to": "18:00"});
    let added = server.ask("POST", &format!("{path}/extra"), token, Some(extra)).await;
    assert_eq!(added.status, 201, "{}", added.text);
    let weeks = json!({"from": "2026-11-22", "to": "2026-11-23"});
    assert_eq!(server.ask("POST", &format!("{path}/copy"), token, Some(weeks)).await.status, 200);
    let id = added.body["data"]["schedule"]["extraSessions"][0]["_id"].as_str().unwrap();
    assert_eq!(server.ask("DELETE", &format!("{path}/extra/{id}"), token, None).await.status, 200);
    let none = json!({"sessions": []});
    assert_eq!(server.ask("PUT", &path, token, Some(none)).await.status, 200);
    // The availability index reads the remaining ones.
    let slots = format!("/user/api/doctor/{doctor}/slots?date=2026-11-16");
    assert_eq!(server.ask("GET", &slots, token, None).await.status, 200);
}

/// A day of a doctor, from the approval to the screen.
async fn call_queue(server: &TestServer, patient: &Patient, doctor: &str, token: &str) {
    let ask = async |method: &str, path: &str, token: &str, body: Option<serde_json::Value>| {
        let answer = server.ask(method, path, token, body).await;
        assert!([200, 201].contains(&answer.status), "{method} {path} {}", answer.text);
        answer.body["data"].clone()
    };
    let visit = server.book(patient, doctor, "2026-11-15", "10:00").await.body["data"]["_id"].clone();
    let visit = visit.as_str().unwrap();
    ask("PATCH", &format!("/user/api/doctor/appointment/approve/{visit}"), token, None).await;
    let today = format!("/user/api/doctor/today/{doctor}");
    call_door(server, doctor, token).await;
    let walk_in = json!({"name": "Binu", "phoneNumber": "9876543211"});
    ask("POST", &format!("{today}/walkins"), token, Some(walk_in)).await;
    let in_slot = json!({"name": "Chandran", "phoneNumber": "9876543212", "time": "10:15"});
    let day = ask("POST", &format!("{today}/walkins"), token, Some(in_slot)).await;
    for comer in day["comers"].as_array().unwrap() {
        let mark = format!("{today}/attendance/{}", comer["_id"].as_str().unwrap());
        ask("PATCH", &mark, token, Some(json!({"attendance": "called"}))).await;
        // A patient with a slot can be marked as absent once it has begun.
        let last = if comer["time"].is_null() { "absent" } else { "arrived" };
        ask("PATCH", &mark, token, Some(json!({"attendance": last}))).await;
    }
    ask("PUT", &format!("{today}/late"), token, Some(json!({"minutes": 20}))).await;
    let (screen, other) = (server.pair_screen(doctor, token).await, server.pair_screen(doctor, token).await);
    ask("GET", "/user/api/screen/pairing", &other, None).await;
    let day = ask("GET", &today, token, None).await;
    let other = day["screens"][1]["_id"].as_str().unwrap();
    ask("DELETE", &format!("{today}/screens/{other}"), token, None).await;
    let waiting = server.post("/user/api/screen/pairing", json!({})).await;
    ask("GET", "/user/api/screen/pairing", waiting.body["data"]["token"].as_str().unwrap(), None).await;
    ask("GET", &format!("/user/api/doctor/figures/{doctor}"), token, None).await;
    missed(server, doctor, patient, SATURDAY).await;
    do_job(&server.app, "missed visits").await;
    ask("GET", "/user/api/screen", &screen, None).await;
    let page = server.app.keys.encrypt("visit page", "", visit.as_bytes());
    ask("GET", "/user/api/visit", &page, None).await;
    do_job(&server.app, "old walk-ins").await;
    for (place, is_hospital) in [(doctor, "FALSE"), ("of no visit", "TRUE")] {
        let moved = format!("'{place}', {is_hospital}, 'before', '', '', '', '', 0");
        server
            .execute(&format!(
                "INSERT INTO clinic_moves (place_id, is_hospital, address, city, district, state, pincode, detected_at)
                 VALUES ({moved})"
            ))
            .await;
    }
    do_job(&server.app, "clinic moves").await;
}

/// A phone at the door of a doctor's own clinic: with the number of all bookings, and as a walk-in.
async fn call_door(server: &TestServer, doctor: &str, token: &str) {
    let setting = format!("/user/api/doctor/door/{doctor}");
    assert_eq!(server.ask("PUT", &setting, token, Some(json!({"tokens": 9}))).await.status, 200);
    assert_eq!(server.ask("GET", &setting, token, None).await.status, 200);
    let today = server.ask("GET", &format!("/user/api/doctor/today/{doctor}"), token, None).await;
    let code = &today.body["data"]["door"]["code"];
    let door = format!("/user/api/door/{doctor}");
    assert_eq!(server.get(&door).await.status, 200);
    let body = json!({"code": code, "phoneNumber": "9876543210", "device": "device-of-somebody"});
    assert_eq!(server.post(&format!("{door}/arrival"), body).await.status, 200);
    let mut body = json!({"code": code, "phoneNumber": "9847000001", "device": "device-of-somebody"});
    (body["doctor"], body["name"]) = (json!(doctor), json!("Devi"));
    let walk_in = server.post(&format!("{door}/token"), body).await;
    assert_eq!(walk_in.status, 201, "{}", walk_in.text);
    let link = walk_in.body["data"]["page"].as_str().unwrap().split_once('#').unwrap().1.to_owned();
    assert_eq!(server.with_link("GET", "/user/api/visit", &link, None).await.status, 200);
}

/// All calls of desk staff, of an assistant and of a hospital's, until their logins end.
pub async fn call_desk(server: &TestServer, patient: &Patient, doctor: &str, token: &str) {
    let ask = async |method: &str, path: String, token: &str, body: Option<Value>| {
        let answer = server.ask(method, &format!("/user/api/{path}"), token, body).await;
        assert!([200, 201].contains(&answer.status), "{method} {path} {}", answer.text);
        answer.body["data"].clone()
    };
    let (hospital, ..) = logins::facility(server, Category::Hospital, 50).await;
    server.let_desk(doctor, &hospital).await;
    let own = server.sign_in(&hospital, Role::Hospital).await;
    ask("GET", format!("worker/figures/{hospital}"), &own, None).await;
    for (employer, number, minutes) in [(doctor, 1, 0), (&hospital, 2, 15)] {
        let (staff, _) = server.desk_staff(employer, number).await;
        let desk = server.sign_in_desk(&staff).await;
        let visit = server.book(patient, doctor, "2026-11-17", &format!("10:{:02}", 15 + minutes)).await;
        let visit = visit.body["data"]["_id"].as_str().unwrap().to_owned();
        server.execute(&format!("UPDATE appointments SET hospital_id = '{hospital}' WHERE id = '{visit}'")).await;
        for path in ["me", "doctors", "data"] {
            ask("GET", format!("desk/{path}"), &desk, None).await;
        }
        for list in ["appointments", "appointment/upcoming", "today", "figures"] {
            ask("GET", format!("doctor/{list}/{doctor}"), &desk, None).await;
        }
        ask("PATCH", format!("doctor/appointment/approve/{visit}"), &desk, None).await;
        let code = ask("GET", format!("doctor/today/{doctor}"), &desk, None).await["door"].clone();
        let door = format!("/user/api/door/{hospital}");
        assert_eq!(server.get(&door).await.status, 200);
        if code["place"] == hospital.as_str() {
            let body = json!({"code": code["code"], "phoneNumber": "9876543210", "device": "device-of-somebody"});
            assert_eq!(server.post(&format!("{door}/arrival"), body).await.status, 200);
        }
        call_desk_bookings(server, patient, doctor, token, number).await;
        ask("GET", format!("doctor/desk/slots/{doctor}"), &desk, None).await;
        for text in ["asha", "98765"] {
            ask("GET", format!("doctor/desk/patients/{doctor}?q={text}"), &desk, None).await;
        }
        let walk_in = json!({"name": format!("Walked {number}"), "phoneNumber": "9876543219"});
        ask("POST", format!("doctor/today/{doctor}/walkins"), &desk, Some(walk_in)).await;
        let events = format!("/user/api/doctor/events/{doctor}");
        assert_eq!(server.request("GET", &events).bearer_auth(&desk).send().await.unwrap().status(), 200);
    }
    call_session_moves(server, patient, doctor, token).await;
    logins::give_password(server, doctor).await;
    let invited = json!({"name": "Sita", "email": "sita@example.org", "current_password": PASSWORD});
    ask("POST", "desk/staff".into(), token, Some(invited)).await;
    let link = server.link_in_mail("sita@example.org", "/desk/invitation#").await;
    ask("GET", "desk/invitation".into(), &link, None).await;
    ask("POST", "desk/invitation".into(), &link, Some(json!({"password": PASSWORD}))).await;
    let invited = json!({"name": "Anu", "email": "anu@example.org", "current_password": PASSWORD});
    let invitation = ask("POST", "desk/staff".into(), token, Some(invited)).await;
    ask("DELETE", format!("desk/staff/{}", invitation["_id"].as_str().unwrap()), token, None).await;
    ask("PUT", format!("doctor/desk/hospital/{doctor}"), token, Some(json!({"allowed": false}))).await;
    ask("GET", "desk/staff".into(), token, None).await;
    ask("GET", format!("doctor/desk/acts/{doctor}?limit=1"), token, None).await;
    do_job(&server.app, "ended desk staff").await;
    for _ in 0..2 {
        let leave = server.request("POST", &format!("/user/api/doctor/leave/{doctor}")).bearer_auth(token);
        let leave = leave.header("idempotency-key", "once").json(&json!({"from": "2026-12-24"}));
        assert_eq!(leave.send().await.unwrap().status(), 200);
    }
    do_job(&server.app, "idempotency keys").await;
}

/// A session that moves: one visit is accepted, one declined and kept, and the move is taken back.
async fn call_session_moves(server: &TestServer, patient: &Patient, doctor: &str, token: &str) {
    let ask = async |method: &str, path: &str, token: &str, body: Option<Value>| {
        server.tick();
        let answer = server.ask(method, &format!("/user/api/{path}"), token, body).await;
        assert!([200, 201].contains(&answer.status), "{method} {path} {}", answer.text);
        answer
    };
    let mut visits = Vec::new();
    for time in ["10:15", "10:30", "10:45"] {
        let visit = server.booked(patient, doctor, "2026-11-20", time).await;
        server.approve(token, &visit).await;
        visits.push(visit);
    }
    let moves = format!("doctor/sessionmoves/{doctor}");
    let query = "sessionDate=2026-11-20&sessionTime=10:15&date=2026-11-21&time=10:15";
    ask("GET", &format!("{moves}/preview?{query}"), token, None).await;
    let form = json!({
        "sessionDate": "2026-11-20", "sessionTime": "10:15", "date": "2026-11-21", "time": "10:15", "reason": "Surgery."
    });
    let session_move = ask("POST", &moves, token, Some(form)).await.id();
    ask("GET", &moves, token, None).await;
    let own = format!("user/moves/{}", patient.id);
    ask("GET", &own, &patient.token, None).await;
    ask("POST", &format!("{own}/{}", visits[0]), &patient.token, None).await;
    ask("DELETE", &format!("{own}/{}", visits[1]), &patient.token, None).await;
    ask("DELETE", &format!("doctor/appointment/proposal/{}", visits[1]), token, None).await;
    let link = server.app.keys.encrypt("answers a session move", "", visits[2].as_bytes());
    ask("GET", "visitmove", &link, None).await;
    ask("POST", "visitmove/decline", &link, None).await;
    let link = server.app.keys.encrypt("chooses after missed calls", "", visits[2].as_bytes());
    ask("GET", "missedcall", &link, None).await;
    ask("DELETE", &format!("{moves}/{session_move}"), token, None).await;
    let over = format!("UPDATE move_proposals SET state = 'open', held_until = 0 WHERE visit_id = '{}'", visits[2]);
    server.execute(&over).await;
    for job in ["session moves", "old session moves"] {
        do_job(&server.app, job).await;
    }
}

/// Visits for the patient's number, which is proved: one is moved and taken, the other is not theirs.
async fn call_desk_bookings(server: &TestServer, patient: &Patient, doctor: &str, token: &str, number: usize) {
    let proved = format!("UPDATE accounts SET verified_phone = phone WHERE id = '{}'", patient.id);
    server.execute(&proved).await;
    let phone = "SELECT phone FROM accounts WHERE id = $1";
    let phone: db::Result<Option<String>> = server.app.db.read(async |tx| tx.first(phone, &[&patient.id]).await).await;
    let (phone, claims) = (phone.unwrap().unwrap(), format!("/user/api/user/claims/{}", patient.id));
    let ask = async |method: &str, path: String, token: &str, body: Option<Value>| {
        let answer = server.ask(method, &path, token, body).await;
        assert!([200, 201].contains(&answer.status), "{method} {path} {}", answer.text);
        answer
    };
    for (method, time) in [("POST", "11:00"), ("DELETE", "11:15")] {
        let day = format!("2026-11-{}", 17 + number);
        let form = json!({"name": "Rema", "phoneNumber": phone, "date": day, "time": time});
        let path = format!("/user/api/doctor/desk/bookings/{doctor}");
        let id = ask("POST", path, token, Some(form)).await.id();
        let moved = json!({"date": day, "time": time.replace("11:", "10:"), "reason": "Surgery."});
        ask("PATCH", format!("/user/api/doctor/appointment/move/{id}"), token, Some(moved)).await;
        ask("GET", claims.clone(), &patient.token, None).await;
        ask(method, format!("{claims}/{id}"), &patient.token, None).await;
    }
}

/// All data of bookings, each way of approval, and the jobs at an hour of digests, after the visits have begun.
pub async fn answer_in_every_way(server: &TestServer, patient: &Patient, doctor: &str, token: &str) {
    call_people(server, patient).await;
    call_queue(server, patient, doctor, token).await;
    follow_up(server, patient, doctor, token).await;
    call_waitlist(server).await;
    for (answered_by, time) in [("known", "10:15"), ("all", "10:30")] {
        let path = format!("/user/api/doctor/answering/{doctor}");
        let saved = server.ask("PUT", &path, token, Some(json!({"answeredBy": answered_by}))).await;
        assert_eq!(saved.status, 200, "{}", saved.text);
        assert_eq!(server.book(patient, doctor, "2026-11-16", time).await.status, 200);
    }
    server.clock.advance(SignedDuration::from_hours(34));
    for job in ["reminders", "follow-ups", "unanswered", "digests", "old unanswered"] {
        do_job(&server.app, job).await;
    }
}

/// All calls about a follow-up.
async fn follow_up(server: &TestServer, patient: &Patient, doctor: &str, token: &str) {
    let ask = async |method: &str, path: &str, token: &str, body: Option<serde_json::Value>| {
        let answer = server.ask(method, path, token, body).await;
        assert_eq!(answer.status, 200, "{method} {path} {}", answer.text);
        answer
    };
    let own = format!("/user/api/user/followups/{}", patient.id);
    let begun = server.clock.now_millis() - 3_600_000;
    for (number, time) in [(1, "11:00"), (2, "11:15")] {
        let (id, starts_at) = (format!("again{number}"), begun - number * 3_600_000);
        server.store_visits(vec![approved_visit(&id, doctor, &patient.id, starts_at)]).await;
        let path = format!("/user/api/doctor/followup/again{number}");
        ask("PUT", &path, token, Some(json!({"days": 1}))).await;
        ask("DELETE", &path, token, None).await;
        ask("PUT", &path, token, Some(json!({"days": 1, "withoutFee": true}))).await;
        do_job(&server.app, "follow-ups").await;
        ask("GET", &own, &patient.token, None).await;
        let one = format!("{own}/again{number}");
        if number == 1 {
            ask("POST", &one, &patient.token, Some(json!({"date": "2026-11-16", "time": time}))).await;
        } else {
            ask("DELETE", &one, &patient.token, None).await;
        }
    }
    ask("GET", &format!("/user/api/doctor/followups/{doctor}?limit=1"), token, None).await;
}

/// All data about a person that a patient books for.
async fn call_people(server: &TestServer, patient: &Patient) {
    let people = format!("/user/api/user/people/{}", patient.id);
    let ask = async |method: &str, path: &str| {
        let form = json!({"name": "Amma", "phoneNumber": "9876543211"});
        let answer = server.ask(method, path, &patient.token, ["POST", "PUT"].contains(&method).then_some(form)).await;
        assert!([200, 201].contains(&answer.status), "{method} {path} {}", answer.text);
        answer.body["data"]["_id"].as_str().unwrap_or_default().to_owned()
    };
    let person = format!("{people}/{}", ask("POST", &people).await);
    for (method, path) in [("GET", &people), ("PUT", &person), ("DELETE", &person)] {
        ask(method, path).await;
    }
}

/// A patient joins a waiting list, gets an offer, leaves, and another books the slot; then a doctor with a waiting list is suspended.
async fn call_waitlist(server: &TestServer) {
    let doctor = server.doctor_with(2, |doctor| doctor.schedule.rest = None).await;
    server.execute(&format!("UPDATE doctors SET end_minute = start_minute + 15 WHERE id = '{doctor}'")).await;
    let [owner, one, other] = [server.patient(2).await, server.patient(3).await, server.patient(4).await];
    let visit = server.booked(&owner, &doctor, "2026-11-16", "10:00").await;
    let ask = async |method: &str, path: String, token: &str, body: Option<serde_json::Value>| {
        let answer = server.ask(method, &path, token, body).await;
        assert!([200, 201].contains(&answer.status), "{method} {path} {}", answer.text);
        answer.body["data"]["_id"].as_str().unwrap_or_default().to_owned()
    };
    let mut entries = Vec::new();
    for patient in [&one, &other] {
        let path = format!("/user/api/doctor/{doctor}/waitlist/{}", patient.id);
        entries.push(ask("POST", path, &patient.token, Some(json!({"date": "2026-11-16"}))).await);
    }
    ask("GET", format!("/user/api/user/waitlist/{}", one.id), &one.token, None).await;
    ask("PATCH", format!("/user/api/appointment/cancel/{visit}"), &owner.token, None).await;
    do_job(&server.app, "waitlist").await;
    server.clock.advance(SignedDuration::from_mins(31));
    do_job(&server.app, "waitlist").await;
    ask("DELETE", format!("/user/api/user/waitlist/{}/{}", one.id, entries[0]), &one.token, None).await;
    assert_eq!(server.book(&other, &doctor, "2026-11-16", "10:00").await.status, 200);
    let path = format!("/user/api/doctor/{doctor}/waitlist/{}", one.id);
    ask("POST", path, &one.token, Some(json!({"date": "2026-11-16"}))).await;
    server.execute(&format!("UPDATE doctors SET listed_at = NULL WHERE id = '{doctor}'")).await;
    do_job(&server.app, "waitlist").await;
}

/// All calls about messages to a patient's phone.
pub async fn call_phone(server: &TestServer, receiver: &Receiver, patient: &Patient, doctor: &str, admin: &str) {
    let ask = async |method: &str, path: String, body: Option<Value>| {
        let answer = server.ask(method, &path, &patient.token, body).await;
        assert_eq!(answer.status, 200, "{path} {}", answer.text);
        answer.body["data"].clone()
    };
    server.prove_number(patient, receiver).await;
    let own = format!("/user/api/user/messages/{}", patient.id);
    ask("PUT", own.clone(), Some(json!({"channel": "sms"}))).await;
    let booked = server.booked(patient, doctor, "2026-11-17", "10:00").await;
    server.approve(&server.sign_in_doctor(doctor).await, &booked).await;
    server.hand_over().await;
    do_job(&server.app, "phone messages").await;
    let id = receiver.came().pop().unwrap().idempotency_key;
    assert_eq!(server.report(json!([{"id": id, "state": "delivered"}])).await.status, 200);
    ask("PATCH", format!("/user/api/appointment/cancel/{booked}"), None).await;
    server.hand_over().await;
    call_failed(server, receiver, patient, doctor, admin).await;
    let asked = ask("POST", "/user/api/login/phone".into(), Some(json!({"phone_number": "9800000001"}))).await;
    server.hand_over().await;
    let code = json!({"challenge": asked["challenge"], "code": receiver.code()});
    let entered = server.post("/user/api/login/phone/code", code).await;
    assert_eq!(entered.status, 200, "{}", entered.text);
    let asked = ask("POST", "/user/api/login/phone".into(), Some(json!({"phone_number": "9800000001"}))).await;
    server.hand_over().await;
    let code = json!({"challenge": asked["challenge"], "code": receiver.code()});
    assert_eq!(server.post("/user/api/login/phone/link", code).await.status, 200);
    let mails = server.mails().await;
    let link = mails.iter().rev().find_map(|mail| logins::link_of(mail, "login/link")).expect("a link");
    assert_eq!(server.post("/user/api/login/link", json!({"token": link})).await.status, 200);
    ask("GET", own, None).await;
    assert_eq!(server.ask("GET", "/admin/api/phonemessages", admin, None).await.status, 200);
}

/// A message that the provider refuses is retried, refused again, and dropped.
async fn call_failed(server: &TestServer, receiver: &Receiver, patient: &Patient, doctor: &str, admin: &str) {
    receiver.become_one_that(Mood::Answers(422));
    let booked = server.booked(patient, doctor, "2026-11-17", "10:00").await;
    server.approve(&server.sign_in_doctor(doctor).await, &booked).await;
    server.hand_over().await;
    let path = format!("/admin/api/operations/failed/{}", receiver.came().pop().unwrap().idempotency_key);
    assert_eq!(server.ask("POST", &format!("{path}/retry"), admin, None).await.status, 200);
    server.hand_over().await;
    assert_eq!(server.ask("DELETE", &path, admin, None).await.status, 200);
    receiver.become_one_that(Mood::Answers(200));
    let cancel = format!("/user/api/appointment/cancel/{booked}");
    assert_eq!(server.ask("PATCH", &cancel, &patient.token, None).await.status, 200);
}
