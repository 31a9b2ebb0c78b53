//! `/doctors/{id}`: the web app's page with what search engines and messengers read about that doctor, and with what the
//! app would ask for first.

use askama::Template;
use axum::extract::rejection::PathRejection;
use axum::extract::{OriginalUri, Path};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use jiff::civil::Date;
use serde_json::{Value, json};

use super::rules::doctor_page;
use crate::app::App;
use crate::directory::schedule::weekday_name;
use crate::directory::workplaces::in_language;
use crate::directory::{DayTime, DaysOff, Doctor, SessionPlan, VisitMode, Workplace};
use crate::platform::format;
use crate::platform::http::page_filters::Filters;
use crate::platform::http::{Answer, Result, Rows};
use crate::platform::lang::Lang::{self, En, Ml};
use crate::platform::photos::http::photo_path;
use crate::platform::static_site::FilledPage;
use crate::reference::http::district_names;
use crate::reference::{regions, specialities};
use crate::scheduling::Error;
use crate::scheduling::availability::http::{DayView, FoundDoctor, FreeSlots};
use crate::scheduling::availability::{find_doctor, free_days, free_slots};
use crate::scheduling::http::parse_day;
use crate::scheduling::rules::open_days;

#[derive(Template)]
#[template(path = "doctor-head.html", config = "askama.toml", whitespace = "suppress")]
struct Head {
    title: String,
    description: String,
    /// Without a language.
    url: String,
    lang: Lang,
    image: String,
    json_ld: String,
}

pub async fn doctor(
    app: App,
    id: Result<Path<String>, PathRejection>,
    OriginalUri(uri): OriginalUri,
    lang: Lang,
    headers: HeaderMap,
) -> Response {
    // A path that is not UTF-8 is not an id.
    let id = id.map(|Path(id)| id).unwrap_or_default();
    let day = parse_day(Filters::of(&uri).text("day")).ok();
    // Search engines see the status. Browsers show the page, in which the app makes the calls.
    let unfilled = |status| app.static_site.unfilled_doctor(lang, &headers, status);
    if app.load_shedder.should_reject() {
        return unfilled(StatusCode::SERVICE_UNAVAILABLE);
    }
    match filled(&app, &id, day, lang).await {
        Ok(page) => {
            app.static_site.filled(&page, lang, &headers).unwrap_or_else(|| unfilled(StatusCode::SERVICE_UNAVAILABLE))
        }
        Err(Error::NoDoctor) => unfilled(StatusCode::NOT_FOUND),
        Err(_) => unfilled(StatusCode::SERVICE_UNAVAILABLE),
    }
}

async fn filled(app: &App, id: &str, day: Option<Date>, lang: Lang) -> Result<FilledPage, Error> {
    let found = find_doctor(app, id).await?;
    let doctor = found.doctor.clone();
    let days = free_days(app, id, &open_days(&app.clock.india()), None).await?;
    let chosen = match day {
        Some(day) => Some(free_slots(app, id, day, None).await?),
        None => None,
    };
    let data = doctor_page(&doctor, &days, chosen.as_ref(), lang);
    let places = doctor.hospital_of_sessions().map(|place| place.district.as_str());
    let call = format!("/user/api/doctor/{id}");
    let mut answers = json!({
        format!("{call}/availability?days=7"): Rows::<DayView>::of(days),
        call.as_str(): Answer::<FoundDoctor>::of(found),
        "/districts": district_names([doctor.district.as_str()].into_iter().chain(places), lang),
    });
    if let Some(chosen) = chosen {
        let call = format!("{call}/slots?date={}", chosen.day);
        answers[call] = json!(FreeSlots::from(chosen));
    }
    let head = Head::new(&doctor, &app.config.public_url, lang).render().ok();
    Ok(FilledPage { template: "/_doctor", data, head, answers })
}

impl Head {
    fn new(doctor: &Doctor, public_url: &str, lang: Lang) -> Self {
        let (speciality, district) = names(doctor, lang);
        let (name, fee, experience) =
            (doctor.name_in(lang), format::rupees(doctor.fee), experience(doctor.experience, lang));
        let address = in_language(lang, &doctor.address, doctor.address_ml.as_deref());
        let (title, description) = match lang {
            En => (
                format!("Dr. {name}, {speciality} in {district} · Doc Care"),
                format!(
                    "Book a clinic visit with Dr. {name}, {speciality}, {address}, {district}. {experience}, \
                     consultation fee {fee}, no booking fees."
                ),
            ),
            Ml => (
                format!("ഡോ. {name}, {speciality}, {district} · Doc Care"),
                format!(
                    "ഡോ. {name}, {speciality}, {address}, {district}: അപ്പോയിന്റ്മെന്റ് എടുക്കാം. {experience}, കൺസൾട്ടേഷൻ ഫീസ് {fee}, \
                     ബുക്കിങ് ഫീസില്ല."
                ),
            ),
        };
        let url = format!("{public_url}/doctors/{}", doctor.id);
        let photo = doctor.image.as_deref().map_or_else(|| "/og.png".into(), photo_path);
        let image = format!("{public_url}{photo}");
        let json_ld = json_ld(doctor, &url, &image);
        Self { title, description, url, lang, image, json_ld }
    }
}

/// As the page itself says it.
fn experience(years: i64, lang: Lang) -> String {
    match (years, lang) {
        (0, En) => "Less than a year of experience".into(),
        (0, Ml) => "ഒരു വർഷത്തിൽ താഴെ പരിചയം".into(),
        (1, En) => "1 year of experience".into(),
        (1, Ml) => "ഒരു വർഷത്തെ പരിചയം".into(),
        (years, En) => format!("{years} years of experience"),
        (years, Ml) => format!("{years} വർഷത്തെ പരിചയം"),
    }
}

/// Speciality and district as the language has them.
fn names(doctor: &Doctor, lang: Lang) -> (String, String) {
    let speciality = specialities::find(&doctor.specialization);
    let state = regions::find_state(&doctor.state);
    let district = state.and_then(|state| state.find_district(&doctor.district));
    let malayalam = (speciality.map(|found| found.ml.clone()), district.and_then(|found| found.ml.clone()));
    match (lang, malayalam) {
        (Ml, (Some(speciality), Some(district))) => (speciality, district),
        _ => (doctor.specialization.clone(), doctor.district.clone()),
    }
}

/// A schema.org Physician. The text is placed inside a script element, so it must not contain an end tag.
fn json_ld(doctor: &Doctor, url: &str, image: &str) -> String {
    let own = (doctor.address.as_str(), &doctor.district, &doctor.state, &doctor.pincode);
    let own_hours = opening_hours(doctor, None);
    let mut data = json!({
        "@context": "https://schema.org",
        "@type": "Physician",
        "@id": url,
        "url": url,
        "name": format!("Dr. {}", doctor.full_name),
        "image": image,
        "identifier": doctor.doctor_id,
        "medicalSpecialty": doctor.specialization,
        "priceRange": price_range(doctor),
        "address": address(own),
    });
    if let Some(hours) = &own_hours {
        data["openingHoursSpecification"] = hours.clone();
    }
    if let Some(fee) = doctor.lowest_fee(VisitMode::Phone, Date::MIN) {
        data["availableService"] = json!({
            "@type": "MedicalProcedure",
            "name": "Consultation by phone",
            "offers": { "@type": "Offer", "price": fee, "priceCurrency": "INR" },
        });
    }
    if let Some(name) = &doctor.name_ml {
        data["alternateName"] = json!(format!("ഡോ. {name}"));
    }
    let there = doctor.workplace().and_then(|place| Some((place, opening_hours(doctor, Some(place))?)));
    if let Some((place, hours)) = there {
        let street = format!("{}, {}", place.address, place.city);
        let hospital = json!({
            "@type": "Hospital",
            "name": place.name,
            "address": address((&street, &place.district, &place.state, &place.pincode)),
            "openingHoursSpecification": hours,
        });
        let clinic = own_hours.map(|hours| {
            json!({
                "@type": "MedicalClinic",
                "name": format!("Dr. {}", doctor.full_name),
                "address": address(own),
                "openingHoursSpecification": hours,
            })
        });
        data["location"] = clinic.into_iter().chain([hospital]).collect();
    }
    data.to_string().replace('<', "\\u003c")
}

fn address((street, district, state, pincode): (&str, &String, &String, &String)) -> Value {
    json!({
        "@type": "PostalAddress",
        "streetAddress": street,
        "addressLocality": district,
        "addressRegion": state,
        "postalCode": pincode,
        "addressCountry": "IN",
    })
}

/// `₹300`, or `₹300 - ₹500` where sessions differ.
fn price_range(doctor: &Doctor) -> String {
    let weekly = doctor.schedule.weekly();
    let fees = weekly.iter().filter(|(_, planned)| planned.is_offered);
    let fees = fees.map(|(_, planned)| planned.fee.unwrap_or(doctor.fee));
    match (fees.clone().min(), fees.max()) {
        (Some(low), Some(high)) if low < high => format!("{} - {}", format::rupees(low), format::rupees(high)),
        (Some(low), _) => format::rupees(low),
        (None, _) => format::rupees(doctor.fee),
    }
}

/// The hours of the week at a place, if there are any; `None` is the doctor's own clinic, which has the plain hours.
fn opening_hours(doctor: &Doctor, place: Option<&Workplace>) -> Option<Value> {
    let hours = |days: Value, from: DayTime, to: DayTime| {
        json!({
            "@type": "OpeningHoursSpecification",
            "dayOfWeek": days,
            "opens": from.to_string(),
            "closes": to.to_string(),
        })
    };
    let schedule = &doctor.schedule;
    if !schedule.has_weekly() {
        let working = DaysOff::from_bits(!schedule.days_off.bits()).names();
        return place.is_none().then(|| hours(json!(working), schedule.start, schedule.end));
    }
    let is_there = |planned: &SessionPlan| {
        planned.is_offered && planned.mode == VisitMode::Clinic && doctor.offer_of(planned.session()).place == place
    };
    let weekly = schedule.weekly().into_iter().filter(|(_, planned)| is_there(planned));
    let weekly: Vec<Value> =
        weekly.map(|(weekday, planned)| hours(json!(weekday_name(weekday)), planned.from, planned.to)).collect();
    (!weekly.is_empty()).then(|| weekly.into())
}
