import { defineManifest } from '../../platform/manifest.ts';
import { widgetHandlers } from './handlers.ts';
import { widgetHistoryList, widgetsList } from './lists.ts';
import { widgetPages } from './pages.ts';

export const manifest = defineManifest({
  lists: [widgetsList, widgetHistoryList],
  handlers: [widgetHandlers],
  pages: widgetPages,
});
