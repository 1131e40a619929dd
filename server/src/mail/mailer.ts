import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PermanentFailure } from '../jobs/job.ts';

const CONNECT_WAIT_MS = 10_000;
/** A server that says nothing for so long is taken for gone. */
const SILENCE_MS = 30_000;

export interface MailText {
  subject: string;
  text: string;
  html: string;
  /** Where a POST ends mails of this kind, for mails that people may do without. */
  unsubscribeUrl?: string;
}

export interface Mail extends MailText {
  to: string;
  /** The same at every attempt: names the file, and the message for servers that drop what they know already. */
  id: string;
}

export interface Mailer {
  /**
   * Hands the mail over; resolves once it is taken. Throws PermanentFailure when the receiving side refuses it for good, and
   * otherwise an error after which it is worth trying again. Neither names anybody.
   */
  send(mail: Mail): Promise<void>;
  /** Deletes what is kept here of mails to this address. */
  forget(address: string): Promise<void>;
  /** Deletes what is kept here of mails from before this moment; returns how many there were. */
  forgetBefore(moment: Date): Promise<number>;
}

interface SmtpFault {
  message: string;
  code?: string;
  /** Of the system or of TLS, where the library has put its own in place of it. */
  originalCode?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/** What the commands after which a 5xx is about this one mail are; elsewhere it is about our settings, which get mended. */
const COMMANDS_ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA']);

/** The headers by which mail programs offer to end such mails with one click; RFC 8058. */
function unsubscribeHeaders(url: string) {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

function messageOf(from: string, { id, to, subject, text, html, unsubscribeUrl }: Mail) {
  const host = /@([^>\s]+)>?$/.exec(from)?.[1] ?? 'localhost';
  const headers = {
    // Keeps vacation replies and other automatic answers away; RFC 3834.
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribeUrl === undefined ? {} : unsubscribeHeaders(unsubscribeUrl)),
  };
  return { from, to, subject, text, html, headers, messageId: `<${id}@${host}>` };
}

/** Before anything is said of a mail: what went wrong here names nobody. */
const COMMANDS_OF_THE_CONNECTION = new Set(['CONN', 'STARTTLS']);
/** How OpenSSL and Node call what is wrong with a certificate. */
const CERTIFICATE_CODE = /CERT|ISSUER|SIGNATURE|ALTNAME/;
const HOW_TO_TRUST =
  'Its certificate is not trusted, so nothing is sent: have it renewed or corrected, or name the file of its authority in NODE_EXTRA_CA_CERTS';

/** What went wrong, in a form that may be logged: servers like to repeat the address they refuse. */
function withoutAddress(fault: SmtpFault): Error {
  const { message, code, originalCode, command = '', response, responseCode } = fault;
  const reasons = [
    [command, responseCode, code, originalCode].filter(Boolean).join(' ') || 'unknown fault',
    ...(COMMANDS_OF_THE_CONNECTION.has(command) && response === undefined ? [message] : []),
    ...(CERTIFICATE_CODE.test(originalCode ?? '') ? [HOW_TO_TRUST] : []),
  ];
  const text = `the mail server: ${reasons.join('. ')}`;
  const isAboutTheMail = COMMANDS_ABOUT_THE_MAIL.has(command);
  return isAboutTheMail && (responseCode ?? 0) >= 500 ? new PermanentFailure(text) : new Error(text);
}

/** The library is loaded by the first mail, not by the start of the server. */
const library = () => import('nodemailer');

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** Sends through the server that the address names, such as smtps://user:password@mail.example.org */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = lazily(async () =>
    (await library()).createTransport({
      url,
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
        await (await transport()).sendMail(messageOf(from, mail));
      } catch (error) {
        throw withoutAddress(error as SmtpFault);
      }
    },
    // What was sent is kept by whoever has received it.
    forget: async () => undefined,
    forgetBefore: async () => 0,
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** What is written for a mail, whole or not. */
const MAIL_FILE = /\.eml(\.part)?$/;

/** None where there is no such folder. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
}

/** Empty where somebody has deleted it meanwhile. */
async function readIfThere(path: string): Promise<string> {
  return readFile(path, 'latin1').catch((error: unknown) => {
    if (isMissing(error)) return '';
    throw error;
  });
}

/** Whom a stored mail is to. */
function recipientOf(message: string): string | undefined {
  const headers = /^.*?(?=\r?\n\r?\n)/s.exec(message)?.[0].replace(/\r?\n[ \t]+/g, ' ');
  return /^To:\s*<?([^\s>]+)/im.exec(headers ?? '')?.[1];
}

/** Writes each mail to a file of its own instead of sending it, and says where. Only the server's user may read it. */
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
      const { message } = await (await transport()).sendMail(messageOf(from, mail));
      const path = join(folder, `${mail.id}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Whole or not at all, for whoever watches the folder.
      await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${path}.part`, path);
      onWritten(path);
    },
    async forget(address) {
      for (const name of await namesIn(folder)) {
        const path = join(folder, name);
        if (recipientOf(await readIfThere(path)) === address) await rm(path, { force: true });
      }
    },
    async forgetBefore(moment) {
      let count = 0;
      for (const name of (await namesIn(folder)).filter((one) => MAIL_FILE.test(one))) {
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
