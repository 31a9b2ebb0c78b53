//! The columns of a place.

use super::model::Place;
use crate::platform::db::columns;

columns! {
    /// Of a hospital that other lists join as `h`; it is NULL where there is none.
    pub PLACE: Place {
        id: "h.id",
        name: "h.name",
        name_ml: "h.name_ml",
        address: "h.address",
        address_ml: "h.address_ml",
        city: "h.city",
        district: "h.district",
        state: "h.state",
        pincode: "h.pincode",
    }
}
