//! How desk logins end, and what happens to calls in progress.

use doccare::admin::erasure::{ErasureSubject, erase};
use doccare::identity::Role;
use doccare::platform::db::{self, Lock};
use futures::future::join;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{Caller, Clinic, MONDAY, recorded};
use crate::harness::people::PASSWORD;
use crate::harness::{do_job, with_server};

#[tokio::test]
async fn ended_staff_lose_access_at_once_and_can_join_elsewhere() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        server.make_admin().await;
        let patient = server.patient(1).await;
        let mut stream = clinic.assistant.stream().await;
        let end = format!("desk/staff/{}", clinic.assistant_id);
        // No other caller may end them.
        let other = Caller { server: &server, doctor: String::new(), token: clinic.hospital_token.clone() };
        other.ask("DELETE", &end, None).await.assert_problem(404, "not_found");
        let ended = clinic.doctor.done("DELETE", &end, None).await;
        assert_eq!(ended["message"], "Ended. They are logged out everywhere.");
        clinic.doctor.ask("DELETE", &end, None).await.assert_problem(404, "not_found");
        clinic.assistant.ask("GET", "doctor/today/{doctor}", None).await.assert_problem(401, "unauthenticated");
        clinic.book(&patient, MONDAY, "10:00").await;
        assert_eq!(stream.chunk().await.unwrap(), None, "they hear nothing more");
        let forgot = json!({"role": "desk", "email": "staff1@example.org"});
        assert_eq!(server.post("/user/api/password/forgot", forgot).await.status, 200);
        assert!(server.mails().await.iter().all(|mail| !mail.header("to").contains("staff1@example.org")));
        let again = json!({"name": "Sita", "email": "staff1@example.org", "current_password": PASSWORD});
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
async fn a_write_during_the_end_of_a_desk_login_commits_before_or_not_at_all() {
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
            let sql = format!("SELECT count(*) FROM audit_log WHERE subject_id = '{id}' AND actor_id = '{staff}'");
            let recorded = server.app.db.read(async |tx| tx.count(&sql, &[]).await).await.unwrap();
            assert_eq!(recorded, i64::from(is_approved));
        }
    })
    .await;
}

#[tokio::test]
async fn a_waiting_call_is_refused_if_the_permission_ends_meanwhile() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let patient = server.patient(1).await;
        let (doctor, hospital) = (clinic.doctor.doctor.clone(), clinic.hospital.clone());
        let here = clinic.book(&patient, MONDAY, "11:00").await;
        let lock = Lock::Doctor(doctor.clone().leak());
        let gone = format!("UPDATE doctors SET desk_access_at = NULL WHERE id = '{doctor}'");
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
async fn desk_staff_can_export_their_data_and_are_erased_with_their_employer() {
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
        assert!(erase(&server.app, ErasureSubject::Account(Role::Doctor), doctor).await.unwrap());
        clinic.assistant.ask("GET", "desk/me", None).await.assert_problem(401, "unauthenticated");
        let rows = recorded(&server, &clinic.assistant_id).await;
        assert!(rows.iter().all(|(_, name, _)| name.is_empty()), "{rows:?}");
        let admin = server.admin_token_again().await;
        let log = server.ask("GET", "/admin/api/audit?actor=desk&action=reject", &admin, None).await;
        assert_eq!(log.body["data"][0]["reason"], Value::Null, "what they said is erased with them");
        assert!(erase(&server.app, ErasureSubject::Account(Role::Desk), clinic.desk_id.clone()).await.unwrap());
        clinic.desk.ask("GET", "desk/me", None).await.assert_problem(401, "unauthenticated");
    })
    .await;
}
