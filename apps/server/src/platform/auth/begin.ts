import { noteDevice } from './devices.ts';
import { tellUser } from './notices.ts';
import { openSession } from './open-session.ts';
import { canonicalTimeZone } from '../config.ts';
import type { Tx } from '../db/database.ts';
import type { Services } from '../services.ts';
import { deviceOf } from './device-kind.ts';

/** What the browser says of itself, and where it calls from. */
interface From {
  body: { device?: string | null | undefined; timezone?: string | null | undefined };
  address: string;
  userAgent: string | null;
}

/** Whoever has proved who they are is signed in: the device is noted, a new one told, the session opened. */
export async function beginSession(
  tx: Tx,
  services: Services,
  { body, address, userAgent }: From,
  person: {
    userId: string;
    passwordExpired: boolean;
    secondFactor: boolean;
    /** By whose word, where it was no proof of their own. */
    connectionId?: string;
  },
) {
  const { userId, passwordExpired, secondFactor, connectionId } = person;
  const seconds = services.config.SESSION_SECONDS;
  const kind = deviceOf(userAgent);
  if (await noteDevice(tx, userId, { id: body.device ?? null, kind, address }))
    await tellUser(tx, services, userId, 'NEW_DEVICE', { address, device: kind });
  const { token } = await openSession(tx, {
    userId,
    seconds,
    timeZone: (body.timezone && canonicalTimeZone(body.timezone)) || 'UTC',
    address,
    userAgent,
    secondFactor,
    ...(connectionId && { connectionId }),
  });
  return { token, userId, passwordExpired, expiresIn: seconds };
}
