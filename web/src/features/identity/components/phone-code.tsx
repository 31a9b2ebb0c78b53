import { type ReactNode, useEffect, useState } from "react";
import { CodeField, CodeForm } from "../../../components/code-form";
import { PlainButton } from "../../../components/links";
import { PasswordField } from "../../../components/password-field";
import { m } from "../../../messages";

/** WebOTP: browsers can read the code from the message, with consent. */
function receiveCode(take: (code: string) => void): () => void {
  const waiting = new AbortController();
  if ("OTPCredential" in window) {
    const asked = { otp: { transport: ["sms"] }, signal: waiting.signal };
    navigator.credentials
      .get(asked)
      .then((credential) => take(String(Reflect.get(Object(credential), "code") ?? "")))
      // Refused, or no message came: the user types it.
      .catch(() => undefined);
  }
  return () => waiting.abort();
}

interface PhoneCodeProps {
  errors: Record<string, string>;
  isPending: boolean;
  /** Whether the password is required in addition to the code. */
  withPassword?: boolean;
  /** Another login method than the password, if there is one. */
  otherWay?: ReactNode;
  onSubmit: (code: string, password: string | undefined) => void;
  /** The user asked for another code. */
  onAgain: () => void;
  children: ReactNode;
}

/** The field for the six digits that were sent to a phone. */
export function PhoneCode({
  errors,
  isPending,
  withPassword = false,
  otherWay,
  onSubmit,
  onAgain,
  children,
}: PhoneCodeProps) {
  const [code, setCode] = useState("");
  useEffect(() => receiveCode(setCode), []);
  return (
    <>
      <CodeForm errors={errors} isPending={isPending} onSubmit={onSubmit} button={children}>
        <CodeField autoFocus value={code} onChange={setCode} />
        {withPassword && (
          <PasswordField label={m.field_password()} name="password" autoComplete="current-password" />
        )}
      </CodeForm>
      {otherWay}
      <div className="mt-6 grid">
        <PlainButton tone="quiet" onPress={onAgain}>
          {m.phone_code_resend()}
        </PlainButton>
      </div>
    </>
  );
}
