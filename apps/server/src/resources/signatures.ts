import { signatures } from '@paydesk/contract/resources/signatures.ts';
import { defineList } from '../platform/list/definition.ts';
import { defineManifest } from '../platform/manifest.ts';

export const signaturesList = defineList({
  resource: signatures,
  from: 'signatures s',
  id: 's.id',
  tenant: 's.merchant_id',
  columns: {
    id: 's.id',
    consumerCreditId: 's.consumer_credit_id',
    signingServiceId: 's.signing_service_id',
    status: 's.status',
    signedObjectId: 's.signed_object_id',
    externalId: 's.external_id',
    error: 's.error',
    createdDate: 's.created_date',
  },
});

export const manifest = defineManifest({
  lists: [signaturesList],
});
