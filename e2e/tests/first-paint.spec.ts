import { readFile } from 'node:fs/promises';
import { signUp } from '../api.ts';
import { expect, inMotion, newcomer, PASSWORD, phone, test } from '../fixtures.ts';

test.use(inMotion);

test('a visitor sees landing, about and login before any script, and forms wait for their scripts', async ({
  openContext,
}) => {
  const page = await (await openContext({ ...phone, javaScriptEnabled: false })).newPage();
  for (const path of ['/', '/landing', '/about']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'Discover Amazing Web Apps' })).toBeVisible();
  }
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue with Single sign-on' })).toBeVisible();
  await page.getByLabel('Email').fill('robin@example.org');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeDisabled();
  // A form submitted by the browser would put the password into the address.
  expect(new URL(page.url()).search).toBe('');
});

test('a visitor sees no change when scripts start, and the query of the address stays', async ({
  openContext,
}) => {
  const page = await (await openContext(phone)).newPage();
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.goto('/?from=a-friend');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  // A browser without a session does not request the current user.
  expect(calls).not.toContain('/api/auth/user');
  await page.goto('/landing?returnTo=%2Fhome%3Fapp%3D7');
  const start = page.getByRole('link', { name: 'Get Started' });
  await expect(start).toHaveAttribute('href', '/login?returnTo=%2Fhome%3Fapp%3D7');
  await page.goto('/about');
  await page.getByRole('link', { name: 'Join' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page).toHaveTitle('Log In · Zapdeck');
});

test('a visitor keeps what was typed or pressed before scripts start', async ({ openContext, url }) => {
  const page = await (await openContext(phone)).newPage();
  const { email } = await signUp(page, url, newcomer());
  await page.context().clearCookies();
  let letScriptsCome = () => {};
  const holdScripts = async () => {
    const scriptsMayCome = new Promise<void>((resolve) => (letScriptsCome = resolve));
    await page.route(/assets\/index-.*\.js/, async (route) => {
      await scriptsMayCome;
      await route.continue();
    });
  };
  await holdScripts();
  await page.goto('/about', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Menu' }).tap();
  letScriptsCome();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();

  await page.unrouteAll();
  await holdScripts();
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  letScriptsCome();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Welcome back!')).toBeVisible();
});

test('a member never sees the landing page on the way to the feed', { tag: '@thorough' }, async ({
  openContext,
  url,
}) => {
  const page = await (await openContext(phone)).newPage();
  await signUp(page, url);
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.body?.textContent.includes('Discover Amazing')) document.title = 'flash';
    }).observe(document, { childList: true, subtree: true });
  });
  const response = await page.goto('/');
  expect(await response?.text()).not.toContain('Discover Amazing');
  await expect(page.locator('[data-role=current]').getByRole('heading', { level: 2 })).toBeVisible();
  await expect(page).not.toHaveTitle('flash');
});

for (const [device, chosen] of [
  ['dark', undefined],
  ['light', 'dark'],
  ['dark', 'light'],
] as const) {
  test(`a visitor sees the colour scheme before the styles load: ${chosen ?? 'none'} chosen on a ${device} device`, async ({
    openContext,
    url,
    pageErrors,
  }) => {
    pageErrors.expect(/ERR_FAILED .*\.css$/, / 404 .*\/a\/nothing$/);
    const localStorage = chosen ? [{ name: 'zapdeck.theme', value: chosen }] : [];
    const storageState = { cookies: [], origins: [{ origin: url, localStorage }] };
    const page = await (await openContext({ ...phone, colorScheme: device, storageState })).newPage();
    const stylesMayCome = Promise.withResolvers<void>();
    await page.route('**/*.css', async (route) => {
      await stylesMayCome.promise;
      await route.abort();
    });
    const expectItsGround = async (path: string) => {
      await page.goto(path, { waitUntil: 'commit' });
      // The background that the browser draws.
      const isWhite = async () => (await page.locator('html').evaluate(canvasOf)) === 'rgb(255, 255, 255)';
      await expect.poll(isWhite).toBe(chosen === 'light');
    };
    for (const path of ['/', '/login', '/about', '/a/nothing']) await expectItsGround(path);
    // Pages without our scripts follow the device.
    if (!chosen) await expectItsGround('/api/docs');
    await signUp(page, url);
    for (const path of ['/home', '/liked']) await expectItsGround(path);
    stylesMayCome.resolve();
  });
}

function canvasOf(root: HTMLElement): string {
  const head = root.querySelector<HTMLElement>('meta[name=viewport]');
  if (head) head.style.color = 'Canvas';
  return head ? getComputedStyle(head).color : 'rgb(255, 255, 255)';
}

const narrow = { width: 767, height: 900 };
for (const [who, options, saves, expected] of [
  ['a narrow screen', { viewport: narrow }, false, ['mp4', 'webp']],
  ['a wide screen', { viewport: { width: 768, height: 900 } }, false, []],
  ['reduced motion', { viewport: narrow, reducedMotion: 'reduce' }, false, ['webp']],
  ['saved data', { viewport: narrow }, true, ['webp']],
] as const) {
  test(`a visitor with ${who} loads for the background of the hero: ${expected.join(' and ') || 'nothing'}`, {
    tag: '@thorough',
  }, async ({ openContext }) => {
    const page = await (await openContext(options)).newPage();
    if (saves) {
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
      );
    }
    const fetched = new Set<string>();
    page.on('request', (request) => {
      const type = /hero.*\.(mp4|webp)$/.exec(request.url())?.[1];
      if (type) fetched.add(type);
    });
    await page.goto('/');
    // The switch is rendered by scripts, after the choice.
    await expect(
      page.getByRole('button', { name: 'Pause the animation', includeHidden: true }),
    ).toBeAttached();
    await expect.poll(() => [...fetched].toSorted()).toEqual(expected);
    const video = page.locator('video');
    if (!fetched.has('mp4')) return expect(video).toHaveCount(0);
    for (const name of ['loop', 'playsinline']) await expect(video).toHaveAttribute(name);
    expect(await video.evaluate((element: HTMLVideoElement) => element.muted)).toBe(true);
    await page.getByRole('button', { name: 'Pause the animation' }).click();
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);
  });
}

test('a visitor sees a picture if the browser cannot play the video, and no pause button', {
  tag: '@thorough',
}, async ({ openContext }) => {
  const page = await (await openContext({ viewport: narrow })).newPage();
  await page.route('**/*.mp4', (route) => route.fulfill({ contentType: 'video/mp4', body: 'not a film' }));
  await page.goto('/');
  await expect(page.locator('img[src*=hero-poster]')).toBeAttached();
  await expect(page.locator('video')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Pause the animation', includeHidden: true })).toBeHidden();
});

for (const path of ['/', '/login', '/liked']) {
  test(`a visitor with a browser that is too old sees a notice: ${path}`, async ({ openContext }) => {
    const page = await (await openContext({ viewport: narrow })).newPage();
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) calls.push(request.url());
    });
    await page.addInitScript(() => {
      CSS.supports = () => false;
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading')).toHaveText(['This site needs a newer browser']);
    await expect(page.getByText('Chrome and Edge from version 123')).toBeVisible();
    expect(await page.locator('body').innerText()).not.toContain('usually helps');
    // The product has not started.
    await expect(page.locator('#root')).toHaveCount(0);
    expect(calls).toEqual([]);
  });
}

test('a visitor gets the link preview of the landing page, and no pages for developers', async ({
  page,
  url,
}) => {
  await page.goto(url);
  const image = await page.locator('meta[property="og:image"]').getAttribute('content');
  expect(image).toBe(`${url}/og-image.jpg`);
  expect((await page.request.get(image ?? '')).headers()['content-type']).toBe('image/jpeg');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${url}/`);
  const manifest = await readFile(new URL('../../web/dist/.vite/manifest.json', import.meta.url), 'utf8');
  const modules = Object.keys(JSON.parse(manifest) as Record<string, unknown>);
  expect(modules).toContain('src/app/main.tsx');
  expect(modules.filter((name) => /(^|\/)dev\//.test(name))).toEqual([]);
});
