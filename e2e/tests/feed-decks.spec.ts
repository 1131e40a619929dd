import { signUp } from '../api.ts';
import { button, card, type DealtApp, frameStillApps, title, titleText, toNext } from '../feed-page.ts';
import { desktop, expect, phone, test } from '../fixtures.ts';

test('a guest opens a deck by its address, and finds it as it was left', async ({ openContext, url }) => {
  const context = await openContext(phone);
  await frameStillApps(context);
  const page = await context.newPage();
  await signUp(page, url);
  const response = page.waitForResponse((answer) => answer.url().endsWith('/api/apps?deck=new'));
  await page.goto('/home?deck=new');
  const dealt = (await (await response).json()) as DealtApp[];
  const [first, second] = dealt.map((app) => app.title);
  await expect(title(page)).toHaveText(first ?? '');
  await expect(page).toHaveURL(`${url}/home?deck=new&app=${dealt[0]?.id}`);
  expect(await toNext(page, () => page.keyboard.press('ArrowLeft'))).toBe(second);
  await expect(page).toHaveURL(`${url}/home?deck=new&app=${dealt[1]?.id}`);

  await test.step('keeps the card after another screen', async () => {
    const seq = await card(page).getAttribute('data-seq');
    await button(page, 'Profile').click();
    await expect(page).toHaveURL(/\/profile$/);
    await page.goBack();
    await expect(card(page)).toHaveAttribute('data-seq', seq ?? '');
    expect(await titleText(page)).toBe(second);
  });

  await test.step('keeps the card after the deck best', async () => {
    await button(page, 'Profile').click();
    await page.getByRole('link', { name: 'Browse' }).first().click();
    await expect(page).toHaveURL(/\/home\?app=/);
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(`${url}/home?deck=new&app=${dealt[1]?.id}`);
    await expect(title(page)).toHaveText(second ?? '');
  });

  await test.step('keeps the card after a reload', async () => {
    await page.reload();
    await expect(title(page)).toHaveText(second ?? '');
  });
});

test('a visitor with a link to a deck sees the page of the deck', async ({ openContext, url }) => {
  const page = await (await openContext(phone)).newPage();
  await page.goto(`${url}/home?deck=category:games`);
  await expect(page).toHaveURL(`${url}/discover/games`);
  await expect(page.getByRole('heading', { name: 'Games', level: 1 })).toBeVisible();
});

test('a member reads that a deck does not exist, and goes on to all apps', async ({
  openContext,
  url,
  pageErrors,
}) => {
  pageErrors.expect(/ 404 .*\/api\/apps\?deck=maker/);
  const page = await (await openContext(phone)).newPage();
  await signUp(page, url);
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/apps?deck=maker')) requests += 1;
  });
  await page.goto('/home?deck=maker:nobody');
  await expect(page.getByRole('heading', { name: 'This deck does not exist' })).toBeVisible();
  expect(requests).toBe(1);
  await page.getByRole('link', { name: 'Browse all apps' }).click();
  await expect(title(page)).toBeAttached();
  await expect(page).toHaveURL(/\/home\?app=/);
});

test('a member reads that a deck has no cards, and goes on to all apps', async ({ openContext, url }) => {
  const page = await (await openContext(phone)).newPage();
  await signUp(page, url);
  await page.goto('/home?deck=tag:nothing has this');
  await expect(page.getByRole('heading', { name: 'No apps tagged “nothing has this”' })).toBeVisible();
  await page.goto('/home?deck=liked');
  await expect(page.getByRole('heading', { name: 'No Liked Apps Yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Browse all apps' }).click();
  await expect(title(page)).toBeAttached();
  await expect(page).toHaveURL(/\/home\?app=/);
});

test('a member sees the whole bar beside a deck without cards on a desktop', async ({ openContext, url }) => {
  const page = await (await openContext(desktop)).newPage();
  await signUp(page, url);
  await page.goto('/home?deck=liked');
  await expect(page.getByRole('heading', { name: 'No Liked Apps Yet' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Actions' })).toBeInViewport({ ratio: 1 });
});
