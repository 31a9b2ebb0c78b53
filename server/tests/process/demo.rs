//! The demo as a command.

use super::{ADMIN, Server, login, register, run, text};
use crate::harness::{TestServer, http_client, postgres};

#[tokio::test]
async fn the_demo_prints_logins_that_work_and_can_be_filled_twice() {
    let data = tempfile::tempdir().unwrap();
    let first = run(data.path(), &["demo"], &[]);
    let second = run(data.path(), &["demo"], &[]);
    assert!(first.status.success() && first.stdout == second.stdout);
    let said = text(&first.stdout);
    let admin: Vec<&str> =
        said.lines().find(|line| line.contains("/admin/login")).unwrap().split_whitespace().collect();
    let server = Server::start(data.path(), &[]);
    assert_eq!(login(&server.url, admin[2], admin[3]).await, 200);
}

/// A small demo.
const SMALL: [&str; 9] = ["demo", "--doctors", "1", "--users", "1", "--bookings", "0", "--donors", "1"];

async fn register_donor(url: &str) -> u16 {
    let form = TestServer::donor_form(1);
    http_client().post(format!("{url}/user/api/bloodregister")).json(&form).send().await.unwrap().status().as_u16()
}

#[tokio::test]
async fn the_demo_stays_out_of_real_data_and_never_brings_an_administrator_into_it() {
    let postgres = [postgres::fresh_database_url().await, postgres::fresh_database_url().await];
    for (number, database) in [None, None, Some(&postgres[0]), Some(&postgres[1])].into_iter().enumerate() {
        let data = tempfile::tempdir().unwrap();
        let settings: Vec<_> = database.map(|url| ("DOCCARE_DATABASE_URL", url.as_str())).into_iter().collect();
        let server = Server::start(data.path(), &settings);
        // A person with an account, or a donor.
        let joined = if number % 2 == 0 { register(&server.url, 1).await } else { register_donor(&server.url).await };
        assert_eq!(joined, 201);
        let refused = run(data.path(), &SMALL, &settings);
        let said = text(&refused.stderr);
        assert!(!refused.status.success() && refused.stdout.is_empty(), "{said}");
        assert!(said.lines().last().is_some_and(|line| line.contains("--into-real-data")), "{said}");
        assert_eq!(login(&server.url, "admin@demo.example", "demo-admin-1").await, 401);
        let told = run(data.path(), &[&SMALL[..], &["--into-real-data"]].concat(), &settings);
        let logins = text(&told.stdout);
        assert!(told.status.success(), "{}", text(&told.stderr));
        assert!(logins.contains("doctor0@demo.example") && !logins.contains("admin@demo.example"), "{logins}");
        assert_eq!(login(&server.url, "admin@demo.example", "demo-admin-1").await, 401);
    }
}

#[tokio::test]
async fn the_demo_uses_an_existing_administrator_and_can_be_filled_again() {
    let postgres = postgres::fresh_database_url().await;
    for database in [None, Some(("DOCCARE_DATABASE_URL", postgres.as_str()))] {
        let data = tempfile::tempdir().unwrap();
        let settings: Vec<_> = ADMIN.into_iter().chain(database).collect();
        let first = run(data.path(), &SMALL, &settings);
        assert!(first.status.success(), "{}", text(&first.stderr));
        let server = Server::start(data.path(), &settings);
        assert_eq!(login(&server.url, ADMIN[0].1, ADMIN[1].1).await, 200);
        assert_eq!(login(&server.url, "admin@demo.example", "demo-admin-1").await, 401);
        assert_eq!(register(&server.url, 1).await, 201, "somebody tries the demo out");
        let again = run(data.path(), &SMALL, &settings);
        assert!(again.status.success(), "{}", text(&again.stderr));
        assert_eq!((text(&first.stdout).lines().count(), first.stdout), (7, again.stdout));
    }
}
