//! Times as forms send them.

use super::model::{DayTime, check_hours};
use crate::platform::http::FieldErrors;
use crate::platform::lang::Text;

/// Two times, both or neither, the second not before the first; what is wrong is noted at `field`, the second's.
pub fn check_both(
    errors: &mut FieldErrors,
    (start, end): (Option<DayTime>, Option<DayTime>),
    (field, incomplete): (&'static str, Text),
) -> Option<(DayTime, DayTime)> {
    let wrong = match (start, end) {
        (Some(start), Some(end)) => check_hours(start, end).err(),
        (None, None) => None,
        _ => Some(incomplete),
    };
    if let Some(text) = wrong {
        errors.add(field, text);
    }
    start.zip(end)
}
