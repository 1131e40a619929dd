import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { httpServerFactory, PATIENCE } from './http-server.ts';

/** More than the sockets of both sides hold. */
const UNREAD_BYTES = 50_000_000;
const DRIP_MS = 20;

test('closes a connection that reads nothing and sends invalid HTTP after the idle timeout', async () => {
  const makeServer = httpServerFactory({}, { ...PATIENCE, idleMs: 500 });
  const server = makeServer((_request, response) => void response.end(Buffer.alloc(UNREAD_BYTES)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  // A client that keeps writing to a closed connection gets an error, which is expected.
  client.on('error', () => undefined);
  const [socket] = (await once(server, 'connection')) as [Socket];
  client.pause().write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await eventually(() => expect(socket.writableLength).toBeGreaterThan(0));

  const drips = setInterval(() => client.write('not HTTP\r\n\r\n'), DRIP_MS);
  onTestFinished(() => {
    clearInterval(drips);
    client.destroy();
    server.close();
  });
  await eventually(() => expect(socket.destroyed).toBe(true));
});
