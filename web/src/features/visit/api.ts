/** A visit and its queue by a private link. */
import * as v from "valibot";
import { api, withLink } from "../../api/client";
import { query } from "../../api/query";
import type { components } from "../../api/schema";

export type Board = components["schemas"]["QueueBoard"];
export type Visit = components["schemas"]["VisitView"];

export const visitQuery = (token: string) =>
  query(["visit", token], (signal) => api.public.GET("/user/api/visit", { ...withLink(token), signal }));

const boardShape = v.object({
  late: v.number(),
  serving: v.nullable(v.string()),
  waiting: v.array(v.object({ token: v.string(), arrived: v.boolean(), from: v.string(), to: v.string() })),
});

/** Parses an event; undefined for unknown shapes of a newer server. */
export function readBoard(data: string): Board | undefined {
  const told = v.safeParse(v.pipe(v.string(), v.parseJson(), boardShape), data);
  return told.success ? told.output : undefined;
}
