//! Data that must agree with the bookings at the end: the dashboards' sums, the audit log, and the queued mails.

use std::collections::{BTreeMap, BTreeSet};

use doccare::platform::db::{self, Db};
use doccare::platform::mail::{Body, MailContent};

use crate::proofs::sums;

/// A row of the bookings.
#[derive(Debug, Clone)]
pub struct Booking {
    pub id: String,
    pub doctor: String,
    pub user: String,
    pub starts_at: i64,
    pub status: String,
    pub sequence: i64,
    /// Empty once the patient has deleted their account.
    pub patient: String,
}

impl Booking {
    pub fn is_active(&self) -> bool {
        ["Pending", "Checked"].contains(&self.status.as_str())
    }
}

/// The database's content.
#[derive(Debug, Default)]
pub struct Ending {
    pub bookings: Vec<Booking>,
    /// Sums that do not agree with the bookings.
    sums: Vec<String>,
    /// Rows of the audit log by action and subject.
    recorded: BTreeMap<(String, String), i64>,
    /// For each booking, the numbers of the changes that its patient and its doctor were mailed about.
    to_patients: BTreeMap<String, Vec<i64>>,
    to_doctors: BTreeMap<String, Vec<i64>>,
}

impl Ending {
    /// The mails must all still be queued.
    pub async fn read(db: &Db) -> db::Result<Self> {
        db.report(async |tx| {
            let sql = "SELECT id, doctor_id, user_id, starts_at, status, sequence, patient_name FROM appointments";
            let bookings = tx.query(sql, &[], |row| {
                Ok(Booking {
                    id: row.get(0)?,
                    doctor: row.get(1)?,
                    user: row.get(2)?,
                    starts_at: row.get(3)?,
                    status: row.get(4)?,
                    sequence: row.get(5)?,
                    patient: row.get(6)?,
                })
            });
            let mut ending = Self { bookings: bookings.await?, ..Self::default() };
            ending.sums = sums::disagreements(tx).await?;
            let sql = "SELECT action, subject_id FROM audit_log";
            for deed in tx.query(sql, &[], |row| Ok((row.get(0)?, row.get(1)?))).await? {
                *ending.recorded.entry(deed).or_default() += 1;
            }
            let sql = "SELECT a.email FROM accounts a JOIN doctors d ON d.id = a.id";
            let doctors: BTreeSet<String> = tx.query(sql, &[], |row| row.get(0)).await?.into_iter().collect();
            let sql = "SELECT recipient, content FROM mail_queue WHERE content IS NOT NULL";
            let mails: Vec<(String, String)> = tx.query(sql, &[], |row| Ok((row.get(0)?, row.get(1)?))).await?;
            for (to, content) in mails {
                let content: MailContent = serde_json::from_str(&content).expect("a mail's content");
                let Body::Letter(_, Some(entry)) = content.body else { continue };
                let told = if doctors.contains(&to) { &mut ending.to_doctors } else { &mut ending.to_patients };
                told.entry(entry.uid).or_default().push(entry.sequence);
            }
            Ok(ending)
        })
        .await
    }

    /// How often an action was recorded.
    pub fn recorded(&self, action: &str, subject: &str) -> i64 {
        self.recorded.get(&(action.to_owned(), subject.to_owned())).copied().unwrap_or_default()
    }

    /// The disagreements; empty if none.
    pub fn disagreements(&self) -> Vec<String> {
        self.sums.iter().cloned().chain(self.bookings.iter().filter_map(|booking| self.untold(booking))).collect()
    }

    /// Each change withdraws the queued mails about earlier ones, unless they are being sent. So the patient gets a mail about the last
    /// change, and so does the doctor, unless the doctor made it (the audit log has it). No change is mailed twice.
    fn untold(&self, booking: &Booking) -> Option<String> {
        let to_patient = self.to_patients.get(&booking.id);
        let tells_last = |told: &[i64]| told.contains(&booking.sequence) && is_each_once(told);
        // A deleted account has no queued mails.
        if !to_patient.is_some_and(|told| tells_last(told)) && !booking.patient.is_empty() {
            return Some(format!("the patient of {booking:?} was told of {to_patient:?}"));
        }
        let to_doctor = self.to_doctors.get(&booking.id);
        let own: i64 =
            ["approve", "reject", "cancel", "move"].map(|deed| self.recorded(deed, &booking.id)).iter().sum();
        let is_right = match to_doctor {
            Some(told) => tells_last(told) || (own > 0 && is_each_once(told)),
            None => own > 0,
        };
        (!is_right).then(|| format!("the doctor of {booking:?} was told of {to_doctor:?} and did {own}"))
    }
}

fn is_each_once(told: &[i64]) -> bool {
    told.iter().collect::<BTreeSet<_>>().len() == told.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asha's visit was booked, approved, moved and approved; Biju's was booked and rejected, Chitra's booked and cancelled by her.
    fn agreeing() -> Ending {
        let booking = |id: &str, starts_at, status: &str, sequence| Booking {
            id: id.into(),
            doctor: "d".into(),
            user: "u".into(),
            starts_at,
            status: status.into(),
            sequence,
            patient: "Asha".into(),
        };
        let key = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        let asha = booking("asha", 0, "Checked", 3);
        let biju = booking("biju", 0, "Rejected", 1);
        let chitra = booking("chitra", 0, "Cancelled", 1);
        Ending {
            bookings: vec![asha, biju, chitra],
            sums: vec![],
            recorded: [(key("approve", "asha"), 2), (key("reject", "biju"), 1)].into(),
            to_patients: [("asha".into(), vec![3]), ("biju".into(), vec![1]), ("chitra".into(), vec![1])].into(),
            to_doctors: [("chitra".into(), vec![1])].into(),
        }
    }

    type Plant = fn(&mut Ending);

    #[test]
    fn whatever_does_not_agree_is_found() {
        assert_eq!(agreeing().disagreements(), Vec::<String>::new());
        let plants: [(&str, Plant); 6] = [
            ("a sum", |ending| ending.sums.push("a count".into())),
            ("a mail too few", |ending| drop(ending.to_patients.remove("biju"))),
            ("only a mail of before", |ending| drop(ending.to_patients.insert("biju".into(), vec![0]))),
            ("a mail twice", |ending| ending.to_patients.get_mut("biju").unwrap().push(1)),
            ("a doctor who was not told", |ending| drop(ending.to_doctors.remove("chitra"))),
            ("a deed that was not written down", |ending| drop(ending.recorded.pop_first())),
        ];
        for (what, plant) in plants {
            let mut ending = agreeing();
            plant(&mut ending);
            assert!(!ending.disagreements().is_empty(), "not found: {what}");
        }
    }
}
