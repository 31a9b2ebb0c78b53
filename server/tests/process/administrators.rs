//! Administrators on the command line: their passwords and their second factor.

use doccare::platform::db::Db;
use serde_json::json;

use super::{ADMIN, Server, login, run, text};
use crate::harness::{http_client, postgres};

/// A guessable password is refused for a new administrator; an existing one is not locked out.
#[test]
fn an_administrator_gets_no_password_that_is_guessed_first() {
    let data = tempfile::tempdir().unwrap();
    for (password, reason) in [("12345678", "easy to guess"), ("first@example.org", "Your own name")] {
        let weak = [("DOCCARE_ADMIN_EMAIL", "first@example.org"), ("DOCCARE_ADMIN_PASSWORD", password)];
        let output = run(data.path(), &["serve"], &weak);
        let said = text(&output.stderr);
        assert!(!output.status.success() && said.contains("DOCCARE_ADMIN_PASSWORD") && said.contains(reason), "{said}");
        let output = run(data.path(), &["admin", "create", "first@example.org"], &[weak[1]]);
        let said = text(&output.stderr);
        assert!(!output.status.success() && said.contains(reason), "{said}");
    }
    assert!(run(data.path(), &["admin", "create", "first@example.org"], &[ADMIN[1]]).status.success());
    let weak = [ADMIN[0], ("DOCCARE_ADMIN_PASSWORD", "12345678")];
    Server::start(data.path(), &weak).terminate();
}

#[tokio::test]
async fn administrators_are_created_on_the_command_line_and_choose_their_password_by_a_link_once() {
    let data = tempfile::tempdir().unwrap();
    let made = run(data.path(), &["admin", "create", "one@example.org"], &[]);
    let said = text(&made.stdout);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let (_, link) = said.trim().rsplit_once("/resetpassword?role=admin#").unwrap();
    assert_eq!(link.len(), 64, "256 random bits");
    let given = data.path().join("password");
    std::fs::write(&given, "chosen by me\n").unwrap();
    let given = [("DOCCARE_ADMIN_PASSWORD_FILE", given.to_str().unwrap())];
    assert!(run(data.path(), &["admin", "create", "two@example.org"], &given).status.success());
    let again = run(data.path(), &["admin", "create", "ONE@example.org"], &[]);
    assert!(!again.status.success() && text(&again.stderr).contains("already"));
    assert!(!run(data.path(), &["admin", "create", "nonsense"], &[]).status.success());
    // The password in the service's settings is used for the first administrator only.
    for settings in [&ADMIN[..], &[ADMIN[0], ("DOCCARE_ADMIN_PASSWORD_FILE", "/nowhere")]] {
        let another = format!("three-{}@example.org", settings[1].0.len());
        let made = run(data.path(), &["admin", "create", &another], settings);
        assert!(text(&made.stdout).contains("/resetpassword?role=admin#"), "{}", text(&made.stderr));
    }
    let server = Server::start(data.path(), &[]);
    for answered in [200, 410] {
        let chosen = json!({"token": link, "password": "three boats at noon"});
        let reset = http_client().post(format!("{}/user/api/password/reset", server.url)).json(&chosen);
        assert_eq!(reset.send().await.unwrap().status().as_u16(), answered);
    }
    assert_eq!(login(&server.url, "one@example.org", "three boats at noon").await, 200);
    assert_eq!(login(&server.url, "two@example.org", "chosen by me").await, 200);
}

/// An account has a second factor as soon as there is a row; its content only matters to codes.
async fn give_second_factor(database: &str) {
    let db = Db::open(&database.parse().unwrap()).unwrap();
    let sql = "INSERT INTO second_factors (account_id, secret, last_step, enrolled_at)
               SELECT id, 'none', 0, 0 FROM accounts WHERE role = 'admin'";
    assert_eq!(db.write(async move |tx| tx.execute(sql, &[]).await).await.unwrap(), 1);
    db.close().await;
}

#[tokio::test]
async fn an_administrator_without_a_second_factor_is_loud_in_the_log_and_a_lost_phone_is_mended_on_the_command_line() {
    const LOUD: &str = "ADMINISTRATORS SIGN IN WITHOUT A SECOND FACTOR";
    let data = tempfile::tempdir().unwrap();
    let sqlite = format!("sqlite://{}", data.path().join("doccare.db").display());
    for database in [sqlite, postgres::fresh_database_url().await] {
        let settings = [ADMIN[0], ADMIN[1], ("DOCCARE_DATABASE_URL", database.as_str())];
        let with = |more| settings.into_iter().chain(more).collect::<Vec<_>>();
        let log_of = async |settings: &[(&str, &str)]| {
            let server = Server::start(data.path(), settings);
            assert_eq!(login(&server.url, ADMIN[0].1, ADMIN[1].1).await, 200);
            server.terminate();
            server.ended().1
        };
        assert!(log_of(&settings).await.contains(LOUD));
        assert!(!log_of(&with([("DOCCARE_REQUIRE_TOTP", "admin")])).await.contains(LOUD));
        // The password of the first administrator is not asked for, wherever it stands and even if it is gone.
        let by_file = [ADMIN[0], ("DOCCARE_ADMIN_PASSWORD_FILE", "/nowhere"), settings[2]];
        let reset = |email, settings: &[_]| run(data.path(), &["admin", "reset-totp", email], settings);
        for (email, said) in [("first@example.org", "is not on"), ("nobody@example.org", "no administrator")] {
            let refused = reset(email, &settings);
            assert!(!refused.status.success() && text(&refused.stderr).contains(said), "{}", text(&refused.stderr));
        }
        give_second_factor(&database).await;
        let server = Server::start(data.path(), &settings);
        assert_eq!(login(&server.url, ADMIN[0].1, ADMIN[1].1).await, 401, "the code is owed");
        server.terminate();
        assert!(!server.ended().1.contains(LOUD));
        let done = reset("First@example.org", &by_file);
        assert!(done.status.success() && text(&done.stdout).contains("is off"), "{}", text(&done.stderr));
        let server = Server::start(data.path(), &settings);
        assert_eq!(login(&server.url, ADMIN[0].1, ADMIN[1].1).await, 200);
    }
}
