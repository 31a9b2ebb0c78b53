//! Why a photo was not taken.

use crate::platform::lang::texts;

texts! {
    pub TOO_LARGE: "The photo may have at most 5 MB.", "ഫോട്ടോ പരമാവധി 5 MB ആകാം.";
    pub NOT_AN_IMAGE: "Please choose a photo: JPEG, PNG or WebP.",
        "JPEG, PNG അല്ലെങ്കിൽ WebP ഫോട്ടോ തിരഞ്ഞെടുക്കുക.";
    pub TOO_MANY_PIXELS: "The photo may have at most 24 megapixels.", "ഫോട്ടോ പരമാവധി 24 മെഗാപിക്സൽ ആകാം.";
    pub STORAGE: "The photo could not be kept. Please try again.",
        "ഫോട്ടോ സൂക്ഷിക്കാനായില്ല. ദയവായി വീണ്ടും ശ്രമിക്കുക.";
}
