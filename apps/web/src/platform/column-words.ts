import type { Columns } from '@paydesk/contract/kernel/columns.ts';
import { ApiError } from './api.ts';

/** The refusal of a list's call in the words of its columns: 'Payload: …', where a call is told 'f_payload …'. */
export function inColumnWords(error: unknown, columns: Columns): unknown {
  if (!(error instanceof ApiError) || !error.answer) return error;
  const errors = error.fieldErrors.map((one) => {
    const column = one.field.startsWith('f_') ? columns[one.field.slice(2)] : undefined;
    return column ? { ...one, field: `${column.label}:` } : one;
  });
  return new ApiError(error.key, error.status, { ...error.answer, errors }, error.waits);
}
