import { defineConfig } from '@playwright/test';
import { launchOptions } from './browser.ts';

export default defineConfig({
  testDir: './tests',
  outputDir: '../test-results',
  globalSetup: './start-world.ts',
  fullyParallel: true,
  // More than cores: most of a story is waiting for what a person would wait for too.
  workers: 3,
  retries: 0,
  // What takes long is run by `npm run test:e2e`; every change is held to the rest.
  ...(process.env['THOROUGH'] ? {} : { grepInvert: /@thorough/ }),
  forbidOnly: true,
  // Far above what any story takes, for machines that are busy with other things.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  use: {
    launchOptions: launchOptions(process.env),
    locale: 'en-GB',
    // What was done, asked and said; pictures of every moment would take a quarter of the processor's time.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    serviceWorkers: 'block',
  },
});
