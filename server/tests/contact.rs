//! The contact form: what visitors write, how they are answered, and when it is enough.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::harness::{Answer, TestServer, with_limits, with_server};

fn form(name: &str) -> Value {
    json!({"name": name, "email": "biju@example.org", "phone": "98765 43210", "message": "Hello\n\nCan I come on Sunday?"})
}

async fn admin(server: &TestServer, token: &str, method: &str, path: &str, body: Option<Value>) -> Answer {
    server.ask(method, &format!("/admin/api/messages{path}"), token, body).await
}

#[tokio::test]
async fn a_message_stays_for_a_year_after_its_answer() {
    with_server(async |server| {
        let year = SignedDuration::from_hours(366 * 24);
        assert_eq!(server.post("/user/api/contact", form("Biju Das")).await.status, 201);
        server.clock.advance(year);
        let token = server.admin_token().await;
        let list = admin(&server, &token, "GET", "", None).await;
        let id = list.body["data"][0]["_id"].as_str().unwrap();
        let answer = Some(json!({"text": "Yes."}));
        assert_eq!(admin(&server, &token, "POST", &format!("/{id}/answer"), answer).await.status, 200);
        for (waits, left) in [(SignedDuration::ZERO, 1), (year, 0)] {
            server.clock.advance(waits);
            doccare::contact::forget_old(&server.app).await.unwrap();
            let count = server.app.db.read(async |tx| tx.count("SELECT count(*) FROM contact_messages", &[]).await);
            assert_eq!(count.await.unwrap(), left, "{waits:?}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_message_is_read_answered_by_mail_and_closed() {
    with_server(async |server| {
        let token = server.admin_token().await;
        let sent = server.post("/user/api/contact", form("Biju Das")).await;
        assert_eq!(
            (sent.status, &sent.body["message"]),
            (201, &json!("Thank you for your message. We will answer by email."))
        );
        let list = admin(&server, &token, "GET", "?status=open", None).await;
        let row = list.body["data"][0].clone();
        assert_eq!((&list.body["total"], &row["status"], &row["replies"]), (&json!(1), &json!("open"), &json!([])));
        assert_eq!((&row["phone"], &row["message"]), (&json!("9876543210"), &json!("Hello\n\nCan I come on Sunday?")));
        let id = row["_id"].as_str().unwrap();
        let empty = admin(&server, &token, "POST", &format!("/{id}/answer"), Some(json!({"text": " "}))).await;
        assert_eq!(empty.bad_fields(), ["text"]);
        let answer = Some(json!({"text": "Yes,\nfrom ten to noon."}));
        let answered = admin(&server, &token, "POST", &format!("/{id}/answer"), answer).await;
        let data = &answered.body["data"];
        assert_eq!((answered.status, &data["status"]), (200, &json!("answered")), "{}", answered.text);
        assert_eq!(
            (&data["replies"][0]["text"], &data["replies"][0]["by"]),
            (&json!("Yes,\nfrom ten to noon."), &json!("Admin@Example.org"))
        );
        let mails = server.mails().await;
        let mail = mails.iter().find(|mail| mail.header("to").contains("biju@example.org")).unwrap();
        let text = mail.text("text/plain").unwrap();
        assert!(text.contains("from ten to noon.") && text.contains("> Can I come on Sunday?"), "{text}");
        let closed = admin(&server, &token, "POST", &format!("/{id}/close"), None).await;
        assert_eq!(closed.body["data"]["status"], "closed");
        assert_eq!(admin(&server, &token, "POST", &format!("/{id}/close"), None).await.status, 200);
        let one = admin(&server, &token, "GET", &format!("/{id}"), None).await;
        assert_eq!((&one.body["data"]["status"], &one.body["data"]["name"]), (&json!("closed"), &json!("Biju Das")));
        for (status, total) in [("open", 0), ("answered", 0), ("closed", 1), ("", 1)] {
            let list = admin(&server, &token, "GET", &format!("?status={status}"), None).await;
            assert_eq!(list.body["total"], total, "{status}");
        }
        assert_eq!(admin(&server, &token, "GET", "?status=lost", None).await.bad_fields(), ["status"]);
        let log = server.ask("GET", "/admin/api/audit?subject=message", &token, None).await;
        assert_eq!(log.body["total"], 2, "an answer and a closing, once: {}", log.text);
    })
    .await;
}

#[tokio::test]
async fn every_wrong_field_is_named_and_the_phone_is_optional() {
    with_server(async |server| {
        let empty = server.post("/user/api/contact", json!({})).await;
        assert_eq!(empty.bad_fields(), ["name", "email", "message"]);
        let wrong = json!({"name": "A", "email": "x", "phone": "12", "message": "x".repeat(4001)});
        assert_eq!(server.post("/user/api/contact", wrong).await.bad_fields(), ["email", "phone", "message"]);
        let plain = json!({"name": "A", "email": "a@b.in", "message": "Hello"});
        assert_eq!(server.post("/user/api/contact", plain).await.status, 201);
        let malayalam = server.request("POST", "/user/api/contact").header("cookie", "lang=ml").json(&json!({}));
        assert_eq!(Answer::read(malayalam).await.body["errors"][2]["message"], "സന്ദേശം എഴുതുക.");
    })
    .await;
}

#[tokio::test]
async fn messages_are_paged_the_newest_first() {
    with_server(async |server| {
        let token = server.admin_token().await;
        for number in 0..5 {
            server.clock.advance(SignedDuration::from_millis(1));
            assert_eq!(server.post("/user/api/contact", form(&format!("Visitor {number}"))).await.status, 201);
        }
        let first = admin(&server, &token, "GET", "?limit=2", None).await;
        let second = format!("?limit=2&cursor={}", first.body["next"].as_str().unwrap());
        let second = admin(&server, &token, "GET", &second, None).await;
        assert_eq!(
            (&first.body["data"][0]["name"], &second.body["data"][0]["name"]),
            (&json!("Visitor 4"), &json!("Visitor 2"))
        );
        assert_eq!((&second.body["total"], &second.body["next"].is_null()), (&json!(5), &false));
    })
    .await;
}

#[tokio::test]
async fn five_messages_an_hour_are_enough_of_one_sender() {
    with_limits(async |server| {
        for _ in 0..5 {
            assert_eq!(server.post("/user/api/contact", form("Biju")).await.status, 201);
        }
        let refused = server.post("/user/api/contact", form("Biju")).await;
        refused.assert_problem(429, "too_many_tries");
        assert_eq!(refused.header("retry-after"), "3600");
        let other = json!({"name": "A", "email": "other@b.in", "message": "Hello"});
        assert_eq!(server.post("/user/api/contact", other).await.status, 201);
        server.clock.advance(SignedDuration::from_hours(1));
        assert_eq!(server.post("/user/api/contact", form("Biju")).await.status, 201);
    })
    .await;
}
