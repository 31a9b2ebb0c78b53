//! Sums that are updated incrementally must agree with the bookings.

use doccare::platform::db::{Db, Result, Tx};

/// Each query counts disagreements. A day is in India's zone.
const SUMS: [(&str, &str); 4] = [
    (
        "bookings of a doctor by status",
        "SELECT count(*) FROM (SELECT doctor_id, status, count(*) AS bookings FROM appointments GROUP BY doctor_id, status) a
         FULL JOIN (SELECT * FROM appointment_counts WHERE bookings <> 0) c ON c.doctor_id = a.doctor_id AND c.status = a.status
         WHERE a.bookings IS NULL OR c.bookings IS NULL OR a.bookings <> c.bookings",
    ),
    (
        "what a day earned",
        "SELECT count(*) FROM (SELECT (starts_at + 19800000) / 86400000 AS day, sum(CASE WHEN attendance = 'absent' THEN 0 ELSE fee END) AS amount, count(*) AS visits
                               FROM appointments WHERE status = 'Checked' GROUP BY 1) a
         FULL JOIN (SELECT day, sum(amount) AS amount, sum(visits) AS visits
                    FROM revenue GROUP BY day HAVING sum(amount) <> 0 OR sum(visits) <> 0) r ON r.day = a.day
         WHERE a.day IS NULL OR r.day IS NULL OR a.amount <> r.amount OR a.visits <> r.visits",
    ),
    (
        "what a doctor earned in a day",
        "SELECT count(*) FROM (SELECT doctor_id, (starts_at + 19800000) / 86400000 AS day, sum(CASE WHEN attendance = 'absent' THEN 0 ELSE fee END) AS amount, count(*) AS visits
                               FROM appointments WHERE status = 'Checked' GROUP BY 1, 2) a
         FULL JOIN (SELECT * FROM revenue WHERE amount <> 0 OR visits <> 0) r ON r.doctor_id = a.doctor_id AND r.day = a.day
         WHERE (a.day IS NULL OR r.day IS NULL OR a.amount <> r.amount OR a.visits <> r.visits)",
    ),
    (
        "active bookings of a doctor that overlap",
        "SELECT count(*) FROM (SELECT starts_at - lag(starts_at) OVER (PARTITION BY doctor_id ORDER BY starts_at) AS apart
                               FROM appointments WHERE status IN ('Pending', 'Checked')) visits
         WHERE apart < 900000",
    ),
];

/// The disagreements as texts; empty if none.
pub async fn disagreements(tx: &mut Tx<'_>) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for (what, sql) in SUMS {
        let wrong = tx.count(sql, &[]).await?;
        if wrong > 0 {
            found.push(format!("{what}: {wrong} do not agree"));
        }
    }
    Ok(found)
}

/// The same of a database.
pub async fn read(db: &Db) -> Vec<String> {
    let found: Result<Vec<String>> = db.backup_snapshot(async |tx| disagreements(tx).await).await;
    found.unwrap()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::{TestServer, with_server};

    /// A wrong row, and the statement that corrects it.
    const PLANTS: [(&str, &str, &str); 6] = [
        (
            "a count",
            "UPDATE appointment_counts SET bookings = bookings + 1 WHERE status = 'Checked'",
            "UPDATE appointment_counts SET bookings = bookings - 1 WHERE status = 'Checked'",
        ),
        (
            "a count of nothing",
            "INSERT INTO appointment_counts (doctor_id, status, bookings) SELECT id, 'Rejected', 1 FROM doctors",
            "DELETE FROM appointment_counts WHERE status = 'Rejected'",
        ),
        ("a fee", "UPDATE revenue SET amount = amount - 1", "UPDATE revenue SET amount = amount + 1"),
        ("a visit", "UPDATE revenue SET visits = visits + 1", "UPDATE revenue SET visits = visits - 1"),
        ("another day", "UPDATE revenue SET day = day + 1", "UPDATE revenue SET day = day - 1"),
        (
            "an overlap",
            "UPDATE appointments SET starts_at = starts_at - 60000 WHERE status = 'Pending'",
            "UPDATE appointments SET starts_at = starts_at + 60000 WHERE status = 'Pending'",
        ),
    ];

    async fn let_overlap(server: &TestServer) {
        if server.app.db.is_multi_instance() {
            server.execute("ALTER TABLE appointments DROP CONSTRAINT appointments_overlap").await;
        } else {
            server.execute("DROP TRIGGER appointments_overlap_update").await;
        }
    }

    #[tokio::test]
    async fn whatever_does_not_agree_is_found() {
        with_server(async |server| {
            let (doctor, patient) = (server.doctor(1).await, server.patient(1).await);
            let approved = server.booked(&patient, &doctor, "2026-11-16", "10:00").await;
            assert_eq!(server.book(&patient, &doctor, "2026-11-16", "10:15").await.status, 200);
            server.approve(&server.sign_in_doctor(&doctor).await, &approved).await;
            let_overlap(&server).await;
            assert_eq!(read(&server.app.db).await, Vec::<String>::new());
            for (what, plant, mend) in PLANTS {
                assert!(server.execute(plant).await > 0, "{what}");
                assert!(!read(&server.app.db).await.is_empty(), "not found: {what}");
                server.execute(mend).await;
                assert_eq!(read(&server.app.db).await, Vec::<String>::new(), "{what}");
            }
        })
        .await;
    }
}
