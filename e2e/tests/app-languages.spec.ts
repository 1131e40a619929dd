import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { decide, logIn, signUp, submitApp } from '../api.ts';
import { expectNoFindings } from '../axe.ts';
import { button, frameStillApps, titleText } from '../feed-page.ts';
import { desktop, expect, phone, test } from '../fixtures.ts';
import { admin } from '../world.ts';

const language = (page: Page) => page.getByRole('combobox', { name: /^Language/ });
const read = (page: Page) => page.getByRole('group', { name: 'Languages you read' });

for (const [size, options] of Object.entries({ phone, desktop })) {
  test(`a member chooses languages, and apps in others come last: ${size}`, async ({
    openContext,
    url,
    foreignUrl,
  }) => {
    const word = randomUUID().slice(0, 8);
    const tag = `Tag ${word}`;
    const [alarmClock, kettle] = [`Ein Wecker ${word}`, `A kettle ${word}`];
    const maker = await openContext(desktop);
    await signUp(maker, url);
    const moderator = await openContext(desktop);
    await logIn(moderator, url, admin);
    for (const [title, tongue] of [
      [alarmClock, 'de'],
      [kettle, 'ja'],
    ] as const) {
      const app = { title, url: `${foreignUrl}/tea/${randomUUID()}`, tags: [tag], language: tongue };
      const { id } = await submitApp(maker, url, app);
      await decide(moderator, url, id);
    }

    const context = await openContext(options);
    await frameStillApps(context);
    const page = await context.newPage();
    await signUp(page, url);
    const deck = `/home?deck=${encodeURIComponent(`tag:${tag}`)}`;
    await page.goto(deck);
    await expect.poll(() => titleText(page)).toBe(kettle);

    await test.step('the choice is stored at once', async () => {
      await page.goto('/settings');
      await expect(
        page.getByText('All languages. If you choose some, apps in other languages come last.'),
      ).toBeVisible();
      const stored = page.waitForResponse('**/api/user/read-languages');
      await read(page).getByRole('combobox', { name: 'Add a language' }).selectOption({ label: 'Deutsch' });
      expect((await stored).status()).toBe(204);
      await expect(read(page).getByRole('checkbox', { name: 'Deutsch' })).toBeChecked();
      await expect(read(page).getByRole('checkbox', { name: 'English' })).not.toBeChecked();
      await expectNoFindings(page, 'settings');
      await page.reload();
      await expect(read(page).getByRole('checkbox', { name: 'Deutsch' })).toBeChecked();
    });

    await test.step('the deck begins with apps in this language, and the details name it', async () => {
      await page.goto(deck);
      await expect.poll(() => titleText(page)).toBe(alarmClock);
      await expect(page.getByRole('heading', { name: alarmClock }).first()).toHaveAttribute('lang', 'de');
      await button(page, 'Share and details').click();
      const details = page.getByRole('dialog');
      await expect(details.getByText('Language: German')).toBeVisible();
      await expect(details.getByText('Does one thing.')).toHaveAttribute('lang', 'de');
    });

    await test.step('a language that is unticked stays, and without any the choice is removed', async () => {
      await page.goto('/settings');
      const stored = page.waitForResponse('**/api/user/read-languages');
      await read(page).getByText('Deutsch').click();
      expect((await stored).request().postDataJSON()).toEqual({ languages: null });
      await expect(read(page).getByRole('checkbox', { name: 'Deutsch' })).not.toBeChecked();
    });
  });
}

test('a maker sees the language of the page in the form, and corrects it later', async ({
  openContext,
  url,
  foreignUrl,
}) => {
  const page = await (await openContext(phone)).newPage();
  await signUp(page, url);
  await page.goto('/submit');
  await expect(language(page)).toHaveValue('');
  await page.getByLabel('App URL').fill(`${foreignUrl}/tea/${randomUUID()}`);
  await expect(language(page)).toHaveValue('en');
  await page.getByLabel('App Title').fill('Teeuhr');
  await page.getByLabel('Description').fill('Sagt dir, wann der Tee fertig ist.');
  await page.getByLabel('Category', { exact: true }).selectOption('Utilities');
  await page.getByRole('button', { name: 'Submit for Review' }).click();
  await expect(page.getByRole('heading', { name: 'App submitted!' })).toBeVisible();

  await page.goto('/profile');
  await page.getByRole('link', { name: 'Teeuhr', exact: true }).click();
  await page.getByRole('button', { name: 'Edit' }).first().click();
  await language(page).selectOption({ label: 'Deutsch' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Teeuhr' }).first()).toHaveAttribute('lang', 'de');
});

test('an admin filters apps by the languages in use', async ({ openContext, url, foreignUrl }) => {
  const page = await (await openContext(desktop)).newPage();
  await logIn(page, url, admin);
  const title = `Kuhuhr ${randomUUID()}`;
  await submitApp(page, url, { title, url: `${foreignUrl}/tea/${randomUUID()}`, language: 'rm' });
  await page.goto(`/admin/apps?search=${encodeURIComponent(title)}`);
  await expect(page.getByText(title)).toBeVisible();
  await expect(language(page).getByRole('option', { name: 'Kernewek' })).toHaveCount(0);
  await language(page).selectOption({ label: 'Not known' });
  await expect(page.getByText('No app matches this search and these filters.')).toBeVisible();
  await language(page).selectOption('rm');
  await expect(page.getByText(title)).toBeVisible();
  await expect(page).toHaveURL(/language=rm/);
});
