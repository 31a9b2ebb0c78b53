/** Who may give whole blood in India (national guideline of 2017). The server checks by the same numbers; a journey compares the two. */
export const donorRules = {
  youngest: 18,
  oldest: 65,
  oldestFirstTime: 60,
  kilograms: 45,
  daysMale: 90,
  daysFemale: 120,
};

/** After how many days a registration that nobody confirmed is forgotten. */
export const confirmWithinDays = 30;

/** For how many days a mailed link works, unless a newer one was used. */
export const linkDays = 180;

/** In grams per decilitre; only the blood centre can measure it. */
export const leastHaemoglobin = "12.5";

/** As long as a reason may be; the server refuses longer ones. */
export const longestReason = 300;

/** How many units can be asked for at once. */
export const mostUnits = 10;

/** How many days ahead blood can be asked for. */
export const daysAhead = 30;
