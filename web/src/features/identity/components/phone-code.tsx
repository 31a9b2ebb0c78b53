import type { ReactNode } from "react";
import { CodeField, CodeForm } from "../../../components/code-form";
import { PlainButton } from "../../../components/links";
import { m } from "../../../paraglide/messages";

interface PhoneCodeProps {
  errors: Record<string, string>;
  isPending: boolean;
  onSubmit: (code: string) => void;
  /** Another code is wanted. */
  onAgain: () => void;
  /** What the button says. */
  children: ReactNode;
}

/** The six digits that came to a phone. */
export function PhoneCode({ errors, isPending, onSubmit, onAgain, children }: PhoneCodeProps) {
  return (
    <>
      <CodeForm errors={errors} isPending={isPending} onSubmit={onSubmit} button={children}>
        <CodeField autoFocus />
      </CodeForm>
      <div className="mt-6 grid">
        <PlainButton tone="quiet" onPress={onAgain}>
          {m.phone_code_again()}
        </PlainButton>
      </div>
    </>
  );
}
