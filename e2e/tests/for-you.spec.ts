import type { BrowserContext, Page } from '@playwright/test';
import { test } from '../admin-page.ts';
import { signUp, viewApps, vote } from '../api.ts';
import { expectNoFindings } from '../axe.ts';
import { button, card, dealtDemoApps, type DealtApp, frameStillApps, message, title } from '../feed-page.ts';
import { desktop, expect, phone } from '../fixtures.ts';
import { pairApps } from '../past.ts';
import type { World } from '../world.ts';

const VOTES = 10;

const dialog = (page: Page) => page.getByRole('dialog');

interface Member {
  page: Page;
  /** The app that the member likes last, those that it leads to, and all that the member likes. */
  liked: DealtApp;
  others: DealtApp[];
  seen: DealtApp[];
}

/** Creates a member with ten likes, the last of which leads to three apps that the member has not seen. */
async function someoneWithTaste(context: BrowserContext, world: World): Promise<Member> {
  await frameStillApps(context);
  const page = await context.newPage();
  await signUp(page, world.url);
  const apps = await dealtDemoApps(page);
  const seen = apps.slice(0, VOTES);
  const liked = seen.at(-1);
  if (!liked) throw new Error('There are no demo apps');
  for (const { id } of seen) await vote(page, world.url, id);
  await viewApps(
    page,
    world.url,
    seen.map(({ id }) => id),
  );
  const others = apps.slice(VOTES, VOTES + 3);
  await pairApps(
    world,
    liked.id,
    others.map(({ id }) => id),
  );
  return { page, liked, others, seen };
}

async function openForYou(page: Page): Promise<void> {
  await page.goto('/home?deck=for-you');
  await expect(title(page)).toBeAttached();
}

/** Waits until the server has saved a change of the taste. */
const savedTaste = (page: Page, change: { less: boolean }) =>
  page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/api/user/taste') &&
      answer.status() === 204 &&
      (answer.request().postDataJSON() as { less: boolean } | null)?.less === change.less,
  );

async function askForLess(page: Page): Promise<void> {
  await button(page, 'Share and details').click();
  await dialog(page).getByRole('button', { name: 'Less like this' }).click();
}

for (const [device, options] of [
  ['a phone', phone],
  ['a desktop', desktop],
] as const) {
  test(`a member opens “For you”, reads why a card is there, and wants less like it on ${device}`, async ({
    openContext,
    ownWorld,
  }) => {
    const { page, liked, others } = await someoneWithTaste(await openContext(options), ownWorld);
    await page.goto('/discover');
    const first = page.getByRole('list').filter({ hasText: 'Trending' }).getByRole('link').first();
    await expect(first).toHaveText('For you');
    await first.click();
    await expect(title(page)).toHaveText(others[0]?.title ?? '');
    await expect(card(page).getByText(`Because you liked ${liked.title}`)).toBeVisible();
    await button(page, 'Share and details').click();
    await expect(dialog(page).getByText(`Because you liked ${liked.title}`)).toBeVisible();
    await expectNoFindings(page, 'the details with a reason');
    await dialog(page).getByRole('button', { name: 'Less like this' }).click();
    await expect(message(page)).toContainText(`Less like ${others[0]?.title}`);
  });
}

test('a member wants less like an app, gets less on the next hand, and takes it back', async ({
  openContext,
  ownWorld,
}) => {
  const { page, others } = await someoneWithTaste(await openContext(phone), ownWorld);
  const [first, second, third] = others;
  await pairApps(ownWorld, first?.id ?? '', [second?.id ?? '']);
  await openForYou(page);
  await expect(title(page)).toHaveText(first?.title ?? '');

  await test.step('takes it back at once', async () => {
    await askForLess(page);
    await expect(message(page)).toContainText(`Less like ${first?.title}`);
    const undone = savedTaste(page, { less: false });
    await message(page).getByRole('button', { name: 'Undo' }).click();
    await undone;
    await expect(message(page)).toContainText(`${first?.title} is back`);
  });

  await test.step('asks again, and what the app leads to comes later', async () => {
    const saved = savedTaste(page, { less: true });
    await askForLess(page);
    await saved;
    await openForYou(page);
    await expect(title(page)).toHaveText(third?.title ?? '');
  });

  await test.step('takes it back in the details, and it comes first again', async () => {
    await page.goto(`/home?app=${first?.id}`);
    await button(page, 'Share and details').click();
    const undone = savedTaste(page, { less: false });
    await dialog(page).getByRole('button', { name: 'Undo “Less like this”' }).click();
    await undone;
    await expect(message(page)).toContainText(`${first?.title} is back`);
    await openForYou(page);
    await expect(title(page)).toHaveText(second?.title ?? '');
  });
});

test('a member who is offline asks for less, and it is saved once there is a connection', async ({
  openContext,
  ownWorld,
  pageErrors,
}) => {
  pageErrors.expect(/ERR_INTERNET_DISCONNECTED/);
  const context = await openContext(phone);
  const { page, others } = await someoneWithTaste(context, ownWorld);
  await openForYou(page);
  await button(page, 'Share and details').click();
  await expect(dialog(page).getByRole('button', { name: 'Less like this' })).toBeVisible();
  await context.setOffline(true);
  await dialog(page).getByRole('button', { name: 'Less like this' }).click();
  await expect(message(page)).toContainText('This will be saved when connection is restored.');
  await context.setOffline(false);
  await expect
    .poll(async () => {
      const answer = await page.request.get(`${ownWorld.url}/api/user/taste`);
      return ((await answer.json()) as { avoided: { id: string }[] }).avoided.map(({ id }) => id);
    })
    .toEqual([others[0]?.id]);
});

test('a member who was never online with the details takes “Less like this” back in them', async ({
  openContext,
  ownWorld,
  pageErrors,
}) => {
  pageErrors.expect(/ERR_INTERNET_DISCONNECTED/);
  const { page, others } = await someoneWithTaste(await openContext(phone), ownWorld);
  await page.route('**/api/user/taste', (route) => route.abort('internetdisconnected'));
  await openForYou(page);
  await askForLess(page);
  await expect(message(page)).toContainText('This will be saved when connection is restored.');
  await button(page, 'Share and details').click();
  await dialog(page).getByRole('button', { name: 'Undo “Less like this”' }).click();
  await expect(message(page)).toContainText(`${others[0]?.title} is back`);
  await expect(dialog(page).getByRole('button', { name: 'Less like this', exact: true })).toBeVisible();
});

test('a member reads their taste, and resets “For you”', async ({ openContext, ownWorld }) => {
  const { page, liked, others, seen } = await someoneWithTaste(await openContext(phone), ownWorld);
  await openForYou(page);
  const saved = savedTaste(page, { less: true });
  await askForLess(page);
  await saved;
  for (const { id } of seen.slice(0, 6)) await pairApps(ownWorld, id, [others[1]?.id ?? '']);
  await page.goto('/profile');
  const section = page.locator('section').filter({ hasText: 'Your taste' });
  await expect(section.getByRole('link', { name: liked.title })).toBeVisible();
  await expect(section.getByText('3 similar apps')).toBeVisible();
  await expect(section.getByRole('link', { name: others[0]?.title ?? '' })).toBeVisible();
  await expectNoFindings(page, 'your taste');

  const heading = section.getByRole('heading', { name: 'Your taste', exact: true });
  await section.getByRole('button', { name: 'Show all 7' }).click();
  await expect(section.getByText(/similar apps?$/)).toHaveCount(7);
  await expect(heading).toBeFocused();

  await section.getByRole('button', { name: 'Reset For you' }).click();
  await expect(dialog(page)).toContainText('Your votes stay');
  await expectNoFindings(page, 'the question before the deletion');
  await page.keyboard.press('Escape');
  await expect(section.getByRole('button', { name: 'Reset For you' })).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Reset' }).click();
  await expect(message(page)).toContainText('For you was reset');
  await expect(section.getByText('Like more apps to shape your taste.')).toBeVisible();
  await expect(heading).toBeFocused();
  await openForYou(page);
  await expect(card(page).getByText('Because you liked')).toBeHidden();
});

test('a member with too few votes reads how many are missing', async ({
  openContext,
  ownWorld,
  pageErrors,
}) => {
  pageErrors.expect(/ 403 .*\/api\/apps\?deck=for-you/);
  const page = await (await openContext(phone)).newPage();
  await signUp(page, ownWorld.url);
  for (const { id } of (await dealtDemoApps(page)).slice(0, VOTES - 2)) await vote(page, ownWorld.url, id);
  await page.goto('/discover');
  const missing = page.getByRole('progressbar', { name: '2 more votes' });
  await expect(missing).toHaveAttribute('value', String(VOTES - 2));
  await expectNoFindings(page, 'the votes that are missing');
  await expect(page.getByRole('link', { name: 'For you' })).toBeHidden();
  await page.goto('/home?deck=for-you');
  await expect(page.getByRole('heading', { name: 'Not enough votes yet' })).toBeVisible();
  await expect(page.getByText('2 more votes to unlock For you')).toBeVisible();
});
