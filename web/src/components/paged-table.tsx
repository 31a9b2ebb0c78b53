import { type Column, DataTable } from "./data-table";
import { LoadedList, type LoadedListProps } from "./loaded";
import { TableSkeleton } from "./skeletons";

interface PagedTableProps<Row> extends Omit<LoadedListProps<Row>, "fallback" | "heading" | "children"> {
  /** What the table lists, for screen readers: the heading is on the page already. */
  caption: string;
  columns: readonly Column<Row>[];
}

/** A table with cursor pagination. */
export function PagedTable<Row extends { _id: string }>({ caption, columns, ...list }: PagedTableProps<Row>) {
  return (
    <LoadedList heading="h2" fallback={<TableSkeleton hasCount={Boolean(list.count)} />} {...list}>
      {(rows, isBusy) => (
        <DataTable
          caption={caption}
          columns={columns}
          rows={rows}
          rowKey={({ _id }) => _id}
          isBusy={isBusy}
        />
      )}
    </LoadedList>
  );
}
