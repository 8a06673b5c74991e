import { createHash } from 'node:crypto';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import type { Fields } from '@paydesk/contract/kernel/fields.ts';
import { messages } from '@paydesk/contract/kernel/messages.ts';
import { sql } from 'kysely';
import type { Tx } from './db/database.ts';
import { invalid } from './errors.ts';

/** Where everybody sees a picture: one address, one picture for good. */
export const PICTURES = '/pictures/';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const MOST_PIXELS_A_SIDE = 1000;
/** Bits of one pixel by its kind of colour; at most eight of each channel. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Filters of a row, 0 to 4. */
const MOST_FILTER = 4;

/**
 * The picture of a data URL written anew from its pixels alone, or null where it is no whole PNG. What
 * stood beside them, such as where a photograph was taken or a script for who takes it for a page, is gone.
 */
export function redrawn(dataUrl: string): Buffer | null {
  const [, base64] = /^data:image\/png;base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl) ?? [];
  if (!base64) return null;
  const parts = partsOf(Buffer.from(base64, 'base64'));
  const head = parts?.get('IHDR');
  const packed = parts?.get('IDAT');
  if (head?.length !== 13 || !packed) return null;
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const [depth, colour, ...methods] = head.subarray(8);
  const channels = CHANNELS[colour!];
  const small = [width, height].every((side) => side >= 1 && side <= MOST_PIXELS_A_SIDE);
  // in the one order, row by row
  if (!small || !channels || ![1, 2, 4, 8].includes(depth!) || methods.some(Boolean)) return null;
  const row = 1 + Math.ceil((width * channels * depth!) / 8);
  const pixels = unpacked(packed, row * height);
  if (!pixels) return null;
  for (let at = 0; at < pixels.length; at += row) if (pixels[at]! > MOST_FILTER) return null;
  const [colours, clear] = [parts!.get('PLTE'), parts!.get('tRNS')];
  if ((colour === 3) !== (colours !== undefined)) return null;
  if (colours && (colours.length % 3 || colours.length > 768)) return null;
  if (clear && clear.length > 256) return null;
  return Buffer.concat([
    SIGNATURE,
    part('IHDR', head),
    ...(colours ? [part('PLTE', colours)] : []),
    ...(clear ? [part('tRNS', clear)] : []),
    part('IDAT', deflateSync(pixels, { level: 9 })),
    part('IEND', Buffer.alloc(0)),
  ]);
}

/** The parts of a PNG by name, those of the same name as one; null where a sum does not hold or the end is missing. */
function partsOf(png: Buffer): Map<string, Buffer> | null {
  if (!png.subarray(0, 8).equals(SIGNATURE)) return null;
  const parts = new Map<string, Buffer>();
  for (let at = 8; at + 12 <= png.length;) {
    const end = at + 8 + png.readUInt32BE(at);
    if (end + 4 > png.length || crc32(png.subarray(at + 4, end)) !== png.readUInt32BE(end))
      return null;
    const name = png.toString('latin1', at + 4, at + 8);
    if (name === 'IEND') return parts;
    parts.set(name, Buffer.concat([parts.get(name) ?? Buffer.alloc(0), png.subarray(at + 8, end)]));
    at = end + 4;
  }
  return null;
}

/** As many bytes as the picture has; a bomb is not opened further. */
function unpacked(packed: Buffer, length: number): Buffer | null {
  try {
    const pixels = inflateSync(packed, { maxOutputLength: length });
    return pixels.length === length ? pixels : null;
  } catch {
    return null;
  }
}

function part(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/**
 * Of an action's values each picture as its address: a new one is kept, under what it holds, so that the same
 * one is kept once; an address is the record's own, and nobody else's.
 */
export async function keptPictures<V extends object>(
  tx: Tx,
  fields: Fields,
  values: V,
  before: object,
): Promise<V> {
  const kept = { ...values } as Record<string, unknown>;
  for (const [key, { kind }] of Object.entries(fields)) {
    const value = kept[key];
    if (kind !== 'picture' || typeof value !== 'string') continue;
    if (value === (before as Record<string, unknown>)[key]) continue;
    const png = redrawn(value);
    if (!png) throw invalid(key, messages.picture);
    const id = createHash('sha256').update(png).digest('hex');
    await sql`insert into pictures (id, png) values (${id}, ${png}) on conflict do nothing`.execute(
      tx,
    );
    kept[key] = `${PICTURES}${id}.png`;
  }
  return kept as V;
}
