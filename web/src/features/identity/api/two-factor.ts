/** Setting up two-factor login, new recovery codes, and switching it off. */
import { useChange } from "../../../api/change";
import { api } from "../../../api/client";
import type { components } from "../../../api/schema";
import { type FactorRole, secondFactorQuery } from "../../../api/second-factor";
import { clearTwoFactorSetup } from "../../../lib/session";
import { showMessage } from "../../../lib/toasts";

export type Offer = components["schemas"]["OfferView"];

/** The page shows the app's secret. */
export const useStart = (role: FactorRole) =>
  useChange({
    call: (body: { password: string }) =>
      role === "admin"
        ? api.admin.POST("/admin/api/twofactor/start", { body })
        : api[role].POST("/user/api/twofactor/start", { body }),
    isAnswerShown: true,
  });

type FreshCodes = components["schemas"]["RecoveryCodes"];

/** New recovery codes are shown only once, so they are passed on even if the form is gone. */
const handOn =
  (onCodes: (codes: string[]) => void) =>
  ({ data, message }: { data: FreshCodes; message: string }) => {
    onCodes(data.codes);
    showMessage(message);
  };

/** The second factor is set up: guards no longer redirect to it. */
export const useSwitchOn = (role: FactorRole, onCodes: (codes: string[]) => void) =>
  useChange({
    call: (body: { code: string }) =>
      role === "admin"
        ? api.admin.POST("/admin/api/twofactor/confirm", { body })
        : api[role].POST("/user/api/twofactor/confirm", { body }),
    onAnswer: (answer) => {
      clearTwoFactorSetup(role);
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
