/** The form for a code that was sent to a number: logs in, or registers if the number is new. On /login/code, and at the end of a booking. */
import { type ReactNode, useMemo, useState } from "react";
import { codeErrors, ifEnded, refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { PasswordField } from "../../../components/password-field";
import { TextField } from "../../../components/text-field";
import { m } from "../../../messages";
import { useNumberLogin, useSendLoginLink } from "../api/phone";
import { Agreement } from "./agreement";
import { PhoneCode } from "./phone-code";

interface NumberCodeProps {
  challenge: string;
  /** The name for a new account, if known; otherwise the form asks for it. */
  username?: string;
  /** The caller's next step is running. */
  isBusy?: boolean;
  /** The code is about to be sent: the login may come before the answer is handled here. */
  onSend?: () => void;
  onEntered: () => void;
  /** The server refused what was sent. */
  onRefused?: () => void;
  /** A link was mailed, because the account asks for one. */
  onLinkMailed: (message: string) => void;
  /** Another code, or another number. */
  onAgain: () => void;
  /** The button's label. */
  children: ReactNode;
}

/** What the server asks for in addition to the right code. */
type Missing = "username" | "password" | "link";

const kinds: readonly Missing[] = ["username", "password", "link"];

export function NumberCode(props: NumberCodeProps) {
  const { challenge, username, isBusy = false, onSend, onEntered, onRefused, onLinkMailed, onAgain } = props;
  const login = useNumberLogin();
  const link = useSendLoginLink();
  /** The right code, what is missing and the server's text for it, and whether the number had another owner before. */
  const [asked, setAsked] = useState<{
    code: string;
    missing: Missing;
    text?: string;
    startAnew?: boolean;
  }>();
  const beginAgain = ifEnded(onAgain);
  const { error, variables } = login;
  // A field that is asked for only now is the next step and no mistake: the server's text is its hint.
  // The same object for the same failure: a new one would take the focus from the field that is being corrected.
  const errors = useMemo(() => {
    const { username: name, password, ...others } = codeErrors(error);
    return {
      ...others,
      ...(name && variables?.username && { username: name }),
      ...(password && variables?.password && { password }),
    };
  }, [error, variables]);

  function send(body: Omit<Parameters<typeof login.mutate>[0], "challenge">): void {
    onSend?.();
    login.mutate(
      { challenge, ...body },
      {
        onSuccess: onEntered,
        onError: (error) => {
          onRefused?.();
          const refused = refusedFields(error);
          const missing = kinds.find((kind) => kind in refused);
          if (missing)
            setAsked({ code: body.code, missing, text: refused[missing], startAnew: body.startAnew });
          beginAgain(error);
        },
      },
    );
  }

  return (
    <PhoneCode
      errors={errors}
      isPending={login.isPending || isBusy}
      fields={
        <>
          {asked?.missing === "username" && (
            <>
              <TextField
                label={m.registration_your_name()}
                name="username"
                hint={!errors.username && asked.text}
                autoComplete="name"
                isRequired
                autoFocus
              />
              <Agreement />
            </>
          )}
          {asked?.missing === "password" && (
            <PasswordField
              label={m.field_password()}
              name="password"
              hint={!errors.password && asked.text}
              autoComplete="current-password"
              autoFocus
            />
          )}
        </>
      }
      otherWay={
        asked &&
        asked.missing !== "username" && (
          <div className="mt-6 grid gap-2 text-center">
            <p className="text-muted">
              {asked.missing === "password" ? m.code_login_no_password() : login.error?.message}
            </p>
            <Button
              tone="quiet"
              isPending={link.isPending}
              onPress={() =>
                link.mutate(
                  { challenge, code: asked.code },
                  { onSuccess: ({ message }) => onLinkMailed(message), onError: beginAgain },
                )
              }
            >
              {m.code_login_send_link()}
            </Button>
            <p className="mt-4 text-muted">{m.code_login_new_number()}</p>
            <Button
              tone="quiet"
              isPending={login.isPending}
              onPress={() => send({ code: asked.code, username, startAnew: true })}
            >
              {m.code_login_start_anew()}
            </Button>
          </div>
        )
      }
      onSubmit={({ code, password, username: typed }) =>
        send({ code, password, username: typed ?? username, startAnew: asked?.startAnew })
      }
      onAgain={onAgain}
    >
      {props.children}
    </PhoneCode>
  );
}
