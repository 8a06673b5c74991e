import { OF_LOANS } from './held/loans.ts';
import { OF_PAYMENTS } from './held/payments.ts';
import { OF_PEOPLE } from './held/people.ts';
import { ENTITIES } from './held/whose.ts';

/** What is held of a customer in one table, and what an erasure makes of it. */
export interface Held {
  table: string;
  /** Which rows `t`: $C is the customer, $D for how many days loans are kept. */
  where: string;
  /** By column what it becomes, as SQL; $W is what their words are, $S those that mean nobody else. */
  change: Readonly<Record<string, string>>;
  /** Columns that stay though they are classed, and why. */
  stays?: Readonly<Record<string, string>>;
  /** Of a loan: as long as the law has it kept, which rows these are. */
  kept?: string;
  /** Rows are added to it alone: `erase_added` changes it. */
  added?: true;
  /** By which column its rows are named, where it is not `id`. */
  id?: string;
}

/** In the order in which it is changed: who a loan’s person was is read before. */
export const HELD: readonly Held[] = [...OF_PAYMENTS, ...OF_LOANS, ...OF_PEOPLE];

/** By table which rows `t` are a customer's, those that are kept among them. */
export const ROWS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    HELD.map(({ table, where, kept }) => [table, kept ? `(${where} or ${kept})` : where]),
  ),
  audit_logs: `t.entity_id in (${ENTITIES})`,
};

/** Tables with classed columns in which nothing stands of customers, and why. */
export const OF_OTHERS: Readonly<Record<string, string>> = {
  api_key_networks: 'a merchant’s machines',
  call_counts: 'callers of the last hour, deleted after it',
  email_changes: 'people who sign in',
  external_ids: 'what another system calls a row; stays, so that nothing comes in twice',
  financing_institutions: 'whom staff ask at a lender',
  idempotency_keys: 'answers to people who sign in; deleted after days that staff set',
  known_devices: 'people who sign in',
  login_attempts: 'people who sign in',
  merchant_applications: 'people of merchants',
  merchant_backgrounds: 'owners of merchants',
  merchant_documents: 'merchants',
  merchant_standings: 'why a merchant was disabled, in words of staff',
  merchants: 'merchants and who answers for them',
  named_api_keys: 'a merchant’s machines',
  outbox: 'searched after the erasure: what was delivered and names them is deleted',
  sanctioned_names: 'public lists',
  sessions: 'people who sign in',
  sso_identities: 'people who sign in',
  task_executions: 'errors of the house',
  roles: 'what a firm calls its roles',
  scim_groups: 'people who sign in',
  scim_members: 'people who sign in',
  scim_people: 'people who sign in',
  users: 'people who sign in',
  provider: 'the provider',
  erasures: 'why somebody was erased, in words of staff',
  personal_data_permits: 'why somebody was looked at, in words of staff',
};
