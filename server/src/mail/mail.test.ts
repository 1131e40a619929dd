import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { newId } from '../db/columns.ts';
import { type SmtpStandIn, startSmtp } from '../testing/smtp-stand-in.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';
import { fileMailer, type Mailer, smtpMailer } from './mailer.ts';
import { mailOf } from './send-mail.ts';
import { appMails } from '../features/makers/app-mails.ts';
import { accountMails } from '../features/auth/account-mails.ts';
import { inTransaction } from '../db/transaction.ts';
import { queuedJobs, withBoss } from '../testing/queued-jobs.ts';

const FROM = 'Zapdeck <zaps@example.org>';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function open(mailer: Mailer, log: string[] = []): Promise<TestApp> {
  const t = await openTestApp({ runsJobs: true, mailer, onLog: (line) => log.push(line) });
  closing.push(() => t.close());
  return t;
}

async function openSmtp(port?: number): Promise<SmtpStandIn> {
  const smtp = await startSmtp(port);
  closing.push(() => smtp.close());
  return smtp;
}

const mailJobs = async ({ deps: { pool } }: TestApp) => [
  ...(await queuedJobs(pool, accountMails)),
  ...(await queuedJobs(pool, appMails)),
];

/** Ends the delay before the next attempt. */
async function passTime(t: TestApp): Promise<void> {
  const retried = (await mailJobs(t)).filter(({ state }) => state === 'retry');
  await withBoss(t.deps.pool, async (boss) => {
    for (const { id, name } of retried) await boss.update(name, undefined, { id, startAfter: new Date() });
  });
}

async function queueFor(t: TestApp, email: string): Promise<void> {
  const { user } = await t.person('member', { email });
  await t.deps.jobs.enqueue(t.deps.db, accountMails, { kind: 'verify', userId: user?.id ?? null });
}

test.each([
  ['toys@example.org', ['toys@example.org'], true],
  ['https://example.org/contact', undefined, true],
  ['', undefined, false],
] as const)('with the contact “%s”, replies go to %j', async (contact, replyTo, isNamed) => {
  const smtp = await openSmtp();
  const t = await open(smtpMailer(smtp.url, FROM));
  const instance = Object.assign(() => ({ ...t.deps.instance(), contact }), t.deps.instance);
  const to = { email: 'ada@example.org', firstName: 'Ada', emailVerifiedAt: null, language: null };
  const mail = mailOf({ to, subject: 'News', paragraphs: ['Hello.'], why: 'Why.' }, { ...t.deps, instance });
  if (mail) await t.deps.mailer.send({ ...mail, id: newId() });
  expect(smtp.received[0]?.replyTo?.map(({ address }) => address)).toEqual(replyTo);
  for (const text of [smtp.received[0]?.text, smtp.received[0]?.html])
    expect(text?.includes(`Contact: ${contact}`)).toBe(isNamed);
});

test.each([
  ['https://zaps.example.org', '', 'zaps.example.org'],
  ['https://xn--zps-qla.example.org:8443', '', 'xn--zps-qla.example.org'],
  ['http://192.168.1.5:3000', '', '[192.168.1.5]'],
  ['http://[fd00::1]:3000', '', '[ipv6:fd00::1]'],
  ['https://zaps.example.org', '?name=out.example.org', 'out.example.org'],
])('greets the mail server with the host of %s%s', async (publicUrl, parameters, name) => {
  const smtp = await openSmtp();
  const mailer = smtpMailer(`${smtp.url}/${parameters}`, FROM, publicUrl);
  await mailer.send({ id: newId(), to: 'ada@example.org', subject: 'S', text: 'T', html: '<p>T</p>' });
  expect(smtp.clientName).toBe(name);
});

const kinds = ['received', 'approved', 'rejected', 'verify', 'reset'] as const;

function enqueue(
  { deps: { jobs, db } }: TestApp,
  kind: (typeof kinds)[number],
  { appId, userId, reason }: { appId: string; userId: string | null; reason: string },
): Promise<void> {
  if (kind === 'verify') return jobs.enqueue(db, accountMails, { kind, userId });
  if (kind === 'reset') return jobs.enqueue(db, accountMails, { kind, userId, passwordMark: null });
  return jobs.enqueue(db, appMails, { kind, appId, reason });
}

describe('the mail queue', () => {
  test('delivers a mail once, with one Message-ID, after the mail server was down', async () => {
    const log: string[] = [];
    const first = await openSmtp();
    const port = Number(new URL(first.url).port);
    await first.close();
    const t = await open(smtpMailer(first.url, FROM), log);
    await queueFor(t, 'patient@example.org');

    const waits: number[] = [];
    for (let failures = 1; failures <= 4; failures += 1) {
      await eventually(async () => expect((await mailJobs(t))[0]).toMatchObject({ state: 'retry' }));
      const [job] = await mailJobs(t);
      expect(job?.retryCount).toBe(failures - 1);
      waits.push((job?.startAfter.getTime() ?? Number.NaN) - Date.now());
      await passTime(t);
      await eventually(async () => {
        const [again] = await mailJobs(t);
        expect(again).toMatchObject({ state: 'retry', retryCount: failures });
      });
    }
    expect(waits.at(-1)).toBeGreaterThan(2 * (waits[0] ?? Number.NaN));

    const smtp = await openSmtp(port);
    const [{ id } = { id: '' }] = await mailJobs(t);
    await passTime(t);
    await eventually(async () => expect(await mailJobs(t)).toEqual([]));
    expect(smtp.received).toHaveLength(1);
    expect(smtp.received[0]).toMatchObject({
      to: [{ address: 'patient@example.org' }],
      from: { address: 'zaps@example.org', name: 'Zapdeck' },
      messageId: `<${id}@example.org>`,
    });
    expect(log.join('\n')).toContain('job will be retried');
    expect(log.join('\n')).not.toContain('patient@');
  });

  test.each([
    { rejection: { at: 'recipient', status: 450 }, outcome: 'retried' },
    { rejection: { at: 'data', status: 451 }, outcome: 'retried' },
    { rejection: { at: 'recipient', status: 550 }, outcome: 'givenUp' },
    { rejection: { at: 'data', status: 554 }, outcome: 'givenUp' },
  ] as const)(
    'with a $rejection.status at the $rejection.at is $outcome, and neither log nor job contains the address',
    async ({ rejection, outcome }) => {
      const log: string[] = [];
      const smtp = await openSmtp();
      smtp.rejection = rejection;
      const t = await open(smtpMailer(smtp.url, FROM), log);
      await queueFor(t, 'refused@example.org');
      const isRetried = outcome === 'retried';
      const kept = expect.objectContaining({
        state: 'retry',
        output: { message: expect.stringContaining(String(rejection.status)) },
      });
      await eventually(async () => {
        expect(t.deps.jobs.failedAttempts()).toContainEqual(
          expect.objectContaining({ queue: 'account-mails', [outcome]: 1 }),
        );
        expect(await mailJobs(t)).toEqual(isRetried ? [kept] : []);
      });
      const logged = log.join('\n');
      expect(logged).toContain(isRetried ? 'job will be retried' : 'job given up');
      expect(`${JSON.stringify(await mailJobs(t))} ${logged}`).not.toContain('refused@');
      expect(smtp.received).toEqual([]);

      smtp.rejection = undefined;
      await passTime(t);
      if (isRetried) await eventually(() => expect(smtp.received).toHaveLength(1));
      else expect(smtp.attempts).toBe(1);
    },
  );

  test('queues a mail only if the transaction commits', async () => {
    const smtp = await openSmtp();
    const t = await open(smtpMailer(smtp.url, FROM));
    const { user } = await t.person('member', { email: 'both@example.org' });
    const userId = user?.id ?? null;
    await expect(
      inTransaction(t.deps.db, async (tx) => {
        await t.deps.jobs.enqueue(tx, accountMails, { kind: 'reset', userId, passwordMark: null });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await mailJobs(t)).toEqual([]);
    await inTransaction(t.deps.db, (tx) =>
      t.deps.jobs.enqueue(tx, accountMails, { kind: 'reset', userId, passwordMark: null }),
    );
    await eventually(() => expect(smtp.received).toHaveLength(1));
  });

  test('sends each mail once with two nodes', async () => {
    const smtp = await openSmtp();
    const t = await open(smtpMailer(smtp.url, FROM));
    const other = await openTestApp({
      runsJobs: true,
      mailer: smtpMailer(smtp.url, FROM),
      database: t.database,
    });
    closing.push(() => other.close());
    const names = Array.from({ length: 12 }, (_, index) => `many-${index}@example.org`);
    for (const name of names) await queueFor(t, name);
    await eventually(async () => expect(await mailJobs(t)).toEqual([]));
    expect(smtp.received.map(({ to }) => to?.[0]?.address).sort()).toEqual(names.sort());
  });

  test('finishes running jobs before the server stops', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const sent: string[] = [];
    let isSending = false;
    const t = await open({
      async send({ to }) {
        isSending = true;
        await held;
        sent.push(to);
      },
      forget: async () => undefined,
      forgetBefore: async () => 0,
    });
    await queueFor(t, 'last@example.org');
    await eventually(() => expect(isSending).toBe(true));
    const stopped = t.deps.jobs.stop();
    release();
    await stopped;
    expect(sent).toEqual(['last@example.org']);
    expect(await mailJobs(t)).toEqual([]);
  });
});

describe('the text of a mail', () => {
  let smtp: SmtpStandIn;
  let t: TestApp;
  beforeAll(async () => {
    smtp = await startSmtp();
    t = await openTestApp({
      runsJobs: true,
      mailer: smtpMailer(smtp.url, FROM),
      env: { PUBLIC_URL: 'https://zaps.example.org' },
    });
  });
  afterAll(async () => {
    await t.close();
    await smtp.close();
  });
  const nasty = '<b>Tiny & "Piano"</b>\r\nBcc: everybody@example.org';

  test.each([
    { kind: 'received', link: '/profile', says: '24-48 hours' },
    { kind: 'approved', link: '/home?app=', says: 'approved' },
    { kind: 'rejected', link: '/profile', says: 'Shows <script> & nothing else' },
    { kind: 'verify', link: '/verify-email#token=', says: 'confirm' },
    { kind: 'reset', link: '/reset-password#token=', says: 'new password' },
  ] as const)(
    'of the kind “$kind” has text and HTML, with typed words escaped',
    async ({ kind, link, says }) => {
      const emailVerifiedAt = kind === 'verify' ? null : t.clock.now;
      const values = { email: `${kind}@example.org`, firstName: nasty, emailVerifiedAt };
      const { user } = await t.person('member', values);
      const app = await t.addApp({ title: nasty, submittedBy: user?.id ?? '' });
      const reason = 'Shows <script> & nothing else';
      await enqueue(t, kind, { appId: app.id, userId: user?.id ?? null, reason });
      const mailTo = (address: string) => smtp.received.find(({ to }) => to?.[0]?.address === address);
      await eventually(() => expect(mailTo(`${kind}@example.org`)).toBeDefined());

      const mail = mailTo(`${kind}@example.org`);
      expect(mail?.headers.filter(({ key }) => ['to', 'cc', 'bcc'].includes(key))).toHaveLength(1);
      expect(mail?.headers).toContainEqual(
        expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
      );
      expect(mail?.text).toContain('You get this email because');
      expect(mail?.html).toContain('You get this email because');
      expect(mail?.html).toContain('src="https://zaps.example.org/icon-192.png" alt=""');
      expect(mail?.text).toContain(says);
      expect(mail?.text).toContain(`https://zaps.example.org${link}`);
      if (kind !== 'verify') {
        expect(mail?.text).toContain('Hello <b>Tiny & "Piano"</b> Bcc:');
        expect(mail?.html).toContain('Hello &lt;b&gt;Tiny &amp; &quot;Piano&quot;&lt;/b&gt; Bcc:');
      }
      expect(mail?.html).toContain(`href="https://zaps.example.org${link}`);
      expect(mail?.html).not.toMatch(/<b>|<script/);
    },
  );

  test.each(kinds)(
    'of the kind “%s” to an unconfirmed address names the app without links or other typed words',
    async (kind) => {
      const words = 'Click http://evil.example';
      const title = 'Tiny Piano evil.example evil@mail.example http://evil 0800123456 ＥＶＩＬ．example';
      const email = `unconfirmed-${kind}@example.org`;
      const { user } = await t.person('member', { email, firstName: words, lastName: words });
      const app = await t.addApp({ title, description: words, submittedBy: user?.id ?? '' });
      await enqueue(t, kind, { appId: app.id, userId: user?.id ?? null, reason: 'Too small' });
      const sent = () => smtp.received.find(({ to }) => to?.[0]?.address === email);
      await eventually(() => expect(sent()).toBeDefined());
      const { subject: line, text, html } = sent() ?? {};
      expect([line, text, html].join('\n')).not.toMatch(/evil|Click|0800/i);
      expect(line).not.toContain('Piano');
      if (kind === 'received' || kind === 'approved' || kind === 'rejected')
        expect(text).toContain('“Tiny Piano”');
      expect(text).toMatch(/^Hello,\n/);
      if (kind === 'rejected') expect(text).toContain('Too small');
    },
  );

  test('sends no mail about a deleted app or account', async () => {
    await t.deps.jobs.enqueue(t.deps.db, appMails, { kind: 'received', appId: newId() });
    await t.deps.jobs.enqueue(t.deps.db, accountMails, {
      kind: 'reset',
      userId: newId(),
      passwordMark: null,
    });
    await t.deps.jobs.enqueue(t.deps.db, accountMails, { kind: 'reset', userId: null, passwordMark: null });
    const before = smtp.attempts;
    await eventually(async () => expect(await mailJobs(t)).toEqual([]));
    expect(smtp.attempts).toBe(before);
  });
});

describe('without a mail server', () => {
  let folder: TemporaryFolder;

  test('writes one file for each mail, readable for its owner only, and reports the path', async () => {
    folder = await temporaryFolder();
    closing.push(() => folder.remove());
    const paths: string[] = [];
    const mailer = fileMailer(join(folder.path, 'mail'), FROM, (path) => paths.push(path));
    const mail = { id: newId(), to: 'reader@example.org', subject: 'Grüße', text: 'Ünï', html: '<p>Ünï</p>' };
    await mailer.send(mail);
    await mailer.send(mail);
    const path = join(folder.path, 'mail', `${mail.id}.eml`);
    expect(paths).toEqual([path, path]);
    expect(await readdir(join(folder.path, 'mail'))).toEqual([`${mail.id}.eml`]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const parsed = await PostalMime.parse(await readFile(path));
    expect(parsed).toMatchObject({
      subject: 'Grüße',
      text: 'Ünï',
      to: [{ address: 'reader@example.org' }],
    });
  });
});
