//! The choice after the last call in vain by the link in its mail or message: without a login, once, and nothing else.

use futures::future::join;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{MONDAY, Practice, TODAY, TUESDAY};
use crate::harness::people::Patient;
use crate::harness::provider::Receiver;
use crate::harness::{Answer, TestServer, with_server};
use crate::phone::with_provider;
use crate::proofs::sums;

impl Practice<'_> {
    /// A visit of today whose patient was called three times in vain.
    async fn missed(&self, patient: &Patient, time: &str) -> String {
        let id = self.approved(patient, TODAY, time).await;
        self.at(time);
        for tries in 0..3 {
            let noted = self.note(&self.token, &id, "not_reached", Some(tries)).await;
            assert_eq!(noted.status, 200, "{}", noted.text);
        }
        id
    }
}

/// The token of the link in the mail about the last call.
async fn link_of(server: &TestServer, patient: &Patient) -> String {
    let mails = server.mails().await;
    let of_patient = mails.iter().filter(|mail| mail.header("to").contains(&patient.email));
    let texts: Vec<String> = of_patient.map(|mail| mail.text("text/plain").unwrap()).collect();
    let rest = texts.iter().find_map(|text| text.split_once("/missedcall#")).unwrap_or_else(|| panic!("{texts:?}")).1;
    rest.split_whitespace().next().unwrap().to_owned()
}

async fn look(server: &TestServer, link: &str) -> Answer {
    server.ask("GET", "/user/api/missedcall", link, None).await
}

async fn move_to(server: &TestServer, link: &str, (date, time): (&str, &str)) -> Answer {
    server.ask("POST", "/user/api/missedcall/move", link, Some(json!({"date": date, "time": time}))).await
}

async fn cancel(server: &TestServer, link: &str) -> Answer {
    server.ask("POST", "/user/api/missedcall/cancel", link, None).await
}

#[tokio::test]
async fn the_link_moves_the_visit_free_of_charge_once_and_names_nobody() {
    with_server(async |server| {
        let practice = Practice::new(&server).await;
        let patient = server.patient(1).await;
        let id = practice.missed(&patient, "12:30").await;
        let link = link_of(&server, &patient).await;
        for _ in 0..2 {
            assert_eq!(server.get("/missedcall").await.status, 200, "what mail scanners open");
            let shown = look(&server, &link).await;
            let data = &shown.body["data"];
            assert_eq!((shown.status, &data["state"], &data["time"]), (200, &json!("open"), &json!("12:30")));
            assert!(data["until"].is_string() && data["doctorId"]["registrationNumber"].is_string(), "{}", shown.text);
            let own = server.own_booking(&patient, &id).await;
            for private in [&own["patient_name"], &own["contact_number"], &json!(patient.id)] {
                assert!(!shown.text.contains(private.as_str().unwrap()), "{private}: {}", shown.text);
            }
        }
        // Her time is dearer by now; a slot at the clinic is no slot by phone.
        let dearer = json!({"sessions": super::WEEKDAYS.map(|weekday| {
            [
                json!({"weekday": weekday, "from": "10:00", "to": "11:00"}),
                json!({"weekday": weekday, "from": "12:00", "to": "13:00", "fee": 400, "mode": "phone"}),
            ]
        }).concat()});
        assert_eq!(practice.ask("PUT", "doctor/sessions/{doctor}", Some(dearer)).await.status, 200);
        assert_eq!(move_to(&server, &link, (MONDAY, "10:15")).await.bad_fields(), ["time"]);
        assert_eq!(move_to(&server, &link, (MONDAY, "")).await.bad_fields(), ["time"]);
        for _ in 0..2 {
            let moved = move_to(&server, &link, (MONDAY, "12:15")).await;
            let data = &moved.body["data"];
            assert_eq!(
                (moved.status, &data["state"], &data["time"], &data["fee"]),
                (200, &json!("moved"), &json!("12:15"), &json!(199)),
                "{}",
                moved.text
            );
        }
        let own = server.own_booking(&patient, &id).await;
        assert_eq!(
            (&own["status"], &own["doctorId"]["consultation_Fee"], &own["attendance"]),
            (&json!("Checked"), &json!(199), &Value::Null)
        );
        // It has chosen: neither another time nor no time.
        move_to(&server, &link, (TUESDAY, "12:15")).await.assert_problem(409, "not_changeable");
        cancel(&server, &link).await.assert_problem(409, "not_changeable");
        assert_eq!(server.own_booking(&patient, &id).await["time"], "12:15");
        let mails = server.mails().await;
        let told = mails.iter().filter(|mail| mail.header("subject").starts_with("Your appointment is moved")).count();
        assert_eq!(told, 1);
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
    })
    .await;
}

#[tokio::test]
async fn the_link_cancels_the_visit_and_cancelled_again_it_stays_so() {
    with_server(async |server| {
        let practice = Practice::new(&server).await;
        let patient = server.patient(1).await;
        let id = practice.missed(&patient, "12:30").await;
        let link = link_of(&server, &patient).await;
        for _ in 0..2 {
            let cancelled = cancel(&server, &link).await;
            let said = (cancelled.status, &cancelled.body["data"]["state"], &cancelled.body["data"]["until"]);
            assert_eq!(said, (200, &json!("cancelled"), &Value::Null), "{}", cancelled.text);
        }
        assert_eq!(server.own_booking(&patient, &id).await["status"], "Cancelled");
        move_to(&server, &link, (MONDAY, "12:15")).await.assert_problem(409, "not_changeable");
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
    })
    .await;
}

#[tokio::test]
async fn a_link_ends_with_the_choice_the_week_and_the_account() {
    with_server(async |server| {
        let practice = Practice::new(&server).await;
        let (asha, beena, chitra) = (server.patient(1).await, server.patient(2).await, server.patient(3).await);
        let (first, second) = (practice.missed(&asha, "12:00").await, practice.missed(&beena, "12:15").await);
        practice.missed(&chitra, "12:30").await;
        let of = async |patient: &Patient| link_of(&server, patient).await;
        let (links, of_visit) = ([of(&asha).await, of(&beena).await, of(&chitra).await], async |id: &str| {
            server.app.keys.encrypt("visit page", "", id.as_bytes())
        });
        let page = of_visit(&first).await;
        for wrong in ["", "made-up", &asha.token, &links[0][1..], &page] {
            look(&server, wrong).await.assert_problem(410, "link_ended");
            cancel(&server, wrong).await.assert_problem(410, "link_ended");
            move_to(&server, wrong, (MONDAY, "12:15")).await.assert_problem(410, "link_ended");
        }
        // Asha chooses in her account, Beena called back, and Chitra's account is blocked.
        let path = format!("/user/api/appointment/reschedule/{first}");
        let to = json!({"date": MONDAY, "time": "12:00"});
        assert_eq!(server.ask("PATCH", &path, &asha.token, Some(to)).await.status, 200);
        move_to(&server, &links[0], (MONDAY, "12:15")).await.assert_problem(409, "not_changeable");
        assert_eq!(move_to(&server, &links[0], (MONDAY, "12:00")).await.body["data"]["state"], "moved");
        let done = Some(json!({"attendance": "done"}));
        let marked = practice.ask("PATCH", &format!("doctor/today/{{doctor}}/attendance/{second}"), done).await;
        assert_eq!(marked.status, 200, "{}", marked.text);
        assert_eq!(look(&server, &links[1]).await.body["data"]["state"], "over");
        cancel(&server, &links[1]).await.assert_problem(409, "not_changeable");
        move_to(&server, &links[1], (MONDAY, "12:15")).await.assert_problem(409, "not_changeable");
        let set = async |state: &str| {
            server.execute(&format!("UPDATE accounts SET state = '{state}' WHERE id = '{}'", chitra.id)).await;
        };
        set("blocked").await;
        look(&server, &links[2]).await.assert_problem(410, "link_ended");
        cancel(&server, &links[2]).await.assert_problem(410, "link_ended");
        set("active").await;
        assert_eq!(look(&server, &links[2]).await.body["data"]["state"], "open");
        server.clock.advance(SignedDuration::from_hours(7 * 24 + 1));
        assert_eq!(look(&server, &links[2]).await.body["data"]["state"], "over");
        cancel(&server, &links[2]).await.assert_problem(409, "not_changeable");
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
    })
    .await;
}

#[tokio::test]
async fn by_link_and_in_the_account_at_once_one_choice_counts() {
    with_server(async |server| {
        let practice = Practice::new(&server).await;
        let patient = server.patient(1).await;
        let id = practice.missed(&patient, "12:30").await;
        let link = link_of(&server, &patient).await;
        let path = format!("/user/api/appointment/cancel/{id}");
        let (moved, cancelled) =
            join(move_to(&server, &link, (MONDAY, "12:15")), server.ask("PATCH", &path, &patient.token, None)).await;
        // Who moves it first can still cancel the new time in the account.
        let is_cancelled = cancelled.status == 200;
        assert!([200, 409].contains(&moved.status) && is_cancelled, "{} {}", moved.text, cancelled.text);
        assert_eq!(server.own_booking(&patient, &id).await["status"], "Cancelled");
        // Two slots at once: the visit goes to one of them.
        let id = practice.missed(&patient, "12:45").await;
        let links: Vec<String> = vec![server.app.keys.encrypt("chooses after missed calls", "", id.as_bytes())];
        let (one, two) =
            join(move_to(&server, &links[0], (MONDAY, "12:30")), move_to(&server, &links[0], (TUESDAY, "12:30"))).await;
        let mut statuses = [one.status, two.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "{} {}", one.text, two.text);
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
    })
    .await;
}

/// The private link behind the page that the short link of the latest message opens.
async fn opened(server: &TestServer, receiver: &Receiver) -> String {
    let body = receiver.came().pop().unwrap().body;
    assert_eq!(body["kind"], "missedcall");
    let code = body["variables"][2].as_str().unwrap().strip_prefix("care.example/v#").unwrap().to_owned();
    let answer = server.ask("POST", "/user/api/messagelink", &code, None).await;
    let page = answer.body["data"]["page"].as_str().unwrap_or_else(|| panic!("{}", answer.text));
    page.strip_prefix("/missedcall#").unwrap_or_else(|| panic!("{page}")).to_owned()
}

#[tokio::test]
async fn a_patient_without_an_address_chooses_by_the_link_in_the_message() {
    with_provider(async |server, receiver| {
        let practice = Practice::new(&server).await;
        let patient = server.without_address(1, &receiver).await;
        let id = practice.missed(&patient, "12:30").await;
        server.hand_over().await;
        let link = opened(&server, &receiver).await;
        let moved = move_to(&server, &link, (MONDAY, "12:15")).await;
        assert_eq!((moved.status, &moved.body["data"]["state"]), (200, &json!("moved")), "{}", moved.text);
        server.hand_over().await;
        assert_eq!(receiver.came().pop().unwrap().body["kind"], "movedlink");
        assert_eq!(server.own_booking(&patient, &id).await["status"], "Checked");
    })
    .await;
}
