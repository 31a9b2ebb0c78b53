import { Download, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import * as v from "valibot";
import { refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { Dialog } from "../../../components/dialog";
import { Form } from "../../../components/form";
import { PasswordField } from "../../../components/password-field";
import { leaveDialogs } from "../../../lib/overlay-history";
import { paths } from "../../../lib/paths";
import { forgetEverything } from "../../../lib/session";
import { m } from "../../../messages";
import { useDeleteAccount, useOwnData } from "../api/account";

/** Download and deletion of the account's data. */
export function AccountData({ userId }: { userId: string }) {
  const ownData = useOwnData(userId);
  const [asking, setAsking] = useState(false);

  return (
    <Card className="mt-6 sm:p-8">
      <h2 className="text-xl font-bold">{m.profile_data_title()}</h2>
      <p className="mt-1 text-muted">{m.profile_data_text()}</p>
      <div className="mt-6 flex flex-wrap gap-3 max-sm:flex-col">
        <Button tone="quiet" isPending={ownData.isPending} onPress={() => ownData.mutate()}>
          <Download aria-hidden className="size-5" />
          {m.profile_download()}
        </Button>
        <Button tone="quiet" onPress={() => setAsking(true)}>
          <Trash2 aria-hidden className="size-5 text-blood" />
          <span className="text-blood-ink">{m.profile_delete()}</span>
        </Button>
      </div>
      <DeleteAccount userId={userId} isOpen={asking} onClose={() => setAsking(false)} />
    </Card>
  );
}

const passwordShape = v.object({ password: v.string() });

interface DeleteAccountProps {
  userId: string;
  isOpen: boolean;
  onClose: () => void;
}

function DeleteAccount({ userId, isOpen, onClose }: DeleteAccountProps) {
  const deletion = useDeleteAccount(userId);
  const navigate = useNavigate();
  const { key } = useLocation();
  const deleted = useRef(false);

  // The token is removed with the page: removed earlier, the guard would redirect to the login.
  useEffect(
    () => () => {
      if (deleted.current) forgetEverything();
    },
    [],
  );

  function close(): void {
    deletion.reset();
    onClose();
  }

  function submit(form: FormData): void {
    deletion.mutate(v.parse(passwordShape, Object.fromEntries(form)).password, {
      onSuccess: () => {
        deleted.current = true;
        leaveDialogs(key, () => navigate(paths.home, { replace: true }));
      },
    });
  }

  if (!isOpen) return null;
  return (
    <Dialog title={m.profile_delete_title()} onClose={close}>
      <p>{m.profile_delete_text()}</p>
      <ul className="mt-3 mb-6 list-disc space-y-1 ps-5">
        <li>{m.profile_delete_bookings()}</li>
        <li>{m.profile_delete_data()}</li>
        <li>{m.profile_delete_sessions()}</li>
      </ul>
      <Form errors={refusedFields(deletion.error)} onSubmit={submit}>
        <PasswordField label={m.step_up_password()} name="password" autoComplete="current-password" />
        <div className="flex flex-wrap gap-3 max-sm:flex-col">
          <Button type="submit" tone="blood" isPending={deletion.isPending}>
            {m.profile_delete()}
          </Button>
          <Button tone="quiet" onPress={close}>
            {m.profile_delete_keep()}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
