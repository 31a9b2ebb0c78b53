//! Desk staff: Malayalam names, ending an invitation, what the desk of a hospital may see, and how administrators end a desk login.

use serde_json::{Value, json};

use super::{Doctor, MONDAY, SUNDAY};
use crate::harness::people::PASSWORD;
use crate::harness::{Answer, TestServer, with_server};
use crate::logins;

async fn get(server: &TestServer, token: &str, path: &str) -> Value {
    let answer = server.ask("GET", path, token, None).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    answer.body["data"].clone()
}

async fn add(server: &TestServer, doctor: &Doctor, email: &str) -> Answer {
    logins::give_password(server, &doctor.id).await;
    let body = json!({"name": "Sita", "email": email, "current_password": PASSWORD});
    server.ask("POST", "/user/api/desk/staff", &doctor.token, Some(body)).await
}

#[tokio::test]
async fn doctors_and_hospitals_have_their_malayalam_names_at_the_desk() {
    with_server(async |server| {
        let doctor = Doctor::with_desk(&server, 1).await;
        server.execute(&format!("UPDATE doctors SET name_ml = 'ലീല' WHERE id = '{}'", doctor.id)).await;
        let (assistant, desk) =
            (server.desk_staff(&doctor.id, 1).await.0, server.desk_staff(&doctor.hospital, 2).await.0);
        let (assistant, desk) = (server.sign_in_desk(&assistant).await, server.sign_in_desk(&desk).await);
        let served = get(&server, &desk, "/user/api/desk/doctors").await;
        let names = ["name", "nameMl", "place", "placeMl"].map(|field| served[0][field].as_str().unwrap());
        assert_eq!(names, ["Doctor Number1", "ലീല", "hospital 1", "സിറ്റി ആശുപത്രി"]);
        for (token, name) in [(&assistant, "ലീല"), (&desk, "സിറ്റി ആശുപത്രി")] {
            assert_eq!(get(&server, token, "/user/api/desk/me").await["employer"]["nameMl"], name);
        }
        let own = get(&server, &doctor.token, "/user/api/desk/staff").await;
        assert_eq!(own["hospital"]["nameMl"], "സിറ്റി ആശുപത്രി");
    })
    .await;
}

#[tokio::test]
async fn ending_an_invitation_that_was_not_accepted_keeps_the_mails_to_that_address() {
    with_server(async |server| {
        let (doctor, patient) = (Doctor::with_desk(&server, 1).await, server.patient(1).await);
        let added = add(&server, &doctor, &patient.email).await;
        let id = added.body["data"]["_id"].as_str().unwrap().to_owned();
        doctor.book(&server, &patient, MONDAY, "10:00").await;
        let end = format!("/user/api/desk/staff/{id}");
        assert_eq!(server.ask("DELETE", &end, &doctor.token, None).await.status, 200);
        let mails = server.mails().await;
        let own = mails.iter().filter(|mail| mail.header("to").contains(&patient.email));
        assert!(
            own.map(|mail| mail.header("subject")).any(|subject| subject.contains("is requested")),
            "of their booking"
        );
    })
    .await;
}

#[tokio::test]
async fn a_hospitals_desk_cannot_see_a_follow_ups_previous_visit_at_another_place() {
    with_server(async |server| {
        let (doctor, patient) = (Doctor::with_desk(&server, 1).await, server.patient(1).await);
        let (staff, _) = server.desk_staff(&doctor.hospital, 1).await;
        let token = server.sign_in_desk(&staff).await;
        let desk = Doctor { doctor: doctor.with_token(token), hospital: String::new() };
        let elsewhere = doctor.visit(&server, &patient, SUNDAY, "10:00").await;
        doctor.works(&server, &[("09:00", "10:00", true), ("17:00", "18:00", false)]).await;
        let here = doctor.book(&server, &patient, MONDAY, "09:00").await;
        let follow = async |visit: &str, before: &str| {
            let set = format!("follows_id = '{before}', fee_waived = TRUE");
            server.execute(&format!("UPDATE appointments SET {set} WHERE id = '{visit}'")).await;
        };
        let told = async |who: &Doctor, visit: &str| {
            let pending = who.done(&server, "GET", "appointments/{id}", None).await;
            let rows = pending["data"].as_array().unwrap().clone();
            let row = rows.into_iter().find(|row| row["_id"] == visit).unwrap();
            (row["followUpOf"].clone(), row["withoutFee"].clone())
        };
        follow(&here, &elsewhere).await;
        assert_eq!(told(&doctor, &here).await, (json!(elsewhere), json!(true)));
        assert_eq!(told(&desk, &here).await, (Value::Null, json!(false)));
        let after = doctor.book(&server, &patient, MONDAY, "09:15").await;
        follow(&after, &here).await;
        assert_eq!(told(&desk, &after).await, (json!(here), json!(true)), "both are there");
        let approved = desk.done(&server, "PATCH", &format!("appointment/approve/{here}"), None).await;
        assert_eq!(approved["data"]["followUpOf"], Value::Null);
        let coming = desk.done(&server, "GET", "appointment/upcoming/{id}", None).await;
        assert_eq!(coming["data"][0]["followUpOf"], Value::Null);

        // Without access to the visit a wrong form is answered by 404, as if the visit did not exist.
        let wrong = Some(json!({"reason": "x".repeat(10_000)}));
        for (id, status) in [(elsewhere.as_str(), 404), ("some", 404), (after.as_str(), 422)] {
            let answer = desk.ask(&server, "PATCH", &format!("appointment/reject/{id}"), wrong.clone()).await;
            assert_eq!(answer.status, status, "{id}: {}", answer.text);
        }
    })
    .await;
}

#[tokio::test]
async fn the_administrator_sees_desk_staff_and_can_end_their_logins() {
    with_server(async |server| {
        let (doctor, admin) = (Doctor::with_desk(&server, 1).await, server.admin_token().await);
        let (assistant, email) = server.desk_staff(&doctor.id, 1).await;
        let (desk, _) = server.desk_staff(&doctor.hospital, 2).await;
        let token = server.sign_in_desk(&desk).await;
        let of_doctor = get(&server, &admin, &format!("/admin/api/doctors/{}", doctor.id)).await["desk"].clone();
        assert_eq!(of_doctor.as_array().unwrap().len(), 1);
        assert_eq!(
            (&of_doctor[0]["id"], &of_doctor[0]["name"], &of_doctor[0]["email"], &of_doctor[0]["accepted"]),
            (&json!(assistant), &json!("Staff 1"), &json!(email), &json!(false))
        );
        assert!(of_doctor[0]["since"].is_string());
        let hospital = format!("/admin/api/hospitals/{}", doctor.hospital);
        assert_eq!(get(&server, &admin, &hospital).await["desk"][0]["accepted"], true);
        let end = format!("/admin/api/desk/{desk}");
        let reason = Some(json!({"reason": "They were never there."}));
        let ended = server.ask("DELETE", &end, &admin, reason).await;
        assert_eq!((ended.status, &ended.body["message"]), (200, &json!("Ended. They are logged out everywhere.")));
        server.ask("DELETE", &end, &admin, None).await.assert_problem(404, "not_found");
        server.ask("GET", "/user/api/desk/me", &token, None).await.assert_problem(401, "unauthenticated");
        assert_eq!(get(&server, &admin, &hospital).await["desk"], json!([]));
        let log = get(&server, &admin, "/admin/api/audit?subject=desk&action=end").await;
        assert_eq!(
            (&log[0]["subject"]["name"], &log[0]["reason"]),
            (&json!("Staff 2"), &json!("They were never there."))
        );
    })
    .await;
}
