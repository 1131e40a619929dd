import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { adminPagesOf } from '@zapdeck/contract/instance/screens';
import { expect, test } from '../admin-page.ts';
import { expectReadable, MARK } from '../clipped-text.ts';
import { PASSWORD } from '../fixtures.ts';
import { linksTo } from '../mails.ts';
import { admin, type World } from '../world.ts';

/** Returns a word without break opportunities, in the widest letters. */
const word = (length: number, start = '') => start.padEnd(length, 'MWmw');
/** Returns such a word with the mark of text of users. */
const written = (length: number, start: string) => word(length - 1, start) + MARK;
const REASON = written(90, 'Reason');
const someone = {
  firstName: written(100, 'Maximiliane'),
  lastName: written(100, 'Wolkenstein'),
  email: `${word(64, 'mwmw')}@${word(60, 'wide')}.example.org`.toLowerCase(),
};

interface Api {
  post: (path: string, data?: object) => Promise<unknown>;
  patch: (path: string, data: object) => Promise<unknown>;
  put: (path: string, data: object) => Promise<unknown>;
}

function apiOf(request: APIRequestContext, url: string): Api {
  const send = (method: 'post' | 'patch' | 'put') => async (path: string, data?: object) => {
    const response = await request[method](`${url}${path}`, {
      headers: { origin: url },
      ...(data ? { data } : {}),
    });
    expect(response.ok(), `${path}: ${response.status()} ${await response.text()}`).toBe(true);
    return response.json().catch(() => undefined);
  };
  return { post: send('post'), patch: send('patch'), put: send('put') };
}

const open = async (page: Page, path: string) => {
  await page.goto(path);
  await expect(page.getByRole('heading').first()).toBeAttached();
  await page.waitForLoadState('networkidle');
};

/** Submits three apps with long words as a new member, rejects one, and approves and likes one. Returns their ids. */
async function fill(
  member: Api,
  moderator: Api,
  { foreignUrl, mailFolder }: Pick<World, 'foreignUrl' | 'mailFolder'>,
) {
  await member.post('/api/auth/signup', { ...someone, password: PASSWORD, confirmPassword: PASSWORD });
  const [link = ''] = await linksTo(mailFolder, someone.email, '/verify-email');
  await member.post('/api/auth/verify-email', { token: link.split('#token=')[1] });
  const submit = async (name: string) => {
    const app = (await member.post('/api/apps', {
      title: written(50, name),
      url: `${foreignUrl}/${word(100, name)}`,
      description: written(500, name),
      category: 'Data & Analytics',
      tags: ['a', 'b', 'c', 'd'].map((tag) => written(50, tag)),
    })) as { id: string };
    return app.id;
  };
  const [approved, rejected, pending] = [
    await submit('Approved'),
    await submit('Rejected'),
    await submit('Pending'),
  ];
  await moderator.post('/api/auth/login', admin);
  await moderator.patch(`/api/admin/apps/${approved}/status`, { status: 'approved' });
  await moderator.patch(`/api/admin/apps/${rejected}/status`, { status: 'rejected', reason: REASON });
  await member.post('/api/votes', { appId: approved, voteType: 'up' });
  const interactions = [{ appId: approved, interactionType: 'view', duration: 1_000 }];
  await member.post('/api/interactions/batch', { batchId: randomUUID(), interactions });
  await member.post('/api/reports', { appId: approved, reason: written(100, 'Report') });
  await member.post('/api/error-logs', {
    errorType: 'CLIENT_ERROR',
    errorMessage: word(300, 'TypeError'),
    stackTrace: word(300, 'at'),
    additionalData: { [word(60, 'key')]: word(300, 'value') },
    url: `${foreignUrl}/${word(300, 'page')}`,
    userAgent: word(200, 'Browser'),
  });
  await member.put('/api/user/maker-page', {
    handle: HANDLE,
    name: written(40, 'Name'),
    line: written(100, 'Line'),
    links: [`https://wide.example.org/${word(100, 'link')}`],
  });
  await member.patch(`/api/user/apps/${approved}`, { description: written(400, 'Changed') });
  await moderator.post(`/api/admin/apps/${approved}/notes`, { text: written(300, 'Note') });
  await moderator.post('/api/admin/canned-reasons', {
    label: written(40, 'Label'),
    text: written(300, 'Canned'),
  });
  await moderator.put(`/api/admin/hosts/${word(60, 'mwmw').toLowerCase()}.example.com`, {
    rule: 'blocked',
    note: written(300, 'Note'),
  });
  return { approved, rejected, pending };
}

const HANDLE = `m${'w'.repeat(20)}`;
const looks = { viewport: { width: 1440, height: 900 } };

test.describe('very long words: nothing scrolls sideways or is cut off', () => {
  // Runs in sequence, on one server with one member.
  test.describe.configure({ mode: 'default' });
  let approved: string;
  let rejected: string;
  let person: string;
  let member: Page;
  let moderator: Page;

  test.beforeAll(async ({ browser, ownWorld }) => {
    const { url } = ownWorld;
    const options = { ...looks, baseURL: url };
    member = await (await browser.newContext(options)).newPage();
    moderator = await (await browser.newContext(options)).newPage();
    ({ approved, rejected } = await fill(
      apiOf(member.request, url),
      apiOf(moderator.request, url),
      ownWorld,
    ));
    ({ id: person } = (await (await member.request.get('/api/auth/user')).json()) as { id: string });
  });
  test.afterAll(() => Promise.all([member, moderator].map((page) => page.context().close())));

  test('a member reads long words on every screen', async () => {
    const own = [`/my-app?app=${approved}`, `/my-app?app=${rejected}`, `/m/${HANDLE}`];
    for (const path of [
      '/profile',
      '/settings',
      '/liked',
      '/history',
      '/discover',
      '/discover?q=approved',
      '/landing',
      '/nowhere',
      ...own,
    ]) {
      await open(member, path);
      await expectReadable(member, path);
    }
  });

  test('a member reads long words in the account', async () => {
    for (const name of [/^Account of/, 'Change password', 'Sign out everywhere', 'Delete my account']) {
      await open(member, '/settings');
      await member.getByRole('button', { name }).click();
      await expect(member.getByRole(name instanceof RegExp ? 'menu' : 'dialog')).toBeVisible();
      await expectReadable(member, String(name));
    }
  });

  test('a member reads shortened words in a tooltip', async () => {
    await open(member, '/profile');
    const tooltip = member.locator('.tooltip');
    await member.getByRole('heading', { name: 'Quick Actions' }).hover();
    await expect(tooltip).toBeAttached();
    await member.getByRole('heading', { level: 1 }).hover();
    await expect(tooltip).toBeVisible();
    await expect(tooltip).toHaveText(someone.firstName);
  });

  test('a maker reads long words while submitting', async ({ foreignUrl }) => {
    await member.route('**/api/apps/preview*', (route) =>
      route.fulfill({
        json: {
          title: written(50, 'Preview'),
          description: written(500, 'Preview'),
          imageUrl: null,
          frameStatus: 'refused',
          frameReason: word(90, 'Because'),
        },
      }),
    );
    await open(member, '/submit');
    await member.getByLabel('App URL').fill(`${foreignUrl}/${word(100, 'new')}`);
    await member.getByRole('button', { name: 'Use title and description' }).click();
    await expectReadable(member, 'submit');
    await member.getByLabel('Category').selectOption('Data & Analytics');
    await member.getByRole('button', { name: 'Submit for Review' }).click();
    await expect(member.getByRole('link', { name: 'Back to Browse' })).toBeVisible();
    await expectReadable(member, 'submitted');
  });

  test('a member reads long words in the feed', async () => {
    await open(member, `/home?app=${approved}`);
    await expect(member.getByRole('button', { name: 'Upvote' })).toBeEnabled();
    await expectReadable(member, 'card');
    await member.getByRole('button', { name: 'Share and details' }).click();
    await expect(member.getByRole('dialog')).toBeVisible();
    await expectReadable(member, 'details');
  });

  test('an admin reads long words on the dashboard', async () => {
    const paths = adminPagesOf('admin').map(({ path }) => path);
    for (const path of [...paths, `/admin/app?id=${approved}`, `/admin/person?id=${person}`]) {
      await open(moderator, path);
      await expectReadable(moderator, path);
    }
  });

  for (const [path, name] of [
    ['/admin', /^Look at/],
    ['/admin', /^Reject/],
    ['/admin/apps', /^Edit Approved/],
    ['/admin/users', /^Edit Maximiliane/],
    ['/admin/config', 'Preview feed'],
    ['/admin/config', /History/],
    ['/admin/reports', /Look at|Reject|Open/],
  ] as const) {
    test(`an admin reads long words in a dialog: ${path}, ${name}`, async () => {
      await open(moderator, path);
      await moderator.getByRole('button', { name }).first().click();
      await expect(moderator.getByRole('dialog')).toBeVisible();
      await expect(moderator.getByRole('dialog').locator('[aria-busy=true]')).toHaveCount(0);
      await expectReadable(moderator, `${path}: ${name}`);
    });
  }
});
