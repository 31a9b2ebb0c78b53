/**
 * The one frame of whatever is loaded: a page, a list, a sheet, a part of a page. It tells apart what is on its way, what
 * did not come, what is there but could not be refreshed (it stays, and a line says so), what is empty, what a search does
 * not find, and a next page that did not come.
 */
import { CloudOff, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { failureText } from "../lib/failure";
import { m } from "../paraglide/messages";
import { Button } from "./button";
import { ErrorState, Note, type NoteProps } from "./note";

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
  /** One below the heading that it stands under. */
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
  return (
    <div role="alert">
      <Note heading={heading} icon={CloudOff} title={m.error_title()} text={failureText(error)}>
        <Button tone="soft" onPress={retry.onRetry}>
          {m.try_again()}
        </Button>
      </Note>
    </div>
  );
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

interface FailedLineProps {
  /** What did not come. */
  what: string;
  error: Error;
  isRetrying: boolean;
  onRetry: () => void;
}

/** One quiet line beside what is there: what failed, why, and the way to try again. */
function FailedLine({ what, error, isRetrying, onRetry }: FailedLineProps) {
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-waiting-soft px-4 py-2.5 text-waiting-ink"
    >
      <p className="flex min-w-0 flex-1 basis-64 items-start gap-3">
        <CloudOff aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span>
          <span className="font-semibold">{what}</span> {failureText(error)}
        </span>
      </p>
      <Button tone="quiet" isPending={isRetrying} onPress={onRetry}>
        {m.try_again()}
      </Button>
    </div>
  );
}

interface FoundProps<Row> {
  rows: readonly Row[];
  /** What is said when there is none at all. */
  none: Omit<NoteProps, "heading">;
  /** What narrows the list: where that finds none, this is said instead, with the way to take it away. */
  search?: { isFiltered: boolean; noMatch: string; onClear: () => void };
  heading?: "h2" | "h3";
  children: (rows: readonly Row[]) => ReactNode;
}

/** A list that is here as a whole: its rows, or why there are none. */
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
  /** A search found more than the list holds. */
  cut?: boolean;
}

/** As much as is needed of what `useInfiniteQuery` answers. */
interface ListLoad<Row> extends Load<{ pages: readonly PageOfList<Row>[]; isOld?: boolean }>, NextPage {}

interface NextPage {
  hasNextPage: boolean;
  /** What is shown was found by the search before. */
  isPlaceholderData: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: Error | null;
  fetchNextPage: () => unknown;
}

export interface LoadedListProps<Row> extends Omit<FoundProps<Row>, "rows" | "children"> {
  load: ListLoad<Row>;
  waiting: ReactNode;
  /** How many there are in all, in words: a line above the list. */
  count?: (total: number) => string;
  /** What else stands above it, also above an empty one. */
  above?: (total: number) => ReactNode;
  /** More comes by itself, shortly before the end of the list is in sight; the button is for keyboards and the impatient. */
  isAutomatic?: boolean;
  children: (rows: readonly Row[], isBusy: boolean) => ReactNode;
}

/** A list that the server hands out page by page. */
export function LoadedList<Row>(props: LoadedListProps<Row>) {
  const { load, waiting, count, above, isAutomatic, heading, children, ...found } = props;
  return (
    <Loaded load={load} waiting={waiting} heading={heading}>
      {({ pages, isOld }) => (
        <>
          {isOld && <OldLine isRetrying={load.isFetching} onRetry={() => void load.refetch()} />}
          {count && <Count pages={pages} count={count} />}
          {above?.(pages[0]?.total ?? 0)}
          <Found rows={pages.flatMap(({ data }) => data)} heading={heading} {...found}>
            {(rows) => children(rows, load.isPlaceholderData)}
          </Found>
          <ShowMore load={load} isAutomatic={isAutomatic} />
        </>
      )}
    </Loaded>
  );
}

/** More than a page is shown, which is not fetched anew under somebody who reads. */
function OldLine({ isRetrying, onRetry }: Pick<FailedLineProps, "isRetrying" | "onRetry">) {
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-waiting-soft px-4 py-2.5 text-waiting-ink"
    >
      <p className="font-semibold">{m.list_old()}</p>
      <Button tone="quiet" isPending={isRetrying} onPress={onRetry}>
        {m.list_refresh()}
      </Button>
    </div>
  );
}

interface CountProps {
  pages: readonly PageOfList<unknown>[];
  count: (total: number) => string;
}

/** How much a list holds, and whether a search found more than it lists. */
function Count({ pages, count }: CountProps) {
  const latest = pages.at(-1);
  const isEmpty = pages.every(({ data }) => data.length === 0);
  return (
    <p role="status" className={isEmpty ? "sr-only" : "mb-3 text-muted"}>
      {count(latest?.total ?? 0)}
      {latest?.cut && ` · ${m.list_cut()}`}
    </p>
  );
}

interface ShowMoreProps {
  load: NextPage;
  isAutomatic?: boolean;
}

/** The way to a list's next page. Where that did not come, what is there stays, and nothing is asked for but by a press. */
function ShowMore({ load, isAutomatic = false }: ShowMoreProps) {
  if (!load.hasNextPage || load.isPlaceholderData) return null;
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
      <p aria-live="polite" className={failure ? "max-w-xl text-center text-waiting-ink" : "sr-only"}>
        {failure && `${m.more_failed()} ${failureText(failure)}`}
      </p>
      <Button tone="quiet" size="large" isPending={isPending} onPress={more}>
        {failure ? m.try_again() : m.show_more()}
      </Button>
    </div>
  );
}
