import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Measured } from './measure.ts';
import { type AdminResult, type MemoryResult, writePerformance } from './performance.ts';
import type { Result } from './report.ts';

const quiet = { cores: 2, model: 'Test', memoryGb: 4, node: 'v24.0.0', load: 0.1 };

const loadOf = (perSecond: number, p50Ms: number, statuses = { '200': 100 }) => ({
  perSecond,
  p50Ms,
  p99Ms: 2 * p50Ms,
  maxMs: 3 * p50Ms,
  requests: 100,
  statuses,
});

const feed = (name: string, p50Ms: number, changed: Partial<Measured> = {}): Measured => ({
  name: `feed, ${name}`,
  connections: 32,
  status: 200,
  target: { perSecond: 1_500, p99Ms: 60 },
  statements: 4,
  real: [loadOf(900, p50Ms), loadOf(1_000, p50Ms), loadOf(1_200, p50Ms)],
  bare: [loadOf(9_000, 1)],
  pgbench: [2_000, 2_000, 2_000],
  pgbenchStatement: [],
  ...changed,
});

const result = (apps: number, measured: Measured[], load = 0.1): Result => ({
  at: '2026-01-02T03:04:05.000Z',
  size: { apps, users: 10, seen: 100 },
  machine: { ...quiet, load },
  runs: 3,
  seconds: 2,
  leadIn: 10,
  measured,
  recalculation: null,
  starts: [],
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zapdeck-report-'));
  await writeFile(
    join(folder, 'performance.md'),
    '# Before\n\n<!-- generated -->\nold\n<!-- end of generated -->\n\nafter\n',
  );
});
afterEach(() => rm(folder, { recursive: true }));

async function write(results: Record<string, Result | AdminResult | MemoryResult>): Promise<string> {
  for (const [name, value] of Object.entries(results)) {
    await writeFile(join(folder, `${name}.json`), JSON.stringify(value));
  }
  await writePerformance(folder, folder);
  return readFile(join(folder, 'performance.md'), 'utf8');
}

describe('performance document', () => {
  it('shows medians with ranges, targets and the share of SQL alone', async () => {
    const text = await write({ 'apps-1000': result(1_000, [feed('light', 20)]) });
    expect(text).toMatch(/^# Before\n\n<!-- generated -->\n\n### How/);
    expect(text).toMatch(/<!-- end of generated -->\n\nafter\n$/);
    expect(text).not.toContain('old');
    expect(text).toContain(
      '3 interleaved runs of 2 s, each after 10 uncounted requests of each connection, 2026-01-02.',
    );
    const row = text.split('\n').find((line) => line.startsWith('| feed, light, 32'));
    const cells = row?.split('|').map((cell) => cell.trim());
    expect(cells).toEqual([
      '',
      'feed, light, 32 connections',
      '1,000 (900–1,200) /s',
      '20 / 40 ms',
      '1,500 /s, p99 60 ms',
      '9,000 (9,000–9,000) /s',
      '2,000 (2,000–2,000) /s',
      '4',
      '0.50',
      '',
    ]);
  });

  it('compares the most seen in the largest catalogue with the least in the smallest', async () => {
    const text = await write({
      'apps-1000000': result(1_000_000, [feed('light', 21), feed('extreme', 26)]),
      'apps-1000': result(1_000, [feed('light', 20), feed('extreme', 22)]),
    });
    expect(text).toContain('waits 1.30 times as long');
    expect(text.indexOf('### 1,000 apps')).toBeLessThan(text.indexOf('### 1,000,000 apps'));
    const picture = await readFile(join(folder, 'performance.svg'), 'utf8');
    for (const part of ['1,000,000', 'milliseconds', 'apps in the catalogue', 'extreme']) {
      expect(picture).toContain(part);
    }
  });

  it('mentions a busy machine only if there was one', async () => {
    expect(await write({ 'apps-1': result(1_000, [feed('light', 20)]) })).not.toContain('not quiet');
    expect(await write({ 'apps-1': result(1_000, [feed('light', 20)], 3.1) })).toContain(
      '**not quiet: load average 3.1',
    );
  });

  it('does not count rejections as responses', async () => {
    const refused = feed('light', 20, { real: [loadOf(9_000, 1, { '200': 10, '503': 90 } as never)] });
    expect(await write({ 'apps-1': result(1_000, [refused]) })).toContain('(90 other answers)');
  });

  it('mentions a missing pgbench', async () => {
    const without = feed('light', 20, { pgbench: [] });
    expect(await write({ 'apps-1': result(1_000, [without]) })).toMatch(/\| not installed +\| 4 /);
  });

  it('marks admin lists that exceed their limit', async () => {
    const lists = [
      { name: 'quick', limitMs: 50, times: [40, 50, 60], sqlMs: 3 },
      { name: 'slow', limitMs: 50, times: [40, 51, 60], sqlMs: 3 },
      { name: 'chart', limitMs: 500, times: [400], sqlMs: null },
    ];
    const text = await write({
      'admin-lists': { at: '2026-01-02', apps: 100_000, users: 20_000, machine: quiet, lists },
    });
    expect(text.match(/.*too slow.*/g)).toEqual([expect.stringContaining('| slow ')]);
    expect(text).toContain('100,000 apps');
  });
});

it('compares memory of the first and second half of the requests', async () => {
  const readings = [150, 200, 250, 180, 210, 260, 190].map((rssMb, index) => ({
    requests: index * 1_000,
    rssMb,
    pssMb: rssMb - 30,
  }));
  const text = await write({ memory: { at: '2026-01-02', machine: quiet, readings } });
  expect(text).toContain('### Memory over 6,000 requests');
  expect(text).toContain('first half after the warm-up: 200 (180–250) MB; in the second: 210 (190–260) MB');
});
