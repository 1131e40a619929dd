import type { Page } from '@playwright/test';
import { onDataFolder, seedCatalogue } from '@zapdeck/server/testing/seed-catalogue';
import { signUp } from '../e2e/api.ts';
import { newcomer } from '../e2e/fixtures.ts';
import { submitApp } from './content.ts';
import { type Shot, settle } from './shot.ts';
import type { World } from '../e2e/world.ts';

let isFilled = false;

/** Submits an app that will be the oldest in the queue. */
async function submitOne(page: Page, world: World): Promise<void> {
  const context = await page.context().browser()?.newContext({ baseURL: world.url });
  const maker = await context?.newPage();
  if (!maker) throw new Error('There is no browser');
  await signUp(maker, world.url, newcomer('Mia'));
  await submitApp(maker, world, {
    title: 'Tea Timer',
    path: 'tea-timer',
    description: 'Tells you when your tea has steeped for long enough.',
    tags: [],
  });
  await context?.close();
}

/** Adds data of three months, once. */
async function fillCatalogue(page: Page, world: World): Promise<void> {
  if (isFilled) return;
  isFilled = true;
  const size = {
    apps: 600,
    users: 240,
    votes: 9_000,
    views: 30_000,
    reports: 30,
    auditEntries: 120,
    errors: 300,
  };
  await onDataFolder(world.dataFolder, (client) => seedCatalogue(client, size, new Date()));
  await submitOne(page, world);
}

/** Scrolls until the heading stands below the header of the page. */
const scrollBelowHeader = (page: Page, name: string) =>
  page.getByRole('heading', { name }).evaluate((heading) => {
    heading.scrollIntoView();
    scrollBy(0, -110);
  });

/** Opens a popular app of three months as its maker. */
async function openPopularApp(page: Page, world: World): Promise<void> {
  await fillCatalogue(page, world);
  const { id: maker } = (await (await page.request.get('/api/auth/user')).json()) as { id: string };
  const app = await onDataFolder(world.dataFolder, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `UPDATE apps SET submitted_by = $1, title = 'Tea Timer', category = 'Utilities' WHERE id =
         (SELECT id FROM apps WHERE title LIKE 'Tea Timer %' AND frame_status = 'ok' ORDER BY upvotes DESC LIMIT 1)
       RETURNING id`,
      [maker],
    );
    return rows[0]?.id;
  });
  await page.goto(`/my-app?app=${app}`);
  await page.getByText('Median time in app').waitFor();
  await settle(page);
  await scrollBelowHeader(page, 'Statistics');
}

/** Opens the dashboard with data of three months. */
async function openAdmin(page: Page, world: World, path: string): Promise<void> {
  await fillCatalogue(page, world);
  await page.goto(path);
  await settle(page);
}

/** Opens the page of the first item of a list. */
async function openFirst(page: Page, world: World, list: 'apps' | 'users', path: string): Promise<void> {
  await openAdmin(page, world, '/admin');
  const answer = await page.request.get(`/api/admin/${list}?limit=1`);
  const [first] = (await answer.json()) as { id: string }[];
  await page.goto(`${path}?id=${first?.id}`);
  await settle(page);
}

/** The tabs of the admin dashboard and its main dialogs, and the statistics of an app. */
export const adminShots: readonly Shot[] = [
  { name: 'my-app', as: 'member', open: openPopularApp },
  { name: 'admin', as: 'admin', open: (page, world) => openAdmin(page, world, '/admin') },
  {
    name: 'admin-look',
    as: 'admin',
    async open(page, world) {
      await openAdmin(page, world, '/admin');
      await page.getByRole('button', { name: 'Look at Tea Timer' }).first().click();
      await page.waitForTimeout(1_500);
    },
  },
  {
    name: 'admin-charts',
    as: 'admin',
    async open(page, world) {
      await openAdmin(page, world, '/admin');
      await scrollBelowHeader(page, 'Over time');
      await page.locator('.u-over').first().hover();
    },
  },
  { name: 'admin-apps', as: 'admin', open: (page, world) => openAdmin(page, world, '/admin/apps') },
  {
    name: 'admin-edit-app',
    as: 'admin',
    async open(page, world) {
      await openAdmin(page, world, '/admin/apps');
      await page.getByRole('button', { name: /^Edit/ }).first().click();
      await page.waitForTimeout(500);
    },
  },
  { name: 'admin-app', as: 'admin', open: (page, world) => openFirst(page, world, 'apps', '/admin/app') },
  {
    name: 'admin-person',
    as: 'admin',
    open: (page, world) => openFirst(page, world, 'users', '/admin/person'),
  },
  { name: 'admin-users', as: 'admin', open: (page, world) => openAdmin(page, world, '/admin/users') },
  { name: 'admin-config', as: 'admin', open: (page, world) => openAdmin(page, world, '/admin/config') },
  {
    name: 'admin-instance',
    as: 'admin',
    open: (page, world) => openAdmin(page, world, '/admin/config/instance'),
  },
  {
    name: 'admin-people',
    as: 'admin',
    open: (page, world) => openAdmin(page, world, '/admin/config/people'),
  },
  {
    name: 'admin-moderation',
    as: 'admin',
    open: (page, world) => openAdmin(page, world, '/admin/config/moderation'),
  },
  { name: 'admin-trust', as: 'admin', open: (page, world) => openAdmin(page, world, '/admin/trust') },
  {
    name: 'admin-preview',
    as: 'admin',
    async open(page, world) {
      await openAdmin(page, world, '/admin/config');
      await page.getByRole('button', { name: 'Preview feed' }).click();
      await settle(page);
      await page.waitForTimeout(500);
    },
  },
  { name: 'admin-reports', as: 'admin', open: (page, world) => openAdmin(page, world, '/admin/reports') },
  { name: 'admin-audit', as: 'admin', open: (page, world) => openAdmin(page, world, '/admin/log') },
  { name: 'admin-errors', as: 'admin', open: (page, world) => openAdmin(page, world, '/admin/log/errors') },
];
