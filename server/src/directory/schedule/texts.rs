//! Hours and weekdays in pages that the server fills with data (`static_site::template`).

use super::DayTime;
use crate::platform::format;
use crate::platform::lang::Lang;
use crate::platform::static_site::template::{Data, separated};

pub fn hours(data: Data, from: DayTime, to: DayTime, lang: Lang) -> Data {
    let text = |time: DayTime| format::time(time.time(), lang);
    data.word("from", text(from)).word("to", text(to))
}

/// The template has their names in the language of the page.
pub fn weekdays(names: impl IntoIterator<Item = &'static str>) -> impl Iterator<Item = Data> {
    separated(names.into_iter().map(|name| Data::default().one_of("weekday", name)))
}
