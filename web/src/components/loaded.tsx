/**
 * Renders a query in every state: loading, failed, loaded but not refreshed (the old data stays, with a note), empty, no search
 * results, and a next page that failed.
 */
import { CloudOff, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { failureText } from "../lib/failure";
import { useHydrated } from "../lib/hydrated";
import { m } from "../messages";
import { Button } from "./button";
import { ErrorState, Note, type NoteProps } from "./note";

/** The used part of the results of `useQuery` and `useInfiniteQuery`. */
export interface Load<Data> {
  data: Data | undefined;
  error: Error | null;
  /** There is data, and refetching it failed. */
  isRefetchError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

interface LoadedProps<Data> {
  load: Load<Data>;
  /** Shown until the data is there. */
  fallback: ReactNode;
  children: (data: Data) => ReactNode;
  /** Whether it is a whole page with its only heading in the content. */
  isPage?: boolean;
  /** For a small part of a page: one line that names what could not be loaded. */
  missing?: string;
  /** The heading's level, below the one above it. */
  heading?: "h2" | "h3";
}

export function Loaded<Data>({ load, fallback, children, isPage, missing, heading }: LoadedProps<Data>) {
  const { data, error, isRefetchError, isFetching } = load;
  const retry = { isRetrying: isFetching, onRetry: () => void load.refetch() };
  if (data !== undefined) {
    return (
      <>
        {isRefetchError && error && (
          // The bar of a copied page says the same (`app/offline.tsx`).
          <div className={`${isPage ? "page pt-4" : "contents"} in-[body:has([data-as-of])]:hidden`}>
            <FailedLine what={m.list_refresh_failed()} error={error} {...retry} />
          </div>
        )}
        {children(data)}
      </>
    );
  }
  if (!error) return fallback;
  if (isPage) return <ErrorState error={error} onRetry={retry.onRetry} />;
  if (missing !== undefined) return <FailedLine what={missing} error={error} {...retry} />;
  return (
    <div role="alert">
      <Note heading={heading} icon={CloudOff} title={m.error_title()} text={failureText(error)}>
        <Button tone="soft" onPress={retry.onRetry}>
          {m.action_try_again()}
        </Button>
      </Note>
    </div>
  );
}

/** Two queries as one. Retrying refetches those that failed. */
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

interface FailedLineProps {
  /** The name of what could not be loaded. */
  what: string;
  error: Error;
  isRetrying: boolean;
  onRetry: () => void;
}

/** One line: what failed, why, and a button to retry. */
function FailedLine({ what, error, isRetrying, onRetry }: FailedLineProps) {
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-pending-soft px-4 py-2.5 text-pending-ink"
    >
      <p className="flex min-w-0 flex-1 basis-64 items-start gap-3">
        <CloudOff aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span>
          <span className="font-semibold">{what}</span> {failureText(error)}
        </span>
      </p>
      <Button tone="quiet" isPending={isRetrying} onPress={onRetry}>
        {m.action_try_again()}
      </Button>
    </div>
  );
}

interface FoundProps<Row> {
  rows: readonly Row[];
  /** The note for an empty list. */
  none: Omit<NoteProps, "heading">;
  /** The filters: without results this note is shown instead, with a button that clears them. */
  search?: { isFiltered: boolean; noMatch: string; onClear: () => void };
  heading?: "h2" | "h3";
  children: (rows: readonly Row[]) => ReactNode;
}

/** The rows of a complete list, or a note why there are none. */
export function Found<Row>({ rows, none, search, heading, children }: FoundProps<Row>) {
  if (rows.length > 0) return children(rows);
  if (!search?.isFiltered) return <Note heading={heading} {...none} />;
  return (
    <Note heading={heading} icon={SearchX} title={m.clinic_no_match_title()} text={search.noMatch}>
      <Button tone="soft" onPress={search.onClear}>
        {m.find_clear()}
      </Button>
    </Note>
  );
}

interface PageOfList<Row> {
  data: readonly Row[];
  total?: number;
  /** A search found more rows than the list can hold. */
  cut?: boolean;
}

/** The used part of the result of `useInfiniteQuery`. */
interface ListLoad<Row> extends Load<{ pages: readonly PageOfList<Row>[]; isOld?: boolean }>, NextPage {}

interface NextPage {
  hasNextPage: boolean;
  /** The rows are those of the previous search. */
  isPlaceholderData: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: Error | null;
  fetchNextPage: () => unknown;
}

export interface LoadedListProps<Row> extends Omit<FoundProps<Row>, "rows" | "children"> {
  load: ListLoad<Row>;
  fallback: ReactNode;
  /** The total as a text, in a line above the list. */
  count?: (total: number) => string;
  /** Also above an empty list. */
  above?: (total: number) => ReactNode;
  /** Loads the next page automatically near the end of the list; the button remains for keyboards. */
  isAutomatic?: boolean;
  children: (rows: readonly Row[], isBusy: boolean) => ReactNode;
}

/** A single page's rows are returned as the same array: in the prerender step it is one with its own `map` (`repeated` in `lib/template.ts`). */
function rowsOf<Row>(pages: readonly PageOfList<Row>[]): readonly Row[] {
  const [first] = pages;
  return first && pages.length === 1 ? first.data : pages.flatMap(({ data }) => data);
}

/** A list with cursor pagination. */
export function LoadedList<Row>(props: LoadedListProps<Row>) {
  const { load, fallback, count, above, isAutomatic, heading, children, ...found } = props;
  return (
    <Loaded load={load} fallback={fallback} heading={heading}>
      {({ pages, isOld }) => (
        <>
          {isOld && <OldLine isRetrying={load.isFetching} onRetry={() => void load.refetch()} />}
          {count && <Count pages={pages} count={count} />}
          {above?.(pages[0]?.total ?? 0)}
          <Found rows={rowsOf(pages)} heading={heading} {...found}>
            {(rows) => children(rows, load.isPlaceholderData)}
          </Found>
          <ShowMore load={load} isAutomatic={isAutomatic} />
        </>
      )}
    </Loaded>
  );
}

/** Lists of several pages are not refetched while they are being read. */
function OldLine({ isRetrying, onRetry }: Pick<FailedLineProps, "isRetrying" | "onRetry">) {
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-pending-soft px-4 py-2.5 text-pending-ink"
    >
      <p className="font-semibold">{m.list_outdated()}</p>
      <Button tone="quiet" isPending={isRetrying} onPress={onRetry}>
        {m.list_reload()}
      </Button>
    </div>
  );
}

interface CountProps {
  pages: readonly PageOfList<unknown>[];
  count: (total: number) => string;
}

/** The total, and whether the search found more than is listed. */
function Count({ pages, count }: CountProps) {
  const latest = pages.at(-1);
  const isEmpty = pages.every(({ data }) => data.length === 0);
  return (
    <p role="status" className={isEmpty ? "sr-only" : "mb-3 text-muted"}>
      {count(latest?.total ?? 0)}
      {latest?.cut && ` · ${m.list_truncated()}`}
    </p>
  );
}

interface ShowMoreProps {
  load: NextPage;
  isAutomatic?: boolean;
}

/** Loads the next page. After a failure it is only retried by a press. */
function ShowMore({ load, isAutomatic = false }: ShowMoreProps) {
  // Not in the HTML: without scripts it would do nothing.
  const hydrated = useHydrated();
  if (!hydrated || !load.hasNextPage || load.isPlaceholderData) return null;
  const isPending = load.isFetchingNextPage;
  const failure = load.isFetchNextPageError && !isPending ? load.error : null;
  const more = () => void load.fetchNextPage();

  function watch(end: HTMLElement | null) {
    if (!end || !isAutomatic || isPending || failure || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) more();
      },
      { rootMargin: "600px" },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }
  return (
    <div ref={watch} className="mt-6 flex flex-col items-center gap-3">
      <p aria-live="polite" className={failure ? "max-w-xl text-center text-pending-ink" : "sr-only"}>
        {failure && `${m.list_more_failed()} ${failureText(failure)}`}
      </p>
      <Button tone="quiet" size="large" isPending={isPending} onPress={more}>
        {failure ? m.action_try_again() : m.action_show_more()}
      </Button>
    </div>
  );
}
