//! Mails to applicants.

use crate::identity::Contact;
use crate::platform::lang::Lang::{En, Ml};
use crate::platform::lang::Text;
use crate::platform::mail::Mail;

/// The application was received; `link` confirms the address. The address may be mistyped, so the mail names no applicant.
pub fn received(to: &Contact, link: String) -> Mail {
    let (title, text, hint, button) = match to.lang {
        En => (
            "We have your application",
            "Thank you for joining Doc Care. Our administrator checks every application; we will email you when yours \
             is decided. You can log in once it is approved.",
            "Please confirm that this is your email address, so that the administrator can decide sooner. The link works for 30 days. If you did \
             not apply to Doc Care, please do not press the button.",
            "Confirm this address",
        ),
        Ml => (
            "നിങ്ങളുടെ അപേക്ഷ ലഭിച്ചു",
            "Doc Care-ൽ ചേർന്നതിന് നന്ദി. ഓരോ അപേക്ഷയും അഡ്മിനിസ്ട്രേറ്റർ പരിശോധിക്കും; തീരുമാനമായാൽ ഞങ്ങൾ അറിയിക്കാം. അംഗീകരിച്ച ശേഷം ലോഗിൻ ചെയ്യാം.",
            "ഇത് നിങ്ങളുടെ ഇമെയിൽ വിലാസമാണെന്ന് സ്ഥിരീകരിക്കുക: അഡ്മിനിസ്ട്രേറ്റർക്ക് അത് കാണാം, വേഗം തീരുമാനമെടുക്കാനും കഴിയും. ലിങ്ക് 30 ദിവസം പ്രവർത്തിക്കും. നിങ്ങളല്ല \
             അപേക്ഷിച്ചതെങ്കിൽ ബട്ടൺ അമർത്തരുത്.",
            "ഈ വിലാസം സ്ഥിരീകരിക്കുക",
        ),
    };
    to.letter(title, [text, hint], Some((button, link)), FOOTER.in_lang(to.lang)).sent_anyway()
}

/// The application is approved. `report` is the link for an owner of the address who did not apply.
pub fn approved(to: &Contact, name: &str, site: &str, report: String) -> Mail {
    let (title, text, hint, button, not_me) = match to.lang {
        En => (
            "Your application is approved",
            format!("Welcome to Doc Care. {name} is now listed, and you can log in."),
            "If you did not apply, please tell us with the second link: the entry is then hidden at once.",
            "Login",
            "This was not me",
        ),
        Ml => (
            "നിങ്ങളുടെ അപേക്ഷ അംഗീകരിച്ചു",
            format!("Doc Care-ലേക്ക് സ്വാഗതം. {name} ഇനി എല്ലാവർക്കും കാണാം; നിങ്ങൾക്ക് ലോഗിൻ ചെയ്യാം."),
            "നിങ്ങളല്ല അപേക്ഷിച്ചതെങ്കിൽ രണ്ടാമത്തെ ലിങ്ക് വഴി ഞങ്ങളെ അറിയിക്കുക: അപ്പോൾത്തന്നെ ഈ വിവരങ്ങൾ മാറ്റിനിർത്തും.",
            "ലോഗിൻ",
            "ഇത് ഞാനല്ല",
        ),
    };
    let login = (button, format!("{site}/forbusiness/doclogin"));
    let mail = to.letter(title, [text, hint.into()], Some(login), FOOTER.in_lang(to.lang));
    // Sent even if mails bounced before: an impostor must not profit from that.
    mail.with_link(not_me, report).sent_anyway()
}

pub fn rejected(to: &Contact, name: &str, reason: Option<&str>) -> Mail {
    let (title, text, because) = match to.lang {
        En => (
            "Your application was not approved",
            format!("We could not approve the application of {name}. You are welcome to apply again."),
            "Reason",
        ),
        Ml => {
            ("നിങ്ങളുടെ അപേക്ഷ അംഗീകരിച്ചില്ല", format!("{name} നൽകിയ അപേക്ഷ അംഗീകരിക്കാനായില്ല. വീണ്ടും അപേക്ഷിക്കാവുന്നതാണ്."), "കാരണം")
        }
    };
    let reason = reason.map(|reason| format!("{because}: {reason}"));
    to.letter(title, std::iter::once(text).chain(reason), None, FOOTER.in_lang(to.lang))
}

const FOOTER: Text = Text::new(
    "You receive this email because someone applied to Doc Care with this address.",
    "ഈ വിലാസം ഉപയോഗിച്ച് Doc Care-ൽ അപേക്ഷിച്ചതിനാലാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്.",
);
