import { api } from "../../../api/client";
import { question } from "../../../api/question";
import type { components } from "../../../api/schema";

export type DistrictDonors = components["schemas"]["DistrictCounts"];

export const bloodFactsQuery = () =>
  question(["blood-facts"], (signal) => api.public.GET("/user/api/blood/facts", { signal }));
