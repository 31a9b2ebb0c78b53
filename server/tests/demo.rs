//! The demo's crowd: what is filled fast is as right as what people book.

use doccare::demo;
use doccare::platform::db::Tx;

use crate::harness::{TestServer, with_server};

const CROWD: demo::Size = demo::Size { doctors: 70, users: 100, bookings: 6_000, donors: 0 };

async fn count(server: &TestServer, sql: &'static str) -> i64 {
    server.app.db.read(async |tx: &mut Tx<'_>| tx.count(sql, &[]).await).await.unwrap()
}

/// The statements that make the indexes of the bookings.
async fn indexes(server: &TestServer) -> Vec<String> {
    let sql = if server.app.db.has_neighbours() {
        "SELECT indexdef FROM pg_indexes WHERE tablename = 'appointments' ORDER BY 1"
    } else {
        "SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'appointments' AND sql IS NOT NULL ORDER BY 1"
    };
    server.app.db.read(async |tx: &mut Tx<'_>| tx.all(sql, &[]).await).await.unwrap()
}

#[tokio::test]
async fn a_crowd_is_counted_right_and_leaves_every_index_behind() {
    with_server(async |server| {
        let before = indexes(&server).await;
        assert!(before.len() > 5, "{before:?}");
        demo::fill(&server.app, CROWD, false).await.unwrap();
        assert_eq!(indexes(&server).await, before);

        let bookings = count(&server, "SELECT count(*) FROM appointments").await;
        assert!((6_000..10_000).contains(&bookings), "{bookings}: those of the usual demo, and the crowd's");
        assert_eq!(count(&server, "SELECT CAST(sum(bookings) AS BIGINT) FROM booking_counts").await, bookings);
        let earned = count(&server, "SELECT CAST(sum(fee) AS BIGINT) FROM appointments WHERE status = 'Checked'").await;
        assert_eq!(count(&server, "SELECT CAST(sum(amount) AS BIGINT) FROM revenue").await, earned);
    })
    .await;
}

#[tokio::test]
async fn a_third_of_the_coming_week_is_taken() {
    with_server(async |server| {
        demo::fill(&server.app, CROWD, false).await.unwrap();
        let newest = &server.get("/user/api/finddoctors?limit=1").await.body["data"][0];
        let slots = |field: &str| {
            let time = newest[field].as_str().unwrap();
            time[..2].parse::<f64>().unwrap() * 4.0 + time[3..].parse::<f64>().unwrap() / 15.0
        };
        let of_a_day = slots("endTime") - slots("startTime");
        let path = format!("/user/api/doctor/{}/availability", newest["_id"].as_str().unwrap());
        let days = server.get(&path).await.body["data"].as_array().unwrap().clone();
        // Of today a part is over.
        let free: f64 = days[1..].iter().map(|day| day["free"].as_f64().unwrap()).sum();
        let taken = 1.0 - free / (6.0 * of_a_day);
        assert!((0.3..0.37).contains(&taken), "{taken}");
    })
    .await;
}
