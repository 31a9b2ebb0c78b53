import { Copy, Download, Printer } from "lucide-react";
import { useEffect, useRef } from "react";
import { saveFile } from "../../../api/file";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { showMessage } from "../../../lib/toasts";
import { m } from "../../../messages";

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  showMessage(m.two_factor_copied());
}

/** New recovery codes, shown only once: to copy, save or print. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Focused, so that screen readers read what replaced the pressed button.
  useEffect(() => heading.current?.focus(), []);
  const text = `${m.app_name()}: ${m.two_factor_codes()}\n\n${codes.join("\n")}\n`;
  const icon = { "aria-hidden": true, className: "size-5" };
  return (
    <Card className="mt-6 max-sm:p-5 sm:p-8">
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
