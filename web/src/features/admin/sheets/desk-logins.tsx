import { useRef, useState } from "react";
import { asked } from "../../../api/change";
import type { components } from "../../../api/schema";
import { ActionDialog } from "../../../components/action-dialog";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { SheetSection } from "../../../components/loaded-sheet";
import { focusAfterDialog } from "../../../lib/focus";
import { momentLabel } from "../../../lib/india-time";
import { m } from "../../../paraglide/messages";
import { useEndDeskLogin } from "../api/desk";
import type { Category } from "../applicants";

export type DeskLogin = components["schemas"]["AdminDoctorDetails"]["desk"][number];

interface DeskLoginsProps {
  category: Category;
  desk: readonly DeskLogin[];
}

const nameId = ({ id }: DeskLogin) => `desk-${id}`;

/** Who works at the desk of a doctor or a hospital. Each login can be ended here. */
export function DeskLogins({ category, desk }: DeskLoginsProps) {
  const [ending, setEnding] = useState<DeskLogin>();
  const list = useRef<HTMLDivElement>(null);
  const title = category === "Doctor" ? m.desk_assistants() : m.desk_staff();
  const close = () => setEnding(undefined);

  function ended(): void {
    close();
    focusAfterDialog(list.current);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields.
    <div ref={list} role="group" tabIndex={-1} aria-label={title} className="outline-none">
      <SheetSection title={title} none={desk.length === 0 && m.desk_staff_none_title()}>
        <ul className="rounded-control border border-line px-4 py-1">
          {desk.map((login) => (
            <li
              key={login.id}
              className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line py-2 first:border-t-0"
            >
              <span className="min-w-0 wrap-anywhere">
                <span id={nameId(login)} className="block font-semibold">
                  {login.name}
                </span>
                {login.email}
                <span className="block text-sm text-muted">
                  {m.admin_desk_since({ moment: momentLabel(login.since) })}
                </span>
              </span>
              <span className="flex flex-wrap items-center gap-3">
                {!login.accepted && <Badge tone="waiting">{m.admin_desk_not_accepted()}</Badge>}
                <Button tone="quiet" describedBy={nameId(login)} onPress={() => setEnding(login)}>
                  {m.security_end()}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      </SheetSection>
      {ending && <EndDialog login={ending} onDone={ended} onClose={close} />}
    </div>
  );
}

interface EndDialogProps {
  login: DeskLogin;
  onDone: () => void;
  onClose: () => void;
}

function EndDialog({ login: { id, name }, onDone, onClose }: EndDialogProps) {
  return (
    <ActionDialog
      title={m.desk_end_title({ name })}
      text={m.desk_end_text()}
      reasonHint={m.admin_reason_hint()}
      yes={m.security_end()}
      tone="blood"
      {...asked(useEndDeskLogin(id), onDone, (reason) => reason)}
      onClose={onClose}
    />
  );
}
