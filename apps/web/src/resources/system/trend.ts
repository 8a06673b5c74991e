import type { Call } from '@paydesk/contract/index.ts';

type Trend = Call<'GET /api/system/trends'>['answer'];
export type Point = Trend['points'][number];

/** Every step from the first that was written down to now, so that what is missing is a gap and not a shorter line. */
export function stepsOf({
  points,
  until,
  stepMinutes,
}: Pick<Trend, 'points' | 'until' | 'stepMinutes'>): { at: string; point: Point | null }[] {
  const size = stepMinutes * 60_000;
  const of = new Map(points.map((point) => [Date.parse(point.at), point]));
  const [first] = of.keys();
  if (first === undefined) return [];
  const count = Math.floor((Date.parse(until) - first) / size) + 1;
  return Array.from({ length: count }, (_, nth) => {
    const at = first + nth * size;
    return { at: new Date(at).toISOString(), point: of.get(at) ?? null };
  }).filter(({ point }, nth, all) => point !== null || nth < all.length - 1);
}
