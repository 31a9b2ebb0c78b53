/** Changes: calls that somebody pressed a button for. Each goes out once (`call-defaults`). */
import {
  hashKey,
  type MutateOptions,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { failureText } from "../lib/failure";
import { rememberFocus } from "../lib/focus";
import { showError, showMessage } from "../lib/toasts";
import { mayHaveArrived, refusedAs, refusedFields } from "./problem";
import { answerTo, type Call } from "./question";

export interface Change<Data, Input> {
  call: (input: Input) => Call<Data>;
  /** The question that the call answers too: the page shows that at once. */
  answers?: { queryKey: QueryKey };
  /** What else may be different then. A success waits for the promise, if there is one, but not for long; a failure is told at once. */
  refreshes?: (queries: QueryClient) => unknown;
  /** What becomes of the answer, instead of its message being said. */
  onAnswer?: (answer: Data, input: Input) => void;
  /** The page itself shows the answer: it is said only to whoever has left the page. */
  isAnswerShown?: boolean;
  /** What becomes of a failure, instead of its reason being said. */
  onFailure?: (error: Error) => void;
  /** Codes of refusals that the page itself shows. */
  shownOnPage?: readonly string[];
}

/** Says why it failed. For a call without a form, which could show what is wrong with a field. */
export function sayFailure(error: Error): void {
  showError(failureText(error));
}

/** What a change waits for after its answer: its list is asked for anew, so that nobody presses again what is done. */
const MAX_REFRESH_WAIT = 3_000;

const pause = (length: number) => new Promise((resolve) => window.setTimeout(resolve, length));

/** What was pressed may be gone once the page shows the outcome; that is drawn by then. */
const FOCUS_DELAY = 100;

/**
 * The outcome is said here and not where the button is, so that it is said even when the dialog was closed meanwhile.
 * What only concerns the page (to close, to go on) is handed to `mutate`. Changes that are answered by the same question go out one after
 * the other, so that the last answer is the newest; the same change is not made again while it is under way.
 */
export function useChange<Data, Input = void>(change: Change<Data, Input>) {
  const { call, answers, refreshes, shownOnPage = [] } = change;
  const queries = useQueryClient();
  const isHere = useIsHere();
  const running = useRef(new Set<string>());

  function explain(error: Error): void {
    const isOnPage =
      Object.keys(refusedFields(error)).length > 0 || shownOnPage.some((code) => refusedAs(error, code));
    if (!isOnPage || !isHere.current) sayFailure(error);
  }

  const mutation = useMutation({
    ...(answers && { scope: { id: hashKey(answers.queryKey) } }),
    mutationFn: (input: Input) => answerTo(call(input)),
    onMutate: rememberFocus,
    onSuccess: async (answer, input) => {
      if (answers) {
        // A question under way may have been read before the change.
        await queries.cancelQueries({ queryKey: answers.queryKey, exact: true });
        queries.setQueryData(answers.queryKey, partOf(answer, "data"));
      }
      if (change.onAnswer) return change.onAnswer(answer, input);
      if (change.isAnswerShown && isHere.current) return;
      const message = partOf(answer, "message");
      if (typeof message === "string") showMessage(message);
    },
    onError: change.onFailure ?? explain,
    onSettled: (_, error, input, restoreFocus) => {
      running.current.delete(hashKey([input]));
      if (restoreFocus) window.setTimeout(restoreFocus, FOCUS_DELAY);
      if (!mayHaveArrived(error)) return;
      // Others were faster, or a link has ended: the page shows how things stand.
      if (answers && error) void queries.invalidateQueries(answers);
      const fresh = refreshes?.(queries);
      return error || !isHere.current ? undefined : Promise.race([fresh, pause(MAX_REFRESH_WAIT)]);
    },
  });

  const { mutate: send } = mutation;
  const mutate = useCallback(
    (input: Input, then?: MutateOptions<Data, Error, Input, () => void>) => {
      const name = hashKey([input]);
      if (running.current.has(name)) return;
      running.current.add(name);
      send(input, then);
    },
    [send],
  );
  return { ...mutation, mutate };
}

/** Whether whoever made the call is still on the page, to show what is wrong with a field. */
function useIsHere() {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}

function partOf(answer: unknown, name: "data" | "message"): unknown {
  return typeof answer === "object" && answer !== null && name in answer
    ? Reflect.get(answer, name)
    : undefined;
}

export interface Asked<Input> {
  isPending: boolean;
  error: Error | null;
  mutate: (input: Input, then: { onSuccess: () => void }) => void;
}

/** What a dialog that asks once more before a change needs of it; `inputOf` the reason that is given there, and its form. */
export function asked<Input>(
  change: Asked<Input>,
  onDone: () => void,
  inputOf: (reason: string, form: FormData) => Input,
) {
  return {
    isPending: change.isPending,
    errors: refusedFields(change.error),
    onSubmit: (reason: string, form: FormData) => change.mutate(inputOf(reason, form), { onSuccess: onDone }),
  };
}
