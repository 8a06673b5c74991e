import { sql } from 'kysely';
import type { Config } from '../config.ts';

type Age = Pick<Config, 'PASSWORD_MAX_AGE_DAYS'>;

/** When a password that is chosen now ends; null where none does. */
export const endOfPassword = ({ PASSWORD_MAX_AGE_DAYS: days }: Age) =>
  days === 0 ? null : sql<string>`pg_catalog.now() + make_interval(days => ${days})`;

/** Whether the person's is over; none is where none ends, whatever was written before. */
export const isExpired = ({ PASSWORD_MAX_AGE_DAYS: days }: Age) =>
  days === 0
    ? sql<boolean>`false`
    : sql<boolean>`coalesce(password_expires_date <= pg_catalog.now(), false)`;
