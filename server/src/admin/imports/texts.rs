//! What the import of tables says.

use crate::platform::lang::Text;

pub const HEADER_UNKNOWN: Text = Text::new(
    "The first line must name the columns, as the template does.",
    "ആദ്യ വരിയിൽ മാതൃകയിലേതുപോലെ കോളങ്ങളുടെ പേരുകൾ വേണം.",
);
pub const COLUMN_UNKNOWN: Text = Text::new("This column is not known.", "ഈ കോളം അറിയില്ല.");
pub const COLUMN_TWICE: Text = Text::new("This column is there twice.", "ഈ കോളം രണ്ടു തവണയുണ്ട്.");
pub const COLUMN_MISSING: Text = Text::new("This column is missing.", "ഈ കോളം ഇല്ല.");
pub const CELLS_WRONG: Text = Text::new(
    "This row has another number of cells than the first line.",
    "ഈ വരിയിലെ കള്ളികളുടെ എണ്ണം ആദ്യ വരിയിലേതിൽ നിന്ന് വ്യത്യസ്തമാണ്.",
);
pub const EXAMPLE_ROW: Text =
    Text::new("This is the example row of the template. Please delete it.", "ഇത് മാതൃകയിലെ ഉദാഹരണ വരിയാണ്. ഇത് ഒഴിവാക്കുക.");
pub const NOBODY_RIGHT: Text = Text::new(
    "No row can be imported. Please correct the file and choose it again.",
    "ചേർക്കാവുന്ന വരികളൊന്നുമില്ല. ഫയൽ തിരുത്തി വീണ്ടും തിരഞ്ഞെടുക്കുക.",
);
pub const INVITED: Text = Text::new("The invitations are on their way.", "ക്ഷണങ്ങൾ വീണ്ടും അയച്ചു.");
pub const IMPORTED: Text = Text::new(
    "Imported. Everybody gets a mail with a link to choose a password.",
    "ചേർത്തു. പാസ്‌വേഡ് തിരഞ്ഞെടുക്കാനുള്ള ലിങ്ക് എല്ലാവർക്കും മെയിലിൽ അയയ്ക്കും.",
);
pub const UNDONE: Text = Text::new("The import is undone.", "ഇറക്കുമതി പഴയപടിയാക്കി.");
pub const UNDONE_ALREADY: Text = Text::new("This import is undone already.", "ഈ ഇറക്കുമതി ഇതിനകം പഴയപടിയാക്കിയതാണ്.");

/// Where the same stood before.
pub fn twice(line: u64) -> (String, String) {
    (format!("This stands in line {line} already."), format!("ഇത് {line}-ാം വരിയിൽ ഇതിനകമുണ്ട്."))
}
