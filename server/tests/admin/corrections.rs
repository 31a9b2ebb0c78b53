//! The administrator corrects a doctor's name, number, speciality and experience: it is audited, and the doctor gets a mail.

use serde_json::{Value, json};

use super::get;
use crate::harness::{Answer, TestServer, with_server};

async fn correct(server: &TestServer, admin: &str, doctor: &str, body: Value) -> Answer {
    server.ask("PATCH", &format!("/admin/api/doctors/{doctor}"), admin, Some(body)).await
}

#[tokio::test]
async fn a_correction_is_public_at_once_audited_and_mailed_to_the_doctor() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let doctor = server.doctor(1).await;
        server.mails().await;
        let before = get(&server, &admin, &format!("doctors/{doctor}")).await.body["data"].clone();
        let changed = json!({"full_Name": "Ashadevi Nair", "doctor_ID": "TCMC 4711", "specialization": "ENT",
                             "experience": "21"});
        let corrected = correct(&server, &admin, &doctor, changed.clone()).await;
        assert_eq!(corrected.status, 200, "{}", corrected.text);
        let found = server.get(&format!("/user/api/doctor/{doctor}")).await.body["data"].clone();
        for (field, value) in
            [("full_Name", json!("Ashadevi Nair")), ("doctor_ID", json!("TCMC 4711")), ("experience", json!(21))]
        {
            assert_eq!((&corrected.body["data"][field], &found[field]), (&value, &value), "{field}");
        }
        assert_eq!(found["specialization"], "ENT");
        // Found by the new name, and no longer by the old one.
        let total =
            async |name: &str| server.get(&format!("/user/api/finddoctors?q={name}")).await.body["total"].clone();
        assert_eq!(total("ashadevi").await, 1);
        let old = before["full_Name"].as_str().unwrap().split(' ').next_back().unwrap();
        assert_eq!(total(old).await, 0, "{old}");
        let listed = get(&server, &admin, "doctors/view/data?q=ashadevi").await;
        assert_eq!(listed.body["total"], 1, "{}", listed.text);

        let log = get(&server, &admin, "audit?action=correct").await;
        let row = &log.body["data"][0];
        assert_eq!((&log.body["total"], &row["subject"]["_id"]), (&json!(1), &json!(doctor)), "{}", log.text);
        let reason = row["reason"].as_str().unwrap();
        assert!(reason.contains(before["full_Name"].as_str().unwrap()) && reason.contains("TCMC 4711"), "{reason}");
        let mails = server.mails().await;
        let told = mails.iter().rev().find(|mail| mail.header("to").contains("doctor1")).expect("a mail to the doctor");
        let told = told.text("text/plain").unwrap();
        for part in ["Ashadevi Nair", "TCMC 4711", "ENT", "21"] {
            assert!(told.contains(part), "{part}: {told}");
        }

        // The same correction again changes nothing, and sends no mail.
        let count = server.mails().await.len();
        assert_eq!(correct(&server, &admin, &doctor, changed).await.status, 200);
        assert_eq!(get(&server, &admin, "audit?action=correct").await.body["total"], 1);
        assert_eq!(server.mails().await.len(), count);
    })
    .await;
}

#[tokio::test]
async fn absent_fields_stay_and_invalid_or_taken_values_are_refused() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let (one, other) = (server.doctor(1).await, server.doctor(2).await);
        let number = |answer: &Answer| answer.body["data"]["doctor_ID"].as_str().unwrap().to_owned();
        let (before, taken) = (
            get(&server, &admin, &format!("doctors/{one}")).await,
            number(&get(&server, &admin, &format!("doctors/{other}")).await),
        );
        let corrected = correct(&server, &admin, &one, json!({"experience": 3})).await;
        assert_eq!((corrected.status, number(&corrected)), (200, number(&before)), "{}", corrected.text);
        let wrong = json!({"full_Name": " ", "specialization": "Alchemy", "experience": "many", "doctor_ID": ""});
        let refused = correct(&server, &admin, &one, wrong).await;
        assert_eq!(
            refused.bad_fields(),
            ["full_Name", "doctor_ID", "specialization", "experience"],
            "{}",
            refused.text
        );
        let refused = correct(&server, &admin, &one, json!({"doctor_ID": taken.to_lowercase()})).await;
        assert_eq!((refused.status, refused.bad_fields()), (422, vec!["doctor_ID"]), "{}", refused.text);
        correct(&server, &admin, "nobody", json!({"experience": 3})).await.assert_problem(404, "not_found");
        let doctor = server.sign_in_doctor(&one).await;
        assert_eq!(correct(&server, &doctor, &one, json!({"experience": 3})).await.status, 403);
    })
    .await;
}
