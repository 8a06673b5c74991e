import type { Enumeration } from '@paydesk/contract/kernel/enumeration.ts';
import { formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { RELATIVE_DAYS } from '@paydesk/contract/kernel/filters.ts';
import { SEARCH_DEEDS } from '@paydesk/contract/kernel/search.ts';
import { TRANSACTION_STATUSES } from '@paydesk/contract/kernel/transaction-statuses.ts';
import { typedDay } from '@paydesk/contract/kernel/typed-days.ts';
import { DISPUTE_STATUSES } from '@paydesk/contract/payments.ts';
import type { Actor } from '@paydesk/contract/permissions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { paths } from '../../paths.ts';
import { isoDay } from '../format.ts';
import { READS_PAYMENTS } from './commands.ts';

const LEAST_LETTERS = 4;

interface Part {
  /** By which of its words it is called; one that is begun counts. */
  words: readonly string[];
  label: string;
  filter: Readonly<Record<string, string>>;
}

const partsOf = (key: string, enumeration: Enumeration): Part[] =>
  Object.entries(enumeration).map(([name, label]) => ({
    words: [label.toLowerCase()],
    label,
    filter: { [key]: name },
  }));

/** What the list of payments is asked for most, by the words that its filters have. */
const PARTS: readonly Part[] = [
  ...partsOf('f_status', TRANSACTION_STATUSES),
  { words: ['refunds'], label: 'Refunds', filter: { f_type: 'REFUND,MANUAL_REFUND' } },
  ...partsOf('f_dispute', DISPUTE_STATUSES),
  {
    words: ['disputes', 'chargebacks'],
    label: 'Disputes',
    filter: { f_dispute: Object.keys(DISPUTE_STATUSES).join() },
  },
];

/** 'yesterday', '25.11.2026' or 'this month' as the list's filter has it; null where it is no day. */
function dayFilter(words: string, today: string): string | null {
  const day = typedDay(words, today);
  if (day) return formatIsoDay(day);
  return Object.entries(RELATIVE_DAYS).find(([, said]) => said === words)?.[0] ?? null;
}

/** 'declined yesterday': the list of payments with its filters set; `refund` alone is what is to be done. */
export function listsOf(actor: Actor, text: string, today = isoDay(new Date())) {
  const said = text.trim().toLowerCase().replace(/\s+/g, ' ');
  if (said.length < LEAST_LETTERS || !isAllowed(actor, READS_PAYMENTS)) return [];
  return PARTS.flatMap(({ words, label, filter }) =>
    words.flatMap((word) => {
      const begun = word.startsWith(said) && !Object.hasOwn(SEARCH_DEEDS, said);
      const day = said.startsWith(`${word} `) ? said.slice(word.length + 1) : null;
      const f_date = day && dayFilter(day, today);
      if (!begun && !f_date) return [];
      const href = paths.transactions({ ...filter, ...(f_date && { f_date }) });
      return [{ name: href, href, label: `Transactions: ${label}${f_date ? `, ${day}` : ''}` }];
    }),
  );
}
