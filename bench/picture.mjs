/** The picture of growth: shares of `/healthz` over sizes, readable on light and dark pages. */

const WIDTH = 960;
const HEIGHT = 420;
const PANEL = { width: 370, height: 270, top: 70, left: [70, 540] };
const CALLS = {
  slots: "free slots of a doctor and day",
  page: "a page of 20 doctors",
  book: "durable booking",
};

const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #1f2937; }
  .title { font-weight: 600; font-size: 15px; }
  .grid { stroke: #d1d5db; }
  .line { fill: none; stroke-width: 2.5; }
  .postgres { stroke-dasharray: 6 5; }
  .slots { stroke: #0f766e; } .page { stroke: #b45309; } .book { stroke: #6d28d9; }
  circle.slots { fill: #0f766e; } circle.page { fill: #b45309; } circle.book { fill: #6d28d9; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e5e7eb; }
    .grid { stroke: #374151; }
    .slots { stroke: #2dd4bf; } .page { stroke: #fbbf24; } .book { stroke: #c4b5fd; }
    circle.slots { fill: #2dd4bf; } circle.page { fill: #fbbf24; } circle.book { fill: #c4b5fd; }
  }`;

export function drawGrowth(engines) {
  const all = Object.values(engines).flatMap((kinds) => Object.values(kinds).flat());
  const highest = Math.max(
    ...all.flatMap((step) => Object.keys(CALLS).map((call) => step[call] / step.health)),
  );
  const top = Math.ceil(highest * 10) / 10;
  const panels = ["bookings", "doctors"].map((kind, place) => panel(engines, kind, PANEL.left[place], top));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Shares of /healthz at growing sizes">
<style>${STYLE}
</style>
${panels.join("\n")}
${legend()}
</svg>
`;
}

function panel(engines, kind, left, top) {
  const sizes = [...new Set(Object.values(engines).flatMap((kinds) => kinds[kind].map(({ at }) => at)))].sort(
    (a, b) => a - b,
  );
  const x = (at) => left + (sizes.length > 1 ? (sizes.indexOf(at) / (sizes.length - 1)) * PANEL.width : 0);
  const y = (share) => PANEL.top + PANEL.height * (1 - share / top);
  const parts = [text(left, 40, `Share of /healthz by number of ${kind}`, "title")];
  for (let tenth = 0; tenth <= Math.round(top * 10); tenth++) {
    const height = y(tenth / 10).toFixed(1);
    parts.push(`<line class="grid" x1="${left}" x2="${left + PANEL.width}" y1="${height}" y2="${height}"/>`);
    parts.push(text(left - 10, height, (tenth / 10).toFixed(1), "", "end"));
  }
  for (const at of sizes)
    parts.push(text(x(at), PANEL.top + PANEL.height + 22, at.toLocaleString("en"), "", "middle"));
  for (const [engine, kinds] of Object.entries(engines)) {
    for (const call of Object.keys(CALLS)) {
      const points = kinds[kind].map((step) =>
        [x(step.at), y(step[call] / step.health)].map((value) => value.toFixed(1)),
      );
      parts.push(`<polyline class="line ${call} ${engine}" points="${points.join(" ")}"/>`);
      parts.push(...points.map(([cx, cy]) => `<circle class="${call}" cx="${cx}" cy="${cy}" r="3.5"/>`));
    }
  }
  return parts.join("\n");
}

function legend() {
  const y = HEIGHT - 20;
  const calls = Object.entries(CALLS).map(([call, name], place) => {
    const x = 70 + place * 240;
    return `<line class="line ${call}" x1="${x}" x2="${x + 26}" y1="${y - 4}" y2="${y - 4}"/>${text(x + 34, y, name)}`;
  });
  return [...calls, text(WIDTH - 50, y, "— SQLite, - - PostgreSQL", "", "end")].join("\n");
}

function text(x, y, words, kind = "", anchor = "start") {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}"${kind && ` class="${kind}"`}>${words}</text>`;
}
