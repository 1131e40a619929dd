import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { likeApps, submitApp } from './content.ts';
import { type Shot, settle } from './shot.ts';
import { admin, type World } from '../e2e/world.ts';

const LONG = 'An app with a name that goes on for quite a while';
const REASON =
  'It asks for an account before it shows anything, and the sign-up page does not load on a phone. Please let people try it first.';

/** Decides as an admin in a separate browser context. */
async function review(page: Page, world: World, id: string, verdict: object): Promise<void> {
  const context = await page.context().browser()?.newContext({ baseURL: world.url });
  const headers = { origin: world.url };
  for (const answer of [
    await context?.request.post('/api/auth/login', { headers, data: admin }),
    await context?.request.patch(`/api/admin/apps/${id}/status`, { headers, data: verdict }),
  ]) {
    if (!answer?.ok()) throw new Error(`The app was not decided on: ${await answer?.text()}`);
  }
  await context?.close();
}

async function openPreview(page: Page, url: string): Promise<void> {
  await page.goto('/submit');
  await page.getByLabel('App URL').fill(url);
  await page
    .getByRole('region', { name: 'Preview' })
    .getByText(/frame|inside|reach/)
    .waitFor();
}

async function openDialog(page: Page, button: string): Promise<void> {
  await page.goto('/settings');
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('dialog').waitFor();
  await settle(page);
  await page.waitForTimeout(400);
}

/** Screens of members: submission, likes, account, notices. */
export const accountShots: readonly Shot[] = [
  {
    name: 'menu',
    as: 'member',
    async open(page) {
      await page.goto('/liked');
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await page.getByRole('dialog').waitFor();
      await page.waitForTimeout(400);
    },
  },
  {
    name: 'login-failed',
    async open(page) {
      await page.goto('/login');
      await page.getByLabel('Email').fill('somebody@example.org');
      await page.getByLabel('Password', { exact: true }).fill('wrong-password');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByText('Login failed').waitFor();
      await page.waitForTimeout(400);
    },
  },
  {
    name: 'submit-preview',
    as: 'member',
    open: (page, world) => openPreview(page, `${world.foreignUrl}/tea/${randomBytes(4).toString('hex')}`),
  },
  {
    name: 'submit-refused',
    as: 'member',
    open: (page, world) => openPreview(page, `${world.foreignUrl}/refused/${randomBytes(4).toString('hex')}`),
  },
  {
    name: 'submit-faults',
    as: 'member',
    async open(page) {
      await page.goto('/submit');
      await page.getByRole('button', { name: 'Submit for Review' }).click();
    },
  },
  {
    name: 'submitted',
    as: 'member',
    async open(page, world) {
      await openPreview(page, `${world.foreignUrl}/tea/${randomBytes(4).toString('hex')}`);
      await page.getByRole('button', { name: 'Use title and description' }).click();
      await page.getByLabel('Category').selectOption('Utilities');
      await page.getByRole('button', { name: 'Submit for Review' }).click();
      await page.getByRole('heading', { name: 'App submitted!' }).waitFor();
    },
  },
  { name: 'liked-guest', as: 'guest', open: (page) => page.goto('/liked').then(() => settle(page)) },
  {
    name: 'liked-failed',
    as: 'member',
    async open(page) {
      await page.route('**/api/user/liked-apps*', (route) => route.fulfill({ status: 500 }));
      await page.goto('/liked');
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    },
  },
  {
    name: 'liked-offline',
    as: 'member',
    async open(page, world) {
      await likeApps(page, world, [5, 8]);
      await page.goto('/liked');
      await settle(page);
      await page.context().setOffline(true);
      await page.getByText('You are offline').waitFor();
    },
  },
  { name: 'profile-guest', as: 'guest', open: (page) => page.goto('/profile').then(() => settle(page)) },
  { name: 'profile-empty', as: 'member', open: (page) => page.goto('/profile').then(() => settle(page)) },
  {
    name: 'profile-reviewed',
    as: 'member',
    async open(page, world) {
      const rejected = await submitApp(page, world, { title: 'Bird Song Finder' });
      await submitApp(page, world, {
        title: 'Tiny Tides',
        path: `refused/${randomBytes(4).toString('hex')}`,
      });
      const approved = await submitApp(page, world, { title: LONG });
      await review(page, world, rejected, { status: 'rejected', reason: REASON });
      await review(page, world, approved, { status: 'approved' });
      await page.goto('/profile');
      const heading = page.getByRole('heading', { name: 'Your Submitted Apps' });
      await heading.waitFor();
      await settle(page);
      await heading.evaluate((element) => element.scrollIntoView());
    },
  },
  {
    name: 'account',
    as: 'member',
    async open(page) {
      await page.goto('/settings');
      const last = page.getByRole('button', { name: 'Delete my account' });
      await last.waitFor();
      await last.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    },
  },
  {
    name: 'change-password',
    as: 'member',
    async open(page) {
      await openDialog(page, 'Change password');
      await page.getByLabel('New password', { exact: true }).fill('short');
      await page.getByRole('button', { name: 'Save the password' }).click();
    },
  },
  { name: 'sign-out', as: 'member', open: (page) => openDialog(page, 'Sign out everywhere') },
  {
    name: 'delete-account',
    as: 'member',
    async open(page, world) {
      await submitApp(page, world, { title: 'Tea Timer' });
      await openDialog(page, 'Delete my account');
    },
  },
  {
    name: 'broken',
    as: 'member',
    async open(page) {
      await page.route('**/assets/submit-screen-*.js', (route) => route.fulfill({ status: 404 }));
      await page.goto('/submit');
      await page.getByRole('button', { name: 'Reload the page' }).waitFor();
    },
  },
];
