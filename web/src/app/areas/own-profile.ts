import { UserPage as UserPassword } from "../../features/identity/pages/own-security";
import { Page as UserProfile } from "../../features/identity/pages/user-profile";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import type { AreaPages } from "../area";
import { QueryScope } from "../query-scope";

export const Scope = QueryScope;

export const pages: AreaPages = {
  [paths.userProfile]: { Page: UserProfile, title: m.profile },
  [paths.userPassword]: { Page: UserPassword, title: m.security_title },
};
