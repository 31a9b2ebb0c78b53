/** A hospital at which a doctor has sessions, for tests. */
import type { components } from "../api/schema";

export const hospital: components["schemas"]["VisitPlace"] = {
  _id: "h1",
  name: "Malabar Hospital",
  nameMl: "മലബാർ ഹോസ്പിറ്റൽ",
  address: "Beach Road",
  addressMl: null,
  city: "Kozhikode",
  district: "Kozhikode",
  state: "Kerala",
  pincode: "673001",
};
