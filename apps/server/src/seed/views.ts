import type { UserRow } from './tables.ts';
import { fullName, later, type World } from './world.ts';

const VIEWS: [list: string, name: string, search: string, shared: boolean][] = [
  [
    'transactions',
    'Failed in the last 7 days',
    'f_status=FAILED&f_date=last7days&c=amount,currency,date,description,cardPan,status',
    true,
  ],
  ['transactions', "From 1'000.00, largest first", 'f_amount=1000.00..&sort=amount,DESC', false],
  ['shipping-methods', 'In use', 'f_enabled=true', true],
];

/** What the first of each team has kept; nobody's lists open with one. */
export function savedViews({ clock, emit, random, shops, staff }: World): void {
  const owners = [staff[0], ...shops.slice(0, 2).map((shop) => shop.staff[0])] as UserRow[];
  for (const user of owners)
    for (const [nth, [list, name, search, shared]] of VIEWS.entries()) {
      // staff have no shipping methods of their own
      if (!user.merchantId && list === 'shipping-methods') continue;
      const createdDate = later(clock, -(nth + 3) * 86_400_000);
      emit('savedViews', {
        id: random.id(createdDate),
        userId: user.id,
        ownerName: fullName(user),
        merchantId: user.merchantId,
        list,
        name,
        search,
        shared,
        createdDate,
        updatedDate: null,
      });
    }
}
