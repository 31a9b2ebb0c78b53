//! Until when a visit is listed among the patient's upcoming visits.

use jiff::SignedDuration;
use serde_json::json;

use super::{Doctor, SUNDAY};
use crate::harness::with_server;

#[tokio::test]
async fn a_visit_is_ahead_until_its_session_is_over_or_it_was_marked() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let visit = doctor.visit(&server, &patient, SUNDAY, "10:00").await;
        let marked = doctor.visit(&server, &patient, SUNDAY, "10:15").await;
        let own = async |id: &str| {
            let path = format!("/user/api/previous/booking/{}", patient.id);
            let list = server.ask("GET", &path, &patient.token, None).await;
            let rows = list.body["data"].as_array().unwrap().clone();
            rows.into_iter().find(|row| row["_id"] == json!(id)).unwrap()
        };
        let standing = async |id: &str| {
            let row = own(id).await;
            (row["ahead"].clone(), row["changeable"].clone())
        };
        assert_eq!(standing(&visit).await, (json!(true), json!(true)));
        // The session is from ten to twelve.
        server.clock.advance(SignedDuration::from_mins(90));
        assert_eq!(standing(&visit).await, (json!(true), json!(false)), "after its minute, within the session");
        for mark in ["arrived", "done"] {
            let body = Some(json!({"attendance": mark}));
            doctor.done(&server, "PATCH", &format!("today/{{id}}/attendance/{marked}"), body).await;
            assert_eq!(own(&marked).await["ahead"], json!(mark == "arrived"), "{mark}");
        }
        server.clock.advance(SignedDuration::from_mins(91));
        assert_eq!(standing(&visit).await, (json!(false), json!(false)), "the session is over");
    })
    .await;
}
