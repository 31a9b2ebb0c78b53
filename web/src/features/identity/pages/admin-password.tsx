/** /admin/password: an administrator's own password. */
import { useRef } from "react";
import * as v from "valibot";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { Form } from "../../../components/form";
import { ListHeading } from "../../../components/list-heading";
import { NewPasswordFields, PasswordField } from "../../../components/password-field";
import { m } from "../../../paraglide/messages";
import { useChangeAdminPassword } from "../api/account";
import { usePasswordTwice } from "../password-twice";

const passwordsShape = v.object({ current: v.string(), password: v.string(), confirm: v.string() });

export function Page({ title }: { title: string }) {
  const change = useChangeAdminPassword();
  const { errors, differ, mend } = usePasswordTwice(change);
  const card = useRef<HTMLDivElement>(null);

  function submit(form: FormData): void {
    const { current, password, confirm } = v.parse(passwordsShape, Object.fromEntries(form));
    if (differ({ password, confirm })) return;
    change.mutate({ current, password }, { onSuccess: () => card.current?.querySelector("form")?.reset() });
  }

  return (
    <div className="mx-auto max-w-screen-xl">
      <ListHeading title={title} />
      <p className="mt-1 text-muted">{m.admin_password_text()}</p>
      <div ref={card}>
        <Card className="mt-6 max-w-lg max-sm:p-5 sm:p-8">
          <Form errors={errors} onSubmit={submit}>
            <PasswordField
              label={m.admin_password_current()}
              name="current"
              autoComplete="current-password"
            />
            <NewPasswordFields label={m.reset_password()} onChange={mend} />
            <Button type="submit" size="large" isPending={change.isPending}>
              {m.reset_button()}
            </Button>
          </Form>
        </Card>
      </div>
    </div>
  );
}
