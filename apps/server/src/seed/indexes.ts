import type { ClientBase } from 'pg';

interface Definition {
  drop: string;
  restore: string;
}

/**
 * Takes away the foreign keys and the plain indexes of the tables in `public`, and gives back a
 * function that puts them back as they were: a load is then many times faster, and every row is
 * checked all the same, at once instead of one by one. Within the caller's transaction.
 */
export async function dropIndexes(client: ClientBase): Promise<() => Promise<void>> {
  const indexes = await client.query<Definition>(`
    select format('drop index %s', indexrelid::regclass) as drop,
      pg_get_indexdef(indexrelid) as restore
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by indexrelid`);
  const keys = await client.query<Definition>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid)) as restore
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace
    order by oid`);
  for (const { drop } of [...keys.rows, ...indexes.rows]) await client.query(drop);
  return async () => {
    await client.query(`set local maintenance_work_mem = '256MB'`);
    for (const { restore } of [...indexes.rows, ...keys.rows]) await client.query(restore);
  };
}
