import { signUp, vote } from '../api.ts';
import { button, card, dealtDemoApps, likedTitles, title } from '../feed-page.ts';
import { expect, phone, test } from '../fixtures.ts';

test('a member searches, sorts and unlikes liked apps, and opens one in the deck', async ({
  openContext,
  url,
}) => {
  const context = await openContext(phone);
  const page = await context.newPage();
  await signUp(page, url);
  const [first, second, third] = await dealtDemoApps(page);
  if (!first || !second || !third) throw new Error('There are too few apps');
  for (const { id } of [first, second, third]) await vote(page, url, id);
  await page.goto('/liked');
  const shown = page.getByRole('listitem').getByRole('heading', { level: 2 });
  await expect(shown).toHaveText([third.title, second.title, first.title]);
  await expect(page.getByRole('listitem').first()).toContainText('liked just now');

  await test.step('sees whole pictures', async () => {
    const fits = await page
      .locator('li img:last-child')
      .evaluateAll((pictures) => pictures.map((picture) => getComputedStyle(picture).objectFit));
    expect(new Set(fits)).toEqual(new Set(['contain']));
  });

  await test.step('sorts and searches liked apps', async () => {
    await page.getByLabel('Sort by').selectOption('By title');
    const sorted = [first, second, third].map((app) => app.title);
    sorted.sort((one, other) => one.toLowerCase().localeCompare(other.toLowerCase()));
    await expect(shown).toHaveText(sorted);
    await page.getByLabel('Search your liked apps').fill(second.title.slice(0, -1).toUpperCase());
    // The text of another app can be similar too.
    await expect(page.getByRole('status').getByText(/^(1 app|2 apps)$/)).toBeVisible();
    await expect(shown.filter({ hasText: second.title })).toBeVisible();
    await page.getByLabel('Search your liked apps').fill('xyzzy');
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
    await page.getByRole('button', { name: 'Show all' }).tap();
    await expect(page.getByLabel('Search your liked apps')).toHaveValue('');
    await expect(page.getByLabel('Sort by')).toHaveValue('liked');
    await expect(shown).toHaveText([third.title, second.title, first.title]);
  });

  await test.step('unlikes an app at once, and undoes it', async () => {
    await page.getByRole('button', { name: `Unlike ${second.title}` }).tap();
    await expect(shown).toHaveText([third.title, first.title]);
    await expect(page.getByRole('button', { name: `Unlike ${first.title}` })).toBeFocused();
    await expect.poll(() => likedTitles(page)).not.toContain(second.title);
    await page.getByRole('button', { name: 'Undo' }).tap();
    await expect.poll(() => likedTitles(page)).toContain(second.title);
    await expect(shown).toHaveCount(3);
  });

  await test.step('opens an app in the deck', async () => {
    await page.getByRole('link', { name: first.title, exact: true }).tap();
    await expect(title(page)).toHaveText(first.title);
    await expect(button(page, 'Upvote')).toHaveAttribute('aria-pressed', 'true');
    await expect(card(page)).toBeVisible();
  });
});
