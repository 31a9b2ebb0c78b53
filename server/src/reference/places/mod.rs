//! India's states and their districts.

mod model;

pub use model::{
    District, State, districts_begun, districts_containing, find_district, find_kerala_district, find_state, kerala,
    states,
};
