//! Waiting list entries for hours that the doctor no longer has.

use serde_json::{Value, json};

use super::{Doctor, MONDAY};
use crate::harness::people::Patient;
use crate::harness::{TestServer, do_job, with_server};

async fn wait_for(server: &TestServer, patient: &Patient, doctor: &Doctor, hours: Value) {
    let path = format!("/user/api/doctor/{}/waitlist/{}", doctor.id, patient.id);
    let waits = server.ask("POST", &path, &patient.token, Some(hours)).await;
    assert_eq!(waits.status, 201, "{}", waits.text);
}

#[tokio::test]
async fn entries_for_hours_at_an_ended_place_end_with_a_mail() {
    with_server(async |server| {
        let doctor = Doctor::with_desk(&server, 1).await;
        doctor.works(&server, &[("10:00", "10:30", true), ("17:00", "17:30", false)]).await;
        let booker = server.patient(1).await;
        for time in ["10:00", "10:15", "17:00", "17:15"] {
            doctor.book(&server, &booker, MONDAY, time).await;
        }
        let (morning, all_day) = (server.patient(2).await, server.patient(3).await);
        wait_for(&server, &morning, &doctor, json!({"date": MONDAY, "from": "09:00", "to": "12:00"})).await;
        wait_for(&server, &all_day, &doctor, json!({"date": MONDAY})).await;
        do_job(&server.app, "waitlist").await;
        let waits = async |patient: &Patient| {
            let list =
                server.ask("GET", &format!("/user/api/user/waitlist/{}", patient.id), &patient.token, None).await;
            list.body["data"].as_array().unwrap().len()
        };
        assert_eq!((waits(&morning).await, waits(&all_day).await), (1, 1));

        doctor.is_denied(&server).await;
        do_job(&server.app, "waitlist").await;
        assert_eq!((waits(&morning).await, waits(&all_day).await), (0, 1), "the evening is still there");
        let mails = server.mails().await;
        let ended: Vec<_> = mails
            .iter()
            .filter(|mail| mail.header("subject").starts_with("You are no longer on the waiting list"))
            .collect();
        assert_eq!(ended.len(), 1);
        assert!(ended[0].header("to").contains(&morning.email));
        let text = ended[0].text("text/plain").unwrap();
        assert!(text.contains("will not be there during the hours you were waiting for"), "{text}");
    })
    .await;
}
