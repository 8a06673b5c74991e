import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** `npm run pictures`: takes the pictures of docs/pictures anew. */
export default defineConfig(base, {
  testMatch: 'pictures.ts',
  workers: 1,
  timeout: 60_000,
  use: { trace: 'off', screenshot: 'off' },
});
