import type { Route } from '@zapdeck/contract/wire/route';
import { routes } from '@zapdeck/contract/wire/routes';
import { newId } from '../db/columns.ts';
import { createPasswordHasher } from '../accounts/passwords.ts';
import { sidOf } from '../accounts/session.ts';
import { formBody, pictureBody } from './example-bodies.ts';
import { APP_UPDATED_AT } from './example-call.ts';
import { exampleCalls, examplesOfNone } from './example-calls.ts';
import { TEST_PASSWORD, type TestApp } from './test-app.ts';

type Name = keyof typeof routes;

/**
 * Ids of the rows for one call. `mark` is the id of a member, of their approved app and of a report about it. `admin` is the
 * id of an admin.
 */
interface Subject {
  mark: string;
  admin: string;
  /** Number that differs between successive calls. */
  turn: number;
}

const emailOf = (mark: string) => `subject-${mark}@zaps.test`;

/** The parts of an example that a call of any writing route needs. */
interface Write {
  params?: Record<string, string>;
  body?: object;
  form?: Parameters<typeof formBody>[0];
  before?: string;
  stored?: string;
}

const callOf = (name: Name, { mark, turn }: Subject): Write =>
  exampleCalls({ appId: mark, userId: mark, reportId: mark, email: emailOf(mark), unique: mark, turn })[name];

const names = Object.keys(routes) as Name[];
const isMarked = (name: Name) => 'stored' in examplesOfNone[name];
/** The writing routes that the ledger calls. */
export const markedWrites = names.filter(isMarked);
const adminWrites = names.filter((name) => {
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
  name: Name;
  subject: Subject;
  status: number;
}

let hashing: Promise<string> | undefined;
const passwordHash = () => (hashing ??= createPasswordHasher().hash(TEST_PASSWORD));

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
      VALUES ('${mark}', 'T', 'D', 'https://${mark}.example.org/', '${mark}', 'approved', 'ok', now(), now() + interval '1 day', '${APP_UPDATED_AT}');
    INSERT INTO reports (id, app_id, reported_by, reason) VALUES ('${mark}', '${mark}', '${admin}', 'R');
    ${withIds(before, subject)}`);
}

/** Calls a writing route once, with a subject of its own. Rejects if the subject's rows cannot be inserted. */
export async function writeOnce(
  { origin, query }: Target,
  url: string,
  name: Name,
  turn: number,
): Promise<MarkedWrite & { text: string }> {
  const subject = { mark: newId(), admin: newId(), turn };
  const { before = '', params, body, form } = callOf(name, subject);
  await insertSubject(query, subject, before);
  const { method, path, access, encoding }: Route = routes[name];
  const raw = form ? formBody(form) : encoding === 'picture' ? pictureBody : undefined;
  const session = access === 'admin' || access === 'moderator' ? subject.admin : subject.mark;
  const headers = {
    origin,
    ...(access === 'public' ? {} : { cookie: `sid=${session}` }),
    ...(raw || body ? { 'content-type': raw?.type ?? 'application/json' } : {}),
  };
  const response = await fetch(url + path.replace(/:(\w+)/g, (_, param: string) => params?.[param] ?? ''), {
    method,
    headers,
    signal: AbortSignal.timeout(ANSWER_WAIT_MS),
    ...(raw || body ? { body: raw?.payload ?? JSON.stringify(body) } : {}),
  }).catch(() => undefined);
  const text = (await response?.text().catch(() => undefined)) ?? '';
  return { name, subject, status: response?.status ?? 0, text };
}

/** Returns true if the database has stored the effect of the call. */
export async function isStored(
  query: Target['query'],
  { name, subject }: Pick<MarkedWrite, 'name' | 'subject'>,
): Promise<boolean> {
  const condition = withIds(callOf(name, subject).stored ?? 'false', subject);
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
