//! A name in Malayalam and another district need approval, as the name in Latin letters does.

use doccare::platform::db;
use serde_json::{Value, json};

use super::changes::{approve, reject, waiting};
use super::{apply, approved_facility, audit, put, token};
use crate::harness::{Answer, TestServer, with_server};

/// A logged-in account with a profile.
struct Worker {
    id: String,
    token: String,
    profile: String,
}

impl Worker {
    async fn hospital(server: &TestServer, admin: &str) -> Self {
        let id = approved_facility(server, admin, &[("category", None)]).await;
        let profile = format!("/user/api/worker/profile/{id}");
        Self { token: token(server, "hospital", "jeevan@example.org").await, id, profile }
    }

    async fn doctor(server: &TestServer, admin: &str) -> Self {
        let id = apply(server, &[]).await.id();
        let approve = format!("/admin/api/workers/Doctor/approved/{id}");
        assert_eq!(server.ask("PATCH", &approve, admin, None).await.status, 200);
        let profile = format!("/user/api/doctor/profile/{id}");
        Self { token: token(server, "doctor", "meera@example.org").await, id, profile }
    }

    async fn put(&self, server: &TestServer, fields: &[(&'static str, &str)]) -> Answer {
        server.clock.advance(jiff::SignedDuration::from_millis(1));
        put(server, &self.profile, &self.token, fields).await
    }

    async fn own(&self, server: &TestServer) -> Value {
        server.ask("GET", &self.profile, &self.token, None).await.body["data"].clone()
    }

    async fn withdraw(&self, server: &TestServer) -> Answer {
        server.ask("DELETE", &format!("{}/change", self.profile), &self.token, None).await
    }
}

#[tokio::test]
async fn a_name_in_malayalam_counts_once_it_is_approved() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        for (who, worker) in
            [("hospital", Worker::hospital(&server, &admin).await), ("doctor", Worker::doctor(&server, &admin).await)]
        {
            let (first, second) = ("ആശ ആശുപത്രി", "ലീല ആശുപത്രി");
            let saved = worker.put(&server, &[("nameMl", first)]).await;
            assert_eq!(saved.status, 200, "{}", saved.text);
            assert!(saved.body["message"].as_str().unwrap().contains("needs approval"), "{who}: {}", saved.text);
            let own = worker.own(&server).await;
            assert_eq!((&own["nameMl"], &own["waiting"]["nameMl"]), (&Value::Null, &json!(first)), "{who}: {own}");
            let rows = waiting(&server, &admin).await;
            assert_eq!((rows.len(), &rows[0]["newNameMl"], &rows[0]["newName"]), (1, &json!(first), &Value::Null));
            assert_eq!(reject(&server, &admin, &rows[0], "Another name").await.status, 200);
            assert_eq!(worker.own(&server).await["waiting"], Value::Null);

            worker.put(&server, &[("nameMl", first)]).await;
            assert_eq!(worker.withdraw(&server).await.status, 200);
            worker.withdraw(&server).await.assert_problem(404, "not_found");
            worker.put(&server, &[("nameMl", first)]).await;
            let stale = waiting(&server, &admin).await.remove(0);
            worker.put(&server, &[("nameMl", second)]).await;
            approve(&server, &admin, &stale).await.assert_problem(404, "not_found");
            let rows = waiting(&server, &admin).await;
            assert_eq!(approve(&server, &admin, &rows[0]).await.status, 200);
            let own = worker.own(&server).await;
            assert_eq!((&own["nameMl"], &own["waiting"]), (&json!(second), &Value::Null), "{who}: {own}");
            let log = audit(&server).await;
            let (action, _, words) = log.last().unwrap();
            assert_eq!(action, "approve_change");
            assert!(words.as_deref().unwrap().contains(second), "{words:?}");
            let subjects: Vec<String> = server.mails().await.iter().map(|mail| mail.header("subject").into()).collect();
            assert!(subjects.iter().any(|subject| subject == "Your change is approved"), "{subjects:?}");
            // The whole form again requests nothing; without the name the approved one in Latin letters is shown.
            let again = worker.put(&server, &[("nameMl", second)]).await;
            assert_eq!(again.body["message"], "Your profile is saved.");
            assert_eq!(worker.put(&server, &[("nameMl", "")]).await.status, 200);
            assert_eq!(worker.own(&server).await["nameMl"], Value::Null);
            assert!(waiting(&server, &admin).await.is_empty());
        }
    })
    .await;
}

#[tokio::test]
async fn a_name_in_malayalam_has_the_limits_of_a_name_and_is_in_malayalam() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        for worker in [Worker::hospital(&server, &admin).await, Worker::doctor(&server, &admin).await] {
            let long = "ആ".repeat(101);
            for wrong in ["Government Medical College ആ", long.as_str(), "Doctor", "123"] {
                assert_eq!(worker.put(&server, &[("nameMl", wrong)]).await.bad_fields(), ["nameMl"], "{wrong}");
            }
            let address = worker.put(&server, &[("addressMl", "Call 98470 12345 for a discount ആ")]).await;
            assert_eq!(address.bad_fields(), ["addressMl"]);
            let mixed = worker.put(&server, &[("addressMl", "എൻഎച്ച് 66 (NH 66), കണ്ണൂർ")]).await;
            assert_eq!(mixed.status, 200, "{}", mixed.text);
            assert!(
                waiting(&server, &admin).await.is_empty(),
                "an address counts at once, as the one in Latin letters"
            );
        }
        let doctor = Worker::doctor_again(&server).await;
        doctor.put(&server, &[("nameMl", "ഡോ. മീര നായർ")]).await;
        assert_eq!(doctor.own(&server).await["waiting"]["nameMl"], "മീര നായർ", "pages write the title themselves");
    })
    .await;
}

impl Worker {
    /// The approved doctor, logged in again.
    async fn doctor_again(server: &TestServer) -> Self {
        let found = server.get("/user/api/finddoctors").await;
        let id = found.body["data"][0]["_id"].as_str().unwrap().to_owned();
        let profile = format!("/user/api/doctor/profile/{id}");
        Self { token: token(server, "doctor", "meera@example.org").await, id, profile }
    }
}

#[tokio::test]
async fn suspending_a_doctor_drops_the_name_that_waits() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let doctor = Worker::doctor(&server, &admin).await;
        doctor.put(&server, &[("nameMl", "മീര നായർ")]).await;
        assert_eq!(waiting(&server, &admin).await.len(), 1);
        let suspend = format!("/admin/api/doctors/{}/suspend", doctor.id);
        let suspended = server.ask("POST", &suspend, &admin, None).await;
        assert_eq!(suspended.status, 200, "{}", suspended.text);
        assert!(waiting(&server, &admin).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_hospital_that_moves_sees_no_blood_request_of_the_new_district_before_approval() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let hospital = Worker::hospital(&server, &admin).await;
        let requests = format!("/user/api/worker/bloodrequests/{}", hospital.id);
        let seen = async || {
            let list = server.ask("GET", &requests, &hospital.token, None).await;
            list.body["data"].as_array().unwrap_or_else(|| panic!("{}", list.text)).len()
        };
        let open = async |number: usize, name: &str, district: &str| {
            server.open_request(number, json!({"Hospital": name, "District": district})).await;
        };
        let saved = hospital.put(&server, &[("District", "Kollam"), ("City", "Kollam")]).await;
        assert!(saved.body["message"].as_str().unwrap().contains("needs approval"), "{}", saved.text);
        let data = &saved.body["data"];
        assert_eq!((&data["District"], &data["waiting"]["District"]), (&json!("Ernakulam"), &json!("Kollam")));
        assert_eq!(data["City"], "Kollam", "the street and the town count at once");
        open(1, "Jeevan Medicals", "Kollam").await;
        assert_eq!(seen().await, 0, "a hospital that only says that it is in Kollam");
        open(2, "Jeevan Medicals", "Ernakulam").await;
        assert_eq!(seen().await, 1, "those of its own district");
        hospital.put(&server, &[("Hospital_name", "City Hospital")]).await;
        open(3, "City Hospital", "Ernakulam").await;
        open(4, "City Hospital", "Kollam").await;
        assert_eq!(seen().await, 1, "a name that is not approved is not its own");

        let rows = waiting(&server, &admin).await;
        assert_eq!(
            (&rows[0]["district"], &rows[0]["newDistrict"], &rows[0]["newName"]),
            (&json!("Ernakulam"), &json!("Kollam"), &json!("City Hospital"))
        );
        assert_eq!(approve(&server, &admin, &rows[0]).await.status, 200);
        assert_eq!(hospital.own(&server).await["District"], "Kollam");
        assert_eq!(seen().await, 1, "what came before the approval stays with nobody");
        open(5, "City Hospital", "Kollam").await;
        assert_eq!(seen().await, 2);
        let log = audit(&server).await;
        assert!(log.last().unwrap().2.as_deref().unwrap().contains("Ernakulam → Kollam"), "{log:?}");
    })
    .await;
}

#[tokio::test]
async fn a_state_and_its_district_wait_together() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let hospital = Worker::hospital(&server, &admin).await;
        assert_eq!(hospital.put(&server, &[("State", "Goa")]).await.bad_fields(), ["District"]);
        let saved = hospital.put(&server, &[("State", "Goa"), ("District", "North Goa")]).await;
        assert_eq!(saved.body["data"]["waiting"]["State"], "Goa", "{}", saved.text);
        let moves = async || {
            let sql = "SELECT count(*) FROM clinic_moves";
            let counted: db::Result<i64> = server.app.db.read(async |tx| tx.count(sql, &[]).await).await;
            counted.unwrap()
        };
        let rows = waiting(&server, &admin).await;
        assert_eq!(reject(&server, &admin, &rows[0], "No licence there").await.status, 200);
        let own = hospital.own(&server).await;
        assert_eq!(
            (&own["State"], &own["District"], &own["waiting"]),
            (&json!("Kerala"), &json!("Ernakulam"), &Value::Null)
        );
        assert_eq!(moves().await, 0);
        hospital.put(&server, &[("District", "Kollam")]).await;
        let rows = waiting(&server, &admin).await;
        assert_eq!(approve(&server, &admin, &rows[0]).await.status, 200);
        assert_eq!(moves().await, 1, "whoever has booked there is told of the new place");
    })
    .await;
}
