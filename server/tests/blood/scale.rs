//! A match among 200,000 donors stays fast on both engines.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::harness::{TestServer, with_server};

const DONORS: i64 = 200_000;

/// The product's promise, from the confirmation on: confirm, match, ask fifteen donors, write their mails.
const PROMISED: Duration = Duration::from_millis(50);

/// Donors by one statement: all districts and groups, a third resting, some paused, some without consent.
async fn fill(server: &TestServer) {
    let insert = |numbers: &str| {
        format!(
            "INSERT INTO donors (id, name, name_key, blood_group, gender, born, email, email_key, phone, district, state,
                                 lang, created_at, consented_at, confirmed_at, paused_until, last_donation, turn,
                                 cooldown_until)
             SELECT 'd' || n, 'Donor ' || n, 'donor' || n,
                    CASE n % 8 WHEN 0 THEN 'A+' WHEN 1 THEN 'A-' WHEN 2 THEN 'B+' WHEN 3 THEN 'B-' WHEN 4 THEN 'AB+'
                               WHEN 5 THEN 'AB-' WHEN 6 THEN 'O+' ELSE 'O-' END,
                    CASE n % 2 WHEN 0 THEN 'Male' ELSE 'Female' END, CASE n % 11 WHEN 0 THEN '1950-01-01' ELSE '1990-01-01' END,
                    'd' || n || '@example.org', 'd' || n || '@example.org', '97' || (10000000 + n),
                    CASE n / 8 % 4 WHEN 0 THEN 'Kozhikode' WHEN 1 THEN 'Malappuram' WHEN 2 THEN 'Wayanad' ELSE 'Kannur' END,
                    'Kerala', 'en', 0, CASE n % 17 WHEN 0 THEN NULL ELSE 1 END,
                    CASE n % 19 WHEN 0 THEN NULL ELSE 1 END,
                    CASE n % 13 WHEN 0 THEN '9999-12-31' ELSE '' END,
                    CASE n % 3 WHEN 0 THEN '2026-10-01' WHEN 1 THEN '2026-03-01' ELSE '' END,
                    CASE n % 3 WHEN 0 THEN '2026-10-01' WHEN 1 THEN '2026-03-01' ELSE '2026-01-01' END, 0
             FROM ({numbers}) AS numbers"
        )
    };
    let series = format!("SELECT n FROM generate_series(1, {DONORS}) AS n");
    let counted =
        format!("WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < {DONORS}) SELECT n FROM c");
    let numbers = if server.app.db.is_multi_instance() { series } else { counted };
    let sql = insert(&numbers);
    let filled = server.app.db.write(async move |tx| tx.execute(&sql, &[]).await).await.unwrap();
    assert_eq!(filled, u64::try_from(DONORS).unwrap());
    if server.app.db.is_multi_instance() {
        // Does what autovacuum would do within minutes of such a load.
        server.app.db.write(async |tx| tx.execute("ANALYZE donors", &[]).await).await.unwrap();
    }
}

#[tokio::test]
#[ignore = "its times need an idle machine: `make field`"]
async fn a_match_among_200_000_donors_takes_less_than_50_ms() {
    with_server(async |server| {
        fill(&server).await;
        let mut best = Duration::MAX;
        // AB+ takes every group; a tenth unit asks the most donors at once.
        for number in 1..=10 {
            let link = server.request_blood(number, json!({"Blood_group": "AB+", "Units": 10})).await;
            let started = Instant::now();
            server.with_link("POST", "/user/api/bloodrequest/confirm", &link, None).await;
            best = best.min(started.elapsed());
            let opened = server.with_link("GET", "/user/api/bloodrequest", &link, None).await;
            assert_eq!(opened.body["data"]["asked"], 15, "{}", opened.text);
        }
        println!("confirm, match and ask among {DONORS} donors: {best:?}");
        assert!(best < PROMISED, "{best:?}");
    })
    .await;
}
