import { figure, spread } from './figures.ts';
import type { Size } from './fill.ts';
import type { Machine } from './machine.ts';
import type { Measured } from './measure.ts';
import { median } from './median.ts';
import type { MeasuredRecalculation } from './recalculation.ts';
import type { Start } from './start-times.ts';
import { tableOf } from './table.ts';

/** Everything of one size of catalogue, as it is stored. */
export interface Result {
  at: string;
  size: Size;
  machine: Machine;
  runs: number;
  seconds: number;
  /** Requests of each connection that begin each run uncounted; missing where there were none. */
  leadIn?: number;
  measured: Measured[];
  recalculation: MeasuredRecalculation | null;
  /** With the embedded PostgreSQL and the demo catalogue, whatever the size. */
  starts: Start[];
}

const SECOND_START_WANTED_MS = 1_500;
const MEMORY_WANTED_MB = 140;

/** The middle of the medians of the runs, in milliseconds. */
export function medianTime({ real }: Measured): number {
  return median(real.map(({ p50Ms }) => p50Ms));
}

/** Of the rate of pgbench with the same SQL, the server's share; of each pair of runs, and then the middle. */
function shareOf(limits: readonly number[], { real }: Measured): number {
  return median(limits.map((limit, run) => (real[run]?.perSecond ?? Number.NaN) / limit));
}

function wanted(target: Measured['target']): string {
  const parts = [
    target?.perSecond === undefined ? [] : `${figure(target.perSecond)} /s`,
    target?.p99Ms === undefined ? [] : `p99 ${target.p99Ms} ms`,
  ].flat();
  return parts.length > 0 ? parts.join(', ') : '–';
}

/** Answers with another status than the scenario’s, over all runs. */
export function otherAnswers({ real, status }: Measured): number {
  return real.reduce(
    (sum, { statuses }) =>
      sum +
      Object.entries(statuses).reduce((all, [of, count]) => all + (Number(of) === status ? 0 : count), 0),
    0,
  );
}

/** What pgbench does with the SQL, in how many round trips, and the server's share of that. */
function sqlCells(limits: readonly number[], statements: number, measured: Measured): string[] {
  if (limits.length === 0) return ['not installed', String(statements), '–'];
  return [`${spread(limits)} /s`, String(statements), shareOf(limits, measured).toFixed(2)];
}

function rowsOf(measured: Measured): string[][] {
  const { name, connections, target, real, bare, statements, pgbench, pgbenchStatement } = measured;
  const others = otherAnswers(measured);
  const row = [
    `${name}, ${connections} connections${others > 0 ? ` (${figure(others)} other answers)` : ''}`,
    `${spread(real.map(({ perSecond }) => perSecond))} /s`,
    `${figure(medianTime(measured))} / ${figure(median(real.map(({ p99Ms }) => p99Ms)))} ms`,
    wanted(target),
    `${spread(bare.map(({ perSecond }) => perSecond))} /s`,
    ...sqlCells(pgbench, statements, measured),
  ];
  if (target?.ofStatement === undefined) return [row];
  const beside = ['… beside its main statement alone', '', '', `share ${target.ofStatement}`, ''];
  return [row, [...beside, ...sqlCells(pgbenchStatement, 1, measured)]];
}

const HEAD = [
  'what',
  'median (spread)',
  'p50 / p99',
  'wanted',
  'bare node:http',
  'its SQL by pgbench',
  'round trips',
  'our share',
];

/** The table of one size of catalogue: what was measured, what is wanted, and its limits in the same runs. */
export function tableOfResult({ measured, recalculation, starts }: Result): string {
  const rows = measured.flatMap(rowsOf);
  if (recalculation) {
    rows.push(
      ['recalculation of all scores', `${figure(recalculation.seconds)} s`],
      ['longest vote during it', `${figure(recalculation.longestVoteMs)} ms`, '', 'a moment'],
    );
  }
  if (starts.length > 0) {
    rows.push(
      ['first start to /readyz', `${spread(starts.map(({ first }) => first))} ms`],
      [
        'second start to /readyz',
        `${spread(starts.map(({ second }) => second))} ms`,
        '',
        `${figure(SECOND_START_WANTED_MS)} ms`,
      ],
      [
        'server memory at rest (RSS)',
        `${spread(starts.map(({ rssMb }) => rssMb))} MB`,
        '',
        `${MEMORY_WANTED_MB} MB`,
      ],
    );
  }
  return tableOf(HEAD, rows);
}
