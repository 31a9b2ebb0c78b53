/**
 * What a page, a list or a part of a page has loaded. It tells apart what is on its way, what did not come, and what is
 * there but could not be refreshed: that stays, and a line says so. What a list's next page says is in `MoreBelow`.
 */
import type { ReactNode } from "react";
import { m } from "../paraglide/messages";
import { ErrorState } from "./error-state";
import { FailedLine } from "./failed-line";
import { ListError } from "./list-error";

/** As much as is needed of what `useQuery` and `useInfiniteQuery` answer. */
export interface Load<Data> {
  data: Data | undefined;
  error: Error | null;
  /** The data is there, and asking for it once more failed. */
  isRefetchError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

interface LoadedProps<Data> {
  load: Load<Data>;
  /** Stands there until the data does. */
  waiting: ReactNode;
  children: (data: Data) => ReactNode;
  /** It is a whole page, whose only heading is in it. */
  isPage?: boolean;
  /** For a small part of a page: says in a line what is missing. */
  missing?: string;
  /** One below the heading that a list stands under. */
  heading?: "h2" | "h3";
}

export function Loaded<Data>({ load, waiting, children, isPage, missing, heading }: LoadedProps<Data>) {
  const { data, error, isRefetchError, isFetching } = load;
  const retry = { isRetrying: isFetching, onRetry: () => void load.refetch() };
  if (data !== undefined) {
    return (
      <>
        {isRefetchError && error && (
          <div className={isPage ? "page pt-4" : "contents"}>
            <FailedLine what={m.refresh_failed()} error={error} {...retry} />
          </div>
        )}
        {children(data)}
      </>
    );
  }
  if (!error) return waiting;
  if (isPage) return <ErrorState error={error} onRetry={retry.onRetry} />;
  if (missing !== undefined) return <FailedLine what={missing} error={error} {...retry} />;
  return <ListError heading={heading} error={error} onRetry={retry.onRetry} />;
}

/** Two answers that a page needs at once. Trying again asks for what failed. */
export function bothOf<First, Second>(first: Load<First>, second: Load<Second>): Load<[First, Second]> {
  const failed = [first, second].filter(({ error }) => error);
  return {
    data: first.data !== undefined && second.data !== undefined ? [first.data, second.data] : undefined,
    error: failed[0]?.error ?? null,
    isRefetchError: failed.some(({ isRefetchError }) => isRefetchError),
    isFetching: failed.some(({ isFetching }) => isFetching),
    refetch: () => failed.map(({ refetch }) => refetch()),
  };
}
