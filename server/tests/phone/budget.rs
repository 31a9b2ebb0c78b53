//! The daily limits of codes: in total, to the numbers of one block, disabled, and the operator's view.

use doccare::identity::passwords::Cost;
use doccare::metrics_endpoint;
use doccare::platform::clock::Clock;
use doccare::platform::phone_messages::{CodeSettings, MessagingSettings, Provider};
use jiff::SignedDuration;
use serde_json::json;
use tokio::net::TcpListener;

use super::devices::new_device;
use super::{confirmed, kinds};
use crate::harness::provider::{Receiver, provider};
use crate::harness::{Answer, NOW, TestServer, do_job, http_client, on_both_engines};

/// Runs a test on each engine with these settings of codes, and with the limits.
async fn with_codes<F: AsyncFn(TestServer, Receiver)>(codes: CodeSettings, test: F) {
    on_both_engines(async |url| {
        let clock = Clock::set_to(NOW.parse().unwrap());
        let receiver = Receiver::start(clock.clone()).await;
        let server = TestServer::start_by(clock, Cost::Low, url, |config| {
            config.messages = Some(Provider { codes: codes.clone(), ..provider(&receiver.url) });
            config.rate_limits = true;
        })
        .await;
        test(server, receiver).await;
    })
    .await;
}

fn codes(per_day: i64) -> CodeSettings {
    CodeSettings { enabled: true, per_day, price: None }
}

/// A price as the operator sets it.
fn priced(rupees: &str) -> CodeSettings {
    let templates = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/message-templates.example.json");
    let given = MessagingSettings {
        url: Some("https://sms.example.org/send".into()),
        secret: Some("s".repeat(32)),
        entity: Some("1101234567890123456".into()),
        header: Some("DOCCAR".into()),
        channels: None,
        templates: Some(templates.into()),
        codes: true,
        codes_per_day: "1000".into(),
        code_price: Some(rupees.into()),
        loopback: false,
    };
    given.check("https://care.example").unwrap().unwrap().codes
}

async fn ask(server: &TestServer, number: &str, place: usize, device: &str) -> Answer {
    server.tick();
    let request =
        server.request("POST", "/user/api/login/phone").header("x-forwarded-for", format!("198.51.{place}.1"));
    Answer::read(request.header("cookie", device).json(&json!({"phone_number": number}))).await
}

/// The page for Prometheus.
async fn figures(server: &TestServer) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/metrics", listener.local_addr().unwrap());
    tokio::spawn(metrics_endpoint::serve(server.app.clone(), listener));
    http_client().get(url).send().await.unwrap().text().await.unwrap()
}

#[track_caller]
fn assert_told(page: &str, lines: &[&str]) {
    for line in lines {
        assert!(page.lines().any(|told| told == *line), "{line} in\n{page}");
    }
}

#[tokio::test]
async fn the_codes_of_a_day_end_and_the_last_fifth_is_for_known_devices() {
    with_codes(codes(10), async |server, receiver| {
        // Three of the ten codes verify numbers for the first time: anyone can register with any number.
        let first = server.patient(1).await;
        server.prove_number(&first, &receiver).await;
        for number in 2..=3 {
            server.prove_number(&server.patient(number).await, &receiver).await;
        }
        let before = receiver.came().len();
        // Unverified numbers cost nothing, and do not count.
        for place in 0..12 {
            assert_eq!(ask(&server, &format!("98222222{place:02}"), 100 + place, "").await.status, 200);
        }
        let mut refused = 0;
        for place in 0..10 {
            let answer = ask(&server, &format!("980000000{}", 1 + place % 3), place, "").await;
            if answer.status == 429 {
                answer.assert_problem(429, "too_many_tries");
                assert!(answer.body["message"].as_str().unwrap().contains("today"), "{}", answer.text);
                // It is nine o'clock in the morning.
                assert_eq!(answer.header("retry-after"), (15 * 3600).to_string());
                refused += 1;
            }
        }
        assert_eq!(refused, 5, "eight of the ten are for unknown devices");
        assert_eq!(ask(&server, "9833333333", 200, "").await.status, 429, "nobody learns whether a number is known");
        server.hand_over().await;
        assert_eq!(receiver.came().len(), before + 5);
        let device = new_device(&server, &first).await;
        for status in [200, 200, 429] {
            assert_eq!(ask(&server, "9800000001", 201, &device).await.status, status, "the last two");
        }
        let page = figures(&server).await;
        assert_told(
            &page,
            &[
                "doccare_phone_codes_limit 10.0",
                "doccare_phone_codes_today 10.0",
                "doccare_phone_codes_total{device=\"known\"} 2.0",
                "doccare_phone_codes_total{device=\"unknown\"} 8.0",
                "doccare_phone_codes_refused_total{limit=\"total\"} 7.0",
                "doccare_phone_codes_refused_total{limit=\"prefix\"} 0.0",
                "doccare_phone_codes_refused_total{limit=\"rate\"} 0.0",
            ],
        );
        server.clock.advance(SignedDuration::from_hours(24));
        assert_eq!(ask(&server, "9800000001", 250, "").await.status, 200, "the next day");
    })
    .await;
}

#[tokio::test]
async fn strangers_leave_known_devices_a_fifth_of_the_day_and_of_each_block_of_numbers() {
    with_codes(codes(400), async |server, receiver| {
        // A block gets a twentieth of the day's limit: 20 codes, 16 of them for unknown devices.
        let mut sent = 0;
        for number in 1..=3 {
            let patient = server.patient(number).await;
            server.prove_number(&patient, &receiver).await;
            for place in 0..5 {
                let status = ask(&server, &format!("980000000{number}"), 10 * number + place, "").await.status;
                sent += usize::from(status == 200);
            }
            server.hand_over().await;
        }
        assert_eq!(sent, 13, "fifteen were asked for, and three proved the numbers");
        let patient = server.patient(5).await;
        let other = json!({"phone_number": "9711111111", "current_password": crate::harness::people::PASSWORD});
        let path = format!("/user/api/user/profile/{}", patient.id);
        assert_eq!(server.ask("PUT", &path, &patient.token, Some(other)).await.status, 200);
        server.prove_number(&patient, &receiver).await;
        assert_eq!(ask(&server, "9711111111", 200, "").await.status, 200, "another block");
        assert_told(&figures(&server).await, &["doccare_phone_codes_refused_total{limit=\"prefix\"} 2.0"]);
    })
    .await;
    with_codes(codes(100), async |server, receiver| {
        let patient = server.patient(1).await;
        server.prove_number(&patient, &receiver).await;
        let device = new_device(&server, &patient).await;
        server.execute("UPDATE phone_code_counts SET codes = 80, unknown_devices = 80 WHERE prefix = ''").await;
        assert_eq!(ask(&server, "9800000001", 1, "").await.status, 429);
        assert_eq!(ask(&server, "9800000001", 1, &device).await.status, 200, "a known device");
    })
    .await;
}

#[tokio::test]
async fn the_switch_stops_codes_alone() {
    with_codes(CodeSettings { enabled: false, ..codes(1000) }, async |server, receiver| {
        let patient = server.patient(1).await;
        server.execute("UPDATE accounts SET verified_phone = phone, message_channel = 'sms' WHERE role = 'user'").await;
        confirmed(&server, &patient, &server.doctor(1).await, "10:30").await;
        let ways = server.get("/user/api/login/ways").await;
        assert_eq!(ways.body["data"]["channels"], json!([]), "the login page does not offer it");
        let asked = server.post("/user/api/login/phone", json!({"phone_number": "9800000001"})).await;
        asked.assert_problem(404, "not_found");
        assert!(asked.body["message"].as_str().unwrap().contains("password"), "{}", asked.text);
        let path = format!("/user/api/user/phone/{}/code", patient.id);
        server.ask("POST", &path, &patient.token, None).await.assert_problem(404, "not_found");
        server.hand_over().await;
        assert_eq!(kinds(&receiver), ["approved"], "other messages go");
    })
    .await;
}

#[tokio::test]
async fn the_operators_page_shows_the_cost_of_codes() {
    with_codes(priced("0.18"), async |server, receiver| {
        let admin = server.admin_token().await;
        let state = async || {
            let answer = server.ask("GET", "/admin/api/operations", &admin, None).await;
            assert_eq!(answer.status, 200, "{}", answer.text);
            answer.body["data"]["codes"].clone()
        };
        let none = json!({"enabled": true, "perDay": 1000, "today": 0, "last30Days": 0, "todayPaise": 0,
            "last30DaysPaise": 0, "topPrefix": null, "topPrefixCodes": 0});
        assert_eq!(state().await, none);
        let patient = server.patient(1).await;
        server.prove_number(&patient, &receiver).await;
        ask(&server, "9800000001", 1, "").await;
        server
            .execute("INSERT INTO phone_code_counts VALUES ('2026-10-17', '', 100, 0), ('2026-10-16', '', 1000, 0)")
            .await;
        let told = json!({"enabled": true, "perDay": 1000, "today": 2, "last30Days": 102, "todayPaise": 36,
            "last30DaysPaise": 1836, "topPrefix": "980000", "topPrefixCodes": 2});
        assert_eq!(state().await, told);
        server.clock.advance(SignedDuration::from_hours(24 * 70));
        do_job(&server.app, "old phone messages").await;
        assert_eq!(days(&server).await, ["2026-11-15", "2026-11-15"], "90 days");
    })
    .await;
}

async fn days(server: &TestServer) -> Vec<String> {
    let sql = "SELECT day FROM phone_code_counts ORDER BY day";
    server.app.db.read(async |tx| tx.all(sql, &[]).await).await.unwrap()
}
