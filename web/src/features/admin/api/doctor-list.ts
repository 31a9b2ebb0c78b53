import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { adminKey } from "../../../api/admin-lists";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";

export type ListedDoctor = components["schemas"]["AdminDoctor"];

interface DoctorFilters {
  gender: string;
  specialization: string;
  district: string;
  q: string;
}

/** Fills rows of two and of three cards. */
const cardsPerPage = "24";

/** GET /admin/api/doctors/view/data: the approved doctors, the suspended ones among them. */
export function doctorListQuery({ gender, specialization, district, q }: DoctorFilters) {
  return infiniteQueryOptions({
    queryKey: [adminKey, "doctors", gender, specialization, district, q],
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await apiFor("admin").GET("/admin/api/doctors/view/data", {
        params: {
          query: {
            gender: gender || undefined,
            specialization: specialization || undefined,
            district: district || undefined,
            q: q || undefined,
            limit: cardsPerPage,
            cursor: pageParam || undefined,
          },
        },
        signal,
      });
      if (!data) throw refusal(error);
      return data;
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
}
