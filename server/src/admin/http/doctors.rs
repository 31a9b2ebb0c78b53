//! Doctors: the list with its filters, each of them, suspension and return.

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::audit::AuditRow;
use super::parse_coming;
use crate::admin::doctors::{self, Details, Error};
use crate::admin::lists::{self, DoctorRow, Filter};
use crate::admin::sought::Sought;
use crate::admin::texts;
use crate::admin::users::Coming;
use crate::app::App;
use crate::booking::{Appointment, Status};
use crate::directory::doctors::http::ProfileView;
use crate::identity::actor::Admin;
use crate::identity::person::Gender;
use crate::platform::format;
use crate::platform::format::rfc3339;
use crate::platform::http::Answer;
use crate::platform::http::body::OptionalBody;
use crate::platform::http::fields::{Field, FieldErrors, Params, given};
use crate::platform::http::paging::{Page, Paging};
use crate::platform::http::problem::{Code, Problem};
use crate::platform::http::reason::{ReasonRequest, parse_reason};
use crate::platform::lang::Lang;
use crate::platform::photos::http::photo_path;
use crate::reference::{places, specialities};

/// A doctor in the administrator's lists.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminDoctor {
    _id: String,
    #[serde(rename = "Image")]
    image: Option<String>,
    #[serde(rename = "full_Name")]
    full_name: String,
    #[serde(rename = "doctor_ID")]
    doctor_id: String,
    specialization: String,
    experience: i64,
    gender: String,
    district: String,
    #[serde(rename = "consultation_Address")]
    consultation_address: String,
    #[serde(rename = "consultation_Fee")]
    consultation_fee: i64,
    #[serde(rename = "phone_Number")]
    phone_number: String,
    email: String,
    /// `YYYY-MM-DD`
    #[serde(rename = "DOB")]
    dob: String,
    state: String,
    pincode: String,
    #[serde(rename = "startTime")]
    start_time: String,
    #[serde(rename = "endTime")]
    end_time: String,
    suspended: bool,
}

impl From<DoctorRow> for AdminDoctor {
    fn from(row: DoctorRow) -> Self {
        Self {
            image: row.image.as_deref().map(photo_path),
            start_time: row.start.to_string(),
            end_time: row.end.to_string(),
            _id: row.id,
            full_name: row.full_name,
            doctor_id: row.doctor_id,
            specialization: row.specialization,
            experience: row.experience,
            gender: row.gender,
            district: row.district,
            consultation_address: row.address,
            consultation_fee: row.fee,
            phone_number: row.phone,
            email: row.email,
            dob: row.dob,
            state: row.state,
            pincode: row.pincode,
            suspended: row.suspended,
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DoctorsQuery {
    /// Male or Female
    gender: Option<Field>,
    /// A speciality in any spelling
    specialization: Option<Field>,
    /// A district in any spelling
    district: Option<Field>,
    /// Beginnings of words of the name (all must fit), of the registration number, phone, e-mail address or id
    q: Option<Field>,
}

impl DoctorsQuery {
    /// A filter that names nothing we know finds nobody.
    fn parse(self) -> Filter {
        let known_gender = |text: String| Gender::parse(&text).map_or(text, |gender| gender.as_str().into());
        Filter {
            gender: given(self.gender).map(known_gender),
            specialization: given(self.specialization)
                .map(|text| specialities::find(&text).map_or(text, |found| found.title.clone())),
            district: given(self.district).map(|text| places::find_district(&text).map_or(text, String::from)),
            sought: Sought::parse(given(self.q).as_deref()),
        }
    }
}

/// Approved doctors, suspended ones included, the newest first.
#[utoipa::path(
    get, path = "/admin/api/doctors/view/data", tag = "admin", security(("token" = [])), params(DoctorsQuery, Paging),
    responses((status = 200, body = Page<AdminDoctor>))
)]
pub async fn all_doctors(
    _: Admin,
    State(app): State<App>,
    Params(query): Params<DoctorsQuery>,
    paging: Paging,
) -> Result<Page<AdminDoctor>, Problem> {
    Ok(lists::doctors(&app, &query.parse(), paging.part()).await?.map(AdminDoctor::from))
}

/// Everything about a doctor.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminDoctorDetails {
    #[serde(flatten)]
    profile: ProfileView,
    suspended: bool,
    /// `null` while the application waits
    #[serde(rename = "approvedAt")]
    approved_at: Option<String>,
    figures: DoctorFigures,
    /// Visits that have not started, the soonest first
    coming: Vec<DoctorVisit>,
    /// The latest 20 visits that have started
    history: Vec<DoctorVisit>,
    /// What was done to the doctor, the latest first
    audit: Vec<AuditRow>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct DoctorFigures {
    total: i64,
    pending: i64,
    approved: i64,
    rejected: i64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct DoctorVisit {
    _id: String,
    patient_name: String,
    contact_number: String,
    date: String,
    time: String,
    #[serde(rename = "startsAt")]
    starts_at: String,
    status: &'static str,
}

impl From<Appointment> for DoctorVisit {
    fn from(appointment: Appointment) -> Self {
        Self {
            date: format::spec_date(appointment.slot.day),
            time: appointment.slot.time.to_string(),
            starts_at: appointment.slot.rfc3339(),
            status: appointment.status.as_str(),
            _id: appointment.id,
            patient_name: appointment.patient_name,
            contact_number: appointment.contact_number,
        }
    }
}

impl From<Details> for AdminDoctorDetails {
    fn from(details: Details) -> Self {
        let of = |status| details.counts.iter().find(|(known, _)| *known == status).map_or(0, |(_, count)| *count);
        let figures = DoctorFigures {
            total: details.counts.iter().map(|(_, count)| count).sum(),
            pending: of(Status::Pending),
            approved: of(Status::Checked),
            rejected: of(Status::Rejected),
        };
        Self {
            figures,
            suspended: details.standing.suspended,
            approved_at: details.standing.approved_at.map(rfc3339),
            profile: details.profile.into(),
            coming: details.coming.into_iter().map(DoctorVisit::from).collect(),
            history: details.history.into_iter().map(DoctorVisit::from).collect(),
            audit: details.deeds.into_iter().map(AuditRow::from).collect(),
        }
    }
}

async fn details(app: &App, id: &str, message: &str) -> Result<Answer<AdminDoctorDetails>, Problem> {
    let details = doctors::find(app, id).await?.ok_or(Code::NotFound)?;
    Ok(Answer { message: message.into(), data: details.into() })
}

/// Everything about a doctor, history and audit included.
#[utoipa::path(
    get, path = "/admin/api/doctors/{id}", tag = "admin", security(("token" = [])), params(("id" = String, Path)),
    responses((status = 200, body = Answer<AdminDoctorDetails>))
)]
pub async fn doctor_details(
    _: Admin,
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Answer<AdminDoctorDetails>, Problem> {
    details(&app, &id, "").await
}

#[derive(Deserialize, ToSchema)]
pub struct SuspendRequest {
    /// Why, in a sentence; patients whose visits are cancelled read it too
    reason: Option<Field>,
    /// What becomes of coming bookings: keep (the default) or cancel
    bookings: Option<Field>,
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Unknown => Code::NotFound.into(),
            Error::NotSuspendable => Self::saying(Code::NotChangeable, texts::NOT_SUSPENDABLE),
            Error::NotSuspended => Self::saying(Code::NotChangeable, texts::NOT_SUSPENDED),
            Error::SignedOut(ended) => ended.into(),
            Error::Db(error) => error.into(),
        }
    }
}

/// Suspend a doctor: hidden, unbookable and signed out at once.
#[utoipa::path(
    post, path = "/admin/api/doctors/{id}/suspend", tag = "admin", security(("token" = [])),
    params(("id" = String, Path)), request_body = Option<SuspendRequest>,
    responses((status = 200, body = Answer<AdminDoctorDetails>), (status = 409))
)]
pub async fn suspend_doctor(
    caller: Admin,
    State(app): State<App>,
    lang: Lang,
    Path(id): Path<String>,
    OptionalBody(request): OptionalBody<SuspendRequest>,
) -> Result<Answer<AdminDoctorDetails>, Problem> {
    let mut errors = FieldErrors::default();
    let reason = errors.optional(request.reason, parse_reason);
    let coming = errors.optional(request.bookings, parse_coming);
    let (reason, coming) = errors.all(|| Some((reason?, coming?.unwrap_or(Coming::Keep))))?;
    doctors::suspend(&app, &caller, id.clone(), reason, coming).await?;
    details(&app, &id, texts::SUSPENDED.in_lang(lang)).await
}

/// Show a suspended doctor again and let them in.
#[utoipa::path(
    post, path = "/admin/api/doctors/{id}/restore", tag = "admin", security(("token" = [])),
    params(("id" = String, Path)), request_body = Option<ReasonRequest>,
    responses((status = 200, body = Answer<AdminDoctorDetails>), (status = 409))
)]
pub async fn restore_doctor(
    caller: Admin,
    State(app): State<App>,
    lang: Lang,
    Path(id): Path<String>,
    OptionalBody(request): OptionalBody<ReasonRequest>,
) -> Result<Answer<AdminDoctorDetails>, Problem> {
    doctors::restore(&app, &caller, id.clone(), request.parse()?).await?;
    details(&app, &id, texts::RESTORED.in_lang(lang)).await
}
