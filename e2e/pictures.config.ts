import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** `npm run pictures`: takes the pictures of docs/pictures anew, or compares them. */
export default defineConfig(base, {
  testMatch: 'pictures.ts',
  workers: 1,
  retries: 0,
  timeout: 30 * 60_000,
  use: { trace: 'off', screenshot: 'off' },
});
