import { readFile } from 'node:fs/promises';
import { screens, screensAt } from '@zapdeck/contract/instance/screens';
import { expect, test } from 'vitest';

const inPublic = (name: string) => new URL(`../../public/${name}`, import.meta.url);

interface WebManifest {
  display: string;
  start_url: string;
  icons: { src: string; sizes: string; purpose?: string }[];
  shortcuts: { name: string; url: string }[];
  share_target: { action: string; method: string; params: Record<string, string> };
}

const manifest = JSON.parse(await readFile(inPublic('manifest.webmanifest'), 'utf8')) as WebManifest;

test('has the fields that an installation needs', () => {
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/' });
  const sizes = manifest.icons.map((icon) => icon.sizes);
  expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
});

test.each(manifest.icons)('$src has its declared size', async ({ src, sizes }) => {
  const file = await readFile(inPublic(src.slice(1)));
  expect(`${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`).toBe(sizes);
});

test('names shortcuts like their screens', () => {
  for (const { name, url } of manifest.shortcuts)
    expect(screensAt(url).map((screen) => screens[screen].title)).toEqual([name]);
});

test('opens the submit form with shared content', () => {
  expect(manifest.share_target).toEqual({
    action: '/submit',
    method: 'GET',
    params: { title: 'title', text: 'text', url: 'url' },
  });
});
