import type { ReactNode } from "react";
import * as v from "valibot";
import { Button } from "../../../components/button";
import { Form } from "../../../components/form";
import { PlainButton } from "../../../components/links";
import { TextField } from "../../../components/text-field";
import { m } from "../../../paraglide/messages";

const codeShape = v.object({ code: v.string() });

interface PhoneCodeProps {
  errors: Record<string, string>;
  isPending: boolean;
  onSubmit: (code: string) => void;
  /** Another code is wanted. */
  onAgain: () => void;
  /** What the button says. */
  children: ReactNode;
}

/** The six digits that came to a phone. Phones offer digits, and a code that they know. */
export function PhoneCode({ errors, isPending, onSubmit, onAgain, children }: PhoneCodeProps) {
  return (
    <>
      <Form errors={errors} onSubmit={(form) => onSubmit(v.parse(codeShape, Object.fromEntries(form)).code)}>
        <TextField
          label={m.two_factor_code()}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          isRequired
          autoFocus
        />
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
