/**
 * Writes src/features/home/speciality-icons.svg from healthicons (MIT): `npm run icons` after adding a speciality.
 * One sprite is downloaded once, as an image; the same shapes as React components cost every first page 20 KB of script.
 */
import { writeFileSync } from "node:fs";
import * as icons from "healthicons-react/outline";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

const shapes = {
  cardiology: icons.Cardiology,
  dermatology: icons.SkinCancer,
  neurology: icons.Neurology,
  pediatrics: icons.Pediatrics,
  orthopedic: icons.Joints,
  "general-medicine": icons.Stethoscope,
  opthalmology: icons.Eye,
  psychiatry: icons.MentalHealth,
  ent: icons.EarsNoseAndThroat,
  gynaecology: icons.Gynecology,
  sexology: icons.SexualReproductiveHealth,
  "general-physician": icons.Doctor,
  urology: icons.Urology,
  dental: icons.Tooth,
  "general-surgery": icons.GeneralSurgery,
  "stomach-digestion": icons.Stomach,
};

/** The drawings are 48 units wide: two decimals are finer than any screen. */
function rounded(markup) {
  return markup.replace(/\d*\.\d{3,}/g, (number) => String(Number(Number(number).toFixed(2))));
}

const symbols = Object.entries(shapes).map(([slug, Icon]) => {
  const inner = renderToStaticMarkup(createElement(Icon)).replace(/^<svg[^>]*>|<\/svg>$/g, "");
  return `<symbol id="${slug}" viewBox="0 0 48 48" fill="currentColor">${rounded(inner)}</symbol>`;
});

writeFileSync(
  new URL("../src/features/home/speciality-icons.svg", import.meta.url),
  `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`,
);
