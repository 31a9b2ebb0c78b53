/** The header of the sign-in pages: brand, the other audience, Login/Signup or Logout. */
import { Link, useLocation, useNavigate } from "react-router";
import { logOut } from "../../api/log-out";
import { LinkButton, PlainButton } from "../../components/links";
import { paths } from "../../lib/paths";
import { useToken } from "../../lib/session";
import { mayLeave } from "../../lib/unsaved";
import { m } from "../../messages";
import { Brand, LanguageSwitch } from "./parts";

export function PlainHeader() {
  const forBusiness = useLocation().pathname.startsWith(paths.doctorLogin);
  const signedIn = useToken("user") !== null;
  const navigate = useNavigate();
  return (
    // On a phone the language stays beside the brand, and the two ways in get a line of their own.
    <div className="page flex min-h-16 flex-wrap items-center justify-between gap-x-1 py-2.5">
      <Brand to={paths.home} />
      <div className="sm:ms-auto">
        <LanguageSwitch />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-1 max-sm:mt-2 max-sm:w-full">
        <Link
          to={forBusiness ? paths.login : paths.doctorLogin}
          className="inline-flex min-h-11 items-center rounded-control px-3 font-semibold hover:bg-sunken max-sm:-ms-3"
        >
          {forBusiness ? m.nav_user() : m.nav_business_plain()}
        </Link>
        {signedIn ? (
          <PlainButton
            onPress={() => {
              if (!mayLeave()) return;
              navigate(paths.login);
              logOut();
            }}
          >
            {m.nav_logout()}
          </PlainButton>
        ) : (
          <LinkButton to={paths.login} className="max-sm:px-3">
            {m.nav_login()}
          </LinkButton>
        )}
      </div>
    </div>
  );
}
