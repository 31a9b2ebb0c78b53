//! The audit log: every decision, filters, and entries about deleted subjects.

use doccare::identity::Role;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{get, walk};
use crate::harness::{ADMIN, with_server};

/// Without logins, and without the creation of the administrator.
fn decisions((mut rows, total): (Vec<Value>, i64)) -> Vec<Value> {
    assert_eq!(i64::try_from(rows.len()).unwrap(), total);
    rows.retain(|row| row["subject"]["kind"] != "account" && row["actor"]["role"] != "operator");
    rows
}

#[tokio::test]
async fn every_decision_is_in_the_log_and_each_filter_finds_its_own() {
    with_server(async |server| {
        server.make_admin().await;
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        let session = server.sign_in_doctor(&doctor).await;
        let step = || server.clock.advance(SignedDuration::from_millis(1));
        let mut ids = Vec::new();
        for time in ["10:00", "10:15"] {
            ids.push(server.booked(&patient, &doctor, "Nov 18, 2026", time).await);
        }
        for (verb, id, body) in [
            ("approve", &ids[0], None),
            ("reject", &ids[1], Some(json!({"reason": "Full"}))),
            ("cancel", &ids[0], Some(json!({"reason": "Ill"}))),
        ] {
            step();
            let path = format!("/user/api/doctor/appointment/{verb}/{id}");
            assert_eq!(server.ask("PATCH", &path, &session, body).await.status, 200);
        }
        server.clock.advance(SignedDuration::from_hours(24));
        // An administrator's session lasts half a day.
        let login = json!({"email": ADMIN.0, "password": ADMIN.1});
        let admin = server.post("/admin/api/login", login).await.body["token"].as_str().unwrap().to_owned();
        let applicant = server.unlisted_doctor(2, |_| {}).await;
        let path = format!("/admin/api/workers/Doctor/rejected/{applicant}");
        assert_eq!(server.ask("DELETE", &path, &admin, Some(json!({"reason": "Unknown"}))).await.status, 200);
        step();
        let path = format!("/admin/api/blockandunblock/{}", patient.id);
        assert_eq!(server.ask("PATCH", &path, &admin, None).await.status, 200);
        step();
        let path = format!("/admin/api/doctors/{doctor}/suspend");
        assert_eq!(server.ask("POST", &path, &admin, None).await.status, 200);

        let rows = decisions(walk(&server, &admin, "audit", 2).await);
        let actions: Vec<&str> = rows.iter().map(|row| row["action"].as_str().unwrap()).collect();
        assert_eq!(actions, ["suspend", "block", "reject", "cancel", "reject", "approve"]);
        assert_eq!(rows[3]["actor"], json!({"_id": doctor, "role": "doctor", "name": "Doctor Number1"}));
        assert_eq!(rows[3]["subject"], json!({"kind": "booking", "_id": ids[0], "name": "Asha Nair"}));
        assert_eq!((&rows[2]["reason"], &rows[2]["subject"]["name"]), (&json!("Unknown"), &json!("Doctor Number2")));
        assert_eq!(rows[2]["actor"]["name"], "Admin@Example.org");
        for (query, count) in [
            ("action=reject", 2),
            ("action=reject&subject=doctor", 1),
            ("subject=booking", 3),
            ("actor=doctor", 3),
            ("actor=admin&subject=user", 1),
            ("q=asha", 3),
            ("q=doctor%20num", 2),
            ("from=2026-11-16", 3),
            ("to=2026-11-15", 3),
            ("from=2026-11-15&to=2026-11-16&actor=admin", 3),
            ("from=Nov%2017,%202026", 0),
            ("action=&subject=null", 6),
            ("action=bake", 0),
        ] {
            let rows = decisions(walk(&server, &admin, &format!("audit?{query}"), 2).await);
            assert_eq!(rows.len(), count, "{query}");
        }
        let of_one = get(&server, &admin, &format!("audit?q={doctor}")).await;
        assert_eq!((&of_one.body["total"], &of_one.body["data"][0]["action"]), (&json!(1), &json!("suspend")));
        assert_eq!(get(&server, &admin, "audit?from=soon&to=later").await.bad_fields(), ["from", "to"]);
    })
    .await;
}

#[tokio::test]
async fn the_log_outlives_its_subjects() {
    with_server(async |server| {
        let (admin, patient) = (server.admin_token().await, server.patient(1).await);
        let path = format!("/admin/api/blockandunblock/{}", patient.id);
        for _ in 0..2 {
            assert_eq!(server.ask("PATCH", &path, &admin, None).await.status, 200);
        }
        let login = json!({"email": patient.email, "password": crate::harness::people::PASSWORD});
        let token = server.post("/user/api/login", login).await.body["token"].as_str().unwrap().to_owned();
        let profile = format!("/user/api/user/profile/{}", patient.id);
        let password = json!({"password": crate::harness::people::PASSWORD});
        assert_eq!(server.ask("DELETE", &profile, &token, Some(password)).await.status, 200);
        get(&server, &admin, &format!("users/{}", patient.id)).await.assert_problem(404, "not_found");
        server.ask("PATCH", &path, &admin, None).await.assert_problem(404, "not_found");
        assert_eq!(get(&server, &admin, "audit?q=patient").await.body["total"], 0, "names are erased");
        let log = get(&server, &admin, &format!("audit?q={}&subject=user", patient.id)).await;
        assert_eq!((&log.body["total"], &log.body["data"][0]["subject"]["name"]), (&json!(2), &json!("")));
    })
    .await;
}

#[tokio::test]
async fn a_hospitals_word_about_its_doctors_is_in_the_log() {
    with_server(async |server| {
        let (admin, doctor) = (server.admin_token().await, server.doctor(1).await);
        let hospital = server.doctor(2).await;
        // A hospital's account, without its page, is enough to act for it.
        let (owner, subject) = (hospital.clone(), doctor.clone());
        let write = server.app.db.write(async move |tx| {
            tx.execute("UPDATE accounts SET role = 'hospital' WHERE id = $1", &[&owner]).await?;
            doccare::directory::name_hospital(tx, &subject, &owner, None).await
        });
        write.await.unwrap();
        let token = server.sign_in(&hospital, Role::Hospital).await;
        let path = format!("/user/api/worker/doctors/{hospital}");
        assert_eq!(server.ask("PATCH", &format!("{path}/confirm/{doctor}"), &token, None).await.status, 200);
        server.clock.advance(SignedDuration::from_millis(1));
        assert_eq!(server.ask("DELETE", &format!("{path}/{doctor}"), &token, None).await.status, 200);
        let log = get(&server, &admin, "audit?actor=hospital").await;
        let actions: Vec<&str> = super::column(&log, "action");
        assert_eq!(actions, ["remove", "confirm"]);
        assert_eq!(log.body["data"][0]["subject"], json!({"kind": "doctor", "_id": doctor, "name": "Doctor Number1"}));
    })
    .await;
}
