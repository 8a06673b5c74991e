import { defineManifest } from '../../platform/manifest.ts';
import { widgetHandlers } from './handlers.ts';
import { widgetRecord, widgetsList } from './lists.ts';
import { widgetPages } from './pages.ts';

export const manifest = defineManifest({
  lists: [widgetsList],
  records: [widgetRecord],
  handlers: [widgetHandlers],
  pages: widgetPages,
});
