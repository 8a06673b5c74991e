import { defineManifest } from '../../platform/manifest.ts';
import { screeningList } from './lists.ts';
import { refreshScreening } from './refresh.ts';

export const manifest = defineManifest({
  lists: [screeningList],
  tasks: { SCREENING_UPDATE: refreshScreening },
});
