/**
 * Reads a QR code off the page as a camera would: from its pixels. Byte mode and versions 1 to 6, which hold the addresses of posters, and no
 * error correction, because a screenshot has none to correct.
 */
import type { Locator, Page } from "@playwright/test";

/** The quiet zone that the server draws around a code. */
const border = 4;

/** The text of a code that is shown. */
export async function readQr(page: Page, picture: Locator): Promise<string> {
  const viewBox = (await picture.getAttribute("viewBox")) ?? "";
  const whole = Number(viewBox.split(" ")[2]);
  const png = [...(await picture.screenshot())];
  const rows = await page.evaluate(
    async ({ bytes, count }) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const drawing = canvas.getContext("2d");
      if (!drawing) throw new Error("no canvas");
      drawing.drawImage(bitmap, 0, 0);
      const { data } = drawing.getImageData(0, 0, bitmap.width, bitmap.height);
      const isDark = (x: number, y: number) => {
        const column = Math.floor(((x + 0.5) * bitmap.width) / count);
        const row = Math.floor(((y + 0.5) * bitmap.height) / count);
        return (data[4 * (row * bitmap.width + column)] ?? 255) < 128;
      };
      const places = Array.from({ length: count }, (_, place) => place);
      return places.map((y) => places.map((x) => isDark(x, y)));
    },
    { bytes: png, count: whole },
  );
  const modules = rows.slice(border, -border).map((row) => row.slice(border, -border));
  return decode(modules);
}

/** Whether a module is inverted, for each of the eight masks. */
const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** By the two bits of the format: M, L, H, Q. Codewords for error correction in each block, and blocks, of the versions 1 to 6. */
const levels = [
  { correction: [10, 16, 26, 18, 24, 16], blocks: [1, 1, 1, 2, 2, 4] },
  { correction: [7, 10, 15, 20, 26, 18], blocks: [1, 1, 1, 1, 1, 2] },
  { correction: [17, 28, 22, 16, 22, 28], blocks: [1, 1, 2, 4, 4, 4] },
  { correction: [13, 22, 18, 26, 18, 24], blocks: [1, 1, 2, 2, 4, 4] },
] as const;

function decode(modules: readonly (readonly boolean[])[]): string {
  const size = modules.length;
  const version = (size - 17) / 4;
  if (!Number.isInteger(version) || version < 1 || version > 6) throw new Error(`a code of ${size} modules`);
  const dark = (x: number, y: number) => modules[y]?.[x] ?? false;
  const format = formatOf(dark);
  const isInverted = masks[format & 7];
  const level = levels[format >> 3];
  if (!isInverted || !level) throw new Error("no format");

  const bits: number[] = [];
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1])
        if (!isPattern(x, y, size, version)) bits.push(Number(dark(x, y) !== isInverted(x, y)));
    }
  }
  const codewords = Array.from({ length: bits.length >> 3 }, (_, place) => numberOf(bits, 8 * place, 8));
  const data = deinterleaved(codewords, level.blocks[version - 1] ?? 1, level.correction[version - 1] ?? 0);
  const stream = data.flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => (byte >> bit) & 1));
  if (numberOf(stream, 0, 4) !== 4) throw new Error("not in byte mode");
  const length = numberOf(stream, 4, 8);
  const bytes = Array.from({ length }, (_, place) => numberOf(stream, 12 + 8 * place, 8));
  return new TextDecoder().decode(new Uint8Array(bytes));
}

/** The level of error correction and the mask, from the copy at the upper left. */
function formatOf(dark: (x: number, y: number) => boolean): number {
  const places: [number, number][] = [];
  for (let y = 0; y < 6; y += 1) places.push([8, y]);
  places.push([8, 7], [8, 8], [7, 8]);
  for (let x = 5; x >= 0; x -= 1) places.push([x, 8]);
  const bits = places.reduce((sum, [x, y], bit) => sum | (Number(dark(x, y)) << bit), 0);
  return (bits ^ 0x5412) >> 10;
}

/** Finders with their formats, timing lines, and the one alignment pattern. */
function isPattern(x: number, y: number, size: number, version: number): boolean {
  const isFinder = (x < 9 && y < 9) || (x >= size - 8 && y < 9) || (x < 9 && y >= size - 8);
  const centre = size - 7;
  const isAlignment = version > 1 && Math.abs(x - centre) <= 2 && Math.abs(y - centre) <= 2;
  return isFinder || isAlignment || x === 6 || y === 6;
}

function numberOf(bits: readonly number[], from: number, length: number): number {
  return bits.slice(from, from + length).reduce((sum, bit) => 2 * sum + bit, 0);
}

/** The data of all blocks one after the other. The last blocks may be longer by one. */
function deinterleaved(codewords: readonly number[], blocks: number, correction: number): number[] {
  const short = Math.floor(codewords.length / blocks) - correction;
  const shortBlocks = blocks - (codewords.length % blocks);
  const data = Array.from({ length: blocks }, (): number[] => []);
  let next = 0;
  for (let place = 0; place <= short; place += 1) {
    for (const [block, bytes] of data.entries()) {
      if (place === short && block < shortBlocks) continue;
      bytes.push(codewords[next] ?? 0);
      next += 1;
    }
  }
  return data.flat();
}
