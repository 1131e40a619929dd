import { strictEqual } from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newcomer, PASSWORD } from '../fixtures.ts';
import { admin } from '../world.ts';
import { appShown, swipe, toNext, waitForLayer } from './feed.ts';
import type { Line } from './line.ts';
import type { Person } from './person.ts';

interface Scene {
  person: Person;
  line: Line;
  /** The origin of somebody else's app. */
  foreignUrl: string;
  /** Whether the page may use what browsers keep for secure origins. */
  isSecure: boolean;
}

interface Listed {
  id: string;
  title: string;
}

const likedTitles = async (person: Person) =>
  (await person.ask<Listed[]>('/api/user/liked-apps')).map(({ title }) => title);

/** Waits until the server has these likes, the newest first. */
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
  await person.sees('Discover Amazing Web Apps');
  await person.click('Get Started');
  await person.click('Sign up');
  await person.fill('First Name', firstName);
  await person.fill('Email', email);
  await person.fill('Password', PASSWORD);
  await person.fill('Confirm Password', PASSWORD);
  await person.click('Create Account');
  await person.isAt('/home');
  // Whoever leaves before has Firefox report what it stopped loading.
  await appShown(person);
}

async function gesturesAndKeys({ person }: Scene): Promise<void> {
  const liked = await appShown(person);
  await toNext(person, () => swipe(person, 'right'));
  await expectLiked(person, [liked]);
  await appShown(person);
  const passed = await appShown(person);
  await toNext(person, () => swipe(person, 'left'));
  strictEqual(await toNext(person, () => person.press('Backspace')), passed);
  await toNext(person, () => person.press('ArrowLeft'));
  await toNext(person, () => person.press(' '));
  await toNext(person, () => person.click('Zap to the next app'));
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
  // The bar above the card has a button of that name, too, for as long as the details are not open.
  await person.waitForDialog(true);
  await person.click('Share');
  await person.sees('Link Copied');
  await person.click('Close');
  await person.waitForDialog(false);
}

async function submit({ person, foreignUrl }: Scene, title: string): Promise<void> {
  await person.open('/submit');
  await person.fill('App URL', `${foreignUrl}/${encodeURIComponent(title)}`);
  await person.fill('App Title', title);
  await person.sees('Tells you when your tea has steeped');
  await person.fill('Description', 'Tells you when your tea has steeped for long enough.');
  await person.select('Category', 'Utilities');
  await person.click('Free');
  await person.click('Submit for Review');
  await person.sees('App Submitted!');
}

const PICTURE = fileURLToPath(new URL('../../web/public/icon-512.png', import.meta.url));

async function maker({ person }: Scene, title: string): Promise<void> {
  await person.open('/profile');
  await person.click(title);
  await person.isAt('/my-app');
  await person.sees('People see it once it is approved');
  await person.click('Edit');
  await person.waitForDialog(true);
  await person.click('Popular');
  await person.click('Save');
  await person.sees('Changes saved.');
  await person.waitForDialog(false);
  await person.driver.choose({ selector: 'input[type=file]', path: PICTURE });
  await person.click('Use this picture');
  await person.sees('Picture uploaded');
  await person.sees('Picture that you uploaded.');
}

async function offline({ person, line, isSecure }: Scene): Promise<void> {
  await person.open('/liked');
  const [liked = ''] = await likedTitles(person);
  await person.sees(liked);
  if (isSecure) {
    await person.waitFor(
      'the worker',
      async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated',
    );
    // What the worker keeps, it takes from what passes it.
    await person.open('/liked');
    await person.sees(liked);
  }
  await person.open('/home');
  await appShown(person);
  line.cut(true);
  await person.driver.setOffline(true);
  const other = await toNext(person, () => swipe(person, 'left'));
  await toNext(person, () => swipe(person, 'right'));
  await person.sees('Your vote will be saved when connection is restored.');
  // A browser that was told so opens no page at all, not even from the worker; one whose line is cut does.
  await person.driver.setOffline(false);
  if (isSecure) {
    await person.open('/liked');
    await person.sees(liked);
  }
  line.cut(false);
  await person.open('/home');
  await expectLiked(person, [other, liked]);
}

/** The page of an app for everybody, drawn by the server, and the way from there into the deck. */
async function publicPage({ person }: Scene, title: string): Promise<void> {
  const [made] = await person.ask<{ id: string; pageUrl: string }[]>(
    `/api/admin/apps?search=${encodeURIComponent(title)}`,
  );
  strictEqual(made !== undefined, true);
  await person.open(`/admin/app?id=${made?.id}`);
  await person.sees('Notes');
  await person.sees('Approved');
  await person.open(new URL(made?.pageUrl ?? '').pathname);
  await person.sees('Tells you when your tea has steeped for long enough.');
  await person.click('Try it in Zapdeck');
  await person.isAt('/home');
  strictEqual(await appShown(person), title);
}

const CSV = `title,description,url,category,tags
"Tiny, Tides",High and low water,https://tides.example.org/ROW,Travel,Free;New
Broken,No address,not-an-address,Travel,
`;

async function admins({ person }: Scene, title: string): Promise<void> {
  // By the link: over plain http, where browsers do not say who asks, the server takes no typed address for a wish.
  await person.open('/profile');
  await person.click('Account of Mia');
  await person.click('Log out');
  await person.isAt('/');
  await person.open('/admin');
  await person.sees('Access Denied');
  await person.click('Log In');
  await person.fill('Email', admin.email);
  await person.fill('Password', admin.password);
  await person.click('Sign In');
  await person.sees('Admin Dashboard');
  await person.sees(title);
  await person.waitFor('the charts', () => document.querySelectorAll('canvas').length > 0);
  await person.click(`Look at ${title}`);
  await person.click('Approve');
  await person.sees('App status updated successfully');
  const folder = await mkdtemp(join(tmpdir(), 'zapdeck-browsers-'));
  const bad = join(folder, 'bad.csv');
  const good = join(folder, 'good.csv');
  const rows = CSV.replace('ROW', encodeURIComponent(title));
  await writeFile(bad, rows);
  await writeFile(good, rows.split('\n').slice(0, 2).join('\n'));
  await person.driver.choose({ selector: 'input[type=file]', path: bad });
  await person.sees('Tiny, Tides');
  await person.click('Upload CSV');
  await person.sees('1 of 2 rows cannot be used');
  // A message stays for as long as the mouse rests on it, and this one comes up under it.
  await person.driver.click({ x: 4, y: 400 });
  await person.driver.choose({ selector: 'input[type=file]', path: good });
  await person.click('Upload CSV');
  await person.sees('Successfully uploaded 1 app. It is pending approval.');
  for (const [tab, text] of [
    ['apps', 'Showing'],
    ['users', 'Mia'],
    ['config', 'Deep Dive'],
    ['reports', 'No reports to review'],
    ['hosts', 'No rules yet'],
    ['audit', 'approved'],
    ['errors', 'Errors in Browsers'],
  ] as const) {
    await person.open(`/admin/${tab}`);
    await person.sees(text);
  }
}

/** What pages have reported of faults of their own. */
async function noFaults({ person }: Scene): Promise<void> {
  const groups = await person.ask<{ errorType: string; errorMessage: string }[]>('/api/admin/error-logs');
  const faults = groups.filter(({ errorType }) => errorType === 'CLIENT_ERROR');
  strictEqual(JSON.stringify(faults), '[]');
}

interface Story {
  title: string;
  /** What has to have happened before, in the order of the day. */
  needs: readonly string[];
  play: (scene: Scene, title: string) => Promise<void>;
}

/** What every supported browser has to be able to do, in the order of a person's day. */
export const stories: Readonly<Record<string, Story>> = {
  'sign-up': { title: 'signs up', needs: [], play: signUp },
  feed: { title: 'swipes, and uses the keys', needs: ['sign-up'], play: gesturesAndKeys },
  details: { title: 'shares an app', needs: ['sign-up'], play: details },
  submit: { title: 'submits an app', needs: ['sign-up'], play: submit },
  maker: { title: 'changes the app, and gives it a picture', needs: ['sign-up', 'submit'], play: maker },
  offline: { title: 'goes on without a network', needs: ['sign-up', 'feed'], play: offline },
  admin: {
    title: 'approves, uploads and looks around as an admin',
    needs: ['sign-up', 'submit'],
    play: admins,
  },
  page: {
    title: 'reads the page of the app, and tries it from there',
    needs: ['sign-up', 'submit', 'admin'],
    play: publicPage,
  },
  faults: { title: 'left no fault behind', needs: ['sign-up', 'submit', 'admin'], play: noFaults },
};
