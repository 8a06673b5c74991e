/** A proof runs in a short form in `npm test` and in its full form in `npm run prove`. */
export const runs = (short: number, full: number): number =>
  process.env['PROVE'] === '1' ? full : short;
