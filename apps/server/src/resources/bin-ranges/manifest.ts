import { binRanges } from '@paydesk/contract/resources/bin-ranges.ts';
import { defineList } from '../../platform/list/definition.ts';
import { defineManifest } from '../../platform/manifest.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Services } from '../../platform/services.ts';
import { loadRanges } from './load.ts';

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
    product: 'b.product',
  },
});

const binRangeHandlers = ({ database }: Services): Handlers<'POST /api/settings/bin-ranges'> => ({
  'POST /api/settings/bin-ranges': ({ actor, file, query }) =>
    loadRanges(database, actor, file, {
      check: query.check === 'true',
      skipRefused: query.skipRefused === 'true',
    }),
});

export const manifest = defineManifest({
  lists: [binRangesList],
  handlers: [binRangeHandlers],
});
