import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { m } from "../paraglide/messages";
import { Button } from "./button";
import { type Column, DataTable } from "./data-table";
import { DataTableSkeleton } from "./data-table-skeleton";
import { ListError } from "./list-error";

interface ListPage<Row> {
  data: Row[];
  total: number;
}

interface PagedTableProps<Row> {
  /** What the table lists, for screen readers: the heading is on the page already. */
  caption: string;
  list: UseInfiniteQueryResult<InfiniteData<ListPage<Row>>, Error>;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** How many there are in all, in words. */
  countText: (total: number) => string;
  /** What stands there instead of a table without rows. */
  empty: ReactNode;
}

/** A list that the server hands out page by page: how much there is, what has come so far, and the way to more. */
export function PagedTable<Row>({ caption, list, columns, rowKey, countText, empty }: PagedTableProps<Row>) {
  if (list.isPending) {
    return (
      <>
        <div className="mb-3 h-[1lh] w-40 animate-pulse rounded-control bg-line" />
        <DataTableSkeleton />
      </>
    );
  }
  // What is there stays there when only a refresh fails.
  if (!list.data) return <ListError heading="h2" text={m.error_text()} onRetry={() => list.refetch()} />;

  const rows = list.data.pages.flatMap(({ data }) => data);
  const total = list.data.pages.at(-1)?.total ?? 0;
  return (
    <>
      <p role="status" className={rows.length === 0 ? "sr-only" : "mb-3 text-muted"}>
        {countText(total)}
      </p>
      {rows.length === 0 ? (
        empty
      ) : (
        <DataTable
          caption={caption}
          rows={rows}
          rowKey={rowKey}
          isBusy={list.isPlaceholderData}
          columns={columns}
        />
      )}
      {list.hasNextPage && !list.isPlaceholderData && (
        <div className="mt-6 flex justify-center">
          <Button
            tone="quiet"
            size="large"
            isPending={list.isFetchingNextPage}
            onPress={() => list.fetchNextPage()}
          >
            {m.show_more()}
          </Button>
        </div>
      )}
    </>
  );
}
