import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { clusterFolder } from '../testing/cluster-folder.ts';
import { withinMinute } from '../testing/eventually.ts';
import { startLoneNode } from '../testing/lone-node.ts';
import { expectSoundPool } from '../testing/pool-state.ts';
import { startSmtp } from '../testing/smtp-stand-in.ts';
import { withstand } from '../testing/withstand.ts';

const TEST_MS = 180_000;
const ACCEPT_DELAY_MS = 3_000;
const SLOW_MS = 6_000;
/** Much shorter than the delay of one mail. */
const GAP_MAX_MS = 2_500;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
}, TEST_MS);

test(
  'a slow, then silent mail server delays no request, and each mail arrives once',
  async () => {
    const folder = await clusterFolder();
    closing.push(() => folder.remove());
    const mails = await startSmtp();
    closing.push(() => mails.close());
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
    let accounts: ReadonlySet<string> = new Set();
    const outcome = await withstand(
      target,
      appIds,
      'a mail server that is slow, then silent',
      async (ledger) => {
        ({ accounts } = ledger);
        mails.delayMs = ACCEPT_DELAY_MS;
        await delay(SLOW_MS);
        mails.isMute = true;
        await withinMinute(() => expect(node.output()).toContain('Greeting never received'));
        mails.isMute = false;
        mails.delayMs = 0;
      },
    );
    expect(outcome.gapMs).toBeLessThan(GAP_MAX_MS);
    expect(Object.keys(outcome.statuses).filter((status) => Number(status) >= 500)).toEqual([]);
    await withinMinute(() => {
      const aboutAccounts = mails.received.filter(({ subject }) => !subject?.startsWith('We have received'));
      const written = aboutAccounts.flatMap(({ to }) => to?.map(({ address = '' }) => address) ?? []);
      expect(written.toSorted()).toEqual([...accounts].toSorted());
    });
    await expectSoundPool(node);
  },
  TEST_MS,
);
