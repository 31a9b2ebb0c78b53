/** The user's password and sessions: /user/password, /doctor/password, /business/password, /desk/password, /admin/password. */
import { useQuery } from "@tanstack/react-query";
import { MonitorSmartphone } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import * as v from "valibot";
import { confirmDialogProps } from "../../../api/change";
import { staffRoles, useAsksCode } from "../../../api/second-factor";
import { ActionDialog } from "../../../components/action-dialog";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { Checkbox } from "../../../components/checkbox";
import { Form } from "../../../components/form";
import { LinkButton } from "../../../components/links";
import { ListHeading } from "../../../components/list-heading";
import { Loaded } from "../../../components/loaded";
import { NewPasswordFields } from "../../../components/new-password-fields";
import { PasswordField } from "../../../components/password-field";
import { Skeleton } from "../../../components/skeletons";
import { StepUpFields } from "../../../components/step-up-fields";
import { focusAfterDialog } from "../../../lib/focus";
import { momentLabel } from "../../../lib/india-time";
import { twoFactorPages } from "../../../lib/paths";
import { idOf, kindOf, type Role, tokenOf } from "../../../lib/session";
import { ownProofShape } from "../../../lib/step-up";
import { deviceName } from "../../../lib/words";
import { m } from "../../../messages";
import { type OwnSession, sessionsQuery, useChangePassword, useEndSessions } from "../api/account";
import { profileQuery } from "../api/profile";
import { LazyPushDevices } from "../components/lazy-push-devices";
import { OwnProof } from "../components/own-proof";
import { usePasswordTwice } from "../password-twice";

export function Page({ title, shell }: { title: string; shell: string }) {
  const who = staffRoles[shell] ?? "user";
  return (
    <div className={who === "user" ? "page max-w-3xl py-8 sm:py-12" : "mx-auto max-w-3xl"}>
      <ListHeading title={title} />
      <PasswordCard who={who} />
      {who !== "user" && <TwoFactorCard to={twoFactorPages[who]} />}
      {(who === "doctor" || who === "desk") && <LazyPushDevices who={who} />}
      <SessionsCard who={who} />
    </div>
  );
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Card className="mt-6 sm:p-8">
      <h2 className="text-xl font-bold">{title}</h2>
      <p className="mt-1 mb-6 text-muted">{text}</p>
      {children}
    </Card>
  );
}

const passwordsShape = v.object({ ...ownProofShape.entries, password: v.string(), confirm: v.string() });

function PasswordCard({ who }: { who: Role }) {
  const change = useChangePassword(who);
  const asksCode = useAsksCode(who, change.error);
  const { errors, differ, mend } = usePasswordTwice(change);
  const box = useRef<HTMLDivElement>(null);

  function submit(form: FormData): void {
    const { confirm, ...body } = v.parse(passwordsShape, Object.fromEntries(form));
    if (differ({ password: body.password, confirm })) return;
    const asked = { body, token: tokenOf(who) };
    change.mutate(asked, { onSuccess: () => box.current?.querySelector("form")?.reset() });
  }

  const isFirst = useIsFirstPassword(who);
  return (
    <Part
      title={isFirst ? m.security_password_add() : m.security_password()}
      text={isFirst ? m.security_password_add_text() : m.security_password_text()}
    >
      <div ref={box} className="max-w-lg">
        <Form errors={errors} onSubmit={submit}>
          {who === "user" ? (
            <OwnProof userId={idOf("user") ?? ""} label={m.security_current()} />
          ) : (
            <StepUpFields asksCode={asksCode} label={m.security_current()} />
          )}
          <NewPasswordFields label={m.reset_password()} onChange={mend} />
          <Button type="submit" size="large" isPending={change.isPending}>
            {m.reset_button()}
          </Button>
        </Form>
      </div>
    </Part>
  );
}

/** A patient's account may have none so far. */
function useIsFirstPassword(who: Role): boolean {
  const { data: own } = useQuery({ ...profileQuery(idOf("user") ?? ""), enabled: who === "user" });
  return own?.hasPassword === false;
}

function TwoFactorCard({ to }: { to: string }) {
  return (
    <Part title={m.two_factor_title()} text={m.two_factor_text()}>
      <LinkButton to={to} tone="soft">
        {m.two_factor_link()}
      </LinkButton>
    </Part>
  );
}

function SessionsCard({ who }: { who: Role }) {
  const sessions = useQuery(sessionsQuery(who));
  const [isEndingOthers, setEndingOthers] = useState(false);
  const list = useRef<HTMLUListElement>(null);

  /** The row or the button below it is removed, and with it the focus. */
  const ended = () => focusAfterDialog(list.current);

  return (
    <Part title={m.security_sessions()} text={m.security_sessions_text()}>
      <Loaded load={sessions} fallback={<Skeleton blocks={2} look="h-20" />}>
        {(all) => (
          <>
            <ul
              ref={list}
              tabIndex={-1}
              aria-label={m.security_sessions()}
              className="divide-y divide-line border-y border-line"
            >
              {all.map((session) => (
                <SessionRow key={session._id} who={who} session={session} onEnded={ended} />
              ))}
            </ul>
            {(hasDesk(who) || all.some(({ current }) => !current)) && (
              <div className="mt-6">
                <Button tone="quiet" onPress={() => setEndingOthers(true)}>
                  {m.security_end_others()}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      {isEndingOthers && (
        <EndDialog
          who={who}
          title={m.security_end_others_title()}
          yes={m.security_end_others()}
          onClose={() => setEndingOthers(false)}
          onEnded={ended}
        />
      )}
    </Part>
  );
}

interface EndDialogProps {
  who: Role;
  /** The session to end; without one, all others. */
  session?: OwnSession;
  title: string;
  yes: string;
  onClose: () => void;
  onEnded: () => void;
}

const ownProofWithDesk = v.object({ ...ownProofShape.entries, desk: v.optional(v.literal("on")) });

/** Roles with a desk: doctors and hospitals. */
const hasDesk = (who: Role) => who === "doctor" || (who === "worker" && kindOf("worker") === "hospital");

/** Needs the password, so that a stolen session cannot log the owner out. No code: the phone may be lost. */
function EndDialog({ who, session, title, yes, onClose, onEnded }: EndDialogProps) {
  const end = useEndSessions(who, session?._id);
  const [isDeskEnded, setDeskEnded] = useState(false);

  function bodyOf(form: FormData) {
    const { desk, ...proof } = v.parse(ownProofWithDesk, Object.fromEntries(form));
    return desk ? { ...proof, desk: true } : proof;
  }

  function done(): void {
    onClose();
    onEnded();
  }

  return (
    <ActionDialog
      title={title}
      about={session && <p className="mb-2 font-semibold">{deviceName(session)}</p>}
      text={m.security_end_text()}
      yes={yes}
      tone="blood"
      {...confirmDialogProps(end, done, (_, form) => bodyOf(form))}
      onClose={onClose}
    >
      {who === "user" ? (
        <OwnProof userId={idOf("user") ?? ""} />
      ) : (
        <PasswordField
          label={m.step_up_password()}
          name="current_password"
          autoComplete="current-password"
          autoFocus
        />
      )}
      {!session && hasDesk(who) && (
        <Checkbox name="desk" isChecked={isDeskEnded} onChange={setDeskEnded}>
          {m.security_end_desk_logins()}
        </Checkbox>
      )}
    </ActionDialog>
  );
}

interface SessionRowProps {
  who: Role;
  session: OwnSession;
  onEnded: () => void;
}

function SessionRow({ who, session, onEnded }: SessionRowProps) {
  const id = useId();
  const [isEnding, setEnding] = useState(false);
  const { current, network, signedInAt, lastUsedAt } = session;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="flex min-w-0 items-start gap-3">
        <MonitorSmartphone aria-hidden className="mt-0.5 size-6 shrink-0 text-muted" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
            <span id={id}>{deviceName(session)}</span>
            {current && <Badge tone="good">{m.security_this_device()}</Badge>}
          </p>
          <p className="mt-1 text-sm break-words text-muted">
            {m.security_signed_in({ moment: momentLabel(signedInAt) })}
            {network && ` · ${m.security_network({ network })}`}
          </p>
          {!current && (
            <p className="text-sm text-muted">{m.security_last_use({ moment: momentLabel(lastUsedAt) })}</p>
          )}
        </div>
      </div>
      {!current && (
        <Button tone="quiet" describedBy={id} onPress={() => setEnding(true)}>
          {m.security_log_out()}
        </Button>
      )}
      {isEnding && (
        <EndDialog
          who={who}
          session={session}
          title={m.security_end_title()}
          yes={m.security_log_out()}
          onClose={() => setEnding(false)}
          onEnded={onEnded}
        />
      )}
    </li>
  );
}
