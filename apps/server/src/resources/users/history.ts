import { userHistory } from '@paydesk/contract/resources/users/history.ts';
import { historyList } from '../../platform/list/history.ts';

export const userHistoryList = historyList(userHistory, {
  from: 'users p',
  id: 'p.id',
  tenant: 'p.merchant_id',
});
