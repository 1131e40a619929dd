import type { Page } from '@playwright/test';
import { signUp } from '../api.ts';
import { desktop, expect, holdBack, newcomer, PASSWORD, phone, test } from '../fixtures.ts';
import { admin } from '../world.ts';

// Long stories, on a machine that may be busy.

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const said = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(title, { exact: true });

test('a visitor logs in and signs up, with checks, pending labels and messages', async ({
  openContext,
  url,
  pageErrors,
}) => {
  pageErrors.expect(/ 401 .*\/auth\/login$/, / 409 .*\/auth\/signup$/);
  const page = await (await openContext(phone)).newPage();
  const known = await signUp(await (await openContext(phone)).newPage(), url, newcomer('Kim'));
  await page.goto('/login');

  await test.step('the screen offers all ways to sign in', async () => {
    await expect(page).toHaveTitle('Log In · Zapdeck');
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    await expect(page.getByText("Don't have an account?")).toBeVisible();
    await expect(page.getByText('or', { exact: true })).toBeVisible();
    await expect(button(page, 'Browse as Guest')).toBeVisible();
    for (const name of ['Google', 'Single sign-on']) {
      const provider = button(page, `Continue with ${name}`);
      await expect(provider).toBeDisabled();
      await expect(provider).toHaveAccessibleDescription('Not available here.');
    }
    // Disabled providers must not push Sign up below the first screen of a phone.
    await expect(button(page, 'Sign up')).toBeInViewport({ ratio: 1 });
  });

  await test.step('fields are validated before a request is sent', async () => {
    await field(page, 'Email').fill('not-an-address');
    await field(page, 'Password').fill('short');
    await button(page, 'Sign in').tap();
    await expect(field(page, 'Email')).toHaveAccessibleDescription('Please enter a valid email address');
    await expect(field(page, 'Password')).toHaveAccessibleDescription(
      'Password must be at least 6 characters',
    );
    await expect(field(page, 'Email')).toBeFocused();
  });

  await test.step('the password can be shown and hidden', async () => {
    await button(page, 'Show password').tap();
    await expect(field(page, 'Password')).toHaveAttribute('type', 'text');
    await button(page, 'Hide password').tap();
    await expect(field(page, 'Password')).toHaveAttribute('type', 'password');
  });

  await test.step('a wrong password shows a message', async () => {
    await field(page, 'Email').fill(known.email);
    await field(page, 'Password').fill('wrong-password');
    await button(page, 'Sign in').tap();
    await expect(said(page, 'Login failed')).toBeVisible();
    await expect(said(page, 'Invalid email or password. Please try again.')).toBeVisible();
    await expect(page).toHaveURL('/login');
  });

  await test.step('switching between the forms clears both', async () => {
    await button(page, 'Sign up').tap();
    await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible();
    await expect(page.getByText('Join and start discovering and sharing apps.')).toBeVisible();
    await expect(field(page, 'Email')).toHaveValue('');
    await field(page, 'Email').fill('half@example.org');
    await button(page, 'Sign in').tap();
    await expect(field(page, 'Email')).toHaveValue('');
    await button(page, 'Sign up').tap();
    await expect(field(page, 'Email')).toHaveValue('');
  });

  await test.step('the sign-up shows errors of fields, of a known email and of the server', async () => {
    await button(page, 'Create Account').tap();
    await expect(field(page, 'First name')).toHaveAccessibleDescription('First name is required');
    await expect(field(page, 'Confirm password')).toHaveAccessibleDescription(
      'Password must be at least 6 characters',
    );
    await field(page, 'First name').fill('Kim');
    await field(page, 'Email').fill(known.email);
    await field(page, 'Password').fill(PASSWORD);
    await field(page, 'Confirm password').fill(`${PASSWORD}!`);
    await button(page, 'Create Account').tap();
    await expect(field(page, 'Confirm password')).toHaveAccessibleDescription("Passwords don't match");
    await button(page, 'Show password confirmation').tap();
    await expect(field(page, 'Confirm password')).toHaveAttribute('type', 'text');
    await field(page, 'Confirm password').fill(PASSWORD);
    await button(page, 'Create Account').tap();
    await expect(said(page, 'Signup failed')).toBeVisible();
    await expect(field(page, 'Email')).toHaveAccessibleDescription(
      'An account with this email already exists.',
    );
  });

  await test.step('the sign-up creates the account', async () => {
    await field(page, 'Email').fill(newcomer('Kim').email);
    const goOn = await holdBack(page, '**/api/auth/signup');
    await button(page, 'Create Account').tap();
    await expect(button(page, 'Creating Account...')).toBeVisible();
    goOn();
    await expect(said(page, 'Account created!')).toBeVisible();
    await expect(page).toHaveURL(/\/home/);
  });
});

test('a visitor reads why a login or guest access failed', {
  tag: '@thorough',
}, async ({ openContext, pageErrors }) => {
  pageErrors.expect(/ERR_FAILED .*\/auth\/(guest|login|signup)$/, /ERR_INTERNET_DISCONNECTED/);
  const page = await (await openContext(desktop)).newPage();
  const fail = (address: string) => page.route(address, (route) => route.abort());
  await page.goto('/login');

  await test.step('no response from the server', async () => {
    await fail('**/api/auth/guest');
    await button(page, 'Browse as Guest').click();
    await expect(said(page, 'Guest access failed')).toBeVisible();
    await expect(
      said(page, 'The server cannot be reached. Failed to create guest session. Please try again.'),
    ).toBeVisible();
    const words = said(page, 'Guest access failed');
    await words.hover({ position: { x: 5, y: 5 } });
    const before = await words.boundingBox();
    await page.mouse.down();
    await page.mouse.move((before?.x ?? 0) + 5, 5);
    await page.mouse.up();
    await words.hover();
    // Released outside, the toast does not follow the mouse.
    expect(await words.boundingBox()).toEqual(before);
    await fail('**/api/auth/login');
    await field(page, 'Email').fill(admin.email);
    await field(page, 'Password').fill(admin.password);
    await button(page, 'Sign in').click();
    await expect(said(page, 'Login failed')).toBeVisible();
    await page.context().setOffline(true);
    await button(page, 'Sign in').click();
    await expect(said(page, 'You are offline. Please try again when you are connected.')).toBeVisible();
    await page.context().setOffline(false);
    await button(page, 'Sign up').click();
    await fail('**/api/auth/signup');
    await field(page, 'First name').fill('Kim');
    await field(page, 'Email').fill(newcomer('Kim').email);
    await field(page, 'Password').fill(PASSWORD);
    await field(page, 'Confirm password').fill(PASSWORD);
    await button(page, 'Create Account').click();
    await expect(said(page, 'Signup failed')).toBeVisible();
    await expect(
      said(page, 'The server cannot be reached. Failed to create account. Please try again.'),
    ).toBeVisible();
    await page.unrouteAll();
  });

  await test.step('a guest gets in, and returns to the wanted screen after signing in', async () => {
    const goOn = await holdBack(page, '**/api/auth/guest');
    await button(page, 'Browse as Guest').click();
    await expect(button(page, 'Setting up guest access...')).toBeVisible();
    goOn();
    await expect(said(page, 'Browsing as guest')).toBeVisible();
    await expect(page).toHaveURL(/\/home/);
    await page.goto('/liked');
    await page.getByRole('link', { name: 'Sign Up Now' }).click();
    await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible();
    await button(page, 'Sign in').click();
    await field(page, 'Email').fill(admin.email);
    await field(page, 'Password').fill(admin.password);
    const signIn = await holdBack(page, '**/api/auth/login');
    await button(page, 'Sign in').click();
    await expect(button(page, 'Signing In...')).toBeVisible();
    signIn();
    await expect(said(page, 'Welcome back!')).toBeVisible();
    await expect(page).toHaveURL('/liked');
  });

  await test.step('a member is redirected from the login', async () => {
    await page.goto('/login');
    await expect(page).toHaveURL(/\/home/);
  });

  await test.step('text typed before the scripts load is kept', async () => {
    const early = await (await openContext(desktop)).newPage();
    const goOn = await holdBack(early, '**/assets/index-*.js');
    await early.goto('/login', { waitUntil: 'commit' });
    await field(early, 'Email').fill(admin.email);
    await field(early, 'Password').fill(admin.password);
    goOn();
    await button(early, 'Sign in').click();
    await expect(said(early, 'Welcome back!')).toBeVisible();
  });

  await test.step('the screen shows configured providers and the password policy', async () => {
    const visitor = await (await openContext(desktop)).newPage();
    const google = { id: 'google', name: 'Google', isConfigured: true, loginPath: '/api/auth/google' };
    const other = { id: 'platform', name: 'Example ID', loginPath: '/api/auth/platform' };
    const setProvider = (ways: object) =>
      visitor.route('**/api/auth/providers', (route) =>
        route.fulfill({ json: { passwordPolicy: 'strict', providers: [google, { ...other, ...ways }] } }),
      );
    await setProvider({ isConfigured: false });
    await visitor.goto('/login');
    await expect(visitor.getByRole('link', { name: 'Continue with Google' })).toBeVisible();
    await expect(button(visitor, 'Continue with Example ID')).toHaveAccessibleDescription(
      'Example ID is not available here.',
    );
    await setProvider({ isConfigured: true });
    await visitor.goto('/login?returnTo=%2Fsubmit&error=cancelled');
    await expect(said(visitor, 'You are not signed in')).toBeVisible();
    await expect(visitor.getByRole('link', { name: 'Continue with Google' })).toHaveAttribute(
      'href',
      '/api/auth/google?returnTo=%2Fsubmit',
    );
    await expect(visitor.getByRole('link', { name: 'Continue with Example ID' })).toBeVisible();
    await button(visitor, 'Sign up').click();
    await expect(field(visitor, 'Password')).toHaveAccessibleDescription(
      'At least 8 characters, and not easy to guess',
    );
  });
});
