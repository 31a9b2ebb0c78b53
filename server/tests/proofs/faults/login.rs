//! A database that refuses the login: its password was changed, or the role may not log in.

use doccare::platform::db::{Db, Error, Result};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::harness::{TestServer, postgres};
use crate::record::refusals::Log;

#[tokio::test]
async fn a_refused_login_is_503_and_loud_and_passes_by_itself() {
    let url = postgres::fresh_database_url().await;
    let as_superuser = async |sql: &str| postgres::run(&postgres::url_of("postgres"), sql).await;
    as_superuser("CREATE ROLE locked_out LOGIN SUPERUSER").await;
    let server = TestServer::start(url.replace("care@", "locked_out@").parse().unwrap()).await;
    let ask = async || server.request("GET", "/user/api/finddoctors").send().await.unwrap();
    assert_eq!(ask().await.status(), 200);
    as_superuser("ALTER ROLE locked_out NOLOGIN").await;
    as_superuser("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'locked_out'").await;
    let (log, guard) = Log::capture();
    // Lost connections are detected first.
    for _ in 0..3 {
        let refused = ask().await;
        assert_eq!((refused.status().as_u16(), refused.headers()["retry-after"].to_str().unwrap()), (503, "1"));
    }
    drop(guard);
    assert!(log.text().contains("refuses our login") && log.text().contains("NOBODY IS SERVED"), "{}", log.text());
    as_superuser("ALTER ROLE locked_out LOGIN").await;
    assert_eq!(ask().await.status(), 200);
}

/// A server that answers every login with this error.
async fn server_that_refuses(code: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.read(&mut [0; 1000]).await;
            let fields = format!("SFATAL\0VFATAL\0C{code}\0Mno\0\0");
            let length = u32::try_from(fields.len() + 4).unwrap().to_be_bytes();
            let _ = stream.write_all(&[b"E", &length[..], fields.as_bytes()].concat()).await;
        }
    });
    format!("postgres://care@{address}/care")
}

#[tokio::test]
async fn a_wrong_database_password_and_a_role_without_login_are_reported() {
    for code in ["28P01", "28000"] {
        let db = Db::open(&server_that_refuses(code).await.parse().unwrap()).unwrap();
        let refused: Result<i64> = db.read(async |tx| tx.count("SELECT 1", &[]).await).await;
        assert!(
            matches!(&refused, Err(error @ Error::LoginRefused(_)) if error.is_for_everybody()),
            "{code}: {refused:?}"
        );
    }
}
