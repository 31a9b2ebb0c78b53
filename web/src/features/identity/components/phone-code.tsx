import { type ReactNode, useEffect, useState } from "react";
import { CodeField, CodeForm, type TypedCode } from "../../../components/code-form";
import { PlainButton } from "../../../components/links";
import { m } from "../../../messages";

/** WebOTP: browsers can read the code from the message, with consent. */
export function receiveCode(take: (code: string) => void): () => void {
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
  /** Fields that are required in addition to the code. */
  fields?: ReactNode;
  /** Another login method than these, if there is one. */
  otherWay?: ReactNode;
  onSubmit: (typed: TypedCode) => void;
  /** The user asked for another code. */
  onAgain: () => void;
  children: ReactNode;
}

/** The field for the six digits that were sent to a phone. */
export function PhoneCode({
  errors,
  isPending,
  fields,
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
        {fields}
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
