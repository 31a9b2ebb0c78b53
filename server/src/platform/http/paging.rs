//! Lists a page at a time: `limit` and `cursor` in, `total` and `next` out.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::fields::{Field, FieldErrors, Params};
use super::problem::Problem;
use crate::platform::input::parse_number;
use crate::platform::lang::Text;

/// No answer holds more rows than this. Without `limit` it holds as many: who only counts the rows counts right.
pub const LARGEST: i64 = 1000;

const LIMIT_WRONG: Text = Text {
    en: "Please ask for 1 to 1000 rows.", ml: "1 മുതൽ 1000 വരെ വരികൾ ആവശ്യപ്പെടുക."
};
const CURSOR_WRONG: Text = Text {
    en: "There is no such page. Please begin with the first.",
    ml: "അങ്ങനെയൊരു പേജില്ല. ആദ്യത്തേതിൽ തുടങ്ങുക.",
};

/// Which part of a list is asked for.
#[derive(Debug, Default, PartialEq, Eq, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Paging {
    /// How many rows, 1 to 1,000
    #[param(value_type = Option<String>)]
    limit: Option<i64>,
    /// The `next` of the page before
    cursor: Option<String>,
}

#[derive(Deserialize)]
struct Asked {
    limit: Option<Field>,
    cursor: Option<Field>,
}

impl<S: Sync> FromRequestParts<S> for Paging {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Params(asked) = Params::<Asked>::from_request_parts(parts, state).await?;
        let mut errors = FieldErrors::default();
        let limit = errors.optional(asked.limit, parse_limit);
        let cursor = errors.optional(asked.cursor, parse_cursor);
        errors.all(|| Some(Self { limit: limit?, cursor: cursor? }))
    }
}

fn parse_limit(text: &str) -> Result<i64, Text> {
    parse_number(text.trim(), LARGEST).filter(|limit| *limit > 0).ok_or(LIMIT_WRONG)
}

/// Where a list goes on: at an id, and behind it what the list is sorted by.
fn parse_cursor(text: &str) -> Result<String, Text> {
    let id = text.split('.').next().unwrap_or_default();
    if Uuid::parse_str(id).is_ok() { Ok(text.to_owned()) } else { Err(CURSOR_WRONG) }
}

impl Paging {
    pub fn part(&self) -> Part<'_> {
        self.part_or(LARGEST)
    }

    /// With so many rows where none are asked for.
    pub fn part_or(&self, usual: i64) -> Part<'_> {
        Part { cursor: self.cursor.as_deref(), limit: self.limit.unwrap_or(usual) }
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
    fn limits_are_between_one_and_a_thousand() {
        for (text, limit) in [("1", Some(1)), (" 20 ", Some(20)), ("1000", Some(1000))] {
            assert_eq!(parse_limit(text).ok(), limit, "{text}");
        }
        for text in ["0", "-5", "1001", "x", "1e2", "99999999999999999999"] {
            assert_eq!(parse_limit(text), Err(LIMIT_WRONG), "{text}");
        }
        let paging = Paging::default();
        assert_eq!((paging.part().limit, paging.part_or(100).limit), (1000, 100));
    }

    #[test]
    fn a_cursor_is_one_that_a_list_gave() {
        let id = "0192f0a1-7c6e-7c6e-8c6e-7c6e7c6e7c6e";
        for cursor in [id.to_owned(), format!("{id}.1731641400000"), format!("{id}.asha nair")] {
            assert!(parse_cursor(&cursor).is_ok(), "{cursor}");
        }
        for cursor in ["x".to_owned(), "9223372036854775807.x".into(), format!("x.{id}"), format!("{id}{id}")] {
            assert_eq!(parse_cursor(&cursor), Err(CURSOR_WRONG), "{cursor}");
        }
    }
}
