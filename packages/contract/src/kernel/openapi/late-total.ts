import { PAGE_FIRST, TOTAL_ALONE } from '../late-total.ts';
import type { Parameter, Response, Schema } from './types.ts';

export const PREFER: Parameter = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description: `\`${PAGE_FIRST}\`: rather a 202 with the page than to wait for a total that takes long to count. \`${TOTAL_ALONE}\`: that total, and no rows. Without it page and total are answered together.`,
  schema: { type: 'string', enum: [PAGE_FIRST, TOTAL_ALONE] },
};

/** The answer of a list whose total comes later: the same, with null in the total's place. */
export const lateTotal = ({ properties, ...schema }: Schema): Response['content'] => ({
  'application/json': {
    schema: { ...schema, properties: { ...properties, totalElements: { type: 'null' } } },
  },
});
