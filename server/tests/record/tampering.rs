//! Changes of the sealed log made directly in the database: each is detected, in the batch where it was made.

use super::seals::{broken, fill};
use crate::harness::{TestServer, with_server};

/// The change, and the batch that is reported, with the reason.
const TAMPERING: [(&str, &str, i64, &str); 20] = [
    ("changed time", "UPDATE audit_log SET at = at + 1 WHERE subject_id = 'row4'", 2, "a row or the seal was changed"),
    (
        "changed actor",
        "UPDATE audit_log SET actor_id = 'me' WHERE subject_id = 'row4'",
        2,
        "a row or the seal was changed",
    ),
    (
        "changed action",
        "UPDATE audit_log SET action = 'x' WHERE subject_id = 'row5'",
        2,
        "a row or the seal was changed",
    ),
    (
        "changed subject",
        "UPDATE audit_log SET subject_id = 'me' WHERE subject_id = 'row5'",
        2,
        "a row or the seal was changed",
    ),
    (
        "changed network",
        "UPDATE audit_log SET network = NULL WHERE subject_id = 'row5'",
        2,
        "a row or the seal was changed",
    ),
    ("changed count", "UPDATE audit_log SET times = 2 WHERE subject_id = 'row5'", 2, "a row or the seal was changed"),
    ("changed principal", "UPDATE audit_on_behalf SET on_behalf_of = 'me'", 2, "a row or the seal was changed"),
    ("removed principal", "DELETE FROM audit_on_behalf", 2, "a row or the seal was changed"),
    (
        "added principal",
        "INSERT INTO audit_on_behalf (id, on_behalf_of) SELECT id, 'me' FROM audit_log WHERE subject_id = 'row5'",
        2,
        "a row or the seal was changed",
    ),
    (
        "changed name",
        "UPDATE audit_details SET subject_name = 'Me' WHERE subject_name = 'row5'",
        2,
        "a name or a reason was changed",
    ),
    (
        "changed reason",
        "UPDATE audit_details SET reason = NULL WHERE subject_name = 'row9'",
        3,
        "a name or a reason was changed",
    ),
    (
        "another name to be found by",
        "UPDATE audit_details SET subject_key = 'me' WHERE subject_name = 'row5'",
        2,
        "a name or a reason was changed",
    ),
    (
        "a seal before the first",
        "INSERT INTO audit_seals (number, sealed_at, until, entries, previous, previous_until, key_id, seal)
                   VALUES (0, 1, 1, 0, '', 0, '', '')",
        0,
        "there is no such seal",
    ),
    (
        "hidden words",
        "UPDATE audit_log SET digest = NULL WHERE subject_id = 'row5'",
        2,
        "a name or a reason was changed",
    ),
    ("removed row", "DELETE FROM audit_log WHERE subject_id = 'row5'", 2, "a row was removed"),
    (
        "row taken out of its batch",
        "UPDATE audit_log SET seal = NULL WHERE subject_id = 'row5'",
        2,
        "a row was removed",
    ),
    (
        "added row",
        "INSERT INTO audit_log (id, at, actor_id, actor_role, action, subject_kind, subject_id, seal)
                   VALUES ('x', 1, '', '', '', '', '', 2)",
        2,
        "a row was added",
    ),
    ("removed seal and rows", "DELETE FROM audit_seals WHERE number = 2", 2, "its seal is gone"),
    (
        "removed first seal",
        "DELETE FROM audit_seals WHERE number = 1",
        1,
        "its seal is gone, and it is less than a year old",
    ),
    ("removed last seal", "DELETE FROM audit_seals WHERE number = 4", 4, "it has rows and its seal is gone"),
];

#[tokio::test]
async fn each_kind_of_tampering_is_found_in_the_first_batch_that_is_broken() {
    with_server(async |server| {
        fill(&server, 4).await;
        for (what, sql, number, why) in TAMPERING {
            assert_eq!(broken(&server).await, None, "before: {what}");
            keep_copy(&server).await;
            assert_eq!(server.execute(sql).await, 1, "{what}");
            assert_eq!(broken(&server).await, Some((number, why)), "{what}");
            put_back(&server).await;
        }
    })
    .await;
}

const TABLES: [&str; 4] = ["audit_log", "audit_details", "audit_on_behalf", "audit_seals"];

async fn keep_copy(server: &TestServer) {
    for table in TABLES {
        server.execute(&format!("CREATE TABLE {table}_copy AS SELECT * FROM {table}")).await;
    }
}

async fn put_back(server: &TestServer) {
    for table in ["audit_details", "audit_on_behalf", "audit_log", "audit_seals"] {
        server.execute(&format!("DELETE FROM {table}")).await;
    }
    for table in TABLES {
        server.execute(&format!("INSERT INTO {table} SELECT * FROM {table}_copy")).await;
        server.execute(&format!("DROP TABLE {table}_copy")).await;
    }
}

#[tokio::test]
async fn rows_that_change_places_or_batches_and_seals_that_are_made_up_are_found() {
    with_server(async |server| {
        fill(&server, 3).await;
        keep_copy(&server).await;
        for statements in [
            // Two rows of a batch swap their content.
            vec![
                "UPDATE audit_log SET subject_id = 'other' WHERE subject_id = 'row4'",
                "UPDATE audit_log SET subject_id = 'row4' WHERE subject_id = 'row5'",
                "UPDATE audit_log SET subject_id = 'row5' WHERE subject_id = 'other'",
            ],
            // A row is moved to the next batch, and one of that here.
            vec![
                "UPDATE audit_log SET seal = 9 WHERE subject_id = 'row4'",
                "UPDATE audit_log SET seal = 2 WHERE subject_id = 'row7'",
                "UPDATE audit_log SET seal = 3 WHERE seal = 9",
            ],
            // A row is deleted, and its batch's count adjusted.
            vec![
                "DELETE FROM audit_log WHERE subject_id = 'row4'",
                "UPDATE audit_seals SET entries = 2 WHERE number = 2",
            ],
            // A seal of the same rows, made without the key.
            vec!["UPDATE audit_seals SET seal = '00' WHERE number = 2"],
            vec!["UPDATE audit_seals SET seal = previous WHERE number = 2"],
        ] {
            for sql in &statements {
                server.execute(sql).await;
            }
            assert_eq!(broken(&server).await, Some((2, "a row or the seal was changed")), "{statements:?}");
            put_back(&server).await;
            keep_copy(&server).await;
        }
        // The last batch put on top of the first, as if the second had never been.
        server.execute("DELETE FROM audit_log WHERE seal = 2").await;
        server.execute("DELETE FROM audit_seals WHERE number = 2").await;
        server.execute("UPDATE audit_log SET seal = 2 WHERE seal = 3").await;
        server.execute("UPDATE audit_seals SET number = 2 WHERE number = 3").await;
        assert_eq!(broken(&server).await, Some((2, "it does not follow the seal before it")));
        put_back(&server).await;
        server.execute("UPDATE audit_seals SET key_id = 'unknown' WHERE number = 3").await;
        assert_eq!(broken(&server).await, Some((3, "its key is not there; if that is lost, say so by --lost-key")));
    })
    .await;
}
