import { purchaseNotificationFields, type Ping } from '@paydesk/contract/resources/merchant.ts';
import { invalid } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';

const [FIELD] = Object.keys(purchaseNotificationFields) as [string];
/** What a person may want to read of an answer, and no more than that. */
const MOST_HEADERS = 30;
const MOST_CHARACTERS = 300;

/**
 * Asks the address as a browser would before a PUT, without following or proving anything
 * (MM-28..30, SB-29). Refused with the reason in the first line; below it what was answered.
 */
export async function ping(
  { outbound, publicUrl }: Pick<Services, 'outbound' | 'publicUrl'>,
  url: string,
): Promise<Ping> {
  const outcome = await outbound.call({
    method: 'OPTIONS',
    url,
    headers: { origin: publicUrl(), 'access-control-request-method': 'PUT' },
  });
  if (!outcome.answered) throw invalid(FIELD, `${outcome.reason}\nAfter ${outcome.durationMs} ms`);
  const { status, durationMs } = outcome;
  const headers = outcome.headers
    .slice(0, MOST_HEADERS)
    .map(({ name, value }) => ({ name, value: value.slice(0, MOST_CHARACTERS) }));
  const reason = whyNotAccessible(status, outcome.headers);
  if (reason === null) return { status, durationMs, headers };
  const lines = headers.map(({ name, value }) => `${name}: ${value}`);
  throw invalid(FIELD, [reason, `Status ${status} after ${durationMs} ms`, ...lines].join('\n'));
}

function whyNotAccessible(
  status: number,
  headers: readonly { name: string; value: string }[],
): string | null {
  if (status !== 200) return `The address answered ${status}, and 200 is expected`;
  const allowed = headers.find(({ name }) => name === 'access-control-allow-methods')?.value;
  if (allowed === undefined) return 'The answer has no Access-Control-Allow-Methods';
  return allowed.split(',').some((method) => method.trim().toUpperCase() === 'PUT')
    ? null
    : 'Access-Control-Allow-Methods of the answer does not name PUT';
}
