import { submitApp } from '@zapdeck/contract/apps/apps';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

/** Returns the keys of stored addresses. */
async function keysOf(...urls: string[]): Promise<string[]> {
  const stored = urls.map((url) => new URL(url).href);
  const { rows } = await t.deps.pool.query<{ key: string }>(
    'SELECT url_key(url) AS key FROM unnest($1::text[]) WITH ORDINALITY AS urls (url, place) ORDER BY place',
    [stored],
  );
  return rows.map(({ key }) => key);
}

const equal: [string, string][] = [
  ['https://example.org/', 'http://example.org/'],
  ['https://example.org/', 'https://www.example.org/'],
  ['https://example.org/', 'https://EXAMPLE.org.'],
  ['https://example.org/', 'http://example.org:80/'],
  ['https://example.org/', 'http://example.org:443/'],
  ['https://example.org/', 'https://example.org/?'],
  ['https://example.org/', 'https://example.org/#/start'],
  ['https://example.org/', 'https://example.org?utm_source=a&UTM_Medium=b&utm_campaign'],
  ['https://example.org/?q=1', 'https://example.org/?fbclid=x&q=1&gclid=y&mc_eid=z'],
  ['https://example.org/?q=1', 'https://example.org/?&q=1&&'],
  ['https://example.org/?q=1', 'https://example.org/?utm%5Fsource=a&q=1'],
  ['https://example.org/a', 'https://example.org/a/'],
  ['https://example.org/a?q=1', 'https://example.org/a/?q=1'],
  ['https://example.org/~ada', 'https://example.org/%7Eada'],
  ['https://example.org/A-1_b.c', 'https://example.org/%41%2D%31%5F%62%2Ec'],
  ['https://example.org/%c3%a9', 'https://example.org/é'],
  ['https://example.org/a|b', 'https://example.org/a%7cb'],
  ['https://bücher.example/', 'http://www.xn--bcher-kva.example'],
];

const different: [string, string][] = [
  ['https://example.org/', 'https://example.com/'],
  ['https://example.org/', 'https://app.example.org/'],
  ['https://example.org/', 'https://example.org:8443/'],
  ['https://www.com/', 'https://com/'],
  ['https://example.org/a', 'https://example.org/A'],
  ['https://example.org/a', 'https://example.org/a/index.html'],
  ['https://example.org/a/b', 'https://example.org/a%2Fb'],
  ['https://example.org/a?b', 'https://example.org/a%3Fb'],
  ['https://example.org/a%23b', 'https://example.org/a#b'],
  ['https://example.org/?a=1&b=2', 'https://example.org/?b=2&a=1'],
  ['https://example.org/?a=1%26b=2', 'https://example.org/?a=1&b=2'],
  ['https://example.org/?q=1', 'https://example.org/?q=2'],
  ['https://example.org/?q=a', 'https://example.org/?Q=a'],
  ['https://example.org/?ref=main', 'https://example.org/?ref=next'],
  ['https://example.org/?utmost=1', 'https://example.org/'],
  ['https://example.org/%00', 'https://example.org/'],
  ['https://example.org/100%', 'https://example.org/100%25'],
];

describe('url_key', () => {
  test.each(equal)('is equal for %s and %s', async (one, other) => {
    const [first, second] = await keysOf(one, other);
    expect(second).toBe(first);
  });

  test.each(different)('differs for %s and %s', async (one, other) => {
    const [first, second] = await keysOf(one, other);
    expect(second).not.toBe(first);
  });

  const words = ['a', 'B', '~', 'x y', 'é', '%2F', '%41', '%', '1.0', 'www.'];
  const address = fc.record({
    host: fc.constantFrom('example.org', 'a.example.org', 'example.co.uk', '[::1]', 'xn--bcher-kva.example'),
    path: fc.array(fc.constantFrom(...words), { maxLength: 3 }),
    query: fc.array(fc.tuple(fc.constantFrom('q', 'id', 'ref'), fc.constantFrom(...words)), { maxLength: 3 }),
  });
  type Address = typeof address extends fc.Arbitrary<infer T> ? T : never;
  const pathOf = ({ path }: Address) => `/${path.join('/')}`;
  const queryOf = ({ query }: Address) => query.map(([name, value]) => `${name}=${value}`).join('&');
  const plain = (one: Address) => `https://${one.host}${pathOf(one)}?${queryOf(one)}`;
  const varied = (one: Address) => [
    plain(one).replace('https', 'http'),
    one.host.startsWith('[') ? plain(one) : plain(one).replace('//', '//www.'),
    `https://${one.host}${pathOf(one)}/?utm_source=x&${queryOf(one)}&fbclid=y#part`,
    `https://${one.host.toUpperCase()}:443${pathOf(one).replaceAll('~', '%7e')}?&${queryOf(one)}&`,
  ];

  test('is equal for all spellings of an address, idempotent, and without a fragment', {
    tags: 'long',
  }, async () => {
    await fc.assert(
      fc.asyncProperty(address, async (one) => {
        const [key = '', ...others] = await keysOf(plain(one), ...varied(one));
        expect(new Set(others)).toEqual(new Set([key]));
        expect(key).not.toContain('#');
        expect(await keysOf(`https://${key}`)).toEqual([key]);
      }),
      { numRuns: 300 },
    );
  });

  test('differs for addresses with another host, path or other parameters', async () => {
    const parts = (one: Address) => decodable(new URL(plain(one)));
    const decodable = ({ host, pathname, search }: URL) =>
      [host, pathname.replace(/\/+$/, ''), search].join(' ').replaceAll('%41', 'A');
    await fc.assert(
      fc.asyncProperty(address, address, async (one, other) => {
        const [first, second] = await keysOf(plain(one), plain(other));
        expect(first === second).toBe(parts(one) === parts(other));
      }),
      { numRuns: 300 },
    );
  });
});

const form = (url: string) => ({
  title: 'Tiny Piano',
  description: 'Two octaves under your thumbs.',
  url,
  category: 'Music & Audio' as const,
  tags: [],
});

test.each([
  ['pending', 'is waiting for review'],
  ['approved', 'is in the deck already'],
  ['rejected', 'was not accepted'],
] as const)('rejects another spelling of the address of a %s app', async (status, words) => {
  const host = `${status}.example.org`;
  await t.addApp({ url: `https://${host}/play?level=2`, status });
  const body = form(`http://www.${host}/play/?utm_source=news&level=2#top`);
  const { status: answered, error } = await t.call(submitApp, { body }, await t.person('member'));
  expect([answered, error.code]).toEqual([409, 'url_taken']);
  expect(error.fields?.['url']).toContain(words);
});

test('stores the address as it was submitted', async () => {
  const url = 'https://www.stored.example.org/a/?utm_source=news#part';
  const { body } = await t.call(submitApp, { body: form(url) }, await t.person('member'));
  expect(body.url).toBe(url);
});

test('stores only one of two spellings that are submitted concurrently', async () => {
  const urls = ['https://race.example.org/', 'http://www.race.example.org/?gclid=1'];
  const people = [await t.person('member'), await t.person('member')] as const;
  const both = await Promise.all(
    urls.map((url, index) => t.call(submitApp, { body: form(url) }, people[index])),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
});
