/** Mutations: calls behind a button. Each is sent once (`query-defaults.ts`). */

import {
  hashKey,
  type MutateOptions,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { failureText } from "../lib/failure";
import { rememberFocus } from "../lib/focus";
import { showError, showMessage } from "../lib/toasts";
import { mayHaveArrived, refusedAs, refusedFields } from "./problem";
import { type Call, dataOf } from "./query";

export interface Change<Data, Input> {
  call: (input: Input) => Call<Data>;
  /** The query whose data is in the answer: it is written to the cache at once. */
  answers?: { queryKey: QueryKey };
  /** Invalidates queries that may have changed. A success waits for the promise, for MAX_REFRESH_WAIT at most; a failure does not. */
  refreshes?: (queries: QueryClient) => unknown;
  /** Handles the answer, instead of a toast with its message. */
  onAnswer?: (answer: Data, input: Input) => void;
  /** The page itself shows the answer: a toast appears only if the page was left. */
  isAnswerShown?: boolean;
  /** Handles a failure, instead of a toast with its reason. */
  onFailure?: (error: Error) => void;
  /** Codes of refusals that the page itself shows. */
  shownOnPage?: readonly string[];
}

/** A toast with the reason, for calls without a form. */
export function showFailure(error: Error): void {
  showError(failureText(error));
}

/** After a success the button stays busy until the refreshed list is there, so that it is not pressed again. */
const MAX_REFRESH_WAIT = 3_000;

const pause = (length: number) => new Promise((resolve) => window.setTimeout(resolve, length));

/** The pressed button may be gone once the outcome is rendered; the focus is restored after that. */
const FOCUS_DELAY = 100;

/**
 * Reports the outcome from the hook, so that it is reported even when the dialog was closed meanwhile; callbacks that only concern the
 * page (close, navigate) are passed to `mutate`. Changes that answer the same query run one after the other, so that the last answer is
 * the newest. The same input is not sent twice at a time.
 */
export function useChange<Data, Input = void>(change: Change<Data, Input>) {
  const { call, answers, refreshes, shownOnPage = [] } = change;
  const queries = useQueryClient();
  const isHere = useIsHere();
  const running = useRef(new Set<string>());

  function explain(error: Error): void {
    const isOnPage =
      Object.keys(refusedFields(error)).length > 0 || shownOnPage.some((code) => refusedAs(error, code));
    if (!isOnPage || !isHere.current) showFailure(error);
  }

  const mutation = useMutation({
    ...(answers && { scope: { id: hashKey(answers.queryKey) } }),
    mutationFn: (input: Input) => dataOf(call(input)),
    onMutate: rememberFocus,
    onSuccess: async (answer, input) => {
      if (answers) {
        // A running query may have been read before the change.
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
      // Somebody else was faster, or a link has ended: the page shows the current state.
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
  return { ...mutation, mutate, errors: refusedFields(mutation.error) };
}

/** Whether the component is still mounted and can show what is wrong with a field. */
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

export interface ConfirmableChange<Input> {
  isPending: boolean;
  error: Error | null;
  mutate: (input: Input, then: { onSuccess: () => void }) => void;
}

/** Props of `ActionDialog` that run a change; `inputOf` makes its input from the reason and the form. */
export function confirmDialogProps<Input>(
  change: ConfirmableChange<Input>,
  onDone: () => void,
  inputOf: (reason: string, form: FormData) => Input,
) {
  return {
    isPending: change.isPending,
    errors: refusedFields(change.error),
    onSubmit: (reason: string, form: FormData) => change.mutate(inputOf(reason, form), { onSuccess: onDone }),
  };
}

type Messages = Record<string, string>;

const nothing: Messages = {};

/** The errors of a form, by field: what the page finds before it sends anything, or what the server refused. */
export function useFieldErrors({ error, reset }: { error: Error | null; reset: () => void }) {
  const [found, setFound] = useState(nothing);
  // The same object for the same failure: a new one would show errors again that are being corrected.
  const errors = useMemo(() => ({ ...refusedFields(error), ...found }), [error, found]);
  return {
    errors,
    /** Shows the errors that the page found; if there are any, nothing must be sent. */
    refuses(wrong: Messages): boolean {
      const isWrong = Object.keys(wrong).length > 0;
      reset();
      setFound(isWrong ? wrong : nothing);
      return isWrong;
    },
    /** The message may be shown at one field while another field is corrected: that hides it too. */
    mend: () => setFound(nothing),
  };
}
