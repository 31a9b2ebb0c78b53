//! `/doctors/{id}`: the web app's page with what search engines and messengers read about that doctor.

use askama::Template;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::json;

use crate::app::App;
use crate::booking::finding::find_doctor;
use crate::booking::service::Error;
use crate::directory::{DaysOff, Doctor};
use crate::platform::format;
use crate::platform::http::Result;
use crate::platform::lang::Lang::{self, En, Ml};
use crate::platform::photos::http::photo_path;
use crate::reference::{places, specialities};

/// As the web app's list of routes has it.
const ROUTE: &str = "/doctors/:id";

#[derive(Template)]
#[template(path = "doctor-head.html", config = "server/askama.toml", whitespace = "suppress")]
struct Head {
    title: String,
    description: String,
    /// Without a language.
    url: String,
    lang: Lang,
    image: String,
    json_ld: String,
}

pub async fn doctor(app: App, id: Result<Path<String>, PathRejection>, lang: Lang) -> Result<Response> {
    // What is no text is nobody's id.
    let id = id.map(|Path(id)| id).unwrap_or_default();
    let found = match find_doctor(&app, &id).await {
        Ok(found) => found,
        // The browser draws what it says; search engines see the status.
        Err(Error::NoDoctor) => return Ok(app.web.shell(ROUTE, lang, StatusCode::NOT_FOUND)),
        Err(error) => return Err(error.into()),
    };
    let head = Head::new(&found.doctor, &app.config.public_url, lang);
    Ok(app.web.with_head(ROUTE, &head.render().unwrap_or_default(), lang))
}

impl Head {
    fn new(doctor: &Doctor, public_url: &str, lang: Lang) -> Self {
        let (speciality, district) = names(doctor, lang);
        let (name, fee) = (&doctor.full_name, format::rupees(doctor.fee));
        let (title, description) = match lang {
            En => (
                format!("Dr. {name}, {speciality} in {district} · Doc Care"),
                format!(
                    "Book a clinic visit with Dr. {name}, {speciality}, {}, {district}. {} years of experience, \
                     consultation fee {fee}, no booking fees.",
                    doctor.address, doctor.experience
                ),
            ),
            Ml => (
                format!("ഡോ. {name}, {speciality}, {district} · Doc Care"),
                format!(
                    "ഡോ. {name}, {speciality}, {}, {district}: ക്ലിനിക് സന്ദർശനം ബുക്ക് ചെയ്യാം. {} വർഷത്തെ പരിചയം, കൺസൾട്ടേഷൻ ഫീസ് {fee}, \
                     ബുക്കിംഗ് ഫീസ് ഇല്ല.",
                    doctor.address, doctor.experience
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

/// Speciality and district as the language has them.
fn names(doctor: &Doctor, lang: Lang) -> (String, String) {
    let speciality = specialities::find(&doctor.specialization);
    let state = places::find_state(&doctor.state);
    let district = state.and_then(|state| state.find_district(&doctor.district));
    let malayalam = (speciality.map(|found| found.ml.clone()), district.and_then(|found| found.ml.clone()));
    match (lang, malayalam) {
        (Ml, (Some(speciality), Some(district))) => (speciality, district),
        _ => (doctor.specialization.clone(), doctor.district.clone()),
    }
}

/// A schema.org Physician. The text stands inside a script element, so nothing in it may end one.
fn json_ld(doctor: &Doctor, url: &str, image: &str) -> String {
    let working: Vec<&str> = DaysOff::from_bits(!doctor.schedule.days_off.bits()).names();
    let data = json!({
        "@context": "https://schema.org",
        "@type": "Physician",
        "@id": url,
        "url": url,
        "name": format!("Dr. {}", doctor.full_name),
        "image": image,
        "identifier": doctor.doctor_id,
        "medicalSpecialty": doctor.specialization,
        "priceRange": format::rupees(doctor.fee),
        "address": {
            "@type": "PostalAddress",
            "streetAddress": doctor.address,
            "addressLocality": doctor.district,
            "addressRegion": doctor.state,
            "postalCode": doctor.pincode,
            "addressCountry": "IN",
        },
        "openingHoursSpecification": {
            "@type": "OpeningHoursSpecification",
            "dayOfWeek": working,
            "opens": doctor.schedule.start.to_string(),
            "closes": doctor.schedule.end.to_string(),
        },
    });
    data.to_string().replace('<', "\\u003c")
}
