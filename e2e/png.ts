import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** A picture's dots, three bytes each. */
export interface Dots {
  width: number;
  height: number;
  /** Red, green and blue of each dot, line by line. */
  rgb: Buffer;
}

/**
 * The same picture in few bytes: a palette of its commonest colours, and each other colour as the
 * nearest of them, which on a screen are the edges of letters. Alpha is dropped, as a page has none.
 */
export function packPng(png: Buffer, colours: number): Buffer {
  const { width, height, rgb } = readPng(png);
  const counts = new Map<number, number>();
  for (let at = 0; at < rgb.length; at += 3) {
    const colour = rgb.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = paletteOf(counts, colours);
  const indexes = new Map(palette.map((colour, index) => [colour, index]));
  for (const colour of counts.keys())
    if (!indexes.has(colour)) indexes.set(colour, nearest(palette, colour));
  // one byte before each line says that it is not filtered
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      lines[y * (width + 1) + 1 + x] = indexes.get(rgb.readUIntBE((y * width + x) * 3, 3))!;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = INDEXED;
  const table = Buffer.alloc(palette.length * 3);
  for (const [index, colour] of palette.entries()) table.writeUIntBE(colour, index * 3, 3);
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', header),
    chunk('PLTE', table),
    chunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const INDEXED = 3;

/** Half of them the commonest, the other half those that would be missed most: a chip's ground is rare. */
function paletteOf(counts: ReadonlyMap<number, number>, colours: number): number[] {
  const sorted = [...counts].sort(([one, count], [other, most]) => most - count || one - other);
  const palette = sorted.slice(0, colours >> 1).map(([colour]) => colour);
  const missed = sorted.map(([colour]) => Math.min(...palette.map((one) => apart(one, colour))));
  while (palette.length < Math.min(colours, sorted.length)) {
    let worst = 0;
    for (const [at, [, count]] of sorted.entries())
      if (missed[at]! * count > missed[worst]! * sorted[worst]![1]) worst = at;
    const [colour] = sorted[worst]!;
    palette.push(colour);
    for (const [at, [one]] of sorted.entries())
      missed[at] = Math.min(missed[at]!, apart(one, colour));
  }
  return palette;
}

/** Reads what Chromium writes and what is packed here: eight bits a channel, no interlace. */
export function readPng(png: Buffer): Dots {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const kind = png[25]!;
  const channels = kind === 6 ? 4 : kind === INDEXED ? 1 : 3;
  const data: Buffer[] = [];
  let palette: Buffer | undefined;
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const name = png.toString('latin1', at + 4, at + 8);
    const held = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    if (name === 'IDAT') data.push(held);
    if (name === 'PLTE') palette = held;
  }
  const pixels = unfiltered(inflateSync(Buffer.concat(data)), width * channels, height, channels);
  const rgb = Buffer.alloc(width * height * 3);
  for (let dot = 0; dot < width * height; dot++) {
    const colour = palette
      ? palette.readUIntBE(pixels[dot]! * 3, 3)
      : pixels.readUIntBE(dot * channels, 3);
    rgb.writeUIntBE(colour, dot * 3, 3);
  }
  return { width, height, rgb };
}

/** How far two colours are apart: the parts' differences together. */
const apart = (one: number, other: number): number =>
  Math.abs((one >> 16) - (other >> 16)) +
  Math.abs(((one >> 8) & 255) - ((other >> 8) & 255)) +
  Math.abs((one & 255) - (other & 255));

function nearest(palette: readonly number[], colour: number): number {
  let best = 0;
  for (let index = 1; index < palette.length; index++)
    if (apart(palette[index]!, colour) < apart(palette[best]!, colour)) best = index;
  return best;
}

/** Colours that a palette's rounding and an edge's smoothing make of one. */
const ALIKE = 120;
/** So much of a whole picture may differ, and so much of a square of it: a word fills far more. */
const OF_ALL = 0.005;
const SQUARE = 16;
const OF_SQUARE = 0.12;

/** A part of a picture, in dots from its upper left corner. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The picture with these parts of it black. */
export function without({ width, height, rgb }: Dots, boxes: readonly Box[]): Dots {
  const left = Buffer.from(rgb);
  for (const box of boxes) {
    const from = Math.max(0, Math.floor(box.x));
    const to = Math.max(from, Math.min(width, Math.ceil(box.x + box.width)));
    const last = Math.min(height, Math.ceil(box.y + box.height));
    for (let y = Math.max(0, Math.floor(box.y)); y < last; y++)
      left.fill(0, (y * width + from) * 3, (y * width + to) * 3);
  }
  return { width, height, rgb: left };
}

/**
 * Null where two pictures show the same; else how they differ. One word is less than a part in ten
 * thousand of a screen, so each square of it is looked at too.
 */
export function differs(one: Dots, other: Dots): string | null {
  if (one.width !== other.width || one.height !== other.height)
    return `${one.width} × ${one.height} in place of ${other.width} × ${other.height}`;
  const across = Math.ceil(one.width / SQUARE);
  const squares = new Map<number, number>();
  let all = 0;
  for (let y = 0; y < one.height; y++)
    for (let x = 0; x < one.width; x++) {
      const at = (y * one.width + x) * 3;
      if (apart(one.rgb.readUIntBE(at, 3), other.rgb.readUIntBE(at, 3)) <= ALIKE) continue;
      all += 1;
      const square = Math.floor(y / SQUARE) * across + Math.floor(x / SQUARE);
      squares.set(square, (squares.get(square) ?? 0) + 1);
    }
  const share = all / (one.width * one.height);
  if (share > OF_ALL) return `${(share * 100).toFixed(2)} % of the dots differ`;
  for (const [square, count] of squares)
    if (count > SQUARE * SQUARE * OF_SQUARE)
      return `it differs around ${(square % across) * SQUARE}, ${Math.floor(square / across) * SQUARE}`;
  return null;
}

/** Takes back what each line says was subtracted from it. */
function unfiltered(lines: Buffer, row: number, height: number, channels: number): Buffer {
  const out = Buffer.alloc(row * height);
  for (let y = 0; y < height; y++) {
    const filter = lines[y * (row + 1)]!;
    for (let x = 0; x < row; x++) {
      const at = y * row + x;
      const left = x < channels ? 0 : out[at - channels]!;
      const up = y === 0 ? 0 : out[at - row]!;
      const corner = y === 0 || x < channels ? 0 : out[at - row - channels]!;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]!;
      out[at] = lines[y * (row + 1) + 1 + x]! + guess;
    }
  }
  return out;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const byLeft = Math.abs(guess - left);
  const byUp = Math.abs(guess - up);
  const byCorner = Math.abs(guess - corner);
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
