//! Two concurrent transactions in an order that the test chooses: one is held open in the middle until the other waits for it. SQLite has
//! one writer, so there they simply run one after the other.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use doccare::platform::db::{self, Lock};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::TestServer;

/// A transaction that has done its first statements and waits before its last one.
pub struct Held {
    go_on: oneshot::Sender<()>,
    unit: JoinHandle<db::Result<()>>,
}

impl Held {
    pub async fn go_on(self) {
        let _ = self.go_on.send(());
        self.unit.await.unwrap().unwrap();
    }
}

impl TestServer {
    /// Holds a lock, and on PostgreSQL a table in some mode, until the test lets it go on; then it runs the last statement.
    pub async fn hold(&self, lock: Option<Lock<'static>>, table: Option<&'static str>, last: &str) -> Held {
        self.hold_between(lock, table, "", last).await
    }

    /// A transaction that has run a statement, and ends when the test lets it go on. On SQLite it has ended already.
    pub async fn hold_after(&self, first: &str) -> Held {
        self.hold_between(None, None, first, "").await
    }

    /// Of what is given it takes the lock and the table and runs the first statement; then it waits, and runs the last one.
    async fn hold_between(
        &self,
        lock: Option<Lock<'static>>,
        table: Option<&'static str>,
        first: &str,
        last: &str,
    ) -> Held {
        let (app, in_rows, [first, last]) =
            (self.app.clone(), self.app.db.is_multi_instance(), [first, last].map(String::from));
        let (go_on, told) = oneshot::channel();
        let (held, is_held) = oneshot::channel();
        let unit = tokio::spawn(async move {
            app.db
                .write(async move |tx| {
                    if let Some(lock) = lock {
                        tx.lock(lock).await?;
                        // A lock is sent together with the next statement.
                        tx.query("SELECT 1", &[], |_| Ok(())).await?;
                    }
                    if let Some(table) = table.filter(|_| in_rows) {
                        tx.execute(&format!("LOCK TABLE {table} MODE"), &[]).await?;
                    }
                    if !first.is_empty() {
                        tx.execute(&first, &[]).await?;
                    }
                    let _ = held.send(());
                    if in_rows {
                        let _ = told.await;
                    }
                    if !last.is_empty() {
                        tx.execute(&last, &[]).await?;
                    }
                    Ok(())
                })
                .await
        });
        is_held.await.unwrap();
        Held { go_on, unit }
    }

    /// Waits until so many transactions wait for a lock, or the awaited work is done anyway.
    pub async fn until_waiting(&self, units: i64, done: &AtomicBool) {
        if !self.app.db.is_multi_instance() {
            return;
        }
        let sql = "SELECT count(*) FROM pg_stat_activity
                   WHERE datname = current_database() AND wait_event_type = 'Lock'";
        while !done.load(Ordering::SeqCst) {
            let waiting = self.app.db.read(async |tx| tx.find(sql, &[], |row| row.get::<i64>(0)).await);
            if waiting.await.unwrap() >= Some(units) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Lets a held transaction go on as soon as the call waits for it. On SQLite the call runs after the transaction.
    pub async fn meet<T>(&self, held: Held, call: impl Future<Output = T>) -> T {
        if !self.app.db.is_multi_instance() {
            held.go_on().await;
            return call.await;
        }
        let done = AtomicBool::new(false);
        let call = async {
            let answer = call.await;
            done.store(true, Ordering::SeqCst);
            answer
        };
        let go_on = async {
            self.until_waiting(1, &done).await;
            held.go_on().await;
        };
        tokio::join!(call, go_on).0
    }
}
