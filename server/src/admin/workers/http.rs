//! The dashboard's hospitals, the list of workers, and each hospital and pharmacy.

use axum::extract::Path;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::AdminFacility;
use super::service::{self, FacilityDetails};
use crate::admin::audit::AuditRow;
use crate::admin::bookings::Coming;
use crate::admin::desk::http::DeskMember;
use crate::admin::doctors::{self, AdminDoctor, AdminDoctorFilter};
use crate::admin::people::Typed;
use crate::admin::suspension::{self, Suspension};
use crate::admin::texts;
use crate::app::App;
use crate::directory::facilities::Category;
use crate::directory::facilities::http::{OwnDoctor, OwnFacilityView};
use crate::directory::listing::Listing;
use crate::directory::{Kind, texts as directory_texts};
use crate::identity::callers::Admin;
use crate::platform::db;
use crate::platform::format::rfc3339;
use crate::platform::http::{
    Answer, Code, Field, OptionalBody, Page, Paging, Params, ReasonRequest, Result, filter, given,
};
use crate::platform::lang::Lang;

/// Approved hospitals, the newest first.
#[utoipa::path(get, path = "/admin/api/hospital/data/dashboard")]
pub async fn dashboard_hospitals(_: Admin, app: App, paging: Paging) -> Result<Page<AdminFacility>> {
    Ok(service::list(&app, Category::Hospital, None, paging).await?)
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
    let kind = filter(query.category, |text| Kind::parse(text.trim()).ok_or(directory_texts::CATEGORY_WRONG))?;
    let typed = Typed::parse(given(query.q).as_deref());
    Ok(match kind.unwrap_or(Kind::Doctor) {
        Kind::Doctor => {
            let filter = AdminDoctorFilter { typed, ..AdminDoctorFilter::default() };
            doctors::list(&app, filter, paging).await?.map(AdminWorker::doctor)
        }
        Kind::Facility(category) => {
            let page = service::list(&app, category, typed, paging).await?;
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
            suspended: details.approval.suspended,
            approved_at: details.approval.approved_at.map(rfc3339),
            profile: details.facility.into(),
            doctors: details.doctors.into_iter().map(OwnDoctor::from).collect(),
            desk: DeskMember::list(details.desk, details.invitations),
            audit: details.audit,
        }
    }
}

/// Everything about a hospital or pharmacy, its doctors included.
#[utoipa::path(get, path = "/admin/api/hospitals/{id}")]
pub async fn hospital_details(_: Admin, app: App, Path(id): Path<String>) -> Result<Answer<AdminFacilityDetails>> {
    details(service::find(&app, &id).await, "")
}

fn details(found: db::Result<Option<FacilityDetails>>, message: &str) -> Result<Answer<AdminFacilityDetails>> {
    let details = found?.ok_or(Code::NotFound)?;
    Ok(Answer { message: message.into(), data: details.into() })
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
    let (worker, suspension) = ((Listing::Facilities, id.clone()), Suspension::Begin(Coming::Keep));
    suspension::decide(&app, &caller, worker, suspension, request.parse()?).await?;
    details(service::find(&app, &id).await.map_err(db::Error::after_commit), texts::SUSPENDED.in_lang(lang))
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
    let worker = (Listing::Facilities, id.clone());
    suspension::decide(&app, &caller, worker, Suspension::End, request.parse()?).await?;
    details(service::find(&app, &id).await.map_err(db::Error::after_commit), texts::RESTORED.in_lang(lang))
}
