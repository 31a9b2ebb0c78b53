/** Reminders of visits: the user's settings, and stopping them by a link. */
import { useChange } from "../../../api/change";
import { api, inPath, withLink } from "../../../api/client";
import { query } from "../../../api/query";

export const remindersQuery = (userId: string) =>
  query(["reminders", userId], (signal) =>
    api.user.GET("/user/api/user/reminders/{userId}", { ...inPath({ userId }), signal }),
  );

interface Reminders {
  evening?: boolean;
  soon?: boolean;
}

/** Omitted fields stay. */
export const useUpdateReminders = (userId: string) =>
  useChange({
    call: (body: Reminders) =>
      api.user.PUT("/user/api/user/reminders/{userId}", { ...inPath({ userId }), body }),
    answers: remindersQuery(userId),
  });

/** By the link in a reminder, without signing in. */
export const useStopReminders = (token: string) =>
  useChange({
    call: () => api.public.POST("/user/api/reminders/stop", withLink(token)),
    refreshes: (queries) => queries.invalidateQueries(),
    isAnswerShown: true,
    shownOnPage: ["link_ended"],
  });
