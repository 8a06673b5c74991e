import { defineConfig } from '@playwright/test';
import { launchOptions } from './browser.ts';
import { patient } from './patience.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/e2e',
  fullyParallel: true,
  // with a third they stood in each other's way: half as long again where a change of process is dear (ADR 220)
  workers: 2,
  // a machine that stands still for some seconds is no fault of ours; what passed only then is said
  retries: process.env['CI'] === undefined ? 0 : 1,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: patient(60_000),
  expect: { timeout: patient(10_000) },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['E2E_REPORT'] ?? '../test-results/e2e.json' }],
  ],
  use: {
    browserName: 'chromium',
    launchOptions: await launchOptions(),
    viewport: { width: 1440, height: 900 },
    // each frame of a fade is drawn by the processor: a tenth of the journeys' time (ADR 178)
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'Europe/Riga',
    permissions: ['clipboard-read', 'clipboard-write'],
    // a fifth of the processors' time, kept of no test that passes: ask for it by `--trace on`
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
