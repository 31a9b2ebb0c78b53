//! Mails by a real server: delivery, retries, bounces.

use std::time::Duration;

use doccare::app::App;
use doccare::identity::passwords::Cost;
use doccare::platform::clock::Clock;
use doccare::platform::lang::Lang;
use doccare::platform::mail::{Letter, Mail, Mailer};
use doccare::platform::{db, outbox};
use jiff::SignedDuration;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::exim::{Exim, LOGIN};
use crate::harness::{self, NOW, http_client, on_both_engines, until};
use crate::process::Server;

const FROM: &str = "Doc Care <care@doccare.example>";
const SUBJECT: &str = "ബുക്കിംഗ്: ഡോ. മീര നായർ, നവംബർ 16, രാവിലെ 10:15";

fn mail(to: &str) -> Mail {
    let letter = Letter {
        lang: Lang::Ml,
        title: "ബുക്കിങ് സ്ഥിരീകരിച്ചു".into(),
        paragraphs: vec!["നമസ്കാരം ആശ, നിങ്ങളുടെ സന്ദർശനം ഉറപ്പായി.".into()],
        facts: Vec::new(),
        action: None,
        links: Vec::new(),
        footer: "നിങ്ങൾ ബുക്ക് ചെയ്തതിനാലാണ് ഈ മെയിൽ.".into(),
    };
    letter.into_mail(to, SUBJECT)
}

async fn enqueue(app: &App, to: &str) {
    let (mail, now) = (mail(to), app.clock.now());
    let written: db::Result<()> = app.db.write(async move |tx| outbox::enqueue(tx, &mail, now).await).await;
    written.unwrap();
}

/// The number of queued and of failed mails.
async fn waiting(app: &App) -> (i64, i64) {
    let count = async |condition: &str| {
        let sql = format!("SELECT count(*) FROM mail_queue WHERE failed_at {condition}");
        app.db.read(async |tx| tx.count(&sql, &[]).await).await.unwrap()
    };
    (count("IS NULL").await, count("IS NOT NULL").await)
}

#[ignore = "needs Exim: `make field`"]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deferred_mails_are_retried_and_rejected_ones_are_not() {
    on_both_engines(async |url| {
        let (mut exim, data) = (Exim::start().await, TempDir::new().unwrap());
        let clock = Clock::set_to(NOW.parse().unwrap());
        let app = App::build(harness::config(url, data.path()), clock.clone(), Cost::Low).await.unwrap();
        let by = |login: &str| {
            let url = format!("smtp://{login}127.0.0.1:{}", exim.port);
            Mailer::open(Some(&url), FROM, data.path()).unwrap().keeping(&app.keys)
        };
        let login = format!("{}:{}@", LOGIN.0, LOGIN.1.replace(' ', "%20"));
        let (known, unknown, wrong) = (by(&login), by(""), by("care:wrong@"));
        let step = async |mailer: &Mailer| {
            app.clock.advance(SignedDuration::from_hours(7));
            outbox::step(&app.db, mailer, &app.clock).await.unwrap()
        };

        // A wrong login is the operator's problem: the mail is retried.
        enqueue(&app, "asha@example.org").await;
        assert_eq!((step(&wrong).await, waiting(&app).await), (1, (1, 0)));
        exim.set("busy", true);
        assert_eq!((step(&known).await, waiting(&app).await), (1, (1, 0)), "{}", exim.log());
        exim.set("busy", false);
        assert_eq!((step(&known).await, waiting(&app).await), (1, (0, 0)), "{}", exim.log());
        exim.until_arrived(1).await;
        let arrived = exim.arrived().remove(0);
        assert_eq!((arrived.header("subject"), arrived.header("to")), (SUBJECT, "asha@example.org"));
        assert!(arrived.text("text/plain").unwrap().contains("നമസ്കാരം ആശ"));
        assert!(arrived.text("text/html").unwrap().contains("നമസ്കാരം ആശ"));

        enqueue(&app, "refused@example.org").await;
        assert_eq!((step(&known).await, waiting(&app).await), (1, (0, 1)), "{}", exim.log());
        // Without a login this server refuses for good.
        enqueue(&app, "asha@example.org").await;
        assert_eq!((step(&unknown).await, waiting(&app).await), (1, (0, 2)));

        // It has accepted the mail without a reply: after the timeout the mail is sent again with the same id.
        exim.set("slow", true);
        enqueue(&app, "asha@example.org").await;
        assert_eq!((step(&known).await, waiting(&app).await), (1, (1, 2)));
        // It dies while it accepts the mail, and stays down.
        let dies = async {
            tokio::time::sleep(Duration::from_secs(2)).await;
            exim.kill();
        };
        let (tried, ()) = tokio::join!(step(&known), dies);
        assert_eq!((tried, waiting(&app).await), (1, (1, 2)));
        assert_eq!((step(&known).await, waiting(&app).await), (1, (1, 2)));
        exim.set("slow", false);
        exim.start_again().await;
        assert_eq!((step(&known).await, waiting(&app).await), (1, (0, 2)), "{}", exim.log());
        exim.until_arrived(2).await;
        app.db.close().await;
    })
    .await;
}

/// The program itself, which trusts the certificate as one of the machine's.
#[ignore = "needs Exim: `make field`"]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mails_are_sent_by_tls_and_real_bounces_are_read() {
    let (exim, data) = (Exim::start().await, TempDir::new().unwrap());
    let smtp = format!("smtp://{}:{}@localhost:{}?tls=required", LOGIN.0, LOGIN.1.replace(' ', "%20"), exim.port);
    let (bounces, certificate) = (exim.bounces(), exim.certificate());
    let settings = [
        ("DOCCARE_SMTP_URL", smtp.as_str()),
        ("DOCCARE_MAIL_FROM", FROM),
        ("DOCCARE_BOUNCES_DIR", bounces.to_str().unwrap()),
        ("SSL_CERT_FILE", certificate.to_str().unwrap()),
    ];
    let server = Server::start(data.path(), &settings);
    let post = async |path: &str, body: Value| {
        let request = http_client().post(format!("{}{path}", server.url)).header("accept-language", "ml").json(&body);
        let answer = request.send().await.unwrap();
        assert!(answer.status().is_success(), "{path}: {}", answer.status());
        answer.json::<Value>().await.unwrap()
    };
    for (name, email, phone) in
        [("Asha Nair", "asha@example.org", "9800000001"), ("Binu Das", "binu@gone.example", "9800000002")]
    {
        let form = json!({"username": name, "email": email, "phone_number": phone, "password": "a long password"});
        post("/user/api/register", form).await;
        post("/user/api/password/forgot", json!({"role": "user", "email": email})).await;
    }
    // A bounce in the folder is accepted for an address from which two mails came back.
    post("/user/api/password/forgot", json!({"role": "user", "email": "binu@gone.example"})).await;
    exim.until_arrived(1).await;
    let arrived = exim.arrived().remove(0);
    assert_eq!(arrived.header("subject"), "പുതിയ പാസ്‌വേഡ് തിരഞ്ഞെടുക്കുക");
    assert!(arrived.header("received").contains("esmtpsa"), "by TLS, with a password: {}", exim.log());

    let token = async |email: &str| {
        let entered = post("/user/api/login", json!({"email": email, "password": "a long password"})).await;
        entered["token"].as_str().unwrap().to_owned()
    };
    let unreached = async |token: &str| {
        let asked = http_client().get(format!("{}/user/api/email/change", server.url)).bearer_auth(token);
        asked.send().await.unwrap().json::<Value>().await.unwrap()["data"]["unreached"].clone()
    };
    let (asha, binu) = (token("asha@example.org").await, token("binu@gone.example").await);
    // The folder is read once a minute.
    let is_seen = async || unreached(&binu).await == "binu@gone.example";
    until("the return is seen", async || if is_seen().await { Ok(()) } else { Err(exim.log()) }).await;
    assert_eq!(unreached(&asha).await, Value::Null);
}
