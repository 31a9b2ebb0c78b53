//! What people and workers tell about themselves.

mod model;

pub use model::{
    Gender, Mobile, PersonName, parse_adult_birth_date, parse_birth_date, parse_district, parse_pincode, parse_state,
};
