/** A sheet with the details of one object and its actions. */
import { type ReactNode, useId } from "react";
import { m } from "../messages";
import { Avatar } from "./avatar";
import { Button } from "./button";
import { Sheet } from "./dialog";
import { type Load, Loaded } from "./loaded";
import { SheetSkeleton } from "./skeletons";

interface LoadedSheetProps<Data> {
  title: string;
  load: Load<Data>;
  onClose: () => void;
  /** The actions, once the data is loaded; without any it has a close button. */
  footer?: (data: Data, nameId: string) => ReactNode;
  /** The content; its first element is the name with this id. */
  children: (data: Data, nameId: string) => ReactNode;
}

export function LoadedSheet<Data>({ title, load, onClose, footer, children }: LoadedSheetProps<Data>) {
  const nameId = useId();
  return (
    <Sheet
      isWide
      title={title}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap gap-3 *:flex-auto sm:justify-end sm:*:flex-none">
          {load.data !== undefined &&
            (footer?.(load.data, nameId) || (
              <Button tone="quiet" onPress={onClose}>
                {m.action_close()}
              </Button>
            ))}
        </div>
      }
    >
      <Loaded load={load} fallback={<SheetSkeleton />}>
        {(data) => children(data, nameId)}
      </Loaded>
    </Sheet>
  );
}

interface SheetNameProps {
  id: string;
  name: string;
  /** The person of the photo; without a photo the initials are shown. */
  photo?: { of: string; image: string | null | undefined; size: "large" | "full" };
  /** What the person or facility is, below the name. */
  kind?: string;
  /** The person's states, as badges. */
  children?: ReactNode;
}

/** The person or facility of a sheet. */
export function SheetName({ id, name, photo, kind, children }: SheetNameProps) {
  return (
    <div
      className={`flex flex-wrap gap-x-5 gap-y-3 ${photo?.size === "full" ? "items-end" : "items-center"}`}
    >
      {photo && <Avatar name={photo.of} image={photo.image} size={photo.size} />}
      <div className="min-w-0">
        <p id={id} className="text-2xl font-bold wrap-anywhere">
          {name}
        </p>
        {kind && <p className="font-semibold text-brand-ink">{kind}</p>}
        {photo && children && <div className="mt-2 flex flex-wrap gap-2">{children}</div>}
      </div>
      {!photo && children}
    </div>
  );
}

interface SheetSectionProps {
  title: string;
  none?: string | false;
  children: ReactNode;
}

/** A section of a sheet with its heading, or a note that it is empty. */
export function SheetSection({ title, none, children }: SheetSectionProps) {
  return (
    <section>
      <h3 className="mb-3 text-lg font-bold">{title}</h3>
      {none ? <p className="text-muted">{none}</p> : children}
    </section>
  );
}
