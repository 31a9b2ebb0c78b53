import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Column, DataTable } from "./data-table";
import { DataTableSkeleton } from "./data-table-skeleton";
import { ListCount } from "./list-count";
import { Loaded } from "./loaded";
import { MoreBelow } from "./more-below";

interface ListPage<Row> {
  data: Row[];
  total: number;
  cut: boolean;
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
  return (
    <Loaded heading="h2" load={list} waiting={<Waiting />}>
      {({ pages }) => {
        const rows = pages.flatMap(({ data }) => data);
        return (
          <>
            <ListCount pages={pages} countText={countText} />
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
            <MoreBelow list={list} />
          </>
        );
      }}
    </Loaded>
  );
}

function Waiting() {
  return (
    <>
      <div className="mb-3 h-[1lh] w-40 animate-pulse rounded-control bg-line" />
      <DataTableSkeleton />
    </>
  );
}
