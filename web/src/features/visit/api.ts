/** A visit and its queue by a private link. */
import * as v from "valibot";
import { api, withLink } from "../../api/client";
import { query } from "../../api/query";
import type { components } from "../../api/schema";
import type { DoorCodes } from "../door/api";

export type Board = components["schemas"]["QueueBoard"];
export type Visit = components["schemas"]["VisitView"];

export const visitQuery = (token: string) =>
  query(["visit", token], (signal) => api.public.GET("/user/api/visit", { ...withLink(token), signal }));

/** The page that a code in a message links to. */
export const messageLinkQuery = (code: string) =>
  query(["message link", code], (signal) =>
    api.public.POST("/user/api/messagelink", { ...withLink(code), signal }),
  );

const boardShape = v.object({
  late: v.number(),
  serving: v.nullable(v.string()),
  waiting: v.array(v.object({ token: v.string(), arrived: v.boolean(), from: v.string(), to: v.string() })),
  door: v.optional(v.object({ place: v.string(), code: v.string(), next: v.string(), seconds: v.number() })),
});

/** An event of the stream: the queue, and for screens the door codes. */
export type Told = Board & { door?: DoorCodes };

/** Parses an event; undefined for unknown shapes of a newer server. */
export function readBoard(data: string): Told | undefined {
  const told = v.safeParse(v.pipe(v.string(), v.parseJson(), boardShape), data);
  return told.success ? told.output : undefined;
}
