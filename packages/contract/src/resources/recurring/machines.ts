import * as z from 'zod';
import { bodyOf, endpoints, uuid } from '../../kernel/endpoint.ts';
import type { Fields } from '../../kernel/fields.ts';
import { machineList } from '../../kernel/machine-list.ts';
import { recurring, recurringEndpoints } from '../recurring.ts';
import { amountFields, noteFields } from './actions.ts';

/** Recurring payments as a merchant's own systems read and change them, by API key or signature. */

/** Which day, said each time: the same call again takes nothing more. */
export const machineChargeFields = {
  dueDay: { label: 'Due day', kind: 'text', required: true, maxLength: 10 },
} as const satisfies Fields;

export const machineRecurringEndpoints = endpoints(() => {
  const machine = { access: 'machine', scope: 'own', tag: 'Merchant API' } as const;
  const params = z.strictObject({ id: uuid() });
  const { answer } = recurringEndpoints['GET /api/recurring/{id}'];
  const one = { ...machine, params, answer } as const;
  const serves = 'AM-14, AM-122, SB-32, SB-33';
  const change = { ...one, serves } as const;
  return {
    'GET /api/merchant-api/recurring': {
      ...machine,
      summary:
        'The merchant’s recurring payments, with the pages, filters and sorts that lists have',
      serves,
      ...machineList(recurring),
    },
    'GET /api/merchant-api/recurring/{id}': { ...one, summary: 'One recurring payment', serves },
    'POST /api/merchant-api/recurring/{id}/pause': {
      ...change,
      summary:
        'Pause it: nobody is charged until it is resumed. One that is paused answers as it is',
      body: bodyOf(noteFields),
    },
    'POST /api/merchant-api/recurring/{id}/resume': {
      ...change,
      summary:
        'Resume it from its next day on. One that is active answers as it is; what its payer paused its payer resumes',
    },
    'POST /api/merchant-api/recurring/{id}/cancel': {
      ...change,
      summary: 'Cancel it for good. One that is cancelled answers as it is',
      body: bodyOf(noteFields),
    },
    'POST /api/merchant-api/recurring/{id}/charge': {
      ...change,
      summary:
        'Charge one of its days now: its next one, or one that was missed or stayed unpaid. A day that is paid or on its way answers as it is',
      body: bodyOf(machineChargeFields),
    },
    'POST /api/merchant-api/recurring/{id}/amount': {
      ...change,
      summary: 'Change what each charge takes, up to what the payer agreed to',
      body: bodyOf(amountFields),
    },
  };
});
