//! HTTP handlers of a doctor's desk: the doctors that desk staff or a hospital act for, what others did there, and its event stream.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use std::sync::{Arc, Mutex};

use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use super::model::Served;
use super::service::{self, Act};
use crate::app::App;
use crate::appointments::acting_for_doctor::ActingForDoctor;
use crate::appointments::service::doctor_topic;
use crate::directory::facilities::http::require_hospital;
use crate::identity::callers::{DeskStaff, Doctor, FacilityStaff};
use crate::platform::format::Instant;
use crate::platform::http::{Code, Page, Paging, Result, Rows};
use crate::platform::photos::http::photo_path;

/// A doctor for whom somebody at a desk acts.
#[derive(Debug, Serialize, ToSchema)]
pub struct ServedDoctor {
    _id: String,
    name: String,
    /// In Malayalam, if it is told
    nameMl: Option<String>,
    specialization: String,
    image: Option<String>,
    /// The hospital where they act for the doctor, and which alone they see; none where they see everything
    place: Option<String>,
    /// The same in Malayalam, if it is told
    placeMl: Option<String>,
    /// Who comes today
    today: i64,
    /// Of them those who wait in the clinic
    arrived: i64,
    /// Requests that wait for an answer
    pending: i64,
}

impl From<Served> for ServedDoctor {
    fn from(Served { right, counts }: Served) -> Self {
        let (place, placeMl) = right.hospital.map(|place| (place.name, place.name_ml)).unzip();
        Self {
            _id: right.doctor_id,
            name: right.full_name,
            nameMl: right.name_ml,
            specialization: right.specialization,
            image: right.image.as_deref().map(photo_path),
            place,
            placeMl: placeMl.flatten(),
            today: counts.today,
            arrived: counts.arrived,
            pending: counts.pending,
        }
    }
}

/// For whom one acts at a desk, with how much there is to do.
#[utoipa::path(get, path = "/user/api/desk/doctors")]
pub async fn desk_doctors(caller: DeskStaff, app: App) -> Result<Rows<ServedDoctor>> {
    Ok(Rows::of(service::list_served(&app, &caller).await?))
}

/// Today at the own hospital: the doctors whom it has confirmed, with how much there is to do there. Numbers only; who comes is for
/// the doctor and for the desk.
#[utoipa::path(get, path = "/user/api/worker/today/{workerId}")]
pub async fn hospital_today(caller: FacilityStaff, app: App) -> Result<Rows<ServedDoctor>> {
    require_hospital(&caller)?;
    Ok(Rows::of(service::list_at_hospital(&app, &caller.id).await?))
}

/// Who did something at a desk.
#[derive(Debug, Serialize, ToSchema)]
pub struct ActBy {
    /// Empty once it is erased
    name: String,
    /// assistant, or desk for a hospital's
    kind: &'static str,
}

/// What somebody did in a doctor's place.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeskAct {
    _id: String,
    #[schema(value_type = String)]
    at: Instant,
    by: ActBy,
    /// approve, reject, arrived, called, done, absent, unmark, walkin, late, `add_screen` or `remove_screen`
    action: String,
    /// The booking that it was done to, if it is one
    booking: Option<String>,
    /// Empty where it concerns no patient, or once it is erased
    patient_name: String,
    /// The reason of a rejection, by how many minutes the doctor is late, or the number of a screen
    detail: Option<String>,
}

impl From<Act> for DeskAct {
    fn from(act: Act) -> Self {
        Self {
            _id: act.id,
            at: act.at,
            by: ActBy { name: act.by, kind: if act.is_assistant { "assistant" } else { "desk" } },
            action: act.action,
            booking: (act.subject_kind == "booking").then_some(act.subject_id),
            patient_name: act.patient_name,
            detail: act.detail,
        }
    }
}

/// What others did in the doctor's place, the latest first.
#[utoipa::path(get, path = "/user/api/doctor/desk/acts/{docId}")]
pub async fn desk_acts(caller: Doctor, app: App, paging: Paging) -> Result<Page<DeskAct>> {
    Ok(service::list_acts(&app, &caller, paging).await?.map(DeskAct::from))
}

/// A stream of events named `bookings`: the doctor's appointments changed, as far as the caller sees them, and the page asks for them
/// again. It ends with the session; an event named `session` says before that it will, and whether any use prolongs it.
#[utoipa::path(
    get, path = "/user/api/doctor/events/{docId}",
    responses((status = 200, body = String, content_type = "text/event-stream"), (status = 429))
)]
pub async fn events(caller: ActingForDoctor, app: App) -> Result<Response> {
    if caller.is_doctor() {
        return caller.caller().follow(&app, doctor_topic(&caller.doctor_id), "bookings");
    }
    let (desk, before) = (Arc::new(caller), Arc::new(Mutex::new(Vec::new())));
    // The current state is not sent as a change.
    service::sees(&desk, &app, true, &before).await.ok_or(Code::NotFound)?;
    let (here, asked) = (desk.clone(), app.clone());
    desk.caller().follow_some(&app, doctor_topic(&desk.doctor_id), "bookings", move |changed| {
        let (desk, app, before) = (here.clone(), asked.clone(), before.clone());
        async move { service::sees(&desk, &app, changed, &before).await }
    })
}
