/**
 * What a prerendered page asks the server first, which its inline script does while the app is on its way. A part such as
 * `q=:name` is what the page's own address says under that name. Only the prerender step reads this.
 */
import { paths } from "../lib/paths";

export const firstQuestions: Readonly<Record<string, string>> = {
  [paths.viewDoctors]: "/user/api/finddoctors?district=:district&specialization=:value&q=:q&limit=6",
  [paths.medicines]: "/user/api/pharmacies?district=:district&q=:q&limit=6",
};
