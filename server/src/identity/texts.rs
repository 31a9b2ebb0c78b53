//! What accounts say to people.

use crate::platform::lang::Lang::{self, En, Ml};

pub fn email_missing(lang: Lang) -> &'static str {
    match lang {
        En => "Please enter the e-mail address.",
        Ml => "ഇ-മെയിൽ വിലാസം നൽകുക.",
    }
}

pub fn email_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "This is not an e-mail address.",
        Ml => "ഇത് ശരിയായ ഇ-മെയിൽ വിലാസമല്ല.",
    }
}

pub fn password_missing(lang: Lang) -> &'static str {
    match lang {
        En => "Please enter the password.",
        Ml => "പാസ്‌വേഡ് നൽകുക.",
    }
}

pub fn password_short(lang: Lang) -> &'static str {
    match lang {
        En => "The password needs at least 8 characters.",
        Ml => "പാസ്‌വേഡിന് കുറഞ്ഞത് 8 അക്ഷരങ്ങൾ വേണം.",
    }
}

pub fn password_long(lang: Lang) -> &'static str {
    match lang {
        En => "The password may have at most 1024 characters.",
        Ml => "പാസ്‌വേഡിന് പരമാവധി 1024 അക്ഷരങ്ങളാകാം.",
    }
}

pub fn signed_in(lang: Lang) -> &'static str {
    match lang {
        En => "You are signed in.",
        Ml => "നിങ്ങൾ സൈൻ ഇൻ ചെയ്തു.",
    }
}

pub fn signed_out(lang: Lang) -> &'static str {
    match lang {
        En => "You are signed out.",
        Ml => "നിങ്ങൾ സൈൻ ഔട്ട് ചെയ്തു.",
    }
}
