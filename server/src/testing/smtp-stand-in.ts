import { once } from 'node:events';
import { callbackify } from 'node:util';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** What the server says at one stage of a mail instead of yes: a status and a text. */
interface No {
  at: 'recipient' | 'data';
  status: number;
}

export interface SmtpStandIn {
  url: string;
  /** What arrived, in order. */
  received: Email[];
  /** How often somebody tried to hand a mail over. */
  attempts: number;
  /** Answers no to the next mails until set to undefined. */
  no: No | undefined;
  /** How long it takes to say yes to a mail. */
  hesitatesMs: number;
  /** Says nothing to whoever connects. */
  isMute: boolean;
  close(): Promise<void>;
}

function refusal({ status }: No, address: string): Error {
  // Real servers repeat the address that they refuse.
  return Object.assign(new Error(`<${address}> is not welcome`), { responseCode: status });
}

/** A real SMTP server on loopback that keeps what it gets; with a certificate, it offers STARTTLS. */
export async function startSmtp(
  port = 0,
  certificate?: { key: string; cert: string },
  host = '127.0.0.1',
): Promise<SmtpStandIn> {
  const keep = callbackify(async (bytes: Buffer) => {
    standIn.received.push(await PostalMime.parse(bytes));
  });
  const server = new SMTPServer({
    disabledCommands: certificate ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    ...certificate,
    disableReverseLookup: true,
    onConnect(_session, done) {
      if (!standIn.isMute) done();
    },
    onRcptTo({ address }, _session, done) {
      standIn.attempts += 1;
      done(standIn.no?.at === 'recipient' ? refusal(standIn.no, address) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (standIn.no?.at === 'data') {
          done(refusal(standIn.no, session.envelope.rcptTo[0]?.address ?? ''));
          return;
        }
        setTimeout(() => keep(Buffer.concat(chunks), done), standIn.hesitatesMs);
      });
    },
  });
  // Connections that break while a test takes the server away.
  server.on('error', () => undefined);
  server.listen(port, host);
  await once(server.server, 'listening');
  const address = server.server.address() as { port: number };
  const standIn: SmtpStandIn = {
    url: `smtp://${host}:${address.port}`,
    received: [],
    attempts: 0,
    no: undefined,
    hesitatesMs: 0,
    isMute: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
  return standIn;
}
