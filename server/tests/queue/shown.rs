//! The queue by a link: what patients see, and its live updates.

use jiff::SignedDuration;
use serde_json::json;

use super::{Doctor, MONDAY, TODAY, approved, follow, four, link_of, own, page, told};
use crate::harness::with_server;

#[tokio::test]
async fn a_visits_link_shows_its_place_and_no_personal_data() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        let ids = four(&server, &doctor).await;
        let third = server.patient(12).await;
        let id = approved(&server, &third, &doctor, TODAY, "11:00").await;
        let link = link_of(&server, &third, &id).await;
        for (id, mark) in [(&ids[0], "called"), (&ids[1], "done"), (&ids[2], "arrived")] {
            doctor.says(&server, id, mark).await;
        }
        assert_eq!(doctor.is_late(&server, 10).await.status, 200);
        let shown = page(&server, &link).await;
        let data = &shown.body["data"];
        assert_eq!((&data["token"], &data["status"], &data["time"]), (&json!("5"), &json!("Checked"), &json!("11:00")));
        let queue = &data["queue"];
        assert_eq!((&queue["serving"], &queue["late"]), (&json!("1"), &json!(10)));
        let waiting: Vec<_> =
            queue["waiting"].as_array().unwrap().iter().map(|one| (&one["token"], &one["arrived"])).collect();
        assert_eq!(waiting, [(&json!("3"), &json!(true)), (&json!("4"), &json!(false)), (&json!("5"), &json!(false))]);
        for secret in ["Asha", "9876543210", &third.id, &ids[0]] {
            assert!(!shown.text.contains(secret), "{secret}: {}", shown.text);
        }
        doctor.says(&server, &id, "done").await;
        assert_eq!(page(&server, &link).await.body["data"]["attendance"], "done");

        for wrong in ["", "made-up", &link[1..], &doctor.screen(&server).await] {
            page(&server, wrong).await.assert_problem(410, "link_ended");
        }
        let tomorrow = approved(&server, &third, &doctor, MONDAY, "10:00").await;
        let coming = link_of(&server, &third, &tomorrow).await;
        let shown = page(&server, &coming).await;
        assert_eq!((&shown.body["data"]["token"], &shown.body["data"]["queue"]), (&json!("1"), &json!(null)));
        let cancel = format!("/user/api/appointment/cancel/{tomorrow}");
        assert_eq!(server.ask("PATCH", &cancel, &third.token, None).await.status, 200);
        assert_eq!(page(&server, &coming).await.body["data"]["status"], "Cancelled");
        server.clock.advance(SignedDuration::from_hours(24));
        page(&server, &link).await.assert_problem(410, "link_ended");
        assert_eq!(own(&server, &third, &id).await["queuePage"], json!(null));
    })
    .await;
}

#[tokio::test]
async fn watchers_get_each_change_at_once_from_one_shared_read() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let id = approved(&server, &patient, &doctor, TODAY, "10:00").await;
        let (link, screen) = (link_of(&server, &patient, &id).await, doctor.screen(&server).await);
        let mut streams = vec![follow(&server, "/user/api/screen/events", &screen).await];
        for _ in 0..9 {
            streams.push(follow(&server, "/user/api/visit/events", &link).await);
        }
        for stream in &mut streams {
            assert_eq!(told(stream).await.unwrap()["waiting"][0]["token"], "1");
        }
        // The statements of the change itself, with its answer, and one shared read for all watchers.
        let before = server.app.db.counts();
        doctor.says(&server, &id, "called").await;
        for stream in &mut streams {
            let queue = told(stream).await.unwrap();
            assert_eq!((&queue["serving"], &queue["waiting"]), (&json!("1"), &json!([])));
        }
        let with_watchers = server.app.db.counts().since(before).statements;
        drop(streams);
        let before = server.app.db.counts();
        doctor.says(&server, &id, "done").await;
        let alone = server.app.db.counts().since(before).statements;
        assert!(with_watchers <= alone + 12, "{with_watchers} statements with watchers, {alone} without");
    })
    .await;
}

#[tokio::test]
async fn suspending_a_doctor_ends_the_link_of_the_screen() {
    with_server(async |server| {
        let (doctor, other) = (Doctor::of(&server, 1).await, Doctor::of(&server, 2).await);
        four(&server, &doctor).await;
        let (link, others) = (doctor.screen(&server).await, other.screen(&server).await);
        let look = async |link: &str| server.with_link("GET", "/user/api/screen", link, None).await;
        assert_eq!(look(&link).await.status, 200);
        let mut stream = follow(&server, "/user/api/screen/events", &link).await;
        assert!(told(&mut stream).await.is_some());
        let admin = server.admin_token().await;
        let decide = async |deed: &str| {
            let path = format!("/admin/api/doctors/{}/{deed}", doctor.id);
            let decided = server.ask("POST", &path, &admin, Some(json!({"reason": "Fees"}))).await;
            assert_eq!(decided.status, 200, "{}", decided.text);
        };
        decide("suspend").await;
        look(&link).await.assert_problem(410, "link_ended");
        assert!(told(&mut stream).await.is_none(), "the screen that is watched ends");
        // After the restore the doctor makes a new link.
        decide("restore").await;
        look(&link).await.assert_problem(410, "link_ended");
        assert_eq!(look(&others).await.status, 200);
    })
    .await;
}
