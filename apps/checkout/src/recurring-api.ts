import type { RecurringPage } from '@paydesk/contract/resources/recurring/page.ts';
import { call } from './api.ts';

/** The page of it, or what became of what its payer did. */
export const recurringPage = (token: string, doing: 'pause' | 'resume' | 'cancel' | null) =>
  call<RecurringPage>(
    doing ? 'POST' : 'GET',
    `/${token}${doing ? `/${doing}` : ''}`,
    undefined,
    '/api/recurring-pages',
  );
