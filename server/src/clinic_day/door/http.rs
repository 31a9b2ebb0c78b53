//! The door of a place over HTTP: its page and its poster, arrivals and tokens without a login, and the doctor's setting.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use axum::extract::Path;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::model::{Device, Place, SittingDoctor, TokenWish, VisitAtDoor, Visitor};
use super::rules::MAX_DOOR_TOKENS;
use super::service::{self, Door, Error};
use super::texts;
use crate::app::App;
use crate::appointments::service::visit_page_url;
use crate::clinic_day::door_codes::DoorCode;
use crate::clinic_day::model::WalkInPatient;
use crate::directory::{DayTime, Profile};
use crate::identity::callers::Doctor;
use crate::identity::person::{Mobile, PersonName};
use crate::identity::profiles::http::own;
use crate::platform::http::{Answer, Body, ClientAddress, Code, Created, Field, FieldErrors, Problem, Result};
use crate::platform::input::parse_number;
use crate::platform::keys::Keys;
use crate::platform::lang::{Lang, Text};
use crate::platform::photos::http::photo_path;
use crate::platform::qr::QrPicture;
use crate::scheduling::Slot;

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::NoPlace => Code::NotFound.into(),
            Error::WrongCode => Self::field("code", texts::CODE_WRONG),
            Error::NotOpen => Self::saying(Code::NotChangeable, texts::NOT_OPEN),
            Error::SessionFull => Self::saying(Code::LimitReached, texts::SESSION_FULL),
            Error::TooManyOfDevice => Self::saying(Code::LimitReached, texts::TOO_MANY_OF_DEVICE),
            Error::TooManyOfNumber => Self::saying(Code::LimitReached, texts::TOO_MANY_OF_NUMBER),
            Error::Limited(refused) => refused.into(),
            Error::Day(error) => error.into(),
            Error::SignedOut(ended) => ended.into(),
            Error::Db(error) => error.into(),
        }
    }
}

/// A doctor who sits at the place now, or within the hour, and gives tokens at the door.
#[derive(Debug, Serialize, ToSchema)]
pub struct DoorDoctor {
    _id: String,
    name: String,
    /// In Malayalam, if it is known
    nameMl: Option<String>,
    specialization: String,
    image: Option<String>,
    #[schema(value_type = String)]
    from: DayTime,
    #[schema(value_type = String)]
    to: DayTime,
}

impl From<SittingDoctor> for DoorDoctor {
    fn from(SittingDoctor { doctor, from, to }: SittingDoctor) -> Self {
        Self {
            _id: doctor.id,
            name: doctor.full_name,
            nameMl: doctor.name_ml,
            specialization: doctor.specialization,
            image: doctor.image.as_deref().map(photo_path),
            from,
            to,
        }
    }
}

/// A place with a door: a hospital, or a doctor's own clinic.
#[derive(Debug, Serialize, ToSchema)]
pub struct DoorView {
    _id: String,
    /// A hospital; otherwise a doctor's own clinic, and the name is the doctor's
    hospital: bool,
    name: String,
    /// In Malayalam, if it is known; so is the address
    nameMl: Option<String>,
    address: String,
    addressMl: Option<String>,
    /// The doctors who give tokens there now, by name
    doctors: Vec<DoorDoctor>,
}

impl From<Door> for DoorView {
    fn from(Door { place, doctors }: Door) -> Self {
        let doctors = doctors.into_iter().map(DoorDoctor::from).collect();
        match place {
            Place::Hospital(hospital) => Self {
                _id: hospital.id,
                hospital: true,
                name: hospital.name.as_str().to_owned(),
                nameMl: hospital.name_ml,
                address: hospital.address,
                addressMl: hospital.address_ml,
                doctors,
            },
            Place::Clinic(doctor) => Self {
                _id: doctor.id,
                hospital: false,
                name: doctor.full_name,
                nameMl: doctor.name_ml,
                address: doctor.address,
                addressMl: doctor.address_ml,
                doctors,
            },
        }
    }
}

/// A place's door page: the place, and the doctors who give tokens there now.
#[utoipa::path(get, path = "/user/api/door/{id}")]
pub async fn door(app: App, Path(place): Path<String>) -> Result<Answer<DoorView>> {
    Ok(Answer::of(service::door(&app, &place).await?.ok_or(Error::NoPlace)?))
}

/// What a place's poster shows.
#[derive(Debug, Serialize, ToSchema)]
pub struct PosterView {
    door: DoorView,
    /// The address of the door page
    link: String,
    /// A QR code of it: a picture of `size` by `size` squares
    size: i32,
    /// The path of an SVG around the dark ones
    path: String,
}

/// A place's poster. Everything on it is public.
#[utoipa::path(get, path = "/user/api/door/{id}/poster")]
pub async fn door_poster(app: App, Path(place): Path<String>) -> Result<Answer<PosterView>> {
    let door = service::door(&app, &place).await?.ok_or(Error::NoPlace)?;
    let link = format!("{}/door/{place}", app.config.public_url);
    let door = DoorView::from(door);
    let QrPicture { size, path } = QrPicture::of(&link);
    Ok(Answer::of(PosterView { door, link, size, path }))
}

/// A visit of a patient at the door.
#[derive(Debug, Serialize, ToSchema)]
pub struct VisitAtDoorView {
    /// `Dr. Asha Nair (ENT)`
    doctor: String,
    token: String,
    /// `null` for a walk-in
    time: Option<String>,
    startsAt: Option<String>,
    /// Whether the patient is marked as arrived; not hours before the visit
    arrived: bool,
    /// The path of the live page
    page: String,
}

/// By the times of the visits.
#[derive(Debug, Serialize, ToSchema)]
pub struct VisitsAtDoor {
    visits: Vec<VisitAtDoorView>,
}

impl VisitAtDoorView {
    fn new(visit: VisitAtDoor, keys: &Keys, lang: Lang) -> Self {
        Self {
            doctor: visit.doctor.title(lang),
            token: visit.token,
            time: visit.slot.map(|slot| slot.time.to_string()),
            startsAt: visit.slot.map(Slot::rfc3339),
            arrived: visit.has_arrived,
            page: visit_page_url("", keys, &visit.id),
        }
    }
}

#[derive(Deserialize, ToSchema)]
pub struct ArrivalRequest {
    /// The door code: four digits that the screen and the desk show
    code: Field,
    /// The number of the booking
    phoneNumber: Field,
    /// A random name of the phone: 16 to 64 letters, digits and hyphens, the same each time
    device: Field,
}

/// Mark today's visits of a number at this place as arrived. The answer names no patient. It is empty for a number without a visit there,
/// known or not; that counts as a failed try, as a wrong code does: five for a phone in a minute. It can be sent again.
#[utoipa::path(post, path = "/user/api/door/{id}/arrival")]
pub async fn arrive_at_door(
    app: App,
    lang: Lang,
    address: ClientAddress,
    Path(place_id): Path<String>,
    Body(request): Body<ArrivalRequest>,
) -> Result<Answer<VisitsAtDoor>> {
    let mut errors = FieldErrors::default();
    let code = errors.check(request.code, DoorCode::parse);
    let number = errors.check(request.phoneNumber, Mobile::parse);
    let device = errors.check(request.device, Device::parse);
    let (visitor, number) = errors
        .all(|| Some((Visitor { place_id, code: code?, device: device?, network: address.network() }, number?)))?;
    let visits = service::arrive(&app, &visitor, &number).await?;
    let said = match visits.as_slice() {
        [] => texts::NO_VISIT,
        visits if visits.iter().any(|visit| visit.has_arrived) => texts::ARRIVED,
        _ => texts::TOO_EARLY,
    };
    let visits = visits.into_iter().map(|visit| VisitAtDoorView::new(visit, &app.keys, lang)).collect();
    Ok(Answer::saying(said, lang, VisitsAtDoor { visits }))
}

#[derive(Deserialize, ToSchema)]
pub struct DoorTokenRequest {
    /// The door code: four digits that the screen and the desk show
    code: Field,
    /// The id of one of the place's `doctors`
    doctor: Field,
    name: Field,
    phoneNumber: Field,
    /// A random name of the phone: 16 to 64 letters, digits and hyphens, the same each time
    device: Field,
}

/// Take a walk-in token of a doctor who sits at this place now and allows it: three for a phone in a day, and three for a number. The same
/// form sent again returns the same token.
#[utoipa::path(post, path = "/user/api/door/{id}/token", responses((status = 409)))]
pub async fn take_door_token(
    app: App,
    lang: Lang,
    address: ClientAddress,
    Path(place_id): Path<String>,
    Body(request): Body<DoorTokenRequest>,
) -> Result<Created<Answer<VisitAtDoorView>>> {
    let mut errors = FieldErrors::default();
    let code = errors.check(request.code, DoorCode::parse);
    let doctor_id = errors.check(request.doctor, parse_id);
    let name = errors.check(request.name, PersonName::parse);
    let number = errors.check(request.phoneNumber, Mobile::parse);
    let device = errors.check(request.device, Device::parse);
    let (visitor, wish) = errors.all(|| {
        let patient = WalkInPatient { name: name?, phone: Some(number?) };
        let visitor = Visitor { place_id, code: code?, device: device?, network: address.network() };
        Some((visitor, TokenWish { doctor_id: doctor_id?, patient }))
    })?;
    let taken = service::take_token(&app, &visitor, wish).await?;
    let said = texts::token_taken(&taken.token, lang);
    Ok(Created(Answer::with_message(said, VisitAtDoorView::new(taken, &app.keys, lang))))
}

fn parse_id(text: &str) -> Result<String, Text> {
    let id = text.trim();
    if id.is_empty() || id.len() > 100 { Err(texts::DOCTOR_WRONG) } else { Ok(id.to_owned()) }
}

/// What a doctor lets patients do at the door.
#[derive(Debug, Serialize, ToSchema)]
pub struct DoorSetting {
    /// How many tokens walk-ins can take in a session; 0 is none
    tokens: i64,
}

/// What the doctor lets patients do at the door.
#[utoipa::path(get, path = "/user/api/doctor/door/{docId}")]
pub async fn door_setting(caller: Doctor, app: App) -> Result<Answer<DoorSetting>> {
    let profile: Profile = own(&app, &caller).await?;
    Ok(Answer::of(DoorSetting { tokens: profile.doctor.door_tokens }))
}

#[derive(Deserialize, ToSchema)]
pub struct DoorSettingRequest {
    /// 0 to 200
    tokens: Field,
}

fn parse_tokens(text: &str) -> Result<i64, Text> {
    parse_number(text.trim(), MAX_DOOR_TOKENS).ok_or(texts::TOKENS_WRONG)
}

/// Change how many tokens walk-ins can take at the door in a session. Tokens that were taken stay.
#[utoipa::path(put, path = "/user/api/doctor/door/{docId}")]
pub async fn update_door_setting(
    caller: Doctor,
    app: App,
    lang: Lang,
    Body(request): Body<DoorSettingRequest>,
) -> Result<Answer<DoorSetting>> {
    let tokens = request.tokens.read(parse_tokens)?;
    let tokens = service::save_setting(&app, &caller, tokens).await?;
    Ok(Answer::saying(texts::SETTING_SAVED, lang, DoorSetting { tokens }))
}
