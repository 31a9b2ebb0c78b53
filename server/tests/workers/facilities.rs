//! Hospitals and pharmacies: their public entry, and the doctors who name them.

use serde_json::{Value, json};

use super::{PASSWORD, apply, apply_as_facility, approved_facility, put, token};
use crate::harness::{with_limits, with_server};

#[tokio::test]
async fn a_pharmacy_signs_in_once_approved_edits_its_hours_and_is_found_under_medicines() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let id = apply_as_facility(&server, &[]).await.id();
        let pending = server.ask("GET", "/admin/api/workers/pharmacy/pendingrequest", &admin, None).await;
        let row = &pending.body["data"][0];
        for (field, value) in [
            ("Hospital_name", "Jeevan Medicals"),
            ("doctor_ID", "KL-20-77"),
            ("specialization", "Pharmacy"),
            ("phone_Number", "9447012345"),
            ("district", "Ernakulam"),
        ] {
            assert_eq!(row[field], value, "{row}");
        }
        for (path, word) in [("pharmacy", "Pharmacy"), ("hospital", "Hospital")] {
            for body in [
                json!({"email": "jeevan@example.org", "password": PASSWORD}),
                json!({"email": "nobody@example.org", "password": PASSWORD}),
                json!({}),
            ] {
                let refused = server.post(&format!("/user/api/{path}/login"), body).await;
                assert!((400..500).contains(&refused.status));
                assert_eq!(refused.body["message"], format!("{word} not complited"));
            }
        }
        assert_eq!(server.get("/user/api/pharmacies").await.body["total"], 0);
        let approve = format!("/admin/api/workers/PHARMACY/approved/{id}");
        assert_eq!(server.ask("PATCH", &approve, &admin, None).await.status, 200);
        let token = token(&server, "pharmacy", "jeevan@example.org").await;
        let path = format!("/user/api/worker/profile/{id}");
        let profile = server.ask("GET", &path, &token, None).await;
        assert_eq!(
            (&profile.body["data"]["category"], &profile.body["data"]["startTime"]),
            (&json!("Pharmacy"), &Value::Null)
        );
        let fields = [("startTime", "08:30"), ("endTime", "21:00"), ("daysOff", "Sunday,monday"), ("City", "Aluva")];
        let saved = put(&server, &path, &token, &fields).await;
        assert_eq!(saved.body["data"]["daysOff"], json!(["Monday", "Sunday"]), "{}", saved.text);
        for (query, total) in [
            ("", 1),
            ("?district=cochin", 1),
            ("?district=Ernakulam", 1),
            ("?district=Kollam", 0),
            ("?q=jee", 1),
            ("?q=x", 0),
        ] {
            let found = server.get(&format!("/user/api/pharmacies{query}")).await;
            assert_eq!(found.body["total"], total, "{query}");
            assert_eq!(found.body["data"].as_array().map(Vec::len), Some(total), "{query}");
        }
        let shown = server.get("/user/api/pharmacies").await;
        assert_eq!(
            (&shown.body["data"][0]["startTime"], &shown.body["data"][0]["City"]),
            (&json!("08:30"), &json!("Aluva"))
        );
        assert!(!shown.text.contains("jeevan@example.org") && !shown.text.contains("KL-20-77"));
        for (fields, wrong) in [
            (&[("startTime", "21:00")][..], "endTime"),
            (&[("startTime", "")][..], "endTime"),
            (&[("daysOff", "Funday")][..], "daysOff"),
            (&[("State", "Goa")][..], "District"),
            (&[("Hospital_name", "")][..], "Hospital_name"),
        ] {
            assert_eq!(put(&server, &path, &token, fields).await.bad_fields(), [wrong]);
        }
        // Past midnight, until midnight, and 24 hours.
        for (opens, closes) in [("20:00", "02:00"), ("06:00", "00:00"), ("00:00", "00:00")] {
            let saved = put(&server, &path, &token, &[("startTime", opens), ("endTime", closes)]).await;
            assert_eq!(saved.status, 200, "{opens} to {closes}: {}", saved.text);
            let shown = server.get("/user/api/pharmacies").await.body["data"][0].clone();
            assert_eq!((&shown["startTime"], &shown["endTime"]), (&json!(opens), &json!(closes)));
        }
        let emptied = put(&server, &path, &token, &[("startTime", ""), ("endTime", "")]).await;
        assert_eq!(
            (&emptied.body["data"]["startTime"], &emptied.body["data"]["endTime"]),
            (&Value::Null, &Value::Null)
        );
        let other = put(&server, "/user/api/worker/profile/other", &token, &[("City", "Aluva")]).await;
        other.assert_problem(403, "forbidden");
        let doctors = server.ask("GET", &format!("/user/api/worker/doctors/{id}"), &token, None).await;
        doctors.assert_problem(403, "forbidden");
    })
    .await;
}

#[tokio::test]
async fn a_doctor_names_a_hospital_and_the_hospital_confirms_or_removes_them() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let hospital = approved_facility(&server, &admin, &[("category", None)]).await;
        let waiting = [("category", None), ("Email", Some("w@example.org")), ("License_number", Some("KL-2"))];
        let waiting = apply_as_facility(&server, &waiting).await.id();
        let pharmacy = [("Email", Some("p@example.org")), ("License_number", Some("KL-3"))];
        let pharmacy = approved_facility(&server, &admin, &pharmacy).await;
        let doctor = apply(&server, &[]).await.id();
        let approve = format!("/admin/api/workers/Doctor/approved/{doctor}");
        assert_eq!(server.ask("PATCH", &approve, &admin, None).await.status, 200);
        let doctor_token = token(&server, "doctor", "meera@example.org").await;
        let profile = format!("/user/api/doctor/profile/{doctor}");
        for unknown in [waiting.as_str(), pharmacy.as_str(), "nobody"] {
            assert_eq!(
                put(&server, &profile, &doctor_token, &[("hospital", unknown)]).await.bad_fields(),
                ["hospital"]
            );
        }
        let named = put(&server, &profile, &doctor_token, &[("hospital", &hospital)]).await;
        assert_eq!(named.body["data"]["profile"]["hospital"]["confirmed"], false, "{}", named.text);
        let public = format!("/user/api/doctor/{doctor}");
        assert_eq!(server.get(&public).await.body["data"]["hospital"], Value::Null);

        let hospital_token = token(&server, "hospital", "jeevan@example.org").await;
        let list = format!("/user/api/worker/doctors/{hospital}");
        let doctors = server.ask("GET", &list, &hospital_token, None).await;
        assert_eq!(doctors.body["data"][0]["confirmed"], false, "{}", doctors.text);
        let known = server.ask("GET", &format!("/admin/api/hospitals/{hospital}"), &admin, None).await;
        let data = &known.body["data"];
        assert_eq!(data["doctors"], doctors.body["data"], "{}", known.text);
        assert_eq!((&data["License_number"], &data["audit"][0]["action"]), (&json!("KL-20-77"), &json!("approve")));
        assert!(data["approvedAt"].is_string());
        let known = server.ask("GET", &format!("/admin/api/hospitals/{waiting}"), &admin, None).await;
        assert_eq!((&known.body["data"]["approvedAt"], &known.body["data"]["doctors"]), (&Value::Null, &json!([])));
        server
            .ask("GET", &format!("/admin/api/hospitals/{doctor}"), &admin, None)
            .await
            .assert_problem(404, "not_found");
        let confirm = format!("{list}/confirm/{doctor}");
        assert_eq!(server.ask("PATCH", &confirm, &hospital_token, None).await.status, 200);
        assert_eq!(server.get(&public).await.body["data"]["hospital"]["Hospital_name"], "Jeevan Medicals");
        server
            .ask("PATCH", &format!("{list}/confirm/nobody"), &hospital_token, None)
            .await
            .assert_problem(404, "not_found");
        // Saving something else keeps the confirmation.
        put(&server, &profile, &doctor_token, &[("consultation_Fee", "450")]).await;
        assert_eq!(server.get(&public).await.body["data"]["hospital"]["confirmed"], true);
        assert_eq!(server.ask("DELETE", &format!("{list}/{doctor}"), &hospital_token, None).await.status, 200);
        assert_eq!(server.get(&public).await.body["data"]["hospital"], Value::Null);
        server.ask("DELETE", &format!("{list}/{doctor}"), &hospital_token, None).await.assert_problem(404, "not_found");
        let hospitals = server.get("/user/api/hospitals?q=jeev").await;
        assert_eq!(hospitals.body["total"], 1);
    })
    .await;
}

#[tokio::test]
async fn a_hospital_and_a_doctor_are_mailed_about_each_others_steps() {
    with_limits(async |server| {
        let admin = server.admin_token().await;
        let hospital = approved_facility(&server, &admin, &[("category", None)]).await;
        let doctor = apply(&server, &[]).await.id();
        let approve = format!("/admin/api/workers/Doctor/approved/{doctor}");
        assert_eq!(server.ask("PATCH", &approve, &admin, None).await.status, 200);
        let doctor_token = token(&server, "doctor", "meera@example.org").await;
        let hospital_token = token(&server, "hospital", "jeevan@example.org").await;
        let profile = format!("/user/api/doctor/profile/{doctor}");
        let list = format!("/user/api/worker/doctors/{hospital}");
        let mailed = async |to: &str, subject: &str, text: &str| {
            let mails = server.mails().await;
            let of_step = mails.iter().filter(|mail| mail.header("to") == to && mail.header("subject") == subject);
            of_step.filter(|mail| mail.text("text/plain").unwrap().contains(text)).count()
        };
        let named = async || mailed("jeevan@example.org", "A doctor named your hospital", "/business/doctors").await;
        let left = async || mailed("jeevan@example.org", "A doctor no longer names your hospital", "Dr. ").await;
        let confirmed =
            async || mailed("meera@example.org", "Your hospital has confirmed you", "Jeevan Medicals").await;
        let removed = async || mailed("meera@example.org", "A hospital has removed you", "Jeevan Medicals").await;

        assert_eq!(put(&server, &profile, &doctor_token, &[("hospital", &hospital)]).await.status, 200);
        assert_eq!(named().await, 1);
        // Saving the same hospital again, or other fields, does not count.
        for field in [("hospital", hospital.as_str()), ("consultation_Fee", "450")] {
            assert_eq!(put(&server, &profile, &doctor_token, &[field]).await.status, 200);
        }
        assert_eq!((named().await, left().await), (1, 0));
        for _ in 0..2 {
            let confirm = format!("{list}/confirm/{doctor}");
            assert_eq!(server.ask("PATCH", &confirm, &hospital_token, None).await.status, 200);
        }
        assert_eq!(confirmed().await, 1, "a second confirmation is no step");
        assert_eq!(put(&server, &profile, &doctor_token, &[("hospital", "")]).await.status, 200);
        assert_eq!(left().await, 1);
        assert_eq!(put(&server, &profile, &doctor_token, &[("hospital", &hospital)]).await.status, 200);
        assert_eq!(server.ask("DELETE", &format!("{list}/{doctor}"), &hospital_token, None).await.status, 200);
        assert_eq!((named().await, removed().await, left().await), (2, 1, 1), "who removed the doctor is not told");

        // Three of a day's ten changes are used. Removing no hospital does not count.
        for number in 0..7 {
            let id = if number % 2 == 0 { hospital.as_str() } else { "" };
            for again in 0..2 {
                let answer = put(&server, &profile, &doctor_token, &[("hospital", id)]).await;
                assert_eq!(answer.status, 200, "{number} {again}");
            }
        }
        let flood = put(&server, &profile, &doctor_token, &[("hospital", "")]).await;
        assert_eq!(flood.status, 429, "{}", flood.text);
    })
    .await;
}
