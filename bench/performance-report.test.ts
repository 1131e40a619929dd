import { describe, expect, it } from 'vitest';
import { replaceGenerated } from './documents.ts';
import {
  adminSection,
  type MeasuredScenario,
  memorySection,
  requestsSection,
  type RequestsResult,
} from './performance-report.ts';

const quiet = { cores: 2, model: 'Test', memoryGb: 4, node: 'v24.0.0', load: 0.1 };

const loadOf = (perSecond: number, p50Ms: number, statuses: Record<string, number> = { '200': 100 }) => ({
  perSecond,
  p50Ms,
  p99Ms: 2 * p50Ms,
  maxMs: 3 * p50Ms,
  requests: 100,
  statuses,
});

const feed = (runs: MeasuredScenario['runs']): MeasuredScenario => ({
  name: 'feed, light',
  connections: 32,
  status: 200,
  target: { perSecond: 1_500, p99Ms: 60 },
  runs,
});

const resultOf = (measured: MeasuredScenario, load = 0.1): RequestsResult => ({
  at: '2026-01-02T03:04:05.000Z',
  size: { apps: 1_000, users: 10, seen: 100 },
  machine: { ...quiet, load },
  runs: 3,
  seconds: 2,
  warmUpRequests: 10,
  measured: [measured],
});

describe('the section about requests', () => {
  it('shows medians with ranges and targets', () => {
    const text = requestsSection(resultOf(feed([loadOf(900, 20), loadOf(1_000, 20), loadOf(1_200, 20)])));
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
      '',
    ]);
  });

  it('mentions a busy machine only if there was one', () => {
    const measured = feed([loadOf(900, 20)]);
    expect(requestsSection(resultOf(measured))).not.toContain('not quiet');
    expect(requestsSection(resultOf(measured, 3.1))).toContain('**not quiet: load average 3.1');
  });

  it('counts unexpected statuses beside the name', () => {
    const refused = feed([loadOf(9_000, 1, { '200': 10, '503': 90 })]);
    expect(requestsSection(resultOf(refused))).toContain('(90 other answers)');
  });
});

it('marks admin lists that exceed their limit', () => {
  const lists = [
    { name: 'quick', limitMs: 50, times: [40, 50, 60] },
    { name: 'slow', limitMs: 50, times: [40, 51, 60] },
    { name: 'chart', limitMs: 500, times: [400] },
  ];
  const text = adminSection({ at: '2026-01-02', apps: 100_000, users: 20_000, machine: quiet, lists });
  expect(text.match(/.*too slow.*/g)).toEqual([expect.stringContaining('| slow ')]);
  expect(text).toContain('100,000 apps');
});

it('compares memory of the first and second half of the requests', () => {
  const readings = [150, 200, 250, 180, 210, 260, 190].map((rssMb, index) => ({
    requests: index * 1_000,
    rssMb,
    pssMb: rssMb - 30,
  }));
  const text = memorySection({ at: '2026-01-02', machine: quiet, readings });
  expect(text).toContain('### Memory over 6,000 requests');
  expect(text).toContain('first half after the warm-up: 200 (180–250) MB; in the second: 210 (190–260) MB');
});

it('replaces the generated part of a document only', () => {
  const document = '# Before\n\n<!-- generated -->\nold\n<!-- end of generated -->\n\nafter\n';
  expect(replaceGenerated(document, 'new')).toBe(
    '# Before\n\n<!-- generated -->\n\nnew\n\n<!-- end of generated -->\n\nafter\n',
  );
  expect(() => replaceGenerated('# Nothing', 'new')).toThrow('lacks');
});
