import { mkdir, rm, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { startApart } from '../testing/cluster/apart.ts';
import { namespaceOf, OWN_ADDRESS } from '../testing/cluster/machines.ts';
import { startDnsServer } from '../testing/dns-server.ts';
import { withinMinute } from '../testing/eventually.ts';
import { startSmtp } from '../testing/smtp-stand-in.ts';
import { withstand } from '../testing/withstand.ts';

const TEST_MS = 180_000;
const DNS_PORT = 53;
const AWAY_MS = 8_000;
const DATABASE = 'db.zaps.test';
const MAILS = 'mail.zaps.test';
/** Folder that `ip netns exec` mounts over /etc on the machine of the node. */
const ETC = `/etc/netns/${namespaceOf('app')}`;

const isRoot = process.getuid?.() === 0;
if (!isRoot) process.stdout.write('skipped: without root there is no name server for the node\n');

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
}, TEST_MS);

describe.runIf(isRoot)('an outage of the name servers', { timeout: TEST_MS }, () => {
  test('delays writes and mails but loses none, while the database disconnects', async () => {
    await mkdir(ETC, { recursive: true });
    closing.push(() => rm(ETC, { recursive: true }));
    await writeFile(`${ETC}/resolv.conf`, `nameserver ${OWN_ADDRESS}\n`);
    const mails = await startSmtp(0, undefined, '0.0.0.0');
    closing.push(() => mails.close());
    const names = await startDnsServer('0.0.0.0', DNS_PORT);
    closing.push(() => names.close());
    names.set(MAILS, [{ type: 'A', data: OWN_ADDRESS }]);
    const { port } = new URL(mails.url);
    const env = { SMTP_URL: `smtp://${MAILS}:${port}`, MAIL_FROM: 'zaps@zaps.test' };
    const { target, appIds, close } = await startApart(env, (address) => {
      names.set(DATABASE, [{ type: 'A', data: address }]);
      return DATABASE;
    });
    closing.push(close);
    let accounts: ReadonlySet<string> = new Set();
    await withstand(
      target,
      appIds,
      'name servers away for 8 s, while the database disconnects',
      async (ledger) => {
        ({ accounts } = ledger);
        names.outage = 'silent';
        await target.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'zapdeck%'`,
        );
        await delay(AWAY_MS);
        expect((await fetch(`${target.urls[0]}/healthz`)).status).toBe(200);
        names.outage = undefined;
      },
    );
    await withinMinute(() => {
      const written = new Set(mails.received.flatMap(({ to }) => to?.map(({ address }) => address) ?? []));
      expect([...accounts].filter((email) => !written.has(email))).toEqual([]);
    });
  });
});
