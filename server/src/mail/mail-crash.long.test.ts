import { PgBoss } from 'pg-boss';
import { afterEach, expect, test } from 'vitest';
import { withinMinute } from '../testing/eventually.ts';
import { freePorts, startServerProcess } from '../testing/server-process.ts';
import { startSmtp } from '../testing/smtp-stand-in.ts';
import { openTestApp } from '../testing/test-app.ts';
import { accountMails } from '../features/auth/account-mails.ts';
import { smtpMailer } from './mailer.ts';

const FROM = 'Zapdeck <zaps@example.org>';
const GATE = 4_711;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

test('repeats a mail with the same Message-ID if the node is killed between delivery and its record', async () => {
  const smtp = await startSmtp();
  closing.push(() => smtp.close());
  const t = await openTestApp();
  closing.push(() => t.close());
  const { pool, db, jobs } = t.deps;
  const readJob = async () =>
    (await pool.query(`SELECT id, state FROM jobs.job WHERE name = 'account-mails'`)).rows[0];

  // The gate delays the deletion of the job after its mail was sent.
  await pool.query(`
      CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql SET lock_timeout = 0 AS $$
      BEGIN PERFORM pg_advisory_xact_lock(${GATE}); RETURN OLD; END $$;
      CREATE TRIGGER gate BEFORE DELETE ON jobs.job FOR EACH ROW
      WHEN (OLD.name = 'account-mails') EXECUTE FUNCTION wait_at_gate()`);
  const holder = await pool.connect();
  await holder.query(`SELECT pg_advisory_lock(${GATE})`);
  const { user } = await t.person('member', { email: 'twice@example.org' });
  await jobs.enqueue(db, accountMails, { kind: 'verify', userId: user?.id ?? null });

  const { port, demoPort } = await freePorts();
  const { host, user: owner, database } = t.database.connection;
  const node = await startServerProcess({
    PORT: String(port),
    DEMO_PORT: String(demoPort),
    DATABASE_URL: `postgres://${owner}@localhost/${database}?host=${host}`,
    DEMO: 'off',
    SMTP_URL: smtp.url,
    MAIL_FROM: FROM,
  });
  closing.push(() => node.end());
  const atGate = await withinMinute(async () => {
    const { rows } = await pool.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`,
    );
    expect(rows).toHaveLength(1);
    return rows[0]?.pid;
  });
  expect(smtp.received).toHaveLength(1);
  await node.end('SIGKILL');
  await pool.query('SELECT pg_terminate_backend($1)', [atGate]);
  await holder.query(`SELECT pg_advisory_unlock(${GATE})`);
  holder.release();
  const job = await readJob();
  expect(job).toMatchObject({ state: 'active' });

  // Ends the time of the attempt, and lets another node look for overdue jobs.
  const second = await openTestApp({
    runsJobs: true,
    mailer: smtpMailer(smtp.url, FROM),
    database: t.database,
  });
  closing.push(() => second.close());
  await pool.query(
    `UPDATE jobs.job SET started_on = now() - interval '121 seconds' WHERE name = 'account-mails'`,
  );
  const boss = new PgBoss({
    schema: 'jobs',
    db: { executeSql: (text, values) => pool.query(text, values) },
    supervise: false,
    schedule: false,
  });
  await boss.start();
  closing.push(() => boss.stop({ close: false, graceful: false }));
  await pool.query('UPDATE jobs.queue SET monitor_on = NULL, monitor_claim_on = NULL');
  await boss.supervise('account-mails');
  await pool.query(`UPDATE jobs.job SET start_after = now() WHERE state = 'retry'`);
  await withinMinute(async () => expect(await readJob()).toBeUndefined());
  const id = `<${job.id}@example.org>`;
  expect(smtp.received.map(({ messageId }) => messageId)).toEqual([id, id]);
});
