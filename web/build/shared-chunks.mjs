/**
 * Puts what several downloads share (icons, texts, components, libraries) into a few chunks. Bundlers make one for every set of
 * downloads that share something: 130 files, most of them an icon or a word.
 */
import { basename, extname } from "node:path";
import { build } from "vite";

const trial = "trial";

const any =
  (...names) =>
  (users) =>
    names.some((name) => users.has(name));

const both = (one, other) => (users) => one(users) && other(users);

const only =
  (...names) =>
  (users) =>
    [...users].every((user) => names.includes(user));

/** Whether a page of staff or of the user's account uses it. Not the administrators' pages: what only those share comes with no others. */
const atWork = any(
  "business",
  "desk",
  "doctor",
  "hospital-link",
  "own-profile",
  "practice",
  "schedule",
  "security",
  "staff-shell",
  "two-factor",
);

/**
 * A module belongs to the first chunk in this order whose pages use it. So it is loaded with the lightest page that needs it, nothing
 * heavier is loaded with it, and no chunk imports one that comes later in the order.
 */
const chunks = [
  ["first", any("home")],
  ["aria", both(any("menu-list", "toast-region"), any("contact", "sign-in"))],
  ["plain", any("information", "legal")],
  [
    "plain",
    both(any("toast-region"), any("blood", "blood-facts", "blood-links", "doctors", "joining", "medicines")),
  ],
  ["server", both(any("blood-facts", "medicines"), any("contact", "sign-in"))],
  ["forms", both(any("contact", "sign-in"), any("contact", "blood", "blood-donor", "blood-links"))],
  // Whatever shares an icon with `sign-in` downloads all of this: its pages have icons of their own.
  ["passwords", any("sign-in")],
  ["messages", any("toast-region")],
  ["overlays", any("menu-list")],
  // Date arithmetic (@internationalized/date): pages for patients who look for a doctor do not need it.
  [
    "days",
    both(
      both(any("blood", "blood-donor"), any("practice", "schedule")),
      only("admin-blood", "blood", "blood-donor", "practice", "schedule"),
    ),
  ],
  [
    "lists",
    both(
      any("admin", "admin-blood", "blood-facts", "booking", "doctors", "medicines", "staff-shell"),
      any("blood", "blood-donor", "blood-links", "joining"),
    ),
  ],
  // Lists that can be searched, which no form needs.
  ["rows", any("blood-facts", "medicines")],
  // Event streams and refetching, without the pages of visits.
  ["news", both(any("hospital-link"), any("booking-events"))],
  ["visits", any("doctors")],
  ["visits", both(any("booking", "visit"), atWork)],
  ["patients", any("booking", "waitlist")],
  ["details", any("blood", "blood-donor", "blood-links", "joining")],
  // A proposed time, on its own page and among the bookings, without dialogs.
  ["plain", both(any("visit-move"), atWork)],
  ["moves", only("own-bookings", "visit-move")],
  ["dialogs", both(any("booking-panel", "own-bookings"), atWork)],
  ["bookings", any("booking-panel", "own-bookings")],
  ["charts", only("doughnut-chart-canvas", "line-chart-canvas")],
  // The requests and visits of one doctor, which no other staff page shows.
  ["clinic", only("desk", "practice")],
  [
    "staff",
    both(any("admin", "administrators", "desk", "practice", "security", "staff-shell", "two-factor"), atWork),
  ],
  // How requests for blood are shown to administrators and hospitals.
  ["staff", only("admin-blood", "business")],
  ["administration", any("admin", "administrators")],
  ["profiles", any("business", "doctor", "own-profile", "schedule")],
  ["news", any("booking-events", "visit")],
  ["accounts", () => true],
];

/** A trial build with the bundler's own chunks shows which module uses which, after tree shaking. */
async function learnUsers() {
  const { output } = await build({
    mode: trial,
    logLevel: "error",
    // Modules that are loaded already count too: otherwise a page's own parts seem to be used by all later pages.
    build: {
      write: false,
      minify: false,
      rolldownOptions: { experimental: { chunkOptimization: { avoidRedundantChunkLoads: false } } },
    },
  });
  const built = new Map(output.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file]] : [])));
  const users = new Map();

  function visit(fileName, user, seen) {
    const chunk = built.get(fileName);
    if (!chunk || seen.has(fileName)) return;
    seen.add(fileName);
    for (const id of chunk.moduleIds) users.set(id, (users.get(id) ?? new Set()).add(user));
    for (const imported of chunk.imports) visit(imported, user, seen);
  }
  const downloads = [...built.values()].filter((chunk) => chunk.isDynamicEntry);
  for (const { fileName, facadeModuleId } of downloads)
    visit(fileName, basename(facadeModuleId, extname(facadeModuleId)), new Set());
  // A download stays a separate file, whichever modules use it.
  for (const { facadeModuleId } of downloads) users.delete(facadeModuleId);
  return users;
}

export function sharedChunks() {
  return {
    name: "shared-chunks",
    apply: (_, { command, isSsrBuild, mode }) => command === "build" && !isSsrBuild && mode !== trial,
    async config() {
      const users = await learnUsers();
      function name(id) {
        const own = users.get(id);
        if (!own || own.size < 2) return null;
        return chunks.find(([, isFor]) => isFor(own))?.[0] ?? null;
      }
      const codeSplitting = { includeDependenciesRecursively: false, groups: [{ name }] };
      return { build: { rolldownOptions: { output: { codeSplitting } } } };
    },
  };
}
