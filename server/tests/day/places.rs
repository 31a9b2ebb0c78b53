//! What a search for a doctor shows about the doctor's places.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{Doctor, MONDAY, SUNDAY, TUESDAY};
use crate::harness::{TestServer, do_job, with_server};

/// The structured data of a doctor's page.
async fn for_search_engines(server: &TestServer, doctor: &Doctor) -> Value {
    let page = server.get(&format!("/doctors/{}", doctor.id)).await;
    let (_, rest) = page.text.split_once("<script type=\"application/ld+json\">").expect("a description");
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[tokio::test]
async fn a_hospital_of_extra_sessions_alone_has_a_name_on_the_card() {
    with_server(async |server| {
        let doctor = Doctor::with_desk(&server, 1).await;
        let places = async || {
            let found = server.get(&format!("/user/api/doctor/{}", doctor.id)).await;
            found.body["data"]["places"].clone()
        };
        assert_eq!(places().await, json!([]));
        let extra = doctor.add_extra(&server, TUESDAY, ("17:00", "18:00"), true).await;
        assert_eq!(
            (&places().await[0]["name"], &places().await[0]["nameMl"]),
            (&json!("hospital 1"), &json!("സിറ്റി ആശുപത്രി"))
        );
        doctor.done(&server, "DELETE", &format!("sessions/{{id}}/extra/{extra}"), None).await;
        assert_eq!(places().await, json!([]));
    })
    .await;
}

#[tokio::test]
async fn structured_data_lists_the_hours_of_each_place() {
    with_server(async |server| {
        let doctor = Doctor::with_desk(&server, 1).await;
        let opens = |place: &Value| -> Vec<String> {
            let hours = place["openingHoursSpecification"].as_array().cloned().unwrap_or_default();
            hours.iter().map(|hours| hours["opens"].as_str().unwrap().to_owned()).collect()
        };
        let simple = for_search_engines(&server, &doctor).await;
        assert_eq!(simple["openingHoursSpecification"]["opens"], "10:00");
        assert_eq!(simple["location"], Value::Null);
        doctor.works(&server, &[("09:00", "10:00", true), ("17:00", "18:00", false)]).await;
        let both = for_search_engines(&server, &doctor).await;
        assert_eq!(opens(&both), ["17:00"], "the address beside it is the clinic's");
        let places: Vec<_> =
            both["location"].as_array().unwrap().iter().map(|place| (place["@type"].clone(), opens(place))).collect();
        assert_eq!(places, [(json!("MedicalClinic"), vec!["17:00".into()]), (json!("Hospital"), vec!["09:00".into()])]);
        doctor.works(&server, &[("09:00", "10:00", true)]).await;
        let there = for_search_engines(&server, &doctor).await;
        assert_eq!(there["openingHoursSpecification"], Value::Null, "nobody is at the clinic");
        assert_eq!(there["location"].as_array().unwrap().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn each_slot_of_a_proposal_names_its_place() {
    with_server(async |server| {
        let (doctor, patient) = (Doctor::with_desk(&server, 1).await, server.patient(1).await);
        let visit = doctor.visit(&server, &patient, SUNDAY, "10:00").await;
        doctor.works(&server, &[("09:00", "10:00", true), ("17:00", "18:00", false)]).await;
        server.clock.advance(SignedDuration::from_mins(90));
        let mark = format!("followup/{visit}");
        doctor.done(&server, "PUT", &mark, Some(json!({"days": 1}))).await;
        do_job(&server.app, "follow-ups").await;
        let path = format!("/user/api/user/followups/{}", patient.id);
        let proposals = server.ask("GET", &path, &patient.token, None).await;
        let slots = proposals.body["data"][0]["slots"].as_array().unwrap_or_else(|| panic!("{}", proposals.text));
        let named = |slot: &Value| (slot["time"].as_str().unwrap().to_owned(), slot["place"]["name"].clone());
        let named: Vec<_> = slots.iter().map(named).collect();
        assert!(named.iter().any(|(time, place)| time.starts_with("09:") && place == "hospital 1"), "{named:?}");
        assert!(named.iter().any(|(time, place)| time.starts_with("17:") && place.is_null()), "{named:?}");
        let mails = server.mails().await;
        let mail = mails.iter().find(|mail| mail.header("subject").starts_with("Time for your next visit")).unwrap();
        let text = mail.text("text/plain").unwrap();
        assert!(text.contains("hospital 1, Market Road") && text.contains("Care Clinic, MG Road"), "{text}");
    })
    .await;
}

#[tokio::test]
async fn requests_are_approved_at_once_up_to_the_number_of_each_session() {
    with_server(async |server| {
        let doctor = Doctor::with_desk(&server, 1).await;
        doctor.works(&server, &[("09:00", "10:00", true), ("17:00", "18:00", false)]).await;
        doctor.done(&server, "PUT", "answering/{id}", Some(json!({"answeredBy": "all", "atOnceADay": 1}))).await;
        let mut said = Vec::new();
        for (number, time) in ["09:00", "09:15", "17:00", "17:15"].into_iter().enumerate() {
            let booked = server.book(&server.patient(number + 1).await, &doctor.id, MONDAY, time).await;
            said.push(booked.body["data"]["status"].as_str().unwrap_or_else(|| panic!("{}", booked.text)).to_owned());
        }
        assert_eq!(said, ["Checked", "Pending", "Checked", "Pending"]);
    })
    .await;
}

#[tokio::test]
async fn two_hundred_walk_in_at_each_place() {
    with_server(async |server| {
        let doctor = Doctor::with_desk(&server, 1).await;
        let (staff, _) = server.desk_staff(&doctor.hospital, 1).await;
        let token = server.sign_in_desk(&staff).await;
        let desk = Doctor { doctor: doctor.with_token(token), hospital: String::new() };
        // Since 1970.
        let (today, own) = (20_772, &doctor.id);
        server
            .execute(&format!(
                "INSERT INTO walk_ins (id, doctor_id, day, token, name, phone, created_at)
                 WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 200)
                 SELECT 'walk-in ' || CAST(n AS TEXT), '{own}', {today}, 'W' || CAST(n AS TEXT), 'Binu', '9876543211', n FROM numbers"
            ))
            .await;
        let counted = "INSERT INTO clinic_days (doctor_id, day, walk_ins) VALUES";
        server.execute(&format!("{counted} ('{own}', {today}, 200)")).await;
        let form = Some(json!({"name": "Sumathi", "phoneNumber": "9876543212"}));
        let here = doctor.ask(&server, "POST", "today/{id}/walkins", form.clone()).await;
        here.assert_problem(409, "limit_reached");
        // The hospital's desk has a separate one.
        let there = desk.done(&server, "POST", "today/{id}/walkins", form).await;
        assert_eq!(there["data"]["comers"].as_array().unwrap().len(), 1);
    })
    .await;
}
