import * as z from 'zod';

/** The conditions of a rule on the wire; apart, since the browser reads the words of the actions alone. */
export const conditionsSchema = () =>
  z
    .array(
      z.strictObject({
        field: z.string(),
        comparison: z.string(),
        value: z
          .union([z.number(), z.string().max(255), z.array(z.string().max(255))])
          .nullable()
          .optional()
          .meta({
            description:
              'A number for amounts, counts and days; one or several texts otherwise; none where something is not known.',
          }),
      }),
    )
    .meta({
      description: 'All of them are met by what the rule is about.',
    });
