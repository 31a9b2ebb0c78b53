//! What administrators and the suspended entry are told of a report.

use crate::identity::{Contact, Role};
use crate::platform::lang::Lang::{self, En, Ml};
use crate::platform::mail::Mail;

/// The reason in the mail about the suspension.
pub fn suspension_reason(lang: Lang) -> &'static str {
    match lang {
        En => "The owner of the email address said that someone else applied with it.",
        Ml => "ഈ ഇമെയിൽ വിലാസം ഉപയോഗിച്ച് മറ്റൊരാളാണ് അപേക്ഷിച്ചതെന്ന് വിലാസത്തിന്റെ ഉടമ അറിയിച്ചു.",
    }
}

/// Tells an administrator that an entry was reported and is suspended.
pub fn reported(to: &Contact, name: &str, (role, id): (Role, &str), site: &str) -> Mail {
    let (title, text, hint, button, footer) = match to.lang {
        En => (
            "An approved application was reported",
            format!(
                "{name} was approved on Doc Care. The owner of the email address now says that someone else applied with it. The entry is \
                 suspended: no one sees it or can log in to it."
            ),
            "Upcoming bookings were kept: please check them and find out who applied. If the report was a mistake, restore the entry; the link \
             that suspended it works only once.",
            "See the entry",
            "You receive this email because you are an administrator of Doc Care.",
        ),
        Ml => (
            "അംഗീകരിച്ച ഒരു അപേക്ഷയെക്കുറിച്ച് പരാതി",
            format!(
                "{name} Doc Care-ൽ അംഗീകരിക്കപ്പെട്ടിരുന്നു. എന്നാൽ മറ്റൊരാളാണ് തന്റെ വിലാസം ഉപയോഗിച്ച് അപേക്ഷിച്ചതെന്ന് ഇമെയിൽ വിലാസത്തിന്റെ ഉടമ അറിയിച്ചു. ഈ വിവരങ്ങൾ \
                 മാറ്റിനിർത്തി: ആർക്കും കാണാനോ ഇതിൽ ലോഗിൻ ചെയ്യാനോ കഴിയില്ല."
            ),
            "വരാനിരിക്കുന്ന ബുക്കിങ്ങുകൾ റദ്ദാക്കിയിട്ടില്ല: അവ പരിശോധിക്കുകയും അപേക്ഷിച്ചത് ആരാണെന്ന് കണ്ടെത്തുകയും ചെയ്യുക. പരാതി തെറ്റാണെങ്കിൽ വിവരങ്ങൾ തിരികെ \
             ചേർക്കാം; ആ ലിങ്ക് ഒരു തവണ മാത്രമേ പ്രവർത്തിക്കൂ.",
            "വിവരങ്ങൾ കാണുക",
            "നിങ്ങൾ Doc Care-ന്റെ അഡ്മിനിസ്ട്രേറ്ററായതിനാലാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്.",
        ),
    };
    let page = match role {
        Role::Hospital => "home/workerslist?category=Hospital".to_owned(),
        Role::Pharmacy => "home/workerslist?category=Pharmacy".to_owned(),
        _ => format!("doctorlist?doctor={id}"),
    };
    let action = (button, format!("{site}/admin/{page}"));
    to.letter(title, [text, hint.into()], Some(action), footer).sent_anyway()
}
