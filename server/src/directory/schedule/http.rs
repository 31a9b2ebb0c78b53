//! Times as forms send them.

use super::model::{DayTime, check_hours, check_opening};
use crate::directory::texts;
use crate::platform::http::FieldErrors;
use crate::platform::lang::Text;

/// Two times, both or neither, the second not before the first; an error is noted at `field`.
pub fn check_both(
    errors: &mut FieldErrors,
    (start, end): (Option<DayTime>, Option<DayTime>),
    (field, incomplete): (&'static str, Text),
) -> Option<(DayTime, DayTime)> {
    check_pair(errors, (start, end), (field, incomplete), check_hours)
}

/// Opening and closing time, both or neither.
pub fn check_opening_hours(
    errors: &mut FieldErrors,
    times: (Option<DayTime>, Option<DayTime>),
    field: &'static str,
) -> Option<(DayTime, DayTime)> {
    check_pair(errors, times, (field, texts::HOURS_INCOMPLETE), check_opening)
}

fn check_pair(
    errors: &mut FieldErrors,
    (start, end): (Option<DayTime>, Option<DayTime>),
    (field, incomplete): (&'static str, Text),
    rule: fn(DayTime, DayTime) -> Result<(), Text>,
) -> Option<(DayTime, DayTime)> {
    let wrong = match (start, end) {
        (Some(start), Some(end)) => rule(start, end).err(),
        (None, None) => None,
        _ => Some(incomplete),
    };
    if let Some(text) = wrong {
        errors.add(field, text);
    }
    start.zip(end)
}
