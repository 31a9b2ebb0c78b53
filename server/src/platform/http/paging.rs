//! Lists a page at a time: `limit` and `cursor` in, `total` and `next` out.

use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// No answer holds more rows than this. Without `limit` it holds as many: who only counts the rows counts right.
pub const LARGEST: i64 = 1000;

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Paging {
    /// How many rows, 1 to 1,000
    limit: Option<String>,
    /// The `next` of the page before
    cursor: Option<String>,
}

impl Paging {
    pub fn part(&self) -> Part<'_> {
        self.part_or(LARGEST)
    }

    /// With so many rows where none are asked for. A limit that is no number is as good as none.
    pub fn part_or(&self, usual: i64) -> Part<'_> {
        let asked = self.limit.as_deref().and_then(|text| text.trim().parse().ok());
        let cursor = self.cursor.as_deref().filter(|text| !text.is_empty());
        Part { cursor, limit: asked.unwrap_or(usual).clamp(1, LARGEST) }
    }
}

/// Which part of a list is wanted: the rows after the one of the cursor, and how many.
#[derive(Debug, Clone, Copy)]
pub struct Part<'a> {
    pub cursor: Option<&'a str>,
    pub limit: i64,
}

/// One page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct Page<T> {
    pub message: String,
    pub data: Vec<T>,
    /// How many there are in all
    pub total: i64,
    /// The cursor of the next page, if there is one
    pub next: Option<String>,
    /// Whether a search found more than the first 5,000, which are all that it lists and counts
    pub cut: bool,
}

impl<T> Page<T> {
    /// A list that is whole.
    pub fn whole(data: Vec<T>) -> Self {
        let total = i64::try_from(data.len()).unwrap_or(i64::MAX);
        Self { message: String::new(), data, total, next: None, cut: false }
    }

    pub fn map<U>(self, change: impl FnMut(T) -> U) -> Page<U> {
        let Self { message, data, total, next, cut } = self;
        Page { message, data: data.into_iter().map(change).collect(), total, next, cut }
    }
}

impl<T: Serialize> IntoResponse for Page<T> {
    fn into_response(self) -> axum::response::Response {
        axum::Json(self).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_stay_between_one_and_a_thousand() {
        for (text, whole, usual) in [
            (None, 1000, 100),
            (Some("0"), 1, 1),
            (Some("20"), 20, 20),
            (Some("1000"), 1000, 1000),
            (Some("1001"), 1000, 1000),
            (Some("x"), 1000, 100),
        ] {
            let paging = Paging { limit: text.map(String::from), cursor: None };
            assert_eq!((paging.part().limit, paging.part_or(100).limit), (whole, usual), "{text:?}");
        }
    }
}
