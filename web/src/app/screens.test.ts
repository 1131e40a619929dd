import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ownReturnPath } from '@zapdeck/contract/sign-in/return-path';
import {
  isServerPath,
  movedAdminPages,
  pathsOf,
  screenNames,
  screens,
  screensAt,
} from '@zapdeck/contract/instance/screens';
import { describe, expect, test } from 'vitest';
import { resolve, titleOf } from './routes.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const allPaths = new Set(screenNames.flatMap((name) => pathsOf(screens[name])));

async function sources(pattern: string): Promise<{ file: string; text: string }[]> {
  return Promise.all(
    globSync(pattern, { cwd: root }).map(async (file) => ({
      file,
      text: await readFile(`${root}${file}`, 'utf8'),
    })),
  );
}

describe.each(screenNames)('%s', (name) => {
  const screen = screens[name];

  test('is shown at its addresses, under its title, to roles with access', () => {
    for (const path of pathsOf(screen)) {
      // `routes.test.ts` tests the redirects of pages that have moved.
      if (path in movedAdminPages) continue;
      const [first] = screensAt(path);
      const role = first === name ? (name === 'login' ? 'guest' : 'admin') : 'visitor';
      expect(resolve(path, '', role)).toEqual({ screen: name });
      expect(resolve(`${path}/`, '', role)).toEqual({ screen: name });
      expect(titleOf(name, path)).toContain(screen.title);
    }
  });

  test('is a valid return path after login, except the login itself', () => {
    for (const path of pathsOf(screen)) expect(ownReturnPath(path)).toBe(name === 'login' ? null : path);
  });

  test('has one module with the name that the build expects', async () => {
    expect((await sources(`web/src/{app,features/*}/${name}-screen.tsx`)).length).toBe(1);
  });

  test('is prerendered only if it is public', () => {
    if (screen.page === 'prerendered') expect(screen.access).toBe('public');
  });
});

test('all links lead to a screen', async () => {
  const link =
    /(?:(?:href=|href: |navigate\(|loginAddress\(|linkWith\(\w+, )\{?['"`]|\$\{publicUrl\})(\/[a-z-]*(?:\/[a-z-]+)*)/g;
  const links = [
    ...(await sources('web/src/**/*.tsx')),
    ...(await sources('web/src/**/*.ts')),
    ...(await sources('server/src/**/*-mails.ts')),
  ].flatMap(({ file, text }) => [...text.matchAll(link)].map((match) => ({ file, path: match[1] ?? '' })));
  expect(links.length).toBeGreaterThan(10);
  const broken = links.filter(({ path }) => !isServerPath(path) && !allPaths.has(path));
  expect(broken).toEqual([]);
});
