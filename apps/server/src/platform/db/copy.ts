import type { Readable } from 'node:stream';
import type { PoolClient } from 'pg';
import { to } from 'pg-copy-streams';

/** What a `COPY ... TO STDOUT` gives, as it comes. */
export const copyOut = (client: PoolClient, text: string): Readable => client.query(to(text));
