//! Why a photo was not taken.

use crate::platform::lang::Text;

pub const TOO_LARGE: Text = Text::new("The photo can be at most 5 MB.", "ഫോട്ടോ പരമാവധി 5 MB ആകാം.");
pub const NOT_AN_IMAGE: Text =
    Text::new("Please choose a photo: JPEG, PNG or WebP.", "JPEG, PNG അല്ലെങ്കിൽ WebP ഫോട്ടോ തിരഞ്ഞെടുക്കുക.");
pub const TOO_MANY_PIXELS: Text =
    Text::new("The photo can have at most 24 megapixels.", "ഫോട്ടോ പരമാവധി 24 മെഗാപിക്സൽ ആകാം.");
pub const STORAGE: Text =
    Text::new("The photo could not be saved. Please try again.", "ഫോട്ടോ സേവ് ചെയ്യാനായില്ല. ദയവായി വീണ്ടും ശ്രമിക്കുക.");
