import * as z from 'zod';

/** Who may load what staff keep by the file (AM-82). */
export const LOADS_FILES = { anyOf: ['READ_ANY_USER'], roles: ['BACKOFFICE_ADMIN'] } as const;

const flag = () => z.enum(['true', 'false']).optional();

/** What a file came to: loaded in one step, or left as it was. */
export const loadReport = () =>
  z.strictObject({
    rows: z.int().meta({ description: 'Rows of the file.' }),
    good: z.int().meta({ description: 'Rows that can be loaded.' }),
    refused: z.int().meta({ description: 'Rows that can’t.' }),
    replaced: z
      .boolean()
      .meta({ description: 'Whether the good ones stand in place of all before.' }),
    refusals: z
      .array(z.strictObject({ line: z.int(), message: z.string() }))
      .meta({ description: 'The first hundred of them, by the line of the file.' }),
  });
export type LoadReport = z.output<ReturnType<typeof loadReport>>;

/** How a file is loaded: only looked at; or without the rows that are refused. */
export const loadQuery = () =>
  z.strictObject({
    check: flag().meta({ description: 'Only says what the file would come to.' }),
    skipRefused: flag().meta({
      description:
        'Loads the good rows of a file that has others; else such a file is refused whole.',
    }),
  });
