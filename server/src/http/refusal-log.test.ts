import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { markDatabaseError } from '../db/database-away.ts';
import { installErrorHandler } from './error-handler.ts';
import { Refusal } from './refusal.ts';

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

/** A server whose one route throws; `ask` answers with the id of the request, `take` with what was logged since. */
function throwing(next: () => Error) {
  let lines: string[] = [];
  const app = Fastify({
    logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } },
  });
  installErrorHandler(app);
  app.get('/apps/:id', () => {
    throw next();
  });
  return {
    app,
    ask: async () => (await app.inject('/apps/1')).json<{ requestId: string }>().requestId,
    take: () => {
      const taken = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
      lines = [];
      return taken;
    },
  };
}

test('a flood of refusals for one cause is logged as one line, and then as numbers', async () => {
  let files = 0;
  const { app, ask, take } = throwing(() =>
    fault('53100', `could not extend file ${(files += 1)}: No space`),
  );
  const first = await ask();
  for (let more = 0; more < 40; more += 1) await ask();
  const reason = {
    code: 'unavailable',
    cause: { code: '53100', message: 'could not extend file 1: No space' },
    method: 'GET',
    route: '/apps/:id',
  };
  const whole = take();
  expect(whole).toMatchObject([{ ...reason, reqId: first, msg: 'request refused' }]);
  expect(JSON.stringify(whole)).not.toContain('stack');
  vi.advanceTimersToNextTimer();
  expect(take()).toMatchObject([{ ...reason, requests: 40, msg: 'more requests refused alike' }]);

  await ask();
  vi.advanceTimersToNextTimer();
  expect(take()).toMatchObject([{ requests: 1 }]);
  vi.advanceTimersToNextTimer();
  expect(take()).toEqual([]);
  const later = await ask();
  expect(take()).toMatchObject([{ reqId: later, msg: 'request refused' }]);
  await ask();
  await app.close();
  expect(take()).toMatchObject([{ ...reason, cause: { code: '53100' }, requests: 1 }]);
});

test('causes are told apart, and that we are busy is one', async () => {
  const causes = [fault('53100', 'No space'), fault('55P03', 'Locked'), new Refusal('unavailable')];
  const { app, ask, take } = throwing(() => causes.shift() ?? new Refusal('unavailable'));
  for (let asked = 0; asked < 4; asked += 1) await ask();
  const refused = take().map(({ cause }) => (cause as { code: string }).code);
  expect(refused).toEqual(['53100', '55P03', 'unavailable']);
  await app.close();
});

test.each([
  ['our own', () => new TypeError('x is not a function')],
  [
    'our own behind a write that is stored',
    () => new Refusal('outcome_unknown', { cause: new TypeError('x') }),
  ],
])('a fault that is %s is logged each time with its stack', async (_whose, next) => {
  const { app, ask, take } = throwing(next);
  const ids = [await ask(), await ask()];
  const failed = ids.map((reqId) => ({ reqId, msg: 'request failed', err: { stack: expect.any(String) } }));
  expect(take()).toMatchObject(failed);
  await app.close();
});
