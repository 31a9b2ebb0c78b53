/**
 * What a prerendered page asks the server first, which its inline script does while the app is on its way. A part such as
 * `q=:name` is what the page's own address says under that name, a `day` India's day for the word that stands there. Only
 * the prerender step reads this.
 */
import { paths } from "../lib/paths";

export const firstQuestions: Readonly<Record<string, string>> = {
  [paths.viewDoctors]:
    "/user/api/finddoctors?district=:district&specialization=:value&q=:q&gender=:gender&maxFee=:maxFee&day=:when&from=:from&sort=earliest&limit=6",
  [paths.medicines]: "/user/api/pharmacies?district=:district&q=:q&limit=6",
};
