import { once } from 'node:events';
import { callbackify } from 'node:util';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A rejection with status and text. */
interface Rejection {
  at: 'recipient' | 'data';
  status: number;
}

export interface SmtpStandIn {
  url: string;
  received: Email[];
  attempts: number;
  /** Name that the last client gave with EHLO. */
  clientName: string | undefined;
  rejection: Rejection | undefined;
  delayMs: number;
  /** Accepts connections but sends nothing. */
  isMute: boolean;
  close(): Promise<void>;
}

function rejectionError({ status }: Rejection, address: string): Error {
  // Real servers repeat the rejected address.
  return Object.assign(new Error(`<${address}> is not welcome`), { responseCode: status });
}

/** Starts an SMTP server on loopback that stores mails; with a certificate it offers STARTTLS. */
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
    onRcptTo({ address }, { hostNameAppearsAs }, done) {
      standIn.attempts += 1;
      standIn.clientName = hostNameAppearsAs;
      done(standIn.rejection?.at === 'recipient' ? rejectionError(standIn.rejection, address) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (standIn.rejection?.at === 'data') {
          done(rejectionError(standIn.rejection, session.envelope.rcptTo[0]?.address ?? ''));
          return;
        }
        setTimeout(() => keep(Buffer.concat(chunks), done), standIn.delayMs);
      });
    },
  });
  // Connections break when a test stops the server.
  server.on('error', () => undefined);
  server.listen(port, host);
  await once(server.server, 'listening');
  const address = server.server.address() as { port: number };
  const standIn: SmtpStandIn = {
    url: `smtp://${host}:${address.port}`,
    received: [],
    attempts: 0,
    clientName: undefined,
    rejection: undefined,
    delayMs: 0,
    isMute: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
  return standIn;
}
