//! Approved doctors, hospitals and pharmacies in short rows: the dashboard's tables and the list of workers.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::doctors::AdminDoctor;
use crate::admin::lists::{self, DoctorRow, FacilityRow, Filter};
use crate::admin::sought::Sought;
use crate::app::App;
use crate::directory::facilities::Category;
use crate::directory::{Kind, texts};
use crate::identity::callers::Admin;
use crate::platform::http::fields::{Field, FieldErrors, Params, given};
use crate::platform::http::paging::{Page, Paging};
use crate::platform::http::problem::Problem;
use crate::platform::photos::http::photo_path;

/// Approved doctors, the newest first.
#[utoipa::path(
    get, path = "/admin/api/doctors/data/dashboard", tag = "admin", security(("token" = [])), params(Paging),
    responses((status = 200, body = Page<AdminDoctor>))
)]
pub async fn dashboard_doctors(_: Admin, State(app): State<App>, paging: Paging) -> Result<Page<AdminDoctor>, Problem> {
    Ok(lists::doctors(&app, &Filter::default(), paging.part()).await?.map(AdminDoctor::from))
}

/// A hospital in the dashboard's data.
#[derive(Debug, Serialize, ToSchema)]
pub struct DashboardHospital {
    _id: String,
    #[serde(rename = "Hospital_name")]
    hospital_name: String,
    #[serde(rename = "License_number")]
    license_number: String,
    #[serde(rename = "Email")]
    email: String,
    #[serde(rename = "Phone_Number")]
    phone_number: String,
    #[serde(rename = "Address")]
    address: String,
    #[serde(rename = "City")]
    city: String,
    #[serde(rename = "District")]
    district: String,
    #[serde(rename = "State")]
    state: String,
    #[serde(rename = "Pincode")]
    pincode: String,
    #[serde(rename = "Image")]
    image: Option<String>,
}

impl From<FacilityRow> for DashboardHospital {
    fn from(row: FacilityRow) -> Self {
        Self {
            image: row.image.as_deref().map(photo_path),
            _id: row.id,
            hospital_name: row.name,
            license_number: row.license_number,
            email: row.email,
            phone_number: row.phone,
            address: row.address,
            city: row.city,
            district: row.district,
            state: row.state,
            pincode: row.pincode,
        }
    }
}

/// Approved hospitals, the newest first.
#[utoipa::path(
    get, path = "/admin/api/hospital/data/dashboard", tag = "admin", security(("token" = [])), params(Paging),
    responses((status = 200, body = Page<DashboardHospital>))
)]
pub async fn dashboard_hospitals(
    _: Admin,
    State(app): State<App>,
    paging: Paging,
) -> Result<Page<DashboardHospital>, Problem> {
    Ok(lists::facilities(&app, Category::Hospital, None, paging.part()).await?.map(DashboardHospital::from))
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
}

impl AdminWorker {
    fn doctor(row: DoctorRow) -> Self {
        Self {
            _id: row.id,
            category: "Doctor",
            name: row.full_name,
            number: row.doctor_id,
            phone: row.phone,
            district: row.district,
        }
    }

    fn facility(category: Category, row: FacilityRow) -> Self {
        Self {
            _id: row.id,
            category: category.as_str(),
            name: row.name,
            number: row.license_number,
            phone: row.phone,
            district: row.district,
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

/// Approved workers of a category, the newest first.
#[utoipa::path(
    get, path = "/admin/api/workers/data", tag = "admin", security(("token" = [])), params(WorkersQuery, Paging),
    responses((status = 200, body = Page<AdminWorker>))
)]
pub async fn all_workers(
    _: Admin,
    State(app): State<App>,
    Params(query): Params<WorkersQuery>,
    paging: Paging,
) -> Result<Page<AdminWorker>, Problem> {
    let mut errors = FieldErrors::default();
    let kind = errors.filter(query.category, |text| Kind::parse(text.trim()).ok_or(texts::CATEGORY_WRONG));
    let sought = Sought::parse(given(query.q).as_deref());
    Ok(match errors.all(|| kind)?.unwrap_or(Kind::Doctor) {
        Kind::Doctor => {
            let filter = Filter { sought, ..Filter::default() };
            lists::doctors(&app, &filter, paging.part()).await?.map(AdminWorker::doctor)
        }
        Kind::Facility(category) => {
            let page = lists::facilities(&app, category, sought.as_ref(), paging.part()).await?;
            page.map(|row| AdminWorker::facility(category, row))
        }
    })
}
