/** The door of a place: who gives tokens there, arrivals, and tokens of walk-ins. */
import { useChange } from "../../api/change";
import { api, inPath } from "../../api/client";
import { query } from "../../api/query";
import type { components } from "../../api/schema";
import { doorDevice } from "./device";

export type Door = components["schemas"]["DoorView"];
export type Poster = components["schemas"]["PosterView"];
export type DoorCodes = components["schemas"]["DoorCodes"];
export type VisitAtDoor = components["schemas"]["VisitAtDoorView"];

export const doorQuery = (id: string) =>
  query(["door", id], (signal) => api.public.GET("/user/api/door/{id}", { ...inPath({ id }), signal }));

export const posterQuery = (id: string) =>
  query(["door", id, "poster"], (signal) =>
    api.public.GET("/user/api/door/{id}/poster", { ...inPath({ id }), signal }),
  );

interface Arrival {
  code: string;
  phoneNumber: string;
}

/** Can be repeated: the server marks a visit once. */
export const useArrive = (id: string) =>
  useChange({
    call: (arrival: Arrival) =>
      api.public.POST("/user/api/door/{id}/arrival", {
        ...inPath({ id }),
        body: { ...arrival, device: doorDevice() },
      }),
    isAnswerShown: true,
  });

interface TokenWish extends Arrival {
  doctor: string;
  name: string;
}

/** Can be repeated: the same name and number get the same token. */
export const useTakeToken = (id: string) =>
  useChange({
    call: (wish: TokenWish) =>
      api.public.POST("/user/api/door/{id}/token", {
        ...inPath({ id }),
        body: { ...wish, device: doorDevice() },
      }),
    refreshes: (queries) => queries.invalidateQueries(doorQuery(id)),
    isAnswerShown: true,
  });
