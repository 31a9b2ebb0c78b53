import { afterEach, describe, expect, test, vi } from "vitest";
import { fitWithin, shrinkPhoto } from "./shrink-photo";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("a photo's size", () => {
  test.each([
    [4000, 3000, 1600, 1200],
    [3000, 4000, 1200, 1600],
    [1600, 900, 1600, 900],
    [320, 240, 320, 240],
    [10_000, 2, 1600, 1],
  ])("%i × %i becomes %i × %i", (width, height, newWidth, newHeight) => {
    expect(fitWithin({ width, height }, 1600)).toEqual({ width: newWidth, height: newHeight });
  });
});

const photo = (bytes: number) => new File([new Uint8Array(bytes)], "me.at.work.png", { type: "image/png" });

/** A mocked canvas whose JPEG has so many bytes. */
function browserThatDraws(bytes: number) {
  vi.stubGlobal("createImageBitmap", async () => ({ width: 4000, height: 3000, close: () => undefined }));
  const pen = { fillStyle: "", fillRect: vi.fn(), drawImage: vi.fn() };
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(pen as never);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done, type) =>
    done(new Blob([new Uint8Array(bytes)], { type })),
  );
  return pen;
}

describe("shrinking", () => {
  test("a heavy photo is drawn again as a JPEG of 1600 px", async () => {
    const pen = browserThatDraws(100_000);
    const lighter = await shrinkPhoto(photo(3_000_000));
    expect([lighter.name, lighter.type, lighter.size]).toEqual(["me.at.work.jpg", "image/jpeg", 100_000]);
    expect(pen.drawImage).toHaveBeenCalledWith(expect.anything(), 0, 0, 1600, 1200);
  });

  test("a light photo, and one that would only get heavier, stay as they are", async () => {
    browserThatDraws(500_000);
    for (const bytes of [300_000, 450_000]) {
      const original = photo(bytes);
      expect(await shrinkPhoto(original)).toBe(original);
    }
  });

  test("what the browser cannot read stays as it is", async () => {
    vi.stubGlobal("createImageBitmap", async () => {
      throw new Error("no picture");
    });
    const original = photo(3_000_000);
    expect(await shrinkPhoto(original)).toBe(original);
  });
});
