/** Who may give whole blood in India (national guideline of 2017). The server checks by the same numbers; a journey compares the two. */
export const donorRules = {
  youngest: 18,
  oldest: 65,
  oldestFirstTime: 60,
  kilograms: 45,
  daysMale: 90,
  daysFemale: 120,
};

/** After so many days an unconfirmed registration is deleted. */
export const CONFIRMATION_TTL_DAYS = 30;

/** A mailed link works for so many days, unless a newer one was used. */
export const LINK_TTL_DAYS = 180;

/** In grams per decilitre; only the blood centre can measure it. */
export const MIN_HAEMOGLOBIN = "12.5";

/** The server's limit. */
export const MAX_REASON_LENGTH = 300;

/** The server's limit. */
export const MAX_UNITS = 10;

/** The server's limit. */
export const MAX_DAYS_AHEAD = 30;
