/** The second step of a login: the code of the app, or a recovery code. */
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { m } from "../messages";
import { CodeField, CodeForm } from "./code-form";
import { PlainButton } from "./links";
import { SignInCard } from "./sign-in-card";
import { TextField } from "./text-field";

interface CodeStepProps {
  isPending: boolean;
  errors: Record<string, string>;
  onSubmit: (code: string) => void;
  /** The user switched to the other kind of code: the last error is cleared. */
  onSwitch: () => void;
  /** Back to name and password. */
  onAgain: () => void;
}

export function CodeStep({ isPending, errors, onSubmit, onSwitch, onAgain }: CodeStepProps) {
  const [isRecovery, setRecovery] = useState(false);

  function switchKind(): void {
    setRecovery(!isRecovery);
    onSwitch();
  }

  return (
    <SignInCard
      icon={KeyRound}
      title={m.login_code_title()}
      text={isRecovery ? m.login_recovery_text() : m.login_code_text()}
    >
      <CodeForm
        key={String(isRecovery)}
        errors={errors}
        isPending={isPending}
        onSubmit={({ code }) => onSubmit(code)}
        button={m.login_button()}
      >
        {isRecovery ? (
          <TextField label={m.login_recovery()} name="code" autoComplete="off" isRequired autoFocus />
        ) : (
          <CodeField autoFocus />
        )}
      </CodeForm>
      <div className="mt-6 grid gap-3">
        <PlainButton tone="quiet" onPress={switchKind}>
          {isRecovery ? m.login_use_app() : m.login_use_recovery()}
        </PlainButton>
        <PlainButton tone="quiet" onPress={onAgain}>
          {m.login_again()}
        </PlainButton>
      </div>
    </SignInCard>
  );
}
