/** /admin/password: an administrator's own password. */
import { useMemo, useRef } from "react";
import * as v from "valibot";
import { refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { Form } from "../../../components/form";
import { ListHeading } from "../../../components/list-heading";
import { PasswordField } from "../../../components/password-field";
import { m } from "../../../paraglide/messages";
import { useChangeAdminPassword } from "../api/account";
import { NewPasswordFields } from "../components/new-password-fields";
import { usePasswordMismatch } from "../password-mismatch";

const passwordsShape = v.object({ current: v.string(), password: v.string(), confirm: v.string() });

export function Page({ title }: { title: string }) {
  const change = useChangeAdminPassword();
  const mismatch = usePasswordMismatch();
  const card = useRef<HTMLDivElement>(null);
  const errors = useMemo(
    () => ({ ...refusedFields(change.error), ...mismatch.fields }),
    [change.error, mismatch.fields],
  );

  function submit(form: FormData): void {
    change.reset();
    const { current, password, confirm } = v.parse(passwordsShape, Object.fromEntries(form));
    if (mismatch.refuses({ password, confirm })) return;
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
            <NewPasswordFields label={m.reset_password()} onChange={mismatch.clear} />
            <Button type="submit" size="large" isPending={change.isPending}>
              {m.reset_button()}
            </Button>
          </Form>
        </Card>
      </div>
    </div>
  );
}
