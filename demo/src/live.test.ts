import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { APPS_FOLDER, readCatalogue } from './catalogue.ts';

const prompting = (await readCatalogue()).filter(({ slug }) =>
  existsSync(join(APPS_FOLDER, slug, 'live.js')),
);
const windowHandlers = new Map<string, () => void>();

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  windowHandlers.clear();
});

/** Loads an app's module with or without focus and returns a function that reads the page's class. */
async function open(slug: string, { isFramed, hasFocus }: { isFramed: boolean; hasFocus: () => boolean }) {
  const classes = new Set<string>();
  const welcome = vi.fn();
  const toggle = (name: string, isOn: boolean) => (isOn ? classes.add(name) : classes.delete(name));
  const own = {};
  vi.stubGlobal('self', own);
  vi.stubGlobal('top', isFramed ? {} : own);
  vi.stubGlobal('document', { hasFocus, documentElement: { classList: { toggle } } });
  vi.stubGlobal('addEventListener', (type: string, handler: () => void) => windowHandlers.set(type, handler));
  const { watchLive } = await import(pathToFileURL(join(APPS_FOLDER, slug, 'live.js')).href);
  watchLive(welcome);
  return { isLive: () => classes.has('live'), welcome };
}

test.each(prompting)('$title in a frame is live only with focus', async ({ slug }) => {
  let hasFocus = false;
  const { isLive, welcome } = await open(slug, { isFramed: true, hasFocus: () => hasFocus });
  expect(isLive()).toBe(false);
  expect(welcome).not.toHaveBeenCalled();
  for (const is of [true, false, true]) {
    hasFocus = is;
    windowHandlers.get(is ? 'focus' : 'blur')?.();
    expect(isLive()).toBe(is);
  }
  expect(welcome.mock.calls.length).toBeLessThanOrEqual(1);
});

test.each(prompting)('$title in a tab is always live', async ({ slug }) => {
  const { isLive } = await open(slug, { isFramed: false, hasFocus: () => false });
  expect(isLive()).toBe(true);
  windowHandlers.get('blur')?.();
  expect(isLive()).toBe(true);
});

test.each(prompting)('$title hides prompts until it is live', async ({ slug }) => {
  expect(await readFile(join(APPS_FOLDER, slug, 'style.css'), 'utf8')).toContain(':root:not(.live) ');
  expect(await readFile(join(APPS_FOLDER, slug, 'app.js'), 'utf8')).toContain('watchLive(');
});
