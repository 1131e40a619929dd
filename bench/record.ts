import { open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { callOnce } from './load.ts';
import type { Call } from './scenarios.ts';
import type { World } from './world.ts';

/** PostgreSQL logs only the statements of this role. */
const RECORDER = 'bench_recorder';
const POLL_MS = 5;
const TRIES_MAX = 20;
const BAD = 400;
const SHOWN = 200;

/** SQL of one request. */
export interface Recorded {
  text: string;
  /** `text` is null for NULL. `isUnique` is true for values that differ between repetitions. */
  values: { text: string | null; isUnique: boolean }[];
}

interface LogLine {
  pid?: number;
  user?: string;
  application_name?: string;
  message?: string;
  detail?: string;
}

const MARK = 'bench_mark';
/** Polling of the job queue, which belongs to no request. */
const JOB_POLLING = /\bnext AS \(\s*SELECT j\.id\s+FROM jobs\./;

/** Returns the statement of a log line, or null. */
function statementOf({ message = '', detail = '' }: LogLine): Recorded | null {
  const text = /^(?:execute [^:]+|statement): ([^]*)$/.exec(message)?.[1];
  if (text === undefined || JOB_POLLING.test(text)) return null;
  const values = [...detail.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)];
  return {
    text,
    values: values.map(([, value]) => ({ text: value?.replaceAll("''", "'") ?? null, isUnique: false })),
  };
}

/** Sorts transactions and single statements by text, because the order of concurrent connections varies. */
function sortStatements(lines: readonly LogLine[]): Recorded[] {
  const units: Recorded[][] = [];
  for (const ofConnection of Map.groupBy(lines, ({ pid }) => pid).values()) {
    let unit: Recorded[] = [];
    for (const statement of ofConnection.flatMap((line) => statementOf(line) ?? [])) {
      unit.push(statement);
      const isOpen = /^begin/i.test(unit[0]?.text ?? '') && !/^(?:commit|rollback)/i.test(statement.text);
      if (isOpen) continue;
      units.push(unit);
      unit = [];
    }
  }
  const textOf = (unit: Recorded[]) => unit.map(({ text }) => text).join(';');
  return units.toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1)).flat();
}

const isAlike = (some: readonly Recorded[], others: readonly Recorded[]) =>
  some.length > 0 && shapeOf(some) === shapeOf(others);

/** Returns a key that ignores parameter values. */
export function shapeOf(statements: readonly Recorded[]): string {
  return JSON.stringify(
    statements.map(({ text, values }) => [text, values.map((value) => value.text === null)]),
  );
}

/** Marks the values that differ between two recordings. */
function markUniqueValues(first: readonly Recorded[], second: readonly Recorded[]): Recorded[] {
  return second.map(({ text, values }, at) => ({
    text,
    values: values.map((value, place) => ({
      text: value.text,
      isUnique: first[at]?.values[place]?.text !== value.text,
    })),
  }));
}

/**
 * Opens a server whose statements are recorded. `record` repeats a call until two recordings match, to exclude
 * background work and first-time work.
 */
export async function openRecorder(world: World) {
  // It exists in a kept database.
  const { rowCount } = await world.client.query('SELECT FROM pg_roles WHERE rolname = $1', [RECORDER]);
  if (rowCount === 0) await world.client.query(`CREATE ROLE ${RECORDER} SUPERUSER LOGIN`);
  await world.client.query(`ALTER ROLE ${RECORDER} SET log_statement = 'all'`);
  const server = await world.startServer(RECORDER);
  const marker = new pg.Client({ ...world.connection, user: RECORDER });
  // If the database is closed first, report the earlier error.
  marker.on('error', () => undefined);
  await marker.connect();
  const log = await open(world.statementsFile);
  let marks = 0;

  /** Returns new log lines up to this moment. */
  const readNewLines = async (): Promise<LogLine[]> => {
    marks += 1;
    const mark = `SELECT '${MARK} ${marks}'`;
    await marker.query(mark);
    let text = '';
    for (;;) {
      text += await log.readFile('utf8');
      if (text.includes(`${mark}"`) && text.endsWith('\n')) break;
      await delay(POLL_MS);
    }
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as LogLine);
  };

  const recordOnce = async (call: Call): Promise<Recorded[]> => {
    const { status } = await callOnce(server.url, call);
    if (status >= BAD) throw new Error(`${call.path} answered ${status}`);
    const added = await readNewLines();
    return sortStatements(
      added.filter((line) => line.user === RECORDER && line.application_name === 'zapdeck'),
    );
  };

  return {
    fetch: (call: Call) => callOnce(server.url, call),
    async record(call: Call, again = (same: Call) => same): Promise<Recorded[]> {
      await readNewLines();
      const tries = [await recordOnce(call)];
      while (tries.length < TRIES_MAX) {
        const recorded = await recordOnce(again(call));
        const before = tries.find((one) => isAlike(one, recorded));
        if (before) return markUniqueValues(before, recorded);
        tries.push(recorded);
      }
      const sent = (tries.at(-1) ?? []).map(({ text }) => text.slice(0, SHOWN)).join('\n');
      throw new Error(`${call.path} sends something else to the database each time, at last:\n${sent}`);
    },
    async close() {
      await log.close();
      await marker.end();
      await server.end();
    },
  };
}
