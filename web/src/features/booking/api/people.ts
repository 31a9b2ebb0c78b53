/** The people whom a patient books for. */
import { useChange } from "../../../api/change";
import { api } from "../../../api/client";
import { question } from "../../../api/question";
import type { components } from "../../../api/schema";
import { idOf } from "../../../lib/session";

export type Person = components["schemas"]["Person"];

/** In the order in which they were saved. */
export const peopleQuery = (userId: string) =>
  question(["people", userId], (signal) =>
    api.user.GET("/user/api/user/people/{userId}", { params: { path: { userId } }, signal }),
  );

export interface PersonDetails {
  name: string;
  phoneNumber: string;
  under18?: boolean;
  guardian?: boolean;
}

const ownId = () => idOf("user") ?? "";

const add = (body: PersonDetails) =>
  api.user.POST("/user/api/user/people/{userId}", { params: { path: { userId: ownId() } }, body });

const change = (id: string, body: PersonDetails) =>
  api.user.PUT("/user/api/user/people/{userId}/{id}", { params: { path: { userId: ownId(), id } }, body });

/** Somebody new, or somebody saved before. */
export const useSavePerson = (id?: string) =>
  useChange({
    call: (details: PersonDetails) => (id === undefined ? add(details) : change(id, details)),
    refreshes: (queries) => queries.invalidateQueries(peopleQuery(ownId())),
  });

/** On the way to a booking, whose own message says enough. Sent again, the person is the same. */
export const useKeepPerson = () =>
  useChange({
    call: add,
    // The booking goes on without the list.
    refreshes: (queries) => void queries.invalidateQueries(peopleQuery(ownId())),
    onAnswer: () => undefined,
  });

export const useRemovePerson = (id: string) =>
  useChange({
    call: () =>
      api.user.DELETE("/user/api/user/people/{userId}/{id}", {
        params: { path: { userId: ownId(), id } },
      }),
    refreshes: (queries) => queries.invalidateQueries(peopleQuery(ownId())),
  });
