//! Figures at a desk: each caller's are of the visits that they see.

use doccare::directory::facilities::Category;
use doccare::identity::Role;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{Clinic, TODAY};
use crate::harness::with_server;
use crate::logins;

#[tokio::test]
async fn figures_are_of_the_visits_that_the_caller_sees() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let patient = server.patient(1).await;
        for time in ["10:00", "10:15", "11:00"] {
            let id = clinic.book(&patient, TODAY, time).await;
            assert_eq!(clinic.doctor.approve(&id).await.status, 200);
        }
        // At the clinic and at the hospital.
        assert_eq!(clinic.doctor.walk_in("At home", None).await.status, 201);
        assert_eq!(clinic.desk.walk_in("At the hospital", None).await.status, 201);
        let day = clinic.doctor.today().await;
        for comer in day["comers"].as_array().unwrap().iter().filter(|comer| comer["walkIn"] == true) {
            assert_eq!(clinic.doctor.mark(comer["_id"].as_str().unwrap(), Some("called")).await.status, 200);
        }
        server.clock.advance(SignedDuration::from_hours(3));
        let counts = |figures: &Value| {
            let waited = figures["hours"].as_array().unwrap().iter().map(|hour| hour["waited"].as_i64().unwrap());
            (figures["visits"].as_i64().unwrap(), waited.sum::<i64>())
        };
        let path = "doctor/figures/{doctor}";
        for (caller, expected) in [(&clinic.doctor, (3, 2)), (&clinic.assistant, (3, 2)), (&clinic.desk, (1, 1))] {
            assert_eq!(counts(&caller.done("GET", path, None).await["data"]), expected);
        }
        let own = format!("/user/api/worker/figures/{}?days=90", clinic.hospital);
        let of_hospital = server.ask("GET", &own, &clinic.hospital_token, None).await;
        assert_eq!(counts(&of_hospital.body["data"]), (1, 1), "{}", of_hospital.text);
        assert_eq!(of_hospital.body["data"]["days"], json!(90));
        assert!(!of_hospital.text.contains("Asha"), "numbers, not patients: {}", of_hospital.text);
        // Another hospital's are not theirs to read.
        let (other, ..) = logins::facility(&server, Category::Hospital, 7).await;
        let token = server.sign_in(&other, Role::Hospital).await;
        server.ask("GET", &own, &token, None).await.assert_problem(403, "forbidden");
    })
    .await;
}
