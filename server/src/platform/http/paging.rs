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

/// Where a list goes on: at an id, with what it is sorted by before it (an instant) or behind it (a name).
fn parse_cursor(text: &str) -> Result<String, Text> {
    let is_id = |part: &str| Uuid::parse_str(part).is_ok();
    let holds = match text.split_once('.') {
        Some((before, behind)) => is_id(before) || (before.parse::<i64>().is_ok() && is_id(behind)),
        None => is_id(text),
    };
    if holds { Ok(text.to_owned()) } else { Err(CURSOR_WRONG) }
}

impl Paging {
    pub fn limit(&self) -> i64 {
        self.limit_or(LARGEST)
    }

    /// With so many rows where none are asked for.
    pub fn limit_or(&self, usual: i64) -> i64 {
        self.limit.unwrap_or(usual)
    }

    pub fn cursor(&self) -> Option<&str> {
        self.cursor.as_deref()
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
    fn limits_are_between_one_and_a_thousand() {
        for (text, limit) in [("1", Some(1)), (" 20 ", Some(20)), ("1000", Some(1000))] {
            assert_eq!(parse_limit(text).ok(), limit, "{text}");
        }
        for text in ["0", "-5", "1001", "x", "1e2", "99999999999999999999"] {
            assert_eq!(parse_limit(text), Err(LIMIT_WRONG), "{text}");
        }
        assert_eq!((Paging::default().limit(), Paging::default().limit_or(100)), (1000, 100));
    }

    #[test]
    fn a_cursor_is_one_that_a_list_gave() {
        let id = "0192f0a1-7c6e-7c6e-8c6e-7c6e7c6e7c6e";
        for cursor in [id.to_owned(), format!("1731641400000.{id}"), format!("{id}.asha nair")] {
            assert!(parse_cursor(&cursor).is_ok(), "{cursor}");
        }
        for cursor in ["x".to_owned(), "9223372036854775807.x".into(), format!("x.{id}"), format!("{id}{id}")] {
            assert_eq!(parse_cursor(&cursor), Err(CURSOR_WRONG), "{cursor}");
        }
    }
}
