import { SEARCH_KINDS, type SearchKind } from '@paydesk/contract/kernel/search.ts';
import { paths } from '../../paths.ts';

/** Where what is found has its screen. */
export const LINKS: Record<SearchKind, (id: string) => string> = {
  transaction: paths.transaction,
  order: paths.order,
  purchase: paths.purchase,
  recurring: (id) => paths.recurring({ f_id: id }),
  loan: paths.consumerCredit,
  customer: paths.customer,
  merchant: paths.merchantById,
  user: paths.user,
};

export const ALL_KINDS = Object.keys(SEARCH_KINDS) as SearchKind[];
/** Words are of whoever is called so, before what is theirs. */
const NAMED: readonly SearchKind[] = ['customer', 'merchant', 'user'];
export const NAMED_FIRST = [...NAMED, ...ALL_KINDS.filter((kind) => !NAMED.includes(kind))];
