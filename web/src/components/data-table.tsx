import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { m } from "../messages";
import { Button } from "./button";
import { LoadedList, type LoadedListProps } from "./loaded";
import { TableSkeleton } from "./skeletons";

export interface Column<Row> {
  /** The heading, unique in the table. */
  header: string;
  /** Whether the heading is for screen readers only, because the cells explain themselves. */
  isHeaderHidden?: boolean;
  /** The content of the cell; the index starts at 1, in the sorted order. */
  cell: (row: Row, place: number) => ReactNode;
  /** The sort value, if sorting makes sense. */
  sortBy?: (row: Row) => string;
  /** The cell's position in a card on a phone: the title, the full width, the buttons below, or hidden. */
  onCard?: "title" | "wide" | "actions" | "none";
}

/** The index of a row in the list. */
export const serial = (header = m.column_serial()): Column<unknown> => ({
  header,
  cell: (_, place) => place,
  onCard: "none",
});

interface DataTableProps<Row> {
  /** The table's name for screen readers, because the heading is on the page already. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** More rows than this are rendered on request. */
  rowsAtFirst?: number;
  /** New rows are being loaded. */
  isBusy?: boolean;
}

const cardCells = {
  title: "@max-4xl:order-first @max-4xl:col-span-2 @max-4xl:text-lg",
  wide: "@max-4xl:col-span-2",
  actions: "@max-4xl:col-span-2",
  none: "@max-4xl:hidden",
};

/** A table if there is room for one, otherwise a card for every row. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, rowsAtFirst = Number.POSITIVE_INFINITY, isBusy = false } = props;
  const [order, setOrder] = useState<Order>();
  const [shown, setShown] = useState(rowsAtFirst);
  const sortBy = columns.find(({ header }) => header === order?.column)?.sortBy;
  const sorted = order && sortBy ? inOrder(rows, sortBy, order) : rows;
  return (
    <div className="@container">
      <div className="@4xl:overflow-hidden @4xl:rounded-card @4xl:border @4xl:border-line @4xl:bg-surface @4xl:shadow-card">
        <table
          aria-busy={isBusy}
          className={`w-full text-start transition-opacity @max-4xl:block ${isBusy ? "opacity-60" : ""}`}
        >
          <caption className="sr-only">{caption}</caption>
          <thead className="@max-4xl:hidden">
            <tr>
              {columns.map((column) => (
                <th
                  key={column.header}
                  scope="col"
                  aria-sort={order?.column === column.header ? order.direction : undefined}
                  className="bg-sunken px-3 text-start font-semibold whitespace-nowrap text-muted lang-ml:whitespace-normal first:ps-5 last:pe-5"
                >
                  {column.sortBy ? (
                    <SortButton
                      header={column.header}
                      direction={order?.column === column.header ? order.direction : undefined}
                      onPress={() => setOrder(turned(order, column.header))}
                    />
                  ) : (
                    <span className={column.isHeaderHidden ? "sr-only" : "flex min-h-12 items-center py-2"}>
                      {column.header}
                    </span>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="@max-4xl:flex @max-4xl:flex-col @max-4xl:gap-3">
            {sorted.slice(0, shown).map((row, index) => (
              <tr
                key={rowKey(row)}
                className="@max-4xl:grid @max-4xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] @max-4xl:gap-x-3 @max-4xl:gap-y-3 @max-4xl:rounded-card @max-4xl:border @max-4xl:border-line @max-4xl:bg-surface @max-4xl:p-4 @max-4xl:shadow-card"
              >
                {columns.map((column) => (
                  <Cell key={column.header} column={column}>
                    {column.cell(row, index + 1)}
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {sorted.length > shown && (
        <div className="mt-5 flex justify-center">
          <Button tone="quiet" onPress={() => setShown(shown + rowsAtFirst)}>
            {m.action_show_more()}
          </Button>
        </div>
      )}
    </div>
  );
}

function Cell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  const isTitle = column.onCard === "title";
  const look = `text-start @4xl:h-15 @4xl:border-t @4xl:border-line @4xl:px-3 @4xl:py-2 @4xl:first:ps-5 @4xl:last:pe-5 ${isTitle ? "font-semibold" : ""} ${column.onCard ? cardCells[column.onCard] : ""}`;
  if (isTitle) {
    return (
      <th scope="row" className={look}>
        {children}
      </th>
    );
  }
  return (
    <td className={look}>
      {column.onCard !== "actions" && (
        <span className="block text-sm text-muted @4xl:hidden">{column.header}</span>
      )}
      {children}
    </td>
  );
}

interface Order {
  column: string;
  direction: "ascending" | "descending";
}

/** Ascending, then descending, then in the server's order. */
function turned(order: Order | undefined, column: string): Order | undefined {
  if (order?.column !== column) return { column, direction: "ascending" };
  return order.direction === "ascending" ? { column, direction: "descending" } : undefined;
}

function inOrder<Row>(rows: readonly Row[], sortBy: (row: Row) => string, { direction }: Order): Row[] {
  const sign = direction === "ascending" ? 1 : -1;
  return rows.toSorted((a, b) => sign * sortBy(a).localeCompare(sortBy(b)));
}

const arrows = { ascending: ArrowUp, descending: ArrowDown };

interface SortButtonProps {
  header: string;
  direction: Order["direction"] | undefined;
  onPress: () => void;
}

function SortButton({ header, direction, onPress }: SortButtonProps) {
  const Arrow = direction ? arrows[direction] : ChevronsUpDown;
  return (
    <button
      type="button"
      onClick={onPress}
      className={`-mx-2 flex min-h-12 cursor-pointer items-center gap-1.5 rounded-control px-2 py-2 text-start hover:text-ink ${direction ? "text-ink" : ""}`}
    >
      {header}
      <Arrow aria-hidden className={`size-4 shrink-0 ${direction ? "" : "opacity-60"}`} />
    </button>
  );
}

interface PagedTableProps<Row> extends Omit<LoadedListProps<Row>, "fallback" | "heading" | "children"> {
  /** The table's name for screen readers, because the heading is on the page already. */
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
