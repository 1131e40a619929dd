import pg from 'pg';
import { type JobWithMetadata, PgBoss } from 'pg-boss';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../db/columns.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { accountMails } from '../features/auth/account-mails.ts';
import { settleTakebackJob } from '../features/takebacks/settle.ts';
import type { Job } from '../jobs/job.ts';
import { allJobs } from '../start/all-jobs.ts';
import { clusterFolder } from '../testing/cluster-folder.ts';
import { withinMinute } from '../testing/eventually.ts';
import { startHangingNode } from '../testing/hanging-node.ts';
import { ask, type LoneNode, startLoneNode } from '../testing/lone-node.ts';
import { freePorts, type ServerProcess, startServerProcess } from '../testing/server-process.ts';
import { type SmtpStandIn, startSmtp } from '../testing/smtp-stand-in.ts';

const TEST_MS = 300_000;
const TAKEN_UP_MAX_MS = 30_000;
const RING = { members: 100, apps: 60 };

/** Values of all jobs. Each takes its own. Nothing exists that they name, unless a test has added it. */
const values = {
  userId: newId(),
  appId: newId(),
  reportId: newId(),
  id: newId(),
  at: new Date().toISOString(),
  decidedAt: new Date().toISOString(),
  decision: 'approved',
  device: { browser: null, system: null },
  event: 'passkey_added',
  fields: [],
  reason: null,
  holdsPerHour: 5,
  url: 'https://pictures.example.org/one.png',
  sources: { given: null, images: [], icons: [], manifest: null, colour: null },
};
const kinds: Record<string, string> = {
  'account-mails': 'verify',
  'app-mails': 'received',
  'change-mails': 'accepted',
  'correction-mails': 'corrected',
  'email-change-mails': 'confirm',
  'maker-mails': 'likes',
  'people-mails': 'lifted',
};

let postgres: EmbeddedPostgres;
let smtp: SmtpStandIn;
/** Stopped until another node is killed. */
let node: LoneNode;
let boss: PgBoss;
let pool: pg.Pool;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  const folder = await clusterFolder();
  closing.push(() => folder.remove());
  postgres = await startEmbeddedPostgres({ dataDir: folder.path });
  closing.push(() => postgres.stop());
  smtp = await startSmtp();
  closing.push(() => smtp.close());
  node = await startLoneNode(postgres.connection, {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'zapdeck@example.org',
    DATA_DIR: folder.path,
  });
  closing.push(() => node.process.end());
  pool = new pg.Pool(postgres.connection);
  closing.push(() => pool.end());
  const db = { executeSql: (text: string, given?: unknown[]) => pool.query(text, given) };
  boss = new PgBoss({ schema: 'jobs', db, supervise: false, schedule: false });
  await boss.start();
  closing.push(() => boss.stop({ close: false }));
}, TEST_MS);
afterAll(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
}, TEST_MS);
beforeEach(() => void process.kill(node.process.pid, 'SIGSTOP'));
afterEach(() => void process.kill(node.process.pid, 'SIGCONT'));

interface Sent {
  id: string;
  name: string;
  isScheduled: boolean;
}

async function sendJob({ name, cron, data }: Job, own: object = {}): Promise<Sent> {
  const id = await boss.send(name, data.parse({ ...values, kind: kinds[name], ...own }) as object);
  return { id: id ?? '', name, isScheduled: cron !== undefined };
}

async function read({ name, id }: Sent): Promise<JobWithMetadata<unknown> | undefined> {
  return (await boss.findJobs(name, { id }))[0];
}

async function untilActive(sent: readonly Sent[]): Promise<void> {
  await withinMinute(async () => {
    for (const one of sent) expect([one.name, (await read(one))?.state]).toEqual([one.name, 'active']);
  });
}

/** Returns the milliseconds until each job was taken up, when all have ended. */
async function untilEnded(sent: readonly Sent[]): Promise<Record<string, number>> {
  const killedAt = performance.now();
  const takenUp: Record<string, number> = {};
  await withinMinute(async () => {
    const left: string[] = [];
    for (const one of sent) {
      const job = await read(one);
      const isEnded = one.isScheduled ? job?.state === 'completed' : !job;
      if (isEnded || job?.retryCount === 1) takenUp[one.name] ??= Math.round(performance.now() - killedAt);
      if (!isEnded) left.push(`${one.name} is ${job?.state}`);
      // Ended by the second attempt, not by a third one.
      if (job) expect([one.name, job.retryCount]).toEqual([one.name, Math.min(job.retryCount, 1)]);
    }
    expect(left).toEqual([]);
  });
  return takenUp;
}

test(
  'takes up each kind of job within 30 seconds after its node was killed, and ends it once',
  async () => {
    const hanging = startHangingNode(postgres.connection);
    const sent: Sent[] = [];
    for (const job of allJobs) sent.push(await sendJob(job));
    await untilActive(sent);
    hanging.kill('SIGKILL');
    process.kill(node.process.pid, 'SIGCONT');
    const takenUp = await untilEnded(sent);
    process.stdout.write(`Milliseconds until taken up: ${JSON.stringify(takenUp)}\n`);
    expect(Object.keys(takenUp).toSorted()).toEqual(allJobs.map(({ name }) => name).toSorted());
    expect(Math.max(...Object.values(takenUp))).toBeLessThan(TAKEN_UP_MAX_MS);
  },
  TEST_MS,
);

async function startSecondNode(): Promise<ServerProcess> {
  const { port, demoPort } = await freePorts();
  return startServerProcess({ ...node.env, PORT: String(port), DEMO_PORT: String(demoPort) });
}

/** Adds accounts that like the same apps, and a takeback of their likes. */
async function addTakeback(): Promise<string> {
  const id = newId();
  await ask(
    postgres.connection,
    `WITH ring AS (
      INSERT INTO users (id, email) SELECT gen_random_uuid(), n || '@ring.example' FROM generate_series(1, ${RING.members}) AS n RETURNING id
    ), liked AS (
      INSERT INTO apps (id, title, description, url, status)
      SELECT gen_random_uuid(), 'T', 'D', 'https://' || n || '.liked.example/', 'approved' FROM generate_series(1, ${RING.apps}) AS n RETURNING id
    ), taken AS (
      INSERT INTO takebacks (id) VALUES ('${id}') RETURNING id
    ), accounts AS (
      INSERT INTO takeback_accounts (takeback_id, user_id) SELECT taken.id, ring.id FROM taken, ring
    )
    INSERT INTO votes (id, user_id, app_id, vote_type, created_at)
    SELECT gen_random_uuid(), ring.id, liked.id, 'up', now() - interval '1 day' FROM ring, liked`,
  );
  return id;
}

test(
  'after a node was killed, another node ends its mail and its takeback once',
  async () => {
    const [userId, takeback] = [newId(), await addTakeback()];
    await ask(postgres.connection, `INSERT INTO users (id, email) VALUES ($1, 'new@example.org')`, [userId]);
    const second = await startSecondNode();
    const all = RING.members * RING.apps;
    const takenVotes = async () =>
      (
        await ask<{ votes: number }>(
          postgres.connection,
          `SELECT votes FROM takebacks WHERE id = '${takeback}'`,
        )
      )[0]?.votes ?? 0;
    smtp.isMute = true;
    const mail = await sendJob(accountMails, { userId });
    await untilActive([mail]);
    const settling = await sendJob(settleTakebackJob, { id: takeback });
    await withinMinute(async () => expect(await takenVotes()).toBeGreaterThan(0));
    await second.end('SIGKILL');
    expect(await takenVotes()).toBeLessThan(all);
    smtp.isMute = false;
    process.kill(node.process.pid, 'SIGCONT');
    const takenUp = await untilEnded([mail, settling]);
    process.stdout.write(`Milliseconds until taken up: ${JSON.stringify(takenUp)}\n`);
    expect(Math.max(...Object.values(takenUp))).toBeLessThan(TAKEN_UP_MAX_MS);
    expect(await takenVotes()).toBe(all);
    expect(smtp.received.map(({ to }) => to?.[0]?.address)).toEqual(['new@example.org']);
    const rows = await ask(
      postgres.connection,
      `SELECT id FROM apps WHERE url LIKE '%.liked.example/' AND upvotes <> 0`,
    );
    expect(rows).toEqual([]);
  },
  TEST_MS,
);
