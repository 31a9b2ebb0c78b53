//! The parameters of a search for doctors.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use serde::Deserialize;
use utoipa::IntoParams;

use crate::directory::doctors::http::parse_fee;
use crate::directory::{DayTime, DoctorFilter, VisitMode};
use crate::identity::person::Gender;
use crate::platform::http::{Field, FieldErrors, Result, given};
use crate::platform::lang::Text;
use crate::scheduling::availability_index::{DoctorSearch, Sort, TimeWindow};
use crate::scheduling::http::parse_day;
use crate::scheduling::slots::WHOLE_DAY;
use crate::scheduling::texts;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FindQuery {
    /// A district in any spelling (Kozhikode, Calicut, കോഴിക്കോട്), or any part of its name
    district: Option<Field>,
    specialization: Option<Field>,
    /// Beginnings of words of the name; all must fit
    q: Option<Field>,
    /// `Male` or `Female`
    gender: Option<Field>,
    /// The highest consultation fee, in whole rupees
    maxFee: Option<Field>,
    /// Only doctors with a free slot on this day, as in `Jan 5, 2024` or `2024-01-05`
    day: Option<Field>,
    /// Only doctors with a free slot from this time on, as in `17:00`; on any of the coming days without `day`
    from: Option<Field>,
    /// Only doctors with a free slot before this time
    to: Option<Field>,
    /// `phone` or `clinic`: only doctors with such sessions, and slots of these
    mode: Option<Field>,
    /// `newest` first, as without it, or `earliest`: the first free slot first
    sort: Option<Field>,
}

impl FindQuery {
    pub fn parse(self) -> Result<DoctorSearch> {
        let mut errors = FieldErrors::default();
        let gender = errors.filter(self.gender, Gender::parse);
        let max_fee = errors.filter(self.maxFee, parse_fee);
        let mode = errors.filter(self.mode, VisitMode::parse);
        let day = errors.filter(self.day, parse_day);
        let from = errors.filter(self.from, DayTime::parse);
        let to = errors.filter(self.to, DayTime::parse);
        let sort = errors.filter(self.sort, parse_sort);
        if let (Some(Some(from)), Some(Some(to))) = (from, to)
            && to <= from
        {
            errors.add("to", texts::TO_BEFORE_FROM);
        }
        let filter = DoctorFilter::parse(given(self.district), given(self.specialization), given(self.q));
        errors.all(|| {
            let (day, from, to) = (day?, from?, to?);
            let minutes = from.map_or(WHOLE_DAY.start, DayTime::minutes)..to.map_or(WHOLE_DAY.end, DayTime::minutes);
            let any = day.is_none() && from.is_none() && to.is_none();
            Some(DoctorSearch {
                filter: DoctorFilter { gender: gender?, max_fee: max_fee?, mode: mode?, ..filter },
                window: (!any).then_some(TimeWindow { day, minutes }),
                sort: sort?.unwrap_or_default(),
            })
        })
    }
}

fn parse_sort(text: &str) -> Result<Sort, Text> {
    match text.trim() {
        "newest" => Ok(Sort::Newest),
        "earliest" => Ok(Sort::Earliest),
        _ => Err(texts::SORT_WRONG),
    }
}
