/** The own second factor. */
import { useChange } from "../../../api/change";
import { api } from "../../../api/client";
import { question } from "../../../api/question";
import type { components } from "../../../api/schema";
import { idOf, owesNothing, type Role } from "../../../lib/session";

export type Offer = components["schemas"]["OfferView"];

/** Patients have none. */
export type FactorRole = Exclude<Role, "user">;

export const secondFactorQuery = (role: FactorRole) =>
  question(["second-factor", role, idOf(role)], (signal) =>
    role === "admin"
      ? api.admin.GET("/admin/api/twofactor", { signal })
      : api[role].GET("/user/api/twofactor", { signal }),
  );

/** The page shows what the app needs. */
export const useStart = (role: FactorRole) =>
  useChange({
    call: (body: { password: string }) =>
      role === "admin"
        ? api.admin.POST("/admin/api/twofactor/start", { body })
        : api[role].POST("/user/api/twofactor/start", { body }),
    isAnswerShown: true,
  });

/** From here on nothing is refused for the want of it. */
export const useSwitchOn = (role: FactorRole) =>
  useChange({
    call: async (body: { code: string }) => {
      const answer = await (role === "admin"
        ? api.admin.POST("/admin/api/twofactor/confirm", { body })
        : api[role].POST("/user/api/twofactor/confirm", { body }));
      owesNothing(role);
      return answer;
    },
  });

interface Shown {
  password: string;
  code: string;
}

export const useRenewCodes = (role: FactorRole) =>
  useChange({
    call: (body: Shown) =>
      role === "admin"
        ? api.admin.POST("/admin/api/twofactor/codes", { body })
        : api[role].POST("/user/api/twofactor/codes", { body }),
    refreshes: (queries) => queries.invalidateQueries(secondFactorQuery(role)),
  });

export const useSwitchOff = (role: FactorRole) =>
  useChange({
    call: (body: Shown) =>
      role === "admin"
        ? api.admin.POST("/admin/api/twofactor/off", { body })
        : api[role].POST("/user/api/twofactor/off", { body }),
    refreshes: (queries) => queries.invalidateQueries(secondFactorQuery(role)),
  });
