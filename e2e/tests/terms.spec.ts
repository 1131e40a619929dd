import type { Page, Route } from '@playwright/test';
import { type Caller, signUp } from '../api.ts';
import { expect, expectToast, sizes, test } from '../admin-page.ts';
import { expectNoFindings } from '../axe.ts';
import { expectReadableNow } from '../clipped-text.ts';
import { desktop, phone } from '../fixtures.ts';
import { doubleRootFont } from '../large-text.ts';
import { expectNoSideways } from '../sideways.ts';
import { setLegalText } from '../set-instance.ts';
import { openFilledSignUp } from '../sign-up-form.ts';

const box = (page: Page) => page.getByRole('checkbox', { name: 'I accept the terms' });
const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Accept the terms' });
const accept = (page: Page) => page.getByRole('button', { name: 'I accept the terms' });
const create = (page: Page) => page.getByRole('button', { name: 'Create Account' });
const legal = (page: Page) => page.getByRole('region', { name: 'Legal pages' });

/** Publishes a text that members have to accept, as the admin. The empty text unpublishes the terms. Returns the version. */
const publish = (caller: Caller, url: string, text: string) =>
  setLegalText(caller, url, { page: 'terms', text });

const pending = {
  id: '00000000-0000-7000-8000-000000000001',
  provider: 'Google',
  email: 'grace@example.org',
};

/** Other stories of this worker expect an instance without terms. */
test.afterEach(async ({ openContext, url }) => publish(await openContext(desktop), url, ''));

async function saveTerms(page: Page, text: string): Promise<void> {
  await legal(page).getByRole('textbox', { name: 'Text of Terms' }).fill(text);
}

for (const [size, options, tag] of sizes) {
  test(`a visitor accepts the terms at sign-up, and again when an admin changes them: ${size}`, {
    tag,
  }, async ({ openAdmin, openContext }) => {
    const page = await openAdmin('/admin/config/instance', options);
    const save = async () => {
      await legal(page).getByRole('button', { name: 'Save: Terms' }).click();
      await expectToast(page, 'Legal page saved. Visitors see it within seconds.');
    };
    await legal(page).getByText('Terms', { exact: true }).click();
    await saveTerms(page, 'Be **kind**.');
    await save();

    const member = await (await openContext(options)).newPage();
    await openFilledSignUp(member);
    await create(member).click();
    await expect(member.getByText('Please accept the terms')).toBeVisible();
    await expect(box(member)).toBeFocused();
    await expectNoFindings(member, 'the sign-up with terms');
    const [terms] = await Promise.all([
      member.waitForEvent('popup'),
      member.getByRole('link', { name: 'terms', exact: true }).click(),
    ]);
    await expect(terms.locator('strong')).toHaveText('kind');
    await expect(box(member)).not.toBeChecked();
    await box(member).check();
    await expect(member.getByText('Please accept the terms')).toHaveCount(0);
    await create(member).click();
    await expect(member).toHaveURL(/\/home/);

    await saveTerms(page, 'Be kind.');
    await save();
    await member.goto('/liked');
    await expect(member.getByRole('heading', { level: 1, name: 'Liked Apps' })).toBeVisible();

    const consent = legal(page).getByRole('switch', { name: 'Members have to accept the change' });
    await saveTerms(page, 'Be kind, and be quick.');
    await consent.check();
    await expectNoFindings(page, 'the switch for consent');
    await save();
    await expect(consent).not.toBeChecked();

    await member.reload();
    await expect(heading(member)).toBeVisible();
    await expectNoFindings(member, 'the consent');
    await expect(member.getByRole('link', { name: 'Log out' })).toBeVisible();
    const [file] = await Promise.all([
      member.waitForEvent('download'),
      member.getByRole('button', { name: 'Download my data' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('zapdeck-data.json');
    await member.getByRole('link', { name: 'Delete my account' }).click();
    await expect(member.getByRole('dialog', { name: 'Delete my account' })).toBeVisible();
    await member.goto('/home');
    await expect(heading(member)).toBeVisible();
    await expect(member.locator('iframe')).toHaveCount(0);
    await accept(member).click();
    await expect(member.locator('iframe').first()).toBeVisible();
  });
}

test('a visitor whose form is older than the terms reads that they have changed', async ({
  openContext,
  url,
  pageErrors,
}) => {
  pageErrors.expect(/\b400\b .*\/auth\/signup$/);
  const context = await openContext(desktop);
  await publish(context, url, 'One');
  const page = await (await openContext(phone)).newPage();
  await openFilledSignUp(page);
  await box(page).check();
  await publish(context, url, 'Two');
  await create(page).click();
  await expect(page.getByText('The terms have changed. Please read and accept them.').first()).toBeVisible();
  await expect(box(page)).not.toBeChecked();
  await box(page).check();
  await create(page).click();
  await expect(page).toHaveURL(/\/home/);
});

test('a member whose page is older than the terms keeps the vote until they accept', async ({
  openContext,
  url,
  pageErrors,
}) => {
  pageErrors.expect(/\b403\b .*\/api\/(votes|interactions|apps)/);
  const context = await openContext(phone);
  await signUp(context, url);
  const page = await context.newPage();
  await page.goto('/home');
  const card = page.locator('[data-role=current]');
  await expect(card.locator('iframe')).toBeVisible();
  const other = await openContext(desktop);
  const publishFirst = async (route: Route) => {
    await publish(other, url, 'New');
    await route.continue();
  };
  await page.route('**/api/votes', publishFirst, { times: 1 });
  await page.getByRole('button', { name: 'Upvote' }).click();
  await expect(heading(page)).toBeVisible();
  await expect(page.locator('main#content')).toBeFocused();
  await accept(page).click();
  await expect(card.locator('iframe')).toBeVisible();
  const votes = async () => {
    const answer = await context.request.get(`${url}/api/user/liked-apps?limit=5`);
    return ((await answer.json()) as unknown[]).length;
  };
  await expect.poll(votes).toBe(1);
});

test('an admin who does not accept the terms keeps the dashboard', async ({
  openAdmin,
  openContext,
  url,
}) => {
  await publish(await openContext(desktop), url, 'New');
  const page = await openAdmin('/admin/config/instance', desktop);
  await expect(legal(page)).toBeVisible();
  await page.goto('/home');
  await expect(heading(page)).toBeVisible();
});

test('a person who signs in with a provider for the first time is asked, and can refuse', async ({
  openContext,
}) => {
  const page = await (await openContext(phone)).newPage();
  const sent: string[] = [];
  await page.route('**/api/auth/pending-account', (route) => {
    const method = route.request().method();
    sent.push(method);
    if (method === 'GET') return route.fulfill({ json: pending });
    return method === 'DELETE'
      ? route.fulfill({ status: 204 })
      : route.fulfill({ json: { next: '/login?error=registration_closed' } });
  });
  await page.goto('/accept-terms');
  await expect(heading(page)).toBeVisible();
  await expect(page.getByText('You signed in with Google as grace@example.org.')).toBeVisible();
  await expectNoFindings(page, 'the consent of a new person');
  await accept(page).click();
  await expect(page).toHaveURL('/login');
  await page.goto('/accept-terms');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/login');
  expect(sent).toEqual(expect.arrayContaining(['GET', 'POST', 'DELETE']));
});

test('a sign-in that has expired leads to the login', async ({ openContext, pageErrors }) => {
  pageErrors.expect(/\b410\b .*\/pending-account$/);
  const page = await (await openContext(phone)).newPage();
  await page.goto('/accept-terms');
  await expect(page.getByText('This sign-in has expired. Please sign in again.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
  await expect(page).toHaveURL('/login');
});

test('people read the questions about the terms in German, on a narrow window with text of double size', async ({
  openContext,
  url,
}) => {
  const context = await openContext({ ...phone, viewport: { width: 320, height: 640 }, locale: 'de' });
  await doubleRootFont(context);
  const page = await context.newPage();
  const expectFits = async (where: string) => {
    await expectReadableNow(page, where);
    await expectNoSideways(page, where);
  };
  await signUp(context, url);
  await publish(await openContext(desktop), url, 'New');
  await page.goto('/liked');
  await expect(page.getByRole('button', { name: 'Ich akzeptiere die Nutzungsbedingungen' })).toBeVisible();
  await expectFits('consent');
  await context.clearCookies();
  await page.goto('/login?lang=de');
  await page.getByRole('button', { name: 'Registrieren' }).click();
  await page.getByRole('button', { name: 'Konto erstellen' }).click();
  await expect(page.getByText('Bitte akzeptiere die Nutzungsbedingungen')).toBeVisible();
  await expectFits('sign-up');
  await page.route('**/api/auth/pending-account', (route) => route.fulfill({ json: pending }));
  await page.goto('/accept-terms');
  await expect(page.getByText('grace@example.org')).toBeVisible();
  await expectFits('first sign-in');
});
