//! Request bodies of `text/csv`.

use axum::extract::{FromRequest, Request};

use super::body::{is_of, whole};
use super::problem::{Code, Problem};
use crate::platform::csv::{self, Table, Unreadable};
use crate::platform::lang::Text;

const MAX_BYTES: usize = 1024 * 1024;
const MAX_ROWS: usize = 1000;

pub struct CsvBody(pub Table);

impl<S: Send + Sync> FromRequest<S> for CsvBody {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        if !is_of(request.headers(), "text/csv") {
            return Err(Problem::saying(Code::UnsupportedMediaType, NOT_A_TABLE));
        }
        read(&whole(request, MAX_BYTES).await?, "file").map(Self)
    }
}

pub fn read(bytes: &[u8], field: &'static str) -> Result<Table, Problem> {
    if bytes.len() > MAX_BYTES {
        return Err(Code::TooLarge.into());
    }
    csv::read(bytes, MAX_ROWS).map_err(|wrong| match wrong {
        Unreadable::NotText => Problem::field(field, NOT_TEXT),
        Unreadable::Empty => Problem::field(field, EMPTY),
        Unreadable::TooManyRows => Problem::field(field, TOO_MANY_ROWS),
    })
}

const NOT_A_TABLE: Text = Text::new("This call takes text/csv.", "ഈ വിലാസം text/csv മാത്രമേ സ്വീകരിക്കൂ.");
const NOT_TEXT: Text = Text::new(
    "The file is no text in UTF-8. Please save it as \"CSV UTF-8\".",
    "ഫയൽ UTF-8 വാചകമല്ല. \"CSV UTF-8\" ആയി സേവ് ചെയ്യുക.",
);
const EMPTY: Text = Text::new("The file has no rows below its header.", "ഫയലിൽ തലക്കെട്ടിനു താഴെ വരികളില്ല.");
const TOO_MANY_ROWS: Text =
    Text::new("The file has more than 1,000 rows. Please split it.", "ഫയലിൽ 1,000-ൽ കൂടുതൽ വരികളുണ്ട്. ദയവായി അത് വിഭജിക്കുക.");
