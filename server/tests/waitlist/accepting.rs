//! Offers that are accepted or declined by their link, without signing in.

use futures::future::join_all;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{HALF_AN_HOUR, MONDAY, OFFER, free_times, job, mails_to, offered_time, two_waiting, waits};
use crate::eml::Eml;
use crate::harness::people::Patient;
use crate::harness::{Answer, TestServer, with_server};

/// The token of the offer's link.
fn offer_in(mail: &Eml) -> String {
    let text = mail.text("text/plain").expect("a text");
    let (_, rest) = text.split_once("/waitlist/offer#").unwrap_or_else(|| panic!("{text}"));
    rest.split_whitespace().next().unwrap().to_owned()
}

/// The token of the offer of a time.
async fn offer_of(server: &TestServer, patient: &Patient, time: &str) -> String {
    let mails = mails_to(server, patient, OFFER).await;
    offer_in(mails.iter().find(|mail| mail.header("subject").contains(time)).expect("an offer"))
}

async fn look(server: &TestServer, link: &str) -> Answer {
    server.ask("GET", "/user/api/waitlist/offer", link, None).await
}

async fn accept(server: &TestServer, link: &str) -> Answer {
    server.ask("POST", "/user/api/waitlist/accept", link, None).await
}

async fn decline(server: &TestServer, link: &str) -> Answer {
    server.ask("POST", "/user/api/waitlist/decline", link, None).await
}

async fn own_visits(server: &TestServer, patient: &Patient) -> Vec<Value> {
    let path = format!("/user/api/previous/booking/{}", patient.id);
    server.ask("GET", &path, &patient.token, None).await.body["data"].as_array().unwrap().clone()
}

#[tokio::test]
async fn an_offer_is_accepted_by_its_link_once_and_looking_at_it_accepts_nothing() {
    with_server(async |server| {
        let (full, first, second) = two_waiting(&server).await;
        full.offer(&server, "10:30", &first).await;
        let link = offer_of(&server, &first, "10:30").await;
        for _ in 0..2 {
            assert_eq!(server.get("/waitlist/offer").await.status, 200, "what mail scanners open");
            let shown = look(&server, &link).await;
            let data = &shown.body["data"];
            assert_eq!(
                (shown.status, &data["state"], &data["time"]),
                (200, &json!("open"), &json!("10:30")),
                "{}",
                shown.text
            );
            assert!(data["until"].as_str().unwrap().starts_with("2026-11-15T09:30:00"), "{}", shown.text);
            assert!(data["fee"].as_i64().is_some() && data["doctorId"]["consultation_Address"].is_string());
            assert!(!shown.text.contains(&first.email) && !shown.text.contains(&first.id), "{}", shown.text);
        }
        assert!(own_visits(&server, &first).await.is_empty());
        for wrong in ["", "made-up", &first.token, &link[1..]] {
            look(&server, wrong).await.assert_problem(410, "link_ended");
            accept(&server, wrong).await.assert_problem(410, "link_ended");
            decline(&server, wrong).await.assert_problem(410, "link_ended");
        }
        for _ in 0..2 {
            let accepted = accept(&server, &link).await;
            let data = &accepted.body["data"];
            let said = (accepted.status, &data["state"], &data["status"]);
            assert_eq!(said, (200, &json!("accepted"), &json!("Pending")), "{}", accepted.text);
        }
        let own = own_visits(&server, &first).await;
        assert_eq!((own.len(), &own[0]["time"]), (1, &json!("10:30")), "{own:?}");
        assert!(waits(&server, &first).await.is_empty(), "who has a slot waits no longer");
        assert_eq!(look(&server, &link).await.body["data"]["state"], "accepted");
        decline(&server, &link).await.assert_problem(410, "link_ended");
        assert_eq!(own_visits(&server, &first).await[0]["status"], "Pending");
        assert_eq!(offered_time(&server, &second).await, None);

        // The link does not outlive the visit that it was for.
        let cancel = format!("/user/api/appointment/cancel/{}", own[0]["_id"].as_str().unwrap());
        assert_eq!(server.ask("PATCH", &cancel, &first.token, None).await.status, 200);
        accept(&server, &link).await.assert_problem(410, "link_ended");
        look(&server, &link).await.assert_problem(410, "link_ended");
    })
    .await;
}

#[tokio::test]
async fn a_declined_offer_goes_to_the_next_and_the_place_stays() {
    with_server(async |server| {
        let (full, first, second) = two_waiting(&server).await;
        full.offer(&server, "10:30", &first).await;
        let link = offer_of(&server, &first, "10:30").await;
        for _ in 0..2 {
            let declined = decline(&server, &link).await;
            assert_eq!(
                (declined.status, &declined.body["data"]["state"]),
                (200, &json!("declined")),
                "{}",
                declined.text
            );
        }
        accept(&server, &link).await.assert_problem(410, "link_ended");
        assert!(free_times(&server, &full.doctor).await.is_empty(), "it is the next one's");
        job(&server).await;
        assert_eq!(offered_time(&server, &second).await.as_deref(), Some("10:30"));
        assert_eq!(waits(&server, &first).await[0]["place"], 1);
        full.offer(&server, "11:00", &first).await;
        assert_ne!(offer_of(&server, &first, "11:00").await, link);
        accept(&server, &link).await.assert_problem(410, "link_ended");
        let taken = accept(&server, &offer_of(&server, &second, "10:30").await).await;
        assert_eq!(taken.body["data"]["state"], "accepted", "{}", taken.text);
    })
    .await;
}

#[tokio::test]
async fn an_offer_whose_time_is_over_or_whose_owner_may_not_book_is_refused() {
    with_server(async |server| {
        let (full, first, second) = two_waiting(&server).await;
        full.offer(&server, "10:30", &first).await;
        let late = offer_of(&server, &first, "10:30").await;
        server.clock.advance(HALF_AN_HOUR + SignedDuration::from_secs(1));
        // Whether the job has noted it or not.
        for is_noted in [false, true] {
            if is_noted {
                job(&server).await;
            }
            accept(&server, &late).await.assert_problem(410, "link_ended");
            decline(&server, &late).await.assert_problem(410, "link_ended");
            assert_eq!(look(&server, &late).await.body["data"]["state"], "expired", "{is_noted}");
        }
        assert_eq!(offered_time(&server, &second).await.as_deref(), Some("10:30"));
        let next = offer_of(&server, &second, "10:30").await;
        // The clinic books the time for another patient.
        server.execute("UPDATE waitlist_holds SET passed = TRUE, held_until = 0 WHERE NOT passed").await;
        assert_eq!(look(&server, &next).await.body["data"]["state"], "gone");
        accept(&server, &next).await.assert_problem(410, "link_ended");

        full.offer(&server, "11:00", &first).await;
        let own = offer_of(&server, &first, "11:00").await;
        server.execute(&format!("UPDATE accounts SET state = 'blocked' WHERE id = '{}'", first.id)).await;
        accept(&server, &own).await.assert_problem(410, "link_ended");
        server.execute(&format!("UPDATE accounts SET state = 'active', phone = NULL WHERE id = '{}'", first.id)).await;
        let nameless = accept(&server, &own).await;
        nameless.assert_problem(409, "not_changeable");
        assert!(own_visits(&server, &first).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn an_accepted_offer_is_booked_for_the_person_of_the_entry() {
    with_server(async |server| {
        let (full, first, _) = two_waiting(&server).await;
        let people = format!("/user/api/user/people/{}", first.id);
        let amma = json!({"name": "Amma Nair", "phoneNumber": "9876500000"});
        let amma = server.ask("POST", &people, &first.token, Some(amma)).await.id();
        let path = format!("/user/api/doctor/{}/waitlist/{}", full.doctor, first.id);
        let wish = json!({"date": MONDAY, "person": amma});
        assert_eq!(server.ask("POST", &path, &first.token, Some(wish)).await.status, 201);
        full.offer(&server, "10:30", &first).await;
        assert_eq!(accept(&server, &offer_of(&server, &first, "10:30").await).await.status, 200);
        let own = own_visits(&server, &first).await;
        assert_eq!((&own[0]["patient_name"], &own[0]["contact_number"]), (&json!("Amma Nair"), &json!("9876500000")));
    })
    .await;
}

#[tokio::test]
async fn concurrent_acceptances_by_link_and_bookings_by_a_stranger_make_one_booking() {
    with_server(async |server| {
        let (full, first, _) = two_waiting(&server).await;
        full.offer(&server, "10:30", &first).await;
        let link = offer_of(&server, &first, "10:30").await;
        let stranger = server.patient(9).await;
        let by_link = join_all((0..6).map(|_| accept(&server, &link)));
        let others = join_all((0..3).map(|_| server.book(&stranger, &full.doctor, MONDAY, "10:30")));
        let (accepted, refused) = futures::future::join(by_link, others).await;
        assert!(accepted.iter().all(|answer| answer.status == 200), "{accepted:?}");
        for answer in refused {
            answer.assert_problem(409, "slot_taken");
        }
        assert_eq!(own_visits(&server, &first).await.len(), 1);
    })
    .await;
}
