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
    pub fn limit(&self) -> i64 {
        self.limit_or(LARGEST)
    }

    /// With so many rows where none are asked for. A limit that is no number is as good as none.
    pub fn limit_or(&self, usual: i64) -> i64 {
        let asked = self.limit.as_deref().and_then(|text| text.trim().parse().ok());
        asked.unwrap_or(usual).clamp(1, LARGEST)
    }

    pub fn cursor(&self) -> Option<&str> {
        self.cursor.as_deref().filter(|text| !text.is_empty())
    }
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
}

impl<T> Page<T> {
    /// From rows fetched with one more than the limit: the surplus tells that there is a next page.
    pub fn cut(mut rows: Vec<T>, limit: i64, total: i64, cursor_of: impl Fn(&T) -> String) -> Self {
        let limit = usize::try_from(limit).unwrap_or(0);
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next = rows.last().filter(|_| more).map(cursor_of);
        Self { message: String::new(), data: rows, total, next }
    }

    pub fn map<U>(self, change: impl FnMut(T) -> U) -> Page<U> {
        let Self { message, data, total, next } = self;
        Page { message, data: data.into_iter().map(change).collect(), total, next }
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
    fn a_surplus_row_becomes_the_next_cursor() {
        let page = Page::cut(vec![1, 2, 3], 2, 9, ToString::to_string);
        assert_eq!((page.data, page.next.as_deref(), page.total), (vec![1, 2], Some("2"), 9));
        assert_eq!(Page::cut(vec![1, 2], 2, 2, ToString::to_string).next, None);
    }

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
            assert_eq!((paging.limit(), paging.limit_or(100)), (whole, usual), "{text:?}");
        }
    }
}
