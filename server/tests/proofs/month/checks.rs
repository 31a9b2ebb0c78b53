//! Checks at the end of every day.

use std::collections::{BTreeMap, BTreeSet};

use doccare::platform::audit::seals;
use doccare::platform::db;

use super::super::sums;
use super::{DIGESTS, KINDS, Month, QUESTIONS, SOON, TO_DOCTORS, TOMORROW, UNANSWERED, Visit};
use crate::eml::Eml;
use crate::harness::do_jobs;

impl Month {
    /// Requests end at their deadline, and doctors with pending requests get a digest at their hour.
    pub(super) fn expect_of_jobs(&mut self) {
        let (now, clock) = (self.server.clock.now_millis(), self.server.clock.india());
        let waiting: Vec<(String, Visit)> =
            self.visits.clone().into_iter().filter(|(_, visit)| visit.status == "Pending").collect();
        for (id, _) in waiting.iter().filter(|(_, visit)| visit.answer_by <= now) {
            self.set(id, "Rejected");
            self.expect(&[UNANSWERED, TO_DOCTORS]);
        }
        if clock.hour() == 19 {
            let due = clock.date().at(19, 0, 0, 0).to_zoned(clock.time_zone().clone()).unwrap();
            let due = due.timestamp().as_millisecond();
            let asked = waiting.iter().filter(|(_, visit)| visit.answer_by > now && visit.made_at < due);
            let doctors: BTreeSet<usize> = asked.map(|(_, visit)| visit.doctor).collect();
            let told = doctors.iter().filter(|doctor| self.suspended != Some(**doctor)).count();
            *self.expected.entry(DIGESTS).or_default() += told;
        }
    }

    /// Patients get a reminder the evening before, and another one two hours before the visit.
    pub(super) fn expect_reminders(&mut self) {
        let (clock, minute) = (self.server.clock.india(), 60_000);
        let now = clock.timestamp().as_millisecond();
        let midnight = |days| clock.start_of_day().unwrap().checked_add(jiff::Span::new().days(days)).unwrap();
        let (tomorrow, after) = (midnight(1).timestamp().as_millisecond(), midnight(2).timestamp().as_millisecond());
        for visit in self.visits.values_mut().filter(|visit| visit.status == "Checked") {
            let soon = (now + 30 * minute..now + 120 * minute).contains(&visit.starts_at);
            if soon && visit.reminded < 2 {
                visit.reminded = 2;
                *self.expected.entry(SOON).or_default() += 1;
            }
            let evening = (18..21).contains(&clock.hour()) && (tomorrow..after).contains(&visit.starts_at);
            if evening && visit.reminded < 1 {
                // One that begins before half past eight has no other reminder.
                let is_early = visit.starts_at < tomorrow + (8 * 60 + 30) * minute;
                visit.reminded = if is_early { 2 } else { 1 };
                *self.expected.entry(TOMORROW).or_default() += 1;
            }
        }
    }

    /// Twice: the questions to donors, which the first round writes, are mailed too.
    pub(super) async fn do_jobs(&mut self) {
        self.expect_of_jobs();
        self.expect_reminders();
        do_jobs(&self.server.app).await;
        do_jobs(&self.server.app).await;
    }

    /// Reads the mails and counts them by kind; the files are removed.
    pub(super) fn read_mails(&mut self) {
        let data = &self.server.app.config.data_dir;
        for mail in Eml::all_in(data) {
            self.mails += 1;
            let (to, subject) = (mail.header("to"), mail.header("subject"));
            let text = mail.text("text/plain").expect("every mail has a text");
            let kind = if to.starts_with("user") || to.starts_with("asha") {
                KINDS.into_iter().find(|kind| subject.starts_with(kind))
            } else if to.starts_with("doctor") && mail.parts().len() > 2 {
                Some(TO_DOCTORS)
            } else if to.starts_with("doctor") && text.contains("/doctor/appointments") {
                Some(DIGESTS)
            } else {
                text.contains("/bloodanswer#").then_some(QUESTIONS)
            };
            if let Some(kind) = kind {
                *self.arrived.entry(kind).or_default() += 1;
            }
        }
        for file in std::fs::read_dir(data.join("mails")).unwrap() {
            std::fs::remove_file(file.unwrap().path()).unwrap();
        }
    }

    /// Invariants at the end of every day.
    pub(super) async fn check(&mut self, day: usize) {
        self.read_mails();
        let db = &self.server.app.db;
        let sql = "SELECT id, doctor_id, starts_at, status FROM appointments ORDER BY doctor_id, starts_at";
        let rows: db::Result<Vec<(String, String, i64, String)>> = db
            .read(async |tx| tx.query(sql, &[], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))).await)
            .await;
        let rows = rows.unwrap();
        assert_eq!(rows.len(), self.visits.len(), "day {day}: as many visits as were booked");
        for (id, doctor, starts_at, status) in &rows {
            let visit = &self.visits[id];
            let believed = (&self.doctors[visit.doctor], visit.starts_at, visit.status);
            assert_eq!((doctor, *starts_at, status.as_str()), believed, "day {day}: {id}");
        }
        assert_eq!(sums::read(db).await, Vec::<String>::new(), "day {day}");
        for (what, sql) in [
            ("mails that wait or failed", "SELECT count(*) FROM mail_queue"),
            (
                "donors asked twice",
                "SELECT count(*) FROM (SELECT request_id, donor_id FROM donor_invitations GROUP BY request_id, donor_id
                        HAVING count(*) > 1) twice",
            ),
        ] {
            let wrong = db.read(async |tx| tx.count(sql, &[]).await).await.unwrap();
            assert_eq!(wrong, 0, "day {day}: {what}");
        }
        let asked = db.read(async |tx| tx.count("SELECT count(*) FROM donor_invitations", &[]).await).await.unwrap();
        let questions = self.arrived.remove(QUESTIONS).unwrap_or(0);
        *self.expected.entry(QUESTIONS).or_default() += questions;
        assert_eq!(self.arrived, without(&self.expected, QUESTIONS), "day {day}: every mail arrived, once");
        assert!(i64::try_from(self.expected[QUESTIONS]).unwrap() <= asked, "day {day}: who was asked was mailed once");
        let (keys, now) = (&self.server.app.keys, self.server.clock.now());
        let sealed =
            db.read(async |tx| seals::verify(tx, keys, &seals::VerifyOptions::default(), now).await).await.unwrap();
        assert!(sealed.broken.is_none(), "day {day}: the record is whole");
    }
}

/// The counts that are not zero, without one kind.
fn without(counts: &BTreeMap<&'static str, usize>, kind: &str) -> BTreeMap<&'static str, usize> {
    counts
        .iter()
        .filter(|(known, count)| **known != kind && **count > 0)
        .map(|(known, count)| (*known, *count))
        .collect()
}
