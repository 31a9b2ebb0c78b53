/** A waiting-room screen: its queue, and its pairing. */

import { api, withLink } from "../../api/client";
import { query } from "../../api/query";
import type { components } from "../../api/schema";
import type { DoorCodes } from "../door/api";

/** An older server sends no door codes. */
export type WaitingRoom = Omit<components["schemas"]["ScreenView"], "door"> & { door?: DoorCodes };

export const screenQuery = (token: string) =>
  query<WaitingRoom>(["screen", token], (signal) =>
    api.public.GET("/user/api/screen", { ...withLink(token), signal }),
  );

export type Pairing = components["schemas"]["PairingView"];

/** A pairing code: a new one for each round, requested once and not cached. */
export const startPairingQuery = (round: number) => ({
  ...query(["screen", "pairing", "code", round], (signal) =>
    api.public.POST("/user/api/screen/pairing", { signal }),
  ),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

/** Whether the screen's code has been typed. */
export const pairingQuery = (token: string) =>
  query(["screen", "pairing", token], (signal) =>
    api.public.GET("/user/api/screen/pairing", { ...withLink(token), signal }),
  );
