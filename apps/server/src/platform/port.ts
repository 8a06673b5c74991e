import { once } from 'node:events';
import { createServer } from 'node:net';
import { CannotStart } from './cannot-start.ts';
import type { Config } from './config.ts';

/** Finds out that the port can be listened on before anything is started for it. */
export async function mustBeFree({ PORT: port, HOST: host }: Pick<Config, 'PORT' | 'HOST'>) {
  const server = createServer().listen({ port, host });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw cannotListen(error, { PORT: port, HOST: host }) ?? error;
  }
  server.close();
  await once(server, 'close');
}

/** What listening failed for, in words for whoever started it; undefined for anything unheard of. */
export function cannotListen(
  error: unknown,
  { PORT, HOST }: Pick<Config, 'PORT' | 'HOST'>,
): CannotStart | undefined {
  switch ((error as { code?: string }).code) {
    case 'EADDRINUSE':
      return new CannotStart(
        `Port ${PORT} of ${HOST} is taken by another program. Stop that one, or set PORT to another port; 0 takes a free one.`,
      );
    case 'EACCES':
      return new CannotStart(
        `Port ${PORT} may not be listened on by this user. Set PORT to one from 1024 on.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new CannotStart(
        `${HOST} is no address of this machine. Set HOST to one that is; 0.0.0.0 listens on all.`,
      );
  }
  return undefined;
}
