//! Which donors a request asks, in which order, and when the next ones are asked.

use doccare::blood;
use doccare::platform::db;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::harness::{TestServer, with_server};

/// A wave that is large enough to ask every eligible donor.
const MANY_UNITS: i64 = 5;

async fn give(server: &TestServer, link: &str, day: &str) {
    let answer = server.with_link("POST", "/user/api/blooddonor/donation", link, Some(json!({"date": day}))).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
}

async fn answer(server: &TestServer, number: usize, what: &str) -> Value {
    let question = server.question_to(number).await;
    server.with_link("POST", &format!("/user/api/bloodanswer/{what}"), &question, None).await.body
}

#[tokio::test]
async fn the_nearest_and_longest_rested_are_asked_first() {
    with_server(async |server| {
        let far = server.donor(1, json!({"District": "Kannur"})).await;
        give(&server, &far, "2026-01-01").await;
        server.donor(2, json!({"District": "Wayanad"})).await;
        server.donor(3, json!({"District": "Ernakulam"})).await;
        for (number, day) in [(4, "2026-08-01"), (5, "2026-02-01"), (6, "2025-12-01")] {
            let link = server.donor(number, json!({})).await;
            give(&server, &link, day).await;
        }
        server.donor(7, json!({})).await;
        server.open_request(1, json!({})).await;
        assert_eq!(
            server.asked().await,
            ["donor5", "donor6", "donor7"],
            "of the district, who gave longest ago or never"
        );
        for number in 5..=7 {
            answer(&server, number, "decline").await;
        }
        assert_eq!(server.asked().await, ["donor4", "donor5", "donor6", "donor7"], "the rest of the district at once");
        server.clock.advance(SignedDuration::from_mins(30));
        blood::advance(&server.app).await.unwrap();
        let all = ["donor1", "donor2", "donor4", "donor5", "donor6", "donor7"];
        assert_eq!(server.asked().await, all, "and those around it when nobody has looked; Ernakulam is too far");
    })
    .await;
}

#[tokio::test]
async fn new_donors_are_not_asked_before_those_who_wait_for_long() {
    with_server(async |server| {
        for number in 1..=3 {
            server.donor(number, json!({})).await;
        }
        server.execute("UPDATE donors SET last_donation = '2025-01-01', turn = '2025-01-01'").await;
        for number in 4..=20 {
            let link = server.unconfirmed_donor(number, json!({})).await;
            server.with_link("POST", "/user/api/blooddonor/confirm", &link, None).await;
        }
        server.open_request(1, json!({})).await;
        assert_eq!(server.asked().await, ["donor1", "donor2", "donor3"]);
        let turns = server.app.db.read(async |tx| {
            tx.query("SELECT turn FROM donors WHERE last_donation = '' ORDER BY turn", &[], |row| row.get::<String>(0))
                .await
        });
        let turns: Vec<String> = turns.await.unwrap();
        assert!(turns.first() != turns.last() && turns[0].as_str() > "2025-07-01", "drawn for each: {turns:?}");
    })
    .await;
}

#[tokio::test]
async fn registering_a_donors_name_and_number_with_other_addresses_does_not_displace_the_donor() {
    with_server(async |server| {
        server.donor(1, json!({})).await;
        for number in 2..=4 {
            server.donor(number, json!({"Name": "Donor 1", "Phone_number": "9700000001"})).await;
        }
        server.execute("UPDATE donors SET turn = '2025-12-01' WHERE email <> 'donor1@example.org'").await;
        server.open_request(1, json!({})).await;
        assert_eq!(server.asked().await, ["donor2", "donor3", "donor4"], "whose turn it is, confirmed as all are");
        server.open_request(2, json!({})).await;
        let all = ["donor1", "donor2", "donor3", "donor4"];
        assert_eq!(server.asked().await, all, "the donor is not left alone for what others were asked");
        server.execute("UPDATE donors SET cooldown_until = 0 WHERE email = 'donor1@example.org'").await;
        server.clock.advance(SignedDuration::from_hours(6));
        blood::advance(&server.app).await.unwrap();
        let asked = server.asked().await;
        assert_eq!(asked.iter().filter(|donor| *donor == "donor1").count(), 2, "nor left out by the first: {asked:?}");
    })
    .await;
}

#[tokio::test]
async fn only_donors_who_fit_by_group_age_rest_pause_and_consent_are_asked() {
    with_server(async |server| {
        // Today is 2026-11-15: 90 days ago was 08-17, 120 days ago was 07-18.
        let rested = [
            ("Male", "2026-08-17", true),
            ("Male", "2026-08-18", false),
            ("Female", "2026-07-18", true),
            ("Female", "2026-07-19", false),
        ];
        let mut expected = Vec::new();
        for (number, (gender, day, asked)) in rested.into_iter().enumerate() {
            let link = server.donor(number, json!({"Gender": gender})).await;
            give(&server, &link, day).await;
            if asked {
                expected.push(format!("donor{number}"));
            }
        }
        for (number, change, asked) in [
            (10, json!({"Blood_group": "A+"}), true),
            (11, json!({"Blood_group": "AB+"}), false),
            (12, json!({"Blood_group": "B-"}), false),
            (13, json!({"consent": false}), false),
            (14, json!({"consent": null}), false),
            (15, json!({"District": "Chennai", "State": "Tamil Nadu"}), false),
            (16, json!({"Age": 65}), true),
        ] {
            server.donor(number, change).await;
            if asked {
                expected.push(format!("donor{number}"));
            }
        }
        let paused = server.donor(17, json!({})).await;
        server.with_link("POST", "/user/api/blooddonor/pause", &paused, Some(json!({"until": "2026-11-15"}))).await;
        server.open_request(1, json!({"Blood_group": "A+", "Units": MANY_UNITS})).await;
        let mut asked = server.asked().await;
        asked.sort();
        expected.sort();
        assert_eq!(asked, expected);
    })
    .await;
}

#[tokio::test]
async fn a_donor_grows_too_old_and_a_pause_ends_by_the_clock() {
    with_server(async |server| {
        server.donor(1, json!({"Age": 65})).await;
        let paused = server.donor(2, json!({})).await;
        server.with_link("POST", "/user/api/blooddonor/pause", &paused, Some(json!({"until": "2027-11-14"}))).await;
        server.clock.advance(SignedDuration::from_hours(24 * 365));
        server.open_request(1, json!({"Needed_by": "2027-11-20"})).await;
        assert_eq!(server.asked().await, ["donor2"], "the other is 66 now");
    })
    .await;
}

#[tokio::test]
async fn the_next_wave_starts_after_its_interval_if_too_few_accepted() {
    with_server(async |server| {
        for number in 1..=10 {
            server.donor(number, json!({})).await;
        }
        let link = server.open_request(1, json!({})).await;
        assert_eq!(server.asked().await.len(), 3);
        // Needed in three days: six hours for each wave.
        server.clock.advance(SignedDuration::from_mins(359));
        blood::advance(&server.app).await.unwrap();
        assert_eq!(server.asked().await.len(), 3, "not yet");
        server.clock.advance(SignedDuration::from_mins(1));
        blood::advance(&server.app).await.unwrap();
        assert_eq!(server.asked().await, ["donor1", "donor2", "donor3", "donor4", "donor5", "donor6"]);
        assert_eq!(answer(&server, 5, "accept").await["data"]["status"], "accepted");
        server.clock.advance(SignedDuration::from_hours(24));
        blood::advance(&server.app).await.unwrap();
        assert_eq!(server.asked().await.len(), 6, "enough have said yes");
        let own = server.with_link("GET", "/user/api/bloodrequest", &link, None).await;
        assert_eq!((&own.body["data"]["status"], &own.body["data"]["nextWaveAt"]), (&json!("Matched"), &Value::Null));
    })
    .await;
}

#[tokio::test]
async fn the_next_wave_is_sent_at_once_when_all_declined_or_one_withdrew() {
    with_server(async |server| {
        for number in 1..=9 {
            server.donor(number, json!({})).await;
        }
        server.open_request(1, json!({})).await;
        for number in 1..=2 {
            answer(&server, number, "decline").await;
        }
        assert_eq!(server.asked().await.len(), 3, "one may still say yes");
        answer(&server, 3, "decline").await;
        assert_eq!(server.asked().await.len(), 6);
        answer(&server, 4, "accept").await;
        answer(&server, 4, "decline").await;
        assert_eq!(server.asked().await.len(), 9);
        assert!(server.was_told("requester1@example.org", "cannot come").await);
    })
    .await;
}

#[tokio::test]
async fn a_donor_who_was_just_asked_is_not_asked_by_other_requests() {
    with_server(async |server| {
        for number in 1..=4 {
            server.donor(number, json!({})).await;
        }
        server.open_request(1, json!({})).await;
        server.open_request(2, json!({})).await;
        assert_eq!(server.asked().await, ["donor1", "donor2", "donor3", "donor4"]);
        server.clock.advance(SignedDuration::from_hours(24));
        blood::advance(&server.app).await.unwrap();
        let asked = server.asked().await;
        assert!(asked.len() > 4, "a day later they may be asked by the other: {asked:?}");
        let twice = asked.iter().filter(|donor| *donor == "donor4").count();
        assert_eq!(twice, 2, "each request asks a donor once: {asked:?}");
    })
    .await;
}

#[tokio::test]
async fn a_request_ends_with_its_day_and_the_administrator_can_give_it_more_time() {
    with_server(async |server| {
        server.donor(1, json!({})).await;
        let link = server.open_request(1, json!({"Needed_by": "2026-11-15"})).await;
        let status = async || {
            let own = server.with_link("GET", "/user/api/bloodrequest", &link, None).await;
            own.body["data"]["status"].as_str().unwrap().to_owned()
        };
        server.clock.advance(SignedDuration::from_hours(14));
        blood::advance(&server.app).await.unwrap();
        assert_eq!(status().await, "Open", "still the same day in India");
        server.clock.advance(SignedDuration::from_hours(1));
        blood::advance(&server.app).await.unwrap();
        assert_eq!(status().await, "Expired");
        assert_eq!(answer(&server, 1, "accept").await["code"], "no_longer_needed");
        let admin = server.admin_token().await;
        let list = server.ask("GET", "/admin/api/blood/requests?status=expired", &admin, None).await;
        let id = list.body["data"][0]["_id"].as_str().unwrap().to_owned();
        server.donor(2, json!({})).await;
        let more = json!({"Needed_by": "2026-11-17"});
        server.ask("POST", &format!("/admin/api/blood/requests/{id}/extend"), &admin, Some(more)).await;
        assert_eq!(status().await, "Open");
        assert_eq!(server.asked().await, ["donor1", "donor2"]);
    })
    .await;
}

#[tokio::test]
async fn erasing_a_donor_withdraws_the_acceptance_and_hides_the_number() {
    with_server(async |server| {
        let own = server.donor(1, json!({})).await;
        let link = server.open_request(1, json!({})).await;
        answer(&server, 1, "accept").await;
        let question = server.question_to(1).await;
        server.with_link("GET", "/user/api/bloodrequest", &link, None).await;
        assert_eq!(server.with_link("DELETE", "/user/api/blooddonor", &own, None).await.status, 200);
        let request = server.with_link("GET", "/user/api/bloodrequest", &link, None).await;
        assert_eq!((&request.body["data"]["status"], &request.body["data"]["accepted"]), (&json!("Open"), &json!([])));
        server.with_link("GET", "/user/api/bloodanswer", &question, None).await.assert_problem(410, "link_ended");
        let admin = server.admin_token().await;
        let list = server.ask("GET", "/admin/api/blood/requests", &admin, None).await;
        let id = list.body["data"][0]["_id"].as_str().unwrap().to_owned();
        let detail = server.ask("GET", &format!("/admin/api/blood/requests/{id}"), &admin, None).await;
        let told = &detail.body["data"]["waves"][0]["answers"][0];
        assert_eq!(
            (&told["Name"], &told["Phone_number"], &told["Blood_group"]),
            (&Value::Null, &Value::Null, &json!("O-"))
        );
        assert_eq!(told["reveals"][0]["times"], 1, "that a number was seen stays on record");
    })
    .await;
}

#[tokio::test]
async fn a_request_that_cannot_be_decoded_is_retried_later_and_the_others_go_on() {
    with_server(async |server| {
        server.donor(1, json!({})).await;
        server.request_blood(1, json!({})).await;
        // Its next wave is long overdue, and the day when the blood is needed is no date.
        set_status(&server, "'Open', next_wave_at = 1, needed_by = '2026-00-00'").await;
        let link = server.request_blood(2, json!({})).await;
        let confirmed = server.with_link("POST", "/user/api/bloodrequest/confirm", &link, None).await;
        assert_eq!(confirmed.status, 200, "{}", confirmed.text);
        blood::advance(&server.app).await.unwrap();
        assert_eq!(server.asked().await, ["donor1"]);
        server.donor(2, json!({})).await;
        set_status(&server, "'Open', needed_by = '2026-11-18'").await;
        blood::advance(&server.app).await.unwrap();
        assert_eq!(server.asked().await.len(), 1, "it waits a while before it is tried again");
        server.clock.advance(SignedDuration::from_mins(1));
        blood::advance(&server.app).await.unwrap();
        assert_eq!(server.asked().await, ["donor1", "donor2"]);
    })
    .await;
}

/// Changes the first request directly in the database.
async fn set_status(server: &TestServer, values: &str) {
    let sql = format!("UPDATE blood_requests SET status = {values} WHERE phone = '9600000001'");
    let spoilt: db::Result<u64> = server.app.db.write(async move |tx| tx.execute(&sql, &[]).await).await;
    assert_eq!(spoilt.unwrap(), 1);
}
