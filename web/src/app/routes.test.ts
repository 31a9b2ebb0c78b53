import { beforeAll, expect, test } from "vitest";
import { paths } from "../lib/paths";
import { pageOf } from "./areas/area";
import { isStaff, loadRoute, notFound, routeOf, routes } from "./routes";

beforeAll(async () => {
  await Promise.all([...routes, notFound].map(loadRoute));
});

test("every path has a route, but for the ones that point into another", () => {
  const inside = new Set<string>([paths.needBlood, paths.donorLink]);
  const routed = new Set(routes.map(({ path }) => path));
  const missing = Object.values(paths).filter((path) => !inside.has(path) && !routed.has(path));
  expect(missing).toEqual([]);
});

test("an address leads to its route", () => {
  expect(routeOf("/doctors/7").path).toBe(paths.doctorPage);
  expect(routeOf("/door/7").path).toBe(paths.door);
  expect(routeOf("/door/7/poster").path).toBe(paths.doorPoster);
  expect(routeOf("/admin/home/dashboard").path).toBe(paths.adminDashboard);
  expect(routeOf("/admin/home/anything").path).toBe(paths.adminHome);
  expect(routeOf("/no-such-page")).toBe(notFound);
});

test("every route's page is in its area, and no area has a page without a route", () => {
  expect([...routes, notFound].map((route) => pageOf(route).title()).every(Boolean)).toBe(true);
  const areas = new Set(routes.map(({ area }) => area));
  const pages = [...areas].flatMap((area) => Object.keys(area.loaded()?.pages ?? {}));
  expect(pages.sort()).toEqual([...routes, notFound].map(({ path }) => path).sort());
});

test("every public page is described for search engines or kept out of them, and no guarded one", () => {
  const isPrerendered = (route: (typeof routes)[number]) => {
    const page = pageOf(route);
    return page.description !== undefined || page.isPrerendered === true;
  };
  const guarded = routes.filter(({ shell, guard }) => guard || isStaff(shell));
  expect(guarded.filter(isPrerendered)).toEqual([]);
  const drawnInTheBrowser = routes.filter((route) => !guarded.includes(route) && !isPrerendered(route));
  expect(drawnInTheBrowser.map(({ path }) => path)).toEqual([
    paths.doctorPage,
    paths.confirmBooking,
    paths.missedCall,
    paths.visit,
    paths.messageLink,
    paths.screen,
    paths.door,
    paths.doorPoster,
  ]);
});
