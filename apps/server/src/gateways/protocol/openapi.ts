import { writeFileSync } from 'node:fs';
import * as z from 'zod';
import { institutionNotice } from './institution-messages.ts';
import {
  acquirerNotice,
  cardAnswer,
  cardPageAnswer,
  cardPageRequest,
  OPERATIONS,
  operationAnswer,
  paymentAnswer,
  paymentQuestion,
  settlementAnswer,
  settlementQuestion,
} from './messages.ts';

/** The protocol as OpenAPI 3.1, out of the schemas that both sides read by; `node …/openapi.ts` writes it anew. */

export const FILE = new URL('../../../../../docs/gateways/openapi.json', import.meta.url);

const schemas = {
  AcquirerOperation: OPERATIONS.acquirer,
  InstitutionOperation: OPERATIONS.institution,
  ScreeningOperation: OPERATIONS.screening,
  IdentificationOperation: OPERATIONS.identification,
  OperationAnswer: operationAnswer,
  PaymentQuestion: paymentQuestion,
  PaymentAnswer: paymentAnswer,
  CardPageRequest: cardPageRequest,
  CardPageAnswer: cardPageAnswer,
  CardAnswer: cardAnswer,
  SettlementQuestion: settlementQuestion,
  SettlementAnswer: settlementAnswer,
  AcquirerNotice: acquirerNotice,
  InstitutionNotice: institutionNotice,
};
const ref = (name: keyof typeof schemas | 'Problem') => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ 'application/json': { schema } });

const SIGNED = [{ signature: [], digest: [] }];
const problem = (description: string) => ({ description, content: json(ref('Problem')) });
const refusals = {
  400: problem('The body is no message of this protocol.'),
  401: problem('The signature is missing, wrong, too old, or by a key that is not known.'),
};

const answered = (description: string, schema: object) => ({
  description,
  headers: {
    'Signature-Input': { $ref: '#/components/headers/SignatureInput' },
    Signature: { $ref: '#/components/headers/Signature' },
    'Content-Digest': { $ref: '#/components/headers/ContentDigest' },
  },
  content: json(schema),
});

/** What Paydesk answers to whoever calls it. */
const TAKEN = {
  200: {
    description: 'Taken; noted is false where it was known already.',
    content: json({
      type: 'object',
      properties: { noted: { type: 'boolean' } },
      required: ['noted'],
    }),
  },
  401: { description: 'The signature is not accepted.' },
  404: { description: 'There is no such operation or payment at this gateway.' },
};

const idInPath = (name: string) => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string', format: 'uuid' },
});

const text = (description: string) => ({ description, required: true, schema: { type: 'string' } });

export const gatewayOpenApi = () => ({
  openapi: '3.1.0',
  info: {
    title: 'Paydesk gateway protocol',
    version: '1.0.0',
    summary:
      'What Paydesk asks an acquirer, a financing institution, a screening or whoever makes sure of people, and what it hears.',
    description: 'README.md beside this file says it in prose.',
    license: { name: 'UNLICENSED', identifier: 'LicenseRef-Unlicensed' },
  },
  servers: [
    {
      url: '{gateway}',
      description:
        'The address of ACQUIRER_URL, FINANCING_INSTITUTION_URL, SCREENING_URL or IDENTIFICATION_URL.',
      variables: { gateway: { default: 'https://gateway.firm.test' } },
    },
  ],
  security: SIGNED,
  paths: {
    '/operations': {
      post: {
        operationId: 'operate',
        summary: 'Do this, once under its id.',
        requestBody: {
          required: true,
          content: json({
            oneOf: [
              ref('AcquirerOperation'),
              ref('InstitutionOperation'),
              ref('ScreeningOperation'),
              ref('IdentificationOperation'),
            ],
          }),
        },
        responses: {
          200: answered(
            'What became of it, or that the answer comes later.',
            ref('OperationAnswer'),
          ),
          ...refusals,
          409: problem('The id stands for another operation.'),
        },
        callbacks: {
          notice: {
            '{$request.body#/noticeTo}': {
              post: {
                summary:
                  'What an acquirer has to say unasked of the payment, or an institution of the loan, sent until it is taken, under the same noticeId.',
                requestBody: {
                  required: true,
                  content: json({ oneOf: [ref('AcquirerNotice'), ref('InstitutionNotice')] }),
                },
                responses: TAKEN,
              },
            },
          },
          lateAnswer: {
            '{$request.body#/answerTo}': {
              post: {
                summary: 'The answer that comes later, sent until it is taken.',
                requestBody: { required: true, content: json(ref('OperationAnswer')) },
                responses: TAKEN,
              },
            },
          },
        },
      },
    },
    '/operations/{operationId}/inquiry': {
      post: {
        operationId: 'inquire',
        summary:
          'What became of it? One that never came is declined with NOT_RECEIVED, and closed.',
        parameters: [idInPath('operationId')],
        requestBody: {
          required: true,
          content: json({
            type: 'object',
            properties: { operationId: { type: 'string', format: 'uuid' } },
          }),
        },
        responses: {
          200: answered('What is known of it now.', ref('OperationAnswer')),
          ...refusals,
        },
      },
    },
    '/payments/inquiry': {
      post: {
        operationId: 'inquirePayment',
        summary:
          'An acquirer’s: has it the money of this payment, whoever asked for it? Changes nothing.',
        requestBody: { required: true, content: json(ref('PaymentQuestion')) },
        responses: {
          200: answered('Whether it has the money.', ref('PaymentAnswer')),
          ...refusals,
        },
      },
    },
    '/card-pages': {
      post: {
        operationId: 'openCardPage',
        summary:
          'An acquirer’s: opens a page on which the payer types the card, once under its sessionId.',
        requestBody: { required: true, content: json(ref('CardPageRequest')) },
        responses: {
          200: answered('Where the page is.', ref('CardPageAnswer')),
          ...refusals,
          409: problem('The id stands for another page.'),
        },
      },
    },
    '/card-pages/{sessionId}/inquiry': {
      post: {
        operationId: 'inquireCard',
        summary:
          'An acquirer’s: what was typed? A page that was never opened is abandoned, and closed.',
        parameters: [idInPath('sessionId')],
        requestBody: {
          required: true,
          content: json({
            type: 'object',
            properties: { sessionId: { type: 'string', format: 'uuid' } },
          }),
        },
        responses: { 200: answered('What is known of it now.', ref('CardAnswer')), ...refusals },
      },
    },
    '/settlements/inquiry': {
      post: {
        operationId: 'inquireSettlement',
        summary: 'An acquirer’s: what was booked on a day (UTC), a line for each payment.',
        requestBody: { required: true, content: json(ref('SettlementQuestion')) },
        responses: {
          200: answered('Up to 500 lines, and where there are more.', ref('SettlementAnswer')),
          ...refusals,
        },
      },
    },
  },
  components: {
    schemas: {
      ...Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => {
          const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
          return [name, rest];
        }),
      ),
      Problem: {
        type: 'object',
        properties: { error: { type: 'string' }, message: { type: 'string' } },
        required: ['error', 'message'],
      },
    },
    headers: {
      SignatureInput: text(
        'sig=("@status" "content-digest" "signature";req);created=…;keyid="…";alg="hmac-sha256"',
      ),
      Signature: text('sig=:base64: of the base that RFC 9421, 2.5 makes of it.'),
      ContentDigest: text('sha-256=:base64: of the body (RFC 9530).'),
    },
    securitySchemes: {
      signature: {
        type: 'apiKey',
        in: 'header',
        name: 'Signature',
        description:
          'RFC 9421 by the secret that both sides know: hmac-sha256 over "@method", "@target-uri" and "content-digest", with created within five minutes and keyid.',
      },
      digest: { type: 'apiKey', in: 'header', name: 'Content-Digest', description: 'RFC 9530.' },
    },
  },
});

export const asText = () => `${JSON.stringify(gatewayOpenApi(), null, 2)}\n`;

if (import.meta.main) writeFileSync(FILE, asText());
