import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { primaryAlone } from '../db/read-pool.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { measureReplicas } from './metrics.ts';

const HOSTING = new URL('../../../hosting/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, HOSTING), 'utf8');

let t: TestApp;
beforeAll(async () => {
  // The folder has to be there for its disk to be measured.
  t = await openTestApp({ env: { DATA_DIR: fileURLToPath(HOSTING) } });
});
afterAll(() => t.close());

/** Returns the names of metrics in a text. A bucket counts as its histogram. */
const namesIn = (text: string) =>
  new Set(
    [...text.matchAll(/\b(?:http|nodejs|process|zapdeck)_\w+/g)].map(([name]) =>
      name.replace(/_bucket$/, ''),
    ),
  );

async function measured(): Promise<Set<string>> {
  const { body } = await t.app.inject({ method: 'GET', url: '/metrics' });
  const registry = new Registry();
  measureReplicas({ ...primaryAlone(t.deps.db), hasReplicas: true }, [registry]);
  const all = body + (await registry.metrics());
  return new Set([...all.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name));
}

test('alert rules and dashboard use only existing metrics', async () => {
  const known = await measured();
  const used = [
    ...namesIn(read('prometheus-alerts.yml').replace(/^ *-? *(alert|summary):.*$/gm, '')),
    ...namesIn(read('prometheus-alerts.test.yml')),
    ...namesIn(read('grafana-dashboard.json')),
  ];
  expect(used.length).toBeGreaterThan(30);
  expect(used.filter((name) => !known.has(name))).toEqual([]);
});

test('measures the disk of the data folder, and nothing without the folder', async () => {
  const { body } = await t.app.inject({ method: 'GET', url: '/metrics' });
  const bytes = (name: string) =>
    Number(new RegExp(`^zapdeck_disk_${name}_bytes (\\S+)$`, 'm').exec(body)?.[1]);
  expect(bytes('free')).toBeGreaterThan(0);
  expect(bytes('size')).toBeGreaterThanOrEqual(bytes('free'));
  const without = await openTestApp({ env: { DATA_DIR: '/nowhere/at/all' }, database: t.database });
  const scraped = await without.app.inject({ method: 'GET', url: '/metrics' });
  await without.close();
  expect(scraped.body).not.toMatch(/^zapdeck_disk_\w+ /m);
});
