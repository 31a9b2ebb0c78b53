//! The schema's steps, in order, append-only.

use crate::platform::db::migrate::Step;

pub const STEPS: &[Step] = &[
    Step { name: "0001_platform", sql: include_str!("../../migrations/0001_platform.sql") },
    Step { name: "0002_identity", sql: include_str!("../../migrations/0002_identity.sql") },
    Step { name: "0003_directory", sql: include_str!("../../migrations/0003_directory.sql") },
    Step { name: "0004_appointments", sql: include_str!("../../migrations/0004_appointments.sql") },
    Step { name: "0005_blood", sql: include_str!("../../migrations/0005_blood.sql") },
    Step { name: "0006_contact", sql: include_str!("../../migrations/0006_contact.sql") },
    Step { name: "0007_accounts_by_number", sql: include_str!("../../migrations/0007_accounts_by_number.sql") },
    Step {
        name: "0008_messages_and_visit_reasons",
        sql: include_str!("../../migrations/0008_messages_and_visit_reasons.sql"),
    },
    Step { name: "0009_door", sql: include_str!("../../migrations/0009_door.sql") },
    Step { name: "0010_desk_bookings", sql: include_str!("../../migrations/0010_desk_bookings.sql") },
    Step { name: "0011_phone_consultations", sql: include_str!("../../migrations/0011_phone_consultations.sql") },
    Step { name: "0012_session_moves", sql: include_str!("../../migrations/0012_session_moves.sql") },
    Step { name: "0013_figures", sql: include_str!("../../migrations/0013_figures.sql") },
    Step { name: "0013_missed_visits", sql: include_str!("../../migrations/0013_missed_visits.sql") },
    Step { name: "0014_push", sql: include_str!("../../migrations/0014_push.sql") },
];

#[cfg(test)]
mod tests {
    use super::STEPS;

    #[test]
    fn every_file_is_a_step_and_the_names_ascend() {
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations")).unwrap();
        let mut files: Vec<String> =
            folder.map(|file| file.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned()).collect();
        files.sort();
        assert_eq!(STEPS.iter().map(|step| step.name).collect::<Vec<_>>(), files);
    }
}
