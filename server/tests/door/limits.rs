//! How often somebody may fail at a door: who guesses is stopped, and who stands there is not.

use futures::future::join_all;
use jiff::SignedDuration;

use super::{Phone, booked, code, give_tokens, other_than};
use crate::harness::people::Doctor;
use crate::harness::with_limits;

#[tokio::test]
async fn a_phone_fails_five_times_in_a_minute_and_a_right_code_does_not_help_it_then() {
    with_limits(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        booked(&server, &patient, &doctor, ("10:00", "9847000001")).await;
        let (phone, right) = (Phone::at(&server, &doctor.id, 1), code(&server, &doctor).await);
        for _ in 0..3 {
            assert_eq!(phone.arrive(&other_than(&right), "9847000001").await.bad_fields(), ["code"]);
        }
        // A number without a visit is a failed try too: nobody finds out who comes by trying numbers.
        for number in ["9999999991", "9999999992"] {
            assert_eq!(phone.arrive(&right, number).await.status, 200);
        }
        let refused = phone.arrive(&right, "9847000001").await;
        refused.assert_problem(429, "too_many_tries");
        assert!((1..=60).contains(&refused.header("retry-after").parse::<i64>().unwrap()));
        phone.take(&right, &doctor.id, "Binu", "9847000009").await.assert_problem(429, "too_many_tries");
        // Another phone of the same network is not concerned.
        assert_eq!(Phone::at(&server, &doctor.id, 2).arrive(&right, "9847000001").await.status, 200);
        server.clock.advance(SignedDuration::from_secs(60));
        let fresh = code(&server, &doctor).await;
        assert_eq!(phone.arrive(&fresh, "9847000001").await.status, 200);
    })
    .await;
}

/// The phone's name is what the phone says.
#[tokio::test]
async fn who_changes_the_phones_name_is_stopped_by_network_and_place_and_closes_no_door_for_others() {
    with_limits(async |server| {
        let (patient, doctor, other) =
            (server.patient(1).await, Doctor::of(&server, 1).await, Doctor::of(&server, 2).await);
        booked(&server, &patient, &doctor, ("10:00", "9847000001")).await;
        booked(&server, &patient, &other, ("10:30", "9847000001")).await;
        let right = code(&server, &doctor).await;
        let guess = async |place: &str, network: &'static str, number: usize, code: &str| {
            let phone = Phone { network, ..Phone::at(&server, place, number) };
            phone.arrive(code, "9847000001").await.status
        };
        let mut statuses = Vec::new();
        for number in 0..61 {
            statuses.push(guess(&doctor.id, "203.0.113.1", number, &other_than(&right)).await);
        }
        assert_eq!((statuses[59], statuses[60]), (422, 429));
        assert_eq!(guess(&doctor.id, "203.0.113.1", 90, &right).await, 429, "a right guess comes too late");
        assert_eq!(guess(&doctor.id, "198.51.100.1", 91, &right).await, 200, "who is at the door is served");
        let at_other = code(&server, &other).await;
        assert_eq!(guess(&other.id, "203.0.113.1", 92, &at_other).await, 200, "another door is open");
        // From many networks: the place itself stops it.
        for network in ["203.0.113.2", "203.0.113.3", "203.0.113.4"] {
            for number in 0..60 {
                guess(&doctor.id, network, 1000 + number, &other_than(&right)).await;
            }
        }
        assert_eq!(guess(&doctor.id, "198.51.100.1", 2000, &right).await, 429);
        server.clock.advance(SignedDuration::from_secs(60));
        let fresh = code(&server, &doctor).await;
        assert_eq!(guess(&doctor.id, "198.51.100.1", 2001, &fresh).await, 200);
    })
    .await;
}

#[tokio::test]
async fn requests_are_counted_for_each_door_of_a_network() {
    with_limits(async |server| {
        let (doctor, other) = (Doctor::of(&server, 1).await, Doctor::of(&server, 2).await);
        give_tokens(&server, &doctor, 10).await;
        // Invalid forms count too, and cost nothing.
        let send = async |place: &str| Phone::at(&server, place, 1).take("", &doctor.id, "", "").await.status;
        for _ in 0..20 {
            let statuses = join_all((0..30).map(|_| send(&doctor.id))).await;
            assert!(statuses.iter().all(|status| *status == 422), "{statuses:?}");
        }
        assert_eq!(send(&doctor.id).await, 429);
        assert_eq!(send(&other.id).await, 422);
        server.clock.advance(SignedDuration::from_secs(60));
        assert_eq!(send(&doctor.id).await, 422);
    })
    .await;
}

/// Sent at once, all of them pass the first check. Whoever tries numbers learns nothing by which of them are refused.
#[tokio::test]
async fn numbers_that_are_tried_at_once_are_refused_beyond_the_limit_whether_they_have_a_visit_or_not() {
    with_limits(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        for (number, time) in ["10:00", "10:15", "10:30", "10:45"].into_iter().enumerate() {
            booked(&server, &patient, &doctor, (time, &format!("984700000{number}"))).await;
        }
        let (phone, right) = (Phone::at(&server, &doctor.id, 1), code(&server, &doctor).await);
        // Those with a visit come last.
        let mut numbers: Vec<String> = (0..40).map(|number| format!("99999999{number:02}")).collect();
        numbers.extend((0..4).map(|number| format!("984700000{number}")));
        let answers = join_all(numbers.iter().map(|number| phone.arrive(&right, number))).await;
        let found = answers.iter().filter(|answer| answer.status == 200).count();
        let refused = answers.iter().filter(|answer| answer.status == 429).count();
        assert_eq!(found + refused, 44);
        assert!(found < 9, "five may fail, and the four with a visit were told all the same");
        // None of a later try either.
        phone.arrive(&right, "9847000000").await.assert_problem(429, "too_many_tries");
    })
    .await;
}
