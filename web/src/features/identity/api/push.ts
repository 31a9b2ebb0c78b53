/** Notifications of the account's devices. */
import { useChange } from "../../../api/change";
import { api, inPath } from "../../../api/client";
import { query } from "../../../api/query";
import type { components } from "../../../api/schema";
import { isSubscribed, subscribe, unsubscribe } from "../../../lib/push-subscription";

export type PushDevice = components["schemas"]["OwnPushDevice"];
/** The roles that notifications are sent to. */
export type NotifiedRole = "user" | "doctor" | "desk";

export const pushDevicesQuery = (who: NotifiedRole) =>
  query(["push-devices", who], async (signal) => {
    const { data: answer } = await api[who].GET("/user/api/push", { signal });
    // Browsers end subscriptions, too: then it has to be turned on again.
    if (answer && !(await isSubscribed())) for (const device of answer.data.devices) device.current = false;
    return { data: answer };
  });

/** Subscribes this browser with the server's key. */
export const useTurnOnPush = (who: NotifiedRole) =>
  useChange({
    call: async (key: string) => api[who].POST("/user/api/push", { body: await subscribe(key) }),
    answers: pushDevicesQuery(who),
  });

/** Of this browser, or of another device. */
export const useEndPush = (who: NotifiedRole) =>
  useChange({
    call: async ({ _id, current }: PushDevice) => {
      if (current) await unsubscribe();
      return api[who].DELETE("/user/api/push/{id}", inPath({ id: _id }));
    },
    refreshes: (queries) => queries.invalidateQueries(pushDevicesQuery(who)),
  });
