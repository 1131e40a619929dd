import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { CSV_ROWS_MAX } from '@zapdeck/contract/apps/bulk-upload';
import { categories } from '@zapdeck/contract/apps/categories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apps } from '../../../db/schema/apps.table.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { urlRulesOf } from '../address/url-rules.ts';
import { HEADER, row, uploadAs } from './bulk-upload.fixture.ts';
import { readCsv } from './csv.ts';

const PART_BYTES = 64 * 1024;

let t: TestApp;
let upload: ReturnType<typeof uploadAs>;
beforeAll(async () => {
  t = await openTestApp();
  upload = uploadAs(t, await t.person('admin'));
});
afterAll(() => t.close());

const totalApps = () => t.deps.db.$count(apps);

test('stores nothing if one of the last of ten thousand rows is invalid', async () => {
  const rows = Array.from({ length: CSV_ROWS_MAX }, (_, index) => row(`late-${index}`, 'Games,,'));
  rows[9_998] = row('late-bad', 'Nonsense,,');
  const before = await totalApps();
  const { status, body } = await upload([HEADER, ...rows].join('\n'));
  expect(status).toBe(400);
  expect(body.message).toBe(
    `Nothing was stored. Rows with mistakes: 1 of 10000. The categories are: ${categories.join(', ')}.`,
  );
  // The header is line 1, so that the row 9,999 is line 10,000.
  expect(body.fields).toEqual({ 'line 10000': 'unknown category “Nonsense”' });
  expect(await totalApps()).toBe(before);
});

test('lets requests run while it checks ten thousand rows', async () => {
  const rows = Array.from({ length: CSV_ROWS_MAX }, (_, index) => row(`others-${index}`, 'Games,,'));
  const file = Buffer.from([HEADER, ...rows].join('\n'));
  // Forms arrive in parts of this size.
  const parts = Array.from({ length: Math.ceil(file.length / PART_BYTES) }, (_, part) =>
    file.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
  );
  const rules = { rules: urlRulesOf(t.deps.config), ruleOf: () => null };
  const reading = new AbortController();
  let longestMs = 0;
  // Processor time of this thread, which other processes do not change.
  const watch = async () => {
    while (!reading.signal.aborted) {
      const before = process.threadCpuUsage();
      await setImmediate();
      longestMs = Math.max(longestMs, process.threadCpuUsage(before).user / 1_000);
    }
  };
  const watching = watch();
  expect(await readCsv(Readable.from(parts), rules)).toHaveLength(CSV_ROWS_MAX);
  reading.abort();
  await watching;
  expect(longestMs).toBeLessThan(60);
});

test('names all invalid lines, up to ten thousand', async () => {
  const file = [HEADER, ...Array.from({ length: CSV_ROWS_MAX }, () => 'x,y,nonsense,Games,,')].join('\n');
  const { body } = await upload(file);
  expect(body.message).toContain('10000 of 10000');
  const lines = Array.from({ length: CSV_ROWS_MAX }, (_, index) => `line ${index + 2}`);
  expect(Object.keys(body.fields ?? {})).toEqual(lines);
});

test('stores ten thousand rows, and rejects one more', async () => {
  const rows = Array.from({ length: CSV_ROWS_MAX }, (_, index) => row(`many-${index}`, 'Games,,'));
  const before = await totalApps();
  const tooMany = await upload([HEADER, ...rows, row('one-more', 'Games,,')].join('\n'));
  expect(tooMany.body.fields?.['csvFile']).toMatch(/At most 10000 rows/);
  expect(await totalApps()).toBe(before);
  const { body } = await upload([HEADER, ...rows].join('\n'));
  expect(body).toEqual({ count: CSV_ROWS_MAX, skipped: 0 });
  expect(await totalApps()).toBe(before + CSV_ROWS_MAX);
});
