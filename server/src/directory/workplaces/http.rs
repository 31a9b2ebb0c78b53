//! Workplaces over HTTP.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use serde::Serialize;
use utoipa::ToSchema;

use super::model::Workplace;

/// A hospital where a doctor sees patients. Where there is `null` instead, it is the doctor's own clinic.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct VisitPlace {
    _id: String,
    name: String,
    /// In Malayalam, if it is known
    nameMl: Option<String>,
    address: String,
    /// In Malayalam, if it is known
    addressMl: Option<String>,
    city: String,
    district: String,
    state: String,
    pincode: String,
    /// To call the hospital
    phone: Option<String>,
}

impl From<Workplace> for VisitPlace {
    fn from(place: Workplace) -> Self {
        Self {
            _id: place.id,
            name: place.name,
            nameMl: place.name_ml,
            address: place.address,
            addressMl: place.address_ml,
            city: place.city,
            district: place.district,
            state: place.state,
            pincode: place.pincode,
            phone: place.phone,
        }
    }
}
