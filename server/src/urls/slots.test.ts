import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSlots, NoSlot } from './slots.ts';

const never = new AbortController().signal;

test('runs no more than the limits allow, in total and per key, and completes all work', async () => {
  const limits = fc.record({ total: fc.integer({ min: 1, max: 5 }), perKey: fc.integer({ min: 1, max: 3 }) });
  const keys = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(limits, keys, fc.scheduler(), async ({ total, perKey }, crowd, scheduler) => {
      const slots = createSlots({ total, perKey, waiting: 100 });
      const running = new Map<string, number>();
      let done = 0;
      const all = crowd.map((key) =>
        slots.run(key, never, async () => {
          running.set(key, (running.get(key) ?? 0) + 1);
          expect(running.get(key)).toBeLessThanOrEqual(perKey);
          expect([...running.values()].reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(total);
          await scheduler.schedule(Promise.resolve());
          running.set(key, (running.get(key) ?? 0) - 1);
          done += 1;
        }),
      );
      await scheduler.waitFor(Promise.all(all));
      expect(done).toBe(crowd.length);
    }),
    { seed: 1 },
  );
});

test('rejects a caller that stops waiting, and frees its slot', async () => {
  const slots = createSlots({ total: 1, perKey: 1, waiting: 2 });
  const first = Promise.withResolvers<void>();
  const impatient = new AbortController();
  const running = slots.run('a', never, () => first.promise);
  const waiting = slots.run('a', impatient.signal, async () => 'ran');
  const patient = slots.run('b', never, async () => 'ran');
  await expect(slots.run('c', never, async () => 'ran')).rejects.toThrow(NoSlot);
  impatient.abort();
  await expect(waiting).rejects.toThrow(NoSlot);
  await expect(slots.run('a', impatient.signal, async () => 'ran')).rejects.toThrow(NoSlot);
  first.resolve();
  await running;
  expect(await patient).toBe('ran');
  expect(await slots.run('a', never, async () => 'ran')).toBe('ran');
});

test('frees the slot of work that failed', async () => {
  const slots = createSlots({ total: 1, perKey: 1, waiting: 0 });
  await expect(slots.run('a', never, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await slots.run('a', never, async () => 'ran')).toBe('ran');
});
