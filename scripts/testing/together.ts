import { createRequire } from 'node:module';
import { describe } from 'node:test';

/**
 * The files of one process of tests, each as a suite of its own: hooks that stand outside a `describe` are then the
 * file's, not everybody's (ADR 178). Read by `require`, which is done before the suite is: what waits at its top level,
 * or stands on what does, can't be read so and fails; a test file that waits has a process of its own.
 */
const require = createRequire(import.meta.url);

for (const file of JSON.parse(process.env['PAYDESK_TEST_FILES'] ?? '[]') as string[])
  describe(file, () => {
    require(`../../${file}`);
  });
