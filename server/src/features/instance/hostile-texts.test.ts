import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  defaultInstance,
  type InstanceSettings,
  newInstance,
  saveInstance,
} from '@zapdeck/contract/instance/instance';
import { saveLegalText } from '@zapdeck/contract/instance/legal-texts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillPage } from '../../http/live-page.ts';
import { fileMailer } from '../../mail/mailer.ts';
import { temporaryFolder, type TemporaryFolder } from '../../testing/temporary-folder.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { pagePath } from '../listings/present/page-address.ts';
import { instancePart } from '../pages/instance-part.ts';
import { instanceFiles } from './own-files.ts';
import { places } from './places.fixture.ts';

const hostile = `"'>]]>--></script><b on=1>%INSTANCE%`;
const texts = { en: hostile };
const own = { heading: texts, subtitle: texts, note: texts };
const settings: InstanceSettings = {
  ...defaultInstance,
  name: hostile,
  tagline: texts,
  description: texts,
  contact: `https://example.org/?${hostile}`,
  landing: own,
  about: own,
  submitNote: texts,
  legal: {
    ...defaultInstance.legal,
    imprint: { url: `https://example.org/?${hostile}` },
  },
};
/** The quotes may stand in JSON, escaped. */
const INJECTED = /<b on=1>|(?<!\\)"'>|<\/script><b/;

let t: TestApp;
let admin: Person;
let path: string;
let folder: TemporaryFolder;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
  path = pagePath(await t.addApp({ category: 'Games', title: 'Tiny Piano' }));
  folder = await temporaryFolder();
  expect((await t.call(saveInstance, { body: settings }, admin)).status).toBe(200);
  const terms = { params: { page: 'terms', language: 'en' }, body: { text: hostile } } as const;
  expect((await t.call(saveLegalText, terms, admin)).status).toBe(200);
});
afterAll(async () => {
  await t.close();
  await folder.remove();
});

describe('texts of the instance cannot inject markup into', () => {
  test.each(places)('%s', async (_what, place) => {
    const url = place({ path, publicUrl: t.deps.config.publicUrl });
    const { body, headers } = await t.app.inject({ url, headers: { accept: 'text/html' } });
    if (String(headers['content-type']).includes('json')) expect(() => JSON.parse(body)).not.toThrow();
    else expect(INJECTED.exec(body)?.[0]).toBeUndefined();
    expect(JSON.stringify(headers)).not.toContain('<b on=1>');
  });

  test('prerendered pages', async () => {
    const part = instancePart(t.deps.instance, t.deps.config.publicUrl);
    const values = 'now' in part ? part.now('en') : [];
    const page = fillPage(
      part.places.map((place) => `<p title="${place}">${place.slice(0, -1)}{standard}%</p>`).join(''),
      new Map(part.places.map((place, index) => [place, values[index] ?? ''])),
    );
    expect(page).not.toMatch(/<b on=1>|<\/script>|%INSTANCE%" /);
    expect(page).toContain('&lt;b on=1&gt;%INSTANCE%');
  });
});

test('the name of the instance adds no header to a mail and no address to its sender', async () => {
  const mailer = fileMailer(folder.path, 'zaps@example.org', () => undefined);
  const mail = { id: 'one', to: 'ada@example.org', subject: 'Hello', text: 'Hello', html: '<p>Hello' };
  for (const name of [hostile, 'A" <evil@example.org>, "B', 'A\r\nBcc: evil@example.org', '例え 🎈'])
    await mailer.send({ ...mail, fromName: name });
  for (const file of await readdir(folder.path)) {
    const head = (await readFile(join(folder.path, file), 'latin1')).split('\r\n\r\n')[0] ?? '';
    expect(head.match(/^From: /gm)).toHaveLength(1);
    expect(head).not.toMatch(/^Bcc:/im);
    const sender = /^From: (.*(?:\r\n[ \t].*)*)/m.exec(head)?.[1] ?? '';
    expect(sender).toMatch(/^("(?:[^"\\]|\\.)*"|=\?.*\?=) <zaps@example\.org>$/s);
  }
});

test.each([
  ['Spielekiste🎈🎈', 'Spielekiste🎈'],
  ['Toybox of Leipzig', 'Toybox of'],
  ['Toybox place of mine', 'Toybox place'],
  ['Donaudampfschiff', 'Donaudampfsc'],
])('shortens %s to %s for home screens', async (name, shortName) => {
  await writeFile(join(folder.path, 'manifest.webmanifest'), '{"icons":[]}');
  const instance = () => ({ ...newInstance, name });
  const files = instanceFiles(
    { db: t.deps.db, instance: Object.assign(instance, t.deps.instance) },
    folder.path,
  );
  const manifest = await files['manifest.webmanifest']?.();
  expect(JSON.parse(String(manifest?.content))).toMatchObject({ name, short_name: shortName });
});
