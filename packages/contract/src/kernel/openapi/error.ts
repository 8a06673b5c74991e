import { ERROR_STATUS } from '../errors.ts';
import type { Schema } from './types.ts';

/** The shape of every refusal. */
export const ERROR: Schema = {
  type: 'object',
  description: 'What every refused call answers.',
  properties: {
    errorCode: { type: 'string', enum: Object.keys(ERROR_STATUS) },
    message: { type: 'string', description: 'Words for people.' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          field: { type: 'string', description: 'The field, filter or parameter as it was sent.' },
          message: { type: 'string' },
          value: { description: '`STALE`: what the field is now.' },
          changedBy: { type: ['string', 'null'], description: '`STALE`: who changed it.' },
          changedDate: { type: ['string', 'null'], format: 'date-time' },
        },
        required: ['field', 'message'],
        additionalProperties: false,
      },
    },
    requestId: {
      type: 'string',
      description: 'Also in the header `X-Request-Id`; quote it when asking for help.',
    },
  },
  required: ['errorCode', 'message', 'errors', 'requestId'],
  additionalProperties: false,
};
