import type { Page } from '@playwright/test';
import { newcomer, PASSWORD } from './fixtures.ts';

/** Fills in the open sign-up form. Returns the email. */
export async function fillSignUp(page: Page, { firstName, email } = newcomer()): Promise<string> {
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  return email;
}

/** Opens the sign-up form and fills it in. Returns the email. */
export async function openFilledSignUp(page: Page, who = newcomer()): Promise<string> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign up' }).click();
  return fillSignUp(page, who);
}
