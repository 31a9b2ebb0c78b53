//! Requests for blood in a hospital's own area.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use axum::extract::Path;
use serde::Serialize;
use utoipa::ToSchema;

use super::service;
use crate::app::App;
use crate::blood::requests::model::Request;
use crate::blood::texts;
use crate::directory::facilities::http::must_be_hospital;
use crate::identity::callers::FacilityStaff;
use crate::platform::format::rfc3339;
use crate::platform::http::{Code, Done, Result, Rows};
use crate::platform::lang::Lang;

/// A request that names the own hospital, with what it takes to find the patient.
#[derive(Serialize, ToSchema)]
pub struct HospitalRequest {
    _id: String,
    Patient_name: String,
    Blood_group: &'static str,
    Units: i64,
    Needed_by: String,
    Contact_name: String,
    Phone_number: String,
    Reason: Option<String>,
    /// What became of the look that it should have before it goes on: `not_needed`, waits, missed or done
    look: &'static str,
    createdAt: String,
}

impl HospitalRequest {
    fn new(request: Request, now: i64) -> Self {
        let look = request.look(now).as_str();
        let wish = request.wish;
        Self {
            _id: request.id,
            Patient_name: wish.patient_name.as_str().into(),
            Blood_group: wish.group.as_str(),
            Units: wish.units,
            Needed_by: wish.needed_by.to_string(),
            Contact_name: wish.contact_name.as_str().into(),
            Phone_number: wish.phone.as_str().into(),
            Reason: wish.reason,
            look,
            createdAt: rfc3339(request.created_at),
        }
    }
}

/// Requests for blood that run and name the own hospital, the most urgent first.
#[utoipa::path(get, path = "/user/api/worker/bloodrequests/{workerId}")]
pub async fn hospital_blood_requests(caller: FacilityStaff, app: App) -> Result<Rows<HospitalRequest>> {
    must_be_hospital(&caller)?;
    let now = app.clock.now_millis();
    let requests = service::list(&app, &caller.id).await?;
    let views: Vec<_> = requests.into_iter().map(|request| HospitalRequest::new(request, now)).collect();
    Ok(Rows::of(views))
}

/// Say that the patient of a request is the own hospital's: it goes on at once, beyond its district too.
#[utoipa::path(
    patch, path = "/user/api/worker/bloodrequests/{workerId}/confirm/{id}", responses((status = 409))
)]
pub async fn confirm_blood_request(
    caller: FacilityStaff,
    app: App,
    lang: Lang,
    Path((_own, request_id)): Path<(String, String)>,
) -> Result<Done> {
    must_be_hospital(&caller)?;
    let is_own = service::confirm(&app, &caller, request_id).await?;
    if is_own { Ok(Done::saying(texts::REQUEST_LOOKED_AT, lang)) } else { Err(Code::NotFound.into()) }
}
