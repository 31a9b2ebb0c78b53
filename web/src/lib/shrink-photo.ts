/** Shrinks photos before an upload. */
const longestSide = 1600;
/** Photos up to this size are sent unchanged: there is little to save. */
const lightEnough = 400 * 1024;

interface Size {
  width: number;
  height: number;
}

/** The same aspect ratio, no side longer than `longest`; never larger than the original. */
export function fitWithin({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

async function redrawn(photo: File): Promise<Blob | null> {
  const picture = await createImageBitmap(photo);
  const { width, height } = fitWithin(picture, longestSide);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext("2d");
  // A JPEG has no transparency: transparent parts of a PNG would become black.
  if (pen) {
    pen.fillStyle = "#ffffff";
    pen.fillRect(0, 0, width, height);
    pen.drawImage(picture, 0, 0, width, height);
  }
  picture.close();
  return pen && new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.85));
}

/** A smaller copy of a large photo. A file that the browser cannot read is sent as it is, and the server refuses it. */
export async function shrinkPhoto(photo: File): Promise<File> {
  if (photo.size <= lightEnough) return photo;
  const lighter = await redrawn(photo).catch(() => null);
  if (!lighter || lighter.size >= photo.size) return photo;
  return new File([lighter], `${photo.name.replace(/\.\w+$/, "")}.jpg`, { type: lighter.type });
}
