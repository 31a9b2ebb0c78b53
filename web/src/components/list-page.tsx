import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { m } from "../paraglide/messages";
import { Button } from "./button";
import { ListHeading } from "./list-heading";

interface ListPageProps {
  title: string;
  /** What the list is for, in a sentence. */
  text?: string;
  /** Takes the whole list away as a file for a spreadsheet. */
  file?: { isPending: boolean; mutate: () => void };
  /** What narrows the list. */
  filters?: ReactNode;
  /** As wide as three columns of cards. */
  isWide?: boolean;
  /** The list, and what stands open beside it. */
  children: ReactNode;
}

/** A page of the administrator's that is a list. */
export function ListPage({ title, text, file, filters, isWide = false, children }: ListPageProps) {
  return (
    <div className={`mx-auto ${isWide ? "max-w-screen-2xl" : "max-w-screen-xl"}`}>
      <ListHeading title={title}>
        {file && (
          <Button tone="quiet" isPending={file.isPending} onPress={() => file.mutate()}>
            <Download aria-hidden className="size-5 shrink-0" />
            {m.admin_export()}
          </Button>
        )}
      </ListHeading>
      {text && <p className="mt-1 text-muted">{text}</p>}
      {filters}
      <div className="mt-6">{children}</div>
    </div>
  );
}
