import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { accountShots } from './account-shots.ts';
import { adminShots } from './admin-shots.ts';
import { likeApps, submitApp } from './content.ts';
import { findBrowser, launchOptions } from '../e2e/browser.ts';
import { logIn, signUp } from '../e2e/api.ts';
import { desktop, newcomer, phone, swipe } from '../e2e/fixtures.ts';
import { type Shot, settle } from './shot.ts';
import { visitDemoApps } from './visits.ts';
import { admin, startWorld, type World } from '../e2e/world.ts';

/** Committed pictures of the documents. */
const SHOWN = fileURLToPath(new URL('../docs/screens', import.meta.url));
const ALL = fileURLToPath(new URL('../.cache/screens', import.meta.url));

/** Pictures of the README and the documents. */
const shown: ReadonlySet<string> = new Set([
  'admin-desktop-light',
  'admin-reports-desktop-light',
  'app-page-phone-light',
  'details-phone-light',
  'discover-phone-light',
  'feed-desktop-dark',
  'feed-phone-light',
  'feed-swipe-phone-light',
  'landing-desktop-light',
  'liked-phone-dark',
  'my-app-desktop-light',
  'submit-preview-phone-light',
]);

/** About 80 kB per screen. */
const QUALITY = 85;

type Scheme = 'light' | 'dark';

interface Size {
  size: string;
  options: BrowserContextOptions;
}

const sizes: readonly Size[] = [
  { size: 'phone', options: phone },
  { size: 'desktop', options: desktop },
  { size: 'small-phone', options: { ...phone, viewport: { width: 360, height: 740 } } },
  { size: 'tablet', options: { viewport: { width: 768, height: 1024 }, hasTouch: true } },
];
const schemes: readonly Scheme[] = ['light', 'dark'];

/** A well-formed but invalid token. */
const A_TOKEN = 'x'.repeat(43);

async function openFeed(page: Page): Promise<void> {
  await page.goto('/home');
  const app = page.locator('[data-role=current]');
  await app.locator('iframe').waitFor();
  await app.getByRole('heading', { level: 2 }).waitFor();
  // The first card shows its splash first.
  const splash = app.getByText(
    /Preparing your app|Loading interface|Setting up experience|Almost ready|Final touches/,
  );
  await splash.waitFor({ state: 'visible' });
  await splash.waitFor({ state: 'detached' });
  await page.waitForTimeout(700);
}

async function zapTo(page: Page, title: string): Promise<void> {
  await openFeed(page);
  const heading = page.locator('[data-role=current]').getByRole('heading', { level: 2 });
  for (let zaps = 0; zaps < 30 && (await heading.textContent()) !== title; zaps += 1) {
    await page.keyboard.press('Space');
    await page.waitForTimeout(150);
  }
  await page.waitForTimeout(1_500);
}

async function submitSome(page: Page, world: World): Promise<void> {
  await submitApp(page, world, { title: 'Tea Timer' });
  await submitApp(page, world, { title: 'Bird Song Finder', category: 'Education' });
  await submitApp(page, world, { title: 'Tiny Tides', category: 'Travel' });
}

const shots: readonly Shot[] = [
  { name: 'landing', open: (page) => page.goto('/').then(() => settle(page)) },
  {
    name: 'app-page',
    async open(page) {
      await page.goto('/');
      await page.locator('.todays-apps li a').first().click();
      await settle(page);
    },
  },
  { name: 'today', open: (page) => page.goto('/today').then(() => settle(page)) },
  { name: 'discover-visitor', open: (page) => page.goto('/discover').then(() => settle(page)) },
  { name: 'category-page', open: (page) => page.goto('/discover/games').then(() => settle(page)) },
  { name: 'about', open: (page) => page.goto('/about').then(() => settle(page)) },
  { name: 'login', open: (page) => page.goto('/login').then(() => settle(page)) },
  {
    name: 'signup',
    async open(page) {
      await page.goto('/login');
      await page.getByRole('button', { name: 'Sign up' }).click();
      await page.getByLabel('Email').fill('not-an-address');
      await page.getByRole('button', { name: 'Create Account' }).click();
    },
  },
  { name: 'forgot-password', open: (page) => page.goto('/forgot-password').then(() => settle(page)) },
  {
    name: 'reset-password',
    open: (page) => page.goto(`/reset-password#token=${A_TOKEN}`).then(() => settle(page)),
  },
  {
    name: 'verify-email',
    open: (page) => page.goto(`/verify-email#token=${A_TOKEN}`).then(() => settle(page)),
  },
  { name: 'login-needed', open: (page) => page.goto('/submit').then(() => settle(page)) },
  { name: 'feed', as: 'member', open: openFeed },
  { name: 'history', as: 'member', open: (page) => page.goto('/history').then(() => settle(page)) },
  {
    name: 'feed-swipe',
    as: 'member',
    async open(page) {
      await openFeed(page);
      await page.mouse.move(120, 400);
      await page.mouse.down();
      await page.mouse.move(210, 404, { steps: 6 });
    },
  },
  {
    name: 'feed-next',
    as: 'member',
    async open(page) {
      await openFeed(page);
      const { width } = page.viewportSize() ?? { width: 390 };
      await swipe(page, { x: 0.15 * width, y: 420 }, { x: 0.88 * width, y: 430 });
      await page.waitForTimeout(1_200);
    },
  },
  { name: 'feed-end', as: 'member', open: (page) => zapTo(page, 'You’ve seen them all') },
  {
    name: 'feed-tried',
    as: 'member',
    async open(page) {
      await openFeed(page);
      await page.keyboard.press('Enter');
      await page.waitForTimeout(500);
    },
  },
  {
    name: 'feed-waiting',
    as: 'member',
    async open(page) {
      await openFeed(page);
      await page.context().setOffline(true);
      for (let zaps = 0; zaps < 3; zaps += 1) await page.keyboard.press('Space');
      await page.waitForTimeout(1_500);
    },
  },
  { name: 'feed-refused', as: 'member', open: (page) => zapTo(page, 'Stubborn Page') },
  {
    name: 'details',
    as: 'member',
    async open(page) {
      await openFeed(page);
      await page.getByRole('button', { name: 'Share and details' }).click();
      await page.getByRole('dialog').waitFor();
      await page.waitForTimeout(500);
    },
  },
  {
    name: 'report',
    as: 'member',
    async open(page) {
      await openFeed(page);
      await page.getByRole('button', { name: 'Share and details' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click();
      await page.waitForTimeout(500);
    },
  },
  { name: 'feed-guest', as: 'guest', open: openFeed },
  { name: 'submit', as: 'member', open: (page) => page.goto('/submit').then(() => settle(page)) },
  { name: 'submit-guest', as: 'guest', open: (page) => page.goto('/submit').then(() => settle(page)) },
  {
    name: 'liked',
    as: 'member',
    async open(page, world) {
      await likeApps(page, world, [0, 5]);
      await page.goto('/liked');
      await settle(page);
    },
  },
  { name: 'discover', as: 'member', open: (page) => page.goto('/discover').then(() => settle(page)) },
  {
    name: 'discover-search',
    as: 'guest',
    open: (page) => page.goto('/discover?q=game').then(() => settle(page)),
  },
  { name: 'liked-empty', as: 'member', open: (page) => page.goto('/liked').then(() => settle(page)) },
  {
    name: 'profile',
    as: 'member',
    async open(page, world) {
      await submitSome(page, world);
      await page.goto('/profile');
      await settle(page);
    },
  },
  { name: 'access-denied', as: 'member', open: (page) => page.goto('/admin').then(() => settle(page)) },
  { name: 'not-found', as: 'member', open: (page) => page.goto('/nowhere').then(() => settle(page)) },
  ...accountShots,
  // Last, because its invented catalogue would appear in the feed.
  ...adminShots,
];

async function signIn(page: Page, as: Shot['as'], world: World): Promise<void> {
  if (as === 'member') await signUp(page, world.url, newcomer());
  if (as === 'admin') await logIn(page, world.url, admin);
  if (as === 'guest') await page.request.post('/api/auth/guest', { headers: { origin: world.url } });
}

async function take(
  browser: Browser,
  world: World,
  shot: Shot,
  picture: { path: string; scheme: Scheme; options: BrowserContextOptions },
): Promise<void> {
  const { path, scheme, options } = picture;
  // A service worker would bypass replaced responses.
  const context = await browser.newContext({
    ...options,
    baseURL: world.url,
    colorScheme: scheme,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await signIn(page, shot.as, world);
  await shot.open(page, world);
  await page.screenshot({ path, type: 'jpeg', quality: QUALITY, animations: 'disabled' });
  await context.close();
  process.stdout.write(`${path}\n`);
}

// --all: every screen in all sizes and both colour schemes. Names: these screens only.
const drawsAll = process.argv.includes('--all');
const folder = drawsAll ? ALL : SHOWN;
const wanted = process.argv.slice(2).filter((argument) => argument !== '--all');
const unknown = wanted.filter((name) => !shots.some((shot) => shot.name === name));
if (unknown.length > 0) {
  const names = shots.map(({ name }) => name).join(', ');
  process.stderr.write(`Unknown screens: ${unknown.join(', ')}. The screens are: ${names}\n`);
  process.exit(1);
}
const environment = await findBrowser();
Object.assign(process.env, environment);
await mkdir(folder, { recursive: true });
const world = await startWorld();
const browser = await chromium.launch(launchOptions(environment));
try {
  await visitDemoApps(world);
  for (const shot of shots) {
    if (wanted.length > 0 && !wanted.includes(shot.name)) continue;
    for (const { size, options } of sizes) {
      for (const scheme of schemes) {
        const picture = `${shot.name}-${size}-${scheme}`;
        if (!drawsAll && !shown.has(picture)) continue;
        await take(browser, world, shot, { path: join(folder, `${picture}.jpg`), scheme, options });
      }
    }
  }
} finally {
  await browser.close();
  await world.end();
}
