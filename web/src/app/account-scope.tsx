/** Around the pages of an account: where mails to its address come back, its owner is asked for another. */
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { type Owner, useUnreachedEmail } from "../api/email-change";
import { Button } from "../components/button";
import { LinkButton } from "../components/links";
import { paths } from "../lib/paths";
import { m } from "../paraglide/messages";
import { QueryScope } from "./query-scope";
import { routeOf, type Shell } from "./routes";

export function AccountScope({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const role = ownerOf(routeOf(pathname).shell);
  return (
    <QueryScope>
      {role && <AddressBar role={role} pathname={pathname} />}
      {children}
    </QueryScope>
  );
}

/** Whose pages a frame has; of the public one only patients have an account. */
function ownerOf(shell: Shell): Owner | undefined {
  if (shell === "full") return "user";
  if (shell === "business") return "worker";
  return shell === "doctor" || shell === "desk" ? shell : undefined;
}

/** Where the address is changed; whoever sits at a desk is given theirs. */
const profiles: Record<Owner, string | undefined> = {
  user: paths.userProfile,
  doctor: paths.doctorProfile,
  worker: paths.businessProfile,
  desk: undefined,
};

function AddressBar({ role, pathname }: { role: Owner; pathname: string }) {
  const unreached = useUnreachedEmail(role);
  const profile = profiles[role];
  if (!unreached) return null;
  return (
    <aside
      aria-label={m.unreached_title()}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 border-line bg-waiting-soft p-4 text-waiting-ink max-sm:flex-col max-sm:items-stretch print:hidden ${role === "user" ? "justify-center border-b" : "mb-6 rounded-card border [&>p]:w-full"}`}
    >
      <p className="font-semibold wrap-anywhere">{m.unreached_text({ email: unreached.email })}</p>
      {profile && profile !== pathname && <LinkButton to={profile}>{m.unreached_change()}</LinkButton>}
      <Button tone="quiet" isPending={unreached.isSending} onPress={unreached.onConfirm}>
        {m.unreached_confirm()}
      </Button>
    </aside>
  );
}
