import type { IncomingMessage, ServerResponse } from 'node:http';
import { answering, formOf, serve, type Pages, type Where } from '../sandbox-pages/serve.ts';
import { donePage, lostPage } from '../sandbox-pages/shell.ts';
import { identifyPage } from './html.ts';
import { framed, RESULTS, type Pressed, type Sessions } from './sessions.ts';

/** The pages of whoever makes sure of people, on an address of their own; each is opened by its random key alone. */

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const PATH = new RegExp(`^/identify/(${UUID})(/done)?$`, 'i');

const isPressed = (text: string | null): text is Pressed => text !== null && text in RESULTS;

/** Serves them; a port that is taken by now gives way to a free one. */
export const serveIdentifyPages = (
  sessions: Pick<Sessions, 'at' | 'press'>,
  where?: Where,
): Promise<Pages> => serve((request, response) => answer(sessions, request, response), where);

async function answer(
  sessions: Pick<Sessions, 'at' | 'press'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const ways = answering(request, response);
  const { nonce } = ways;
  const { pathname } = new URL(request.url ?? '/', 'http://pages.test');
  const [, key = '', done] = PATH.exec(pathname) ?? [];
  const session = key ? await sessions.at(key) : null;
  if (!session) return ways.page(404, null, lostPage(nonce));
  const { returnTo, over } = session;
  const parent = framed(session) ? new URL(returnTo).origin : null;
  const shown = { nonce, framedIn: parent };
  if (done) return ways.page(200, parent, donePage({ ...shown, returnTo, over: over === null }));
  if (!ways.isAllowed()) return;
  const form = request.method === 'POST' ? await formOf(request) : null;
  // reload, back, a second click: it leads on to where the first one led
  if (over !== null) return ways.to(`/identify/${key}/done`);
  const pressed = form?.get('answer') ?? null;
  if (!isPressed(pressed)) return ways.page(form ? 422 : 200, parent, identifyPage(session, shown));
  await sessions.press(session.operationId, pressed);
  return ways.to(`/identify/${key}/done`);
}
