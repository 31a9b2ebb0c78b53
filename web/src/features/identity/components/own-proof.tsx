/**
 * A patient's proof of identity: the password, or a code to the account's number if the account has no password, or no address to reset a
 * forgotten one. Fields of a form: `current_password`, or `challenge` and `code`.
 */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "../../../components/button";
import { CodeField } from "../../../components/code-form";
import { PlainButton } from "../../../components/links";
import { PasswordField } from "../../../components/password-field";
import { m } from "../../../messages";
import { useSendPhoneCode } from "../api/phone";
import { profileQuery } from "../api/profile";
import { receiveCode } from "./phone-code";

interface OwnProofProps {
  userId: string;
  /** The contract's name of the password. */
  name?: "current_password" | "password";
  label?: string;
  hint?: string;
}

export function OwnProof({ userId, name = "current_password", label, hint }: OwnProofProps) {
  const { data: own } = useQuery(profileQuery(userId));
  const [isForgotten, setForgotten] = useState(false);
  const hasPassword = own?.hasPassword ?? true;
  // An account that lost its number and has no other login has nothing but its session as proof.
  if (own && !hasPassword && own.email === "" && own.phone_number === "") return null;
  if (own && (!hasPassword || isForgotten)) return <CodeProof userId={userId} number={own.phone_number} />;
  return (
    <>
      <PasswordField
        label={label ?? m.step_up_password()}
        hint={hint}
        name={name}
        autoComplete="current-password"
      />
      {own?.email === "" && (
        <div>
          <PlainButton tone="quiet" onPress={() => setForgotten(true)}>
            {m.own_proof_by_code()}
          </PlainButton>
        </div>
      )}
    </>
  );
}

/** Sent if no code was requested: the server refuses it at the field of the code. */
const noChallenge = "none";

function CodeProof({ userId, number }: { userId: string; number: string }) {
  const send = useSendPhoneCode(userId);
  const [code, setCode] = useState("");
  const challenge = send.data?.data.challenge;
  useEffect(() => (challenge ? receiveCode(setCode) : undefined), [challenge]);
  return (
    <div className="grid gap-4">
      <p role="status">{send.data?.message ?? m.own_proof_text({ number })}</p>
      <div>
        <Button tone="soft" isPending={send.isPending} onPress={() => send.mutate()}>
          {challenge ? m.phone_code_resend() : m.phone_code_send()}
        </Button>
      </div>
      <input type="hidden" name="challenge" value={challenge ?? noChallenge} />
      <CodeField value={code} onChange={setCode} />
    </div>
  );
}
