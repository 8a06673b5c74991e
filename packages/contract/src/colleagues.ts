import * as z from 'zod';
import { uuid, type Scope } from './kernel/endpoint.ts';
import type { Case } from './taking.ts';

/** Somebody to whom a case can be given. */
export const colleague = () => z.strictObject({ id: uuid(), name: z.string() });

/** Who else may decide this case, by their names; not whoever has it in hand, nor whoever asks. */
export const colleaguesOf = <R>({ what, serves, asks }: Case<R>, scope: Scope) => ({
  summary: `The colleagues to whom ${what} can be given`,
  serves,
  access: [...asks.anyOf],
  roles: [...asks.roles],
  scope,
  params: z.strictObject({ id: uuid() }),
  answer: z.array(colleague()),
});
