import { figure, median, spread } from './figures.ts';
import type { Size } from './fill.ts';
import type { Machine } from './machine.ts';
import type { Measured } from './measure.ts';
import type { MeasuredRecalculation } from './recalculation.ts';
import type { Start } from './start-times.ts';
import { tableOf } from './table.ts';

export interface Result {
  at: string;
  size: Size;
  machine: Machine;
  runs: number;
  seconds: number;
  leadIn?: number;
  measured: Measured[];
  recalculation: MeasuredRecalculation | null;
  /** With embedded PostgreSQL and the demo catalogue. */
  starts: Start[];
}

const SECOND_START_WANTED_MS = 1_500;
const MEMORY_WANTED_MB = 140;

export function medianTime({ real }: Measured): number {
  return median(real.map(({ p50Ms }) => p50Ms));
}

/** Returns the server's share of pgbench's rate: median over pairs of runs. */
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

export function otherAnswers({ real, status }: Measured): number {
  return real.reduce(
    (sum, { statuses }) =>
      sum +
      Object.entries(statuses).reduce((all, [of, count]) => all + (Number(of) === status ? 0 : count), 0),
    0,
  );
}

/** Returns cells with pgbench's rate, round trips and the server's share. */
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

/** Returns the table of a catalogue size: results, targets and limits. */
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
