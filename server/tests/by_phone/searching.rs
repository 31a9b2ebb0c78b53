//! Sessions by phone in the doctor's week, the search, and the landing's figure.

use serde_json::{Value, json};

use super::{MONDAY, Practice, TODAY, week};
use crate::harness::with_server;

#[tokio::test]
async fn sessions_by_phone_have_their_own_fee_and_neither_a_place_nor_an_overlap() {
    with_server(async |server| {
        let practice = Practice::new(&server).await;
        let schedule = practice.ask("GET", "doctor/schedule/{doctor}", None).await.body["data"].clone();
        let modes: Vec<&Value> =
            schedule["sessions"].as_array().unwrap()[..2].iter().map(|session| &session["mode"]).collect();
        assert_eq!((modes, &schedule["sessions"][1]["fee"]), (vec![&json!("clinic"), &json!("phone")], &json!(199)));
        let put = async |body| practice.ask("PUT", "doctor/sessions/{doctor}", Some(body)).await;
        assert_eq!(put(week("10:30")).await.bad_fields()[0], "sessions[1].from", "both kinds at the same time");
        let session = |more: Value| {
            let mut session = json!({"weekday": "Monday", "from": "12:00", "to": "13:00"});
            session.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            json!({"sessions": [session]})
        };
        let elsewhere = put(session(json!({"mode": "phone", "place": "some"}))).await;
        assert_eq!(elsewhere.bad_fields(), ["sessions[0].place"]);
        assert_eq!(put(session(json!({"mode": "video"}))).await.bad_fields(), ["sessions[0].mode"]);
        // One session by phone on every working day is no plain hours: those are at the clinic.
        assert_eq!(put(session(json!({"mode": "phone"}))).await.status, 200);
        let schedule = practice.ask("GET", "doctor/schedule/{doctor}", None).await.body["data"].clone();
        assert_eq!(schedule["sessions"][0]["mode"], "phone");
        let extra = json!({"date": MONDAY, "from": "12:30", "to": "13:30", "mode": "phone"});
        assert_eq!(practice.ask("POST", "doctor/sessions/{doctor}/extra", Some(extra)).await.bad_fields(), ["from"]);
    })
    .await;
}

#[tokio::test]
async fn patients_find_doctors_by_phone_with_their_times_and_fees() {
    with_server(async |server| {
        let practice = Practice::new(&server).await;
        let at_clinic = server.doctor(2).await;
        server.catch_up().await;
        let find = async |query: &str| server.get(&format!("/user/api/finddoctors?{query}")).await.body;
        let found = find("mode=phone").await;
        assert_eq!((&found["total"], &found["data"][0]["_id"]), (&json!(1), &json!(practice.doctor)));
        let doctor = &found["data"][0];
        assert_eq!(
            (&doctor["phoneFee"], &doctor["nextSlot"]["mode"], &doctor["nextSlot"]["fee"], &doctor["nextTimes"]),
            (&json!(199), &json!("phone"), &json!(199), &json!(["12:00", "12:15", "12:30"]))
        );
        for (query, total) in [
            ("mode=clinic", 2),
            ("", 2),
            ("mode=phone&maxFee=199", 1),
            ("mode=phone&maxFee=198", 0),
            ("mode=clinic&maxFee=299", 0),
            ("maxFee=199", 1),
            ("mode=phone&from=12:30&to=12:45", 1),
            ("mode=phone&from=10:00&to=11:00", 0),
            ("mode=phone&sort=earliest", 1),
        ] {
            assert_eq!(find(query).await["total"], total, "{query}");
        }
        let clinic = find("mode=clinic").await;
        let own = clinic["data"].as_array().unwrap().iter().find(|row| row["_id"] == json!(practice.doctor)).unwrap();
        assert_eq!((&own["nextSlot"]["mode"], &own["nextSlot"]["time"]), (&json!("clinic"), &json!("10:00")));
        assert_eq!(server.get("/user/api/finddoctors?mode=video").await.bad_fields(), ["mode"]);
        let plain = server.get(&format!("/user/api/doctor/{at_clinic}")).await.body["data"].clone();
        assert_eq!((&plain["phoneFee"], &plain["nextSlot"]["mode"]), (&Value::Null, &json!("clinic")));

        let of = async |path: &str| server.get(&format!("/user/api/doctor/{}/{path}", practice.doctor)).await.body;
        let day = of(&format!("slots?date={TODAY}&mode=phone")).await;
        let times: Vec<&Value> = day["data"].as_array().unwrap().iter().map(|slot| &slot["time"]).collect();
        assert_eq!(times, ["12:00", "12:15", "12:30", "12:45"]);
        assert_eq!((day["sessions"].as_array().unwrap().len(), &day["sessions"][0]["mode"]), (1, &json!("phone")));
        assert_eq!(of(&format!("slots?date={TODAY}")).await["data"].as_array().unwrap().len(), 8);
        assert_eq!(of("availability?days=1&mode=phone").await["data"][0]["free"], 4);
        // A client that knows nothing of calls does not offer their times.
        let closed = of(&format!("bookings?date={TODAY}")).await;
        assert!(closed["data"].as_array().unwrap().contains(&json!({"time": "12:15"})), "{closed}");
    })
    .await;
}

#[tokio::test]
async fn the_lowest_fee_by_phone_is_that_of_doctors_who_offer_it_now() {
    with_server(async |server| {
        let lowest = async || server.get("/user/api/consultations/phone").await.body["data"]["lowestFee"].clone();
        assert_eq!(lowest().await, Value::Null);
        let practice = Practice::new(&server).await;
        assert_eq!(lowest().await, 199);
        // One more, for less, on one day.
        let extra = json!({"date": TODAY, "from": "15:00", "to": "16:00", "fee": 150, "mode": "phone"});
        let added = practice.ask("POST", "doctor/sessions/{doctor}/extra", Some(extra)).await;
        assert_eq!(added.status, 201, "{}", added.text);
        assert_eq!(lowest().await, 150);
        server.clock.advance(jiff::SignedDuration::from_hours(24));
        assert_eq!(lowest().await, 199, "that day is over");
        server.execute(&format!("UPDATE doctors SET listed_at = NULL WHERE id = '{}'", practice.doctor)).await;
        assert_eq!(lowest().await, Value::Null);
    })
    .await;
}

#[tokio::test]
async fn the_doctors_page_names_the_service_for_search_engines() {
    with_server(async |server| {
        let practice = Practice::new(&server).await;
        let page = server.get(&format!("/doctors/{}", practice.doctor)).await.text;
        assert!(page.contains(r#""availableService""#) && page.contains("Consultation by phone"), "{page}");
        let plain = server.doctor(2).await;
        server.catch_up().await;
        assert!(!server.get(&format!("/doctors/{plain}")).await.text.contains("availableService"));
    })
    .await;
}
