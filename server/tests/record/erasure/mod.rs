//! An erasure reaches all data. A name, a number, an address and a reason are inserted everywhere they can occur, then the person is
//! erased, and each is searched in every column of every table, every file byte by byte, every mail and the log.
//!
//! Exceptions, with the reason:
//! - mails to other people: they belong to the recipient. Only without a mail server are they files of ours, for a month;
//! - entries of the audit log with ids alone, for a year: decision 0044;
//! - an address whose requests for blood wait for an administrator (`blocked_contacts`), which could else ask again: not inserted here.

mod strangers;
mod users;
mod workers;

use std::collections::BTreeSet;

use doccare::admin::erasure::{ErasureSubject, erase};
use doccare::platform::outbox;
use jiff::{SignedDuration, Timestamp};

use super::planted::{files_with, mails_with, tables_with};
use super::refusals::Log;
use super::{check, seal};
use crate::harness::{Answer, TestServer};

/// Words that occur nowhere else.
const NAME: &str = "Zubaidaplant Ezhuthachan";
const NUMBER: &str = "9812345607";
const REASON: &str = "Kadalasuplant was said";

struct Planted {
    words: Vec<&'static str>,
    /// Recipients of mail files that are the erased person.
    email: &'static str,
}

impl Planted {
    fn of(email: &'static str) -> Self {
        Self { words: vec!["zubaidaplant", NUMBER, email, "kadalasuplant"], email }
    }

    /// The tables that contain any of the words.
    async fn tables(&self, server: &TestServer) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for word in &self.words {
            found.extend(tables_with(server, word).await);
        }
        found
    }

    /// Before the erasure they must be in these tables; otherwise the test would search for nothing.
    async fn assert_everywhere(&self, server: &TestServer, tables: &[&str]) {
        let found = self.tables(server).await;
        for table in tables {
            assert!(found.contains(*table), "nothing was planted in {table}: {found:?}");
        }
        for word in &self.words {
            assert!(!tables_with(server, word).await.is_empty(), "{word} is nowhere");
            if !server.app.db.is_multi_instance() {
                assert!(!files_with(server, word).is_empty(), "{word} is in no file");
            }
        }
    }

    /// Afterwards they are nowhere.
    async fn assert_gone(&self, server: &TestServer, log: &Log, erased_at: Timestamp) {
        // Mails to others about the erasure are queued, and deleted once they are sent.
        outbox::drain(&server.app.db, &server.app.mailer, &server.clock).await.unwrap();
        server.app.db.scrub().await.unwrap();
        assert_eq!(self.tables(server).await, BTreeSet::new());
        for word in &self.words {
            assert_eq!(files_with(server, word), Vec::<std::path::PathBuf>::new(), "{word}");
            let to = mails_with(server, word, self.email, erased_at);
            assert!(!to.contains(self.email), "{word} is in a mail to {to:?}");
            assert!(!log.text().to_lowercase().contains(word), "{word} is in the log");
        }
        seal(server).await;
        let checked = check(server, None).await;
        assert_eq!(checked.broken, None, "what is erased does not break a seal");
        assert!(checked.erased > 0, "{checked:?}");
    }
}

#[track_caller]
fn fine(answer: Answer) -> Answer {
    assert!([200, 201].contains(&answer.status), "{}", answer.text);
    answer
}

/// A later time, so that ids and mails have an order.
fn later(server: &TestServer) -> Timestamp {
    server.clock.advance(SignedDuration::from_secs(1));
    server.clock.now()
}

async fn erase_as_operator(server: &TestServer, whom: ErasureSubject, id: &str) -> Timestamp {
    let at = later(server);
    assert!(erase(&server.app, whom, id.to_owned()).await.unwrap());
    at
}
