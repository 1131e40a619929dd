import { figure, spread } from './figures.ts';
import { describeMachine, type Machine } from './machine.ts';
import { median } from './median.ts';
import { tableOf } from './table.ts';

export interface MeasuredList {
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

export function adminSection({ at, apps, users, machine, lists }: AdminResult): string {
  const [first] = lists;
  return [
    `### Lists of admins: ${figure(apps)} apps, ${figure(users)} users`,
    `A single client, ${first?.times.length ?? 0} times each, ${at.slice(0, 10)}. ${describeMachine(machine)}.`,
    tableOfLists(lists),
  ].join('\n\n');
}
