//! The calls about doctors, hospitals and pharmacies.

use axum::extract::Path;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::service::{self, Correction, DoctorDetails, FacilityDetails, Suspension, UpcomingBookings};
use super::{AdminDoctor, AdminDoctorFilter, AdminFacility, DoctorSort};
use crate::admin::audit::AuditRow;
use crate::admin::people_search::SearchTerm;
use crate::admin::texts;
use crate::admin::worker_logins::http::DeskMember;
use crate::app::App;
use crate::appointments::{Appointment, Status};
use crate::directory::doctors::http::{ProfileView, parse_experience, parse_registration_number, parse_specialization};
use crate::directory::facilities::Category;
use crate::directory::facilities::http::{OwnDoctor, OwnFacilityView};
use crate::directory::{WorkerKind, texts as directory_texts};
use crate::identity::Role;
use crate::identity::callers::Admin;
use crate::identity::person::{Gender, PersonName};
use crate::platform::db;
use crate::platform::format::{self, rfc3339};
use crate::platform::http::reason::parse_reason;
use crate::platform::http::{
    Answer, Body, Code, Field, FieldErrors, OptionalBody, Page, Paging, Params, ReasonRequest, Result, filter, given,
};
use crate::platform::lang::{Lang, Text};
use crate::reference::{regions, specialities};

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
    /// An unknown value of a filter matches no doctor.
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
            district: given(self.district).map(|text| regions::find_district(&text).map_or(text, String::from)),
            term: SearchTerm::parse(given(self.q).as_deref()),
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
    Ok(service::list_doctors(&app, query.parse()?, paging).await?)
}

/// Approved doctors, the newest first.
#[utoipa::path(get, path = "/admin/api/doctors/data/dashboard")]
pub async fn dashboard_doctors(_: Admin, app: App, paging: Paging) -> Result<Page<AdminDoctor>> {
    Ok(service::list_doctors(&app, AdminDoctorFilter::default(), paging).await?)
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
        let of = |status: Status| details.counts.of(status.as_str());
        let figures = DoctorFigures {
            total: details.counts.total(),
            pending: of(Status::Pending),
            approved: of(Status::Checked),
            rejected: of(Status::Rejected),
            unanswered: details.unanswered,
        };
        Self {
            figures,
            suspended: details.record.approval.suspended,
            approved_at: details.record.approval.approved_at.map(rfc3339),
            profile: details.profile.into(),
            coming: details.coming.into_iter().map(DoctorVisit::from).collect(),
            history: details.history.into_iter().map(DoctorVisit::from).collect(),
            desk: DeskMember::list(details.record.desk, details.record.invitations),
            audit: details.record.audit,
        }
    }
}

/// A worker with all details; `after` is the message of the change before it was read.
fn details<T, V: From<T>>(found: db::Result<Option<T>>, after: Option<(Text, Lang)>) -> Result<Answer<V>> {
    let found = if after.is_some() { found.map_err(db::Error::after_commit) } else { found };
    let message = after.map_or("", |(text, lang)| text.in_lang(lang));
    Ok(Answer { message: message.into(), data: found?.ok_or(Code::NotFound)?.into() })
}

/// Everything about a doctor, history and audit included.
#[utoipa::path(get, path = "/admin/api/doctors/{id}")]
pub async fn doctor_details(_: Admin, app: App, Path(id): Path<String>) -> Result<Answer<AdminDoctorDetails>> {
    details(service::find_doctor(&app, &id).await, None)
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
    service::correct(&app, &caller, id.clone(), request.parse()?).await?;
    details(service::find_doctor(&app, &id).await, Some((texts::CORRECTED, lang)))
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
    let coming = errors.optional(request.bookings, UpcomingBookings::parse);
    let (reason, coming) = errors.all(|| Some((reason?, coming?.unwrap_or_default())))?;
    service::decide(&app, &caller, (Role::Doctor, id.clone()), Suspension::Begin(coming), reason).await?;
    details(service::find_doctor(&app, &id).await, Some((texts::SUSPENDED, lang)))
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
    service::decide(&app, &caller, (Role::Doctor, id.clone()), Suspension::End, request.parse()?).await?;
    details(service::find_doctor(&app, &id).await, Some((texts::RESTORED, lang)))
}

/// Approved hospitals, the newest first.
#[utoipa::path(get, path = "/admin/api/hospital/data/dashboard")]
pub async fn dashboard_hospitals(_: Admin, app: App, paging: Paging) -> Result<Page<AdminFacility>> {
    Ok(service::list_facilities(&app, Category::Hospital, None, paging).await?)
}

/// An approved doctor, hospital or pharmacy.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminWorker {
    _id: String,
    /// Doctor, Hospital or Pharmacy
    category: &'static str,
    name: String,
    /// The registration or licence number
    number: String,
    phone: String,
    district: String,
    suspended: bool,
}

impl AdminWorker {
    fn doctor(row: AdminDoctor) -> Self {
        Self {
            _id: row.id,
            category: "Doctor",
            name: row.full_name,
            number: row.doctor_id,
            phone: row.phone,
            district: row.district,
            suspended: row.suspended,
        }
    }

    fn facility(category: Category, row: AdminFacility) -> Self {
        Self {
            _id: row.id,
            category: category.as_str(),
            name: row.name,
            number: row.license_number,
            phone: row.phone,
            district: row.district,
            suspended: row.suspended,
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WorkersQuery {
    /// Doctor (the default), Hospital or Pharmacy
    category: Option<Field>,
    /// Beginnings of words of the name (all must fit), of the number, phone, e-mail address or id
    q: Option<Field>,
}

/// Approved workers of a category, suspended ones included, the newest first.
#[utoipa::path(get, path = "/admin/api/workers/data")]
pub async fn all_workers(
    _: Admin,
    app: App,
    Params(query): Params<WorkersQuery>,
    paging: Paging,
) -> Result<Page<AdminWorker>> {
    let kind = filter(query.category, |text| WorkerKind::parse(text.trim()).ok_or(directory_texts::CATEGORY_WRONG))?;
    let term = SearchTerm::parse(given(query.q).as_deref());
    Ok(match kind.unwrap_or(WorkerKind::Doctor) {
        WorkerKind::Doctor => {
            let filter = AdminDoctorFilter { term, ..AdminDoctorFilter::default() };
            service::list_doctors(&app, filter, paging).await?.map(AdminWorker::doctor)
        }
        WorkerKind::Facility(category) => {
            let page = service::list_facilities(&app, category, term, paging).await?;
            page.map(|row| AdminWorker::facility(category, row))
        }
    })
}

/// Everything about a hospital or pharmacy.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminFacilityDetails {
    #[serde(flatten)]
    profile: OwnFacilityView,
    suspended: bool,
    /// `null` while the application waits
    #[serde(rename = "approvedAt")]
    approved_at: Option<String>,
    /// The listed doctors who name it; those who wait for its word come first
    doctors: Vec<OwnDoctor>,
    /// Its desk staff, in the order in which they came
    desk: Vec<DeskMember>,
    /// What was done to it, the latest first
    audit: Vec<AuditRow>,
}

impl From<FacilityDetails> for AdminFacilityDetails {
    fn from(details: FacilityDetails) -> Self {
        Self {
            suspended: details.record.approval.suspended,
            approved_at: details.record.approval.approved_at.map(rfc3339),
            profile: details.facility.into(),
            doctors: details.doctors.into_iter().map(OwnDoctor::from).collect(),
            desk: DeskMember::list(details.record.desk, details.record.invitations),
            audit: details.record.audit,
        }
    }
}

/// Everything about a hospital or pharmacy, its doctors included.
#[utoipa::path(get, path = "/admin/api/hospitals/{id}")]
pub async fn hospital_details(_: Admin, app: App, Path(id): Path<String>) -> Result<Answer<AdminFacilityDetails>> {
    details(service::find_facility(&app, &id).await, None)
}

/// Suspend a hospital or pharmacy: hidden and signed out at once. A name or licence number that it asked for waits no longer.
#[utoipa::path(post, path = "/admin/api/hospitals/{id}/suspend", responses((status = 409)))]
pub async fn suspend_hospital(
    caller: Admin,
    app: App,
    lang: Lang,
    Path(id): Path<String>,
    OptionalBody(request): OptionalBody<ReasonRequest>,
) -> Result<Answer<AdminFacilityDetails>> {
    let (worker, suspension) = ((Role::Hospital, id.clone()), Suspension::Begin(UpcomingBookings::Keep));
    service::decide(&app, &caller, worker, suspension, request.parse()?).await?;
    details(service::find_facility(&app, &id).await, Some((texts::SUSPENDED, lang)))
}

/// Show a suspended hospital or pharmacy again and let it in.
#[utoipa::path(post, path = "/admin/api/hospitals/{id}/restore", responses((status = 409)))]
pub async fn restore_hospital(
    caller: Admin,
    app: App,
    lang: Lang,
    Path(id): Path<String>,
    OptionalBody(request): OptionalBody<ReasonRequest>,
) -> Result<Answer<AdminFacilityDetails>> {
    let worker = (Role::Hospital, id.clone());
    service::decide(&app, &caller, worker, Suspension::End, request.parse()?).await?;
    details(service::find_facility(&app, &id).await, Some((texts::RESTORED, lang)))
}
