import { TO_DO, toDoOf, type ToDoKey } from '@paydesk/contract/to-do.ts';
import { invalid } from './errors.ts';
import type { Handlers } from './http/handlers.ts';
import { changeInstallation, sayOfInstallation } from './installation.ts';
import type { Services } from './services.ts';
import { auditSetting } from './settings.ts';

export type Done = Readonly<Record<ToDoKey, (services: Services) => Promise<boolean>>>;

/** What an installation of one's own still lacks; a demo lacks nothing. */
export function toDoHandlers(
  services: Services,
  done: Done,
): Handlers<'GET /api/settings/to-do' | 'PUT /api/settings/to-do/{key}'> {
  const { database, demo, installation } = services;
  const list = async () => {
    if (demo) return { items: [] };
    const { setAside } = await installation.read();
    const items = (Object.keys(TO_DO) as ToDoKey[]).map(async (key) => ({
      name: key,
      done: await done[key](services),
      setAside: setAside.includes(key),
    }));
    return { items: await Promise.all(items) };
  };
  return {
    'GET /api/settings/to-do': list,
    'PUT /api/settings/to-do/{key}': async ({ actor, params: { key }, body }) => {
      if (!toDoOf(key).optional) throw invalid('setAside', 'No installation can do without this');
      await database.transaction(actor.sight, async (tx) => {
        const { id, set_aside: before } = await changeInstallation(tx, actor);
        if (before.includes(key) === body.setAside) return;
        const others = before.filter((one) => one !== key);
        const after = body.setAside ? [...others, key] : others;
        await sayOfInstallation(tx, id, { set_aside: after });
        await auditSetting(tx, actor, id, { setAside: before }, { setAside: after });
      });
      return list();
    },
  };
}
