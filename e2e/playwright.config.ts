import { defineConfig } from '@playwright/test';
import { launchOptions, wholeBrowserOptions } from './browser.ts';

/** What everybody meets, which every change is held to: the ways in, the deck, what was liked, a decision. */
const first =
  / (story|first-paint|sign-in|feed-(member|guest|end|failures|offline)|liked|admin-decisions)\.spec\.ts /;
const thorough = /@thorough/;
const scopes: Record<string, { grep?: RegExp; grepInvert?: RegExp | RegExp[] }> = {
  first: { grep: first, grepInvert: thorough },
  /** What CI runs after those. */
  rest: { grepInvert: [first, thorough] },
  all: {},
};
/** Which of the stories are run; without a word those that take no great while. */
const stories = process.env['STORIES'] ?? '';
/** What admins change would upset others: each worker of these has a server of its own. */
const ofAdmins = /(admin-[^/]+|long-words)\.spec\.ts$/;
/** Policies and settings that the browser without a window lacks. */
const ofWholeBrowser = /(feed-return|visitor-links)\.spec\.ts$/;

export default defineConfig({
  testDir: './tests',
  outputDir: '../test-results',
  globalSetup: './start-world.ts',
  fullyParallel: true,
  // More than cores: most of a story is waiting for what a person would wait for too.
  workers: 3,
  retries: 0,
  ...(scopes[stories] ?? { grepInvert: thorough }),
  forbidOnly: true,
  // Three times what the slowest story takes on a busy machine. The slowest of all are thorough, and run in `all` only.
  timeout: stories === 'all' ? 300_000 : 120_000,
  expect: { timeout: 30_000 },
  projects: [
    // So few that one server is enough for them; begun first, they are nobody's tail.
    { name: 'admins', testMatch: ofAdmins, ...(stories === 'all' ? {} : { workers: 1 }) },
    { name: 'people', testIgnore: [ofAdmins, ofWholeBrowser] },
    { name: 'whole-browser', testMatch: ofWholeBrowser, use: { launchOptions: wholeBrowserOptions() } },
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
