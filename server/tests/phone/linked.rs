//! Accounts without an e-mail address: everything that others get by mail comes by message, with a link that opens it without a login.

use doccare::platform::phone_messages::{Channel, Provider, Templates};
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{MONDAY, book, confirmed, decide, kinds, with_limits, with_provider};
use crate::harness::people::Patient;
use crate::harness::provider::{Receiver, provider};
use crate::harness::stored::approved_visit;
use crate::harness::{Answer, TestServer, do_job, on_both_engines};

const DOCTOR: &str = "Dr. Doctor Number1";
const SITE: &str = "care.example/v#";

/// The latest message: its kind and its variables, but for the link, which comes with its code alone.
fn latest(receiver: &Receiver) -> (String, Vec<String>, String) {
    let body = receiver.came().pop().expect("a message").body;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let mut variables: Vec<String> = body["variables"].as_array().unwrap().iter().map(text).collect();
    let link = variables.pop().unwrap_or_default();
    assert!(link.len() <= 30, "{link}");
    let code = link.strip_prefix(SITE).unwrap_or_else(|| panic!("{body}"));
    (text(&body["kind"]), variables, code.to_owned())
}

async fn open(server: &TestServer, code: &str) -> Answer {
    server.ask("POST", "/user/api/messagelink", code, None).await
}

/// The private link behind the page that a code opens.
async fn opened(server: &TestServer, code: &str, page: &str) -> String {
    let answer = open(server, code).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let text = answer.body["data"]["page"].as_str().unwrap();
    text.strip_prefix(&format!("{page}#")).unwrap_or_else(|| panic!("{text}")).to_owned()
}

async fn visit(server: &TestServer, link: &str) -> Answer {
    server.ask("GET", "/user/api/visit", link, None).await
}

/// What the patient does to a booking: `cancel`, or `reschedule` with a time.
async fn change(server: &TestServer, patient: &Patient, deed: &str, id: &str, slot: Option<Value>) {
    server.tick();
    let changed = server.ask("PATCH", &format!("/user/api/appointment/{deed}/{id}"), &patient.token, slot).await;
    assert_eq!(changed.status, 200, "{}", changed.text);
}

async fn count(server: &TestServer, sql: &str) -> i64 {
    server.app.db.read(async |tx| tx.count(sql, &[]).await).await.unwrap()
}

#[tokio::test]
async fn every_change_of_a_visit_is_a_message_with_a_link_to_it() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.without_address(1, &receiver).await, server.doctor(1).await);
        let slot = |time: &str| vec![DOCTOR.to_owned(), "Mon 16 Nov".to_owned(), time.to_owned()];
        let at_clinic = |time: &str| [slot(time), vec!["the doctor's clinic".to_owned()]].concat();
        let told = async |kind: &str, variables: Vec<String>| {
            assert_eq!(server.hand_over().await, 1, "{kind}");
            let (came, found, code) = latest(&receiver);
            assert_eq!((came.as_str(), found), (kind, variables));
            code
        };
        let id = book(&server, &patient, &doctor, "10:00").await;
        let first = told("requestedlink", slot("10:00 am")).await;
        let link = opened(&server, &first, "/visit").await;
        let seen = visit(&server, &link).await;
        assert_eq!((seen.status, &seen.body["data"]["status"]), (200, &json!("Pending")), "{}", seen.text);
        assert_eq!(seen.body["data"]["doctorId"], json!(doctor));
        assert!(seen.body["data"]["answerBy"].is_string(), "{}", seen.text);
        for private in ["Asha", "9876543210", &patient.id] {
            assert!(!seen.text.contains(private), "{private}: {}", seen.text);
        }
        decide(&server, &doctor, "approve", &id).await;
        let second = told("approvedlink", at_clinic("10:00 am")).await;
        assert_ne!(first, second, "each message has a link of its own");
        change(&server, &patient, "reschedule", &id, Some(json!({"date": MONDAY, "time": "10:30"}))).await;
        told("requestedlink", slot("10:30 am")).await;
        decide(&server, &doctor, "approve", &id).await;
        told("approvedlink", at_clinic("10:30 am")).await;
        decide(&server, &doctor, "cancel", &id).await;
        let last = told("cancelledlink", slot("10:30 am")).await;
        for code in [&first, &last] {
            let link = opened(&server, code, "/visit").await;
            assert_eq!(visit(&server, &link).await.body["data"]["status"], "Cancelled");
        }
        let declined = book(&server, &patient, &doctor, "11:00").await;
        server.hand_over().await;
        decide(&server, &doctor, "reject", &declined).await;
        told("rejectedlink", slot("11:00 am")).await;
        let own = book(&server, &patient, &doctor, "11:15").await;
        server.hand_over().await;
        change(&server, &patient, "cancel", &own, None).await;
        told("cancelledlink", slot("11:15 am")).await;

        // Approved at once, also where it is moved.
        let path = format!("/user/api/doctor/answering/{doctor}");
        let at_once = json!({"answeredBy": "all", "atOnceADay": "20"});
        let token = server.sign_in_doctor(&doctor).await;
        assert_eq!(server.ask("PUT", &path, &token, Some(at_once)).await.status, 200);
        let id = book(&server, &patient, &doctor, "11:30").await;
        told("approvedlink", at_clinic("11:30 am")).await;
        change(&server, &patient, "reschedule", &id, Some(json!({"date": MONDAY, "time": "11:45"}))).await;
        told("movedlink", at_clinic("11:45 am")).await;

        let to_nobody = "SELECT count(*) FROM mail_queue WHERE recipient = ''";
        assert_eq!(count(&server, to_nobody).await, 0, "no mail waits for an address that is not there");
    })
    .await;
}

#[tokio::test]
async fn a_request_that_nobody_answered_is_told_by_message() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.without_address(1, &receiver).await, server.doctor(1).await);
        book(&server, &patient, &doctor, "10:00").await;
        server.hand_over().await;
        server.clock.advance(SignedDuration::from_hours(23));
        do_job(&server.app, "unanswered").await;
        assert_eq!(server.hand_over().await, 1);
        let (kind, variables, code) = latest(&receiver);
        assert_eq!(kind, "unanswered");
        assert_eq!(variables, [DOCTOR, "Mon 16 Nov", "10:00 am"]);
        let link = opened(&server, &code, "/visit").await;
        assert_eq!(visit(&server, &link).await.body["data"]["unanswered"], true);
    })
    .await;
}

#[tokio::test]
async fn a_token_that_changes_is_told_by_message_and_to_an_address_by_mail_alone() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.without_address(1, &receiver).await, server.doctor(1).await);
        let other = server.reachable(2, "sms", &receiver).await;
        let token = server.sign_in_doctor(&doctor).await;
        let works = async |sessions: Value| {
            let path = format!("/user/api/doctor/sessions/{doctor}");
            let saved = server.ask("PUT", &path, &token, Some(json!({"sessions": sessions}))).await;
            assert_eq!(saved.status, 200, "{}", saved.text);
        };
        let session = |from: &str, to: &str| json!({"weekday": "Monday", "from": from, "to": to, "place": null});
        works(json!([session("10:00", "11:00"), session("15:00", "16:00"), session("17:00", "18:00")])).await;
        let first = server.patient(3).await;
        for (who, time) in [(&first, "10:00"), (&other, "15:00"), (&patient, "17:00")] {
            confirmed(&server, who, &doctor, time).await;
        }
        server.hand_over().await;
        let before = kinds(&receiver);
        server.tick();
        works(json!([session("10:00", "18:00")])).await;
        assert_eq!(server.hand_over().await, 1, "{:?} and then {:?}", before, kinds(&receiver));
        let (kind, variables, code) = latest(&receiver);
        assert_eq!(kind, "token");
        assert_eq!(variables, [DOCTOR, "Mon 16 Nov", "29"]);
        let link = opened(&server, &code, "/visit").await;
        assert_eq!(visit(&server, &link).await.body["data"]["token"], "29");
    })
    .await;
}

#[tokio::test]
async fn a_link_ends_with_its_day_and_with_its_account_and_its_code_is_nowhere_stored() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.without_address(1, &receiver).await, server.doctor(1).await);
        confirmed(&server, &patient, &doctor, "10:00").await;
        server.hand_over().await;
        let (_, _, code) = latest(&receiver);
        assert_eq!(code.len(), 10);
        let plain = format!("SELECT count(*) FROM message_links WHERE code_digest LIKE '%{code}%'");
        assert_eq!(count(&server, &plain).await, 0);
        assert_eq!(count(&server, "SELECT count(*) FROM phone_message_queue").await, 0, "the provider has them all");
        let swapped: String = code.chars().rev().collect();
        for wrong in ["", "made-up", &patient.token, &swapped, &code[1..]] {
            open(&server, wrong).await.assert_problem(410, "link_ended");
        }
        let link = opened(&server, &code, "/visit").await;
        // The visit is on Monday; its page ends with that day.
        server.clock.advance(SignedDuration::from_hours(38));
        assert_eq!(visit(&server, &link).await.status, 200);
        server.clock.advance(SignedDuration::from_hours(1));
        visit(&server, &link).await.assert_problem(410, "link_ended");
        let again = opened(&server, &code, "/visit").await;
        visit(&server, &again).await.assert_problem(410, "link_ended");
        assert!(count(&server, "SELECT count(*) FROM message_links").await > 0);
        let erased = doccare::admin::erasure::ErasureSubject::Account(doccare::identity::Role::User);
        assert!(doccare::admin::erasure::erase(&server.app, erased, patient.id.clone()).await.is_ok());
        open(&server, &code).await.assert_problem(410, "link_ended");
        assert_eq!(count(&server, "SELECT count(*) FROM message_links").await, 0, "erased with the account");
    })
    .await;
}

#[tokio::test]
async fn who_guesses_links_is_limited_by_network() {
    with_limits(async |server, _| {
        let guess = async |from: &str, number: usize| {
            let request = server.request("POST", "/user/api/messagelink").header("x-forwarded-for", from);
            Answer::read(request.bearer_auth(format!("guess{number:05}"))).await
        };
        for number in 0..60 {
            guess("198.51.100.1", number).await.assert_problem(410, "link_ended");
        }
        guess("198.51.100.1", 60).await.assert_problem(429, "too_many_tries");
        guess("203.0.113.1", 61).await.assert_problem(410, "link_ended");
    })
    .await;
}

#[tokio::test]
async fn what_patients_do_again_and_again_is_ten_messages_a_day() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.without_address(1, &receiver).await, server.doctor(1).await);
        let id = book(&server, &patient, &doctor, "10:00").await;
        for number in 0..14 {
            let time = if number % 2 == 0 { "10:30" } else { "10:45" };
            change(&server, &patient, "reschedule", &id, Some(json!({"date": MONDAY, "time": time}))).await;
            server.hand_over().await;
        }
        assert_eq!(kinds(&receiver).len(), 10);
        decide(&server, &doctor, "approve", &id).await;
        server.hand_over().await;
        assert_eq!(kinds(&receiver).len(), 11, "what the doctor does is told");
        server.clock.advance(SignedDuration::from_hours(24));
        book(&server, &patient, &doctor, "11:45").await;
        server.hand_over().await;
        assert_eq!(kinds(&receiver).len(), 12, "the next day they are told again");
    })
    .await;
}

#[tokio::test]
async fn at_night_a_message_with_a_link_waits_for_the_morning() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.without_address(1, &receiver).await, server.doctor(1).await);
        // It is nine in the morning.
        server.clock.advance(SignedDuration::from_hours(13));
        let id = book(&server, &patient, &doctor, "11:00").await;
        server.hand_over().await;
        assert!(kinds(&receiver).is_empty());
        decide(&server, &doctor, "approve", &id).await;
        server.clock.advance(SignedDuration::from_hours(9));
        server.hand_over().await;
        assert_eq!(kinds(&receiver), ["approvedlink"], "what is no longer true is not told in the morning");
    })
    .await;
}

#[tokio::test]
async fn an_offer_of_the_waitlist_is_accepted_by_the_link_in_its_message() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.without_address(1, &receiver).await, server.doctor(1).await);
        let mut visits = Vec::new();
        let mut other = server.patient(10).await;
        for (place, time) in
            ["10:00", "10:15", "10:30", "10:45", "11:00", "11:15", "11:30", "11:45"].into_iter().enumerate()
        {
            if place == 4 {
                other = server.patient(11).await;
            }
            visits.push((other.clone(), server.booked(&other, &doctor, MONDAY, time).await));
        }
        server.tick();
        let path = format!("/user/api/doctor/{doctor}/waitlist/{}", patient.id);
        assert_eq!(server.ask("POST", &path, &patient.token, Some(json!({"date": MONDAY}))).await.status, 201);
        change(&server, &visits[2].0, "cancel", &visits[2].1, None).await;
        do_job(&server.app, "waitlist").await;
        do_job(&server.app, "waitlist").await;
        assert_eq!(server.hand_over().await, 1);
        let (kind, variables, code) = latest(&receiver);
        assert_eq!(kind, "offerlink");
        assert_eq!(variables, [DOCTOR, "Mon 16 Nov", "10:30 am", "9:30 am"]);
        let link = opened(&server, &code, "/waitlist/offer").await;
        let accepted = server.ask("POST", "/user/api/waitlist/accept", &link, None).await;
        assert_eq!((accepted.status, &accepted.body["data"]["state"]), (200, &json!("accepted")), "{}", accepted.text);
    })
    .await;
}

#[tokio::test]
async fn a_follow_up_is_taken_by_the_link_in_its_message_once_and_looking_at_it_takes_nothing() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.without_address(1, &receiver).await, server.doctor(1).await);
        let yesterday = server.clock.now_millis() - 86_400_000;
        server.store_visits(vec![approved_visit("before-1", &doctor, &patient.id, yesterday)]).await;
        let token = server.sign_in_doctor(&doctor).await;
        let marked = json!({"days": 2, "withoutFee": true});
        assert_eq!(server.ask("PUT", "/user/api/doctor/followup/before-1", &token, Some(marked)).await.status, 200);
        do_job(&server.app, "follow-ups").await;
        assert_eq!(server.hand_over().await, 1);
        let (kind, variables, code) = latest(&receiver);
        assert_eq!(kind, "proposallink");
        assert_eq!(variables, [DOCTOR, "Mon 16 Nov"]);
        let link = opened(&server, &code, "/followup").await;
        let look = async || server.ask("GET", "/user/api/followup", &link, None).await;
        let take = async |time: &str| {
            server.tick();
            let slot = json!({"date": MONDAY, "time": time});
            server.ask("POST", "/user/api/followup/take", &link, Some(slot)).await
        };
        for _ in 0..2 {
            let seen = look().await;
            let data = &seen.body["data"];
            assert_eq!((seen.status, &data["state"], &data["withoutFee"]), (200, &json!("proposed"), &json!(true)));
            assert_eq!(data["slots"].as_array().unwrap().len(), 3, "{}", seen.text);
            assert!(!seen.text.contains("Asha") && !seen.text.contains(&patient.id), "{}", seen.text);
        }
        take("12:00").await.assert_problem(422, "invalid_fields");
        take("nine").await.assert_problem(422, "invalid_fields");
        for _ in 0..2 {
            let booked = take("10:00").await;
            assert_eq!((booked.status, &booked.body["data"]["state"]), (200, &json!("booked")), "{}", booked.text);
        }
        take("10:15").await.assert_problem(409, "not_changeable");
        assert_eq!(count(&server, "SELECT count(*) FROM appointments WHERE follows_id = 'before-1'").await, 1);
        let own = format!("/user/api/previous/booking/{}", patient.id);
        let own = server.ask("GET", &own, &patient.token, None).await;
        let booked = &own.body["data"][0];
        assert_eq!((&booked["visitType"], &booked["fee"]), (&json!("review"), &json!(0)), "{}", own.text);
        server.hand_over().await;
        assert_eq!(latest(&receiver).0, "requestedlink");
        for wrong in ["", "made-up", &code, &patient.token] {
            server.ask("GET", "/user/api/followup", wrong, None).await.assert_problem(410, "link_ended");
        }
        server.execute(&format!("UPDATE accounts SET state = 'blocked' WHERE id = '{}'", patient.id)).await;
        look().await.assert_problem(410, "link_ended");
        take("10:30").await.assert_problem(410, "link_ended");
    })
    .await;
}

/// A server with a provider that was changed.
pub async fn with_other_provider<F: AsyncFn(TestServer, Receiver)>(change: impl Fn(&mut Provider), test: F) {
    on_both_engines(async |url| {
        let clock = doccare::platform::clock::Clock::set_to(crate::harness::NOW.parse().unwrap());
        let receiver = Receiver::start(clock.clone()).await;
        let server = TestServer::start_by(clock, doccare::identity::passwords::Cost::Low, url, |config| {
            let mut provider = provider(&receiver.url);
            change(&mut provider);
            config.messages = Some(provider);
            config.rate_limits = false;
        })
        .await;
        test(server, receiver).await;
    })
    .await;
}

/// The example's templates without those of these kinds.
pub fn templates_without(without: impl Fn(&str) -> bool) -> Templates {
    let mut file: Value = serde_json::from_str(include_str!("../../../docs/message-templates.example.json")).unwrap();
    for channel in ["sms", "whatsapp"] {
        file[channel].as_object_mut().unwrap().retain(|kind, _| !without(kind));
    }
    Templates::parse(&file.to_string(), &Channel::ALL, "care.example").unwrap()
}

#[tokio::test]
async fn without_optional_templates_the_older_ones_go_and_the_others_are_not_sent_nor_kept_for_the_operator() {
    let old = |kind: &str| kind.ends_with("link") || ["unanswered", "token", "address"].contains(&kind);
    with_other_provider(
        |provider| provider.templates = templates_without(old),
        async |server, receiver| {
            let (patient, doctor) = (server.without_address(1, &receiver).await, server.doctor(1).await);
            let id = book(&server, &patient, &doctor, "10:00").await;
            server.hand_over().await;
            assert!(kinds(&receiver).is_empty());
            assert_eq!(server.states(&patient).await[0], ("requestedlink".into(), "failed".into()));
            let kept = "SELECT count(*) FROM mail_queue WHERE failed_at IS NOT NULL";
            assert_eq!(count(&server, kept).await, 0, "there is nothing to send again");
            decide(&server, &doctor, "approve", &id).await;
            server.hand_over().await;
            assert_eq!(kinds(&receiver), ["approved"]);
            let variables = receiver.came().pop().unwrap().body["variables"].clone();
            assert_eq!(variables, json!([DOCTOR, "Mon 16 Nov", "10:00 am", "the doctor's clinic"]));
            assert_eq!(server.states(&patient).await[0], ("approvedlink".into(), "taken".into()));
        },
    )
    .await;
}

#[tokio::test]
async fn with_a_long_host_the_website_stands_for_the_link() {
    with_other_provider(
        |provider| provider.site = "appointments.care.example".into(),
        async |server, receiver| {
            let (patient, doctor) = (server.without_address(1, &receiver).await, server.doctor(1).await);
            book(&server, &patient, &doctor, "10:00").await;
            server.hand_over().await;
            let variables = receiver.came().pop().unwrap().body["variables"].clone();
            assert_eq!(variables, json!([DOCTOR, "Mon 16 Nov", "10:00 am", "appointments.care.example"]));
        },
    )
    .await;
}

#[tokio::test]
async fn where_only_whatsapp_is_offered_it_goes_there() {
    with_other_provider(
        |provider| {
            provider.channels = vec![Channel::Whatsapp];
            provider.templates = Templates::parse(
                include_str!("../../../docs/message-templates.example.json"),
                &provider.channels,
                "care.example",
            )
            .unwrap();
        },
        async |server, receiver| {
            let (patient, doctor) = (server.without_address(1, &receiver).await, server.doctor(1).await);
            book(&server, &patient, &doctor, "10:00").await;
            server.hand_over().await;
            assert_eq!(receiver.came().pop().unwrap().body["channel"], "whatsapp");
            assert_eq!(kinds(&receiver), ["requestedlink"]);
        },
    )
    .await;
}

#[tokio::test]
async fn messages_that_are_the_only_way_cannot_be_switched_off() {
    with_provider(async |server, receiver| {
        let patient = server.without_address(1, &receiver).await;
        let path = format!("/user/api/user/messages/{}", patient.id);
        let own = server.ask("GET", &path, &patient.token, None).await;
        assert_eq!((&own.body["data"]["only"], &own.body["data"]["channel"]), (&json!(true), &json!("sms")));
        let off = server.ask("PUT", &path, &patient.token, Some(json!({"channel": ""}))).await;
        off.assert_problem(409, "not_changeable");
        let other = server.ask("PUT", &path, &patient.token, Some(json!({"channel": "whatsapp"}))).await;
        assert_eq!(other.body["data"]["channel"], "whatsapp", "{}", other.text);
        let with_address = server.reachable(2, "sms", &receiver).await;
        let path = format!("/user/api/user/messages/{}", with_address.id);
        let off = server.ask("PUT", &path, &with_address.token, Some(json!({"channel": ""}))).await;
        assert_eq!((off.status, &off.body["data"]["only"]), (200, &json!(false)), "{}", off.text);
    })
    .await;
}
