//! A pharmacy's card: its texts as `web/src/features/directory/pages/medicines.tsx` computes them. Pure.

use crate::directory::facilities::Facility;
use crate::directory::schedule::texts::{hours, weekdays};
use crate::directory::workplaces::in_language;
use crate::platform::format;
use crate::platform::http::page_filters::component;
use crate::platform::lang::Lang;
use crate::platform::static_site::template::Data;
use crate::reference::regions;

pub fn card(pharmacy: &Facility, lang: Lang) -> Data {
    let Facility { name, address, city, district, state, .. } = pharmacy;
    let photo = pharmacy.image.as_deref();
    let omits_town = city.to_lowercase() == district.to_lowercase();
    let place = if omits_town { address.clone() } else { format!("{address}, {city}") };
    let shown_place = in_language(lang, &place, pharmacy.address_ml.as_deref());
    let days_off = pharmacy.days_off.names();
    let closed = (!days_off.is_empty()).then(|| Data::default().list("daysOff", weekdays(days_off)));
    let card = Data::default()
        .word("id", pharmacy.id.clone())
        .optional("photo", photo)
        .optional("initials", photo.is_none().then(|| format::initials(name.as_str())))
        .word("name", in_language(lang, name.as_str(), pharmacy.name_ml.as_deref()))
        .word("address", format!("{shown_place}, {}", regions::kerala_name(district, lang)))
        .list("closed", closed)
        .word("phone", pharmacy.phone.as_str())
        .word("map", component(&[name.as_str(), &place, district, state].join(", ")));
    match pharmacy.hours {
        None => card.one_of("open", "unknown"),
        Some((from, to)) if from.minutes() == 0 && to.minutes() == 0 => card.one_of("open", "day"),
        Some((from, to)) => hours(card.one_of("open", "hours"), from, to, lang),
    }
}
