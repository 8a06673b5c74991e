import type * as z from 'zod';
import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import { operationAnswer, type OperationAnswer } from '@paydesk/contract/gateway-answers.ts';
import { isSealedBy, readSignature } from '../platform/auth/signatures.ts';
import { invalid, notFound, unauthorized } from '../platform/errors.ts';
import type { Hook } from '../platform/http/hooks.ts';
import type { Services } from '../platform/services.ts';
import { peerOf, ROLE_OF } from './choice.ts';
import { ownPeer, type OwnName } from './own.ts';
import type { Peer } from './protocol/line.ts';
import type { InstitutionNotice } from './financing-institution.ts';
import { noticeOf } from './protocol/institution.ts';
import { institutionNotice } from './protocol/institution-messages.ts';
import { acquirerNotice, type AcquirerNotice } from './protocol/messages.ts';
import type { SaidAt } from './said-at.ts';

/** The same for a key that is not known and for a signature that is wrong. */
const REFUSED = 'The signature is not accepted';

export type Decided = Exclude<OperationAnswer, { outcome: 'pending' | 'action' }>;

/**
 * Where a gateway says later what became of an operation. Its signature must be by the secret of the gateway
 * that the operation was sent to; what it says is believed as an answer on the line is, and once. `note` gives false
 * where that was known already, and null for an operation that is none of its.
 */
export function lateAnswers(
  services: Services,
  name: OwnName,
  note: (answer: Decided, at: SaidAt) => Promise<boolean | null>,
): Hook {
  const schema = operationAnswer();
  const said = saidBy(services, name);
  return {
    path: `/gateway-answers/${ROLE_OF[name]}`,
    async take(call) {
      const { data, at } = await said(call, schema);
      // an answer that says nothing yet tells nothing new
      if (data.outcome === 'pending' || data.outcome === 'action') return { noted: false };
      const noted = await note(data, at);
      if (noted === null) throw notFound();
      return { noted };
    },
  };
}

/** False for what was known already, and null for what is about nothing of this gateway's. */
export type Noted = Promise<boolean | null>;

/** What a gateway says unasked: its signature is held as that of a late answer is. */
function notices<T>(
  services: Services,
  name: OwnName,
  schema: z.ZodType<T>,
  note: (notice: T, at: SaidAt) => Noted,
): Hook {
  const said = saidBy(services, name);
  return {
    path: `/gateway-notices/${ROLE_OF[name]}`,
    async take(call) {
      const { data, at } = await said(call, schema);
      const noted = await note(data, at);
      if (noted === null) throw notFound();
      return { noted };
    },
  };
}

export const acquirerNotices = (
  services: Services,
  note: (notice: AcquirerNotice, at: SaidAt) => Noted,
): Hook => notices(services, 'ACQUIRER', acquirerNotice, note);

export const institutionNotices = (
  services: Services,
  note: (notice: InstitutionNotice, at: SaidAt) => Noted,
): Hook =>
  notices(services, 'FINANCING_INSTITUTION', institutionNotice, (notice, at) =>
    note(noticeOf(notice), at),
  );

/** Reads what a gateway says, once it is known which one it is. */
function saidBy(services: Services, name: OwnName) {
  const { config, gateways, sandboxSecret, realNow } = services;
  const role = ROLE_OF[name];
  /** The gateway that signs under the name: the installation's, or one merchant's or institution's own. */
  async function peerBy(
    keyId: string,
  ): Promise<(Pick<Peer, 'url' | 'secret'> & { of?: string }) | null> {
    const [named, id] = keyId.split(':', 2);
    if (named !== role) return null;
    if (id !== undefined) {
      const own = isUuid(id) ? await ownPeer(services, name, id) : null;
      return own && { ...own, of: id.toLowerCase() };
    }
    if (gateways[name] !== 'sandbox') return peerOf(config, name);
    return sandboxSecret === null ? null : { url: 'sandbox', secret: sandboxSecret };
  }

  return async <T>(
    { signed, body, address }: Parameters<Hook['take']>[0],
    schema: z.ZodType<T>,
  ) => {
    const signature = readSignature(signed, realNow(), 'secret');
    const peer = await peerBy(signature.keyId);
    if (!peer || !isSealedBy(signature, peer.secret)) throw unauthorized(REFUSED);
    const { success, data, error } = schema.safeParse(body);
    if (!success)
      throw invalid(error.issues[0]!.path.join('.') || 'body', error.issues[0]!.message);
    const at: SaidAt = { address: peer.url, from: address, of: peer.of };
    return { data, at };
  };
}
