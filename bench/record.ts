import { open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { callOnce } from './load.ts';
import type { Call } from './scenarios.ts';
import type { World } from './world.ts';

/** A role whose statements PostgreSQL logs; everybody else's stay unlogged and so cost nothing more. */
const RECORDER = 'bench_recorder';
const POLL_MS = 5;
const TRIES_MAX = 20;
const BAD = 400;
/** So much of a statement tells which it is. */
const SHOWN = 200;

/** What the server sent to the database for one request. */
export interface Recorded {
  text: string;
  /** null is SQL's; `isMade` says that it is another one each time that the same is asked. */
  values: { text: string | null; isMade: boolean }[];
}

interface LogLine {
  pid?: number;
  user?: string;
  application_name?: string;
  message?: string;
  detail?: string;
}

const MARK = 'bench_mark';
/** How the job queue looks for work every few seconds, which no request asks for. */
const LOOK_FOR_JOBS = /\bnext AS \(\s*SELECT j\.id\s+FROM jobs\./;

/** The statement of a line of the log, or null when the line is of something else. */
function statementOf({ message = '', detail = '' }: LogLine): Recorded | null {
  const text = /^(?:execute [^:]+|statement): ([^]*)$/.exec(message)?.[1];
  if (text === undefined || LOOK_FOR_JOBS.test(text)) return null;
  const values = [...detail.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)];
  return {
    text,
    values: values.map(([, value]) => ({ text: value?.replaceAll("''", "'") ?? null, isMade: false })),
  };
}

/**
 * The statements in an order that does not hang on which of two connections was faster: transactions and what stands
 * alone, each kept together, by their text.
 */
function inOrder(lines: readonly LogLine[]): Recorded[] {
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

/** The same for requests that differ in nothing but their values. */
export function shapeOf(statements: readonly Recorded[]): string {
  return JSON.stringify(
    statements.map(({ text, values }) => [text, values.map((value) => value.text === null)]),
  );
}

/** The second recording, with those of its values marked that are not the same as in the first. */
function withMade(first: readonly Recorded[], second: readonly Recorded[]): Recorded[] {
  return second.map(({ text, values }, at) => ({
    text,
    values: values.map((value, place) => ({
      text: value.text,
      isMade: first[at]?.values[place]?.text !== value.text,
    })),
  }));
}

/**
 * Opens a server whose statements are recorded. `record` sends the call until two recordings are alike, because
 * what runs in the background, or only the first time, is no part of a request.
 */
export async function openRecorder(world: World) {
  // It is there already in a world that was kept.
  const { rowCount } = await world.client.query('SELECT FROM pg_roles WHERE rolname = $1', [RECORDER]);
  if (rowCount === 0) await world.client.query(`CREATE ROLE ${RECORDER} SUPERUSER LOGIN`);
  await world.client.query(`ALTER ROLE ${RECORDER} SET log_statement = 'all'`);
  const server = await world.startServer(RECORDER);
  const marker = new pg.Client({ ...world.connection, user: RECORDER });
  // When the world is closed around it, what failed before is to be told, not this.
  marker.on('error', () => undefined);
  await marker.connect();
  const log = await open(world.statementsFile);
  let marks = 0;

  /** What the log has got since the last time, complete up to this moment. */
  const readOn = async (): Promise<LogLine[]> => {
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
    const added = await readOn();
    return inOrder(added.filter((line) => line.user === RECORDER && line.application_name === 'zapdeck'));
  };

  return {
    fetch: (call: Call) => callOnce(server.url, call),
    async record(call: Call, again = (same: Call) => same): Promise<Recorded[]> {
      await readOn();
      const tries = [await recordOnce(call)];
      while (tries.length < TRIES_MAX) {
        const recorded = await recordOnce(again(call));
        const before = tries.find((one) => isAlike(one, recorded));
        if (before) return withMade(before, recorded);
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
