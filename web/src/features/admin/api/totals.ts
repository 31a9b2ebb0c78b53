import { queryOptions } from "@tanstack/react-query";
import { adminKey } from "../../../api/admin-lists";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";

/** Only the total is read, so one row is enough. */
const one = { params: { query: { limit: "1" } } };

const calls = {
  users: () => apiFor("admin").GET("/admin/api/userdata", one),
  hospitals: () => apiFor("admin").GET("/admin/api/hospital/data/dashboard", one),
  doctors: () => apiFor("admin").GET("/admin/api/doctors/data/dashboard", one),
  donors: () => apiFor("admin").GET("/admin/api/blood/donors", one),
};

/** How many there are, by one of the four calls behind the dashboard's cards. */
export function totalQuery(kind: keyof typeof calls) {
  return queryOptions({
    queryKey: [adminKey, "total", kind],
    queryFn: async () => {
      const { data, error } = await calls[kind]();
      if (!data) throw refusal(error);
      return data.total;
    },
  });
}
