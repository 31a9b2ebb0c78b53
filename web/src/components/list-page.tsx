import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { m } from "../messages";
import { ActionDialog, type ActionDialogProps } from "./action-dialog";
import { Button } from "./button";
import { ListHeading } from "./list-heading";
import { StepUpFields } from "./step-up-fields";

interface ListPageProps {
  title: string;
  /** A sentence about the list. */
  text?: string;
  /** Exports the whole list as a CSV file (`useExportFile`), after step-up authentication. */
  file?: {
    asksCode: boolean;
    dialog: (onDone: () => void) => Pick<ActionDialogProps, "isPending" | "errors" | "onSubmit">;
  };
  /** The filters. */
  filters?: ReactNode;
  /** As wide as three columns of cards. */
  isWide?: boolean;
  /** The list, and the panel that is open next to it. */
  children: ReactNode;
}

/** A page of the administrator with a list. */
export function ListPage({ title, text, file, filters, isWide = false, children }: ListPageProps) {
  const [isExporting, setExporting] = useState(false);
  const close = () => setExporting(false);
  return (
    <div className={`mx-auto ${isWide ? "max-w-screen-2xl" : "max-w-screen-xl"}`}>
      <ListHeading title={title}>
        {file && (
          <Button tone="quiet" onPress={() => setExporting(true)}>
            <Download aria-hidden className="size-5 shrink-0" />
            {m.admin_export()}
          </Button>
        )}
      </ListHeading>
      {file && isExporting && (
        <ActionDialog
          title={m.admin_export_title()}
          text={m.admin_export_text()}
          yes={m.admin_export()}
          tone="brand"
          {...file.dialog(close)}
          onClose={close}
        >
          <StepUpFields asksCode={file.asksCode} autoFocus />
        </ActionDialog>
      )}
      {text && <p className="mt-1 text-muted">{text}</p>}
      {filters}
      <div className="mt-6">{children}</div>
    </div>
  );
}
