import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { labelOf, type KeptButton } from '@paydesk/contract/resources/widgets/code.ts';
import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { isOpen } from '../../domain/merchant-features.ts';

export interface Button extends KeptButton {
  /** Whom one would pay. */
  merchant: string;
}

/**
 * What everybody may know of a widget, by its id alone: nobody is signed in, so it reads in sight of
 * all. Nothing begins at a disabled widget, nor at any of a merchant that doesn't trade or has none.
 */
export async function buttonOf(database: Database, id: string): Promise<Button | null> {
  const [row] = await database.run(
    sql<{
      name: string;
      total_label: string | null;
      total_cents: bigint | null;
      currency: KeptButton['currency'];
      active: boolean;
      fixed: boolean;
      merchant: string;
    }>`
      select w.name, w.total_label, w.total_cents, w.currency, m.name as merchant, w.type = 'INSTANT' as fixed,
        w.status = 'ACTIVE' and m.status = 'ACTIVE' and ${isOpen('w.merchant_id', 'WIDGETS')} as active
      from widgets w join merchants m on m.id = w.merchant_id where w.id = ${id}`,
    'all',
  );
  if (!row) return null;
  const {
    name,
    total_label: totalLabel,
    total_cents: cents,
    currency,
    active,
    fixed,
    merchant,
  } = row;
  const amount = cents === null ? null : fromCents(cents);
  return { label: labelOf({ name, totalLabel }), amount, currency, active, fixed, merchant };
}
