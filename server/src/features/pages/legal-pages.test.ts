import { defaultInstance, saveInstance } from '@zapdeck/contract/instance/instance';
import { type LegalPageName, legalPages, saveLegalText } from '@zapdeck/contract/instance/legal-texts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp({ env: { DEAL_LOG_DAYS: '17', INTERACTION_DAYS: '400' } });
  admin = await t.person('admin');
});
afterAll(() => t.close());
beforeEach(() => t.clock.advance(1_000));

type Published = Partial<Record<LegalPageName, { text: string } | { url: string }>>;

/** Publishes these pages and no others. */
async function publish(pages: Published): Promise<void> {
  const legal = { ...defaultInstance.legal };
  for (const page of legalPages) {
    const given = { text: '', url: '', ...pages[page] };
    legal[page] = { url: given.url };
    const params = { page, language: 'en' } as const;
    const { status } = await t.call(saveLegalText, { params, body: { text: given.text } }, admin);
    expect(status).toBe(200);
  }
  const body = { ...defaultInstance, name: 'Toybox', legal };
  expect((await t.call(saveInstance, { body }, admin)).status).toBe(200);
}

const open = (url: string) => t.app.inject({ url, headers: { accept: 'text/html' } });
const articleOf = (html: string) => /<article class="legal">.*<\/article>/s.exec(html)?.[0] ?? '';

test('the standard privacy page contains the name and the current retention', async () => {
  await publish({});
  const { statusCode, body } = await open('/privacy');
  expect(statusCode).toBe(200);
  expect(articleOf(body)).toContain('what Toybox stores');
  expect(articleOf(body)).toContain('for 17 days');
  expect(articleOf(body)).toContain('for 400 days');
  expect(articleOf(body)).not.toContain('Google');
});

test('the standard privacy page mentions consent only while terms are published', async () => {
  const consent = 'which version of our terms you accepted last';
  await publish({});
  expect(articleOf((await open('/privacy')).body)).not.toContain(consent);
  await publish({ terms: { text: 'Be kind.' } });
  expect(articleOf((await open('/privacy')).body)).toContain(consent);
});

test('unpublished pages say so, and are neither linked nor indexed', async () => {
  await publish({});
  const { body } = await open('/terms');
  expect(articleOf(body)).toContain('This instance has not published terms.');
  expect(articleOf((await open('/imprint')).body)).toContain('This instance has not published an imprint.');
  expect(body).toContain('<meta name="robots" content="noindex">');
  expect(body).not.toContain('href="/terms"');
  expect(body).toContain('href="/privacy"');
});

test('a published page is linked in the footer of public pages', async () => {
  await publish({ imprint: { text: '# Who we are\n\nAda *Lovelace*' } });
  expect((await open('/discover')).body).toContain('<a href="/imprint">Imprint</a>');
  expect(articleOf((await open('/imprint')).body)).toContain('<p>Ada <em>Lovelace</em></p>');
});

test('a page on another site is linked, and its path redirects', async () => {
  await publish({ terms: { url: 'https://example.org/terms' } });
  expect((await open('/discover')).body).toContain('<a href="https://example.org/terms">Terms</a>');
  const { statusCode, headers } = await open('/terms');
  expect([statusCode, headers.location]).toEqual([302, 'https://example.org/terms']);
});

test('redirects to an address in any script, and refuses one without a host', async () => {
  await publish({ terms: { url: 'https://例え.jp/利用規約' } });
  const { statusCode, headers } = await open('/terms');
  const address = 'https://xn--r8jz45g.jp/%E5%88%A9%E7%94%A8%E8%A6%8F%E7%B4%84';
  expect([statusCode, headers.location]).toEqual([302, address]);
  for (const url of ['https:terms', 'javascript:alert(1)', '//example.org']) {
    const legal = { ...defaultInstance.legal, terms: { url } };
    const { error } = await t.call(saveInstance, { body: { ...defaultInstance, legal } }, admin);
    expect(error.fields).toHaveProperty(['legal.terms.url']);
  }
});

test('the standard privacy page links any contact address', async () => {
  const contact = 'https://example.org/><b>&_*x*';
  const body = { ...defaultInstance, contact };
  expect((await t.call(saveInstance, { body }, admin)).status).toBe(200);
  const article = articleOf((await open('/privacy')).body);
  expect(article).toContain('<a href="https://example.org/%3E%3Cb%3E&amp;_*x*">');
});

test('renders tables', async () => {
  await publish({ imprint: { text: '| A | B |\n|---|---|\n| 1 | 2 |' } });
  expect(articleOf((await open('/imprint')).body)).toContain('<td>2</td>');
});

test.each([
  ['## Who we are', 'who-we-are'],
  ['## A. Who (*really*) we `are`?', 'a-who-really-we-are'],
  ['Über uns\n---', 'über-uns'],
  ['## 利用規約 1_2', '利用規約-1_2'],
  ['## [Link](https://example.org) & more', 'link--more'],
])('links to the heading “%s” work', async (heading, id) => {
  await publish({ imprint: { text: `[link](#${id})\n\n${heading}` } });
  const article = articleOf((await open('/imprint')).body);
  expect(article).toContain(`<h2 id="${id}">`);
  expect(article).toContain(`<a href="#${encodeURIComponent(id)}">`);
});

test('equal headings get different ids, and headings without letters get none', async () => {
  await publish({ imprint: { text: '# Data\n\n# Data 1\n\n# Data\n\n# Data\n\n# 🎈' } });
  const ids = [...articleOf((await open('/imprint')).body).matchAll(/<h1(?: id="(.*?)")?>/g)];
  expect(ids.map(([, id]) => id)).toEqual([undefined, 'data', 'data-1', 'data-2', 'data-3', undefined]);
});

describe('Markdown cannot inject anything', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[link](javascript:alert(1))',
    '[link](data:text/html,<script>alert(1)</script>)',
    '![picture](https://example.org/track.png)',
    '<javascript:alert(1)>',
    '"><svg onload=alert(1)>',
    '[link](java&#115;cript:alert(1))',
    '[link](&#x6A;avascript&colon;alert(1))',
    '[link](<&NewLine;javascript:alert(1)>)',
    '[link]: JaVaScRiPt:alert(1)\n\n[link]',
    '[![a](javascript:alert(1))](vbscript:alert(1))',
    '[link](https://example.org/"onclick="alert(1) "\\" onclick=\\"alert(1)")',
    '# "><script>alert(1)</script>',
    '# " onclick="alert(1)',
  ])('%s', async (text) => {
    await publish({ terms: { text } });
    const article = articleOf((await open('/terms')).body);
    expect(article).not.toMatch(/<(?!\/?(?:article|h1|div|p|a)\b)/);
    expect(article).not.toMatch(/(?:href|src)="(?!https:)/);
    expect(article).not.toMatch(/<(?:[^>"]|"[^"]*")* on\w+=/);
  });
});
