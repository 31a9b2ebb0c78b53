/** The frame of every public page: header in one of its two styles, the page, the footer. */
import type { ReactNode } from "react";
import { Footer } from "./footer";
import { FullHeader } from "./full-header";
import { SkipLink } from "./parts";
import { PlainHeader } from "./plain-header";

export function PublicShell({ header, children }: { header: "full" | "plain"; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header
        className={`z-30 border-b border-line bg-surface print:hidden ${header === "full" ? "[@media(min-height:30rem)]:sticky top-0" : ""}`}
      >
        {header === "full" ? <FullHeader /> : <PlainHeader />}
      </header>
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <Footer />
    </div>
  );
}
