import type { Page } from '@playwright/test';
import { logIn, signUp } from '../api.ts';
import { expect, phone, test } from '../fixtures.ts';
import { admin } from '../world.ts';

const ofVisitors = ['/landing', '/about', '/login', '/forgot-password'];
const ofMembers = ['/discover', '/history', '/liked', '/history', '/profile', '/settings', '/submit'];
const ofAdmins = [
  '/admin',
  '/admin/users',
  '/admin/config',
  '/admin/reports',
  '/admin/hosts',
  '/admin/audit',
];

/** Names that are the same in every language, and the form of dates, which the browser writes. */
const NAMES = /^(Google|Single sign-on|Zapdeck|\p{Lu}\p{Ll}+ \d{4})$/u;

/** Returns the visible texts of the page without a letter of the pseudo-language, which gives an accent to every letter. */
const englishTexts = (page: Page): Promise<string[]> =>
  page.evaluate((pattern) => {
    const names = new RegExp(pattern, 'u');
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = (node.textContent ?? '').trim();
      const isOfUsers = parent?.closest('[dir=auto], bdi, script, style, time, code, .todays-apps');
      if (isOfUsers || !parent?.checkVisibility() || names.test(text) || text.includes('@')) continue;
      if (/[A-Za-z]{3}/.test(text) && !/[^\P{L}A-Za-z]/u.test(text)) found.add(text);
    }
    return [...found];
  }, NAMES.source);

test('shows no English on the screens of visitors, members and admins', async ({ openContext, url }) => {
  const page = await (await openContext(phone)).newPage();
  const english: Record<string, string[]> = {};
  const look = async (path: string) => {
    await page.goto(`${path}?lang=pseudo`);
    await expect(page.locator('main')).toContainText(/[ĀÀÂḀ-ỹàâāćēĩōśţũ]/);
    await expect(page.locator('.skeleton')).toHaveCount(0);
    const texts = await englishTexts(page);
    if (texts.length > 0) english[path] = texts;
  };
  for (const path of ofVisitors) await look(path);
  await signUp(page, url);
  for (const path of ofMembers) await look(path);
  await logIn(page, url, admin);
  for (const path of ofAdmins) await look(path);
  expect(english).toEqual({});
});
