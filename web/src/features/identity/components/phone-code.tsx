import type { ReactNode } from "react";
import * as v from "valibot";
import { Button } from "../../../components/button";
import { Form } from "../../../components/form";
import { PlainButton } from "../../../components/links";
import { PasswordField } from "../../../components/password-field";
import { TextField } from "../../../components/text-field";
import { m } from "../../../paraglide/messages";

const codeShape = v.object({ code: v.string(), password: v.optional(v.string()) });

interface PhoneCodeProps {
  errors: Record<string, string>;
  isPending: boolean;
  /** Whether the password is asked for beside the code. */
  withPassword?: boolean;
  onSubmit: (code: string, password: string | undefined) => void;
  /** Another code is wanted. */
  onAgain: () => void;
  /** What the button says. */
  children: ReactNode;
}

/** The six digits that came to a phone. Phones offer digits, and a code that they know. */
export function PhoneCode({
  errors,
  isPending,
  withPassword = false,
  onSubmit,
  onAgain,
  children,
}: PhoneCodeProps) {
  function submit(form: FormData): void {
    const { code, password } = v.parse(codeShape, Object.fromEntries(form));
    onSubmit(code, password);
  }
  return (
    <>
      <Form errors={errors} onSubmit={submit}>
        <TextField
          label={m.two_factor_code()}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          isRequired
          autoFocus
        />
        {withPassword && (
          <PasswordField label={m.password()} name="password" autoComplete="current-password" />
        )}
        <Button type="submit" size="large" isPending={isPending}>
          {children}
        </Button>
      </Form>
      <div className="mt-6 grid">
        <PlainButton tone="quiet" onPress={onAgain}>
          {m.phone_code_again()}
        </PlainButton>
      </div>
    </>
  );
}
