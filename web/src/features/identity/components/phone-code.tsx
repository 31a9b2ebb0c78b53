import type { ReactNode } from "react";
import { CodeField, CodeForm } from "../../../components/code-form";
import { PlainButton } from "../../../components/links";
import { PasswordField } from "../../../components/password-field";
import { m } from "../../../paraglide/messages";

interface PhoneCodeProps {
  errors: Record<string, string>;
  isPending: boolean;
  /** Whether the password is asked for beside the code. */
  withPassword?: boolean;
  /** Another way on than the password, where there is one. */
  otherWay?: ReactNode;
  onSubmit: (code: string, password: string | undefined) => void;
  /** Another code is wanted. */
  onAgain: () => void;
  /** What the button says. */
  children: ReactNode;
}

/** The six digits that came to a phone. */
export function PhoneCode({
  errors,
  isPending,
  withPassword = false,
  otherWay,
  onSubmit,
  onAgain,
  children,
}: PhoneCodeProps) {
  return (
    <>
      <CodeForm errors={errors} isPending={isPending} onSubmit={onSubmit} button={children}>
        <CodeField autoFocus />
        {withPassword && (
          <PasswordField label={m.password()} name="password" autoComplete="current-password" />
        )}
      </CodeForm>
      {otherWay}
      <div className="mt-6 grid">
        <PlainButton tone="quiet" onPress={onAgain}>
          {m.phone_code_again()}
        </PlainButton>
      </div>
    </>
  );
}
