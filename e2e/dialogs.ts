import { caseDescription } from '../apps/server/src/seed/cases.ts';
import { askedOf, type Fields, type Field } from '../packages/contract/src/kernel/fields.ts';
import type { RecordAction } from '../packages/contract/src/kernel/record.ts';
import { announcement } from '../packages/contract/src/resources/announcements.ts';
import { deliveryCompany } from '../packages/contract/src/resources/delivery/lists.ts';
import { financingInstitution } from '../packages/contract/src/resources/financing-institutions.ts';
import { merchant } from '../packages/contract/src/resources/merchants/record.ts';
import { order } from '../packages/contract/src/resources/orders.ts';
import { transaction } from '../packages/contract/src/resources/transactions/record.ts';
import { markRefunded } from '../packages/contract/src/resources/transactions/actions.ts';

/**
 * At which dialogs of actions axe looks: what `dialogs.test.ts` holds is that no action of the contract
 * has a dialog of another shape. Data alone, so that it is read without a browser.
 */
export interface DialogStop {
  as: 'staff' | 'owner';
  /** The screen that has the buttons. */
  at: string;
  /** The record at the end of it, where it is one: what selects its id. */
  of?: string;
  /** The dialogs, one after the other. */
  opens: readonly AnyAction[];
  /** Over so many rows of the list. */
  over?: number;
}
// the fields of each action are its own
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyAction = RecordAction<any, any, any>;

const amber = `select id from merchants where name = 'Amber & Oak'`;

export const DIALOGS: Readonly<Record<string, DialogStop>> = {
  'of a merchant': {
    as: 'staff',
    at: '/merchants/',
    of: amber,
    opens: [
      merchant.actions['POST /api/merchants/{id}/actions/set-acquirer'],
      merchant.actions['POST /api/merchants/{id}/actions/disable'],
    ],
  },
  'of a payment': {
    as: 'owner',
    at: '/transactions/',
    of: `select id from transactions where refunded_transaction_id is null
         and description = '${caseDescription('AO', 'refundedInPart')}'`,
    opens: [
      transaction.actions['POST /api/transactions/{id}/actions/refund'],
      transaction.actions['POST /api/transactions/{id}/actions/reverse'],
      markRefunded,
    ],
  },
  'over many orders': {
    as: 'owner',
    at: '/orders?f_status=PENDING',
    over: 2,
    opens: [order.actions['PUT /api/orders/{id}/reject']],
  },
  'a new announcement': {
    as: 'staff',
    at: '/announcements',
    opens: [announcement.actions['POST /api/announcements']],
  },
  'a new delivery company': {
    as: 'staff',
    at: '/delivery/companies',
    opens: [deliveryCompany.actions['POST /api/delivery/companies']],
  },
  'a new institution': {
    as: 'staff',
    at: '/financing/financing-institutions',
    opens: [financingInstitution.actions['POST /api/financing/financing-institutions']],
  },
};

/** What an input is drawn as; those of a kind are told apart by the keys of a phone alone. */
function controlOf({ kind, from, enumeration }: Field): string {
  if (kind === 'boolean') return 'box';
  if (from) return 'choice of rows';
  if (kind === 'dateTime' || kind === 'html' || kind === 'picture') return kind;
  if (enumeration) return 'choice';
  return kind === 'textarea' || kind === 'password' ? kind : 'line';
}

/** What the dialog of an action is made of. */
export function partsOf({ fields, danger, dialog }: AnyAction): string[] {
  const controls = Object.values(askedOf(fields as Fields)).map(controlOf);
  return [
    ...new Set([
      ...(controls.length ? controls : ['words alone']),
      ...(danger ? ['what can’t be undone'] : []),
      ...(dialog?.ask ? ['a question before it'] : []),
    ]),
  ].toSorted();
}

/** The same over many rows, whose dialog says more. */
export const OVER_MANY = 'over many';

/** Of each dialog that is looked at. */
export const SHAPES: readonly (readonly string[])[] = Object.values(DIALOGS).flatMap(
  ({ opens, over }) => opens.map((action) => [...partsOf(action), ...(over ? [OVER_MANY] : [])]),
);
