import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { clusterFolder } from '../testing/cluster-folder.ts';
import { startLoneNode } from '../testing/lone-node.ts';
import { startSmtp } from '../testing/smtp-stand-in.ts';
import { moreAcknowledged, withstand } from '../testing/withstand.ts';

/** Where Debian’s package libfaketime puts it. */
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
const TEST_MS = 240_000;
const HOUR_MS = 3_600_000;
const AHEAD_HOURS = 2;
const WRITES = 100;
/** The server looks every minute whether the clock was set, and a busy machine takes its time. */
const MINDED_WITHIN = { timeout: 120_000, interval: 100 };

const hasFaketime = existsSync(FAKETIME);
if (!hasFaketime) process.stdout.write(`skipped: there is no ${FAKETIME} (Debian: libfaketime)\n`);

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closing.splice(0).toReversed()) await close();
}, TEST_MS);

test.runIf(hasFaketime)(
  'a clock set two hours ahead and back under load: all stay signed in, and what failed meanwhile is tried again',
  async () => {
    const folder = await clusterFolder();
    closing.push(() => folder.remove());
    const clock = join(folder.path, 'clock');
    await writeFile(clock, '+0');
    const mails = await startSmtp();
    closing.push(() => mails.close());
    // For PostgreSQL and the node; this process has its own time all along.
    vi.stubEnv('LD_PRELOAD', FAKETIME);
    vi.stubEnv('FAKETIME_TIMESTAMP_FILE', clock);
    vi.stubEnv('FAKETIME_NO_CACHE', '1');
    vi.stubEnv('FAKETIME_DONT_FAKE_MONOTONIC', '1');
    vi.stubEnv('DONT_FAKE_MONOTONIC', '1');
    const postgres = await startEmbeddedPostgres({ dataDir: folder.path });
    closing.push(() => postgres.stop());
    const {
      process: node,
      target,
      appIds,
    } = await startLoneNode(postgres.connection, {
      SMTP_URL: mails.url,
      MAIL_FROM: 'zaps@zaps.test',
    });
    closing.push(() => node.end());
    vi.unstubAllEnvs();
    const aheadHours = async () => {
      const [row] = await target.query<{ now: Date }>('SELECT now()');
      return ((row?.now.getTime() ?? 0) - Date.now()) / HOUR_MS;
    };
    let accounts: ReadonlySet<string> = new Set();
    const waiting = async () => {
      const [row] = await target.query<{ count: number }>(
        `SELECT count(*)::int FROM jobs.job WHERE name LIKE '%-mails' AND start_after > now() + interval '1 hour'`,
      );
      return row?.count ?? 0;
    };
    const { answers } = await withstand(
      target,
      appIds,
      'a clock two hours ahead, and set back',
      async (ledger) => {
        ({ accounts } = ledger);
        mails.no = { at: 'recipient', status: 450 };
        await writeFile(clock, `+${AHEAD_HOURS}h`);
        expect(await aheadHours()).toBeCloseTo(AHEAD_HOURS, 1);
        await moreAcknowledged(ledger, WRITES);
        const attempts = mails.attempts;
        await vi.waitFor(() => expect(mails.attempts).toBeGreaterThan(attempts + 1), MINDED_WITHIN);
        await writeFile(clock, '+0');
        mails.no = undefined;
        expect(await aheadHours()).toBeCloseTo(0, 1);
        // By the clock alone they would wait for two hours.
        expect(await waiting()).toBeGreaterThan(0);
      },
    );
    // No request may get 401 or 429. `withstand` allows 503: a clock jump makes PostgreSQL cancel statements early, and the
    // writers retry. 409 follows a retried sign-up whose first response was late.
    expect(Object.keys(answers).filter((status) => status.startsWith('4') && status !== '409')).toEqual([]);
    await vi.waitFor(() => {
      const written = new Set(mails.received.flatMap(({ to }) => to?.map(({ address }) => address) ?? []));
      expect([...accounts].filter((email) => !written.has(email))).toEqual([]);
    }, MINDED_WITHIN);
    await vi.waitFor(() => expect(node.output().includes('the clock was ahead')).toBe(true), MINDED_WITHIN);
  },
  TEST_MS,
);
