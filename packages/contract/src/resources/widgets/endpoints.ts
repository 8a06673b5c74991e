import * as z from 'zod';
import { CURRENCIES } from '../../kernel/enumeration.ts';
import {
  amount,
  anyOf,
  asEdit,
  bodyOf,
  currency,
  endpoints,
  instant,
  listEndpoint,
  named,
  uuid,
} from '../../kernel/endpoint.ts';
import type { Enumeration } from '../../kernel/enumeration.ts';
import { historyOf } from '../../kernel/history.ts';
import { ROUTE_SETS } from '../../permissions.ts';
import type { ButtonFacts } from './code.ts';
import {
  CREATION_METHODS,
  itemFields,
  MAX_ITEMS,
  ORDER_AUTHORIZATION_TYPES,
  WIDGET_STATUSES,
  WIDGET_TYPES,
  widgetFields,
  widgets,
  type Widget,
} from './widget.ts';

export const widgetHistory = historyOf({
  slug: 'widget-history',
  path: '/api/widgets/{id}/history',
  read: ROUTE_SETS.WIDGET_VIEW,
  scope: 'own',
  serves: 'AT-01, SB-46',
});

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

const oneOf = <N extends string>(enumeration: Enumeration<N>) =>
  z.enum(Object.keys(enumeration) as [N, ...N[]]);

export const widgetEndpoints = endpoints(() => {
  const answer: z.ZodType<Widget> = z.strictObject({
    id: uuid(),
    name: z.string(),
    type: oneOf(WIDGET_TYPES),
    orderAuthorizationType: oneOf(ORDER_AUTHORIZATION_TYPES),
    status: named(Object.keys(WIDGET_STATUSES) as (keyof typeof WIDGET_STATUSES)[]),
    creationMethod: oneOf(CREATION_METHODS),
    amount: amount().nullable(),
    totalAmount: amount().nullable(),
    totalCurrency: currency(),
    totalLabel: z.string().nullable(),
    totalTaxRate: amount().nullable(),
    taxAmount: amount().nullable(),
    createdDate: instant(),
    createdBy: z.string(),
    updatedDate: instant().nullable(),
    updatedBy: z.string().nullable(),
    htmlCode: z.string(),
    open: z.boolean(),
    config: z.strictObject({
      items: z.array(
        z.strictObject({
          reference: z.string(),
          label: z.string(),
          amount: amount(),
          currency: oneOf(CURRENCIES),
          taxRate: amount(),
          count: z.int(),
        }),
      ),
    }),
  });
  const button: z.ZodType<ButtonFacts> = z.strictObject({
    label: z.string(),
    amount: amount().nullable(),
    currency: currency(),
    active: z.boolean(),
  });
  const items = z
    .array(bodyOf(itemFields), 'Value must be a list')
    .max(MAX_ITEMS, `At most ${MAX_ITEMS} items`);
  const config = z.strictObject({ items: items.optional() }, 'Value must be an object').optional();
  const body = bodyOf(widgetFields, READ_ONLY, { config });
  // what a clone takes along; else the type says it
  const orderAuthorizationType = oneOf(ORDER_AUTHORIZATION_TYPES).nullish();
  const newBody = bodyOf(
    widgetFields,
    READ_ONLY.filter((key) => key !== 'orderAuthorizationType'),
    { config, orderAuthorizationType },
  );
  const one = { params: z.strictObject({ id: uuid() }), answer } as const;
  const change = { access: anyOf('CREATE_MERCHANT_WIDGET'), scope: 'own' } as const;
  return {
    'GET /api/widgets': listEndpoint(widgets),
    'GET /api/widgets/{id}': {
      ...one,
      summary: 'One widget with its items and its code',
      serves: 'API-128, WD-09, WD-10',
      access: anyOf('READ_MERCHANT_WIDGET'),
      scope: 'own',
    },
    'GET /api/widgets/{id}/history': listEndpoint(widgetHistory),
    'GET /api/widgets/{id}/button': {
      summary: 'What the widget’s button says; pages of any site ask for it',
      serves: 'AM-108, SB-35',
      access: 'public',
      scope: 'all',
      anyOrigin: true,
      params: one.params,
      answer: button,
    },
    'POST /api/widgets': {
      ...change,
      summary: 'Create a widget; it is active at once',
      serves: 'API-129, SB-34, RT-50',
      body: newBody,
      answer: z.strictObject({ id: uuid() }),
    },
    'PUT /api/widgets/{id}': {
      ...change,
      ...one,
      summary: 'Change a widget and its items',
      serves: 'API-130, SB-34',
      body: asEdit(body),
    },
    'PUT /api/widgets/{id}/disable': {
      ...change,
      ...one,
      summary: 'Disable a widget',
      serves: 'API-131, SB-35',
    },
    'PUT /api/widgets/{id}/activate': {
      ...change,
      ...one,
      summary: 'Activate a widget',
      serves: 'API-132, SB-35',
    },
  };
});
