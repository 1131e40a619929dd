import { defineConfig } from '@playwright/test';
import { launchOptions, wholeBrowserOptions } from './browser.ts';

/** Stories that `npm test` runs: sign-in, voting and moderation, without those tagged `@thorough`, which take longer. */
const inNpmTest =
  /^(?!.*@thorough).* (story|first-paint|sign-in|feed-(member|guest|end|failures|offline)|liked|admin-decisions)\.spec\.ts /;
/**
 * Stories that only `npm run test:e2e` runs. CI tells one story per screen and outcome: `@variant` tells it again on another
 * device or in another colour scheme. The files named here take minutes.
 */
const inFullRun = /@variant| (feed-timings|long-words)\.spec\.ts /;
const scopes: Record<string, { grep?: RegExp; grepInvert?: RegExp | RegExp[] }> = {
  first: { grep: inNpmTest },
  /** What CI runs after those. */
  rest: { grepInvert: [inNpmTest, inFullRun] },
};
/** Selects a scope. Without it, all stories run. */
const scope = process.env['STORIES'] ?? '';
const isShort = scope === 'first';
/** Stories that change settings, the catalogue or times. Each of their workers has a server of its own. */
const ofAdmins = /(admin-[^/]+|feed-coming-back|long-words)\.spec\.ts$/;
/** Stories of policies and settings that the headless shell lacks. */
const ofWholeBrowser = /(feed-return|visitor-links)\.spec\.ts$/;

export default defineConfig({
  testDir: './tests',
  outputDir: '../test-results',
  globalSetup: './start-world.ts',
  fullyParallel: true,
  // More workers than cores, because stories wait most of the time.
  workers: 3,
  retries: 0,
  ...scopes[scope],
  forbidOnly: true,
  // Three times as long as the slowest story takes on a busy machine.
  timeout: isShort ? 120_000 : 300_000,
  expect: { timeout: 30_000 },
  projects: [
    // `npm test` has so few that a second server would take longer than they do.
    { name: 'admins', testMatch: ofAdmins, ...(isShort ? { workers: 1 } : {}) },
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
