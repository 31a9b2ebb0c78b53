//! An account that is blocked, suspended, deleted or logged out while its call waits is refused: the token is checked again inside the
//! write transaction.

use std::collections::BTreeSet;

use doccare::appointments;
use doccare::appointments::phone_consultations::PhoneDetails;
use doccare::appointments::{Appointment, PatientDetails, Status};
use doccare::directory::DayTime;
use doccare::identity::callers::Patient;
use doccare::identity::person::{Mobile, PersonName};
use doccare::identity::{self, Role};
use doccare::platform::ids::Secret;
use doccare::router;
use doccare::scheduling::Slot;
use reqwest::multipart::Form;
use serde_json::{Value, json};

use super::{Owner, give_password, log_in, token};
use crate::admin::imports;
use crate::harness::people::PASSWORD;
use crate::harness::provider::provider;
use crate::harness::stored::approved_visit;
use crate::harness::{ADMIN, Answer, TestServer, on_both_engines, with_server};
use crate::push::subscription;

/// A writing call: its name in the API description, and how it is sent.
struct Call {
    name: &'static str,
    method: &'static str,
    path: String,
    sent: Sent,
}

#[derive(Clone)]
enum Sent {
    Nothing,
    Json(Value),
    Form(&'static str, &'static str),
}

fn call(name: &'static str, method: &'static str, path: impl Into<String>, sent: Sent) -> Call {
    Call { name, method, path: path.into(), sent }
}

impl Call {
    async fn send(&self, server: &TestServer, token: &str) -> Answer {
        let request = server.request(self.method, &self.path).bearer_auth(token);
        Answer::read(match self.sent.clone() {
            Sent::Nothing => request,
            Sent::Json(body) => request.json(&body),
            Sent::Form(field, value) => request.multipart(Form::new().text(field, value)),
        })
        .await
    }
}

fn of_patient(id: &str, doctor: &str) -> Vec<Call> {
    let visit = json!({"name": "Asha Nair", "phoneNumber": "9876543210", "date": "2026-11-16", "time": "10:00"});
    let moved = json!({"date": "2026-11-16", "time": "10:15"});
    let profile = format!("/user/api/user/profile/{id}");
    let people = format!("/user/api/user/people/{id}");
    let person = json!({"name": "Amma", "phoneNumber": "9876543211"});
    let password = json!({"current_password": PASSWORD, "password": "another long password"});
    let own = json!({"current_password": PASSWORD});
    vec![
        call("book", "POST", format!("/user/api/doctor/{doctor}/appointment/booking/{id}"), Sent::Json(visit)),
        call("cancel", "PATCH", "/user/api/appointment/cancel/some", Sent::Nothing),
        call("reschedule", "PATCH", "/user/api/appointment/reschedule/some", Sent::Json(moved)),
        call("update_profile", "PUT", &profile, Sent::Json(json!({"pincode": "673001"}))),
        call(
            "update_reminders",
            "PUT",
            format!("/user/api/user/reminders/{id}"),
            Sent::Json(json!({"evening": false})),
        ),
        call("update_own_messages", "PUT", format!("/user/api/user/messages/{id}"), Sent::Json(json!({"channel": ""}))),
        call("send_phone_code", "POST", format!("/user/api/user/phone/{id}/code"), Sent::Nothing),
        call(
            "prove_phone",
            "POST",
            format!("/user/api/user/phone/{id}/proof"),
            Sent::Json(json!({"challenge": "some", "code": "123456"})),
        ),
        call("delete_account", "DELETE", &profile, Sent::Json(json!({"password": PASSWORD}))),
        call(
            "take_proposal",
            "POST",
            format!("/user/api/user/followups/{id}/some"),
            Sent::Json(json!({"date": "2026-11-16", "time": "10:00"})),
        ),
        call("claim_visit", "POST", format!("/user/api/user/claims/{id}/some"), Sent::Nothing),
        call("disclaim_visit", "DELETE", format!("/user/api/user/claims/{id}/some"), Sent::Nothing),
        call("accept_move", "POST", format!("/user/api/user/moves/{id}/some"), Sent::Nothing),
        call("decline_move", "DELETE", format!("/user/api/user/moves/{id}/some"), Sent::Nothing),
        call("decline_proposal", "DELETE", format!("/user/api/user/followups/{id}/some"), Sent::Nothing),
        call("add_person", "POST", &people, Sent::Json(person.clone())),
        call("update_person", "PUT", format!("{people}/some"), Sent::Json(person)),
        call("remove_person", "DELETE", format!("{people}/some"), Sent::Nothing),
        call(
            "join_waitlist",
            "POST",
            format!("/user/api/doctor/{doctor}/waitlist/{id}"),
            Sent::Json(json!({"date": "2026-11-16"})),
        ),
        call("leave_waitlist", "DELETE", format!("/user/api/user/waitlist/{id}/some"), Sent::Nothing),
        call("send_email_link", "POST", "/user/api/email/change", Sent::Nothing),
        call("cancel_email_change", "DELETE", "/user/api/email/change", Sent::Nothing),
        call("own_password", "PUT", "/user/api/password", Sent::Json(password)),
        call("add_push_device", "POST", "/user/api/push", Sent::Json(subscription())),
        call("end_push_device", "DELETE", "/user/api/push/some", Sent::Nothing),
        call("end_session", "DELETE", "/user/api/sessions/some", Sent::Json(own.clone())),
        call("end_other_sessions", "DELETE", "/user/api/sessions", Sent::Json(own)),
    ]
}

fn of_doctor(id: &str) -> Vec<Call> {
    let visit = "/user/api/doctor/appointment";
    let leave = format!("/user/api/doctor/leave/{id}");
    let answering = format!("/user/api/doctor/answering/{id}");
    let schedule = format!("/user/api/doctor/schedule/{id}");
    let sessions = format!("/user/api/doctor/sessions/{id}");
    let extra = json!({"date": "2026-11-22", "from": "17:00", "to": "18:00"});
    let weeks = json!({"from": "2026-11-16", "to": "2026-11-23"});
    let profile = format!("/user/api/doctor/profile/{id}");
    let today = format!("/user/api/doctor/today/{id}");
    let walk_in = json!({"name": "Binu", "phoneNumber": "9876543211"});
    let arrived = json!({"attendance": "arrived"});
    let slot = json!({"date": "2026-11-16", "time": "10:00", "reason": "The doctor is at another place."});
    let caller = json!({"name": "Binu", "phoneNumber": "9876543211", "date": "2026-11-16", "time": "10:00"});
    let moves = format!("/user/api/doctor/sessionmoves/{id}");
    let session = json!({
        "sessionDate": "2026-11-16", "sessionTime": "10:00", "date": "2026-11-17", "time": "10:00", "reason": "Surgery."
    });
    vec![
        call("mark_attendance", "PATCH", format!("{today}/attendance/some"), Sent::Json(arrived)),
        call("note_call", "POST", format!("{today}/calls/some"), Sent::Json(json!({"outcome": "reached"}))),
        call("add_walk_in", "POST", format!("{today}/walkins"), Sent::Json(walk_in)),
        call("remove_walk_in", "DELETE", format!("{today}/walkins/some"), Sent::Nothing),
        call("tell_late", "PUT", format!("{today}/late"), Sent::Json(json!({"minutes": 20}))),
        call("pair_screen", "POST", format!("{today}/screens"), Sent::Json(json!({"code": "482913"}))),
        call("remove_screen", "DELETE", format!("{today}/screens/some"), Sent::Nothing),
        call("approve_visit", "PATCH", format!("{visit}/approve/some"), Sent::Nothing),
        call("reject_visit", "PATCH", format!("{visit}/reject/some"), Sent::Nothing),
        call("cancel_visit", "PATCH", format!("{visit}/cancel/some"), Sent::Nothing),
        call("move_visit", "PATCH", format!("{visit}/move/some"), Sent::Json(slot.clone())),
        call("accept_move_at_desk", "POST", format!("{visit}/proposal/some"), Sent::Nothing),
        call("keep_visit_time", "DELETE", format!("{visit}/proposal/some"), Sent::Nothing),
        call("move_session", "POST", &moves, Sent::Json(session)),
        call("withdraw_session_move", "DELETE", format!("{moves}/some"), Sent::Nothing),
        call("book_at_desk", "POST", format!("/user/api/doctor/desk/bookings/{id}"), Sent::Json(caller)),
        call("update_door_setting", "PUT", format!("/user/api/doctor/door/{id}"), Sent::Json(json!({"tokens": 5}))),
        call("mark_follow_up", "PUT", "/user/api/doctor/followup/some", Sent::Json(json!({"days": 7}))),
        call("unmark_follow_up", "DELETE", "/user/api/doctor/followup/some", Sent::Nothing),
        call("update_doctor_profile", "PUT", profile, Sent::Form("consultation_Fee", "450")),
        call("update_answering", "PUT", answering, Sent::Json(json!({"digests": false}))),
        call("update_schedule", "PUT", schedule, Sent::Json(json!({"daysOff": ["Sunday"]}))),
        call(
            "let_hospital_desk",
            "PUT",
            format!("/user/api/doctor/desk/hospital/{id}"),
            Sent::Json(json!({"allowed": true})),
        ),
        call(
            "add_desk_staff",
            "POST",
            "/user/api/desk/staff",
            Sent::Json(json!({"name": "Sita", "email": "sita@example.org", "current_password": PASSWORD})),
        ),
        call(
            "remove_desk_second_factor",
            "POST",
            "/user/api/desk/staff/some/twofactor/off",
            Sent::Json(json!({"current_password": PASSWORD})),
        ),
        call("end_desk_staff", "DELETE", "/user/api/desk/staff/some", Sent::Nothing),
        call("add_leave", "POST", &leave, Sent::Json(json!({"from": "2026-11-17"}))),
        call("remove_leave", "DELETE", format!("{leave}/some"), Sent::Nothing),
        call("replace_sessions", "PUT", &sessions, Sent::Json(json!({"sessions": []}))),
        call("add_extra_session", "POST", format!("{sessions}/extra"), Sent::Json(extra)),
        call("remove_extra_session", "DELETE", format!("{sessions}/extra/some"), Sent::Nothing),
        call("copy_sessions", "POST", format!("{sessions}/copy"), Sent::Json(weeks)),
        call("withdraw_doctor_change", "DELETE", format!("/user/api/doctor/profile/{id}/change"), Sent::Nothing),
    ]
    .into_iter()
    .chain(of_second_factor("user", PASSWORD))
    .collect()
}

/// An assistant's calls on the doctor's behalf.
fn of_desk(doctor: &str) -> Vec<Call> {
    let at_desk = [
        "mark_attendance",
        "note_call",
        "add_walk_in",
        "remove_walk_in",
        "tell_late",
        "pair_screen",
        "remove_screen",
        "approve_visit",
        "reject_visit",
        "cancel_visit",
        "move_visit",
        "accept_move_at_desk",
        "keep_visit_time",
        "move_session",
        "withdraw_session_move",
        "book_at_desk",
    ];
    of_doctor(doctor).into_iter().filter(|call| at_desk.contains(&call.name)).collect()
}

fn of_second_factor(area: &str, password: &str) -> Vec<Call> {
    let names = match area {
        "admin" => [
            "start_admin_second_factor",
            "confirm_admin_second_factor",
            "renew_admin_recovery_codes",
            "switch_off_admin_second_factor",
        ],
        _ => ["start_second_factor", "confirm_second_factor", "renew_recovery_codes", "switch_off_second_factor"],
    };
    let body = json!({"password": password, "code": "123456"});
    let call_of = |(name, end)| call(name, "POST", format!("/{area}/api/twofactor/{end}"), Sent::Json(body.clone()));
    names.into_iter().zip(["start", "confirm", "codes", "off"]).map(call_of).collect()
}

fn of_hospital(id: &str, doctor: &str) -> Vec<Call> {
    let doctors = format!("/user/api/worker/doctors/{id}");
    vec![
        call("update_worker_profile", "PUT", format!("/user/api/worker/profile/{id}"), Sent::Form("City", "Aluva")),
        call("confirm_doctor", "PATCH", format!("{doctors}/confirm/{doctor}"), Sent::Nothing),
        call("remove_doctor", "DELETE", format!("{doctors}/{doctor}"), Sent::Nothing),
        call(
            "confirm_blood_request",
            "PATCH",
            format!("/user/api/worker/bloodrequests/{id}/confirm/some"),
            Sent::Nothing,
        ),
        call("withdraw_change", "DELETE", format!("/user/api/worker/profile/{id}/change"), Sent::Nothing),
    ]
}

fn of_admin(patient: &str, doctor: &str, hospital: &str) -> Vec<Call> {
    let blood = "/admin/api/blood/requests/some";
    let password = json!({"current_password": ADMIN.1, "password": "another long password"});
    let extended = json!({"Needed_by": "2026-11-20"});
    let answer = json!({"text": "Thank you."});
    let added = json!({"email": "second@example.org", "current_password": ADMIN.1});
    let own = json!({"current_password": ADMIN.1});
    let removed = json!({"reason": "Left", "current_password": ADMIN.1});
    let returned = json!({"phone_number": "9847055555", "reason": "Showed a card.", "current_password": ADMIN.1});
    let import = json!({"table": imports::doctors([7]), "current_password": ADMIN.1});
    vec![
        call("add_administrator", "POST", "/admin/api/administrators", Sent::Json(added)),
        call("remove_administrator", "DELETE", "/admin/api/administrators/some", Sent::Json(removed)),
        call("remove_desk_staff", "DELETE", "/admin/api/desk/some", Sent::Nothing),
        call("import_table", "POST", "/admin/api/imports", Sent::Json(import)),
        call("export_users", "POST", "/admin/api/users/export", Sent::Json(own.clone())),
        call("export_donors", "POST", "/admin/api/blood/donors/export", Sent::Json(own.clone())),
        call("invite_again", "POST", "/admin/api/imports/some/invitations", Sent::Nothing),
        call("undo_import", "DELETE", "/admin/api/imports/some", Sent::Json(own.clone())),
        call("approve_change", "PATCH", "/admin/api/workers/changes/approved/some", Sent::Nothing),
        call("reject_change", "DELETE", "/admin/api/workers/changes/rejected/some", Sent::Nothing),
        call("suspend_hospital", "POST", format!("/admin/api/hospitals/{hospital}/suspend"), Sent::Nothing),
        call("restore_hospital", "POST", format!("/admin/api/hospitals/{hospital}/restore"), Sent::Nothing),
        call("approve_worker", "PATCH", "/admin/api/workers/Doctor/approved/some", Sent::Nothing),
        call("reject_worker", "DELETE", "/admin/api/workers/Doctor/rejected/some", Sent::Nothing),
        call("block_user", "PATCH", format!("/admin/api/blockandunblock/{patient}"), Sent::Nothing),
        call("return_visits", "POST", format!("/admin/api/users/{patient}/return"), Sent::Json(returned)),
        call("correct_doctor", "PATCH", format!("/admin/api/doctors/{doctor}"), Sent::Json(json!({"experience": 3}))),
        call("suspend_doctor", "POST", format!("/admin/api/doctors/{doctor}/suspend"), Sent::Nothing),
        call("restore_doctor", "POST", format!("/admin/api/doctors/{doctor}/restore"), Sent::Nothing),
        call("close_request", "POST", format!("{blood}/close"), Sent::Nothing),
        call("extend_request", "POST", format!("{blood}/extend"), Sent::Json(extended)),
        call("look_at_request", "POST", format!("{blood}/look"), Sent::Nothing),
        call("block_requester", "POST", format!("{blood}/block"), Sent::Nothing),
        call("unblock_requester", "POST", format!("{blood}/unblock"), Sent::Nothing),
        call("answer_message", "POST", "/admin/api/messages/some/answer", Sent::Json(answer)),
        call("close_message", "POST", "/admin/api/messages/some/close", Sent::Nothing),
        call("retry_failed", "POST", "/admin/api/operations/failed/some/retry", Sent::Nothing),
        call("drop_failed", "DELETE", "/admin/api/operations/failed/some", Sent::Nothing),
        call("back_up_now", "POST", "/admin/api/operations/backup", Sent::Nothing),
        call("send_test_mail", "POST", "/admin/api/operations/testmail", Sent::Nothing),
        call("admin_password", "PUT", "/admin/api/password", Sent::Json(password)),
        call("end_admin_session", "DELETE", "/admin/api/sessions/some", Sent::Json(own.clone())),
        call("end_other_admin_sessions", "DELETE", "/admin/api/sessions", Sent::Json(own)),
        call(
            "remove_worker_second_factor",
            "POST",
            format!("/admin/api/workers/Doctor/twofactor/{doctor}/off"),
            Sent::Json(json!({"reason": "The phone is lost.", "current_password": ADMIN.1})),
        ),
    ]
    .into_iter()
    .chain(of_second_factor("admin", ADMIN.1))
    .collect()
}

async fn run(server: &TestServer, sql: &str, id: &str) {
    let (sql, id) = (sql.to_owned(), id.to_owned());
    server.app.db.write(async move |tx| tx.execute(&sql, &[&id]).await).await.unwrap();
}

/// Sends each call while a transaction blocks its caller, and expects a refusal. The callers' data is unchanged.
async fn assert_refused(server: &TestServer, role: Role, id: &str, email: &str, password: &str, calls: &[Call]) {
    for ending in ["UPDATE accounts SET state = 'blocked' WHERE id =", "DELETE FROM sessions WHERE account_id ="] {
        for call in calls {
            let token = token(&log_in(server, role, email, password).await);
            let lock = identity::lock_of(role, id.to_owned().leak());
            let held = server.hold(Some(lock), None, &format!("{ending} '{id}'")).await;
            let answer = server.meet(held, call.send(server, &token)).await;
            assert_eq!(answer.status, 401, "{} after {ending}: {}", call.name, answer.text);
            answer.assert_problem(401, "unauthenticated");
            run(server, "UPDATE accounts SET state = 'active' WHERE id = $1", id).await;
        }
    }
}

#[tokio::test]
async fn a_write_fails_if_the_caller_was_blocked_while_it_waited() {
    on_both_engines(async |url| {
        let messages = provider("http://127.0.0.1:9/");
        let server = TestServer::start_with(url, |config| config.messages = Some(messages)).await;
        let (doctor, hospital) =
            (Owner::new(&server, Role::Doctor, 1).await, Owner::new(&server, Role::Hospital, 1).await);
        let patient = Owner::new(&server, Role::User, 1).await;
        // An unconfirmed address, so that there is a link to send again.
        assert_eq!(patient.put_email(&server, "new@example.org").await.status, 200);
        run(&server, "UPDATE doctors SET hospital_id = $1", &hospital.id).await;
        // And a visit with a follow-up, so that a proposal can be booked.
        let visit = Appointment { status: Status::Cancelled, ..approved_visit("some", &doctor.id, &patient.id, 0) };
        server.store_visits(vec![visit.clone()]).await;
        server.store_follow_up(&visit, 0, Some(0)).await;
        let (assistant, address) = server.desk_staff(&doctor.id, 1).await;
        give_password(&server, &assistant).await;
        server.make_admin().await;
        let admin = log_in(&server, Role::Admin, ADMIN.0, ADMIN.1).await.body["data"]["_id"].clone();
        let everybody = [
            (&patient.id, Role::User, patient.email.as_str(), PASSWORD, of_patient(&patient.id, &doctor.id)),
            (&doctor.id, Role::Doctor, &doctor.email, PASSWORD, of_doctor(&doctor.id)),
            (&hospital.id, Role::Hospital, &hospital.email, PASSWORD, of_hospital(&hospital.id, &doctor.id)),
            (&assistant, Role::Desk, &address, PASSWORD, of_desk(&doctor.id)),
            (
                &admin.as_str().unwrap().to_owned(),
                Role::Admin,
                ADMIN.0,
                ADMIN.1,
                of_admin(&patient.id, &doctor.id, &hospital.id),
            ),
        ];
        for (id, role, email, password, calls) in &everybody {
            assert_refused(&server, *role, id, email, password, calls).await;
        }
        assert_eq!(server.taken(&doctor.id).await, [0; 0]);
        let known: BTreeSet<&str> = everybody.iter().flat_map(|who| who.4.iter().map(|call| call.name)).collect();
        assert_eq!(known, writes_with_a_token(), "every call that writes with a token is tried here");
    })
    .await;
}

/// The same without waiting: the caller is authenticated, and blocked before the write.
#[tokio::test]
async fn a_caller_who_is_blocked_after_authentication_cannot_book() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        let caller = Patient::of_token(&server.app, &Secret::shown(&patient.token)).await.unwrap();
        let details = || PatientDetails {
            name: PersonName::parse("Asha Nair").map_err(|_| ()).unwrap(),
            phone: Mobile::parse("9876543210").map_err(|_| ()).unwrap(),
        };
        let slot = |time: &str| Slot {
            day: "2026-11-16".parse().unwrap(),
            time: DayTime::parse(time).map_err(|_| ()).unwrap(),
        };
        let book = async |time: &str| {
            let request = appointments::NewBooking {
                doctor_id: doctor.clone(),
                slot: slot(time),
                patient: details(),
                person_id: None,
                follows: None,
                note: appointments::VisitNote::default(),
                by_phone: PhoneDetails::default(),
            };
            appointments::book(&server.app, &caller, request).await.map(|_| ())
        };
        assert!(book("10:00").await.is_ok());
        let admin = server.admin_token().await;
        let block = format!("/admin/api/blockandunblock/{}", patient.id);
        assert_eq!(server.ask("PATCH", &block, &admin, None).await.status, 200);
        assert!(matches!(book("10:15").await, Err(appointments::Error::SignedOut(_))));
        // The session has ended, also for a caller that was authenticated before.
        assert_eq!(server.ask("PATCH", &block, &admin, None).await.status, 200);
        assert!(matches!(book("10:30").await, Err(appointments::Error::SignedOut(_))));
        assert_eq!(server.taken(&doctor).await.len(), 1);
    })
    .await;
}

/// Not writes of a logged-in caller: private links, calls signed by another program, a preview, and the end of a session.
fn writes_with_a_token() -> BTreeSet<&'static str> {
    let described = serde_json::to_value(router::openapi()).unwrap();
    let mut names = BTreeSet::new();
    for (path, methods) in described["paths"].as_object().unwrap() {
        let linked = [
            "/user/api/blood",
            "/user/api/application/report",
            "/user/api/email/confirm",
            "/user/api/desk/invitation",
            "/user/api/reminders/stop",
            "/user/api/waitlist",
            "/user/api/messagelink",
            "/user/api/followup/",
            "/user/api/visitmove/",
            "/user/api/missedcall/",
            "/api/messages/reports",
            "/api/mails/bounces",
        ];
        let by_link = linked.iter().any(|begin| path.starts_with(begin));
        for (method, operation) in methods.as_object().unwrap() {
            let name = operation["operationId"].as_str().unwrap();
            if method != "get"
                && operation["security"].is_array()
                && !by_link
                && !name.ends_with("logout")
                && name != "preview_import"
            {
                names.insert(String::leak(name.to_owned()) as &str);
            }
        }
    }
    names
}
