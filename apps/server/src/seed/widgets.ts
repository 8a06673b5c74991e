import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { ITEM_DEFAULTS, type WidgetItem } from '@paydesk/contract/resources/widgets/widget.ts';
import { widgetRow, type WidgetGiven } from './factories/widgets.ts';
import { audit } from './audit.ts';
import type { Random } from './random.ts';
import { goodsFor } from './words.ts';
import { fullName, later, type World } from './world.ts';

interface Plan extends Omit<WidgetGiven, 'merchantId'> {
  /** So many items, of which the total is made. */
  lines?: number;
  /** From the merchant's own system, by its API. */
  byApi?: true;
}

/** Every type, status, creation method and way to authorise, with items and without. */
const PLANS: readonly Plan[] = [
  { name: 'Checkout', type: 'CHECKOUT' },
  { name: 'Gift voucher', type: 'INSTANT', totalAmount: 49.9, totalTaxRate: '0.21' },
  { name: 'Starter set', type: 'INSTANT', lines: 3 },
  { name: 'Season catalogue', type: 'INSTANT', lines: 14, status: 'DISABLED' },
  {
    name: 'Checkout of the old shop',
    type: 'CHECKOUT',
    orderAuthorizationType: 'SIGNATURE',
    status: 'DISABLED',
    byApi: true,
  },
  {
    name: 'Deposit',
    type: 'PAYMENT',
    totalAmount: 250,
    totalLabel: 'Deposit for a made-to-measure order',
    byApi: true,
  },
  {
    name: 'Invoice payment',
    type: 'PAYMENT',
    orderAuthorizationType: 'CALLBACK',
    status: 'DISABLED',
  },
  { name: 'One item, fast', type: 'INSTANT', lines: 1, byApi: true },
];

/** Books have a rate of their own. */
const RATES = [ITEM_DEFAULTS.taxRate, ITEM_DEFAULTS.taxRate, 0.12, 0];

/** The buttons of each merchant that trades: all of them for the two named ones, some for the others. */
export function widgets(world: World): void {
  const { clock, emit, random } = world;
  for (const [index, shop] of world.shops.entries()) {
    const { id: merchantId, createdDate: since } = shop.merchant;
    const [first] = shop.staff;
    const createdBy = first ? fullName(first) : 'Elīna Bērziņa';
    const days = Math.floor((clock.getTime() - since.getTime()) / 86_400_000);
    for (const { lines = 0, byApi, name, ...plan } of PLANS) {
      if (index >= 2 && random.chance(0.6)) continue;
      const createdDate = later(since, random.int(86_400_000, (days - 1) * 86_400_000));
      const changed = plan.status === 'DISABLED' || random.chance(0.3);
      const updatedDate = changed ? later(createdDate, 3_600_000) : null;
      const id = random.id(createdDate);
      emit(
        'widgets',
        widgetRow({
          ...plan,
          id,
          merchantId,
          name,
          creationMethod: byApi ? 'API' : 'MANUAL',
          totalLabel: plan.totalLabel ?? (plan.type === 'CHECKOUT' ? null : name),
          items: Array.from({ length: lines }, () => item(random, shop.goods)),
          createdDate,
          createdBy,
          updatedDate,
          updatedBy: changed ? createdBy : null,
        }),
      );
      if (!first) continue;
      const about = { entityType: 'WIDGET', entityId: id, result: 'SUCCESS' };
      const tell = (date: Date, action: string, field: string, before: unknown, after: unknown) =>
        audit(world, date, first, {
          ...about,
          action,
          details: { changes: { [field]: { before, after } } },
        });
      const renamed = updatedDate !== null && plan.status !== 'DISABLED';
      tell(createdDate, 'CREATE_WIDGET', 'name', null, renamed ? 'Button' : name);
      if (renamed) tell(updatedDate, 'UPDATE_WIDGET', 'name', 'Button', name);
      else if (updatedDate) tell(updatedDate, 'DISABLE_WIDGET', 'status', 'ACTIVE', 'DISABLED');
    }
  }
}

function item(random: Random, goods: readonly string[]): WidgetItem {
  const reference = `SKU-${random.digits(4)}`;
  const cents = BigInt(random.int(2_50, 180_00));
  return {
    reference,
    label: goodsFor(random, goods, cents),
    amount: fromCents(cents),
    currency: ITEM_DEFAULTS.currency,
    taxRate: random.pick(RATES),
    count: random.weighted([
      [7, 1],
      [2, 2],
      [1, 3],
    ]),
  };
}
