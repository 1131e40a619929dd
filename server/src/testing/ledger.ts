import { setTimeout as delay } from 'node:timers/promises';
import { submitApp } from '@zapdeck/contract/apps/apps';
import { login } from '@zapdeck/contract/sign-in/auth';
import { reportApp } from '@zapdeck/contract/moderation/reports';
import { IDEMPOTENCY_KEY_HEADER } from '@zapdeck/contract/wire/route';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { castVote } from '@zapdeck/contract/feed/votes';
import { newId } from '../db/columns.ts';
import { BACK_AFTER_S } from '../db/database-away.ts';
import { findFalseResponses, markedWrites, type MarkedWrite, type Target, writeOnce } from './write-once.ts';

const PEOPLE = 8;
const PASSWORD = 'correct-horse-9';
const ANSWER_WAIT_MS = 5_000;
const AGAIN_AFTER_MS = 100;
/** Frequency of other writes, in votes. */
const REPORT_EVERY = 5;
const SUBMISSION_EVERY = 10;
const SIGNUP_EVERY = 40;

/** Number of responses by status; 0 for no response. */
type StatusCounts = Map<number, number>;

export interface Ledger {
  /** `performance.now()` of each acknowledgement. */
  acknowledgedAt: readonly number[];
  statuses: StatusCounts;
  /** Number of writes that needed more than one retry. */
  repeatedTwice(): number;
  denied: ReadonlySet<string>;
  accounts: ReadonlySet<string>;
  /** Stops after the current writes, including retries. */
  stop(): Promise<void>;
  /** Stops at once, after a failure. */
  abandon(): void;
  /** Returns acknowledged writes that are missing or duplicated, and denied ones that exist. */
  findLost(): Promise<string[]>;
}

const urlOf = (name: string) => `https://${name}.example.org/`;
const emailOf = (name: string) => `person-${name}@zaps.test`;

interface Call {
  path: string;
  body: object;
  cookie?: string;
  key?: string;
}

/** Starts users who write continuously, to the nodes in turn, and retry what was not acknowledged. */
export async function startLedger(target: Target, appIds: readonly string[]): Promise<Ledger> {
  const { urls, origin, query, isPatient = false, callsEveryRoute = false } = target;
  const acknowledgedAt: number[] = [];
  const statuses: StatusCounts = new Map();
  const votes = new Map<string, string>();
  const reports = new Set<string>();
  const submissions = new Set<string>();
  const denied = new Set<string>();
  const accounts = new Set<string>();
  const made: MarkedWrite[] = [];
  let calls = 0;
  const stopping = new AbortController();
  const abandoned = new AbortController();
  let turn = 0;
  let repeatedTwice = 0;

  const send = async ({ path, body, cookie = '', key }: Call): Promise<Response | undefined> => {
    turn += 1;
    const url = urls[turn % urls.length] ?? '';
    const headers = {
      'content-type': 'application/json',
      origin,
      cookie,
      ...(key === undefined ? {} : { [IDEMPOTENCY_KEY_HEADER]: key }),
    };
    const signal = AbortSignal.timeout(ANSWER_WAIT_MS);
    const response = await fetch(url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal,
    }).catch(() => undefined);
    const status = response?.status ?? 0;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    return response;
  };

  /** Retries until the response is final. `denials` counts attempts under other names; then a first 503 is final. */
  const write = async (call: Call, denials?: number): Promise<Response> => {
    for (let sent = 1; ; sent += 1) {
      if (sent + (denials ?? 0) === 3) repeatedTwice += 1;
      const response = await send(call);
      if (response && response.status < 500) {
        if (response.ok) acknowledgedAt.push(performance.now());
        return response;
      }
      await response?.arrayBuffer().catch(() => undefined);
      abandoned.signal.throwIfAborted();
      const saidS = Number(response?.headers.get('retry-after') ?? BACK_AFTER_S);
      await delay(isPatient ? saidS * 1_000 : AGAIN_AFTER_MS);
      if (denials !== undefined && sent === 1 && response?.status === 503) return response;
    }
  };

  /** Writes a new row, under a new name after each 503. */
  const writeNew = async (callOf: (name: string) => Call): Promise<{ name: string; response: Response }> => {
    for (let denials = 0; ; denials += 1) {
      const name = newId();
      const response = await write(callOf(name), denials);
      if (response.status !== 503) return { name, response };
      denied.add(name);
    }
  };

  const register = async (): Promise<{ email: string; cookie: string }> => {
    const form = { firstName: 'Robin', password: PASSWORD, confirmPassword: PASSWORD };
    const signedUp = await writeNew((name) => ({
      path: signup.path,
      body: { ...form, email: emailOf(name) },
    }));
    const email = emailOf(signedUp.name);
    let { response } = signedUp;
    // The previous attempt was stored, but its response was lost.
    if (response.status === 409)
      response = await write({ path: login.path, body: { email, password: PASSWORD } });
    if (!response.ok) throw new Error(`A sign-up was answered ${response.status}: ${await response.text()}`);
    accounts.add(email);
    return { email, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  };

  const report = async (appId: string, cookie: string): Promise<void> => {
    const { name, response } = await writeNew((reason) => ({
      path: reportApp.path,
      body: { appId, reason },
      cookie,
      key: reason,
    }));
    if (!response.ok) throw new Error(`A report was answered ${response.status}: ${await response.text()}`);
    reports.add(name);
  };

  /** Without an idempotency key: the URL makes it idempotent. */
  const submit = async (cookie: string): Promise<void> => {
    const form = { title: 'T', description: 'D', category: 'Games' };
    const { name, response } = await writeNew((host) => ({
      path: submitApp.path,
      body: { ...form, url: urlOf(host) },
      cookie,
    }));
    // 409: the previous attempt was stored, but its response was lost.
    if (!response.ok && response.status !== 409)
      throw new Error(`A submission was answered ${response.status}: ${await response.text()}`);
    submissions.add(name);
  };

  /** Calls the next writing route once. Does not retry: after a 503, nothing may be stored. */
  const callNextRoute = async (): Promise<void> => {
    const name = markedWrites[calls % markedWrites.length] ?? 'castVote';
    calls += 1;
    const sent = await writeOnce(target, urls[0] ?? '', name, calls).catch(() => undefined);
    // The database rejects writes now.
    if (!sent) return delay(AGAIN_AFTER_MS);
    const { status, text } = sent;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 400 && status < 500) throw new Error(`${name} was answered ${status}: ${text}`);
    if (status >= 200 && status < 300) acknowledgedAt.push(performance.now());
    made.push(sent);
  };

  const users = Array.from({ length: PEOPLE }, async (_, person) => {
    const { cookie, email } = await register();
    for (let round = 0; !stopping.signal.aborted; round += 1) {
      const appId = appIds[(round * 7 + person) % appIds.length] ?? '';
      const voteType = round % 3 ? 'up' : 'down';
      const vote = await write({ path: castVote.path, body: { appId, voteType, mode: 'cast' }, cookie });
      if (!vote.ok) throw new Error(`A vote was answered ${vote.status}: ${await vote.text()}`);
      votes.set(`${email} ${appId}`, voteType);
      if (callsEveryRoute) await callNextRoute();
      if (round % REPORT_EVERY === 0) await report(appId, cookie);
      if (round % SUBMISSION_EVERY === 0) await submit(cookie);
      if (round % SIGNUP_EVERY === 0) await register();
    }
  });

  // Failures are reported by `stop`, or not at all after `abandon`.
  const allUsers = Promise.all(users);
  allUsers.catch(() => undefined);
  return {
    acknowledgedAt,
    statuses,
    repeatedTwice: () => repeatedTwice,
    denied,
    accounts,
    async stop() {
      stopping.abort();
      await allUsers;
    },
    abandon() {
      stopping.abort();
      abandoned.abort();
    },
    async findLost() {
      const storedVotes = await query<{ key: string; vote: string }>(
        `SELECT email || ' ' || app_id AS key, vote_type::text AS vote FROM votes JOIN users ON users.id = user_id`,
      );
      const standing = new Map(storedVotes.map(({ key, vote }) => [key, vote]));
      const storedReports = await query<{ reason: string; count: number }>(
        'SELECT reason, count(*)::int AS count FROM reports GROUP BY reason',
      );
      const counts = new Map(storedReports.map(({ reason, count }) => [reason, count]));
      const emails = new Set(
        (await query<{ email: string }>('SELECT email FROM users')).map(({ email }) => email),
      );
      const storedUrls = new Set(
        (await query<{ url: string }>('SELECT url FROM apps')).map(({ url }) => url),
      );
      const isStored = (name: string) =>
        counts.has(name) || storedUrls.has(urlOf(name)) || emails.has(emailOf(name));
      const wrong = await query<{ id: string }>(
        `SELECT id FROM apps LEFT JOIN (
           SELECT app_id, count(*) FILTER (WHERE vote_type = 'up') AS up, count(*) FILTER (WHERE vote_type = 'down') AS down
           FROM votes GROUP BY app_id
         ) AS counted ON app_id = id WHERE upvotes <> coalesce(up, 0) OR downvotes <> coalesce(down, 0)`,
      );
      return [
        ...[...votes].filter(([key, vote]) => standing.get(key) !== vote).map(([key]) => `vote ${key}`),
        ...[...reports].filter((reason) => counts.get(reason) !== 1).map((reason) => `report ${reason}`),
        ...[...accounts].filter((email) => !emails.has(email)).map((email) => `account ${email}`),
        ...[...submissions]
          .filter((name) => !storedUrls.has(urlOf(name)))
          .map((name) => `submission ${name}`),
        ...[...denied].filter(isStored).map((name) => `answered 503 but stored: ${name}`),
        ...(await findFalseResponses(query, made)),
        ...wrong.map(({ id }) => `counters of ${id}`),
      ];
    },
  };
}
