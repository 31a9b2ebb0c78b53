/** Around the pages of an account: where mails to its address come back, its owner is asked for another. */
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { useUnreachedEmail } from "../api/email-change";
import { Button } from "../components/button";
import { LinkButton } from "../components/links";
import { paths } from "../lib/paths";
import type { Role } from "../lib/session";
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
function ownerOf(shell: Shell): Role | undefined {
  if (shell === "full") return "user";
  if (shell === "business") return "worker";
  return shell === "plain" || shell === "bare" ? undefined : shell;
}

/** Where the address is changed; whoever sits at a desk, and who administers, is given theirs. */
const profiles: Partial<Record<Role, string>> = {
  user: paths.userProfile,
  doctor: paths.doctorProfile,
  worker: paths.businessProfile,
};

function AddressBar({ role, pathname }: { role: Role; pathname: string }) {
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
