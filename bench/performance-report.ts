import { readdir } from 'node:fs/promises';
import { readResult, RESULTS, writeDocument } from './documents.ts';
import { figure, median, spread, tableOf } from './figures.ts';
import type { Size } from './fill.ts';
import type { Load } from './load.ts';
import { describeMachine, type Machine, type ProcessMemory } from './machine.ts';
import type { Scenario } from './scenarios.ts';

export interface MeasuredScenario extends Pick<Scenario, 'name' | 'connections' | 'target' | 'status'> {
  runs: Load[];
}

export interface RequestsResult {
  at: string;
  size: Size;
  machine: Machine;
  runs: number;
  seconds: number;
  warmUpRequests: number;
  measured: MeasuredScenario[];
}

function wanted({ perSecond, p99Ms }: NonNullable<Scenario['target']>): string {
  const parts = [perSecond && `${figure(perSecond)} /s`, p99Ms && `p99 ${p99Ms} ms`];
  return parts.filter(Boolean).join(', ');
}

/** Counts responses with an unexpected status. */
function otherAnswers({ runs, status }: MeasuredScenario): number {
  const others = runs.flatMap(({ statuses }) =>
    Object.entries(statuses).flatMap(([of, count]) => (Number(of) === status ? [] : count)),
  );
  return others.reduce((sum, count) => sum + count, 0);
}

function nameOf(scenario: MeasuredScenario): string {
  const others = otherAnswers(scenario);
  return `${scenario.name}, ${scenario.connections} connections${others > 0 ? ` (${figure(others)} other answers)` : ''}`;
}

export function requestsSection(result: RequestsResult): string {
  const { size, runs, seconds, warmUpRequests, machine, at, measured } = result;
  return [
    `### ${figure(size.apps)} apps, ${figure(size.users)} users, ${figure(size.seen)} seen`,
    `${runs} interleaved runs of ${seconds} s, each after ${warmUpRequests} uncounted requests of each connection, ${at.slice(0, 10)}. ${describeMachine(machine)}.`,
    tableOf(measured, {
      what: nameOf,
      'median (spread)': (scenario) => `${spread(scenario.runs.map(({ perSecond }) => perSecond))} /s`,
      'p50 / p99': (scenario) => {
        const times = (of: 'p50Ms' | 'p99Ms') => figure(median(scenario.runs.map((run) => run[of])));
        return `${times('p50Ms')} / ${times('p99Ms')} ms`;
      },
      wanted: ({ target }) => (target ? wanted(target) : '–'),
    }),
  ].join('\n\n');
}

export interface MemoryResult {
  at: string;
  machine: Machine;
  /** The first reading is before any request, the second after warming up. */
  readings: ({ requests: number } & ProcessMemory)[];
}

export function memorySection({ at, machine, readings }: MemoryResult): string {
  // Compares halves, because memory varies with garbage collection.
  const warm = readings.slice(1).map(({ rssMb }) => rssMb);
  const [early, late] = [warm.slice(0, warm.length >> 1), warm.slice(warm.length >> 1)];
  const last = readings.at(-1)?.requests ?? 0;
  return [
    `### Memory over ${figure(last)} requests`,
    `All scenarios in turn, ${at.slice(0, 10)}. ${describeMachine(machine)}. RSS includes memory that is shared with other processes. PSS counts a proportional part of it.`,
    tableOf(readings, {
      'requests so far': ({ requests }) => figure(requests),
      RSS: ({ rssMb }) => `${figure(rssMb)} MB`,
      PSS: ({ pssMb }) => `${figure(pssMb)} MB`,
    }),
    `RSS in the first half after the warm-up: ${spread(early)} MB; in the second: ${spread(late)} MB. Wanted: no growth.`,
  ].join('\n\n');
}

interface MeasuredList {
  name: string;
  limitMs: number;
  /** Milliseconds until the last byte, one caller. */
  times: number[];
}

export interface AdminResult {
  at: string;
  apps: number;
  users: number;
  machine: Machine;
  lists: MeasuredList[];
}

export const isTooSlow = ({ limitMs, times }: MeasuredList) => median(times) > limitMs;

export function adminSection({ at, apps, users, machine, lists }: AdminResult): string {
  return [
    `### Lists of admins: ${figure(apps)} apps, ${figure(users)} users`,
    `A single client, ${lists[0]?.times.length ?? 0} times each, ${at.slice(0, 10)}. ${describeMachine(machine)}.`,
    tableOf(lists, {
      list: ({ name }) => name,
      'median (spread)': (list) => `${spread(list.times)} ms${isTooSlow(list) ? ' **too slow**' : ''}`,
      'at most': ({ limitMs }) => `${limitMs} ms`,
    }),
  ].join('\n\n');
}

async function readRequests(): Promise<RequestsResult[]> {
  const names = (await readdir(RESULTS)).flatMap((name) => /^apps-\d+(?=\.json$)/.exec(name)?.[0] ?? []);
  const results = await Promise.all(names.map((name) => readResult<RequestsResult>(name)));
  return results.flatMap((result) => result ?? []).toSorted((one, other) => one.size.apps - other.size.apps);
}

/** Writes the tables of the stored results into docs/performance.md. */
export async function writePerformance(): Promise<void> {
  const memory = await readResult<MemoryResult>('memory');
  const admin = await readResult<AdminResult>('admin-lists');
  const sections = [
    ...(await readRequests()).map(requestsSection),
    ...(memory ? [memorySection(memory)] : []),
    ...(admin ? [adminSection(admin)] : []),
  ];
  await writeDocument('performance.md', sections.join('\n\n'));
}
