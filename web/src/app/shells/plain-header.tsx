/** The header of the sign-in pages: brand, the other audience, Login/Signup or Logout. */
import { Link, useLocation, useNavigate } from "react-router";
import { Brand } from "../../components/brand";
import { Button } from "../../components/button";
import { LanguageSwitch } from "../../components/language-switch";
import { LinkButton } from "../../components/link-button";
import { paths } from "../../lib/paths";
import { useToken } from "../../lib/session";
import { m } from "../../paraglide/messages";
import { logOut } from "../log-out";

export function PlainHeader() {
  const forBusiness = useLocation().pathname.startsWith(paths.doctorLogin);
  const signedIn = useToken("user") !== null;
  const navigate = useNavigate();
  return (
    <div className="page flex min-h-16 flex-wrap items-center gap-x-2 py-1.5">
      <Brand to={paths.home} />
      <div className="ms-auto flex flex-wrap items-center justify-end gap-x-1">
        <LanguageSwitch />
        <Link
          to={forBusiness ? paths.login : paths.doctorLogin}
          className="inline-flex min-h-11 items-center rounded-control px-3 font-semibold hover:bg-sunken"
        >
          {forBusiness ? m.for_user() : m.for_business()}
        </Link>
        {signedIn ? (
          <Button
            onPress={() => {
              navigate(paths.login);
              logOut();
            }}
          >
            {m.logout()}
          </Button>
        ) : (
          <LinkButton to={paths.login}>{m.login_signup()}</LinkButton>
        )}
      </div>
    </div>
  );
}
