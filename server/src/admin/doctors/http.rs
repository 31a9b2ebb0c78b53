//! The calls about doctors.

use axum::extract::Path;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::service::{self, DoctorDetails};
use super::{AdminDoctor, AdminDoctorFilter, DoctorSort, list};
use crate::admin::audit::AuditRow;
use crate::admin::bookings::Coming;
use crate::admin::corrections::{self, Correction};
use crate::admin::desk::http::DeskMember;
use crate::admin::people::Typed;
use crate::admin::suspension::{self, Suspension};
use crate::admin::texts;
use crate::app::App;
use crate::booking::{Appointment, Status};
use crate::directory::doctors::http::{ProfileView, parse_experience, parse_registration_number, parse_specialization};
use crate::directory::listing::Listing;
use crate::identity::callers::Admin;
use crate::identity::person::{Gender, PersonName};
use crate::platform::db;
use crate::platform::format;
use crate::platform::format::rfc3339;
use crate::platform::http::reason::parse_reason;
use crate::platform::http::{
    Answer, Body, Code, Field, FieldErrors, OptionalBody, Page, Paging, Params, ReasonRequest, Result, given,
};
use crate::platform::lang::Lang;
use crate::reference::{places, specialities};

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
    /// newest (the default) or unanswered: those who let the most requests die first
    sort: Option<Field>,
}

impl DoctorsQuery {
    /// A filter that names nothing we know finds nobody.
    fn parse(self) -> Result<AdminDoctorFilter> {
        let mut errors = FieldErrors::default();
        let sort = errors.filter(self.sort, |text| match text {
            "newest" => Ok(DoctorSort::Newest),
            "unanswered" => Ok(DoctorSort::Unanswered),
            _ => Err(texts::DOCTOR_SORT_WRONG),
        });
        let known_gender = |text: String| Gender::parse(&text).map_or(text, |gender| gender.as_str().into());
        errors.or(AdminDoctorFilter {
            gender: given(self.gender).map(known_gender),
            specialization: given(self.specialization)
                .map(|text| specialities::find(&text).map_or(text, |found| found.title.clone())),
            district: given(self.district).map(|text| places::find_district(&text).map_or(text, String::from)),
            typed: Typed::parse(given(self.q).as_deref()),
            sort: sort.flatten().unwrap_or_default(),
        })
    }
}

/// Approved doctors, suspended ones included, the newest first unless another order is asked for.
#[utoipa::path(get, path = "/admin/api/doctors/view/data")]
pub async fn all_doctors(
    _: Admin,
    app: App,
    Params(query): Params<DoctorsQuery>,
    paging: Paging,
) -> Result<Page<AdminDoctor>> {
    Ok(list(&app, query.parse()?, paging).await?)
}

/// Approved doctors, the newest first.
#[utoipa::path(get, path = "/admin/api/doctors/data/dashboard")]
pub async fn dashboard_doctors(_: Admin, app: App, paging: Paging) -> Result<Page<AdminDoctor>> {
    Ok(list(&app, AdminDoctorFilter::default(), paging).await?)
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
    /// The doctor's assistants, in the order in which they came
    desk: Vec<DeskMember>,
    /// What was done to the doctor, the latest first
    audit: Vec<AuditRow>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct DoctorFigures {
    total: i64,
    pending: i64,
    approved: i64,
    rejected: i64,
    /// Requests of the last 30 days that nobody answered before their time began
    unanswered: i64,
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

impl From<DoctorDetails> for AdminDoctorDetails {
    fn from(details: DoctorDetails) -> Self {
        let of = |status| details.counts.iter().find(|(known, _)| *known == status).map_or(0, |(_, count)| *count);
        let figures = DoctorFigures {
            total: details.counts.iter().map(|(_, count)| count).sum(),
            pending: of(Status::Pending),
            approved: of(Status::Checked),
            rejected: of(Status::Rejected),
            unanswered: details.unanswered,
        };
        Self {
            figures,
            suspended: details.approval.suspended,
            approved_at: details.approval.approved_at.map(rfc3339),
            profile: details.profile.into(),
            coming: details.coming.into_iter().map(DoctorVisit::from).collect(),
            history: details.history.into_iter().map(DoctorVisit::from).collect(),
            desk: DeskMember::list(details.desk, details.invitations),
            audit: details.audit,
        }
    }
}

fn details(found: db::Result<Option<DoctorDetails>>, message: &str) -> Result<Answer<AdminDoctorDetails>> {
    let details = found?.ok_or(Code::NotFound)?;
    Ok(Answer { message: message.into(), data: details.into() })
}

/// Everything about a doctor, history and audit included.
#[utoipa::path(get, path = "/admin/api/doctors/{id}")]
pub async fn doctor_details(_: Admin, app: App, Path(id): Path<String>) -> Result<Answer<AdminDoctorDetails>> {
    details(service::find(&app, &id).await, "")
}

#[derive(Deserialize, ToSchema)]
#[expect(non_snake_case, reason = "fields have the names of the contract")]
pub struct CorrectionRequest {
    full_Name: Option<Field>,
    doctor_ID: Option<Field>,
    specialization: Option<Field>,
    experience: Option<Field>,
}

impl CorrectionRequest {
    fn parse(self) -> Result<Correction> {
        let mut errors = FieldErrors::default();
        let full_name = self.full_Name.and_then(|field| errors.check(field, PersonName::parse));
        let doctor_id = self.doctor_ID.and_then(|field| errors.check(field, parse_registration_number));
        let specialization = self.specialization.and_then(|field| errors.check(field, parse_specialization));
        let experience = self.experience.and_then(|field| errors.check(field, parse_experience));
        errors.all(|| Some(Correction { full_name, doctor_id, specialization, experience }))
    }
}

/// Correct a doctor's name, registration number, speciality or experience; what is left out stays. The doctor is told by mail.
#[utoipa::path(patch, path = "/admin/api/doctors/{id}")]
pub async fn correct_doctor(
    caller: Admin,
    app: App,
    lang: Lang,
    Path(id): Path<String>,
    Body(request): Body<CorrectionRequest>,
) -> Result<Answer<AdminDoctorDetails>> {
    corrections::correct(&app, &caller, id.clone(), request.parse()?).await?;
    details(service::find(&app, &id).await.map_err(db::Error::after_commit), texts::CORRECTED.in_lang(lang))
}

#[derive(Deserialize, ToSchema)]
pub struct SuspendRequest {
    /// Why, in a sentence; the doctor reads it, and patients whose visits are cancelled
    reason: Option<Field>,
    /// What becomes of coming bookings: keep (the default) or cancel
    bookings: Option<Field>,
}

/// Suspend a doctor: hidden, unbookable and signed out at once.
#[utoipa::path(post, path = "/admin/api/doctors/{id}/suspend", responses((status = 409)))]
pub async fn suspend_doctor(
    caller: Admin,
    app: App,
    lang: Lang,
    Path(id): Path<String>,
    OptionalBody(request): OptionalBody<SuspendRequest>,
) -> Result<Answer<AdminDoctorDetails>> {
    let mut errors = FieldErrors::default();
    let reason = errors.optional(request.reason, parse_reason);
    let coming = errors.optional(request.bookings, Coming::parse);
    let (reason, coming) = errors.all(|| Some((reason?, coming?.unwrap_or_default())))?;
    suspension::decide(&app, &caller, (Listing::Doctors, id.clone()), Suspension::Begin(coming), reason).await?;
    details(service::find(&app, &id).await.map_err(db::Error::after_commit), texts::SUSPENDED.in_lang(lang))
}

/// Show a suspended doctor again and let them in.
#[utoipa::path(post, path = "/admin/api/doctors/{id}/restore", responses((status = 409)))]
pub async fn restore_doctor(
    caller: Admin,
    app: App,
    lang: Lang,
    Path(id): Path<String>,
    OptionalBody(request): OptionalBody<ReasonRequest>,
) -> Result<Answer<AdminDoctorDetails>> {
    suspension::decide(&app, &caller, (Listing::Doctors, id.clone()), Suspension::End, request.parse()?).await?;
    details(service::find(&app, &id).await.map_err(db::Error::after_commit), texts::RESTORED.in_lang(lang))
}
