import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import {
  expiredCertificate,
  goodCertificate,
  selfSignedCertificate,
  testAuthority,
} from '../testing/certificates.ts';
import { startSmtp } from '../testing/smtp-stand-in.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { smtpMailer } from './mailer.ts';

const mail = { id: 'one', to: 'reader@example.org', subject: 'S', text: 'T', html: '<p>T</p>' };
const NAME = 'mail.example.com';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function startWith(certificate: { key: string; cert: string }, name = NAME) {
  const smtp = await startSmtp(0, certificate);
  closing.push(() => smtp.close());
  return { smtp, url: `${smtp.url}/?tls.servername=${name}` };
}

test.each([
  [
    'that is self-signed',
    selfSignedCertificate,
    NAME,
    'DEPTH_ZERO_SELF_SIGNED_CERT. self-signed certificate',
  ],
  ['of an unknown authority', goodCertificate, NAME, 'unable to verify the first certificate'],
  ['that has expired', expiredCertificate, NAME, 'CERT'],
])(
  'sends nothing to a server with a certificate %s, and names the reason',
  async (_what, certificate, name, reason) => {
    const { smtp, url } = await startWith(certificate, name);
    const failure = await smtpMailer(url, 'zaps@example.org')
      .send(mail)
      .catch((error: Error) => error);
    expect(failure).toMatchObject({ name: 'Error', message: expect.stringContaining(reason) });
    expect(failure).toMatchObject({ message: expect.stringContaining('NODE_EXTRA_CA_CERTS') });
    expect(smtp.received).toEqual([]);
  },
);

test.each([
  [NAME, ''],
  ['mail.example.net', 'ERR_TLS_CERT_ALTNAME_INVALID'],
])('trusts an authority of NODE_EXTRA_CA_CERTS for the right host only: %s', async (name, expected) => {
  const { smtp, url } = await startWith(goodCertificate, name);
  const folder = await temporaryFolder();
  closing.push(() => folder.remove());
  const authority = join(folder.path, 'authority.pem');
  await writeFile(authority, testAuthority);
  const script = `
    const { smtpMailer } = await import(${JSON.stringify(fileURLToPath(import.meta.resolve('./mailer.ts')))});
    await smtpMailer(${JSON.stringify(url)}, 'zaps@example.org').send(${JSON.stringify(mail)}).catch(({ message }) => console.log(message));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: authority },
  });
  expect(stdout).toContain(expected);
  expect(smtp.received).toHaveLength(expected === '' ? 1 : 0);
});

test('says that a port answers without TLS', async () => {
  for (const certificate of [undefined, goodCertificate]) {
    const smtp = await startSmtp(0, certificate);
    closing.push(() => smtp.close());
    const failure = await smtpMailer(smtp.url.replace('smtp:', 'smtps:'), 'zaps@example.org')
      .send(mail)
      .catch((error: Error) => error);
    expect(failure).toMatchObject({
      name: 'Error',
      message: expect.stringMatching(
        /^the mail server: CONN .*begins with smtps:\/\/, but this port answers without TLS/,
      ),
    });
    expect(smtp.received).toEqual([]);
  }
});
