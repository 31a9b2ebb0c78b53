/** /admin/import: doctors, hospitals and pharmacies from a table. What would come of it is shown before anything is written. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useId, useState } from "react";
import { asked } from "../../../api/change";
import { refusedFields } from "../../../api/problem";
import { ActionDialog } from "../../../components/action-dialog";
import { Button } from "../../../components/button";
import { DataTable } from "../../../components/data-table";
import { ListHeading } from "../../../components/list-heading";
import { PagedTable } from "../../../components/paged-table";
import { momentLabel } from "../../../lib/india-time";
import { grouped } from "../../../lib/money";
import { m } from "../../../paraglide/messages";
import {
  type Import,
  type ImportPreview,
  type ImportUndone,
  importsQuery,
  useImportTable,
  usePreview,
  useUndo,
} from "../api/imports";

/** The columns of both tables, as the server names them. */
const templates = {
  doctors:
    "doctor_ID,full_Name,email,phone_Number,gender,DOB,specialization,experience,consultation_Fee,consultation_Address,district,state,pincode,startTime,endTime",
  facilities: "License_number,Hospital_name,category,Email,Phone_Number,Address,City,District,State,Pincode",
};

/** So many rows are drawn at first. */
const rowsAtFirst = 20;

const kindText = (kind: string) => (kind === "doctors" ? m.business_doctors() : m.import_facilities());

const reasons: Record<string, () => string> = {
  login: m.import_why_login,
  visits: m.import_why_visits,
  named: m.import_why_named,
  erased: m.import_why_erased,
};

export function Page({ title }: { title: string }) {
  const [file, setFile] = useState<File>();
  const [undoing, setUndoing] = useState<Import>();
  const [undone, setUndone] = useState<ImportUndone>();
  const preview = usePreview();
  const run = useImportTable();

  function choose(chosen: File | undefined): void {
    setFile(chosen);
    preview.reset();
    if (chosen) preview.mutate(chosen);
  }

  return (
    <div className="mx-auto max-w-screen-lg">
      <ListHeading title={title} />
      <p className="mt-2 text-muted">{m.import_text()}</p>
      <p className="mt-2 mb-6 flex flex-wrap gap-x-6 gap-y-2">
        <Template kind="doctors" label={m.import_template_doctors()} />
        <Template kind="facilities" label={m.import_template_facilities()} />
      </p>
      {/* Another file of the same name is chosen anew, too. */}
      <FileField
        key={file ? "chosen" : "none"}
        file={file}
        error={refusedFields(preview.error).file}
        onChoose={choose}
      />
      {file && preview.data && (
        <Preview
          preview={preview.data.data}
          isPending={run.isPending}
          onImport={() => run.mutate(file, { onSuccess: () => choose(undefined) })}
          onAgain={() => choose(undefined)}
        />
      )}
      <h2 className="mt-10 mb-4 font-bold text-xl">{m.import_list()}</h2>
      {undone && undone.kept.length > 0 && <Kept undone={undone} />}
      <PagedTable
        caption={m.import_list()}
        load={useInfiniteQuery(importsQuery())}
        columns={[
          {
            id: "at",
            header: m.confirm_date(),
            cell: ({ importedAt }) => momentLabel(importedAt),
            onCard: "title",
          },
          { id: "kind", header: m.import_whom(), cell: ({ kind }) => kindText(kind) },
          {
            id: "people",
            header: m.import_count(),
            cell: ({ people, left }) =>
              left === people
                ? grouped(people)
                : m.import_left({ left: grouped(left), people: grouped(people) }),
          },
          { id: "by", header: m.email(), cell: ({ by }) => <span className="wrap-anywhere">{by}</span> },
          {
            id: "action",
            header: m.column_action(),
            cell: (row) =>
              row.undoneAt ? (
                m.import_undone()
              ) : (
                <div className="grid @4xl:inline-grid">
                  <Button tone="blood" onPress={() => setUndoing(row)}>
                    {m.queue_undo()}
                  </Button>
                </div>
              ),
            onCard: "actions",
          },
        ]}
        none={{ icon: FileUp, title: m.import_none() }}
      />
      {undoing && (
        <UndoDialog
          row={undoing}
          onDone={(answer) => setUndone(answer)}
          onClose={() => setUndoing(undefined)}
        />
      )}
    </div>
  );
}

function Template({ kind, label }: { kind: keyof typeof templates; label: string }) {
  const address = `data:text/csv;charset=utf-8,${encodeURIComponent(`${templates[kind]}\r\n`)}`;
  return (
    <a
      className="inline-flex min-h-11 items-center font-semibold underline"
      href={address}
      download={`${kind}.csv`}
    >
      {label}
    </a>
  );
}

interface FileFieldProps {
  file?: File;
  error?: string;
  onChoose: (file: File | undefined) => void;
}

function FileField({ file, error, onChoose }: FileFieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {m.import_file()}
      </label>
      {!file && (
        <input
          id={id}
          type="file"
          accept=".csv,text/csv"
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => onChoose(target.files?.[0])}
          className="min-h-11 w-full cursor-pointer rounded-control border border-field border-dashed bg-surface p-3"
        />
      )}
      {file && (
        <div className="flex flex-wrap items-center gap-4">
          <span className="wrap-anywhere">{file.name}</span>
          <Button tone="soft" onPress={() => onChoose(undefined)}>
            {m.import_other()}
          </Button>
        </div>
      )}
      <p id={`${id}-hint`} className="text-muted text-sm">
        {m.import_hint()}
      </p>
      {error && (
        <p role="alert" className="text-blood-ink">
          {error}
        </p>
      )}
    </div>
  );
}

interface PreviewProps {
  preview: ImportPreview;
  isPending: boolean;
  onImport: () => void;
  onAgain: () => void;
}

function Preview({ preview: { kind, lines, errors, wrong }, isPending, onImport, onAgain }: PreviewProps) {
  if (wrong > 0)
    return (
      <section className="mt-6" aria-live="polite">
        <p className="mb-4 font-semibold text-blood-ink">{m.import_wrong({ count: grouped(wrong) })}</p>
        <DataTable
          caption={m.import_error()}
          rows={errors}
          rowKey={({ line, column, message }) => `${line} ${column} ${message}`}
          rowsAtFirst={rowsAtFirst}
          columns={[
            {
              id: "line",
              header: m.import_line(),
              cell: ({ line }) => m.import_line_number({ line: `${line}` }),
              onCard: "title",
            },
            { id: "column", header: m.import_column(), cell: ({ column }) => column },
            { id: "error", header: m.import_error(), cell: ({ message }) => message, onCard: "wide" },
          ]}
        />
      </section>
    );
  const count = grouped(lines.length);
  return (
    <section className="mt-6" aria-live="polite">
      <p className="mb-4 font-semibold">{m.import_good({ count, kind: kindText(kind ?? "") })}</p>
      <DataTable
        caption={m.import_file()}
        rows={lines}
        rowKey={({ line }) => `${line}`}
        rowsAtFirst={rowsAtFirst}
        columns={[
          { id: "name", header: m.profile_name(), cell: ({ name }) => name, onCard: "title" },
          { id: "number", header: m.import_number(), cell: ({ number }) => number },
          {
            id: "email",
            header: m.email(),
            cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
          },
          { id: "district", header: m.profile_district(), cell: ({ district }) => district },
        ]}
      />
      <div className="mt-6 flex flex-wrap gap-4">
        <Button isPending={isPending} onPress={onImport}>
          {m.import_do({ count })}
        </Button>
        <Button tone="soft" onPress={onAgain}>
          {m.import_other()}
        </Button>
      </div>
    </section>
  );
}

/** Who stays of an import that was undone, and why. */
function Kept({ undone }: { undone: ImportUndone }) {
  return (
    <div role="status" className="mb-6 rounded-card border border-line bg-surface p-4">
      <p className="font-semibold">{m.import_kept({ count: grouped(undone.removed) })}</p>
      <ul className="mt-2 list-disc ps-6">
        {undone.kept.map(({ _id, name, why }) => (
          <li key={_id}>
            {name}: {reasons[why]?.() ?? why}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface UndoDialogProps {
  row: Import;
  onDone: (undone: ImportUndone) => void;
  onClose: () => void;
}

function UndoDialog({ row, onDone, onClose }: UndoDialogProps) {
  const undo = useUndo(row._id, onDone);
  return (
    <ActionDialog
      title={m.import_undo_title({ count: grouped(row.left), kind: kindText(row.kind) })}
      text={m.import_undo_text()}
      yes={m.queue_undo()}
      tone="blood"
      {...asked(undo, onClose, () => undefined)}
      onClose={onClose}
    />
  );
}
