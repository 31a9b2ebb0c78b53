//! Invitations to a desk: who may send one, the effect of accepting, and what employers can find out about each other.

use doccare::admin::erasure::{ErasureSubject, erase};
use doccare::identity::Role;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{Caller, Clinic, ids};
use crate::harness::people::PASSWORD;
use crate::harness::{Answer, TestServer, do_job, with_limits, with_server};
use crate::logins;
use crate::logins::second_factor::switched_on;

const SITA: &str = "sita@example.org";

fn invitation(email: &str) -> Value {
    json!({"name": "Sita Menon", "email": email, "current_password": PASSWORD})
}

async fn invite(caller: &Caller<'_>, email: &str) -> Answer {
    caller.ask("POST", "desk/staff", Some(invitation(email))).await
}

async fn link_to(server: &TestServer, email: &str) -> String {
    server.link_in_mail(email, "/desk/invitation#").await
}

async fn look(server: &TestServer, link: &str) -> Answer {
    server.ask("GET", "/user/api/desk/invitation", link, None).await
}

async fn accept(server: &TestServer, link: &str) -> Answer {
    server.ask("POST", "/user/api/desk/invitation", link, Some(json!({"password": PASSWORD}))).await
}

async fn log_in(server: &TestServer, email: &str) -> Answer {
    server.post("/user/api/desk/login", json!({"email": email, "password": PASSWORD})).await
}

async fn accounts(server: &TestServer, email: &str) -> i64 {
    let sql = format!("SELECT count(*) FROM accounts WHERE role = 'desk' AND email_key = '{email}'");
    server.app.db.read(async |tx| tx.count(&sql, &[]).await).await.unwrap()
}

/// The hospital of a clinic as a caller.
fn hospital<'a>(clinic: &Clinic<'a>) -> Caller<'a> {
    Caller { server: clinic.server, doctor: String::new(), token: clinic.hospital_token.clone() }
}

#[tokio::test]
async fn inviting_asks_for_the_password_and_the_second_factor() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        for address in ["doctor1@example.org", SITA] {
            server.mark_unreached(address).await;
        }
        for employer in [&clinic.doctor, &hospital(&clinic)] {
            let bare = json!({"name": "Sita", "email": SITA});
            let refused = employer.ask("POST", "desk/staff", Some(bare)).await;
            assert_eq!((refused.status, refused.bad_fields()), (422, vec!["current_password"]));
            let wrong = json!({"name": "Sita", "email": SITA, "current_password": "wrong"});
            let refused = employer.ask("POST", "desk/staff", Some(wrong)).await;
            assert_eq!((refused.status, refused.bad_fields()), (422, vec!["current_password"]));
        }
        let code = switched_on(&server, Role::Doctor, &clinic.doctor.token, PASSWORD).await;
        assert_eq!(invite(&clinic.doctor, SITA).await.bad_fields(), ["code"]);
        let mut with_code = invitation(SITA);
        with_code["code"] = json!(code);
        let invited = clinic.doctor.ask("POST", "desk/staff", Some(with_code)).await;
        assert_eq!(invited.status, 201, "{}", invited.text);
        let mails = server.mails().await;
        assert!(mails.iter().any(|mail| mail.header("to").contains(SITA)));
    })
    .await;
}

#[tokio::test]
async fn the_account_comes_with_acceptance() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let invited = invite(&clinic.doctor, "Sita@example.org").await;
        assert_eq!(invited.body["message"], "Invited. We have sent an email with a link.");
        assert_eq!(invited.body["data"]["name"], "Sita Menon");
        let mails = server.mails().await;
        let told = mails.iter().find(|mail| mail.header("to").contains("doctor1@example.org")).expect("a mail");
        assert!(told.text("text/plain").unwrap().contains("Sita Menon (Sita@example.org)"));
        let list = clinic.doctor.done("GET", "desk/staff", None).await["data"].clone();
        assert_eq!((ids(&list["staff"]).len(), &list["invitations"][0]["email"]), (1, &json!("Sita@example.org")));
        assert_eq!(accounts(&server, SITA).await, 0, "no account before somebody says yes");
        log_in(&server, SITA).await.assert_problem(401, "wrong_credentials");
        let forgot = json!({"role": "desk", "email": SITA});
        assert_eq!(server.post("/user/api/password/forgot", forgot).await.status, 200);

        let link = link_to(&server, "Sita@example.org").await;
        let seen = look(&server, &link).await.body["data"].clone();
        assert_eq!((&seen["name"], &seen["employer"]), (&json!("Sita Menon"), &json!("Doctor Number1")));
        let weak = json!({"password": "sita menon"});
        let weak = server.ask("POST", "/user/api/desk/invitation", &link, Some(weak)).await;
        assert_eq!(weak.bad_fields(), ["password"]);
        let accepted = accept(&server, &link).await;
        assert_eq!(accepted.status, 200, "{}", accepted.text);
        accept(&server, &link).await.assert_problem(410, "link_ended");
        look(&server, &link).await.assert_problem(410, "link_ended");
        let login = log_in(&server, SITA).await;
        assert_eq!(login.status, 200, "{}", login.text);
        let token = login.body["token"].as_str().unwrap();
        let me = server.ask("GET", "/user/api/desk/me", token, None).await;
        assert_eq!(me.body["data"]["employer"], json!({"kind": "doctor", "name": "Doctor Number1", "nameMl": null}));
        assert_eq!(me.body["data"]["_id"], invited.body["data"]["_id"], "one id in the log for both");
        let serves = server.ask("GET", "/user/api/desk/doctors", token, None).await;
        assert_eq!(ids(&serves.body["data"]), [clinic.doctor.doctor.as_str()]);
        let list = clinic.doctor.done("GET", "desk/staff", None).await["data"].clone();
        assert_eq!((ids(&list["staff"]).len(), &list["invitations"]), (2, &json!([])));
        // The employer sees who is at the desk.
        let again = invite(&clinic.doctor, SITA).await;
        again.assert_problem(409, "already_registered");
        assert_eq!(again.bad_fields(), ["email"]);
    })
    .await;
}

#[tokio::test]
async fn a_second_employer_neither_ends_the_first_invitation_nor_learns_of_it() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let (doctor, hospital) = (&clinic.doctor, hospital(&clinic));
        let first = invite(doctor, SITA).await;
        let first_link = link_to(&server, SITA).await;
        let second = invite(&hospital, SITA).await;
        assert_eq!((first.status, second.status), (201, 201), "{}", second.text);
        assert_eq!(first.body["message"], second.body["message"]);
        let waiting = doctor.done("GET", "desk/staff", None).await["data"]["invitations"].clone();
        assert_eq!(ids(&waiting), [first.id()]);
        let second_link = link_to(&server, SITA).await;
        assert_eq!(accept(&server, &first_link).await.status, 200);
        assert_eq!(log_in(&server, SITA).await.status, 200);
        // The owner of the address has accepted the doctor's invitation; the hospital cannot see that.
        let waiting = hospital.done("GET", "desk/staff", None).await["data"]["invitations"].clone();
        assert_eq!(ids(&waiting), [second.id()]);
        let third = invite(&hospital, SITA).await;
        assert_eq!((third.status, &third.body["message"]), (201, &second.body["message"]), "{}", third.text);
        look(&server, &second_link).await.assert_problem(410, "link_ended");
        let third_link = link_to(&server, SITA).await;
        accept(&server, &third_link).await.assert_problem(409, "already_registered");
        assert_eq!(log_in(&server, SITA).await.status, 200, "nothing happened to them");
    })
    .await;
}

#[tokio::test]
async fn an_account_that_was_never_used_makes_room_for_an_invitation() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        // As versions before invitations created them.
        let (unused, email) = server.desk_staff(&clinic.hospital, 7).await;
        assert_eq!(invite(&clinic.doctor, &email).await.status, 201);
        let link = link_to(&server, &email).await;
        let accepted = accept(&server, &link).await;
        assert_eq!(accepted.status, 200, "{}", accepted.text);
        assert_eq!(log_in(&server, &email).await.status, 200);
        let of_hospital = hospital(&clinic).done("GET", "desk/staff", None).await["data"]["staff"].clone();
        assert!(!ids(&of_hospital).contains(&unused.as_str()));
    })
    .await;
}

/// Accepting is the first use of an account: another employer's link does not end what was just accepted.
#[tokio::test]
async fn an_invitation_does_not_end_what_was_accepted_from_another_employer() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        assert_eq!(invite(&clinic.doctor, SITA).await.status, 201);
        let first = link_to(&server, SITA).await;
        assert_eq!(invite(&hospital(&clinic), SITA).await.status, 201);
        let second = link_to(&server, SITA).await;
        assert_ne!(first, second);
        assert_eq!(accept(&server, &first).await.status, 200);
        accept(&server, &second).await.assert_problem(409, "already_registered");
        let entered = log_in(&server, SITA).await;
        assert_eq!(entered.status, 200, "{}", entered.text);
        let own = server.ask("GET", "/user/api/desk/me", entered.body["token"].as_str().unwrap(), None).await;
        assert_eq!(own.body["data"]["employer"]["kind"], "doctor", "{}", own.text);
    })
    .await;
}

#[tokio::test]
async fn an_invitation_ends_when_it_is_withdrawn_after_seven_days_and_with_the_employer() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let admin = server.admin_token().await;
        let withdrawn = invite(&clinic.doctor, SITA).await.id();
        let link = link_to(&server, SITA).await;
        let other = hospital(&clinic);
        other.ask("DELETE", &format!("desk/staff/{withdrawn}"), None).await.assert_problem(404, "not_found");
        clinic.doctor.done("DELETE", &format!("desk/staff/{withdrawn}"), None).await;
        accept(&server, &link).await.assert_problem(410, "link_ended");

        let ended = invite(&clinic.doctor, SITA).await.id();
        let seen = server.ask("GET", &format!("/admin/api/doctors/{}", clinic.doctor.doctor), &admin, None).await;
        let desk = seen.body["data"]["desk"].as_array().unwrap().clone();
        assert!(desk.iter().any(|one| one["id"] == json!(ended) && one["accepted"] == json!(false)), "{desk:?}");
        let by_admin = server.ask("DELETE", &format!("/admin/api/desk/{ended}"), &admin, None).await;
        assert_eq!(by_admin.status, 200, "{}", by_admin.text);
        accept(&server, &link_to(&server, SITA).await).await.assert_problem(410, "link_ended");

        invite(&clinic.doctor, SITA).await;
        let late = link_to(&server, SITA).await;
        server.clock.advance(SignedDuration::from_hours(7 * 24));
        accept(&server, &late).await.assert_problem(410, "link_ended");
        assert_eq!(clinic.doctor.done("GET", "desk/staff", None).await["data"]["invitations"], json!([]));
        do_job(&server.app, "ended desk staff").await;
        let left = server.app.db.read(async |tx| tx.count("SELECT count(*) FROM desk_invitations", &[]).await).await;
        assert_eq!(left.unwrap(), 0);

        invite(&clinic.doctor, SITA).await;
        let of_suspended = link_to(&server, SITA).await;
        server.execute(&format!("UPDATE accounts SET state = 'blocked' WHERE id = '{}'", clinic.doctor.doctor)).await;
        accept(&server, &of_suspended).await.assert_problem(410, "link_ended");
        assert!(erase(&server.app, ErasureSubject::Account(Role::Doctor), clinic.doctor.doctor.clone()).await.unwrap());
        let left = server.app.db.read(async |tx| tx.count("SELECT count(*) FROM desk_invitations", &[]).await).await;
        assert_eq!(left.unwrap(), 0);
    })
    .await;
}

#[tokio::test]
async fn an_invitation_can_be_erased() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let id = invite(&clinic.doctor, SITA).await.id();
        assert!(erase(&server.app, ErasureSubject::Account(Role::Desk), id).await.unwrap());
        let left = server.app.db.read(async |tx| tx.count("SELECT count(*) FROM desk_invitations", &[]).await).await;
        assert_eq!(left.unwrap(), 0);
        let named = "SELECT count(*) FROM audit_details WHERE subject_name LIKE 'Sita%'";
        assert_eq!(server.app.db.read(async |tx| tx.count(named, &[]).await).await.unwrap(), 0);
    })
    .await;
}

#[tokio::test]
async fn invitations_count_among_twenty_and_twenty_are_sent_a_day() {
    with_limits(async |server| {
        let clinic = Clinic::new(&server).await;
        for number in 0..19 {
            let invited = invite(&clinic.doctor, &format!("sita{number}@example.org")).await;
            assert_eq!(invited.status, 201, "{number}: {}", invited.text);
        }
        invite(&clinic.doctor, SITA).await.assert_problem(409, "limit_reached");
        let refused = invite(&clinic.doctor, SITA).await;
        refused.assert_problem(429, "too_many_tries");
        assert_eq!(refused.body["message"], "There were too many tries. Please try again in 24 hours.");
    })
    .await;
}

#[tokio::test]
async fn the_mail_about_a_changed_password_names_who_can_still_sign_in_at_the_desk() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let known = server.mails().await.len();
        let body = json!({"current_password": PASSWORD, "password": "another long password"});
        clinic.doctor.done("PUT", "password", Some(body)).await;
        let mails = server.mails().await;
        let told = mails[known..].iter().find(|mail| mail.header("to").contains("doctor1@example.org"));
        let text = told.expect("a mail").text("text/plain").unwrap();
        assert!(text.contains("Staff 1 (staff1@example.org)"), "{text}");
        assert!(!text.contains("Staff 2"), "who sits at the hospital's desk is the hospital's");
    })
    .await;
}

/// A thief of the account may have let somebody in at the desk, or invited them to it.
#[tokio::test]
async fn the_mails_about_a_new_password_name_the_desk_and_who_is_invited_to_it() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        assert_eq!(invite(&clinic.doctor, SITA).await.status, 201);
        let told = async |known: usize| {
            let mails = server.mails().await;
            let told = mails[known..].iter().rev().find(|mail| mail.header("to").contains("doctor1@example.org"));
            told.expect("a mail").text("text/plain").unwrap()
        };
        let names = ["Staff 1 (staff1@example.org)", "Sita Menon (sita@example.org)"];
        let known = server.mails().await.len();
        let body = json!({"current_password": PASSWORD, "password": "another long password"});
        clinic.doctor.done("PUT", "password", Some(body)).await;
        let changed = told(known).await;
        assert!(names.iter().all(|name| changed.contains(name)), "{changed}");
        server.tick();
        let link = logins::reset_link(&server, Role::Doctor, "doctor1@example.org").await;
        let known = server.mails().await.len();
        // Mails of one millisecond have no order.
        server.tick();
        assert_eq!(logins::reset(&server, &link, "a third long password").await.status, 200);
        let reset = told(known).await;
        assert!(names.iter().all(|name| reset.contains(name)), "{reset}");
        assert!(!reset.contains("Staff 2"), "who sits at the hospital's desk is the hospital's");
    })
    .await;
}

#[tokio::test]
async fn signing_out_everywhere_can_end_everybody_at_the_desk() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        invite(&clinic.doctor, SITA).await;
        let link = link_to(&server, SITA).await;
        let other = server.sign_in_doctor(&clinic.doctor.doctor).await;
        let own = json!({"current_password": PASSWORD});
        clinic.doctor.done("DELETE", "sessions", Some(own)).await;
        server.ask("GET", "/user/api/sessions", &other, None).await.assert_problem(401, "unauthenticated");
        clinic.assistant.done("GET", "desk/me", None).await;

        let with_desk = json!({"current_password": PASSWORD, "desk": true});
        let ended = clinic.doctor.done("DELETE", "sessions", Some(with_desk.clone())).await;
        assert!(ended["message"].as_str().unwrap().contains("at your desk"), "{ended}");
        clinic.assistant.ask("GET", "desk/me", None).await.assert_problem(401, "unauthenticated");
        accept(&server, &link).await.assert_problem(410, "link_ended");
        let list = clinic.doctor.done("GET", "desk/staff", None).await["data"].clone();
        assert_eq!((&list["staff"], &list["invitations"]), (&json!([]), &json!([])));
        clinic.desk.done("GET", "desk/me", None).await;
        // A caller without a desk can send it too.
        let patient = server.patient(1).await;
        let done = server.ask("DELETE", "/user/api/sessions", &patient.token, Some(with_desk)).await;
        assert_eq!(done.status, 200, "{}", done.text);
    })
    .await;
}

#[tokio::test]
async fn an_employer_can_disable_the_second_factor_of_desk_staff() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        logins::give_password(&server, &clinic.assistant_id).await;
        let off = format!("desk/staff/{}/twofactor/off", clinic.assistant_id);
        let own = Some(json!({"current_password": PASSWORD}));
        clinic.doctor.ask("POST", &off, own.clone()).await.assert_problem(409, "not_changeable");
        switched_on(&server, Role::Desk, &clinic.assistant.token, PASSWORD).await;
        let list = clinic.doctor.done("GET", "desk/staff", None).await["data"]["staff"].clone();
        assert_eq!(list[0]["twoFactor"], true);
        hospital(&clinic).ask("POST", &off, own.clone()).await.assert_problem(404, "not_found");
        assert_eq!(clinic.doctor.ask("POST", &off, Some(json!({}))).await.bad_fields(), ["current_password"]);
        let known = server.mails().await.len();
        clinic.doctor.done("POST", &off, own).await;
        clinic.assistant.ask("GET", "desk/me", None).await.assert_problem(401, "unauthenticated");
        assert_eq!(log_in(&server, "staff1@example.org").await.status, 200, "without a code");
        let mails = server.mails().await;
        let told = mails[known..].iter().find(|mail| mail.header("to").contains("staff1@example.org"));
        assert!(told.expect("a mail").text("text/plain").unwrap().contains("Doctor Number1 turned off"));
    })
    .await;
}

/// An administrator ends an invitation without the employer's lock, while it is accepted.
#[tokio::test]
async fn an_invitation_that_is_ended_while_it_is_accepted_makes_no_account() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let id = invite(&clinic.doctor, SITA).await.id();
        let link = link_to(&server, SITA).await;
        let held = server.hold_after(&format!("DELETE FROM desk_invitations WHERE id = '{id}'")).await;
        let accepted = server.meet(held, accept(&server, &link)).await;
        accepted.assert_problem(410, "link_ended");
        assert_eq!(accounts(&server, SITA).await, 0);
    })
    .await;
}
