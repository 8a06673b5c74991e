import type { ClientBase } from 'pg';

interface Definition {
  drop: string;
  restore: string;
}

const definitions = (client: ClientBase, condition: string, values: unknown[] = []) =>
  client.query<Definition>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname,
         pg_get_constraintdef(oid)) as restore
     from pg_constraint
     where ${condition}
     order by oid`,
    values,
  );

/**
 * Takes away, within the caller's transaction, what makes a load slow: every foreign key, also of the sandboxes'
 * tables, and in `public` every plain index, of the given tables the primary keys too. Gives back a function that
 * puts it all back as it was: rows are checked all the same, at once instead of one by one.
 */
export async function takeApart(
  client: ClientBase,
  keysOf: readonly string[],
): Promise<() => Promise<void>> {
  const foreign = await definitions(
    client,
    `contype = 'f' and connamespace::regnamespace::text !~ '^(pg_|information_schema$)'`,
  );
  const primary = await definitions(
    client,
    `contype = 'p' and connamespace = 'public'::regnamespace and conrelid = any($1::text[]::regclass[])`,
    [keysOf],
  );
  const indexes = await client.query<Definition>(`
    select format('drop index %s', indexrelid::regclass) as drop,
      pg_get_indexdef(indexrelid) as restore
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by indexrelid`);
  for (const { drop } of [...foreign.rows, ...primary.rows, ...indexes.rows])
    await client.query(drop);
  return async () => {
    for (const { restore } of [...primary.rows, ...indexes.rows, ...foreign.rows])
      await client.query(restore);
  };
}
