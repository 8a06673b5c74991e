import { applicationOf } from '@paydesk/contract/permissions.ts';
import type { AuditLogRow, UserRow } from './tables.ts';
import { fullName, type World } from './world.ts';

type Entry = Pick<AuditLogRow, 'action' | 'entityType' | 'entityId' | 'result' | 'details'> &
  Partial<AuditLogRow>;

/** A line of the audit log as the server writes it; the addresses are those set aside for examples. */
export function audit(world: World, date: Date, user: UserRow, entry: Entry): void {
  world.emit('auditLogs', {
    id: world.random.id(date),
    createdDate: date,
    userId: user.id,
    userName: fullName(user),
    application: applicationOf({ ...user, userId: user.id }),
    merchantId: user.merchantId,
    address: addressOf(user),
    ...entry,
  });
}

/** Everyone sits at one address. */
function addressOf(user: UserRow): string {
  return `192.0.2.${1 + (Number.parseInt(user.id.slice(-4), 16) % 254)}`;
}

/** Signing in and out over the last days, with a wrong password now and then. */
export function signIns(world: World): void {
  const { random, clock } = world;
  for (const user of [...world.staff, ...world.shops.slice(0, 20).flatMap((shop) => shop.staff)]) {
    const about = { entityType: 'USER', entityId: user.id };
    for (let day = 14; day >= 1; day--) {
      if (random.chance(0.5)) continue;
      const start = clock.getTime() - day * 86_400_000 + random.int(0, 36_000_000);
      if (random.chance(0.08)) {
        const details = { status: user.status };
        const failed = { action: 'LOGIN', ...about, result: 'FAILED', details, application: null };
        audit(world, new Date(start - 20_000), user, failed);
      }
      const done = { ...about, result: 'SUCCESS', details: {} };
      audit(world, new Date(start), user, { action: 'LOGIN', ...done });
      const end = new Date(start + random.int(600_000, 25_000_000));
      if (random.chance(0.6)) audit(world, end, user, { action: 'LOGOUT', ...done });
    }
  }
}

/** Everyone who signs in has corrected the own profile once, so that an entry tells what changed. */
export function profileChanges(world: World): void {
  const { random, clock } = world;
  for (const user of [...world.staff, ...world.shops.slice(0, 2).flatMap((shop) => shop.staff)]) {
    const date = new Date(clock.getTime() - random.int(86_400_000, 20 * 86_400_000));
    const number = `+371 2${random.digits(3)} ${random.digits(4)}`;
    const changes = {
      phoneNumber: { before: number, after: user.phoneNumber },
      ...(random.chance(0.5) && { description: { before: 'Day shift', after: user.description } }),
    };
    const entry = { entityType: 'USER', entityId: user.id, result: 'SUCCESS' };
    audit(world, date, user, { action: 'UPDATE_PROFILE', ...entry, details: { changes } });
  }
}
