//! The phone message about a clinic that moves.

use jiff::SignedDuration;

use super::{confirmed, kinds, with_provider};
use crate::harness::do_job;

#[tokio::test]
async fn a_clinic_that_moves_causes_one_message_a_day() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.reachable(1, "sms", &receiver).await, server.doctor(1).await);
        let token = server.sign_in_doctor(&doctor).await;
        confirmed(&server, &patient, &doctor, "10:30").await;
        server.hand_over().await;
        for address in ["14 Lighthouse Road", "15 Lighthouse Road"] {
            let form = reqwest::multipart::Form::new().text("consultation_Address", address);
            let path = format!("/user/api/doctor/profile/{doctor}");
            let saved = crate::harness::Answer::read(server.request("PUT", &path).bearer_auth(&token).multipart(form));
            assert_eq!(saved.await.status, 200);
            do_job(&server.app, "clinic moves").await;
            server.clock.advance(SignedDuration::from_mins(11));
            do_job(&server.app, "clinic moves").await;
            server.hand_over().await;
        }
        assert_eq!(kinds(&receiver), ["approved", "address"]);
        let variables = receiver.came().last().unwrap().body["variables"].clone();
        assert_eq!(variables, serde_json::json!(["Dr. Doctor Number1", "Mon 16 Nov", "10:30 am"]));
    })
    .await;
}
