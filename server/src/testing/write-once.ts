import type { Route } from '@zapdeck/contract/wire/route';
import { routes } from '@zapdeck/contract/wire/routes';
import { newId } from '../db/columns.ts';
import { createPasswordHasher } from '../accounts/passwords.ts';
import { sidOf } from '../accounts/session.ts';
import { DAY_AHEAD } from './example-calls.ts';
import type { TestApp } from './test-app.ts';
import {
  APP_UPDATED_AT,
  emailOf,
  hostOf,
  SUBJECT_PASSWORD,
  type Subject,
  writingRoutes,
} from './writing-routes.ts';

const isMarked = (name: string): name is keyof typeof writingRoutes => name in writingRoutes;

const adminWrites = (Object.keys(routes) as (keyof typeof routes)[]).filter((name) => {
  const { access, method } = routes[name];
  return (access === 'admin' || access === 'moderator') && method !== 'GET';
});

export const markedAdminWrites = adminWrites.filter(isMarked);
export const unmarkedAdminWrites = adminWrites.filter((name) => !isMarked(name));

/** The nodes and their database. */
export interface Target {
  urls: readonly string[];
  origin: string;
  query: <Row extends object>(sql: string, values?: unknown[]) => Promise<Row[]>;
  /** True if the writers honour `Retry-After`. */
  isPatient?: boolean;
  /** True if the ledger also calls every writing route in turn. Needs a target with one node. */
  callsEveryRoute?: boolean;
}

/** Opens a port of a test app for `writeOnce`. */
export async function listen({ app, deps }: TestApp): Promise<{ target: Target; url: string }> {
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const query = async <Row extends object>(sql: string, values?: unknown[]) =>
    (await deps.pool.query<Row>(sql, values)).rows;
  return { target: { urls: [url], origin: deps.config.publicUrl, query }, url };
}

const ANSWER_WAIT_MS = 5_000;

/** A call of a writing route. `status` is 0 if there was no response. */
export interface MarkedWrite {
  name: keyof typeof writingRoutes;
  subject: Subject;
  status: number;
}

let hashing: Promise<string> | undefined;
const passwordHash = () => (hashing ??= createPasswordHasher().hash(SUBJECT_PASSWORD));

/** Inserts ids into SQL as literals. They come from `newId`, so they need no escaping. */
const withIds = (sql: string, { mark, admin }: Subject) =>
  sql.replaceAll(/(?<!:):mark/g, `'${mark}'`).replaceAll(/(?<!:):admin/g, `'${admin}'`);

async function insertSubject(query: Target['query'], subject: Subject, before: string): Promise<void> {
  const { mark, admin } = subject;
  const stored = await passwordHash();
  const person = (id: string, isAdmin: boolean) => `
    INSERT INTO users (id, email, password_hash, email_verified_at, first_name, is_admin)
      VALUES ('${id}', '${emailOf(id)}', '${stored}', now(), 'Robin', ${isAdmin});
    INSERT INTO sessions (sid, user_id, expire, proved_at)
      VALUES ('${sidOf(id)}', '${id}', now() + interval '1 hour', now());`;
  await query(`${person(mark, false)} ${person(admin, true)}
    INSERT INTO apps (id, title, description, url, submitted_by, status, frame_status, frame_checked_at, frame_check_due_at, updated_at)
      VALUES ('${mark}', 'T', 'D', 'https://${hostOf(mark)}/', '${mark}', 'approved', 'ok', now(), now() + interval '1 day', '${APP_UPDATED_AT}');
    INSERT INTO reports (id, app_id, reported_by, reason) VALUES ('${mark}', '${mark}', '${admin}', 'R');
    ${withIds(before, subject)}`);
}

/** Calls a writing route once, with a subject of its own. Rejects if the subject's rows cannot be inserted. */
export async function writeOnce(
  { origin, query }: Target,
  url: string,
  name: keyof typeof writingRoutes,
  turn: number,
): Promise<MarkedWrite & { text: string }> {
  const entry = writingRoutes[name];
  const subject = { mark: newId(), admin: newId(), turn };
  const before = typeof entry.before === 'function' ? entry.before(subject) : entry.before;
  await insertSubject(query, subject, before ?? '');
  const { method, path, access }: Route = routes[name];
  const raw = entry.raw?.(subject);
  const body = entry.body?.(subject);
  const session = access === 'admin' || access === 'moderator' ? subject.admin : subject.mark;
  const headers = {
    origin,
    ...(access === 'public' ? {} : { cookie: `sid=${session}` }),
    ...(raw || body ? { 'content-type': raw?.type ?? 'application/json' } : {}),
  };
  const response = await fetch(
    url +
      path
        .replace(':id', subject.mark)
        .replace(':host', hostOf(subject.mark))
        .replace(':date', DAY_AHEAD)
        .replace(':provider', 'google')
        .replace(':page', 'imprint')
        .replace(':language', 'en'),
    {
      method,
      headers,
      signal: AbortSignal.timeout(ANSWER_WAIT_MS),
      ...(raw || body ? { body: raw?.payload ?? JSON.stringify(body) } : {}),
    },
  ).catch(() => undefined);
  const text = (await response?.text().catch(() => undefined)) ?? '';
  return { name, subject, status: response?.status ?? 0, text };
}

/** Returns true if the database has stored the effect of the call. */
export async function isStored(
  query: Target['query'],
  { name, subject }: Pick<MarkedWrite, 'name' | 'subject'>,
): Promise<boolean> {
  const condition = withIds(writingRoutes[name].stored, subject);
  const [row] = await query<{ stored: boolean }>(`SELECT ${condition} AS stored`);
  return row?.stored ?? false;
}

/** Describes writes with a false response: acknowledged but not stored, or rejected with 503 but stored. */
export async function findFalseResponses(
  query: Target['query'],
  writes: readonly MarkedWrite[],
): Promise<string[]> {
  const lies: string[] = [];
  for (const write of writes) {
    const isAcknowledged = write.status >= 200 && write.status < 300;
    if (!isAcknowledged && write.status !== 503) continue;
    if ((await isStored(query, write)) !== isAcknowledged)
      lies.push(`${write.name} answered ${write.status}: ${write.subject.mark}`);
  }
  return lies;
}
