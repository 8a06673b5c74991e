import { binRanges } from '@paydesk/contract/resources/bin-ranges.ts';
import { defineList } from '../platform/list/definition.ts';
import { defineManifest } from '../platform/manifest.ts';

export const binRangesList = defineList({
  resource: binRanges,
  from: 'bin_ranges b',
  id: 'b.id',
  columns: {
    id: 'b.id',
    from: 'b.range_from',
    to: 'b.range_to',
    scheme: 'b.scheme',
    cardType: 'b.card_type',
    issuer: 'b.issuer',
    country: 'b.country_code',
    active: 'b.active',
    updatedDate: 'b.updated_date',
    createdDate: 'b.created_date',
  },
});

export const manifest = defineManifest({
  lists: [binRangesList],
});
