import { anyOf, bodyOf, endpoints } from '../../kernel/endpoint.ts';
import type { Fields } from '../../kernel/fields.ts';
import { recordAction, recordSchema } from '../../kernel/record.ts';
import type { MerchantStatus } from '../../permissions.ts';
import {
  certificate,
  certificates,
  changing,
  INVALIDATED,
  whyNoMachines,
} from '../certificates.ts';

/** Certificates for a key that the merchant made where it stays. */

export const requestFields = {
  request: {
    label: 'Certificate request (PEM)',
    kind: 'textarea',
    required: true,
    maxLength: 16_000,
  },
} as const satisfies Fields;

export const certifyRequest = recordAction<{ status: MerchantStatus }, typeof requestFields>({
  ...changing,
  label: 'From a request',
  summary:
    'Make a certificate for a key of the merchant’s own, by a PKCS #10 request: RSA of 3072 to 8192 bits, signed with SHA-256 or better. Earlier certificates are disabled at once; names in the request count for nothing',
  serves: 'CK-14..17, SB-30, AM-19',
  audited: 'CERTIFY_REQUEST',
  whyNot: whyNoMachines,
  fields: requestFields,
  danger: true,
  dialog: {
    title: 'Certificate from a request',
    consequence: `${INVALIDATED} Your private key stays where you made it.`,
    submit: 'Make certificate',
  },
  success: 'Action completed successfully',
  did: () => 'There is a certificate for your key; what was valid before is disabled.',
});

export const certificateRequestEndpoints = endpoints(() => ({
  'POST /api/user-merchant/certificate-requests': {
    tag: certificates.title,
    summary: certifyRequest.summary,
    serves: certifyRequest.serves,
    access: anyOf(...changing.asks.anyOf),
    scope: 'own',
    sensitive: changing.sensitive,
    body: bodyOf(requestFields),
    answer: recordSchema(certificate),
    callsAMinuteOfMerchant: 10,
  },
}));
