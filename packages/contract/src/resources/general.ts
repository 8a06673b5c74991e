import * as z from 'zod';
import { endpoints } from '../kernel/endpoint.ts';

/** Calls that belong to the console itself, not to a resource. */
export const generalEndpoints = endpoints(() => ({
  'GET /api/csv/records-limit': {
    summary: 'How many records a CSV file holds at most',
    tag: 'Console',
    serves: 'API-151, CS-19, GT-19',
    access: 'authenticated',
    scope: 'all',
    answer: z.strictObject({ recordsLimit: z.int() }),
  },
  'GET /api/settings/console': {
    summary:
      'The words and addresses of this installation: banner, copyright, portal, documentation, business time zone, support',
    tag: 'Console',
    serves: 'SH-02, SH-03, SH-07, AM-49, AM-117',
    access: 'public',
    scope: 'all',
    answer: z.strictObject({
      /** Who runs this installation and where, and its logo as a data URL; null until staff have said so. */
      provider: z.strictObject({
        name: z.string().nullable(),
        country: z.string().nullable(),
        logo: z.string().nullable(),
      }),
      /** Where people and machines reach it. */
      publicUrl: z.string(),
      portalUrl: z.string(),
      developerDocsUrl: z.string(),
      /** The zone that cuts business days (AM-23). */
      businessTimeZone: z.string(),
      /** Whom to call about an error; null where staff have set none (AM-118). */
      supportPhone: z.string().nullable(),
      /** What stands above every page; null where staff have written none (AM-117). */
      banner: z
        .strictObject({
          before: z.string(),
          /** Words that lead to the address; empty where the text has none in brackets. */
          link: z.string(),
          after: z.string(),
          address: z.string(),
        })
        .nullable(),
      /** The line at the foot; null: none. */
      copyright: z.string().nullable(),
    }),
  },
  'GET /api/service-provider/public-ip': {
    summary:
      'The address that our calls to merchants come from, as plain text; empty where it is not set',
    tag: 'Console',
    serves: 'API-101, MM-15',
    access: 'authenticated',
    scope: 'all',
    answer: z.string(),
    answerType: 'text/plain',
  },
}));
