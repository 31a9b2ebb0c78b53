/** /admin/import: doctors, hospitals and pharmacies from a table. A preview is shown before anything is written. */

import { useInfiniteQuery } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { type RefObject, useId, useRef, useState } from "react";
import { confirmDialogProps } from "../../../api/change";
import { refusedFields } from "../../../api/problem";
import { useAsksCode } from "../../../api/second-factor";
import { ActionDialog, ConfirmDialog } from "../../../components/action-dialog";
import { Button } from "../../../components/button";
import { DataTable, PagedTable } from "../../../components/data-table";
import { buttonLook } from "../../../components/links";
import { ListHeading } from "../../../components/list-heading";
import { TableSkeleton } from "../../../components/skeletons";
import { StepUpFields } from "../../../components/step-up-fields";
import { focusAfterDialog } from "../../../lib/focus";
import { grouped } from "../../../lib/money";
import { stepUpOf } from "../../../lib/step-up";
import { m } from "../../../messages";
import {
  type Import,
  type ImportPreview,
  type ImportUndone,
  importsQuery,
  useImportTable,
  useInviteAgain,
  usePreview,
  useUndo,
} from "../api/operations";
import { Moment } from "../operations/facts";

/** The number of rows that are rendered at first. */
const rowsAtFirst = 20;

const kindText = (kind: string) => (kind === "doctors" ? m.business_doctors() : m.admin_facilities());

const reasons: Record<string, () => string> = {
  login: m.import_kept_password,
  visits: m.import_kept_visits,
  named: m.import_kept_named,
  erased: m.import_kept_erased,
};

export function Page({ title }: { title: string }) {
  const [file, setFile] = useState<File>();
  const [undoing, setUndoing] = useState<Import>();
  const [inviting, setInviting] = useState<Import>();
  const [undone, setUndone] = useState<ImportUndone>();
  const [isImporting, setImporting] = useState(false);
  const preview = usePreview();
  const field = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  function choose(chosen: File | undefined): void {
    setFile(chosen);
    preview.reset();
    if (chosen) preview.mutate(chosen);
  }

  /** The pressed button is gone: the focus moves on. */
  function imported(): void {
    setImporting(false);
    if (field.current) field.current.value = "";
    choose(undefined);
    field.current?.focus();
  }

  /** The button that opened the dialog may have left its row. */
  function actionDone(): void {
    setUndoing(undefined);
    setInviting(undefined);
    focusAfterDialog(heading.current);
  }

  return (
    <div className="mx-auto max-w-screen-lg">
      <ListHeading title={title} />
      <p className="mt-2 text-muted">{m.import_text()}</p>
      <p className="mt-2 mb-6 flex flex-wrap gap-x-6 gap-y-2">
        <Template kind="doctors" label={m.import_template_doctors()} />
        <Template kind="facilities" label={m.import_template_facilities()} />
      </p>
      <FileField field={field} file={file} error={refusedFields(preview.error).file} onChoose={choose} />
      <p role="status" className="font-semibold">
        {preview.data && <Outcome preview={preview.data.data} />}
      </p>
      {preview.isPending && <TableSkeleton />}
      {file && preview.data && <Preview preview={preview.data.data} onImport={() => setImporting(true)} />}
      {isImporting && file && preview.data && (
        <ImportDialog
          file={file}
          preview={preview.data.data}
          onDone={imported}
          onClose={() => setImporting(false)}
        />
      )}
      <h2 ref={heading} tabIndex={-1} className="mt-10 mb-4 font-bold text-xl">
        {m.import_list()}
      </h2>
      {undone && undone.kept.length > 0 && <NotRemoved undone={undone} />}
      <PagedTable
        caption={m.import_list()}
        load={useInfiniteQuery(importsQuery())}
        columns={[
          { header: m.confirm_date(), cell: ({ importedAt }) => <Moment at={importedAt} />, onCard: "title" },
          { header: m.import_whom(), cell: ({ kind }) => kindText(kind) },
          {
            header: m.import_count(),
            cell: ({ people, left }) =>
              left === people
                ? grouped(people)
                : m.import_left({ left: grouped(left), people: grouped(people) }),
          },
          {
            header: m.admin_audit_actor(),
            cell: ({ by }) => <span className="wrap-anywhere">{by}</span>,
            onCard: "wide",
          },
          {
            header: m.column_action(),
            cell: (row) =>
              row.undoneAt ? (
                m.import_undone()
              ) : (
                <div className="grid gap-2 @4xl:inline-grid">
                  {row.withoutPassword > 0 && (
                    <Button tone="soft" onPress={() => setInviting(row)}>
                      {m.import_invite()}
                    </Button>
                  )}
                  <Button tone="blood" onPress={() => setUndoing(row)}>
                    {m.queue_undo()}
                  </Button>
                </div>
              ),
            onCard: "actions",
          },
        ]}
        none={{ icon: FileUp, title: m.import_none(), text: m.import_none_text() }}
      />
      {inviting && (
        <ConfirmDialog
          title={m.import_invite_title()}
          text={m.import_invite_text({ count: grouped(inviting.withoutPassword) })}
          yes={m.import_invite_yes()}
          tone="brand"
          useChange={useInviteAgain}
          of={inviting._id}
          inputOf={() => undefined}
          onDone={actionDone}
          onClose={() => setInviting(undefined)}
        />
      )}
      {undoing && (
        <UndoDialog
          row={undoing}
          onAnswer={setUndone}
          onDone={actionDone}
          onClose={() => setUndoing(undefined)}
        />
      )}
    </div>
  );
}

function Template({ kind, label }: { kind: keyof typeof templates; label: string }) {
  return (
    <a
      className="inline-flex min-h-11 items-center font-semibold underline"
      href={templateAddress(kind)}
      download={`${kind}.csv`}
    >
      {label}
    </a>
  );
}

interface FileFieldProps {
  field: RefObject<HTMLInputElement | null>;
  file?: File;
  error?: string;
  onChoose: (file: File | undefined) => void;
}

function FileField({ field, file, error, onChoose }: FileFieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {m.import_file()}
      </label>
      <div className="relative flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-dashed border-field bg-surface p-3 has-[input:hover]:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
        <span aria-hidden className={buttonLook({ tone: "soft" })}>
          {file ? m.import_other() : m.import_choose()}
        </span>
        {file && <span className="wrap-anywhere">{file.name}</span>}
        <input
          ref={field}
          id={id}
          type="file"
          accept=".csv,text/csv"
          aria-describedby={`${id}-hint`}
          // The same file can be selected again after it was corrected.
          onClick={({ currentTarget }) => {
            currentTarget.value = "";
          }}
          onChange={({ target }) => onChoose(target.files?.[0])}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </div>
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

/** A summary of the preview in a sentence, announced to screen readers. */
function Outcome({ preview: { kind, right, wrong } }: { preview: ImportPreview }) {
  const text =
    wrong > 0
      ? m.import_invalid_count({ count: grouped(wrong), right: grouped(right) })
      : m.import_valid_count({ count: grouped(right), kind: kindText(kind ?? "") });
  return <span className={`mt-6 mb-4 block ${wrong > 0 ? "text-blood-ink" : ""}`}>{text}</span>;
}

interface PreviewProps {
  preview: ImportPreview;
  onImport: () => void;
}

function Preview({ preview: { lines, errors, right, wrong }, onImport }: PreviewProps) {
  if (wrong > 0)
    return (
      <>
        <DataTable
          caption={m.import_error()}
          rows={errors}
          rowKey={({ line, column, message }) => `${line} ${column} ${message}`}
          rowsAtFirst={rowsAtFirst}
          columns={[
            {
              header: m.import_line(),
              cell: ({ line, name }) => (
                <>
                  {m.import_line_number({ line: `${line}` })}
                  {name && <span className="block font-normal wrap-anywhere">{name}</span>}
                </>
              ),
              onCard: "title",
            },
            { header: m.import_column(), cell: ({ column }) => column || "–" },
            {
              header: m.import_value(),
              cell: ({ value }) => <span className="wrap-anywhere">{value || "–"}</span>,
            },
            { header: m.import_error(), cell: ({ message }) => message, onCard: "wide" },
          ]}
        />
        {right > 0 && (
          <div className="mt-6">
            <Button onPress={onImport}>{m.import_submit_valid({ count: grouped(right) })}</Button>
          </div>
        )}
      </>
    );
  return (
    <>
      <DataTable
        caption={m.import_file()}
        rows={lines}
        rowKey={({ line }) => `${line}`}
        rowsAtFirst={rowsAtFirst}
        columns={[
          { header: m.field_name(), cell: ({ name }) => name, onCard: "title" },
          { header: m.import_number(), cell: ({ number }) => number },
          { header: m.field_email(), cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
          { header: m.field_district(), cell: ({ district }) => district },
        ]}
      />
      <div className="mt-6">
        <Button onPress={onImport}>{m.import_submit({ count: grouped(right) })}</Button>
      </div>
    </>
  );
}

interface ImportDialogProps {
  file: File;
  preview: ImportPreview;
  onDone: () => void;
  onClose: () => void;
}

function ImportDialog({ file, preview: { kind, right, wrong }, onDone, onClose }: ImportDialogProps) {
  const run = useImportTable(file, wrong > 0);
  const asksCode = useAsksCode("admin", run.error);
  return (
    <ActionDialog
      title={m.import_ask_title()}
      text={m.import_ask_text({ count: grouped(right), kind: kindText(kind ?? "") })}
      yes={m.import_confirm()}
      tone="brand"
      {...confirmDialogProps(run, onDone, (_, form) => stepUpOf(form))}
      onClose={onClose}
    >
      <StepUpFields asksCode={asksCode} autoFocus />
    </ActionDialog>
  );
}

/** The accounts that an undone import kept, and why. */
function NotRemoved({ undone }: { undone: ImportUndone }) {
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
  onAnswer: (undone: ImportUndone) => void;
  onDone: () => void;
  onClose: () => void;
}

function UndoDialog({ row, onAnswer, onDone, onClose }: UndoDialogProps) {
  const undo = useUndo(row._id, onAnswer);
  const asksCode = useAsksCode("admin", undo.error);
  return (
    <ActionDialog
      title={m.import_undo_title({ count: grouped(row.left), kind: kindText(row.kind) })}
      text={m.import_undo_text()}
      yes={m.queue_undo()}
      tone="blood"
      {...confirmDialogProps(undo, onDone, (_, form) => stepUpOf(form))}
      onClose={onClose}
    >
      <StepUpFields asksCode={asksCode} autoFocus />
    </ActionDialog>
  );
}

/** Import templates: the columns as the server names them, and an example row. */

/** Without it Excel misreads UTF-8 and garbles Malayalam. */
const byteOrderMark = "\uFEFF";

/** The server refuses a row with this number, so the example is never imported. */
const exampleNumber = "EXAMPLE";

const templates = {
  doctors: [
    "doctor_ID,full_Name,email,phone_Number,gender,DOB,specialization,experience,consultation_Fee,consultation_Address,district,state,pincode,startTime,endTime",
    `${exampleNumber},Asha Nair,asha@example.org,9400000001,F,17/05/1984,Cardiology,12,300,"Lotus Clinic, MG Road",Kollam,Kerala,691001,10:00,13:00`,
  ],
  facilities: [
    "License_number,Hospital_name,category,Email,Phone_Number,Address,City,District,State,Pincode",
    `${exampleNumber},City Hospital,Hospital,city@example.org,9400000002,Beach Road,Kollam,Kollam,Kerala,691001`,
  ],
};

function templateAddress(kind: keyof typeof templates): string {
  const text = templates[kind].map((row) => `${row}\r\n`).join("");
  return `data:text/csv;charset=utf-8,${encodeURIComponent(byteOrderMark + text)}`;
}
