//! The schema's steps, in order, append-only.

use crate::platform::db::migrate::Step;

pub const STEPS: &[Step] = &[
    Step { name: "0001_identity", sql: include_str!("../../migrations/0001_identity.sql") },
    Step { name: "0002_outbox", sql: include_str!("../../migrations/0002_outbox.sql") },
    Step { name: "0003_patients", sql: include_str!("../../migrations/0003_patients.sql") },
    Step { name: "0004_directory", sql: include_str!("../../migrations/0004_directory.sql") },
    Step { name: "0005_booking", sql: include_str!("../../migrations/0005_booking.sql") },
    Step { name: "0006_workers", sql: include_str!("../../migrations/0006_workers.sql") },
    Step { name: "0007_blood", sql: include_str!("../../migrations/0007_blood.sql") },
    Step { name: "0008_admin", sql: include_str!("../../migrations/0008_admin.sql") },
    Step { name: "0009_overlaps", sql: include_str!("../../migrations/0009_overlaps.sql") },
    Step { name: "0010_logins", sql: include_str!("../../migrations/0010_logins.sql") },
    Step { name: "0011_blood_reveals", sql: include_str!("../../migrations/0011_blood_reveals.sql") },
    Step { name: "0012_revenue_and_words", sql: include_str!("../../migrations/0012_revenue_and_words.sql") },
    Step { name: "0014_background", sql: include_str!("../../migrations/0014_background.sql") },
    Step { name: "0015_mail_order", sql: include_str!("../../migrations/0015_mail_order.sql") },
    Step { name: "0016_doctor_changes", sql: include_str!("../../migrations/0016_doctor_changes.sql") },
    Step { name: "0017_mails", sql: include_str!("../../migrations/0017_mails.sql") },
    Step { name: "0018_donor_confirmation", sql: include_str!("../../migrations/0018_donor_confirmation.sql") },
    Step { name: "0019_request_looks", sql: include_str!("../../migrations/0019_request_looks.sql") },
    Step { name: "0020_own_sessions", sql: include_str!("../../migrations/0020_own_sessions.sql") },
    Step { name: "0022_tries", sql: include_str!("../../migrations/0022_tries.sql") },
    Step { name: "0023_second_factor", sql: include_str!("../../migrations/0023_second_factor.sql") },
    Step {
        name: "0024_administrators_and_facilities",
        sql: include_str!("../../migrations/0024_administrators_and_facilities.sql"),
    },
    Step { name: "0025_record", sql: include_str!("../../migrations/0025_record.sql") },
    Step { name: "0026_people", sql: include_str!("../../migrations/0026_people.sql") },
    Step { name: "0027_answers", sql: include_str!("../../migrations/0027_answers.sql") },
    Step { name: "0028_reminders", sql: include_str!("../../migrations/0028_reminders.sql") },
    Step { name: "0029_queue", sql: include_str!("../../migrations/0029_queue.sql") },
    Step { name: "0030_follow_ups", sql: include_str!("../../migrations/0030_follow_ups.sql") },
    Step { name: "0031_messages", sql: include_str!("../../migrations/0031_messages.sql") },
    Step { name: "0032_waitlist", sql: include_str!("../../migrations/0032_waitlist.sql") },
    Step { name: "0033_sessions", sql: include_str!("../../migrations/0033_sessions.sql") },
    Step { name: "0034_desk", sql: include_str!("../../migrations/0034_desk.sql") },
    Step { name: "0035_waits_and_proofs", sql: include_str!("../../migrations/0035_waits_and_proofs.sql") },
    Step { name: "0037_operations", sql: include_str!("../../migrations/0037_operations.sql") },
    Step { name: "0038_imports", sql: include_str!("../../migrations/0038_imports.sql") },
    Step { name: "0039_bounces", sql: include_str!("../../migrations/0039_bounces.sql") },
    Step { name: "0040_idempotency_keys", sql: include_str!("../../migrations/0040_idempotency_keys.sql") },
    Step { name: "0041_rate_limits", sql: include_str!("../../migrations/0041_rate_limits.sql") },
    Step { name: "0042_phone_codes", sql: include_str!("../../migrations/0042_phone_codes.sql") },
    Step { name: "0043_desk_invitations", sql: include_str!("../../migrations/0043_desk_invitations.sql") },
    Step { name: "0044_reviews", sql: include_str!("../../migrations/0044_reviews.sql") },
    Step { name: "0045_applicants", sql: include_str!("../../migrations/0045_applicants.sql") },
    Step { name: "0046_order_and_moves", sql: include_str!("../../migrations/0046_order_and_moves.sql") },
    Step { name: "0047_leave_and_waitlist", sql: include_str!("../../migrations/0047_leave_and_waitlist.sql") },
    Step { name: "0048_retention", sql: include_str!("../../migrations/0048_retention.sql") },
    Step { name: "0049_answer_by", sql: include_str!("../../migrations/0049_answer_by.sql") },
    Step { name: "0052_offers", sql: include_str!("../../migrations/0052_offers.sql") },
    Step { name: "0053_screens", sql: include_str!("../../migrations/0053_screens.sql") },
    Step { name: "0054_notice", sql: include_str!("../../migrations/0054_notice.sql") },
    Step { name: "0055_people_less", sql: include_str!("../../migrations/0055_people_less.sql") },
];

#[cfg(test)]
mod tests {
    use super::STEPS;

    #[test]
    fn every_file_is_a_step_and_the_names_ascend() {
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/migrations")).unwrap();
        let mut files: Vec<String> =
            folder.map(|file| file.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned()).collect();
        files.sort();
        assert_eq!(STEPS.iter().map(|step| step.name).collect::<Vec<_>>(), files);
    }
}
