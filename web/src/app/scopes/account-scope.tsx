/** Provider for the pages of an account. If mails to the account's address bounce, a bar asks for another address. */
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { useUnreachedEmail } from "../../api/pending-email";
import { Button } from "../../components/button";
import { LinkButton } from "../../components/links";
import { paths } from "../../lib/paths";
import type { Role } from "../../lib/session";
import { m } from "../../messages";
import { QueryScope } from "./query-scope";

export function AccountScope({ role, children }: { role: Role | undefined; children: ReactNode }) {
  return (
    <QueryScope>
      {role && <AddressBar role={role} />}
      {children}
    </QueryScope>
  );
}

/** Where the address is changed; desk staff and administrators cannot change theirs. */
const profiles: Partial<Record<Role, string>> = {
  user: paths.userProfile,
  doctor: paths.doctorProfile,
  worker: paths.businessProfile,
};

function AddressBar({ role }: { role: Role }) {
  const { pathname } = useLocation();
  const unreached = useUnreachedEmail(role);
  const profile = profiles[role];
  if (!unreached) return null;
  return (
    <aside
      aria-label={m.email_unreachable_title()}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 border-line bg-pending-soft p-4 text-pending-ink max-sm:flex-col max-sm:items-stretch print:hidden ${role === "user" ? "justify-center border-b" : "mb-6 rounded-card border [&>p]:w-full"}`}
    >
      <p className="font-semibold wrap-anywhere">{m.email_unreachable_text({ email: unreached.email })}</p>
      {profile && profile !== pathname && (
        <LinkButton to={profile}>{m.email_unreachable_change()}</LinkButton>
      )}
      <Button tone="quiet" isPending={unreached.isSending} onPress={unreached.onConfirm}>
        {m.email_unreachable_confirm()}
      </Button>
    </aside>
  );
}
