//! The administrator's area over HTTP.

pub mod audit;
pub mod bookings;
pub mod doctors;
pub mod overview;
pub mod requests;
pub mod users;
pub mod workers;

use crate::admin::store::Part;
use crate::admin::texts;
use crate::admin::users::Coming;
use crate::platform::http::paging::Paging;
use crate::platform::lang::Text;

fn part(paging: &Paging) -> Part<'_> {
    Part { cursor: paging.cursor(), limit: paging.limit() }
}

fn parse_coming(text: &str) -> Result<Coming, Text> {
    match text.trim() {
        "keep" => Ok(Coming::Keep),
        "cancel" => Ok(Coming::Cancel),
        _ => Err(texts::BOOKINGS_WRONG),
    }
}
