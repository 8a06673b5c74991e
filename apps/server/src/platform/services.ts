import type { Acquirer } from '../gateways/acquirer.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Log } from './log.ts';

/** What handlers and tasks work with. */
export interface Services {
  config: Config;
  database: Database;
  acquirer: Acquirer;
  log: Log;
  now: () => Date;
}
