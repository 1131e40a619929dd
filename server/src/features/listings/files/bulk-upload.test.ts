import { adminApps } from '@zapdeck/contract/apps/apps';
import { categories } from '@zapdeck/contract/apps/categories';
import { appsCsv } from '@zapdeck/contract/wire/csv-exports';
import { bulkUploadApps, CSV_MAX_BYTES } from '@zapdeck/contract/apps/bulk-upload';
import { count, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { one } from '../../../db/client.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { waitingUrls } from '../../../db/schema/waiting-urls.table.ts';
import { type Form, HEADER, row, uploadAs } from './bulk-upload.fixture.ts';

let t: TestApp;
let admin: Person;
let upload: ReturnType<typeof uploadAs>;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
  upload = uploadAs(t, admin);
});
afterAll(() => t.close());

const totalApps = async () => one(await t.deps.db.select({ total: count() }).from(apps)).total;

test('stores rows as pending apps of the admin, with quotes, line breaks, byte order mark and CRLF', async () => {
  const file =
    `\uFEFF${HEADER}\r\n` +
    '"Piano, tiny","Two ""octaves""\r\nunder your thumbs",HTTPS://Piano.Example.com,Music & Audio,New; Free;New;,https://cdn.example.com/p.png\r\n' +
    '\r\n' +
    `${row('clock', 'Utilities,,')}\r\n`;
  const { status, body } = await upload(file);
  expect(body).toEqual({ count: 2, skipped: 0 });
  expect(status).toBe(200);
  const stored = await t.deps.db
    .select()
    .from(apps)
    .where(inArray(apps.url, ['https://piano.example.com/', 'https://clock.example.com/']))
    .orderBy(apps.url);
  expect(stored[1]).toMatchObject({
    title: 'Piano, tiny',
    description: 'Two "octaves"\nunder your thumbs',
    category: 'Music & Audio',
    tags: ['New', 'Free'],
    thumbnailUrl: 'https://cdn.example.com/p.png',
    status: 'pending',
    submittedBy: admin.user?.id,
  });
  expect(stored[0]).toMatchObject({ tags: [], thumbnailUrl: null });
});

test('accepts columns in any order, and ignores unknown columns', async () => {
  const file = 'Category,rankingScore,URL,Description,Title\nGames,9999,https://order.example.com/,D,T\n';
  expect((await upload(file)).body).toEqual({ count: 1, skipped: 0 });
  const [stored] = await t.deps.db.select().from(apps).where(eq(apps.url, 'https://order.example.com/'));
  expect(stored?.rankingScore).toBeLessThan(1);
});

describe('accepts a spreadsheet’s file with', () => {
  const utf16 = (text: string, isBigEndian: boolean) => {
    const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
    return new Uint8Array(isBigEndian ? bytes.swap16() : bytes);
  };
  const semicolons = (name: string) =>
    `${name};"About; ${name}";https://${name}.example.com/;games;"New;Free"`;
  const header = 'title;description;url;category;tags';

  test.each<[string, (name: string) => string | Uint8Array<ArrayBuffer>]>([
    ['semicolons', (name) => `${header}\r\n${semicolons(name)}\r\n`],
    ['a line that names the separator', (name) => `sep=;\r\n${header}\r\n${semicolons(name)}\r\n`],
    [
      'tabs',
      (name) => `${header}\n${semicolons(name)}`.replaceAll(/;(?=[^ F])/g, '\t').replace('New\t', 'New;'),
    ],
    ['UTF-16', (name) => utf16(`${header}\r\n${semicolons(name)}\r\n`, false)],
    ['UTF-16, big-endian', (name) => utf16(`${header}\r\n${semicolons(name)}\r\n`, true)],
    ['rows of empty cells', (name) => `;;;;\r\n${header}\r\n;;;;\r\n${semicolons(name)}\r\n;;;;\r\n`],
    ['an empty surplus cell', (name) => `${header};\r\n${semicolons(name)};;\r\n`],
    ['Ctrl-Z at the end', (name) => `${header}\r\n${semicolons(name)}\r\n\x1a`],
  ])('%s', async (what, file) => {
    const name = what.toLowerCase().replaceAll(/[^a-z]/g, '');
    expect((await upload(file(name))).body).toEqual({ count: 1, skipped: 0 });
    const [stored] = await t.deps.db
      .select()
      .from(apps)
      .where(eq(apps.url, `https://${name}.example.com/`));
    expect(stored).toMatchObject({
      title: name,
      description: `About; ${name}`,
      category: 'Games',
      tags: ['New', 'Free'],
    });
  });

  test('missing optional cells at the end of a row', async () => {
    expect((await upload([HEADER, row('short')].join('\n'))).body).toEqual({ count: 1, skipped: 0 });
  });
});

test('imports an export without changes', async () => {
  const title = 'Exported "=1';
  const texts = {
    description: "=1+1\n'=2; -3",
    thumbnailUrl: 'https://cdn.example.com/export.png',
    tags: ['=a', 'b'],
  };
  const { id } = await t.addApp({ ...texts, title, url: 'https://exported.example.com/' });
  const exported = await t.app.inject({
    url: `${appsCsv.path}?search=exported.example`,
    cookies: admin.cookies,
  });
  expect(exported.body).toMatch(
    /^\uFEFFid,title,url,description,category,tags,thumbnailUrl,status,.*,updatedAt,language/,
  );
  expect((await upload(exported.body)).body).toEqual({ count: 0, skipped: 1 });
  await t.deps.db.delete(apps).where(eq(apps.id, id));
  expect((await upload(exported.body)).body).toEqual({ count: 1, skipped: 0 });
  const [stored] = await t.deps.db.select().from(apps).where(eq(apps.url, 'https://exported.example.com/'));
  expect(stored).toMatchObject({ ...texts, title });
});

test('skips and counts known and duplicate addresses, so a repeated file stores nothing', async () => {
  await t.addApp({ url: 'https://known.example.com/' });
  const file = [HEADER, row('known', 'Games,,'), row('fresh', 'Games,,'), row('fresh', 'News,,')].join('\n');
  expect((await upload(file)).body).toEqual({ count: 1, skipped: 2 });
  expect((await upload(file)).body).toEqual({ count: 0, skipped: 3 });
});

test('skips other spellings of known, waiting or duplicate addresses', async () => {
  await t.addApp({ url: 'https://spelled.example.com/' });
  const { id: appId } = await t.addApp();
  const askedBy = admin.user?.id ?? '';
  await t.deps.db.insert(waitingUrls).values({ appId, askedBy, url: 'https://awaited.example.com/' });
  const urls = [
    'http://www.spelled.example.com/?utm_source=csv',
    'http://awaited.example.com/#top',
    'https://new.example.com/a',
    'http://new.example.com/a/',
  ];
  const file = [HEADER, ...urls.map((url) => `T,D,${url},Games,,`)].join('\n');
  expect((await upload(file)).body).toEqual({ count: 1, skipped: 3 });
});

const ALLOWED = `The categories are: ${categories.join(', ')}.`;
const NOT_ONE_LINE = 'Please use one line without invisible characters';

test.each([
  ['http://127.0.0.1/p.png', 'Must be a publicly accessible web application'],
  ['http://metadata.internal/p.png', 'Must be a publicly accessible web application'],
  ['https://me:secret@cdn.example.com/p.png', 'The address must not contain a user name or a password'],
  ['https://cdn.example.com:8443/p.png', 'The address must not contain a port'],
  ['http://localhost:3000/p.png', 'Apps on this site’s own address cannot be shown here'],
  ['data:image/png', 'The address must begin with http:// or https://'],
  ['/p.png', 'Please enter a complete address, such as https://example.org'],
])('rejects a row with a picture at %s', async (picture, fault) => {
  const { status, body } = await upload([HEADER, row('pictured', `Games,,${picture}`)].join('\n'));
  expect([status, body.fields]).toEqual([400, { 'line 2': `thumbnailUrl: ${fault}` }]);
});

test('stores the address of a picture in its normalised spelling', async () => {
  await upload([HEADER, row('spelt', 'Games,,HTTPS://CDN.Example.com:443/a/../p.png#')].join('\n'));
  const [stored] = await t.deps.db.select().from(apps).where(eq(apps.url, 'https://spelt.example.com/'));
  expect(stored?.thumbnailUrl).toBe('https://cdn.example.com/p.png');
});

test('rejects a file with an invalid row, with its line and reason, and stores nothing', async () => {
  const before = await totalApps();
  const file = [
    HEADER,
    row('good', 'Games,,'),
    '"two\nlines","a\nb",https://two-lines.example.com/,Nonsense,,',
    ',,https://empty.example.com/,Games,,',
    '',
    row('private', 'Games,,').replace('private.example.com', '127.0.0.1'),
    `${row('many', 'Games,,')},surplus`,
    `long,${'x'.repeat(501)},javascript:alert(1),Games,,ftp://x`,
  ].join('\n');
  const { status, body } = await upload(file);
  expect(status).toBe(400);
  expect(body.code).toBe('invalid_input');
  expect(body.message).toBe(`Nothing was stored. Rows with mistakes: 5 of 6. ${ALLOWED}`);
  expect(body.fields).toEqual({
    'line 3': `title: ${NOT_ONE_LINE}; unknown category “Nonsense”`,
    'line 6': 'title is required; description is required',
    'line 8': 'url: Must be a publicly accessible web application',
    'line 9':
      'This row has more values than there are columns (7 and 6). Put quotes around texts that contain the separator.',
    'line 10':
      'description: At most 500 characters; url: The address must begin with http:// or https://; thumbnailUrl: The address must begin with http:// or https://',
  });
  expect(await totalApps()).toBe(before);
});

const NOT_AN_ADDRESS = 'Please enter a complete address, such as https://example.org';

test('stores formulas as text, and rejects hidden characters', async () => {
  const cells = ['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK(""https://evil.example.com"",""Click"")'];
  const file = cells.map((cell, n) => `"${cell}","${cell}",https://formula-${n}.example.com/,Games,,`);
  expect((await upload([HEADER, ...file].join('\n'))).body).toEqual({ count: cells.length, skipped: 0 });
  const { body } = await t.call(adminApps, { query: { search: 'formula-', sort: 'createdAt' } }, admin);
  const texts = cells.map((cell) => cell.replaceAll('""', '"'));
  expect(body.map(({ title }) => title).sort()).toEqual(texts.sort());
  expect(body.every(({ title, description }) => title === description)).toBe(true);

  const before = await totalApps();
  const bad = await upload(
    `${HEADER}\nT,D,=HYPERLINK(A1),=Games,=New,=x\nT,D\u0000,https://nul.example.com/,Games,,\nT,D,https://tag.example.com/,Games,a;b\u202ec,\n\u3164,D,https://filler.example.com/,Games,,`,
  );
  expect(bad.body.fields).toEqual({
    'line 2': `unknown category “=Games”; url: ${NOT_AN_ADDRESS}; thumbnailUrl: ${NOT_AN_ADDRESS}`,
    'line 3': 'description: invisible character U+0000 at position 2',
    'line 4': 'tags: invisible character U+202E at position 4',
    'line 5': `title is required`,
  });
  expect(await totalApps()).toBe(before);
});

test('removes zero-width characters that are not part of a letter or an emoji', async () => {
  const file = `ti\u200btle,\ufeffdescription,url,category,tags\u2060\nTiny\u200b Pi\u00adano,\u200dمی\u200cخواهم 👩\u200d🚀\u200d,https://no-\u2060width.example.com/\u200b,Ga\u200cmes,\ufeffNew`;
  expect((await upload(file)).body).toEqual({ count: 1, skipped: 0 });
  const [stored] = await t.deps.db.select().from(apps).where(eq(apps.url, 'https://no-width.example.com/'));
  expect(stored).toMatchObject({
    title: 'Tiny Piano',
    description: 'می\u200cخواهم 👩\u200d🚀',
    category: 'Games',
    tags: ['New'],
  });
});

test.each([
  ['pt-BR', 'pt'],
  ['en_us', 'en'],
  ['ZH', 'zh-Hans'],
  ['nn', 'no'],
])('stores the language of the tag %s as %s', async (tag, language) => {
  const url = `https://tag-${language.toLowerCase()}.example.com/`;
  const { body } = await upload(`title,description,url,category,language\nT,D,${url},Games,${tag}`);
  expect(body).toEqual({ count: 1, skipped: 0 });
  const [stored] = await t.deps.db.select().from(apps).where(eq(apps.url, url));
  expect(stored?.language).toBe(language);
});

test('names an unknown language, and lists the values if a category is missing', async () => {
  const { body } = await upload(
    `title,description,url,category,language\nT,D,https://xx.example.com/,,xx\nT,D,https://x2.example.com/,Games,${'long '.repeat(20)}`,
  );
  expect(body.fields).toEqual({
    'line 2': 'category is required; unknown language “xx”. Use a code such as en or pt.',
    'line 3': `unknown language “${'long '.repeat(8)}”. Use a code such as en or pt.`,
  });
  expect(body.message).toBe(`Nothing was stored. Rows with mistakes: 2 of 2. ${ALLOWED}`);
});

describe('rejects a whole file with the reason in csvFile:', () => {
  test.each<[string, string | Uint8Array<ArrayBuffer>, Form, RegExp]>([
    ['another extension', `${HEADER}\n`, { fileName: 'apps.txt' }, /Please select a CSV file$/],
    ['another field', `${HEADER}\n`, { field: 'file' }, /Please select a CSV file first/],
    ['no columns', 'a,b,c\n1,2,3\n', {}, /columns are missing: title, description, url, category/],
    ['a duplicate column', 'title,title,description,url,category\n', {}, /title appears twice/],
    ['no rows', `${HEADER}\n`, {}, /no rows/],
    ['an empty file', '', {}, /no rows/],
    ['an open quote', `${HEADER}\n"open`, {}, /not CSV.*Quote Not Closed/],
    ['text after a quote', `${HEADER}\n"a"b,c,d,e,f,g\n`, {}, /not CSV/],
    ['an endless record', `${HEADER}\n"${'x'.repeat(100_000)}`, {}, /not CSV.*Max Record Size/],
    ['other bytes than UTF-8', new Uint8Array([0x61, 0xff, 0x2c]), {}, /not UTF-8/],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), {}, /not UTF-8/],
    ['bytes that happen to be text', new Uint8Array([0, 1, 2, 10, 0, 1]), {}, /columns are missing/],
  ])('%s', async (_what, file, form, reason) => {
    const before = await totalApps();
    const { status, body } = await upload(file, form);
    expect(status).toBe(400);
    expect(body.fields?.['csvFile']).toMatch(reason);
    expect(await totalApps()).toBe(before);
  });

  test('accepts 5 MB, and rejects one byte more with 413', { tags: 'long' }, async () => {
    const head = 'notes,title,description,url,category\n';
    const last = (name: string) => `x,T,D,https://${name}.example.com/,Games\n`;
    const fileOf = (bytes: number, name: string) => {
      const filler = `${'x'.repeat(50_000)},T,D,https://filler.example.com/,Games\n`;
      const rest = bytes - head.length - last(name).length;
      const fillers = filler.repeat(Math.floor(rest / filler.length));
      return head + fillers + 'x'.repeat(rest - fillers.length) + last(name);
    };
    const before = await totalApps();
    const tooLarge = await upload(fileOf(CSV_MAX_BYTES + 1, 'too-large'));
    expect([tooLarge.status, tooLarge.body.code]).toEqual([413, 'body_too_large']);
    expect(tooLarge.body.message).toBe('The file is larger than 5 MB.');
    expect(await totalApps()).toBe(before);
    expect((await upload(fileOf(CSV_MAX_BYTES, 'full'))).body).toMatchObject({ count: 2 });
  });

  test('returns 415 for a request that is not a form', async () => {
    const { status, error } = await t.call(bulkUploadApps, {}, admin, { 'content-type': 'application/json' });
    expect([status, error.code]).toEqual([415, 'unsupported_media_type']);
  });

  test.each(['multipart/form-data', 'multipart/form-data; boundary=x'])(
    'returns 400 for a broken form: %s',
    async (type) => {
      const response = await t.app.inject({
        method: 'POST',
        url: bulkUploadApps.path,
        headers: { origin: t.deps.config.publicUrl, 'content-type': type },
        cookies: admin.cookies,
        payload: '--x\r\nContent-Disposition: form-data; name="csvFile"; filename="a.csv"\r\n\r\ntitle',
      });
      expect(response.statusCode).toBe(400);
    },
  );
});

test('gives the apps first views only if the checkbox is ticked', async () => {
  const budgets = () =>
    t.deps.pool.query(
      `SELECT title, wanted, started_at AS started FROM view_budgets JOIN apps ON apps.id = app_id
       WHERE title IN ('ticked', 'plain')`,
    );
  await upload([HEADER, row('plain', 'Games,,')].join('\n'));
  await upload([HEADER, row('ticked', 'Games,,')].join('\n'), { isTicked: true });
  expect((await budgets()).rows).toEqual([{ title: 'ticked', wanted: 100, started: null }]);
});

test('stores each row once if the same rows are uploaded concurrently', async () => {
  const rows = Array.from({ length: 300 }, (_, index) => row(`twice-${index}`, 'Games,,'));
  const file = [HEADER, ...rows].join('\n');
  const reversed = [HEADER, ...rows.toReversed()].join('\n');
  const responses = await Promise.all([upload(file), upload(reversed)]);
  expect(responses.map(({ body }) => body.count).sort((a, b) => a - b)).toEqual([0, 300]);
});
