//! What bookings say to people.

use crate::platform::lang::Text;

pub const BOOKED: Text =
    Text::new("Your appointment is booked. The doctor will confirm it.", "അപ്പോയിന്റ്മെന്റ് ബുക്ക് ചെയ്തു. ഡോക്ടർ സ്ഥിരീകരിക്കും.");
pub const BOOKED_PERHAPS: Text = Text::new(
    "The connection broke while your appointment was being booked. Please look at your bookings, or send the same \
             again: if it was booked you get that booking, not a second one.",
    "അപ്പോയിന്റ്മെന്റ് ബുക്ക് ചെയ്യുന്നതിനിടെ കണക്ഷൻ മുറിഞ്ഞു. നിങ്ങളുടെ ബുക്കിങ്ങുകൾ പരിശോധിക്കുക, അല്ലെങ്കിൽ ഇതുതന്നെ വീണ്ടും അയയ്ക്കുക: \
             ബുക്ക് ആയിട്ടുണ്ടെങ്കിൽ അതേ ബുക്കിങ് തന്നെ കിട്ടും, രണ്ടാമതൊന്ന് ഉണ്ടാകില്ല.",
);
pub const CANCELLED: Text = Text::new("Your appointment is cancelled.", "അപ്പോയിന്റ്മെന്റ് റദ്ദാക്കി.");
pub const RESCHEDULED: Text = Text::new(
    "Your appointment is moved. The doctor will confirm the new time.",
    "അപ്പോയിന്റ്മെന്റ് സമയം മാറ്റി. ഡോക്ടർ പുതിയ സമയം സ്ഥിരീകരിക്കും.",
);
pub const TOO_OFTEN: Text = Text::new(
    "You have booked too often in the last hour. Please try again later, or write to us.",
    "കഴിഞ്ഞ ഒരു മണിക്കൂറിൽ നിങ്ങൾ വളരെയധികം തവണ ബുക്ക് ചെയ്തു. പിന്നീട് വീണ്ടും ശ്രമിക്കുക, അല്ലെങ്കിൽ ഞങ്ങൾക്ക് എഴുതുക.",
);
pub const MOVED_TOO_OFTEN: Text = Text::new(
    "This appointment was moved too often. Please keep its time, or cancel it and book anew.",
    "ഈ അപ്പോയിന്റ്മെന്റ് വളരെയധികം തവണ മാറ്റി. ഇപ്പോഴത്തെ സമയം നിലനിർത്തുക, അല്ലെങ്കിൽ റദ്ദാക്കി പുതിയതായി ബുക്ക് ചെയ്യുക.",
);
pub const NOT_CHANGEABLE: Text = Text::new("This booking can no longer be changed.", "ഈ ബുക്കിങ് ഇനി മാറ്റാൻ കഴിയില്ല.");
pub const ACCOUNT_DELETED: Text = Text::new("Your account is deleted.", "നിങ്ങളുടെ അക്കൗണ്ട് ഇല്ലാതാക്കി.");
pub const DATE_WRONG: Text = Text::new("Please give a date such as Jan 5, 2024.", "Jan 5, 2024 പോലെ ഒരു തീയതി നൽകുക.");
pub const DAYS_WRONG: Text = Text::new("Please ask for 1 to 7 days.", "1 മുതൽ 7 വരെ ദിവസങ്ങൾ ആവശ്യപ്പെടുക.");
pub const SORT_WRONG: Text = Text::new("Please sort by newest or earliest.", "newest അല്ലെങ്കിൽ earliest തിരഞ്ഞെടുക്കുക.");
pub const TO_BEFORE_FROM: Text =
    Text::new("The end must be after the beginning.", "അവസാനിക്കുന്ന സമയം തുടങ്ങുന്ന സമയത്തിന് ശേഷമാകണം.");
pub const PAST: Text = Text::new("This time has passed.", "ഈ സമയം കഴിഞ്ഞുപോയി.");
pub const TOO_FAR_AHEAD: Text =
    Text::new("Only today and the next six days can be booked.", "ഇന്നും അടുത്ത ആറു ദിവസവും മാത്രമേ ബുക്ക് ചെയ്യാനാകൂ.");
pub const OUTSIDE_HOURS: Text = Text::new("The doctor does not work at this time.", "ഈ സമയത്ത് ഡോക്ടർ ഇല്ല.");
pub const OFF_GRID: Text = Text::new(
    "Appointments begin every 15 minutes; please choose one of the offered times.",
    "അപ്പോയിന്റ്മെന്റുകൾ ഓരോ 15 മിനിറ്റിലും തുടങ്ങുന്നു; നൽകിയ സമയങ്ങളിൽ ഒന്ന് തിരഞ്ഞെടുക്കുക.",
);
pub const AWAY: Text = Text::new("The doctor is not there on this day.", "ഈ ദിവസം ഡോക്ടർ ഇല്ല.");
pub const VISIT_APPROVED: Text = Text::new("The appointment is approved.", "അപ്പോയിന്റ്മെന്റ് അംഗീകരിച്ചു.");
pub const VISIT_REJECTED: Text = Text::new("The appointment is rejected.", "അപ്പോയിന്റ്മെന്റ് നിരസിച്ചു.");
pub const VISIT_CANCELLED: Text =
    Text::new("The appointment is cancelled, and the patient is told.", "അപ്പോയിന്റ്മെന്റ് റദ്ദാക്കി; രോഗിയെ അറിയിച്ചു.");
pub const SCHEDULE_SAVED: Text = Text::new("Your schedule is saved.", "നിങ്ങളുടെ സമയക്രമം സേവ് ചെയ്തു.");
pub const LEAVE_SAVED: Text = Text::new("Your leave is saved.", "നിങ്ങളുടെ അവധി സേവ് ചെയ്തു.");
pub const LEAVE_REMOVED: Text = Text::new("The leave is removed.", "അവധി നീക്കി.");
pub const BREAK_INCOMPLETE: Text =
    Text::new("Please give both times of the break, or neither.", "ഇടവേളയുടെ രണ്ട് സമയവും നൽകുക, അല്ലെങ്കിൽ രണ്ടും ഒഴിവാക്കുക.");
pub const LEAVE_PAST: Text = Text::new("Leave must not have ended already.", "അവധി കഴിഞ്ഞ ദിവസങ്ങളിലാകരുത്.");
pub const LEAVE_ORDER: Text =
    Text::new("The last day must not be before the first.", "അവസാന ദിവസം ആദ്യ ദിവസത്തിന് മുമ്പാകരുത്.");
pub const LEAVE_LONG: Text = Text::new("Leave may last a year at most.", "അവധി പരമാവധി ഒരു വർഷം.");
pub const MET_WRONG: Text = Text::new(
    "Please choose what happens to the bookings: keep, notify or cancel.",
    "ബുക്കിംഗുകൾ എന്തു ചെയ്യണമെന്ന് തിരഞ്ഞെടുക്കുക.",
);
