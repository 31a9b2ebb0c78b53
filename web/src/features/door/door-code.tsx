/** The door code at the desk, for patients who cannot see a screen, with the place's poster. */
import { DoorOpen } from "lucide-react";
import { TextLink } from "../../components/links";
import { posterOf } from "../../lib/paths";
import { m } from "../../messages";
import type { DoorCodes } from "./api";
import { useDoorCode } from "./codes";

interface DoorCodeProps {
  codes: DoorCodes;
  /** The device's time when the answer came. */
  answeredAt: number;
}

export function DoorCode({ codes, answeredAt }: DoorCodeProps) {
  const code = useDoorCode(codes, answeredAt);
  return (
    <section
      aria-label={m.door_code()}
      className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-card border border-line bg-surface px-3 py-2 shadow-card sm:px-4"
    >
      <p className="flex min-w-0 flex-1 basis-64 items-center gap-3">
        <DoorOpen aria-hidden className="size-5 shrink-0 text-brand" />
        <span className="min-w-0">
          <span className="me-2 font-semibold">{m.door_code()}</span>
          <span className="text-2xl font-bold text-brand-ink tabular-nums">{code ?? "–"}</span>
          <span className="block text-sm text-muted">{m.door_code_desk_text()}</span>
        </span>
      </p>
      <TextLink to={posterOf(codes.place)}>{m.door_poster_link()}</TextLink>
    </section>
  );
}
