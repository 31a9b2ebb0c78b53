//! Which desk bookings are offered to the account with their number, and what is shown of the name (pure).

use crate::appointments::model::{Appointment, DeskBookingState, Status};
use crate::identity::users::NOBODY;

/// Whether the account with its number can claim or disclaim a visit: while no account has claimed it, until the end of its day. `today` is
/// the beginning of today, as UTC milliseconds.
pub fn is_claimable(visit: &Appointment, today: i64) -> bool {
    visit.user_id == NOBODY
        && visit.desk_booking == Some(DeskBookingState::Unclaimed)
        && visit.status == Status::Checked
        && visit.slot.starts_at().as_millisecond() >= today
}

/// The first letter of each word of a name, with its vowel signs: the patient recognises it, and others learn little.
pub fn initials(name: &str) -> String {
    let is_sign =
        |c: &char| matches!(c, '\u{d00}'..='\u{d03}' | '\u{d3b}'..='\u{d4d}' | '\u{d57}' | '\u{200c}' | '\u{200d}');
    let initial = |word: &str| -> String {
        let mut chars = word.chars();
        let first = chars.next();
        first.into_iter().chain(chars.take_while(is_sign)).chain(['…']).collect()
    };
    name.split_whitespace().map(initial).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_shown_by_the_first_letter_of_each_word() {
        for (name, shown) in [("Asha Nair", "A… N…"), ("Unni", "U…"), ("ലീലാമ്മ കുര്യൻ", "ലീ… കു…"), ("ക്ഷമ", "ക്…"), ("", "")]
        {
            assert_eq!(initials(name), shown);
        }
    }

    #[test]
    fn a_visit_is_claimable_while_nobody_has_it_until_its_day_is_over() {
        let unclaimed = Appointment {
            user_id: NOBODY.into(),
            desk_booking: Some(DeskBookingState::Unclaimed),
            ..Appointment::example("2026-11-16T04:30:00Z", Status::Checked)
        };
        let midnight = 1_794_767_400_000;
        assert!(is_claimable(&unclaimed, midnight));
        assert!(!is_claimable(&unclaimed, midnight + 86_400_000), "its day is over");
        for other in [
            Appointment { desk_booking: None, ..unclaimed.clone() },
            Appointment { desk_booking: Some(DeskBookingState::Disclaimed), ..unclaimed.clone() },
            Appointment { status: Status::Cancelled, ..unclaimed.clone() },
            Appointment { user_id: "u".into(), ..unclaimed.clone() },
        ] {
            assert!(!is_claimable(&other, midnight), "{other:?}");
        }
    }
}
