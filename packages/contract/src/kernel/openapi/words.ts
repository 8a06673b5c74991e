import type { Endpoint } from '../endpoint.ts';
import { provesAnew } from '../sensitive.ts';
import type { Response } from './types.ts';

/** What holds for every call, said once at the head of the document. */
export const GENERAL_WORDS = `The HTTP interface of Paydesk, generated from the table that the server itself is built from.

Sign in by \`POST /api/login\` and send its token as \`Authorization: Bearer {token}\` with every call that is not open to everybody; \`POST /api/logout\` ends it. A token is opaque, bound to one person, and asked about at every call.

Bodies are \`application/json\`. Amounts are decimal numbers with at most two places, instants ISO 8601 in UTC. An unknown field, filter, sort or query parameter is a 400 that names it; another merchant’s id is a 404, as an absent one is.

A list answers one page, the exact total under the same filters, and the enumerations of its columns. Several filters must all hold; an empty one counts as none. A column limited to an audience is for everybody else neither sent, nor filterable, nor sortable, nor in the file.`;

/** The refusals that calls share, by status: the name of the shared answer, and its words. */
export const REFUSALS = {
  400: {
    name: 'Refused',
    words: 'Something is refused: `errors` names each field, filter or parameter and says why.',
  },
  401: { name: 'Unauthorized', words: 'No token, or one that is unknown, expired or revoked.' },
  403: {
    name: 'Forbidden',
    words:
      'Not allowed to this person; `PASSWORD_EXPIRED` where the password must be renewed first, `SECOND_FACTOR_MISSING` where an authenticator app or a passkey must be set up first, `SECOND_FACTOR_STALE` where a new code must be given first by `POST /api/users/me/second-factor/renew`, or a passkey shown by `POST /api/passkeys/confirmation`, `PASSWORD_STALE` where the own password must be given first by `POST /api/users/me/password/confirm`, `SECOND_PERSON_NEEDED` where a second person has to agree: the same call again, with a reason in the header `Second-Person-Reason` (percent-encoded), waits for one, `VIEWING` while the console is looked at as somebody else.',
  },
  404: { name: 'NotFound', words: 'Absent, or not within this person’s sight.' },
  429: { name: 'TooManyRequests', words: 'Too many calls; `Retry-After` says when to try again.' },
  500: { name: 'ServerError', words: 'A fault of ours; quote the `requestId`.' },
  default: {
    name: 'Other',
    words: 'Any other refusal: 405, 413, 415, 503 or 504, in the same shape.',
  },
} as const;

export const STALE_WORDS =
  '`STALE`: a field that is sent changed is no longer as `readAs` has it. `errors` names each, what it is now, who changed it and when. Nothing has been written.';

const FILE_HEADERS: Response['headers'] = {
  'Content-Disposition': { description: 'The file’s name.', schema: { type: 'string' } },
  'X-Records-Truncated': {
    description: 'True where the file was cut at the limit of `GET /api/csv/records-limit`.',
    schema: { type: 'boolean' },
  },
};

const PROVEN_HEADERS: Response['headers'] = {
  'Next-Token': {
    description:
      'Another token for this session. From its first use on the one before counts for a minute more; who does not use it goes on with theirs.',
    schema: { type: 'string' },
  },
};

/** Beside those that every answer has. */
export const headersOf = (
  method: string,
  row: Endpoint,
  isFile: boolean,
): Pick<Response, 'headers'> =>
  isFile ? { headers: FILE_HEADERS } : provesAnew(method, row) ? { headers: PROVEN_HEADERS } : {};
