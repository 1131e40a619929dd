import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lineChart } from './chart.ts';
import { figure, median, spread } from './figures.ts';
import { describeMachine, type Machine } from './machine.ts';
import type { ProcessMemory } from './process-memory.ts';
import { medianTime, type Result, tableOfResult } from './report.ts';
import { replaceGenerated, tableOf } from './table.ts';

const GROWTH_WANTED = 1.5;

interface Growth {
  name: string;
  points: [apps: number, ms: number][];
}

/** Returns median times of feed pages by viewer and catalogue size. */
function growthOf(results: readonly Result[]): Growth[] {
  const feeds = results.flatMap(({ size, measured }) =>
    measured
      .filter(({ name }) => name.startsWith('feed'))
      .map((one) => ({ name: one.name.replace('feed, ', ''), apps: size.apps, ms: medianTime(one) })),
  );
  const byName = Map.groupBy(feeds, ({ name }) => name);
  return [...byName].map(([name, list]) => ({ name, points: list.map(({ apps, ms }) => [apps, ms]) }));
}

function growthSection(results: readonly Result[]): string {
  const growth = growthOf(results);
  const sizes = results.map(({ size }) => size.apps);
  const table = tableOf(
    ['viewer', ...sizes.map((apps) => `${figure(apps)} apps`)],
    growth.map(({ name, points }) => [
      name,
      ...sizes.map((apps) => {
        const ms = points.find(([at]) => at === apps)?.[1];
        return ms === undefined ? '–' : `${figure(ms)} ms`;
      }),
    ]),
  );
  const parts = [
    '### How a page of the feed grows with the catalogue',
    '![Median time of a feed page by apps in the catalogue](performance.svg)',
    table,
  ];
  const smallest = growth.find(({ name }) => name === 'light')?.points[0];
  const largest = growth.find(({ name }) => name === 'extreme')?.points.at(-1);
  if (smallest && largest && largest[0] > smallest[0]) {
    const ratio = (largest[1] / smallest[1]).toFixed(2);
    parts.push(
      `An extreme viewer of the largest catalogue waits ${ratio} times as long as a light viewer of the smallest. Wanted: at most ${GROWTH_WANTED} times.`,
    );
  }
  return parts.join('\n\n');
}

function growthChart(results: readonly Result[]): string {
  return lineChart('Median time of a feed page, 32 callers at once', {
    lines: growthOf(results),
    x: 'apps in the catalogue (each step is ten times as many)',
    y: 'milliseconds',
  });
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
    tableOf(
      ['requests so far', 'RSS', 'PSS'],
      readings.map(({ requests, rssMb, pssMb }) => [
        figure(requests),
        `${figure(rssMb)} MB`,
        `${figure(pssMb)} MB`,
      ]),
    ),
    `RSS in the first half after the warm-up: ${spread(early)} MB; in the second: ${spread(late)} MB. Wanted: no growth.`,
  ].join('\n\n');
}

interface MeasuredList {
  name: string;
  limitMs: number;
  /** Milliseconds until the last byte, one caller. */
  times: number[];
  /** SQL alone, by pgbench; null if not installed. */
  sqlMs: number | null;
}

export interface AdminResult {
  at: string;
  apps: number;
  users: number;
  machine: Machine;
  lists: MeasuredList[];
}

export const isTooSlow = ({ limitMs, times }: MeasuredList) => median(times) > limitMs;

export function tableOfLists(lists: readonly MeasuredList[]): string {
  return tableOf(
    ['list', 'median (spread)', 'at most', 'its SQL by pgbench'],
    lists.map((list) => [
      list.name,
      `${spread(list.times)} ms${isTooSlow(list) ? ' **too slow**' : ''}`,
      `${list.limitMs} ms`,
      list.sqlMs === null ? 'not installed' : `${figure(list.sqlMs)} ms`,
    ]),
  );
}

function adminSection({ at, apps, users, machine, lists }: AdminResult): string {
  const [first] = lists;
  return [
    `### Lists of admins: ${figure(apps)} apps, ${figure(users)} users`,
    `A single client, ${first?.times.length ?? 0} times each, ${at.slice(0, 10)}. ${describeMachine(machine)}.`,
    tableOfLists(lists),
  ].join('\n\n');
}

function sectionOf(result: Result): string {
  const { size, runs, seconds, leadIn = 0, machine, at } = result;
  const after = leadIn > 0 ? `, each after ${leadIn} uncounted requests of each connection` : '';
  const title = `### ${figure(size.apps)} apps, ${figure(size.users)} users, ${figure(size.seen)} seen`;
  const how = `${runs} interleaved runs of ${seconds} s${after}, ${at.slice(0, 10)}. ${describeMachine(machine)}.`;
  return [title, how, tableOfResult(result)].join('\n\n');
}

async function readJson<T>(path: string): Promise<T | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}

async function readResults(folder: string): Promise<Result[]> {
  const names = (await readdir(folder)).filter((name) => /^apps-\d+\.json$/.test(name));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts
    .map((text) => JSON.parse(text) as Result)
    .toSorted((one, other) => one.size.apps - other.size.apps);
}

/** Writes tables and charts of the stored results into the document. */
export async function writePerformance(resultsFolder: string, docsFolder: string): Promise<void> {
  const results = await readResults(resultsFolder);
  const admin = await readJson<AdminResult>(join(resultsFolder, 'admin-lists.json'));
  const memory = await readJson<MemoryResult>(join(resultsFolder, 'memory.json'));
  const sections = [
    ...(results.length > 0 ? [growthSection(results), ...results.map(sectionOf)] : []),
    ...(memory ? [memorySection(memory)] : []),
    ...(admin ? [adminSection(admin)] : []),
  ];
  if (results.length > 0) await writeFile(join(docsFolder, 'performance.svg'), growthChart(results));
  const path = join(docsFolder, 'performance.md');
  await writeFile(path, replaceGenerated(await readFile(path, 'utf8'), sections.join('\n\n')));
}
