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

const bloodPages = any("blood", "blood-donor", "blood-links", "joining");

/**
 * A module belongs to the first chunk in this order whose pages use it. So it is loaded with the lightest page that needs it. A chunk is
 * loaded with all chunks that it imports: one icon in the wrong chunk brings tens of kilobytes along, so some rules are there for a few
 * icons and texts that unrelated pages share. No two chunks import each other.
 */
const chunks = [
  ["first", any("home")],
  ["aria", both(any("menu-list", "toast-region"), any("contact", "sign-in"))],
  // Icons and texts that pages share with those that only inform: too few for a chunk of their own.
  ["first", both(any("information"), any("blood-donor", "contact", "doctors", "sign-in"))],
  ["first", both(any("toast-region"), any("blood-donor", "doctors"))],
  ["plain", any("information", "legal")],
  ["server", both(any("blood-facts", "medicines"), any("contact", "sign-in"))],
  ["server", both(any("door"), any("doctors", "medicines"))],
  ["forms", both(any("contact", "sign-in"), any("contact", "blood", "blood-donor", "blood-links"))],
  // Many phones open the page of a door at the same time.
  ["forms", any("door")],
  ["forms", both(any("sign-in"), any("admin", "desk", "practice", "staff-shell"))],
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
  ["lists", both(any("admin-blood"), any("blood-facts"))],
  ["blood", both(any("blood-facts"), only("blood", "blood-donor", "blood-facts", "blood-links", "business"))],
  [
    "lists",
    both(
      any("admin", "admin-blood", "blood-facts", "booking", "doctors", "medicines", "staff-shell"),
      bloodPages,
    ),
  ],
  ["lists", both(any("medicines"), any("admin", "desk", "waitlist"))],
  // Lists that can be searched, which no form needs.
  ["rows", any("blood-facts", "medicines")],
  ["staff", both(both(any("hospital-link"), any("booking-events")), any("staff-shell"))],
  // Event streams and refetching, without the pages of visits.
  ["news", both(any("hospital-link"), any("booking-events"))],
  ["visits", any("doctors")],
  // What patients' visits share with the pages of staff, without what only patients need.
  ["shared-visits", both(any("booking", "visit", "waitlist"), atWork)],
  ["patients", any("booking", "waitlist")],
  ["forms", both(any("desk", "doctor", "own-profile"), any("blood", "blood-donor", "blood-links"))],
  [
    "photos",
    both(
      any("joining"),
      only("business", "doctor", "hospital-link", "joining", "own-profile", "practice", "schedule"),
    ),
  ],
  ["details", bloodPages],
  ["shared-visits", any("other-times")],
  ["dialogs", both(any("own-bookings"), any("admin"))],
  ["dialogs", both(any("booking-panel", "own-bookings"), atWork)],
  ["shared-visits", both(any("own-bookings"), any("visit"))],
  ["bookings", any("booking-panel", "own-bookings")],
  // The requests and visits of one doctor, which no other staff page shows.
  ["clinic", only("desk", "practice")],
  ["profiles", only("own-profile", "security")],
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
