/** The consultations by phone on offer, for the landing page. */
import { api } from "../../api/client";
import { query } from "../../api/query";

export const phoneOfferQuery = () =>
  query(["doctors", "phone offer"], (signal) => api.public.GET("/user/api/consultations/phone", { signal }));
