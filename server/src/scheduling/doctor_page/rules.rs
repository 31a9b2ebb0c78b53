//! The texts of a doctor's page, as `web/src/app/pages/doctor-page.tsx` and its parts compute them. Pure.

use std::iter;

use jiff::civil::{Date, Weekday};

use crate::directory::schedule::texts::{hours, weekdays};
use crate::directory::schedule::weekday_name;
use crate::directory::workplaces::in_language;
use crate::directory::{DayTime, DaysOff, Doctor, SessionPlan, VisitMode, Workplace};
use crate::platform::format;
use crate::platform::http::page_filters::component;
use crate::platform::lang::Lang;
use crate::platform::static_site::template::{Data, separated};
use crate::reference::regions;
use crate::scheduling::availability::FreeDay;
use crate::scheduling::find_page::rules::{amount, doctor_texts, fee_range, fees, is_by_phone_only, offered_sessions};
use crate::scheduling::http::WhyNot;

/// `chosen` is the day in the page's address.
pub fn doctor_page(doctor: &Doctor, days: &[FreeDay], chosen: Option<&FreeDay>, lang: Lang) -> Data {
    let phone_fee = doctor.lowest_fee(VisitMode::Phone, Date::MIN);
    let sessions = offered_sessions(doctor);
    let is_usual = sessions.is_empty();
    fees(doctor_texts(doctor, lang), doctor)
        .list("phoneFee", phone_fee.map(|fee| Data::default().word("fee", amount(fee))))
        .one_of("book", if is_by_phone_only(doctor) { "call" } else { "visit" })
        .list("days", days.iter().map(|day| tile(day, lang)))
        .flag("noDay", days.iter().all(|day| day.slots.is_empty()))
        .list("chosenDay", chosen.map(|day| slots(day, lang)))
        .list("usual", is_usual.then(|| usual_week(doctor, lang)))
        .list("places", places(doctor, &sessions, lang))
        .list("notice", notice(doctor.schedule.notice.minutes()))
        .word("specialityParameter", component(&doctor.specialization))
}

/// A day of the week ahead.
fn tile(day: &FreeDay, lang: Lang) -> Data {
    let free = day.slots.len();
    let reason = day.why_none.map_or("other", |why| match WhyNot::from(why).reason() {
        known @ ("full" | "held" | "day_off" | "leave" | "past" | "too_soon") => known,
        _ => "other",
    });
    Data::default()
        .word("day", day.day.to_string())
        .word("date", format::day(day.day, lang))
        .word("weekday", format::short_weekday(day.day, lang))
        .word("dayNumber", format!("{:02}", day.day.day()))
        .count("count", i64::try_from(free).unwrap_or(i64::MAX), &[1])
        .one_of("why", reason)
        .flag("free", free > 0)
        .flag("full", free == 0)
}

/// For browsers without scripts.
fn slots(day: &FreeDay, lang: Lang) -> Data {
    let times = day.slots.iter().map(|slot| slot.time);
    let times =
        times.map(|time| Data::default().word("time", time.to_string()).word("label", format::time(time.time(), lang)));
    Data::default().word("date", format::day(day.day, lang)).list("times", times).flag("none", day.slots.is_empty())
}

/// The doctor's plain hours.
fn usual_week(doctor: &Doctor, lang: Lang) -> Data {
    let schedule = &doctor.schedule;
    let days_off = schedule.days_off.names();
    let hospital = doctor.hospital.as_ref().filter(|hospital| hospital.is_shown());
    let usual = hours(Data::default(), schedule.start, schedule.end, lang)
        .one_of("off", if days_off.is_empty() { "none" } else { "some" })
        .list("daysOff", weekdays(days_off))
        .list("rest", schedule.rest.map(|(from, to)| hours(Data::default(), from, to, lang)))
        .optional("hospital", hospital.map(|hospital| hospital.place.name_in(lang)));
    with_address(usual, doctor, None, lang)
}

fn with_address(data: Data, doctor: &Doctor, place: Option<&Workplace>, lang: Lang) -> Data {
    let (address, map, pincode) = match place {
        None => (
            format!(
                "{}, {}",
                in_language(lang, &doctor.address, doctor.address_ml.as_deref()),
                regions::kerala_name(&doctor.district, lang)
            ),
            [doctor.address.as_str(), &doctor.district, &doctor.state].join(", "),
            &doctor.pincode,
        ),
        Some(place) => {
            let own = in_language(lang, &place.address, place.address_ml.as_deref());
            // The town is left out where it has the district's name, and from an address in Malayalam, which names it itself.
            let omits_town = own != place.address || place.city.to_lowercase() == place.district.to_lowercase();
            let town = if omits_town { String::new() } else { format!(", {}", place.city) };
            (
                format!("{own}{town}, {}", regions::kerala_name(&place.district, lang)),
                [place.name.as_str(), &place.address, &place.city, &place.district, &place.state].join(", "),
                &place.pincode,
            )
        }
    };
    data.word("address", format!("{address}, {pincode}")).word("map", component(&map))
}

type OfferedSession<'a> = (Weekday, &'a SessionPlan);

/// The doctor's own clinic first, by phone last.
fn places(doctor: &Doctor, sessions: &[OfferedSession<'_>], lang: Lang) -> Vec<Data> {
    let at = |place: Option<&Workplace>, mode: VisitMode| -> Option<Data> {
        let is_here = |(_, planned): &&OfferedSession<'_>| {
            let offer = doctor.offer_of(planned.session());
            planned.mode == mode
                && (mode == VisitMode::Phone || offer.place.map(|there| &there.id) == place.map(|place| &place.id))
        };
        let here: Vec<_> = sessions.iter().filter(is_here).copied().collect();
        if here.is_empty() {
            return None;
        }
        let fees: Vec<i64> = here.iter().map(|(_, planned)| planned.fee.unwrap_or(doctor.fee)).collect();
        let data = fee_range(Data::default(), &fees).list("hours", hours_of(&here, lang));
        Some(match (mode, place) {
            (VisitMode::Phone, _) => data.one_of("at", "phone").flag("calls", true),
            (VisitMode::Clinic, Some(place)) => data
                .one_of("at", "hospital")
                .word("hospital", place.name_in(lang))
                .list("addresses", [with_address(Data::default(), doctor, Some(place), lang)]),
            (VisitMode::Clinic, None) => {
                data.one_of("at", "clinic").list("addresses", [with_address(Data::default(), doctor, None, lang)])
            }
        })
    };
    let hospital = doctor.hospital_of_sessions();
    let clinics = iter::once(None).chain(hospital.map(Some)).filter_map(|place| at(place, VisitMode::Clinic));
    clinics.chain(at(None, VisitMode::Phone)).collect()
}

/// From when to when, for each session of a day.
type HoursOfDay = Vec<(DayTime, DayTime)>;

/// Days with the same hours together.
fn hours_of(sessions: &[OfferedSession<'_>], lang: Lang) -> Vec<Data> {
    let mut groups: Vec<(HoursOfDay, Vec<usize>)> = Vec::new();
    for (position, (weekday, _)) in DaysOff::NAMES.iter().enumerate() {
        let on_day = sessions.iter().filter(|(day, _)| day == weekday);
        let times: Vec<_> = on_day.map(|(_, planned)| (planned.from, planned.to)).collect();
        if times.is_empty() {
            continue;
        }
        match groups.iter_mut().find(|(known, _)| *known == times) {
            Some((_, days)) => days.push(position),
            None => groups.push((times, vec![position])),
        }
    }
    let group = |(times, days): (HoursOfDay, Vec<usize>)| {
        let times = separated(times.into_iter().map(|(from, to)| hours(Data::default(), from, to, lang)));
        days_text(&days).list("times", times)
    };
    groups.into_iter().map(group).collect()
}

/// Three or more days in a row are written as the first and the last.
fn days_text(positions: &[usize]) -> Data {
    let name = |position: &usize| DaysOff::NAMES.get(*position).map_or("", |(day, _)| weekday_name(*day));
    match (positions.first(), positions.last()) {
        (Some(first), Some(last)) if positions.len() >= 3 && last - first + 1 == positions.len() => {
            Data::default().one_of("days", "range").one_of("first", name(first)).one_of("last", name(last))
        }
        _ => Data::default().one_of("days", "list").list("list", weekdays(positions.iter().map(name))),
    }
}

fn notice(minutes: i64) -> Option<Data> {
    let data = match minutes {
        ..=0 => return None,
        hours if hours % 60 == 0 => Data::default().one_of("unit", "hours").count("hours", hours / 60, &[1]),
        minutes => Data::default().one_of("unit", "minutes").word("minutes", minutes.to_string()),
    };
    Some(data)
}
