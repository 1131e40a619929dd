import { strictEqual } from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newcomer, PASSWORD } from '../fixtures.ts';
import { admin } from '../world.ts';
import { appShown, swipe, toOtherCard, waitForLayer } from './feed.ts';
import type { Line } from './line.ts';
import type { Person } from './person.ts';

interface Scene {
  person: Person;
  line: Line;
  /** Origin of the submitted app. */
  foreignUrl: string;
  /** True in a secure context, which has service workers. */
  isSecure: boolean;
}

interface Listed {
  id: string;
  title: string;
}

const likedTitles = async (person: Person) =>
  (await person.get<Listed[]>('/api/user/liked-apps')).map(({ title }) => title);

/** Waits until the server has exactly these likes, the latest first. */
async function expectLiked(person: Person, titles: string[]): Promise<void> {
  await person.waitFor(
    `the likes ${titles.join(', ')}`,
    async (wanted) => {
      const response = await fetch('/api/user/liked-apps', { cache: 'no-store' });
      const apps = (await response.json()) as { title: string }[];
      return apps.map(({ title }) => title).join() === wanted;
    },
    titles.join(),
  );
}

async function signUp({ person }: Scene): Promise<void> {
  const { firstName, email } = newcomer('Mia');
  await person.open('/');
  await person.waitForText('Discover Amazing Web Apps');
  await person.click('Get Started');
  await person.click('Sign up');
  await person.fill('First name', firstName);
  await person.fill('Email', email);
  await person.fill('Password', PASSWORD);
  await person.fill('Confirm password', PASSWORD);
  await person.click('Create Account');
  await person.waitForPath('/home');
  // Otherwise Firefox reports the requests that the next navigation aborts.
  await appShown(person);
}

async function gesturesAndKeys({ person }: Scene): Promise<void> {
  const liked = await appShown(person);
  await toOtherCard(person, () => swipe(person, 'right'));
  await expectLiked(person, [liked]);
  await appShown(person);
  const passed = await appShown(person);
  await toOtherCard(person, () => swipe(person, 'left'));
  strictEqual(await toOtherCard(person, () => person.press('Backspace')), passed);
  await toOtherCard(person, () => person.press('ArrowLeft'));
  await toOtherCard(person, () => person.press(' '));
  await toOtherCard(person, () => person.click('Zap to the next app'));
  const second = await appShown(person);
  await person.press('ArrowUp');
  await expectLiked(person, [second, liked]);
  await person.press('ArrowUp');
  await expectLiked(person, [liked]);
  await person.click('Try it');
  await waitForLayer(person, false);
  await person.click('Back to swiping');
  await waitForLayer(person, true);
  await person.press('?');
  await person.waitForDialog(true);
  await person.press('Escape');
  await person.waitForDialog(false);
}

async function details({ person }: Scene): Promise<void> {
  await person.click('Share and details');
  // Until the details are open, the bar has a button with the same name.
  await person.waitForDialog(true);
  await person.click('Share');
  await person.waitForText('Link Copied');
  await person.click('Close');
  await person.waitForDialog(false);
}

async function submit({ person, foreignUrl }: Scene, title: string): Promise<void> {
  await person.open('/submit');
  await person.fill('App URL', `${foreignUrl}/${encodeURIComponent(title)}`);
  await person.fill('App Title', title);
  await person.waitForText('Tells you when your tea has steeped');
  await person.fill('Description', 'Tells you when your tea has steeped for long enough.');
  await person.select('Category', 'Utilities');
  await person.click('Free');
  await person.click('Submit for Review');
  await person.waitForText('App submitted!');
}

const PICTURE = fileURLToPath(new URL('../../web/public/icon-512.png', import.meta.url));

async function maker({ person }: Scene, title: string): Promise<void> {
  await person.open('/profile');
  await person.click(title);
  await person.waitForPath('/my-app');
  await person.waitForText('People see it once it is approved');
  await person.click('Edit');
  await person.waitForDialog(true);
  await person.click('Popular');
  await person.click('Save');
  await person.waitForText('Changes saved.');
  await person.waitForDialog(false);
  await person.driver.choose({ selector: 'input[type=file]', path: PICTURE });
  await person.click('Use this picture');
  await person.waitForText('Picture uploaded');
  await person.waitForText('Picture that you uploaded.');
}

async function offline({ person, line, isSecure }: Scene): Promise<void> {
  await person.open('/liked');
  const [liked = ''] = await likedTitles(person);
  await person.waitForText(liked);
  if (isSecure) {
    await person.waitFor(
      'an active service worker',
      async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated',
    );
    // The worker caches what passes through it, so the page is opened again.
    await person.open('/liked');
    await person.waitForText(liked);
  }
  await person.open('/home');
  await appShown(person);
  line.cut(true);
  await person.driver.setOffline(true);
  const other = await toOtherCard(person, () => swipe(person, 'left'));
  await toOtherCard(person, () => swipe(person, 'right'));
  await person.waitForText('Your vote will be saved when connection is restored.');
  // In offline mode, a browser opens no page, not even from the service worker. With a cut line it does.
  await person.driver.setOffline(false);
  if (isSecure) {
    await person.open('/liked');
    await person.waitForText(liked);
  }
  line.cut(false);
  await person.open('/home');
  await expectLiked(person, [other, liked]);
}

/** Opens the public page of the app, and its card from there. */
async function publicPage({ person }: Scene, title: string): Promise<void> {
  const [made] = await person.get<{ id: string; pageUrl: string }[]>(
    `/api/admin/apps?search=${encodeURIComponent(title)}`,
  );
  strictEqual(made !== undefined, true);
  await person.open(`/admin/app?id=${made?.id}`);
  await person.waitForText('Notes');
  await person.waitForText('Approved');
  await person.open(new URL(made?.pageUrl ?? '').pathname);
  await person.waitForText('Tells you when your tea has steeped for long enough.');
  await person.click('Try it in Zapdeck');
  await person.waitForPath('/home');
  strictEqual(await appShown(person), title);
}

const CSV = `title,description,url,category,tags
"Tiny, Tides",High and low water,https://tides.example.org/ROW,Travel,Free;New
Broken,No address,not-an-address,Travel,
`;

async function admins({ person }: Scene, title: string): Promise<void> {
  // Not by address: over http, browsers send no Sec-Fetch headers, and the server refuses to log out without them.
  await person.open('/profile');
  await person.click('Account of Mia');
  await person.click('Log out');
  await person.waitForPath('/');
  await person.open('/admin');
  await person.waitForText('Access Denied');
  await person.click('Log In');
  await person.fill('Email', admin.email);
  await person.fill('Password', admin.password);
  await person.click('Sign in');
  await person.waitForText('Admin Dashboard');
  await person.waitForText(title);
  await person.waitFor('the charts', () => document.querySelectorAll('canvas').length > 0);
  await person.click(`Look at ${title}`);
  await person.click('Approve');
  await person.waitForText('App status updated successfully');
  const folder = await mkdtemp(join(tmpdir(), 'zapdeck-browsers-'));
  const bad = join(folder, 'bad.csv');
  const good = join(folder, 'good.csv');
  const rows = CSV.replace('ROW', encodeURIComponent(title));
  await writeFile(bad, rows);
  await writeFile(good, rows.split('\n').slice(0, 2).join('\n'));
  await person.driver.choose({ selector: 'input[type=file]', path: bad });
  await person.waitForText('Tiny, Tides');
  await person.click('Upload CSV');
  await person.waitForText('Rows with mistakes: 1 of 2');
  // The toast appears under the mouse, and stays while the mouse is over it.
  await person.driver.click({ x: 4, y: 400 });
  await person.driver.choose({ selector: 'input[type=file]', path: good });
  await person.click('Upload CSV');
  await person.waitForText('Successfully uploaded 1 app. It is pending approval.');
  for (const [tab, text] of [
    ['apps', 'Showing'],
    ['users', 'Mia'],
    ['config', 'Deep Dive'],
    ['reports', 'No reports to review'],
    ['hosts', 'No rules yet'],
    ['audit', 'approved'],
    ['errors', 'Errors in browsers'],
  ] as const) {
    await person.open(`/admin/${tab}`);
    await person.waitForText(text);
  }
}

/** Expects that pages have reported no errors of their own. */
async function noErrors({ person }: Scene): Promise<void> {
  const groups = await person.get<{ errorType: string; errorMessage: string }[]>('/api/admin/error-logs');
  const errors = groups.filter(({ errorType }) => errorType === 'CLIENT_ERROR');
  strictEqual(JSON.stringify(errors), '[]');
}

interface Story {
  title: string;
  /** Stories that must be played before, in their order. */
  needs: readonly string[];
  play: (scene: Scene, title: string) => Promise<void>;
}

/** Stories that every supported browser must pass, in the order in which they are played. */
export const stories: Readonly<Record<string, Story>> = {
  'sign-up': { title: 'signs up', needs: [], play: signUp },
  feed: { title: 'swipes, and uses keys', needs: ['sign-up'], play: gesturesAndKeys },
  details: { title: 'shares an app', needs: ['sign-up'], play: details },
  submit: { title: 'submits an app', needs: ['sign-up'], play: submit },
  maker: { title: 'edits the app, and uploads a picture', needs: ['sign-up', 'submit'], play: maker },
  offline: { title: 'likes apps without a connection', needs: ['sign-up', 'feed'], play: offline },
  admin: {
    title: 'approves and uploads apps as an admin, and opens all tabs',
    needs: ['sign-up', 'submit'],
    play: admins,
  },
  page: {
    title: 'opens the public page of the app, and tries the app from there',
    needs: ['sign-up', 'submit', 'admin'],
    play: publicPage,
  },
  errors: { title: 'reported no errors', needs: ['sign-up', 'submit', 'admin'], play: noErrors },
};
