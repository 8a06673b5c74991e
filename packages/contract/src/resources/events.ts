import * as z from 'zod';
import { endpoints } from '../kernel/endpoint.ts';

/** What happens, told to the screens that stand open (ADR 102). */
export const eventsEndpoints = endpoints(() => ({
  'GET /api/events': {
    summary:
      'What happens, as it happens: server-sent events of the lists and records that one may read. An `event: change` has `watch`, the address that it is about, and the ids of its rows that are `new`, `changed` or `gone`; `many` in their place where they are too many to be named. An `event: reset` says that something may have been missed: ask anew. After a cut line `Last-Event-ID` goes on where it ended, for five minutes.',
    tag: 'Events',
    serves: 'GT-01, TX-58',
    access: 'authenticated',
    scope: 'merchant',
    query: z.strictObject({
      watch: z
        .string()
        .max(12_000)
        .optional()
        .meta({
          description:
            'Addresses of calls that read a list or a record, with the filters of the list, apart by a space, ten at most: events of these alone. All lists that one may read where it is left out.',
          examples: ['/api/transactions?f_status=DECLINED /api/merchants?size=100'],
        }),
      age: z
        .string()
        .regex(/^\d{1,3}$/, 'Value must be 0 to 999')
        .optional()
        .meta({
          description:
            'How many seconds ago that was read which is shown: what has happened since comes first.',
        }),
    }),
    alsoAnswers: { 404: 'A watched list or record is not there, or not theirs to read.' },
    answer: z.string(),
    answerType: 'text/event-stream',
  },
}));
