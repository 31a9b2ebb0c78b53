//! Tables in: a body of `text/csv`.

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};

use super::body::refuse_announced;
use super::problem::{Code, Problem};
use crate::platform::csv::{self, Table, Unreadable};
use crate::platform::lang::Text;

const MAX_BYTES: usize = 1024 * 1024;
const MAX_ROWS: usize = 1000;

/// The table that a request sends.
pub struct Sheet(pub Table);

impl<S: Send + Sync> FromRequest<S> for Sheet {
    type Rejection = Problem;

    async fn from_request(mut request: Request, state: &S) -> Result<Self, Problem> {
        if !is_csv(request.headers()) {
            return Err(Problem::saying(Code::UnsupportedMediaType, NOT_A_TABLE));
        }
        refuse_announced(&request, MAX_BYTES)?;
        DefaultBodyLimit::max(MAX_BYTES).apply(&mut request);
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Code::TooLarge,
            _ => Code::InvalidRequest,
        })?;
        let table = csv::read(&bytes, MAX_ROWS).map_err(|wrong| match wrong {
            Unreadable::NotText => Problem::field("file", NOT_TEXT),
            Unreadable::Empty => Problem::field("file", EMPTY),
            Unreadable::TooManyRows => Problem::field("file", TOO_MANY_ROWS),
        })?;
        Ok(Self(table))
    }
}

fn is_csv(headers: &HeaderMap) -> bool {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    content_type.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("text/csv")
}

const NOT_A_TABLE: Text = Text::new("This call takes text/csv.", "ഈ വിലാസം text/csv മാത്രമേ സ്വീകരിക്കൂ.");
const NOT_TEXT: Text = Text::new(
    "The file is no text in UTF-8. Please save it as \"CSV UTF-8\".",
    "ഫയൽ UTF-8 വാചകമല്ല. \"CSV UTF-8\" ആയി സേവ് ചെയ്യുക.",
);
const EMPTY: Text = Text::new("The file has no rows below its header.", "ഫയലിൽ തലക്കെട്ടിനു താഴെ വരികളില്ല.");
const TOO_MANY_ROWS: Text =
    Text::new("The file has more than 1,000 rows. Please split it.", "ഫയലിൽ 1,000-ൽ കൂടുതൽ വരികളുണ്ട്. ദയവായി അത് വിഭജിക്കുക.");
