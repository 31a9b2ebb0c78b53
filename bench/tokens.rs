//! Creates sessions of demo accounts for `make bench`, without the time that so many password checks would take.
//!
//! `tokens DATABASE USERS` prints lines of role, id and token: the administrator, the newest hundred doctors, and so many
//! of the newest users.

use doccare::identity::{self, Role};
use doccare::platform::clock::Clock;
use doccare::platform::db::{DatabaseUrl, Db, Error};

const DOCTORS: i64 = 100;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    // `cargo bench` and `cargo test --benches` pass flags of their own; only `make bench` names a database.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let [database, users] = arguments.as_slice() else { return Ok(()) };
    let database: DatabaseUrl = database.parse()?;
    let (db, users) = (Db::open(&database)?, users.parse()?);
    for (role, count) in [(Role::Admin, 1), (Role::Doctor, DOCTORS), (Role::User, users)] {
        for (id, token) in sign_in(&db, role, count).await? {
            println!("{}\t{id}\t{token}", role.as_str());
        }
    }
    db.close().await;
    Ok(())
}

async fn sign_in(db: &Db, role: Role, count: i64) -> Result<Vec<(String, String)>, Error> {
    let now = Clock::System.now_millis();
    db.write(async move |tx| {
        let sql = "SELECT id FROM accounts WHERE role = $1 AND state = 'active' ORDER BY id DESC LIMIT $2";
        let ids: Vec<String> = tx.all(sql, &[&role.as_str(), &count]).await?;
        let mut tokens = Vec::with_capacity(ids.len());
        for id in ids {
            let token = identity::open_session(tx, &id, role, &identity::Origin::default(), now).await?;
            tokens.push((id, token.expose().to_owned()));
        }
        Ok(tokens)
    })
    .await
}
