/** Twice what a header shows, for screens with dots that fine. */
const WIDTH = 480;
const HEIGHT = 96;

/** The file as a small picture in a data URL of at most so many characters, or why there is none. */
export async function pictureOf(
  file: File,
  most: number,
): Promise<{ image: string } | { problem: string }> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return { problem: 'This file is not an image that browsers can show' };
  for (let scale = 1; scale > 0.1; scale *= 0.75) {
    const fit = scale * Math.min(1, WIDTH / picture.width, HEIGHT / picture.height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * fit));
    canvas.height = Math.max(1, Math.round(picture.height * fit));
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const url = canvas.toDataURL('image/png');
    if (url.length <= most) return { image: url };
  }
  return { problem: 'This picture can’t be made small enough: choose a simpler one' };
}
