/** The own second factor. */
import { useChange } from "../../../api/change";
import { api } from "../../../api/client";
import type { components } from "../../../api/schema";
import { type FactorRole, secondFactorQuery } from "../../../api/second-factor";
import { owesNothing } from "../../../lib/session";
import { showMessage } from "../../../lib/toasts";

export type Offer = components["schemas"]["OfferView"];

/** The page shows what the app needs. */
export const useStart = (role: FactorRole) =>
  useChange({
    call: (body: { password: string }) =>
      role === "admin"
        ? api.admin.POST("/admin/api/twofactor/start", { body })
        : api[role].POST("/user/api/twofactor/start", { body }),
    isAnswerShown: true,
  });

type FreshCodes = components["schemas"]["RecoveryCodes"];

/** Fresh codes to recover with are shown this once, so they are handed on whatever became of the form that asked for them. */
const handOn =
  (onCodes: (codes: string[]) => void) =>
  ({ data, message }: { data: FreshCodes; message: string }) => {
    onCodes(data.codes);
    showMessage(message);
  };

/** From here on nothing is refused for the want of it. */
export const useSwitchOn = (role: FactorRole, onCodes: (codes: string[]) => void) =>
  useChange({
    call: (body: { code: string }) =>
      role === "admin"
        ? api.admin.POST("/admin/api/twofactor/confirm", { body })
        : api[role].POST("/user/api/twofactor/confirm", { body }),
    onAnswer: (answer) => {
      owesNothing(role);
      handOn(onCodes)(answer);
    },
    refreshes: (queries) => queries.invalidateQueries(secondFactorQuery(role)),
  });

interface Shown {
  password: string;
  code: string;
}

export const useRenewCodes = (role: FactorRole, onCodes: (codes: string[]) => void) =>
  useChange({
    call: (body: Shown) =>
      role === "admin"
        ? api.admin.POST("/admin/api/twofactor/codes", { body })
        : api[role].POST("/user/api/twofactor/codes", { body }),
    onAnswer: handOn(onCodes),
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
