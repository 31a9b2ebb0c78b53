/** The home page, in a separate chunk. */
import { Page as Home } from "../../features/home/pages/home";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import type { AreaPages } from "./area";
import { LazyVisitsToday } from "./lazy-visits";

function Page() {
  return (
    <>
      <LazyVisitsToday />
      <Home />
    </>
  );
}

export const pages: AreaPages = {
  [paths.home]: { Page, title: m.home_title, description: m.home_description },
};
