import type { FieldError } from '@paydesk/contract/kernel/errors.ts';
import type { Tx } from '../../platform/db/database.ts';

/** Why some of these don't come in. */
export type Refuses<C> = (tx: Tx, some: readonly C[]) => Promise<Map<C, FieldError>>;

/** What one of these refuses the next is not asked about: it does not come in. */
export const either =
  <C>(...each: readonly Refuses<C>[]): Refuses<C> =>
  async (tx, some) => {
    const refused = new Map<C, FieldError>();
    for (const refuse of each) {
      const left = some.filter((one) => !refused.has(one));
      for (const [one, why] of await refuse(tx, left)) refused.set(one, why);
    }
    return refused;
  };
