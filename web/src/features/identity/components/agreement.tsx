import { TextLink } from "../../../components/links";
import { paths } from "../../../lib/paths";
import { m } from "../../../messages";

/** What a new account by number agrees to, with links to both texts. */
export function Agreement() {
  return (
    <div className="text-sm text-muted">
      <p>{m.registration_agreement()}</p>
      <p className="flex flex-wrap gap-x-4">
        <TextLink to={paths.privacy}>{m.privacy_title()}</TextLink>
        <TextLink to={paths.terms}>{m.terms_title()}</TextLink>
      </p>
    </div>
  );
}
