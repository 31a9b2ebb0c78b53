//! A hospital's desk: what it sees, changes and is notified of, and when that ends.

use serde_json::{Value, json};

use super::{Clinic, MONDAY, TODAY, ids, recorded};
use crate::harness::with_server;

#[tokio::test]
async fn a_hospitals_desk_sees_and_changes_its_own_place_alone() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        server.make_admin().await;
        let (patient, desk) = (server.patient(1).await, &clinic.desk);
        let here = clinic.book(&patient, TODAY, "11:00").await;
        let elsewhere = clinic.book(&patient, TODAY, "10:15").await;
        let (waits_here, waits_elsewhere) =
            (clinic.book(&patient, MONDAY, "11:00").await, clinic.book(&patient, MONDAY, "10:15").await);
        for id in [&here, &elsewhere] {
            assert_eq!(clinic.doctor.approve(id).await.status, 200);
        }
        assert_eq!(clinic.doctor.walk_in("At home", None).await.status, 201);
        assert_eq!(desk.walk_in("At the hospital", None).await.status, 201);

        let listed = desk.done("GET", "desk/doctors", None).await;
        assert_eq!(listed["data"][0]["place"], "hospital 1");
        let counts = ["today", "arrived", "pending"].map(|name| listed["data"][0][name].clone());
        assert_eq!(counts, [json!(2), json!(1), json!(1)]);
        let own = format!("/user/api/worker/today/{}", clinic.hospital);
        let own = server.ask("GET", &own, &clinic.hospital_token, None).await;
        let counts = ["today", "arrived", "pending"].map(|name| own.body["data"][0][name].clone());
        assert_eq!(counts, [json!(2), json!(1), json!(1)], "{}", own.text);
        assert!(!own.text.contains("Asha"), "numbers, not patients: {}", own.text);
        let day = desk.today().await;
        let names: Vec<&Value> = day["comers"].as_array().unwrap().iter().map(|comer| &comer["patient_name"]).collect();
        assert_eq!(names, ["At the hospital", "Asha Nair"]);
        assert_eq!((&day["free"], &day["screens"]), (&json!(["11:15", "11:30", "11:45"]), &json!([])));
        assert_eq!(desk.walk_in("Somebody", Some("10:30")).await.bad_fields(), ["time"]);
        let requests = desk.done("GET", "doctor/appointments/{doctor}", None).await;
        assert_eq!((ids(&requests["data"]), &requests["total"]), (vec![waits_here.as_str()], &json!(1)));
        let coming = desk.done("GET", "doctor/appointment/upcoming/{doctor}", None).await;
        assert_eq!(ids(&coming["data"]), [here.as_str()]);

        for id in [&elsewhere, &waits_elsewhere] {
            desk.mark(id, Some("arrived")).await.assert_problem(404, "not_found");
            desk.approve(id).await.assert_problem(404, "not_found");
            desk.reject(id).await.assert_problem(404, "not_found");
        }
        let whole = clinic.doctor.today().await;
        let at_home = whole["comers"].as_array().unwrap().iter().find(|comer| comer["patient_name"] == "At home");
        let at_home = at_home.unwrap()["_id"].as_str().unwrap();
        desk.mark(at_home, Some("called")).await.assert_problem(404, "not_found");
        desk.late(20).await.assert_problem(403, "forbidden");

        // A visit that is under way at the clinic does not end when a patient is called in at the hospital.
        assert_eq!(clinic.doctor.mark(&elsewhere, Some("called")).await.status, 200);
        assert_eq!(desk.mark(&here, Some("called")).await.status, 200);
        let whole = clinic.doctor.today().await;
        let said: Vec<&Value> = whole["comers"].as_array().unwrap().iter().map(|comer| &comer["attendance"]).collect();
        assert_eq!(said, ["called", "called", "arrived", "arrived"]);
        assert_eq!(desk.approve(&waits_here).await.status, 200);
        let rows = recorded(&server, &clinic.desk_id).await;
        let actions: Vec<&str> = rows.iter().map(|(action, ..)| action.as_str()).collect();
        assert_eq!(actions, ["walkin", "called", "approve"]);
        assert!(rows.iter().all(|(_, name, whom)| name == "Staff 2" && whom == "Doctor Number1"));
        let kinds: Vec<String> = clinic.doctor.acts().await.into_iter().map(|(.., kind)| kind).collect();
        assert_eq!(kinds, ["desk"; 3]);
    })
    .await;
}

#[tokio::test]
async fn a_hospitals_desk_gets_events_of_its_own_place_only() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let patient = server.patient(1).await;
        let (mut desk, mut assistant) = (clinic.desk.stream().await, clinic.assistant.stream().await);
        for time in ["10:00", "10:15"] {
            clinic.book(&patient, MONDAY, time).await;
            assert_eq!(events(&assistant.chunk().await.unwrap().unwrap()), 1, "whoever sees everything hears of it");
        }
        clinic.book(&patient, MONDAY, "11:00").await;
        let mut heard = events(&desk.chunk().await.unwrap().expect("what is here is heard of"));
        // Once the doctor withdraws the permission, they get no more events, and the stream ends.
        clinic.doctor.done("PUT", "doctor/desk/hospital/{doctor}", Some(json!({"allowed": false}))).await;
        clinic.book(&patient, MONDAY, "11:15").await;
        while let Some(chunk) = desk.chunk().await.unwrap() {
            heard += events(&chunk);
        }
        assert_eq!(heard, 1, "of four bookings one was here while they could see it");
    })
    .await;
}

/// The number of events in a chunk of a stream.
fn events(chunk: &[u8]) -> usize {
    String::from_utf8_lossy(chunk).matches("event: bookings").count()
}

#[tokio::test]
async fn the_right_of_a_hospitals_desk_ends_with_the_doctors_word_the_confirmation_and_either_of_the_two() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let admin = server.admin_token().await;
        let (doctor, hospital) = (clinic.doctor.doctor.clone(), clinic.hospital.clone());
        let assert_out = async |why: &str| {
            let day = clinic.desk.ask("GET", "doctor/today/{doctor}", None).await;
            assert_eq!(day.status, 404, "{why}: {}", day.text);
            let list = clinic.desk.done("GET", "desk/doctors", None).await;
            assert_eq!(list["data"], json!([]), "{why}");
        };
        let assert_in = async || drop(clinic.desk.today().await);
        let allow = "doctor/desk/hospital/{doctor}";
        assert_in().await;
        let said = clinic.doctor.done("PUT", allow, Some(json!({"allowed": false}))).await;
        assert_eq!((&said["data"]["allowed"], &said["data"]["Hospital_name"]), (&json!(false), &json!("hospital 1")));
        assert_out("not let any more").await;
        clinic.doctor.done("PUT", allow, Some(json!({"allowed": true}))).await;
        assert_in().await;

        let remove = format!("/user/api/worker/doctors/{hospital}/{doctor}");
        assert_eq!(server.ask("DELETE", &remove, &clinic.hospital_token, None).await.status, 200);
        assert_out("the confirmation is gone").await;
        clinic.doctor.ask("PUT", allow, Some(json!({"allowed": true}))).await.assert_problem(409, "not_changeable");
        // Confirmed again, the doctor has to allow the desk again.
        server.execute(&format!("UPDATE doctors SET hospital_id = '{hospital}' WHERE id = '{doctor}'")).await;
        let confirm = format!("/user/api/worker/doctors/{hospital}/confirm/{doctor}");
        assert_eq!(server.ask("PATCH", &confirm, &clinic.hospital_token, None).await.status, 200);
        assert_out("confirmed anew").await;
        clinic.doctor.done("PUT", allow, Some(json!({"allowed": true}))).await;
        assert_in().await;

        for (path, who) in [(format!("hospitals/{hospital}"), "hospital"), (format!("doctors/{doctor}"), "doctor")] {
            let suspend = format!("/admin/api/{path}/suspend");
            assert_eq!(server.ask("POST", &suspend, &admin, None).await.status, 200);
            assert_out(who).await;
            if who == "doctor" {
                let day = clinic.assistant.ask("GET", "doctor/today/{doctor}", None).await;
                day.assert_problem(404, "not_found");
            }
            assert_eq!(server.ask("POST", &format!("/admin/api/{path}/restore"), &admin, None).await.status, 200);
            assert_in().await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_screen_that_a_hospitals_desk_pairs_shows_the_sessions_there() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let doctor = clinic.doctor.doctor.clone();
        let (here, elsewhere) = (
            clinic.book(&server.patient(1).await, TODAY, "11:00").await,
            clinic.book(&server.patient(2).await, TODAY, "10:15").await,
        );
        for id in [&here, &elsewhere] {
            assert_eq!(clinic.doctor.approve(id).await.status, 200);
        }
        let of_doctor = server.pair_screen(&doctor, &clinic.doctor.token).await;
        let of_assistant = server.pair_screen(&doctor, &clinic.assistant.token).await;
        let of_desk = server.pair_screen(&doctor, &clinic.desk.token).await;
        let tokens = async |link: &str| {
            let shown = server.with_link("GET", "/user/api/screen", link, None).await;
            assert_eq!(shown.status, 200, "{}", shown.text);
            let waiting = shown.body["data"]["queue"]["waiting"].as_array().unwrap().clone();
            waiting.iter().map(|place| place["token"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(tokens(&of_doctor).await, ["2"], "the own clinic comes first");
        assert_eq!(tokens(&of_assistant).await, ["2"]);
        assert_eq!(tokens(&of_desk).await, ["1"], "the hospital's session");
        // The desk sees its own screen, and cannot remove another.
        let all = clinic.doctor.today().await["screens"].clone();
        let numbers: Vec<i64> =
            all.as_array().unwrap().iter().map(|screen| screen["number"].as_i64().unwrap()).collect();
        assert_eq!(numbers, [1, 2, 3]);
        let seen = clinic.desk.today().await["screens"].clone();
        assert_eq!(seen.as_array().unwrap().iter().map(|screen| &screen["number"]).collect::<Vec<_>>(), [&json!(3)]);
        let path =
            |screen: &serde_json::Value| format!("doctor/today/{{doctor}}/screens/{}", screen["_id"].as_str().unwrap());
        clinic.desk.ask("DELETE", &path(&all[0]), None).await.assert_problem(404, "not_found");
        assert_eq!(clinic.assistant.ask("DELETE", &path(&all[0]), None).await.status, 200);
        server.with_link("GET", "/user/api/screen", &of_doctor, None).await.assert_problem(410, "link_ended");
        let acts: Vec<String> = clinic.doctor.acts().await.into_iter().map(|(action, ..)| action).collect();
        assert_eq!(acts[..3], ["remove_screen", "add_screen", "add_screen"]);
        // It ends when the doctor no longer works there.
        let leave = format!("/user/api/worker/doctors/{}/{doctor}", clinic.hospital);
        let left = server.ask("DELETE", &leave, &clinic.hospital_token, None).await;
        assert_eq!(left.status, 200, "{}", left.text);
        server.with_link("GET", "/user/api/screen", &of_desk, None).await.assert_problem(410, "link_ended");
        assert_eq!(tokens(&of_assistant).await, ["2"]);
    })
    .await;
}
