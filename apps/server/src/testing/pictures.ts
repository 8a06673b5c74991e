import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** Pictures put together by hand, whole ones and others. */

export const HEAD = 'data:image/png;base64,';
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** One part of a PNG, its sum as given or as it is. */
export function part(name: string, content: Buffer, sum?: number): Buffer {
  const body = Buffer.concat([Buffer.from(name), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length);
  frame.writeUInt32BE(sum ?? crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

export const header = (width: number, height: number, ...rest: number[]) => {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width);
  content.writeUInt32BE(height, 4);
  content.set(rest.length ? rest : [8, 2, 0, 0, 0], 8);
  return part('IHDR', content);
};
export const dots = (bytes: number, all = 0) =>
  part('IDAT', deflateSync(Buffer.alloc(bytes, all), { level: 9 }));
export const END = part('IEND', Buffer.alloc(0));
export const png = (...parts: Buffer[]) =>
  HEAD + Buffer.concat([SIGNATURE, ...parts]).toString('base64');

/** Three pictures of one dot, and where each is shown. */
export const PICTURES = [0, 1, 2].map((all) => {
  const image = png(header(1, 1, 8, 0, 0, 0, 0), dots(2, all), END);
  const bytes = Buffer.from(image.slice(HEAD.length), 'base64');
  return { image, address: `/pictures/${createHash('sha256').update(bytes).digest('hex')}.png` };
});
