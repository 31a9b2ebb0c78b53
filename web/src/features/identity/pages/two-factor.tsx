/** The user's second factor: /doctor/twofactor, /business/twofactor, /desk/twofactor, /admin/twofactor. */

import { useQuery } from "@tanstack/react-query";
import { Copy, Download, Printer } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import * as v from "valibot";
import { saveFile } from "../../../api/file";
import { refusedFields } from "../../../api/problem";
import { type FactorRole, secondFactorQuery, staffRoles } from "../../../api/second-factor";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { CodeField, CodeForm } from "../../../components/code-form";
import { Dialog } from "../../../components/dialog";
import { Form } from "../../../components/form";
import { buttonLook } from "../../../components/links";
import { ListHeading } from "../../../components/list-heading";
import { Loaded } from "../../../components/loaded";
import { PasswordField } from "../../../components/password-field";
import { QrCode } from "../../../components/qr-code";
import { Skeleton } from "../../../components/skeletons";
import { momentLabel } from "../../../lib/india-time";
import { useGoOn } from "../../../lib/return-address";
import { useTwoFactorSetupRequired } from "../../../lib/session";
import { showMessage } from "../../../lib/toasts";
import { m } from "../../../messages";
import { type Offer, useRenewCodes, useStart, useSwitchOff, useSwitchOn } from "../api/two-factor";

export function Page({ title, shell }: { title: string; shell: string }) {
  const who = staffRoles[shell] ?? "doctor";
  const [codes, setCodes] = useState<string[]>();
  const { pathname } = useLocation();
  const goOn = useGoOn();

  /** After a forced set-up, continues to the requested page. */
  function leaveCodes(): void {
    setCodes(undefined);
    goOn(`/${shell}/`, pathname);
  }

  return (
    <div className="mx-auto max-w-3xl">
      <ListHeading title={title} />
      {codes ? (
        <RecoveryCodes codes={codes} onKept={leaveCodes} />
      ) : (
        <FactorStatus who={who} onCodes={setCodes} />
      )}
    </div>
  );
}

interface FactorStatusProps {
  who: FactorRole;
  /** There are new recovery codes, which are shown only now. */
  onCodes: (codes: string[]) => void;
}

/** The second factor's state and actions. */
function FactorStatus({ who, onCodes }: FactorStatusProps) {
  const owes = useTwoFactorSetupRequired(who);
  return (
    <>
      {owes && (
        <p role="status" className="mt-6 rounded-card bg-pending-soft p-4 font-semibold sm:p-5">
          {m.two_factor_demanded()}
        </p>
      )}
      <Loaded load={useQuery(secondFactorQuery(who))} fallback={<Skeleton blocks={1} look="mt-6 h-60" />}>
        {({ enrolledAt, recoveryCodesLeft }) =>
          enrolledAt ? (
            <On who={who} since={enrolledAt} left={recoveryCodesLeft} onCodes={onCodes} />
          ) : (
            <Off who={who} onCodes={onCodes} />
          )
        }
      </Loaded>
    </>
  );
}

interface PartProps {
  title: ReactNode;
  text: string;
  /** Focused, so that screen readers read what replaced the pressed button. */
  isNext?: boolean;
  children: ReactNode;
}

function Part({ title, text, isNext = false, children }: PartProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNext) heading.current?.focus();
  }, [isNext]);
  return (
    <Card className="mt-6 sm:p-8">
      <h2
        ref={heading}
        tabIndex={-1}
        className="outline-none flex flex-wrap items-center gap-3 text-xl font-bold"
      >
        {title}
      </h2>
      <p className="mt-1 mb-6 text-muted">{text}</p>
      {children}
    </Card>
  );
}

const passwordShape = v.object({ password: v.string() });

function Off({ who, onCodes }: FactorStatusProps) {
  const start = useStart(who);
  const offer = start.data?.data;
  return (
    <>
      <p className="mt-2 text-muted">{m.two_factor_text()}</p>
      {offer ? (
        <SetUp who={who} offer={offer} onCodes={onCodes} />
      ) : (
        <Part title={m.two_factor_start()} text={m.two_factor_start_text()}>
          <div className="max-w-lg">
            <Form
              errors={refusedFields(start.error)}
              onSubmit={(form) => start.mutate(v.parse(passwordShape, Object.fromEntries(form)))}
            >
              <PasswordField label={m.security_current()} name="password" autoComplete="current-password" />
              <Button type="submit" size="large" isPending={start.isPending}>
                {m.two_factor_start_button()}
              </Button>
            </Form>
          </div>
        </Part>
      )}
    </>
  );
}

function SetUp({ who, offer, onCodes }: FactorStatusProps & { offer: Offer }) {
  const switchOn = useSwitchOn(who, onCodes);
  return (
    <>
      <Part isNext title={m.two_factor_scan()} text={m.two_factor_scan_text()}>
        <div className="flex flex-wrap items-start gap-6">
          <QrCode size={offer.size} path={offer.path} label={m.two_factor_picture()} />
          <div className="max-w-full min-w-0">
            <p>{m.two_factor_secret()}</p>
            <p className="mt-2 max-w-60 font-mono text-lg font-semibold tracking-wide wrap-anywhere">
              {offer.secret}
            </p>
            <a href={offer.link} className={`mt-4 ${buttonLook({ tone: "soft" })}`}>
              {m.two_factor_same_phone()}
            </a>
          </div>
        </div>
      </Part>
      <Part title={m.two_factor_confirm()} text={m.two_factor_confirm_text()}>
        <div className="max-w-lg">
          <CodeForm
            errors={refusedFields(switchOn.error)}
            isPending={switchOn.isPending}
            onSubmit={({ code }) => switchOn.mutate({ code })}
            button={m.two_factor_switch_on()}
          >
            <CodeField />
          </CodeForm>
        </div>
      </Part>
    </>
  );
}

/** Warns below this number. */
const few = 3;

function On({ who, since, left, onCodes }: FactorStatusProps & { since: string; left: number }) {
  const [asking, setAsking] = useState<"renew" | "off">();
  const renew = useRenewCodes(who, onCodes);
  const switchOff = useSwitchOff(who);
  const close = () => setAsking(undefined);
  return (
    <Part
      title={
        <>
          {m.two_factor_title()} <Badge tone="good">{m.value_on()}</Badge>
        </>
      }
      text={m.two_factor_since({ moment: momentLabel(since) })}
    >
      <p className="font-semibold">{m.two_factor_left({ count: left })}</p>
      {left <= few && <p className="mt-1 text-pending-ink">{m.two_factor_few()}</p>}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button tone="soft" onPress={() => setAsking("renew")}>
          {m.two_factor_renew()}
        </Button>
        <Button tone="quiet" onPress={() => setAsking("off")}>
          {m.two_factor_switch_off()}
        </Button>
      </div>
      {asking === "renew" && (
        <ProofDialog
          title={m.two_factor_renew()}
          text={m.two_factor_renew_text()}
          yes={m.two_factor_renew()}
          tone="brand"
          change={renew}
          onSubmit={(shown) => renew.mutate(shown)}
          onClose={close}
        />
      )}
      {asking === "off" && (
        <ProofDialog
          title={m.two_factor_switch_off_title()}
          text={m.two_factor_switch_off_text()}
          yes={m.two_factor_switch_off()}
          tone="blood"
          change={switchOff}
          onSubmit={(shown) => switchOff.mutate(shown, { onSuccess: close })}
          onClose={close}
        />
      )}
    </Part>
  );
}

const proofShape = v.object({ password: v.string(), code: v.string() });

interface ProofDialogProps {
  title: string;
  text: string;
  yes: string;
  tone: "brand" | "blood";
  change: { isPending: boolean; error: Error | null };
  onSubmit: (shown: v.InferOutput<typeof proofShape>) => void;
  onClose: () => void;
}

function ProofDialog({ title, text, yes, tone, change, onSubmit, onClose }: ProofDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="mb-5">{text}</p>
      <Form
        errors={refusedFields(change.error)}
        onSubmit={(form) => onSubmit(v.parse(proofShape, Object.fromEntries(form)))}
      >
        <PasswordField label={m.security_current()} name="password" autoComplete="current-password" />
        <CodeField label={m.two_factor_code_or_recovery()} inputMode="text" />
        <div className="grid gap-3 sm:grid-cols-2">
          <Button tone="quiet" onPress={onClose}>
            {m.clinic_not_now()}
          </Button>
          <Button type="submit" tone={tone} isPending={change.isPending}>
            {yes}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  showMessage(m.two_factor_copied());
}

/** New recovery codes, shown only once: to copy, save or print. */
function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Focused, so that screen readers read what replaced the pressed button.
  useEffect(() => heading.current?.focus(), []);
  const text = `${m.app_name()}: ${m.two_factor_codes()}\n\n${codes.join("\n")}\n`;
  const icon = { "aria-hidden": true, className: "size-5" };
  return (
    <Card className="mt-6 sm:p-8">
      <h2 ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
        {m.two_factor_codes()}
      </h2>
      <p className="mt-1 mb-6 text-muted">{m.two_factor_codes_text()}</p>
      <ol className="grid gap-2 rounded-control bg-sunken p-4 font-mono text-sm sm:grid-cols-2 sm:text-base print:bg-transparent">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="mt-6 flex flex-wrap gap-3 print:hidden">
        {/* Browsers keep the clipboard from pages without HTTPS. */}
        {"clipboard" in navigator && (
          <Button tone="quiet" onPress={() => void copy(text)}>
            <Copy {...icon} /> {m.two_factor_copy()}
          </Button>
        )}
        <Button
          tone="quiet"
          onPress={() => saveFile("doc-care-recovery-codes.txt", new Blob([text], { type: "text/plain" }))}
        >
          <Download {...icon} /> {m.two_factor_download()}
        </Button>
        <Button tone="quiet" onPress={() => window.print()}>
          <Printer {...icon} /> {m.action_print()}
        </Button>
        <Button onPress={onKept}>{m.two_factor_kept()}</Button>
      </div>
    </Card>
  );
}
