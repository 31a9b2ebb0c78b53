//! Blocked users, suspended doctors, and their bookings.

use futures::future::join_all;
use serde_json::{Value, json};

use super::get;
use crate::harness::people::Patient;
use crate::harness::{Answer, TestServer, with_server};

const DAY: &str = "Nov 16, 2026";

async fn block(server: &TestServer, admin: &str, id: &str, body: Option<Value>) -> Answer {
    server.ask("PATCH", &format!("/admin/api/blockandunblock/{id}"), admin, body).await
}

async fn own_statuses(server: &TestServer, patient: &Patient) -> Vec<Value> {
    let path = format!("/user/api/previous/booking/{}", patient.id);
    let own = server.ask("GET", &path, &patient.token, None).await;
    own.body["data"].as_array().unwrap().iter().map(|row| row["status"].clone()).collect()
}

#[tokio::test]
async fn a_blocked_user_is_out_at_once_and_keeps_their_bookings() {
    with_server(async |server| {
        let (admin, patient, doctor) = (server.admin_token().await, server.patient(1).await, server.doctor(1).await);
        assert_eq!(server.book(&patient, &doctor, DAY, "10:00").await.status, 200);
        let blocked = block(&server, &admin, &patient.id, Some(json!({"reason": "Fake bookings"}))).await;
        assert_eq!((blocked.status, &blocked.body["data"]["isDeleted"]), (200, &json!(true)), "{}", blocked.text);
        server.book(&patient, &doctor, DAY, "10:15").await.assert_problem(401, "unauthenticated");
        let login = json!({"email": patient.email, "password": crate::harness::people::PASSWORD});
        server.post("/user/api/login", login.clone()).await.assert_problem(403, "blocked");

        let details = get(&server, &admin, &format!("users/{}", patient.id)).await;
        let data = &details.body["data"];
        assert_eq!((&data["isDeleted"], &data["bookings"]["total"]), (&json!(true), &json!(1)), "{}", details.text);
        let visit = &data["bookings"]["coming"][0];
        assert_eq!((&visit["doctor"], &visit["status"]), (&json!("Doctor Number1"), &json!("Pending")));
        assert_eq!(
            (&data["audit"][0]["action"], &data["audit"][0]["reason"]),
            (&json!("block"), &json!("Fake bookings"))
        );

        // Without a body the call is the toggle of the spec.
        let unblocked = block(&server, &admin, &patient.id, None).await;
        assert_eq!(unblocked.body["data"]["isDeleted"], false);
        let token = server.post("/user/api/login", login).await.body["token"].as_str().unwrap().to_owned();
        assert_eq!(own_statuses(&server, &Patient { token, ..patient.clone() }).await, ["Pending"]);
        assert_eq!(get(&server, &admin, "audit?subject=user").await.body["total"], 2);
        for (body, field) in [(json!({"bookings": "burn"}), "bookings"), (json!({"reason": "x".repeat(301)}), "reason")]
        {
            assert_eq!(block(&server, &admin, &patient.id, Some(body)).await.bad_fields(), [field]);
        }
    })
    .await;
}

#[tokio::test]
async fn blocking_can_cancel_upcoming_bookings_and_mails_both_sides() {
    with_server(async |server| {
        let (admin, patient, other) = (server.admin_token().await, server.patient(1).await, server.patient(2).await);
        let (first, second) = (server.doctor(1).await, server.doctor(2).await);
        for (doctor, time) in [(&first, "10:00"), (&second, "10:15")] {
            assert_eq!(server.book(&patient, doctor, DAY, time).await.status, 200);
        }
        let id = server.booked(&patient, &first, DAY, "11:00").await;
        server.approve(&server.sign_in_doctor(&first).await, &id).await;
        let body = json!({"reason": "Nobody ever came.", "bookings": "cancel"});
        assert_eq!(block(&server, &admin, &patient.id, Some(body)).await.status, 200);
        let mails = server.mails().await;
        let told: Vec<&str> = mails
            .iter()
            .filter(|mail| mail.text("text/plain").is_some_and(|text| text.contains("Nobody ever came.")))
            .map(|mail| mail.header("to"))
            .collect();
        let to = |address: &str| told.iter().filter(|to| to.contains(address)).count();
        assert_eq!((to(&patient.email), to("doctor1@example.org"), to("doctor2@example.org")), (3, 2, 1));
        assert_eq!(server.book(&other, &first, DAY, "11:00").await.status, 200, "the slot is free again");
        let bookings = get(&server, &admin, "bookings?status=cancelled").await;
        assert_eq!(bookings.body["total"], 3, "{}", bookings.text);
        let dashboard = get(&server, &admin, "dashboard").await;
        assert_eq!(dashboard.body["data"]["sample"], true, "a cancelled visit earned nothing");
    })
    .await;
}

#[tokio::test]
async fn two_administrators_at_once_block_once() {
    with_server(async |server| {
        let (admin, patient) = (server.admin_token().await, server.patient(1).await);
        let wanted = Some(json!({"isDeleted": true}));
        let both = join_all((0..4).map(|_| block(&server, &admin, &patient.id, wanted.clone()))).await;
        assert!(both.iter().all(|answer| answer.body["data"]["isDeleted"] == true));
        assert_eq!(get(&server, &admin, "audit?action=block").await.body["total"], 1);
        // The toggle without a body: every call has an effect, and each is in the audit log.
        join_all((0..4).map(|_| block(&server, &admin, &patient.id, None))).await;
        let user = get(&server, &admin, &format!("users/{}", patient.id)).await;
        assert_eq!(user.body["data"]["isDeleted"], true);
        assert_eq!(get(&server, &admin, "audit?subject=user").await.body["total"], 5);
    })
    .await;
}

async fn suspend(server: &TestServer, admin: &str, id: &str, body: Value) -> Answer {
    server.ask("POST", &format!("/admin/api/doctors/{id}/suspend"), admin, Some(body)).await
}

#[tokio::test]
async fn a_suspended_doctor_is_hidden_unbookable_and_signed_out_until_restored() {
    with_server(async |server| {
        let (admin, patient, doctor) = (server.admin_token().await, server.patient(1).await, server.doctor(1).await);
        let session = server.sign_in_doctor(&doctor).await;
        assert_eq!(server.book(&patient, &doctor, DAY, "10:00").await.status, 200);
        let suspended = suspend(&server, &admin, &doctor, json!({"reason": "Licence ended"})).await;
        let data = &suspended.body["data"];
        assert_eq!((suspended.status, &data["suspended"]), (200, &json!(true)), "{}", suspended.text);
        assert_eq!((&data["coming"][0]["patient_name"], &data["figures"]["pending"]), (&json!("Asha Nair"), &json!(1)));
        assert!(data["approvedAt"].is_string() && data["email"] == "doctor1@example.org");
        assert_eq!(data["audit"][0]["reason"], "Licence ended");
        suspend(&server, &admin, &doctor, json!({})).await.assert_problem(409, "not_changeable");

        assert_eq!(server.get("/user/api/finddoctors").await.body["total"], 0);
        server.get(&format!("/user/api/doctor/{doctor}")).await.assert_problem(404, "not_found");
        server.book(&patient, &doctor, DAY, "10:15").await.assert_problem(404, "not_found");
        let own = server.ask("GET", &format!("/user/api/doctor/dashboard/{doctor}"), &session, None).await;
        own.assert_problem(401, "unauthenticated");
        assert_eq!(own_statuses(&server, &patient).await, ["Pending"], "kept unless chosen otherwise");
        let pending = get(&server, &admin, "workers/Doctor/pendingrequest").await;
        assert_eq!(pending.body["total"], 0, "a suspended doctor is no applicant");
        let listed = get(&server, &admin, "doctors/view/data").await;
        assert_eq!((&listed.body["total"], &listed.body["data"][0]["suspended"]), (&json!(1), &json!(true)));

        let path = format!("/admin/api/doctors/{doctor}/restore");
        let restored = server.ask("POST", &path, &admin, Some(json!({"reason": "Renewed"}))).await;
        assert_eq!((restored.status, &restored.body["data"]["suspended"]), (200, &json!(false)), "{}", restored.text);
        server.ask("POST", &path, &admin, None).await.assert_problem(409, "not_changeable");
        assert_eq!(server.get("/user/api/finddoctors").await.body["total"], 1);
        assert_eq!(server.book(&patient, &doctor, DAY, "10:15").await.status, 200);
        let actions: Vec<&str> = restored.body["data"]["audit"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["action"].as_str().unwrap())
            .collect();
        assert_eq!(actions.len(), 2);
        assert!(actions.contains(&"suspend") && actions.contains(&"restore"));
    })
    .await;
}

#[tokio::test]
async fn suspending_may_cancel_and_races_with_bookings_leave_nothing_behind() {
    with_server(async |server| {
        let (admin, doctor) = (server.admin_token().await, server.doctor(1).await);
        let patients = join_all((0..8).map(|number| server.patient(number))).await;
        let times = ["10:00", "10:15", "10:30", "10:45", "11:00", "11:15", "11:30", "11:45"];
        let bookings = patients.iter().zip(times).map(|(patient, time)| server.book(patient, &doctor, DAY, time));
        let body = json!({"bookings": "cancel", "reason": "Closed"});
        let twice = async {
            futures::join!(
                suspend(&server, &admin, &doctor, body.clone()),
                suspend(&server, &admin, &doctor, body.clone())
            )
        };
        let (booked, (one, two)) = futures::join!(join_all(bookings), twice);
        let mut statuses = [one.status, two.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "one administrator suspends");
        assert!(booked.iter().all(|answer| [200, 404].contains(&answer.status)));
        let open = get(&server, &admin, "bookings?status=Pending").await;
        assert_eq!((&open.body["total"], &open.body["data"]), (&json!(0), &json!([])), "{}", open.text);
        let made = booked.iter().filter(|answer| answer.status == 200).count();
        assert_eq!(get(&server, &admin, "bookings").await.body["total"], made);
        let told = server
            .mails()
            .await
            .iter()
            .filter(|mail| mail.header("subject").starts_with("Your appointment is cancelled"))
            .count();
        assert_eq!(told, made);
    })
    .await;
}

#[tokio::test]
async fn a_booking_is_shown_with_its_decisions() {
    with_server(async |server| {
        let (admin, patient, doctor) = (server.admin_token().await, server.patient(1).await, server.doctor(1).await);
        let id = server.booked(&patient, &doctor, DAY, "10:00").await;
        let session = server.sign_in_doctor(&doctor).await;
        let reject = format!("/user/api/doctor/appointment/reject/{id}");
        let reason = json!({"reason": "On leave"});
        assert_eq!(server.ask("PATCH", &reject, &session, Some(reason)).await.status, 200);
        let details = get(&server, &admin, &format!("bookings/{id}")).await;
        let data = &details.body["data"];
        for (field, value) in [
            ("_id", json!(id)),
            ("patient_name", json!("Asha Nair")),
            ("doctor", json!({"_id": doctor, "full_Name": "Doctor Number1"})),
            ("user", json!({"_id": patient.id, "username": "Patient 1"})),
            ("status", json!("Rejected")),
            ("reason", json!("On leave")),
            ("fee", json!(300)),
        ] {
            assert_eq!(data[field], value, "{}", details.text);
        }
        assert_eq!(
            (&data["audit"][0]["action"], &data["audit"][0]["actor"]["name"]),
            (&json!("reject"), &json!("Doctor Number1"))
        );
        get(&server, &admin, "bookings/nothing").await.assert_problem(404, "not_found");
    })
    .await;
}
