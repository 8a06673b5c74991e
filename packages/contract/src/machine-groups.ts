/** What a key may be held to: groups of the machine API's rows, each of which is in one. */
export const OPENS = {
  readsOrders: { label: 'Read orders', of: 'orders', changes: false },
  makesOrders: { label: 'Make orders', of: 'orders', changes: true },
  readsRecurring: { label: 'Read recurring payments', of: 'recurring', changes: false },
  changesRecurring: {
    label: 'Change and charge recurring payments',
    of: 'recurring',
    changes: true,
  },
} as const;
export type Opens = keyof typeof OPENS;

const MACHINES_PATH = '/api/merchant-api/';

/** The group of a machine's row, by its method and path; null: it is in none, and no narrow key opens it. */
export function opensOf(key: string): Opens | null {
  const [method, path = ''] = key.split(' ');
  if (!path.startsWith(MACHINES_PATH)) return null;
  const [part] = path.slice(MACHINES_PATH.length).split('/');
  const found = Object.entries(OPENS).find(
    ([, { of, changes }]) => of === part && changes === (method !== 'GET'),
  );
  return found ? (found[0] as Opens) : null;
}
