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
  const { shell } = routeOf(useLocation().pathname);
  const role = ownerOf(shell);
  return (
    <QueryScope>
      {role && <AddressBar role={role} />}
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

function AddressBar({ role }: { role: Role }) {
  const unreached = useUnreachedEmail(role);
  const profile = profiles[role];
  if (!unreached) return null;
  return (
    <aside
      aria-label={m.unreached_title()}
      className="mb-4 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-b border-line bg-waiting-soft p-3 text-waiting-ink print:hidden"
    >
      <p className="font-semibold wrap-anywhere">{m.unreached_text({ email: unreached.email })}</p>
      {profile && <LinkButton to={profile}>{m.unreached_change()}</LinkButton>}
      <Button tone="quiet" isPending={unreached.isSending} onPress={unreached.onConfirm}>
        {m.unreached_confirm()}
      </Button>
    </aside>
  );
}
