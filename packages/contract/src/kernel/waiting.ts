import * as z from 'zod';

/** The answer to who has asked for what waits for a second person now. */
export const waits = () =>
  z
    .strictObject({
      approvalId: z.string().meta({ format: 'uuid' }),
      expiresDate: z.iso.datetime().meta({ format: 'date-time' }),
    })
    .meta({ id: 'WaitsForSecondPerson' });
