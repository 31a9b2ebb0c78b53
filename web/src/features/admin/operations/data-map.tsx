import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Button } from "../../../components/button";
import { DataTable } from "../../../components/data-table";
import { Loaded } from "../../../components/loaded";
import { TableSkeleton } from "../../../components/skeletons";
import { TitledCard } from "../../../components/titled-card";
import { m } from "../../../messages";
import { dataMapQuery } from "../api/operations";

/** The data map: purpose, retention and readers of every column. Loaded on request. */
export function DataMap() {
  const [isOpen, setOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);

  /** The pressed button is gone: the focus moves on. */
  function open(): void {
    setOpen(true);
    heading.current?.focus();
  }

  return (
    <TitledCard title={m.operations_map()} text={m.operations_map_text()} headingRef={heading}>
      {isOpen ? (
        <Tables />
      ) : (
        <Button tone="soft" onPress={open}>
          {m.operations_map_show()}
        </Button>
      )}
    </TitledCard>
  );
}

function Tables() {
  return (
    <Loaded load={useQuery(dataMapQuery())} fallback={<TableSkeleton />}>
      {(tables) =>
        tables.map(({ name, about, columns }) => (
          <details key={name} className="border-t border-line py-3">
            <summary className="cursor-pointer font-semibold wrap-anywhere" lang="en">
              {name} <span className="font-normal text-muted">{about}</span>
            </summary>
            <div className="mt-3">
              <DataTable
                caption={name}
                rows={columns}
                rowKey={(column) => column.name}
                columns={[
                  {
                    id: "name",
                    header: m.operations_column(),
                    cell: (column) => <code className="wrap-anywhere">{column.name}</code>,
                    onCard: "title",
                  },
                  {
                    id: "why",
                    header: m.operations_data_why(),
                    cell: ({ why }) => <span lang="en">{why}</span>,
                    onCard: "wide",
                  },
                  {
                    id: "kept",
                    header: m.operations_retention_period(),
                    cell: ({ kept }) => kept,
                    onCard: "wide",
                  },
                  {
                    id: "seen",
                    header: m.operations_data_seen_by(),
                    cell: ({ seen }) => <span lang="en">{seen}</span>,
                    onCard: "wide",
                  },
                ]}
              />
            </div>
          </details>
        ))
      }
    </Loaded>
  );
}
