/** Which reminders of visits somebody wants. */
import { useChange } from "../../../api/change";
import { api, withLink } from "../../../api/client";
import { question } from "../../../api/question";

export const remindersQuery = (userId: string) =>
  question(["reminders", userId], (signal) =>
    api.user.GET("/user/api/user/reminders/{userId}", { params: { path: { userId } }, signal }),
  );

interface Reminders {
  evening?: boolean;
  soon?: boolean;
}

/** What is not sent stays as it is. */
export const useUpdateReminders = (userId: string) =>
  useChange({
    call: (body: Reminders) =>
      api.user.PUT("/user/api/user/reminders/{userId}", { params: { path: { userId } }, body }),
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
