//! 200 phones of one Wi-Fi at one door at once.

use std::collections::BTreeMap;

use doccare::appointments::Appointment;
use doccare::directory::Workplace;
use futures::future::join_all;
use jiff::SignedDuration;
use serde_json::Value;

use super::{Phone, at_hospital, code, give_tokens, page, today};
use crate::harness::people::HospitalDoctor;
use crate::harness::stored::approved_visit;
use crate::harness::{Answer, TestServer, on_both_engines};
use crate::proofs::sums;

const DOCTORS: usize = 10;
/// Every slot of two hours of each doctor.
const BOOKED: usize = 8 * DOCTORS;
/// How often a phone tries again.
const MORE_TRIES: usize = 5;
const PHONES: usize = 200;

fn number_of(phone: usize) -> String {
    format!("98470{phone:05}")
}

/// A visit of each phone with a booking.
async fn book_all(server: &TestServer, hospital: &str, doctors: &[HospitalDoctor]) {
    let patient = server.patient(1).await;
    let ten = "2026-11-15T04:30:00Z".parse::<jiff::Timestamp>().unwrap().as_millisecond();
    let place = Workplace {
        id: hospital.to_owned(),
        name: String::new(),
        name_ml: None,
        address: String::new(),
        address_ml: None,
        city: String::new(),
        district: String::new(),
        state: String::new(),
        pincode: String::new(),
        phone: None,
    };
    let visit = |phone: usize| {
        let starts_at = ten + i64::try_from(phone / DOCTORS).unwrap() * 900_000;
        let visit = approved_visit(&format!("visit-{phone}"), &doctors[phone % DOCTORS].id, &patient.id, starts_at);
        let token = Some((phone / DOCTORS + 1).to_string());
        Appointment { contact_number: number_of(phone), place: Some(place.clone()), token, ..visit }
    };
    server.store_visits((0..BOOKED).map(visit).collect()).await;
}

#[tokio::test]
async fn two_hundred_phones_at_one_door_at_once_are_all_served_and_no_token_is_doubled() {
    on_both_engines(async |url| {
        let server = TestServer::start_with(url, |config| config.rate_limits = true).await;
        let first = at_hospital(&server, 0, None).await;
        let hospital = first.hospital.clone();
        let mut doctors = vec![first];
        for number in 1..DOCTORS {
            doctors.push(at_hospital(&server, number, Some(&hospital)).await);
        }
        // Walk-ins want four of them.
        for doctor in &doctors[..4] {
            give_tokens(&server, doctor, 100).await;
        }
        book_all(&server, &hospital, &doctors).await;
        server.clock.advance(SignedDuration::from_mins(60));
        let code = code(&server, &doctors[0]).await;
        let phones: Vec<Phone<'_>> = (0..PHONES).map(|phone| Phone::at(&server, &hospital, phone)).collect();
        let press = async |phone: usize| -> Answer {
            if phone < BOOKED {
                return phones[phone].arrive(&code, &number_of(phone)).await;
            }
            let doctor = &doctors[phone % 4].id;
            phones[phone].take(&code, doctor, &format!("Walker {phone}"), &number_of(phone)).await
        };
        // On a slow machine a phone is told that we are busy, and to try again. It gets one token all the same.
        let serve = async |phone: usize| -> Answer {
            let door = server.get(&format!("/user/api/door/{hospital}")).await;
            assert_eq!(door.body["data"]["doctors"].as_array().map(Vec::len), Some(4), "{}", door.text);
            let mut answer = press(phone).await;
            for _ in 0..MORE_TRIES {
                if answer.body["code"] != "busy" {
                    break;
                }
                answer = press(phone).await;
            }
            answer
        };
        let began = std::time::Instant::now();
        let answers = join_all((0..PHONES).map(serve)).await;
        println!("{PHONES} phones at one door: {:?}", began.elapsed());
        for (phone, answer) in answers.iter().enumerate() {
            let expected = if phone < BOOKED { 200 } else { 201 };
            assert_eq!(answer.status, expected, "phone {phone}: {}", answer.text);
        }
        let visits = |answer: &Answer| -> Vec<Value> {
            let data = &answer.body["data"];
            data["visits"].as_array().cloned().unwrap_or_else(|| vec![data.clone()])
        };
        // Each phone with a booking is told its own visit alone.
        for (phone, answer) in answers[..BOOKED].iter().enumerate() {
            let told = visits(answer);
            assert_eq!(told.len(), 1, "{}", answer.text);
            assert_eq!(told[0]["token"], (phone / DOCTORS + 1).to_string(), "{}", answer.text);
            assert_eq!(told[0]["arrived"], true);
        }
        // The tokens of each doctor's walk-ins are W1, W2, … without a gap, each once.
        let mut tokens = BTreeMap::<usize, Vec<String>>::new();
        for (phone, answer) in answers.iter().enumerate().skip(BOOKED) {
            let token = answer.body["data"]["token"].as_str().unwrap().to_owned();
            tokens.entry(phone % 4).or_default().push(token);
        }
        for (doctor, mut given) in tokens {
            let mut expected: Vec<String> = (1..=given.len()).map(|number| format!("W{number}")).collect();
            given.sort_unstable();
            expected.sort_unstable();
            assert_eq!(given, expected, "of doctor {doctor}");
            let day = today(&server, &doctors[doctor]).await;
            let comers = day["comers"].as_array().unwrap();
            assert_eq!(comers.len(), expected.len() + 8);
            assert!(comers.iter().all(|comer| comer["attendance"] == "arrived"), "{day}");
        }
        for answer in answers.iter().step_by(20) {
            assert_eq!(page(&server, &visits(answer)[0]).await.status, 200);
        }
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
    })
    .await;
}

/// The same phone, number or name in many requests at once takes no token more than it may.
#[tokio::test]
async fn a_phone_that_asks_twenty_times_at_once_gets_three_tokens() {
    on_both_engines(async |url| {
        let server = TestServer::start(url).await;
        let first = at_hospital(&server, 0, None).await;
        let second = at_hospital(&server, 1, Some(&first.hospital)).await;
        for doctor in [&first, &second] {
            give_tokens(&server, doctor, 100).await;
        }
        let code = code(&server, &first).await;
        let phone = Phone::at(&server, &first.hospital, 1);
        let ask = |number: usize| {
            let doctor = if number.is_multiple_of(2) { &first.id } else { &second.id };
            let (code, phone) = (&code, &phone);
            async move { phone.take(code, doctor, &format!("Walker {number}"), &number_of(number)).await }
        };
        let answers = join_all((0..20).map(ask)).await;
        let given = answers.iter().filter(|answer| answer.status == 201).count();
        assert_eq!(given, 3);
        for answer in answers.iter().filter(|answer| answer.status != 201) {
            answer.assert_problem(409, "limit_reached");
        }
        // One form sent ten times at once is one token.
        let other = Phone::at(&server, &first.hospital, 2);
        let again = join_all((0..10).map(|_| other.take(&code, &first.id, "Binu", "9847099999"))).await;
        let tokens: Vec<&Value> = again.iter().map(|answer| &answer.body["data"]["token"]).collect();
        assert!(tokens.iter().all(|token| *token == tokens[0] && token.is_string()), "{tokens:?}");
    })
    .await;
}
