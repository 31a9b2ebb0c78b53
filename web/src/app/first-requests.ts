/**
 * The first request of a prerendered page, sent by its inline script while the app loads. A value such as `:name` is replaced by
 * that parameter of the page's address; `day` is India's date for "today" or "tomorrow". Only
 * the prerender step reads this.
 */
import { paths } from "../lib/paths";

export const firstRequests: Readonly<Record<string, string>> = {
  [paths.viewDoctors]:
    "/user/api/finddoctors?district=:district&specialization=:value&q=:q&gender=:gender&maxFee=:maxFee&day=:when&from=:from&mode=:mode&sort=earliest&limit=6",
  [paths.medicines]: "/user/api/pharmacies?district=:district&q=:q&limit=6",
};
