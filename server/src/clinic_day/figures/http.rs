//! HTTP handlers of figures: of a doctor's visits, for the doctor and the desk, and of a hospital's. Numbers only, no names.

use serde::Deserialize;
use utoipa::IntoParams;

use super::model::{Figures, FiguresScope};
use super::rules::PERIODS;
use super::service;
use crate::app::App;
use crate::appointments::acting_for_doctor::ActingForDoctor;
use crate::clinic_day::texts;
use crate::directory::facilities::http::require_hospital;
use crate::identity::callers::FacilityStaff;
use crate::platform::http::{Answer, Field, Params, Result, filter};
use crate::platform::lang::Text;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FiguresQuery {
    /// The last 30 days, as without it, or the last 90
    days: Option<Field>,
}

impl FiguresQuery {
    fn parse(self) -> Result<i64> {
        let parse = |text: &str| -> Result<i64, Text> {
            let days = text.trim().parse().ok().filter(|days| PERIODS.contains(days));
            days.ok_or(texts::FIGURES_DAYS_WRONG)
        };
        Ok(filter(self.days, parse)?.unwrap_or(PERIODS[0]))
    }
}

/// Figures of a doctor's visits in the last days, as far as the caller sees these: missed visits by weekday and by hour, waiting times by
/// hour, and how long before their day visits were booked.
#[utoipa::path(get, path = "/user/api/doctor/figures/{docId}")]
pub async fn doctor_figures(
    caller: ActingForDoctor,
    app: App,
    Params(query): Params<FiguresQuery>,
) -> Result<Answer<Figures>> {
    let scope = FiguresScope::Doctor(&caller.doctor_id, &caller.sight);
    Ok(Answer::of(service::figures(&app, scope, query.parse()?).await?))
}

/// The same of all visits at the own hospital.
#[utoipa::path(get, path = "/user/api/worker/figures/{workerId}")]
pub async fn hospital_figures(
    caller: FacilityStaff,
    app: App,
    Params(query): Params<FiguresQuery>,
) -> Result<Answer<Figures>> {
    require_hospital(&caller)?;
    Ok(Answer::of(service::figures(&app, FiguresScope::Hospital(&caller.id), query.parse()?).await?))
}
