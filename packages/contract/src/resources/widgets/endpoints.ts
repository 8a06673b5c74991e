import * as z from 'zod';
import {
  amount,
  anyOf,
  asEdit,
  bodyOf,
  currency,
  endpoints,
  listEndpoint,
  uuid,
} from '../../kernel/endpoint.ts';
import { recordEndpoints, recordSchema } from '../../kernel/record.ts';
import type { KeptButton } from './code.ts';
import {
  itemFields,
  MAX_ITEMS,
  ORDER_AUTHORIZATION_TYPES,
  widget,
  widgetFields,
  widgets,
  type OrderAuthorizationType,
  type Widget,
} from './widget.ts';

const READ_ONLY: readonly (keyof Widget)[] = [
  'id',
  'orderAuthorizationType',
  'status',
  'creationMethod',
  'amount',
  'taxAmount',
  'createdDate',
  'createdBy',
  'updatedDate',
  'updatedBy',
  'htmlCode',
  'open',
];

export const widgetEndpoints = endpoints(() => {
  const button: z.ZodType<KeptButton> = z.strictObject({
    label: z.string(),
    amount: amount().nullable(),
    currency: currency(),
    active: z.boolean(),
    fixed: z.boolean(),
  });
  const items = z
    .array(bodyOf(itemFields), 'Value must be a list')
    .max(MAX_ITEMS, `At most ${MAX_ITEMS} items`);
  const config = z.strictObject({ items: items.optional() }, 'Value must be an object').optional();
  const body = bodyOf(widgetFields, READ_ONLY, { config });
  // what a clone takes along; else the type says it
  const orderAuthorizationType = z
    .enum(Object.keys(ORDER_AUTHORIZATION_TYPES) as OrderAuthorizationType[])
    .nullish();
  const newBody = bodyOf(
    widgetFields,
    READ_ONLY.filter((key) => key !== 'orderAuthorizationType'),
    { config, orderAuthorizationType },
  );
  const params = z.strictObject({ id: uuid() });
  const change = { access: anyOf('CREATE_MERCHANT_WIDGET'), scope: 'own' } as const;
  return {
    'GET /api/widgets': listEndpoint(widgets),
    ...recordEndpoints(widget),
    'GET /api/widgets/{id}/button': {
      summary: 'What the widget’s button says; pages of any site ask for it',
      serves: 'AM-108, SB-35',
      access: 'public',
      scope: 'all',
      anyOrigin: true,
      params,
      answer: button,
    },
    'POST /api/widgets': {
      ...change,
      summary: 'Create a widget; it is active at once',
      serves: 'API-129, SB-34, RT-50',
      body: newBody,
      answer: params,
    },
    'PUT /api/widgets/{id}': {
      ...change,
      summary: 'Change a widget and its items',
      serves: 'API-130, SB-34',
      params,
      body: asEdit(body),
      answer: recordSchema(widget),
    },
  };
});
