import { signCall } from '../platform/auth/signatures.ts';
import { newShopper } from './checkouts.ts';
import type { TestServer } from './server.ts';

/** Words that a gateway may send and no table keeps: U+0000, and half a pair of surrogates. */
export const BROKEN_WORDS = ['a\u0000b', 'a\ud800b'];

export interface Answered {
  status: number;
  noted: boolean | null;
  /** The field that is named, where it is refused. */
  field: string | null;
}

/** What a gateway says unasked, signed by its key. */
export async function gatewaySays(
  server: Pick<TestServer, 'app' | 'services'>,
  path: string,
  message: object,
  key: { keyId: string; secret: string },
): Promise<Answered> {
  const body = JSON.stringify(message);
  const targetUri = server.services.publicUrl() + path;
  const headers = signCall({ method: 'POST', targetUri, body }, key, new Date());
  const answer = await server.app.inject({
    method: 'POST',
    url: path,
    remoteAddress: newShopper(),
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
  });
  const said = answer.json<{ noted?: boolean; errors?: { field: string }[] }>();
  return {
    status: answer.statusCode,
    noted: said.noted ?? null,
    field: said.errors?.[0]?.field ?? null,
  };
}
