import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lineChart } from './chart.ts';
import type { Size } from './fill.ts';
import type { Load } from './load.ts';
import type { Scenario } from './scenarios.ts';
import { median, type Start } from './start-times.ts';
import { replaceGenerated, tableOf } from './table.ts';

export interface Measured extends Pick<Scenario, 'name' | 'connections' | 'target'> {
  real: Load[];
  bare: Load[];
  /** Transactions a second; empty where pgbench is not installed, or where there is no one statement to compare. */
  pgbench: number[];
}

/** Everything of one size of catalogue, as it is stored. */
export interface Result {
  at: string;
  size: Size;
  machine: { cores: number; model: string; node: string };
  runs: number;
  seconds: number;
  measured: Measured[];
  /** All scores anew while people vote: how long it took, and the longest that a vote waited. */
  recalculation: { seconds: number; longestVoteMs: number };
  memory: { atRestMb: number; afterMb: number; requests: number };
  /** With the embedded PostgreSQL. */
  starts: Start[];
}

const whole = (number: number) => Math.round(number).toLocaleString('en');
const spread = (numbers: readonly number[]) =>
  `${whole(median(numbers))} (${whole(Math.min(...numbers))}–${whole(Math.max(...numbers))})`;

/** The rows of the table of one size: what was measured, its limits in the same runs, and what is wanted. */
function summaryOf({ measured, memory, starts, recalculation }: Result): string[][] {
  const rows = measured.map(({ name, connections, target, real, bare, pgbench }) => [
    `${name}, ${connections} connections`,
    `${spread(real.map(({ perSecond }) => perSecond))} /s`,
    `${whole(median(real.map(({ p50Ms }) => p50Ms)))} / ${whole(median(real.map(({ p99Ms }) => p99Ms)))} ms`,
    `${spread(bare.map(({ perSecond }) => perSecond))} /s`,
    pgbench.length > 0 ? `${spread(pgbench)} /s` : '–',
    target ? `${whole(target.perSecond)} /s${target.p99Ms ? `, p99 ${target.p99Ms} ms` : ''}` : '–',
  ]);
  rows.push(
    ['recalculation of all scores', `${recalculation.seconds.toFixed(1)} s`, '', '', '', '–'],
    ['longest vote meanwhile', `${whole(recalculation.longestVoteMs)} ms`, '', '', '', 'a moment'],
    ['server memory at rest', `${whole(memory.atRestMb)} MB`, '', '', '', '160 MB'],
    [
      `server memory after ${whole(memory.requests)} requests`,
      `${whole(memory.afterMb)} MB`,
      '',
      '',
      '',
      'no growth',
    ],
  );
  if (starts.length > 0) {
    rows.push(
      ['first start to /readyz', `${spread(starts.map(({ first }) => first))} ms`, '', '', '', '–'],
      ['second start to /readyz', `${spread(starts.map(({ second }) => second))} ms`, '', '', '', '1,500 ms'],
    );
  }
  return rows;
}

const HEAD = ['what', 'median (spread)', 'p50 / p99', 'bare node:http', 'pgbench', 'wanted'];

/** The table of one size of catalogue. */
export const tableOfResult = (result: Result): string => tableOf(HEAD, summaryOf(result));

async function readResults(folder: string): Promise<Result[]> {
  const names = (await readdir(folder)).filter((name) => /^apps-\d+\.json$/.test(name));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts
    .map((text) => JSON.parse(text) as Result)
    .toSorted((one, other) => one.size.apps - other.size.apps);
}

/** How long the middle feed page takes, by kind of viewer and size of catalogue. */
function growthChart(results: readonly Result[]): string {
  const names = (results[0]?.measured ?? [])
    .map(({ name }) => name)
    .filter((name) => name.startsWith('feed'));
  const lines = names.map((name) => ({
    name,
    points: results.flatMap(({ size, measured }) => {
      const found = measured.find((one) => one.name === name);
      return found ? [[size.apps, median(found.real.map(({ p50Ms }) => p50Ms))] as const] : [];
    }),
  }));
  return lineChart('Median time of a feed page, 32 connections, by apps in the catalogue', {
    lines,
    unit: 'ms',
  });
}

/** Writes the tables of all stored results, and the chart over them, into the document. */
export async function writePerformance(resultsFolder: string, docsFolder: string): Promise<void> {
  const results = await readResults(resultsFolder);
  const sections = results.map((result) => {
    const { size, runs, seconds, machine, at } = result;
    const title = `### ${whole(size.apps)} apps, ${whole(size.users)} users, ${whole(size.seen)} seen`;
    const how = `${runs} interleaved runs of ${seconds} s, ${at.slice(0, 10)}, ${machine.cores} × ${machine.model}, Node ${machine.node}.`;
    return `${title}\n\n${how}\n\n${tableOfResult(result)}`;
  });
  await writeFile(join(docsFolder, 'performance.svg'), growthChart(results));
  const chart = '![Median time of a feed page by apps in the catalogue](performance.svg)';
  const path = join(docsFolder, 'performance.md');
  const document = await readFile(path, 'utf8');
  await writeFile(path, replaceGenerated(document, [chart, ...sections].join('\n\n')));
}
