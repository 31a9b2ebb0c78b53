//! Paging of lists: `limit` and `cursor` in, `total` and `next` out.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::{IntoParams, ToSchema};

use super::Result;
use super::fields::{Field, FieldErrors, Params, parameters};
use super::problem::{Code, Problem};
use crate::platform::ids::hex;
use crate::platform::input::parse_number;
use crate::platform::lang::Text;

/// The largest page, also the default.
pub const MAX_PAGE_SIZE: i64 = 1000;

const LIMIT_WRONG: Text = Text::new("Please ask for 1 to 1000 rows.", "1 മുതൽ 1000 വരെ വരികൾ ആവശ്യപ്പെടുക.");
const CURSOR_WRONG: Text =
    Text::new("There is no such page. Please begin with the first.", "അങ്ങനെയൊരു പേജില്ല. ആദ്യത്തേതിൽ തുടങ്ങുക.");

#[derive(Debug, Default, PartialEq, Eq, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Paging {
    /// How many rows, 1 to 1,000
    #[param(value_type = Option<String>)]
    limit: Option<i64>,
    /// The `next` of the page before
    cursor: Option<String>,
    /// The list: its path with all filters and the sort order.
    #[param(ignore)]
    list: String,
}

#[derive(Deserialize)]
struct PagingParams {
    limit: Option<Field>,
    cursor: Option<Field>,
}

impl<S: Sync> FromRequestParts<S> for Paging {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Params(asked) = Params::<PagingParams>::from_request_parts(parts, state).await?;
        let list = list_of(parts)?;
        let mut errors = FieldErrors::default();
        let limit = errors.optional(asked.limit, parse_limit);
        let cursor = errors.optional(asked.cursor, |text| verify_cursor(&list, text));
        errors.all(|| Some(Self { limit: limit?, cursor: cursor?, list }))
    }
}

fn list_of(parts: &Parts) -> Result<String, Problem> {
    Ok(list_named(parts.uri.path(), parameters(parts)?))
}

fn list_named(path: &str, mut asked: Vec<(String, String)>) -> String {
    asked.retain(|(name, value)| !value.is_empty() && !["cursor", "limit", "lang"].contains(&name.as_str()));
    // A stable sort, because of a repeated parameter the last counts.
    asked.sort_by(|(one, _), (other, _)| one.cmp(other));
    format!("{path} {asked:?}")
}

fn parse_limit(text: &str) -> Result<i64, Text> {
    parse_number(text.trim(), MAX_PAGE_SIZE).filter(|limit| *limit > 0).ok_or(LIMIT_WRONG)
}

/// A cursor with a digest of list and position, so that no list accepts the cursor of another.
fn sign_cursor(list: &str, place: &str) -> String {
    let mark = Sha256::digest(format!("{list} {place}"));
    format!("{place}.{}", hex(&mark[..4]))
}

fn verify_cursor(list: &str, cursor: &str) -> Result<String, Text> {
    let place = cursor.rsplit_once('.').map(|(place, _)| place).filter(|place| sign_cursor(list, place) == cursor);
    place.map(String::from).ok_or(CURSOR_WRONG)
}

impl Paging {
    /// The paging of a call with these parameters, for HTML that contains the answer to it.
    pub fn of_call(path: &str, asked: &[(String, String)], limit: i64) -> Result<Self> {
        let list = list_named(path, asked.to_vec());
        let cursor = asked.iter().find(|(name, text)| name == "cursor" && !text.is_empty());
        let cursor = cursor.map(|(_, cursor)| verify_cursor(&list, cursor)).transpose();
        Ok(Self { limit: Some(limit), cursor: cursor.map_err(|_| Code::InvalidRequest)?, list })
    }

    pub fn part(&self) -> Part<'_> {
        Part { cursor: self.cursor.as_deref(), limit: self.limit.unwrap_or(MAX_PAGE_SIZE), list: &self.list }
    }
}

/// A page: the rows after the cursor, and how many.
#[derive(Debug, Clone, Copy)]
pub struct Part<'a> {
    pub cursor: Option<&'a str>,
    pub limit: i64,
    list: &'a str,
}

impl Part<'_> {
    pub fn first(limit: i64) -> Self {
        Self { cursor: None, limit, list: "" }
    }

    pub fn after(&self, row: &str) -> String {
        sign_cursor(self.list, row)
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
    /// Whether a search found more than the first 5,000, which are all that it lists and counts
    pub cut: bool,
}

impl<T> Page<T> {
    /// A complete list.
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
        super::json(&self)
    }
}

#[cfg(test)]
mod tests {
    use axum::http::Request;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_cursor_is_read_back_by_its_own_list_alone(list: String, other: String, place: String) {
            let cursor = sign_cursor(&list, &place);
            prop_assert_eq!(verify_cursor(&list, &cursor), Ok(place));
            prop_assert!(list == other || verify_cursor(&other, &cursor).is_err());
        }

        #[test]
        fn forged_cursors_and_limits_are_refused(
            cursor in prop_oneof![any::<String>(), "[0-9a-f-]{0,36}[.][0-9a-f]{0,9}"],
            limit in prop_oneof![any::<String>(), "[+-]?[0-9]{1,5}"],
        ) {
            prop_assert!(verify_cursor("/doctors", &cursor).is_err());
            if let Ok(rows) = parse_limit(&limit) {
                prop_assert!((1..=MAX_PAGE_SIZE).contains(&rows) && limit.trim().trim_start_matches('0') == rows.to_string());
            }
        }
    }

    #[test]
    fn limits_are_between_one_and_a_thousand() {
        for (text, limit) in [("1", Some(1)), (" 20 ", Some(20)), ("1000", Some(1000))] {
            assert_eq!(parse_limit(text).ok(), limit, "{text}");
        }
        for text in ["0", "-5", "1001", "x", "1e2", "99999999999999999999"] {
            assert_eq!(parse_limit(text), Err(LIMIT_WRONG), "{text}");
        }
        assert_eq!(Paging::default().part().limit, 1000);
    }

    #[test]
    fn a_cursor_is_one_that_this_very_list_gave() {
        let list = |address: &str| list_of(&Request::get(address).body(()).unwrap().into_parts().0).unwrap();
        let own = list("/doctors?district=Kollam&sort=name");
        for place in ["0192f0a1-7c6e-7c6e-8c6e-7c6e7c6e7c6e", "id.1731641400000", "id.asha k. nair"] {
            let cursor = sign_cursor(&own, place);
            let same = list("/doctors?sort=name&limit=2&q=&lang=ml&district=Kollam&cursor=x");
            assert_eq!(verify_cursor(&same, &cursor).as_deref(), Ok(place));
            for other in
                ["/doctors?district=Kollam", "/doctors?district=Kannur&sort=name", "/users?district=Kollam&sort=name"]
            {
                assert_eq!(verify_cursor(&list(other), &cursor), Err(CURSOR_WRONG), "{other}");
            }
        }
        let twice = sign_cursor(&list("/doctors?gender=Male&gender=Female"), "id");
        assert_eq!(
            verify_cursor(&list("/doctors?gender=Female&gender=Male"), &twice),
            Err(CURSOR_WRONG),
            "the last one counts"
        );
        for cursor in ["", "x", "1.x", "id.asha.00000000", &format!("{}0", sign_cursor(&own, "id"))] {
            assert_eq!(verify_cursor(&own, cursor), Err(CURSOR_WRONG), "{cursor}");
        }
    }
}
