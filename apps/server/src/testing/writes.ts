import type { Sensitive } from '@paydesk/contract/kernel/sensitive.ts';
import type { TestServer } from './server.ts';

/**
 * What in the database is sensitive, as 'table.column' or 'table' with 'insert' or 'delete'. It stands
 * here for itself: an endpoint that writes one of these must say so in the table, or is found out.
 */
const SENSITIVE_WRITES: Readonly<Record<Sensitive, RegExp>> = {
  MONEY:
    /^(money_operations insert|money_journal insert|transactions\.status|transactions insert|consumer_credits_refunds insert|financing_products insert|financing_products\.(interest_rate|min_amount|max_amount))$/,
  KEYS: /^(users\.password_hash|(api_keys|certificates|second_factors|passkeys|recovery_codes)( insert| delete|\.(public_key|key_hash|sealed_key|disabled_date|secret|confirmed_date|code_hash)))$/,
  RIGHTS:
    /^(users insert|users\.(user_role|permissions|status|merchant_id)|merchants insert|merchants\.status|merchant_features.*|(erasures|personal_data_permits) insert)$/,
  ADDRESSES:
    /^(users\.email|tokens insert|merchants\.(email|iban|phone|order_verification_url|purchase_notification_url|delivery_cost_calculation_url))$/,
};

/** Notes every column that changes from now on; the answer reads and forgets what there was. */
export async function watchWrites(server: TestServer): Promise<() => Promise<string[]>> {
  await server.pool.query(`
    create table watched_writes (what text);
    create function watch() returns trigger language plpgsql security definer as $$
    begin
      if tg_op <> 'UPDATE' then
        insert into watched_writes values (tg_table_name || ' ' || lower(tg_op));
      else
        insert into watched_writes select tg_table_name || '.' || n.key
          from jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o using (key)
          where n.value is distinct from o.value;
      end if;
      return null;
    end $$;
    do $$ declare name text; begin
      for name in select tablename from pg_tables
        where schemaname = 'public' and tablename <> 'watched_writes'
      loop
        execute format('create trigger watch after insert or update or delete on %I
          for each row execute function watch()', name);
      end loop;
    end $$`);
  return async () => {
    const { rows } = await server.pool.query<{ what: string }>(
      'with gone as (delete from watched_writes returning what) select distinct what from gone order by 1',
    );
    return rows.map(({ what }) => what);
  };
}

/** Which of them are sensitive, and how. */
export const sensitiveOf = (writes: readonly string[]): Sensitive[] =>
  (Object.keys(SENSITIVE_WRITES) as Sensitive[]).filter((kind) =>
    writes.some((what) => SENSITIVE_WRITES[kind].test(what)),
  );
