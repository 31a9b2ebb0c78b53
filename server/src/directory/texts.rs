//! What the directory says to people.

use crate::platform::lang::Lang::{self, En, Ml};

pub fn time_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "Please enter a time such as 09:15.",
        Ml => "09:15 പോലെ ഒരു സമയം നൽകുക.",
    }
}
