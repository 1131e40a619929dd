import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { markDatabaseError } from '../db/database-away.ts';
import { logFault, stopCounting } from './counted-log.ts';
import { installErrorHandler } from '../http/error-handler.ts';
import { Refusal } from '../http/refusal.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const fault = (code: string, message: string) =>
  new Error('Failed query: insert', {
    cause: markDatabaseError(Object.assign(new Error(message), { code })),
  });

/** Returns a server whose route throws. `send` returns the request id, `take` the log lines since the last call. */
function throwingServer(next: () => Error) {
  const { app, take } = loggingServer();
  installErrorHandler(app);
  app.get('/apps/:id', () => {
    throw next();
  });
  const send = async () => (await app.inject('/apps/1')).json<{ requestId: string }>().requestId;
  return { app, send, take };
}

function loggingServer() {
  let lines: string[] = [];
  const app = Fastify({
    logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } },
  });
  return {
    app,
    take: () => {
      const taken = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
      lines = [];
      return taken;
    },
  };
}

test('logs equal refusals once, then their number', async () => {
  let files = 0;
  const { app, send, take } = throwingServer(() =>
    fault('53100', `could not extend file ${(files += 1)}: No space`),
  );
  const first = await send();
  for (let more = 0; more < 40; more += 1) await send();
  const reason = {
    code: 'storage_full',
    cause: { code: '53100', message: 'could not extend file 1: No space' },
    method: 'GET',
    route: '/apps/:id',
  };
  const whole = take();
  expect(whole).toMatchObject([{ ...reason, reqId: first, msg: 'request refused' }]);
  expect(JSON.stringify(whole)).not.toContain('stack');
  vi.advanceTimersToNextTimer();
  expect(take()).toMatchObject([{ ...reason, repeated: 40, msg: 'request refused' }]);

  await send();
  vi.advanceTimersToNextTimer();
  expect(take()).toMatchObject([{ repeated: 1 }]);
  vi.advanceTimersToNextTimer();
  expect(take()).toEqual([]);
  const later = await send();
  expect(take()).toMatchObject([{ reqId: later, msg: 'request refused' }]);
  await send();
  await app.close();
  expect(take()).toMatchObject([{ ...reason, cause: { code: '53100' }, repeated: 1 }]);
});

test('logs each cause once, and an overload as a separate cause', async () => {
  const causes = [fault('53100', 'No space'), fault('55P03', 'Locked'), new Refusal('unavailable')];
  const { app, send, take } = throwingServer(() => causes.shift() ?? new Refusal('unavailable'));
  for (let sent = 0; sent < 4; sent += 1) await send();
  const refused = take().map(({ cause }) => (cause as { code: string }).code);
  expect(refused).toEqual(['53100', '55P03', 'unavailable']);
  await app.close();
});

test.each([
  ['a bug', () => new TypeError('x is not a function')],
  ['a bug after a commit', () => new Refusal('outcome_unknown', { cause: new TypeError('x') })],
])('logs %s each time with its stack', async (_what, next) => {
  const { app, send, take } = throwingServer(next);
  const ids = [await send(), await send()];
  const failed = ids.map((reqId) => ({ reqId, msg: 'request failed', err: { stack: expect.any(String) } }));
  expect(take()).toMatchObject(failed);
  await app.close();
});

test('logs a fault of background work once a minute with its count, for all queues together', async () => {
  const { app, take } = loggingServer();
  const ofQueue = (queue: string) => markDatabaseError(new Error(`Connection terminated (Queue: ${queue})`));
  const message = 'the job queue stumbled';
  for (const queue of ['mails', 'picture', 'today']) logFault(app.log, ofQueue(queue), { message });
  logFault(app.log, fault('57014', 'canceling statement'), { message });
  const firsts = take();
  expect(firsts.map((line) => [line['msg'], line['repeated']])).toEqual([
    [message, undefined],
    [message, undefined],
  ]);
  vi.advanceTimersByTime(59_000);
  expect(take()).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(take()).toMatchObject([{ msg: message, repeated: 2, cause: expect.any(Object) }]);
  logFault(app.log, ofQueue('votes'), { message });
  stopCounting(app.log);
  expect(take()).toMatchObject([{ msg: message, repeated: 1 }]);
});
