/** The clinic's day, as those who wait are shown it by a link. Apart from the doctor's side, so that a phone downloads this alone. */
import * as v from "valibot";
import { api, withLink } from "../../../api/client";
import { question } from "../../../api/question";
import type { components } from "../../../api/schema";

export type Board = components["schemas"]["QueueBoard"];
export type Visit = components["schemas"]["VisitView"];
export type WaitingRoom = components["schemas"]["ScreenView"];

export const visitQuery = (token: string) =>
  question(["visit", token], (signal) => api.public.GET("/user/api/visit", { ...withLink(token), signal }));

export const screenQuery = (token: string) =>
  question(["screen", token], (signal) => api.public.GET("/user/api/screen", { ...withLink(token), signal }));

export type Pairing = components["schemas"]["PairingView"];

/** A code for a screen: each round is another one. It is asked for once, and not kept. */
export const startPairingQuery = (round: number) => ({
  ...question(["screen", "pairing", "code", round], (signal) =>
    api.public.POST("/user/api/screen/pairing", { signal }),
  ),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

/** Whether somebody has typed the code of the screen that has this token. */
export const pairingQuery = (token: string) =>
  question(["screen", "pairing", token], (signal) =>
    api.public.GET("/user/api/screen/pairing", { ...withLink(token), signal }),
  );

const boardShape = v.object({
  late: v.number(),
  serving: v.nullable(v.string()),
  waiting: v.array(v.object({ token: v.string(), arrived: v.boolean(), from: v.string(), to: v.string() })),
});

/** What a stream tells; nothing where a later server tells something else. */
export function readBoard(data: string): Board | undefined {
  const told = v.safeParse(v.pipe(v.string(), v.parseJson(), boardShape), data);
  return told.success ? told.output : undefined;
}
