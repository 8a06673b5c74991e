import { record, type RecordOf } from '../../kernel/record.ts';
import { merchantColumns } from '../../merchant-record.ts';
import { standingColumns } from '../../reasons.ts';
import {
  addMerchant,
  merchantAcquirer,
  setMerchantCapture,
  setMerchantFactor,
  updateMerchantProfile,
} from './actions.ts';
import { merchants } from './list.ts';
import { merchantActions } from './moves.ts';
import { setMerchantRetries } from './retries.ts';

/** A merchant as staff see it (MB-03). */
export const merchant = record({
  of: merchants,
  name: 'Merchant',
  entity: 'MERCHANT',
  one: {
    path: '/api/merchants/{id}',
    summary: 'One merchant',
    serves: 'API-78, MB-03, AM-41',
    history: 'AT-01, SB-46',
  },
  fields: {
    ...merchantColumns,
    acquirerUrl: { label: 'Own acquirer', kind: 'text', exact: true, nullable: true },
    ...standingColumns,
    updatedDate: { label: 'Updated', kind: 'dateTime', nullable: true },
    updatedBy: { label: 'Updated by', kind: 'text', nullable: true },
    standsSince: { label: 'Changed or checked', kind: 'dateTime' },
  },
  // in the two cards that its own people see too
  shown: {},
  actions: {
    'POST /api/merchants': addMerchant,
    'POST /api/merchants/{id}/actions/approve': merchantActions.approve,
    'POST /api/merchants/{id}/actions/decline': merchantActions.decline,
    'POST /api/merchants/{id}/actions/activate': merchantActions.activate,
    'POST /api/merchants/{id}/actions/disable': merchantActions.disable,
    'POST /api/merchants/{id}/actions/set-acquirer': merchantAcquirer.set,
    'POST /api/merchants/{id}/actions/remove-acquirer': merchantAcquirer.remove,
    'POST /api/merchants/{id}/actions/set-capture': setMerchantCapture,
    'POST /api/merchants/{id}/actions/set-second-factor': setMerchantFactor,
    'PUT /api/merchants/{id}': updateMerchantProfile,
    'PUT /api/merchants/{id}/retries': setMerchantRetries,
  },
});
export type Merchant = RecordOf<typeof merchant>;
