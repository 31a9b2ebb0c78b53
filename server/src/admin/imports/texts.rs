//! What the import of tables says.

use crate::platform::lang::Text;

pub const HEADER_UNKNOWN: Text = Text::new(
    "The first line must name the columns, as the template does.",
    "ആദ്യ വരിയിൽ മാതൃകയിലേതുപോലെ കോളങ്ങളുടെ പേരുകൾ വേണം.",
);
pub const COLUMN_UNKNOWN: Text = Text::new("This column is unknown.", "ഇങ്ങനെയൊരു കോളമില്ല.");
pub const COLUMN_TWICE: Text = Text::new("This column appears twice.", "ഈ കോളം രണ്ടു തവണയുണ്ട്.");
pub const COLUMN_MISSING: Text = Text::new("This column is missing.", "ഈ കോളം ഇല്ല.");
pub const CELLS_WRONG: Text = Text::new(
    "This row has a different number of cells from the first line.",
    "ഈ വരിയിലെ കള്ളികളുടെ എണ്ണം ആദ്യ വരിയിലേതിൽ നിന്ന് വ്യത്യസ്തമാണ്.",
);
pub const IMPORTED: Text = Text::new(
    "Imported. Everyone gets an email with a link to choose a password.",
    "ചേർത്തു. പാസ്‌വേഡ് തിരഞ്ഞെടുക്കാനുള്ള ലിങ്ക് എല്ലാവർക്കും ഇമെയിലിൽ അയയ്ക്കും.",
);
pub const UNDONE: Text = Text::new("The import is undone.", "ഇറക്കുമതി പഴയപടിയാക്കി.");
pub const UNDONE_ALREADY: Text = Text::new("This import was already undone.", "ഈ ഇറക്കുമതി ഇതിനകം പഴയപടിയാക്കിയതാണ്.");

/// Where the same stood before.
pub fn twice(line: u64) -> (String, String) {
    (format!("This is already in line {line}."), format!("ഇത് വരി {line} എന്നതിൽ ഇതിനകമുണ്ട്."))
}
