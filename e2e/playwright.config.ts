import { defineConfig } from '@playwright/test';
import { launchOptions } from './browser.ts';

const isThorough = Boolean(process.env['THOROUGH']);
/** What admins change would upset others: each worker of these has a server of its own. */
const ofAdmins = /(admin-[^/]+|long-words|my-app-changes)\.spec\.ts$/;

export default defineConfig({
  testDir: './tests',
  outputDir: '../test-results',
  globalSetup: './start-world.ts',
  fullyParallel: true,
  // More than cores: most of a story is waiting for what a person would wait for too.
  workers: 3,
  retries: 0,
  // What takes long is run by `npm run test:e2e`; every change is held to the rest.
  ...(isThorough ? {} : { grepInvert: /@thorough/ }),
  forbidOnly: true,
  // Far above what any story takes, for machines that are busy with other things.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  projects: [
    // So few that one server is enough for them; begun first, they are nobody's tail.
    { name: 'admins', testMatch: ofAdmins, ...(isThorough ? {} : { workers: 1 }) },
    { name: 'people', testIgnore: ofAdmins },
  ],
  use: {
    launchOptions: launchOptions(process.env),
    locale: 'en-GB',
    // What was done, asked and said; pictures of every moment would take a quarter of the processor's time.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    serviceWorkers: 'block',
    // Demo apps draw sixty pictures a second, which is most of what the browser does; stories of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
  },
});
