import { onDatabase, runCommand, say } from './platform/command.ts';
import { readConfig } from './platform/config.ts';

/**
 * npm run migrate: brings the database of DATABASE_URL, or the embedded one of DATA_DIR, to the shape
 * of this version and ends, beside running servers too. A start does the same; where several processes
 * start at once, or an orchestrator wants to know first whether it went well, this does it before them.
 */
await runCommand(() =>
  onDatabase(readConfig(process.env), async () => {
    say('The database has the shape of this version');
  }),
);
