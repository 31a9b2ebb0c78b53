//! Sealing the audit log in batches: the content of a seal, key changes, and deletion after a year.

use doccare::platform::audit::seals::{BrokenBatch, SealOutcome, VerifyOptions, forget_old, seal_next};
use doccare::platform::audit::{self, Entry, Subject};
use doccare::platform::db;
use doccare::platform::keys::{KeySource, Keys};
use doccare::startup::forget_lost_key;
use jiff::SignedDuration;
use serde_json::json;

use super::{check, check_knowing, rows_of, seal};
use crate::harness::{ADMIN, TestServer, on_both_engines, postgres, with_server};

/// Records an action, a millisecond after the one before.
async fn write_down(server: &TestServer, name: &str) {
    server.clock.advance(SignedDuration::from_millis(1));
    let (now, name) = (server.clock.now(), name.to_owned());
    // Every sixth action was at a desk, on a doctor's behalf.
    let for_id = name.ends_with('6').then_some("doctor");
    let written = server.app.db.write(async move |tx| audit::record(tx, Entry { for_id, ..deed(&name) }, now).await);
    written.await.unwrap();
}

fn deed(name: &str) -> Entry<'_> {
    Entry {
        actor_id: "somebody",
        actor_role: "admin",
        action: "block",
        subject: Subject { kind: "user", id: name, name },
        reason: Some("Because"),
        network: Some("192.0.2.0/24".into()),
        times: 1,
        for_id: None,
    }
}

/// Batches of three rows each: rows 1 to 3 in batch 1, and so on.
pub(super) async fn fill(server: &TestServer, batches: usize) {
    for batch in 0..batches {
        for row in 1..=3 {
            write_down(server, &format!("row{}", 3 * batch + row)).await;
        }
        assert_eq!(seal(server).await.seal.unwrap().entries, 3);
    }
}

pub(super) async fn broken(server: &TestServer) -> Option<(i64, &'static str)> {
    check(server, None).await.broken.map(|BrokenBatch { number, why }| (number, why))
}

#[tokio::test]
async fn an_unchanged_log_passes_verification() {
    with_server(async |server| {
        assert_eq!(check(&server, None).await.broken, None);
        fill(&server, 3).await;
        assert!(seal(&server).await.seal.is_none(), "nothing is new");
        write_down(&server, "row10").await;
        let checked = check(&server, None).await;
        assert_eq!((checked.broken, checked.seals, checked.entries, checked.unsealed), (None, 3, 9, 1));
    })
    .await;
}

#[tokio::test]
async fn an_end_that_was_cut_off_is_found_by_a_seal_that_was_kept_elsewhere() {
    with_server(async |server| {
        fill(&server, 2).await;
        write_down(&server, "row7").await;
        let last = seal(&server).await.seal.unwrap().seal;
        assert_eq!(check(&server, Some(last.clone())).await.broken, None);
        server.execute("DELETE FROM audit_log WHERE seal = 3").await;
        server.execute("DELETE FROM audit_seals WHERE number = 3").await;
        assert_eq!(broken(&server).await, None, "by itself the database does not tell");
        write_down(&server, "another").await;
        seal(&server).await;
        let found = check(&server, Some(last)).await.broken.unwrap();
        assert_eq!((found.number, found.why.contains("written down elsewhere")), (4, true));
    })
    .await;
}

#[tokio::test]
async fn erasing_names_keeps_the_seals_valid_and_digests_reveal_nothing() {
    with_server(async |server| {
        fill(&server, 2).await;
        let erased: db::Result<()> =
            server.app.db.write(async |tx| audit::erase_words(tx, &["row2".into(), "row5".into()]).await).await;
        erased.unwrap();
        let checked = check(&server, None).await;
        assert_eq!((checked.broken, checked.erased, checked.entries), (None, 2, 6));
        // The same words have two different digests, and the salt is deleted with the words.
        write_down(&server, "same").await;
        write_down(&server, "same").await;
        let sql = "SELECT count(DISTINCT digest) FROM audit_log WHERE subject_id = 'same'";
        assert_eq!(server.app.db.read(async |tx| tx.count(sql, &[]).await).await.unwrap(), 2);
        let sql = "SELECT count(*) FROM audit_details WHERE id IN (SELECT id FROM audit_log WHERE subject_id = 'row2')";
        assert_eq!(server.app.db.read(async |tx| tx.count(sql, &[]).await).await.unwrap(), 0);
    })
    .await;
}

#[tokio::test]
async fn batches_of_a_lost_key_are_skipped_only_if_it_is_named_and_the_loss_is_logged() {
    on_both_engines(async |url| {
        let given = |digit: &str| KeySource::Given(digit.repeat(64).parse().unwrap());
        let start = async |digit: &str| TestServer::start_with(url.clone(), |config| config.key = given(digit)).await;
        let server = start("a").await;
        fill(&server, 2).await;
        let lost = server.app.keys.id().to_owned();
        let other = Keys::load(&given("b")).unwrap();
        forget_lost_key(&server.app.db, &other, server.clock.now()).await.unwrap();
        let server = start("b").await;
        seal(&server).await;
        let (number, why) = broken(&server).await.unwrap();
        assert!(number == 1 && why.contains("--lost-key"), "{why}");
        let named =
            async |id: &str| check_knowing(&server, VerifyOptions { seal: None, lost_keys: vec![id.into()] }).await;
        assert!(named("another").await.broken.is_some());
        let checked = named(&lost).await;
        assert_eq!((checked.broken, checked.seals, checked.unread), (None, 3, 2));
        let admin = server.admin_token().await;
        let rows = rows_of(&server, &admin, "lose_key").await;
        assert_eq!((rows.len(), &rows[0]["subject"]["_id"]), (1, &json!(lost)));
        let rows = rows_of(&server, &admin, "use_key").await;
        assert_eq!((rows.len(), &rows[0]["subject"]["_id"]), (1, &json!(other.id())), "and which one goes on");
    })
    .await;
}

#[tokio::test]
async fn an_old_key_does_not_come_back_long_after_a_newer_one_took_over() {
    on_both_engines(async |url| {
        let start = async |lines: &str| {
            let key = KeySource::Given(lines.parse().unwrap());
            TestServer::start_with(url.clone(), |config| config.key = key).await
        };
        let fill_one = async |server: &TestServer| {
            write_down(server, "row").await;
            seal(server).await;
        };
        let (old, new) = ("a".repeat(64), "b".repeat(64));
        let (new_first, old_first) = (format!("{new},{old}"), format!("{old},{new}"));
        fill_one(&start(&old).await).await;
        fill_one(&start(&new_first).await).await;
        // An instance whose setting was not changed (the old key is first) knows the newer key, and seals with that one.
        let late = start(&old_first).await;
        late.clock.advance(SignedDuration::from_hours(24));
        fill_one(&late).await;
        assert_eq!(broken(&late).await, None);
        // An instance that has only the old key.
        let stolen = Keys::load(&KeySource::Given(old.parse().unwrap())).unwrap();
        write_down(&late, "row").await;
        let now = late.clock.now();
        let forged: db::Result<SealOutcome> =
            late.app.db.write(async move |tx| seal_next(tx, &stolen, now).await).await;
        assert_eq!(forged.unwrap().seal.unwrap().number, 4);
        let why = "it was sealed with an old key long after a newer one took over";
        assert_eq!(broken(&late).await, Some((4, why)));
    })
    .await;
}

#[tokio::test]
async fn old_rows_are_deleted_with_their_seals_and_the_rest_passes_verification() {
    with_server(async |server| {
        fill(&server, 2).await;
        server.clock.advance(SignedDuration::from_hours(200 * 24));
        write_down(&server, "later").await;
        seal(&server).await;
        let forget = async || {
            let now = server.clock.now();
            let forgotten: db::Result<u64> = server.app.db.write(async move |tx| forget_old(tx, now).await).await;
            forgotten.unwrap();
            let checked = check(&server, None).await;
            (checked.broken, checked.seals, checked.entries)
        };
        assert_eq!(forget().await, (None, 3, 7));
        server.clock.advance(SignedDuration::from_hours(166 * 24));
        assert_eq!(forget().await, (None, 1, 1));
        let words = "SELECT count(*) FROM audit_details";
        assert_eq!(server.app.db.read(async |tx| tx.count(words, &[]).await).await.unwrap(), 1);
        // The chain continues from the last seal, however old it is.
        server.clock.advance(SignedDuration::from_hours(400 * 24));
        assert_eq!(forget().await, (None, 1, 1));
        write_down(&server, "much later").await;
        assert_eq!(seal(&server).await.seal.unwrap().number, 4);
        assert_eq!(forget().await, (None, 1, 1));
        // Rows without a seal for a year are not sealed any more.
        write_down(&server, "forgotten").await;
        server.clock.advance(SignedDuration::from_hours(366 * 24));
        assert_eq!(forget().await, (None, 1, 1));
        assert!(seal(&server).await.seal.is_none());
    })
    .await;
}

/// On PostgreSQL a row that was inserted first may be committed last.
#[tokio::test]
async fn a_row_that_is_committed_late_is_in_a_later_batch_and_none_is_passed_over() {
    let url = postgres::fresh_database_url().await;
    let server = TestServer::start(url.parse().unwrap()).await;
    let (mut client, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    let early = client.transaction().await.unwrap();
    let sql = "INSERT INTO audit_log (id, at, actor_id, actor_role, action, subject_kind, subject_id)
               VALUES ('0', $1, '', '', 'early', '', '')";
    early.execute(sql, &[&server.clock.now_millis()]).await.unwrap();
    write_down(&server, "late").await;
    assert_eq!(seal(&server).await.seal.unwrap().entries, 1, "what is not committed is in no batch");
    early.commit().await.unwrap();
    assert_eq!(check(&server, None).await.broken, None, "it was added to no batch that is closed");
    let second = seal(&server).await.seal.unwrap();
    assert_eq!((second.number, second.entries), (2, 1));
    let checked = check(&server, None).await;
    assert_eq!((checked.broken, checked.entries, checked.unsealed), (None, 2, 0));
}

/// Two concurrent instances make one chain.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn instances_that_seal_at_once_make_one_chain() {
    with_server(async |server| {
        for number in 0..40 {
            write_down(&server, &format!("row{number}")).await;
            let turns = (0..3).map(|_| {
                let (app, keys, now) = (server.app.clone(), server.app.keys.clone(), server.clock.now());
                tokio::spawn(async move {
                    let unit = async move |tx: &mut db::Tx<'_>| audit::seals::seal_next(tx, &keys, now).await;
                    app.db.write(unit).await
                })
            });
            for turn in futures::future::join_all(turns).await {
                turn.unwrap().unwrap();
            }
        }
        let checked = check(&server, None).await;
        assert_eq!((checked.broken, checked.entries, checked.unsealed), (None, 40, 0));
    })
    .await;
}

#[tokio::test]
async fn the_administrator_sees_until_when_the_log_is_sealed() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let sealed = async || server.ask("GET", "/admin/api/audit/sealed", &admin, None).await.body["data"].clone();
        assert_eq!(sealed().await, json!({"sealedUntil": null, "seal": null}));
        let last = seal(&server).await.seal.unwrap();
        let seen = sealed().await;
        assert_eq!((&seen["seal"], &seen["sealedUntil"]), (&json!(last.seal), &json!("2026-11-15T09:00:00+05:30")));
        server.ask("GET", "/admin/api/audit/sealed", "", None).await.assert_problem(401, "unauthenticated");
        assert!(rows_of(&server, &admin, "create").await[0]["subject"]["name"] == ADMIN.0);
    })
    .await;
}
