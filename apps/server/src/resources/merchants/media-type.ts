import type { MediaType } from '@paydesk/contract/resources/merchants/applications.ts';

/** What a file is by what it holds; its name and what somebody says of it tell nothing. Null: none that we take. */
export function mediaTypeOf(bytes: Buffer): MediaType | null {
  if (isPng(bytes)) return 'image/png';
  if (isJpeg(bytes)) return 'image/jpeg';
  return isPdf(bytes) ? 'application/pdf' : null;
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/** Chunk by chunk to its end, with nothing behind it: no archive hides there. */
function isPng(bytes: Buffer): boolean {
  if (!bytes.subarray(0, 8).equals(PNG)) return false;
  let at = 8;
  for (let first = true; at + 12 <= bytes.length; first = false) {
    const kind = bytes.toString('latin1', at + 4, at + 8);
    if (first && kind !== 'IHDR') return false;
    at += 12 + bytes.readUInt32BE(at);
    if (kind === 'IEND') return at === bytes.length;
  }
  return false;
}

/** From its first mark to its last, segment by segment up to the picture itself. */
function isJpeg(bytes: Buffer): boolean {
  if (bytes.length < 8 || bytes.readUInt16BE(0) !== 0xffd8) return false;
  if (bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) return false;
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return false;
    const mark = bytes[at + 1]!;
    if (mark === 0xda) return true;
    if (mark < 0xc0) return false;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}

const isPdf = (bytes: Buffer) =>
  bytes.toString('latin1', 0, 5) === '%PDF-' &&
  bytes
    .toString('latin1', Math.max(0, bytes.length - 1024))
    .trimEnd()
    .endsWith('%%EOF');
