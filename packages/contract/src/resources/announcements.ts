import * as z from 'zod';
import { endpoints, instant, uuid } from '../kernel/endpoint.ts';

/** What merchants are told: title and HTML text (BD-19), cleaned when it was written (AM-46). */
export interface Announcement {
  id: string;
  title: string;
  text: string;
  validFrom: string;
}

export const announcementEndpoints = endpoints(() => ({
  'GET /api/announcements': {
    summary: 'What the merchant console announces now',
    serves: 'API-138, BD-15..19, SB-45',
    access: 'authenticated',
    roles: ['MERCHANT_ADMIN', 'MERCHANT_OPERATOR'],
    scope: 'all',
    answer: z.array(
      z.strictObject({ id: uuid(), title: z.string(), text: z.string(), validFrom: instant() }),
    ) satisfies z.ZodType<Announcement[]>,
  },
}));
