import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { PermanentFailure } from '../jobs/job.ts';

const CONNECT_WAIT_MS = 10_000;
const SILENCE_MS = 30_000;

export interface MailText {
  subject: string;
  text: string;
  html: string;
  unsubscribeUrl?: string;
}

export interface Mail extends MailText {
  to: string;
  fromName?: string;
  replyTo?: string;
  /** Message-ID or file name. The same for every attempt, so that mail servers drop duplicates. */
  id: string;
}

export interface Mailer {
  /** Throws PermanentFailure if the mail is refused for good. Errors contain no address. */
  send(mail: Mail): Promise<void>;
  forget(address: string): Promise<void>;
  forgetBefore(moment: Date): Promise<number>;
}

interface SmtpFault {
  message: string;
  code?: string;
  /** Code of the system or of TLS, if the library replaced it. */
  originalCode?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/** SMTP commands whose 5xx rejects this message only. A 5xx to any other command is a configuration error. */
const MESSAGE_COMMANDS = new Set(['RCPT TO', 'DATA']);

/** One-click unsubscribe (RFC 8058). */
function unsubscribeHeaders(url: string) {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

function mailMessageOf(
  address: string,
  { id, to, fromName, replyTo, subject, text, html, unsubscribeUrl }: Mail,
) {
  const host = /@([^>\s]+)>?$/.exec(address)?.[1] ?? 'localhost';
  const from = address.includes('<') || fromName === undefined ? address : { name: fromName, address };
  const headers = {
    // No vacation replies (RFC 3834).
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribeUrl === undefined ? {} : unsubscribeHeaders(unsubscribeUrl)),
  };
  const reply = replyTo === undefined ? {} : { replyTo };
  return { from, ...reply, to, subject, text, html, headers, messageId: `<${id}@${host}>` };
}

/** Commands before the first address is sent. Their errors contain no address. */
const CONNECTION_COMMANDS = new Set(['CONN', 'STARTTLS']);
const CERTIFICATE_CODE = /CERT|ISSUER|SIGNATURE|ALTNAME/;
const HOW_TO_TRUST =
  'Its certificate is not trusted, so nothing is sent. Renew or correct the certificate, or set NODE_EXTRA_CA_CERTS to the file of its authority';

const PLAIN_ANSWER = /wrong version number|packet length too long/i;
const HOW_TO_START_TLS =
  'SMTP_URL begins with smtps://, but this port answers without TLS. Write smtp://, which uses STARTTLS, or the port for TLS, mostly 465';

/** Servers often repeat the refused address. */
function toLoggableError(fault: SmtpFault): Error {
  const { message, code, originalCode, command = '', response, responseCode } = fault;
  const words = command === 'CONN' && PLAIN_ANSWER.test(message) ? HOW_TO_START_TLS : message;
  const reasons = [
    [command, responseCode, code, originalCode].filter(Boolean).join(' ') || 'unknown fault',
    ...(CONNECTION_COMMANDS.has(command) && response === undefined ? [words] : []),
    ...(CERTIFICATE_CODE.test(originalCode ?? '') ? [HOW_TO_TRUST] : []),
  ];
  const text = `the mail server: ${reasons.join('. ')}`;
  const isAboutTheMail = MESSAGE_COMMANDS.has(command);
  return isAboutTheMail && (responseCode ?? 0) >= 500 ? new PermanentFailure(text) : new Error(text);
}

const library = () => import('nodemailer');

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

function clientName(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return isIP(hostname) === 4 ? `[${hostname}]` : hostname.replace('[', '[IPv6:');
}

/** Creates a mailer for an SMTP address. Its parameter `name` replaces the public host in EHLO. */
export function smtpMailer(url: string, from: string, publicUrl = 'http://localhost'): Mailer {
  const transport = lazily(async () =>
    (await library()).createTransport({
      url,
      name: new URL(url).searchParams.get('name') ?? clientName(publicUrl),
      connectionTimeout: CONNECT_WAIT_MS,
      greetingTimeout: CONNECT_WAIT_MS,
      socketTimeout: SILENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  );
  return {
    async send(mail) {
      try {
        await (await transport()).sendMail(mailMessageOf(from, mail));
      } catch (error) {
        throw toLoggableError(error as SmtpFault);
      }
    },
    forget: async () => undefined,
    forgetBefore: async () => 0,
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

const MAIL_FILE = /\.eml(\.part)?$/;

async function readNames(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
}

async function readIfThere(path: string): Promise<string> {
  return readFile(path, 'latin1').catch((error: unknown) => {
    if (isMissing(error)) return '';
    throw error;
  });
}

function recipientOf(message: string): string | undefined {
  const headers = /^.*?(?=\r?\n\r?\n)/s.exec(message)?.[0].replace(/\r?\n[ \t]+/g, ' ');
  return /^To:\s*<?([^\s>]+)/im.exec(headers ?? '')?.[1];
}

/** Creates a mailer that writes files. Only the user of the server may read them. */
export function fileMailer(folder: string, from: string, onWritten: (path: string) => void): Mailer {
  const transport = lazily(async () =>
    (await library()).createTransport({
      streamTransport: true,
      buffer: true,
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  );
  return {
    async send(mail) {
      const { message } = await (await transport()).sendMail(mailMessageOf(from, mail));
      const path = join(folder, `${mail.id}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Programs that watch the folder never see half a file.
      await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${path}.part`, path);
      onWritten(path);
    },
    async forget(address) {
      for (const name of await readNames(folder)) {
        const path = join(folder, name);
        if (recipientOf(await readIfThere(path)) === address) await rm(path, { force: true });
      }
    },
    async forgetBefore(moment) {
      let count = 0;
      for (const name of (await readNames(folder)).filter((one) => MAIL_FILE.test(one))) {
        const path = join(folder, name);
        const writtenAt = await stat(path).then(
          ({ mtime }) => mtime,
          () => moment,
        );
        if (writtenAt >= moment) continue;
        await rm(path, { force: true });
        count += 1;
      }
      return count;
    },
  };
}
