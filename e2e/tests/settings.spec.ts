import { signUp } from '../api.ts';
import { desktop, expect, holdBack, PASSWORD, phone, test } from '../fixtures.ts';

for (const [size, options] of Object.entries({ phone, desktop })) {
  test(`a member sees Profile marked in the menus on Settings and My app: ${size}`, async ({
    openContext,
    url,
  }) => {
    const page = await (await openContext(options)).newPage();
    await signUp(page, url);
    const inMain = page.getByRole('navigation', { name: 'Main' });
    const inMenu = page.getByRole('navigation', { name: 'Menu' });
    for (const [path, current] of [
      ['/profile', 'page'],
      ['/settings', 'true'],
      ['/my-app', 'true'],
    ] as const) {
      await page.goto(path);
      await expect(inMain.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', current);
      await expect(inMain.locator('[aria-current]')).toHaveCount(1);
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await expect(inMenu.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', current);
      await expect(inMenu.locator('[aria-current]')).toHaveCount(1);
    }
  });
}

test('a member sees the account first in the settings', async ({ openContext, url }) => {
  const page = await (await openContext(phone)).newPage();
  await signUp(page, url);
  await page.goto('/settings');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Account',
    'Maker page',
    'Security',
  ]);
});

test('a member reaches the password form from a password manager, also after login', async ({
  openContext,
  url,
}) => {
  const context = await openContext(phone);
  const page = await context.newPage();
  const person = await signUp(page, url);
  const form = page.getByRole('dialog', { name: 'Change password' });
  await page.goto('/.well-known/change-password');
  await expect(form).toBeVisible();
  // Password managers check that the server knows which addresses exist before they trust the redirect.
  const unknown = await page.request.get('/.well-known/nothing', { headers: { accept: 'text/html' } });
  expect(unknown.status()).toBe(404);

  await context.clearCookies();
  await page.goto('/.well-known/change-password');
  await page.getByRole('link', { name: 'Log In' }).click();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(form).toBeVisible();
});

test('a member keeps what was typed into a form opened before a late response arrives', async ({
  openContext,
  url,
}) => {
  const page = await (await openContext(phone)).newPage();
  const { firstName } = await signUp(page, url);
  await page.goto('/settings');
  const open = page.getByRole('button', { name: /^(Create your page|Edit your page)$/ });
  const dialog = page.getByRole('dialog', { name: 'Your maker page' });
  await open.click();
  await dialog.getByLabel('Address').fill(`${firstName}-${Date.now()}`.toLowerCase());
  await dialog.getByLabel('Name').fill(firstName);
  const answer = await holdBack(page, '**/api/user/maker-page');
  await dialog.getByRole('button', { name: 'Save the page' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await open.click();
  await dialog.getByLabel('Name').fill('Somebody new');
  answer();
  await expect(page.getByRole('status').filter({ hasText: 'Page saved' })).toBeVisible();
  await expect(dialog).not.toHaveClass(/leaving/);
  await expect(dialog.getByLabel('Name')).toHaveValue('Somebody new');
});
